"""A session as a model is shown it: JSON turns inside a fence that nothing in them can close.

The text of a conversation is data. It goes into the user message, and only there; what a model is told to do stands in
the system message. The fence is a hash of the session, so that no one who writes into it can know it, and the same
session is asked about in the same words.
"""

import hashlib
import json
from typing import Any, Final

from evaluator.session.models import Image, OpportunityRun, Session, ToolCall, Turn

_MOST_TEXT: Final = 6000  # characters of one text; what is cut is said
_MOST_RESULT: Final = 2500  # characters of one tool's result
_FENCE_DIGITS: Final = 20


def fence_of(body: str) -> str:
    """The fence's name for a text that is to stand inside it."""
    return "data-" + hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:_FENCE_DIGITS]


def fenced(turns: list[dict[str, Any]]) -> str:
    """The user message: one line of JSON a turn, between the opening and the closing of the fence."""
    body = "\n".join(_json(turn) for turn in turns)
    fence = fence_of(body)
    return f"<{fence}>\n{body}\n</{fence}>"


def texts_only(session: Session) -> list[dict[str, Any]]:
    """The turns for the reader: what was said, nothing else. `c1` is a turn's first message, `r` the reply."""
    return [_spoken(number, turn) for number, turn in enumerate(session.turns, start=1)]


def _spoken(number: int, turn: Turn) -> dict[str, Any]:
    shown: dict[str, Any] = {"turn": number}
    for index, message in enumerate(turn.inbound, start=1):
        name = f"c{index}" if message.sender == "customer" else f"staff{index}"
        shown[name] = cut(message.text)
    reply = turn.inquiry.reply_text if turn.inquiry else None
    if reply is not None:
        shown["r"] = cut(reply)
    return shown


def whole(session: Session, *, opportunity: bool) -> list[dict[str, Any]]:
    """The turns for the judge; `opportunity`: with the runs of the opportunity assistant (Parts 5 and 6)."""
    return [_whole_turn(number, turn, opportunity) for number, turn in enumerate(session.turns, start=1)]


def _whole_turn(number: int, turn: Turn, opportunity: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"turn": number, "messages": []}
    for message in turn.inbound:
        entry: dict[str, Any] = {"from": message.sender, "at": message.created_at, "text": cut(message.text)}
        if message.images:
            entry["images"] = [_image(image) for image in message.images]
        shown["messages"].append(entry)
    if turn.context is not None:
        shown["context"] = _without_nothing(
            {
                "leadToOpportunityStatus": turn.context.lead_status,
                "nextPendingField": turn.context.next_pending_field,
                "form": turn.context.form,
            }
        )
    calls = None if turn.tool_calls is None else [_call(call) for call in turn.tool_calls]
    shown["tool_calls"] = "no log" if calls is None else calls
    if turn.inquiry is None:
        shown["reply"] = None
    else:
        shown["reply"] = cut(turn.inquiry.reply_text)
        shown["askedFieldKeys"] = turn.inquiry.asked_field_keys
        if not turn.inquiry.was_published:
            shown["published"] = False
    if opportunity:
        shown["opportunity"] = [_run(run) for run in turn.runs]
    return shown


def _image(image: Image) -> Any:
    seen = image.recognition
    if seen is None:
        return "not recognised"
    return _without_nothing({"status": seen.status, "labels": list(seen.labels or ()), "description": seen.description})


def _call(call: ToolCall) -> dict[str, Any]:
    result, written = call.result, _json(call.result)
    if len(written) > _MOST_RESULT:
        result = f"{written[:_MOST_RESULT]}… [cut: {len(written)} characters]"
    return _without_nothing({"agent": call.agent, "name": call.name, "arguments": call.arguments, "result": result})


def _run(run: OpportunityRun) -> dict[str, Any]:
    told = run.context
    context = (
        {}
        if told is None
        else _without_nothing(
            {
                "createdAt": told.created_at_,
                "leadToOpportunityStatus": told.lead_status,
                "replyPublished": told.reply_published,
                "actualLastAiReply": cut(told.actual_last_ai_reply),
            }
        )
    )
    return {"phase": run.phase, "context": context, "raw": cut(run.raw)}


def cut(text: str | None) -> str | None:
    """The text, cut where it is very long, with a word that says so; what could not be encoded is replaced."""
    if text is None:
        return None
    if len(text) > _MOST_TEXT:
        text = f"{text[:_MOST_TEXT]}… [cut: {len(text)} characters]"
    return text.encode("utf-8", "replace").decode()


def _without_nothing(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if value not in (None, (), [], {})}


def _json(document: Any) -> str:
    """Compact JSON. `<` is written as an escape: no text can look like the end of a fence."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str)
    return text.replace("<", "\\u003c").encode("utf-8", "replace").decode()
