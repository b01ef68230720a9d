"""A session as a model is shown it: JSON turns inside a fence that nothing in them can close.

The text of a conversation is data. It goes into the user message, and only there; what a model is told to do stands in
the system message. The fence is a hash of what stands inside it, so that no one who writes into it can know it, and the
same session is asked about in the same words.

What is shown has a bound. Long texts are cut, and it is said that they are; where that is not enough, all texts are cut
shorter, and at last turns are left out that nothing is asked about.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from evaluator.session.models import Image, Message, OpportunityRun, Session, ToolCall, Turn

Line: TypeAlias = dict[str, Any]

MOST_SHOWN: Final = 120_000  # characters of all lines together
_CUTS: Final = (6000, 2000, 600, 200)  # characters of one text: the first with which all fits
_MOST_VALUE: Final = 2500  # characters of one value that is no text of the chat (a tool's result, a form)
_FENCE_DIGITS: Final = 20
# Written as escapes: `<` can close no fence, and none of the others ends a line, for whoever splits lines how.
_ESCAPED: Final = {ord(character): f"\\u{ord(character):04x}" for character in "<\u0085\u2028\u2029"}


def fence_of(body: str) -> str:
    """The fence's name for a text that is to stand inside it."""
    return "data-" + hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:_FENCE_DIGITS]


def fenced(lines: Iterable[Line]) -> str:
    """The user message: one line of JSON each, between the opening and the closing of the fence."""
    body = "\n".join(_json(line) for line in lines)
    fence = fence_of(body)
    return f"<{fence}>\n{body}\n</{fence}>"


def texts_only(session: Session) -> list[Line]:
    """The turns for the reader: what was said, nothing else. `c1` is a turn's first message, `r` the reply."""
    return _within(session, _spoken, ())


def whole(session: Session, *, opportunity: bool, wanted: Iterable[int] = ()) -> list[Line]:
    """The turns for the judge; `opportunity`: with the runs of the opportunity assistant (Parts 5 and 6).

    `wanted` are the turns, from 1, that are asked about: of a session that is too long they are kept first.
    """
    return _within(session, lambda number, turn, most: _whole_turn(number, turn, most, opportunity), wanted)


def _within(session: Session, show: Callable[[int, Turn, int], Line], wanted: Iterable[int]) -> list[Line]:
    """The lines of a session, together at most `MOST_SHOWN` characters."""
    lines: list[Line] = []
    sizes: list[int] = []
    for most in _CUTS:
        lines = [show(number, turn, most) for number, turn in enumerate(session.turns, start=1)]
        sizes = [len(_json(line)) + 1 for line in lines]
        if sum(sizes) <= MOST_SHOWN:
            return lines
    return list(_chosen(lines, sizes, wanted))


def _chosen(lines: Sequence[Line], sizes: Sequence[int], wanted: Iterable[int]) -> Iterator[Line]:
    """As many lines as there is room for: those asked about, those beside them, the first, the others in order."""
    named = list(dict.fromkeys(wanted))
    beside = [near for number in named for near in (number - 1, number + 1) if 1 <= near <= len(lines)]
    room, kept = MOST_SHOWN, set()
    for number in dict.fromkeys((*named, *beside, *range(1, len(lines) + 1))):
        if sizes[number - 1] <= room:
            room -= sizes[number - 1]
            kept.add(number)
    gap = 0
    for number, line in enumerate(lines, start=1):
        if number in kept:
            if gap:
                yield {"turns_left_out": [gap, number - 1]}
            gap = 0
            yield line
        else:
            gap = gap or number
    if gap:
        yield {"turns_left_out": [gap, len(lines)]}


def _spoken(number: int, turn: Turn, most: int) -> Line:
    shown: Line = {"turn": number}
    for index, message in enumerate(turn.inbound, start=1):
        name = f"c{index}" if message.sender == "customer" else f"staff{index}"
        shown[name] = cut(message.text, most)
    reply = turn.inquiry.reply_text if turn.inquiry else None
    if reply is not None:
        shown["r"] = cut(reply, most)
    return shown


def _whole_turn(number: int, turn: Turn, most: int, opportunity: bool) -> Line:
    shown: Line = {"turn": number, "messages": [_message(message, most) for message in turn.inbound]}
    if turn.context is not None:
        told = {
            "leadToOpportunityStatus": turn.context.lead_status,
            "nextPendingField": turn.context.next_pending_field,
            "form": turn.context.form,
        }
        shown["context"] = _brief(_without_nothing(told), most)
    calls = None if turn.tool_calls is None else [_call(call, most) for call in turn.tool_calls]
    shown["tool_calls"] = "no log" if calls is None else calls
    if turn.inquiry is None:
        shown["reply"] = None
    else:
        shown["reply"] = cut(turn.inquiry.reply_text, most)
        shown["askedFieldKeys"] = _brief(turn.inquiry.asked_field_keys, most)
        if not turn.inquiry.was_published:
            shown["published"] = False
    if opportunity:
        shown["opportunity"] = "no log" if turn.opportunity is None else [_run(run, most) for run in turn.runs]
    return shown


def _message(message: Message, most: int) -> Line:
    shown: Line = {"from": message.sender, "at": _brief(message.created_at, most), "text": cut(message.text, most)}
    if message.images:
        shown["images"] = [_image(image, most) for image in message.images]
    return shown


def _image(image: Image, most: int) -> Any:
    seen = image.recognition
    if seen is None:
        return "not recognised"
    told = {"status": seen.status, "labels": list(seen.labels or ()), "description": seen.description}
    return _brief(_without_nothing(told), most)


def _call(call: ToolCall, most: int) -> Line:
    told = {
        "agent": call.agent,
        "name": cut(call.name, most),
        "arguments": _brief(call.arguments, most),
        "result": _brief(call.result, most),
    }
    return _without_nothing(told)


def _run(run: OpportunityRun, most: int) -> Line:
    told = run.context
    context = {}
    if told is not None:
        context = {
            "createdAt": _brief(told.created_at_, most),
            "leadToOpportunityStatus": told.lead_status,
            "replyPublished": told.reply_published,
            "actualLastAiReply": cut(told.actual_last_ai_reply, most),
        }
    return {"phase": run.phase, "context": _without_nothing(context), "raw": cut(run.raw, most)}


def cut(text: str | None, most: int = _CUTS[0]) -> str | None:
    """The text, cut where it is very long, with a word that says so; what could not be encoded is replaced."""
    if text is None:
        return None
    if len(text) > most:
        text = f"{text[:most]}… [cut: {len(text)} characters]"
    return text.encode("utf-8", "replace").decode()


def _brief(value: Any, most: int) -> Any:
    """A value that is no text of the chat; where it is long, the beginning of what it is in JSON."""
    most = min(most, _MOST_VALUE)
    if isinstance(value, str):
        return cut(value, most)
    written = _plain(value)
    return value if len(written) <= most else cut(written, most)


def _without_nothing(document: Mapping[str, Any]) -> Line:
    return {key: value for key, value in document.items() if value not in (None, (), [], {})}


def _plain(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str)


def _json(document: Any) -> str:
    """Compact JSON on one line, without what could look like the end of a fence."""
    return _plain(document).translate(_ESCAPED).encode("utf-8", "replace").decode()
