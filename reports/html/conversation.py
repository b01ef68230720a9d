"""One conversation as the page shows it: turns, tool calls, decisions, and the verdicts beside them.

The keys are short because a page holds hundreds of them; `page.js` reads them. A key that would be null is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic_core import to_json

from evaluator.session import Image, InquiryOutput, Message, OpportunityRun, Session, ToolCall, Turn
from evaluator.verdicts import CheckResult, Verdict
from reports.html.faults import Fault, Marker, faults_of
from reports.html.simulated import simulated
from reports.html.spans import spans
from reports.plain import one_line, visible

_NOTE: Final = 2_000  # characters of a note or a reason
_BRIEF: Final = 60  # characters of a name or a value of the context in short
_MOST_PAIRS: Final = 24
_LABELS: Final = ("shouldAutoConvert", "shouldForceHumanTakeover", "conversationIntent")


def conversation(session: Session, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The conversation as JSON values."""
    faults = faults_of(verdicts)
    return _given(
        {
            "id": visible(session.session_id),
            "about": _about(session),
            "turns": [_turn(turn, number, faults) for number, turn in enumerate(session.turns, start=1)],
            "faults": [_given({"m": f.metric, "k": f.check, "n": f.turn}) for f in faults],
            "verdicts": [_verdict(verdict) for verdict in verdicts],
        }
    )


def _about(session: Session) -> dict[str, Any]:
    """What the conversation is: its making, and what both agents were told about the customer."""
    of = simulated(session)
    customer = session.customer.to_json_dict() if session.customer else {}
    return _given(
        {
            "template": of.template and visible(of.template),
            "variant": of.variant,
            "repeat": of.repeat,
            "factors": {visible(name): visible(level) for name, level in of.factors.items()} or None,
            "missed": [visible(target) for target in of.missed] or None,
            "invalid": of.invalid and visible(of.invalid),
            "defect": of.defect and visible(of.defect),
            "customer": {visible(name): _shown(value) for name, value in customer.items() if value is not None} or None,
        }
    )


def _turn(turn: Turn, number: int, faults: Sequence[Fault]) -> dict[str, Any]:
    marker = Marker(faults, number)
    context = turn.context.to_json_dict() if turn.context else {}
    return _given(
        {
            "in": [_message(message, marker) for message in turn.inbound],
            "brief": brief(context) or None,
            "ctx": visible(_pretty(context)) if context else None,
            # No log is another thing than no call: false says the first, an empty list the second.
            "tools": False if turn.tool_calls is None else [_tool(call, marker) for call in turn.tool_calls],
            "out": _output(turn.inquiry, marker) if turn.inquiry else None,
            "runs": False if turn.opportunity is None else [_run(run, marker) for run in turn.opportunity],
            "f": [fault.number for fault in faults if fault.turn == number] or None,
        }
    )


def _message(message: Message, marker: Marker) -> dict[str, Any]:
    return _given(
        {
            "who": message.sender,
            "at": None if message.created_at is None else _shown(message.created_at),
            "s": spans(message.text, marker.marks(message.text, "inbound")),
            "img": [_image(image) for image in message.pictures] or None,
        }
    )


def _image(image: Image) -> dict[str, Any]:
    seen = image.recognition
    return _given(
        {
            "id": image.id and visible(image.id),
            "status": seen and seen.status,
            "labels": [visible(label) for label in seen.labels or ()] if seen else None,
            "about": one_line(seen.description, _NOTE) if seen and seen.description else None,
        }
    )


def _tool(call: ToolCall, marker: Marker) -> dict[str, Any]:
    arguments, result = _pretty(call.arguments), _pretty(call.result)
    name = call.name or "?"
    # A quote may be the bare name: then the call itself is marked.
    in_result = marker.marks(result, "tool")
    in_arguments = marker.marks(arguments, "tool")
    return _given(
        {
            "who": call.agent,
            "name": spans(name, marker.marks(name, "tool")),
            "args": spans(arguments, in_arguments),
            "res": spans(result, in_result),
        }
    )


