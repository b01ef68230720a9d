"""Runs made in the test: for each case what the metrics came to, as letters (P, F, U undetermined, - N/A, 1 to 5)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluator.session import SCHEMA
from evaluator.verdicts import CheckResult, Verdict

Outcomes = Mapping[str, str]
Case = tuple[str, int, int]


def verdict(session_id: str, metric_id: str, letter: str) -> Verdict:
    """The verdict that a letter stands for; a FAIL has a failed check with a quote."""
    if letter in "12345":
        return Verdict(metric_id=metric_id, result="PASS", score=int(letter), session_id=session_id)
    if letter == "F":
        check = CheckResult(check="check_1", result="FAIL", by="rule", turn=1, quote="hello", note="it is wrong")
        return Verdict(metric_id=metric_id, result="FAIL", session_id=session_id, reason="no", checks=(check,))
    if letter == "P":
        checks = (CheckResult(check="check_1", result="PASS"),)
        return Verdict(metric_id=metric_id, result="PASS", session_id=session_id, checks=checks)
    return Verdict(
        metric_id=metric_id, result="N/A", session_id=session_id, undetermined=letter == "U", exercised=False
    )


def session(session_id: str, replies: Sequence[str] = ("yes",), **simulation: Any) -> dict[str, Any]:
    """A record with a turn a reply; any simulation makes it a simulated one."""
    at = "2026-03-02T10:15:00+08:00"
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "session_id": session_id,
        "turns": [
            {
                "inbound": [{"sender": "customer", "text": "hello", "created_at": at}],
                "inquiry": {"replyText": reply, "published": True},
            }
            for reply in replies
        ],
    }
    if simulation:
        document["simulation"] = simulation
    return document


def case(template: str, variant: int, repeat: int, replies: Sequence[str] = ("yes",), **more: Any) -> dict[str, Any]:
    """A simulated record of a case."""
    simulation = {"template": template, "variant": variant, "repeat": repeat, "factors": {"language": "en"}} | more
    return session(f"{template}.v{variant:02}.r{repeat}", replies, **simulation)


def write(
    path: Path,
    scored: Sequence[tuple[dict[str, Any], Outcomes]],
    *,
    version: str | None = "abc123",
    state: str = "complete",
    **manifest: Any,
) -> Path:
    """Writes a run directory."""
    path.mkdir(parents=True, exist_ok=True)
    document = {
        "command": "run",
        "state": state,
        "seed": 1,
        "agents": {"name": path.name},
        "evaluator": {"version": version, "judge": None},
    }
    (path / "run.json").write_text(json.dumps(document | manifest), encoding="utf-8")
    verdicts, conclusions = [], []
    for record, outcomes in scored:
        name = record["session_id"]
        found = [verdict(name, metric, letter) for metric, letter in outcomes.items()]
        verdicts += [one.model_dump_json() for one in found]
        failed = [one.metric_id for one in found if one.result == "FAIL"]
        conclusions.append(
            {"session_id": name, "conclusion": "unqualified" if failed else "qualified", "failed_p0": failed}
        )
    files = {
        "sessions": [json.dumps(record, ensure_ascii=False) for record, _ in scored],
        "verdicts": verdicts,
        "conclusions": [json.dumps(one) for one in conclusions],
        "errors": [],
    }
    for name, lines in files.items():
        (path / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def column(letters: str, metric: str = "M-008", templates: int = 10, repeats: int = 1) -> list[tuple[Any, Outcomes]]:
    """A run in which one metric comes to these letters, one a conversation."""
    found = []
    for number, letter in enumerate(letters):
        place, repeat = divmod(number, repeats)
        variant, template = divmod(place, templates)
        record = case(f"t{template}", variant + 1, repeat + 1, replies=(letter,))
        found.append((record, {metric: letter}))
    return found
