"""Where in a session's record a quote stands. Readers, rules and judges quote; nothing is shown that is not there."""

import json
from collections.abc import Iterator
from typing import Final

from evaluator.session.models import Session, Turn
from evaluator.text.normalise import contains_quote
from evaluator.verdicts import Source

SOURCES: Final[tuple[Source, ...]] = ("reply", "inbound", "raw", "tool", "form")


def source_of(session: Session, turn: int, quote: str | None) -> Source | None:
    """Where in the record of a turn (from 1) a quote stands; None where it does not."""
    if not quote or not quote.strip() or not 1 <= turn <= len(session.turns):
        return None
    there = session.turns[turn - 1]
    return next(
        (source for source in SOURCES if any(contains_quote(text, quote) for text in texts_of(there, source))), None
    )


def texts_of(turn: Turn, source: Source) -> Iterator[str]:
    """The texts of a turn that a quote with this source may stand in."""
    match source:
        case "inbound":
            for message in turn.inbound:
                yield message.text
                for image in message.pictures:
                    yield from _inside(image.recognition.to_json_dict() if image.recognition else None)
                yield from _inside(message.created_at)
        case "reply":
            yield (turn.inquiry.reply_text or "") if turn.inquiry else ""
        case "raw":
            yield from (run.raw or "" for run in turn.runs)
        case "tool":
            for call in turn.tool_calls or ():
                yield call.name or ""
                yield json.dumps([call.arguments, call.result], ensure_ascii=False)
                yield from _inside([call.arguments, call.result])
        case "form":
            yield ", ".join((turn.inquiry.asked_field_keys if turn.inquiry else None) or ())
            yield from _told(turn)


def _told(turn: Turn) -> Iterator[str]:
    """What the platform told the two assistants, value by value and as the JSON that it was."""
    told = [turn.context, *(run.context for run in turn.runs)]
    for context in told:
        if context is not None:
            document = context.to_json_dict()
            yield json.dumps(document, ensure_ascii=False)
            yield from _inside(document)


def _inside(value: object) -> Iterator[str]:
    """The texts inside a JSON value: a quote has their line breaks and quotation marks as they are, not escaped."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _inside(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _inside(item)