def _output(output: InquiryOutput, marker: Marker) -> dict[str, Any]:
    reply = output.reply_text
    asked = ", ".join(output.asked_field_keys or ())
    media = [_given({"id": item.id and visible(item.id), "ok": item.delivered}) for item in output.media or ()]
    return _given(
        {
            "s": spans(reply, marker.marks(reply, "reply"), markers=True) if reply is not None else None,
            "sent": output.was_published,
            "asked": spans(asked, marker.marks(asked, "form")) if asked else None,
            "raw": spans(output.raw, marker.marks(output.raw, "raw")) if output.raw else None,
            "media": media or None,
        }
    )


def _run(run: OpportunityRun, marker: Marker) -> dict[str, Any]:
    raw = run.raw or ""
    context = run.context.to_json_dict() if run.context else {}
    return _given(
        {
            "phase": run.phase,
            "brief": brief(context) or None,
            "ctx": visible(_pretty(context)) if context else None,
            "s": spans(raw, marker.marks(raw, "raw", again=True)),
            "said": _decision(raw),
        }
    )


def brief(context: Mapping[str, Any]) -> list[list[str]]:
    """A context as short pairs of name and value: what is given, the form key by key. The whole is shown apart."""
    pairs: list[list[str]] = []
    for name, value in context.items():
        items = value.items() if isinstance(value, Mapping) else ((name, value),)
        pairs += [
            [one_line(str(key), _BRIEF), one_line(_plain(item), _BRIEF)]
            for key, item in items
            if item not in (None, "") and not isinstance(item, list)
        ]
    return pairs[:_MOST_PAIRS]


def _decision(raw: str) -> list[str] | None:
    """The three values of a readable output, in the contract's order; a missing one is ``?``."""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    return [one_line(_plain(document[name]), 40) if name in document else "?" for name in _LABELS]


def _verdict(verdict: Verdict) -> dict[str, Any]:
    """A verdict with those of its checks that had something to decide."""
    checks = [_check(check) for check in verdict.checks if check.result != "N/A"]
    return _given(
        {
            "m": verdict.metric_id,
            "r": code_of(verdict),
            "why": one_line(verdict.reason, _NOTE) or None,
            "ev": one_line(verdict.evidence, _NOTE) or None if not any("q" in check for check in checks) else None,
            "c": checks or None,
            "e": list(verdict.edges) or None,
        }
    )


def _check(check: CheckResult) -> dict[str, Any]:
    return _given(
        {
            "k": check.check,
            "r": check.result[0],
            "by": check.by,
            "n": check.turn,
            "q": visible(check.quote) if check.quote else None,
            "note": one_line(check.note, _NOTE) or None,
        }
    )


def code_of(verdict: Verdict) -> str:
    """One letter for a verdict: ``F``, ``P``, ``U`` undetermined, ``N`` N/A, ``O`` a pass without an occasion, or
    the score of the tiered metric."""
    if verdict.undetermined:
        return "U"
    if verdict.result == "N/A":
        return "N"
    if verdict.result == "FAIL":
        return "F"
    if not verdict.exercised:
        return "O"
    return "P" if verdict.score is None else str(verdict.score)


def _pretty(value: object) -> str:
    """A logged value as text. Text that is JSON already is shown as it is: its quotes are found in it."""
    if isinstance(value, str):
        return value
    try:
        return to_json(value, indent=1, inf_nan_mode="constants").decode()  # ten times as fast as json with an indent
    except (ValueError, RecursionError):  # half a surrogate pair, or a depth that the other may still take
        pass
    try:
        return json.dumps(value, ensure_ascii=False, indent=1)
    except RecursionError:  # lists in lists by the hundred: logged as they came, and of no use to a reader
        return "…"


def _plain(value: object) -> str:
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "…"


def _shown(value: object) -> str:
    return one_line(_plain(value), _NOTE)


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
