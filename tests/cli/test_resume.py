"""A run that was stopped loses nothing that was finished, and `--resume` makes of it what it would have been."""

from __future__ import annotations

import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from evaluator.scoring import Scored, Scorer
from evaluator.session import Session
from scenarios.cases import Case
from simulator import runner

from .helpers import (
    M008,
    SAME_BYTES,
    SESSIONS,
    VERDICTS,
    SharedRun,
    compact,
    document,
    documents,
    refused,
    sim,
    tree,
)

JOURNAL = "journal.jsonl"


@pytest.fixture
def driven(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the conversations that are driven, as they begin."""
    seen: list[str] = []
    on_each_case(monkeypatch, lambda case: seen.append(case.session_id))
    return seen


def on_each_case(monkeypatch: pytest.MonkeyPatch, note: Callable[[Case], object]) -> None:
    """Has `note` see each case before it is driven; what it raises ends the conversation."""
    drive: Callable[..., Awaitable[Session]] = vars(runner)["converse"]

    async def noted(case: Case, *arguments: Any) -> Session:
        note(case)
        return await drive(case, *arguments)

    monkeypatch.setattr(runner, "converse", noted)


def copied(run: SharedRun, here: Path) -> Path:
    return Path(shutil.copytree(run.path, here / "D"))


def assert_like(run_dir: Path, undisturbed: SharedRun) -> None:
    """The run is complete, and like one that nothing disturbed."""
    for name in SAME_BYTES:
        assert (run_dir / name).read_bytes() == (undisturbed.path / name).read_bytes(), name
    assert set(tree(run_dir)) == set(tree(undisturbed.path))
    manifest, other = document(run_dir / "run.json"), document(undisturbed.path / "run.json")
    changing = ("started", "ended")
    assert {**manifest, **dict.fromkeys(changing)} == {**other, **dict.fromkeys(changing)}
    assert manifest["state"] == "complete"


def test_a_killed_run_leaves_its_journal(killed: SharedRun) -> None:
    assert killed.result.code == -9
    assert set(tree(killed.path)) == {"run.json", JOURNAL}
    assert document(killed.path / "run.json")["state"] == "running"
    assert len(documents(killed.path / JOURNAL)) == 3


def test_a_killed_run_resumed_is_like_an_undisturbed_one(
    killed: SharedRun, m008: SharedRun, here: Path, driven: list[str]
) -> None:
    """It was begun in another process with another locale and time zone, and goes on at another concurrency."""
    folder = copied(killed, here)
    finished = {line["key"] for line in documents(folder / JOURNAL)}
    result = sim(*M008, "--concurrency", "2", "--resume", "--out", folder)
    assert (result.code, result.out) == (0, m008.result.out)
    assert_like(folder, m008)
    everything = {session["session_id"] for session in documents(m008.path / SESSIONS)}
    assert sorted(driven) == sorted(everything - finished)


@pytest.mark.parametrize("lost", [1, 100, 60_000])
def test_a_half_written_line_is_dropped(
    killed: SharedRun, m008: SharedRun, here: Path, driven: list[str], lost: int
) -> None:
    """The machine stopped while a line was being written: its conversation is driven again, the whole ones are not."""
    folder = copied(killed, here)
    data = (folder / JOURNAL).read_bytes()
    assert len(data) > lost
    (folder / JOURNAL).write_bytes(data[:-lost])
    whole = data[:-lost].count(b"\n")
    assert whole < 3
    assert sim(*M008, "--resume", "--out", folder).code == 0
    assert_like(folder, m008)
    assert len(driven) == 6 - whole


@pytest.mark.parametrize(
    ("options", "differs"),
    [
        ((*M008, "--languages", "vi"), "--languages was vi,en when the run was started, and is vi now"),
        ((*M008, "--factor", "time=off"), "--factor was not given when the run was started, and is time=off now"),
        ((*M008, "--repeat", "2"), "--repeat was 1 when the run was started, and is 2 now"),
        ((*M008, "--seed", "2"), "--seed was 1 when the run was started, and is 2 now"),
        ((*M008, "--agents", "defect:M-008.check_1"), "--agents was reference when the run was started"),
        (("score", "D/run.json"), "it was started by sim run, this is sim score"),
    ],
)
def test_resume_with_other_options_is_refused(
    killed: SharedRun, here: Path, options: tuple[str, ...], differs: str
) -> None:
    """What was finished stays as it is."""
    copied(killed, here)
    before = tree(here)
    refused(sim(*options, "--resume", "--out", "D"), "D: cannot resume", differs)
    refused(sim(*options, "--out", "D"), "D holds a run already")
    assert tree(here) == before


def test_resume_with_another_evaluator_is_refused(killed: SharedRun, here: Path) -> None:
    """Verdicts of different evaluators do not stand in one run."""
    folder = copied(killed, here)
    manifest = document(folder / "run.json")
    manifest["evaluator"]["version"] = "0123456789abcdef"
    (folder / "run.json").write_text(json.dumps(manifest), encoding="utf-8")
    refused(sim(*M008, "--resume", "--out", "D"), "the evaluator is another one", "0123456789abcdef")
    assert len(documents(folder / JOURNAL)) == 3


def test_an_interrupted_run_keeps_what_was_finished(interrupted: SharedRun, m008: SharedRun) -> None:
    assert interrupted.result.code not in (0, 1, 2)
    assert "Traceback" not in interrupted.result.err
    manifest = document(interrupted.path / "run.json")
    assert manifest["state"] == "interrupted"
    assert manifest["counts"]["sessions"] == 3
    undisturbed = (m008.path / SESSIONS).read_bytes().splitlines()
    finished = (interrupted.path / SESSIONS).read_bytes().splitlines()
    assert finished == undisturbed[:3]
    assert (interrupted.path / VERDICTS).read_bytes().splitlines() == (
        (m008.path / VERDICTS).read_bytes().splitlines()[: 3 * 58]
    )
    assert len(documents(interrupted.path / "conclusions.jsonl")) == 3


def test_an_interrupted_run_can_be_looked_at_and_resumed(
    interrupted: SharedRun, m008: SharedRun, here: Path, driven: list[str]
) -> None:
    folder = copied(interrupted, here)
    assert sim("report", folder, "--format", "md").code == 0
    summary = (folder / "report.md").read_text(encoding="utf-8")
    assert "not complete" in summary
    assert "sessions: 3" in summary
    assert sim(*M008, "--resume", "--out", folder).code == 0
    assert_like(folder, m008)
    assert len(driven) == 3


def test_force_begins_anew_and_leaves_alone_what_is_not_its_own(killed: SharedRun, here: Path) -> None:
    folder = copied(killed, here)
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    options = ("run", "--template", "m008-control-no-posters", "--languages", "en", "--limit", "1")
    assert sim(*options, "--force", "--out", folder).code == 0
    assert [one["simulation"]["template"] for one in documents(folder / SESSIONS)] == ["m008-control-no-posters"]
    assert document(folder / "run.json")["options"]["metrics"] == []
    assert (folder / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert not (folder / JOURNAL).exists()


def test_an_error_from_outside_is_no_verdict(m008: SharedRun, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is incomplete (exit code 3); resumed when the endpoint is back, it has all conversations."""

    def fail(case: Case) -> None:
        if case.index == 2:
            raise OSError("the endpoint is down")

    with monkeypatch.context() as patch:
        on_each_case(patch, fail)
        result = sim(*M008, "--out", "D")
    assert result.code == 3
    assert "incomplete: 1 conversation ended in an error" in result.err
    sessions = [session["session_id"] for session in documents(m008.path / SESSIONS)]
    (error,) = documents(here / "D" / "errors.jsonl")
    assert error == {"session_id": sessions[2], "kind": "OSError", "message": "the endpoint is down"}
    assert [one["session_id"] for one in documents(here / "D" / SESSIONS)] == sessions[:2] + sessions[3:]
    assert sessions[2] not in {line["session_id"] for line in documents(here / "D" / VERDICTS)}
    manifest = document(here / "D" / "run.json")
    assert manifest["state"] == "interrupted"
    assert manifest["counts"] == {"sessions": 5, "refused": 0, "errors": 1}
    sim(*M008, "--resume", "--out", "D")
    for name in SAME_BYTES:
        assert (here / "D" / name).read_bytes() == (m008.path / name).read_bytes(), name


def test_a_fault_in_the_code_is_seen_and_loses_nothing(
    m008: SharedRun, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(case: Case) -> None:
        if case.index == 4:
            raise KeyError("a fault")

    with monkeypatch.context() as patch:
        on_each_case(patch, fail)
        with pytest.raises(KeyError, match="a fault"):
            sim(*M008, "--concurrency", "1", "--out", "D")
    assert document(here / "D" / "run.json")["state"] == "interrupted"
    undisturbed = (m008.path / SESSIONS).read_bytes().splitlines()
    assert (here / "D" / SESSIONS).read_bytes().splitlines() == undisturbed[:4]
    assert sim(*M008, "--resume", "--out", "D").code == 0
    assert_like(here / "D", m008)


def test_scoring_that_was_interrupted_goes_on_where_it_was(
    here: Path, record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [compact({**record, "session_id": name}) for name in ("one", "two", "three")]
    (here / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert sim("score", "all.jsonl", "--out", "whole").code == 0
    scored: list[str] = []
    score = Scorer.score

    def noted(self: Scorer, session: Session) -> Scored:
        if len(scored) == 2:
            scored.clear()
            raise KeyboardInterrupt
        scored.append(session.session_id)
        return score(self, session)

    monkeypatch.setattr(Scorer, "score", noted)
    assert sim("score", "all.jsonl", "--out", "D").code not in (0, 1, 2)
    assert document(here / "D" / "run.json")["state"] == "interrupted"
    assert [one["session_id"] for one in documents(here / "D" / SESSIONS)] == ["one", "two"]
    refused(
        sim("score", "whole/sessions.jsonl", "--resume", "--out", "D"),
        "cannot resume",
        "the path of the records was all.jsonl",
    )
    assert sim("score", "all.jsonl", "--resume", "--out", "D").code == 0
    assert scored == ["three"]
    for name in SAME_BYTES:
        assert (here / "D" / name).read_bytes() == (here / "whole" / name).read_bytes(), name
    assert document(here / "D" / "run.json")["state"] == "complete"
