"""What a run keeps of errors, whatever they say, and what it does where nothing more can be kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluator.errors import IncompleteRun
from simulator.rundir import ERRORS, open_run

MANIFEST = {"command": "run", "options": {}, "seed": 1, "agents": {}, "evaluator": {}}


def test_a_message_that_cannot_be_encoded_is_kept_as_far_as_it_can(tmp_path: Path) -> None:
    writer = open_run(tmp_path / "run", dict(MANIFEST))
    writer.add_error({"session_id": "s", "kind": "AgentError", "message": "odd \ud800 text" + "x" * 5000})
    (line,) = (tmp_path / "run" / ERRORS).read_text(encoding="utf-8").splitlines()
    message = json.loads(line)["message"]
    assert message.startswith("odd ")
    assert len(message) < 2100
    assert "characters)" in message
    assert writer.first_error


def test_a_disk_that_is_full_leaves_a_run_that_can_be_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = open_run(tmp_path / "run", dict(MANIFEST))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(IncompleteRun, match="No space left on device; add --resume --out"):
        writer.add_error({"message": "any"})


def test_a_run_killed_before_its_first_conversation_is_not_called_complete(tmp_path: Path) -> None:
    open_run(tmp_path / "run", dict(MANIFEST))
    with pytest.raises(Exception, match="add --resume to finish it"):
        open_run(tmp_path / "run", dict(MANIFEST))
