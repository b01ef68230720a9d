"""A small run, made in the test."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evaluator.session import SCHEMA, Session
from evaluator.verdicts import CheckOutcome, CheckResult, Conclusion, Result, Verdict

Scored = tuple[Session, tuple[Verdict, ...]]


def session(session_id: str, text: str = "hello", **simulation: Any) -> Session:
    """A session of one message; any simulation makes it a simulated one."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "session_id": session_id,
        "turns": [{"inbound": [{"sender": "customer", "text": text}]}],
    }
    if simulation:
        document["simulation"] = simulation
    return Session.from_json(document)


def verdict(session_id: str, metric_id: str = "M-008", result: Result = "PASS", **more: Any) -> Verdict:
    """A verdict; `checks` may be given as `check_1="PASS"`."""
    names = [name for name in more if name.startswith("check_")]
    checks = tuple(check(name, more.pop(name)) for name in names)
    return Verdict(metric_id=metric_id, result=result, session_id=session_id, **({"checks": checks} | more))


def check(name: str, result: CheckOutcome) -> CheckResult:
    """One check, with a quote where it failed."""
    if result == "FAIL":
        return CheckResult(
            check=name, result=result, by="rule", turn=1, quote="hello", source="reply", note="it is wrong"
        )
    return CheckResult(check=name, result=result)


def not_applicable(session_id: str, metric_id: str = "M-008", **more: Any) -> Verdict:
    """A true N/A."""
    return verdict(session_id, metric_id, "N/A", exercised=False, reason="no event", **more)


def undetermined(session_id: str, metric_id: str = "M-008", **more: Any) -> Verdict:
    """A verdict that nothing could decide."""
    more = {"reason": "no judge is configured"} | more
    return verdict(session_id, metric_id, "N/A", undetermined=True, exercised=False, **more)


def small_run() -> list[Scored]:
    """Seven sessions of two templates and an imported one, on three metrics."""
    vietnamese: dict[str, Any] = {
        "template": "posters-vi",
        "factors": {"language": "vi", "time": "work"},
        "targets": ["M-008.check_1"],
    }
    english: dict[str, Any] = {
        "template": "posters-en",
        "factors": {"language": "en", "time": "off"},
        "targets": ["M-008.check_2"],
    }
    runs: list[Scored] = []
    for number in range(1, 6):
        name = f"vi-{number}"
        result: Result = "FAIL" if number == 5 else "PASS"
        posters = verdict(name, "M-008", result, check_1=result, check_3="PASS", reason="check_1 failed: it is wrong")
        tone = verdict(name, "M-028", "PASS", score=number)
        runs.append((session(name, **vietnamese), (posters, not_applicable(name, "M-009"), tone)))
    missed = session("en-1", **english, missed=["M-008.check_2"])
    runs.append((missed, (not_applicable("en-1"), undetermined("en-1", "M-009", check_1="OPEN"))))
    runs.append((session("shop-1"), (verdict("shop-1", check_2="PASS", edges=("edge_1",)),)))
    return runs


def write_run(path: Path, runs: Sequence[Scored], **files: str) -> Path:
    """Writes the run directory; `files` replaces or adds files by name (`errors` for errors.jsonl)."""
    path.mkdir(parents=True, exist_ok=True)
    manifest = {
        "command": "run",
        "state": "complete",
        "seed": 1,
        "agents": {"inquiry": {"kind": "openai", "model": "chat-1"}, "opportunity": {"kind": "reference"}},
        "evaluator": {"version": "abc123", "judge": None},
    }
    lines = {
        "sessions": [one.to_json_line() for one, _ in runs],
        "readings": [_reading(one) for one, _ in runs],
        "verdicts": [item.model_dump_json() for _, items in runs for item in items],
        "conclusions": [_conclusion(one, items).model_dump_json() for one, items in runs],
        "errors": [],
    }
    (path / "run.json").write_text(json.dumps(manifest), encoding="utf-8")
    for name, content in lines.items():
        text = files.get(name, "".join(f"{line}\n" for line in content))
        (path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return path


def _reading(one: Session) -> str:
    turns = [
        {"turn": number, "messages": [{"language": "de"} for _ in turn.inbound]}
        for number, turn in enumerate(one.turns, start=1)
    ]
    return json.dumps({"session_id": one.session_id, "reader": "rules/1", "turns": turns})


def _conclusion(one: Session, items: Sequence[Verdict]) -> Conclusion:
    failed = tuple(item.metric_id for item in items if item.result == "FAIL")
    return Conclusion(session_id=one.session_id, conclusion="unqualified" if failed else "qualified", failed_p0=failed)
