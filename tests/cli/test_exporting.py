"""The export of `docs/exporting.md` becomes valid records, and they come to what the page says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluator.scoring import Scorer
from evaluator.session import Session

from .helpers import ROOT, sim

EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture
def chats(here: Path) -> Path:
    made = subprocess.run(
        [sys.executable, str(EXAMPLES / "convert.py"), str(EXAMPLES / "chat.csv")], capture_output=True, check=True
    )
    path = here / "chats.jsonl"
    path.write_bytes(made.stdout)
    return path


def records(path: Path) -> dict[str, dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {document["session_id"]: document for document in map(json.loads, lines)}


def test_the_records_are_valid_without_a_warning(chats: Path) -> None:
    result = sim("sessions", "check", str(chats))
    assert (result.code, result.err) == (0, "")
    assert result.out == "2 valid records\n"


def test_they_can_be_scored_and_come_to_what_the_page_says(chats: Path, here: Path) -> None:
    assert sim("score", str(chats), "--out", str(here / "export")).code == 0
    found = {
        line["session_id"]: line["conclusion"]
        for line in map(json.loads, (here / "export" / "conclusions.jsonl").read_text(encoding="utf-8").splitlines())
    }
    assert found == {"c-17": "qualified", "c-18": "undetermined"}
    verdicts = list(map(json.loads, (here / "export" / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()))
    passed = {line["metric_id"] for line in verdicts if line["session_id"] == "c-17" and line["result"] == "PASS"}
    assert {"M-007", "M-008", "M-026"} <= passed
    left_open = {line["metric_id"] for line in verdicts if line["session_id"] == "c-18" and line["undetermined"]}
    assert left_open == {"M-028", "M-101", "M-104", "M-204"}


def test_what_the_example_shows(chats: Path) -> None:
    first, second = records(chats).values()
    assert [len(turn["inbound"]) for turn in first["turns"]] == [1, 2]  # two messages in a row
    assert first["turns"][1]["inquiry"]["replyText"].count("\n[IMAGE:") == 2  # three bubbles, one reply
    assert first["turns"][1]["tool_calls"][0]["name"] == "knowledge_search"
    assert second["turns"][0]["inbound"][0]["created_at"] == "2026-03-02T16:40:00+08:00"  # the zone is known
    assert second["turns"][1]["inbound"][1]["images"] == [{"id": "img-7"}]  # without recognition
    assert [turn["inquiry"] is None for turn in second["turns"]] == [False, True, True]
    assert [entry["sender"] for entry in second["turns"][2]["inbound"]] == ["staff", "customer"]


@pytest.mark.parametrize("log", ["tool_calls", "opportunity"])
def test_a_log_that_is_not_there_makes_undetermined_and_nothing_worse(chats: Path, log: str) -> None:
    scorer = Scorer()
    for document in records(chats).values():
        turns = [{key: value for key, value in turn.items() if key != log} for turn in document["turns"]]
        verdicts = scorer.score(Session.from_json({**document, "turns": turns})).verdicts
        assert not any(verdict.result == "FAIL" for verdict in verdicts)
        assert any(verdict.undetermined and "log" in verdict.reason for verdict in verdicts)


def test_an_export_without_logs_says_so(here: Path) -> None:
    rows = (EXAMPLES / "chat.csv").read_text(encoding="utf-8").splitlines()
    bare = here / "bare.csv"
    bare.write_text(
        "\n".join(row for row in rows if ",opportunity," not in row and ",tool:" not in row), encoding="utf-8"
    )
    made = subprocess.run([sys.executable, str(EXAMPLES / "convert.py"), str(bare)], capture_output=True, check=True)
    for line in made.stdout.decode().splitlines():
        assert all({"tool_calls", "opportunity"}.isdisjoint(turn) for turn in json.loads(line)["turns"])
