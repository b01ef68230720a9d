"""A small run, made in the test: a directory as `sim run` leaves it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluator.catalogue import load_catalogue
from evaluator.session import Session
from evaluator.verdicts import CheckResult, Conclusion, Verdict

Json = dict[str, Any]


def turn(text: str, reply: str | None = "Hello.", **more: Any) -> Json:
    """A turn of one message and one reply."""
    inbound = {"sender": "customer", "text": text, "created_at": "2026-03-02T10:15:00+08:00"}
    inquiry = None if reply is None else {"replyText": reply, "askedFieldKeys": [], "published": True}
    return {"inbound": [inbound], "inquiry": inquiry, "tool_calls": [], "opportunity": [], **more}


def session(name: str, turns: Sequence[Json] = (), **more: Any) -> Session:
    """A session record."""
    return Session.from_json(
        {"schema": "sim.session/1", "session_id": name, "turns": list(turns) or [turn("hi")], **more}
    )


def failed(check: str, quote: str, source: Any = "reply", number: int = 1, note: str = "not so") -> CheckResult:
    """A failed check with its quote."""
    return CheckResult(check=check, result="FAIL", by="rule", turn=number, quote=quote, source=source, note=note)


def verdict(metric: str, result: Any = "PASS", *checks: CheckResult, **more: Any) -> Verdict:
    """A verdict; ``file_run`` fills in the session."""
    return Verdict(metric_id=metric, result=result, session_id="?", checks=checks, **more)


@dataclass
class Scored:
    """A session with those of its verdicts that are not a plain N/A."""

    session: Session
    verdicts: Sequence[Verdict] = ()
    conclusion: str | None = None

    @property
    def name(self) -> str:
        return self.session.session_id

    def all_verdicts(self) -> Iterable[Verdict]:
        """One for each metric of the catalogue."""
        given = {item.metric_id: item for item in self.verdicts}
        for metric in load_catalogue():
            found = given.get(metric.id) or Verdict(
                metric_id=metric.id, result="N/A", session_id="?", exercised=False, reason="no event"
            )
            yield found.model_copy(update={"session_id": self.name})

    def concluded(self) -> Conclusion:
        """Its conclusion."""
        lost = tuple(item.metric_id for item in self.verdicts if item.result == "FAIL")
        result = self.conclusion or ("unqualified" if lost else "qualified")
        return Conclusion.model_validate({"session_id": self.name, "conclusion": result, "failed_p0": lost})


def gates(*results: tuple[str, bool, str]) -> Json:
    """`gates.json` of gates, each with whether it passed and its message."""
    each = [
        {
            "gate": gate,
            "passed": passed,
            "message": message,
            "limit": 0,
            "n": 9,
            "open": 0,
            "value": 0,
            "interval": None,
        }
        for gate, passed, message in results
    ]
    passed = all(result[1] for result in results)
    return {"passed": passed, "complete": True, "allow_open": False, "gates": each}


@dataclass
class Run:
    """What goes into the directory."""

    scored: Sequence[Scored]
    manifest: Mapping[str, Any] = field(
        default_factory=lambda: {"command": "score", "state": "complete", "evaluator": {"version": "v1", "judge": None}}
    )
    errors: Sequence[Mapping[str, Any]] = ()
    gates: Mapping[str, Any] | None = None


def file_run(folder: Path, run: Run) -> Path:
    """Writes the run directory."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "run.json").write_text(json.dumps(run.manifest), encoding="utf-8")
    if run.gates is not None:
        (folder / "gates.json").write_text(json.dumps(run.gates), encoding="utf-8")
    lines = {
        "sessions": [item.session.to_json_line() for item in run.scored],
        "verdicts": [verdict.model_dump_json() for item in run.scored for verdict in item.all_verdicts()],
        "conclusions": [item.concluded().model_dump_json() for item in run.scored],
        "errors": [json.dumps(error) for error in run.errors],
    }
    for name, content in lines.items():
        (folder / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    return folder
