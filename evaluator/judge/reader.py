"""The model reader: one call a session, over the same vocabulary as the rules, its quotes verified.

What it reports of a text counts only where everything that it reports of that text is in order: a text with a false
quote is told back once, and then left to the rules alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from evaluator.client.ports import Ask, Models
from evaluator.judge.prompts import Prompt, shipped
from evaluator.judge.replies import json_object
from evaluator.judge.transcript import fenced, texts_only
from evaluator.reading.merge import MODEL_CUSTOMER_ACTS, MODEL_REPLY_ACTS, Place
from evaluator.reading.model import Act
from evaluator.reading.segment import sentences
from evaluator.reading.values import expected_value
from evaluator.session.models import Session
from evaluator.text.normalise import contains_quote

_MOST_FAULTS: Final = 12  # told back to the model


@dataclass
class _Report:
    """What a completion reports, by text, and what is wrong with it."""

    acts: dict[Place, list[Act]] = field(default_factory=dict)
    faults: dict[Place, list[str]] = field(default_factory=dict)
    unreadable: bool = False


class ModelReader:
    """Reads sessions with a model."""

    def __init__(self, models: Models, prompt: Prompt | None = None) -> None:
        self._models = models
        self.prompt = prompt or shipped("reader")

    async def read(self, session: Session) -> Mapping[Place, tuple[Act, ...]]:
        """The acts of every text that was read; a text whose report does not hold is not among them."""
        texts = _texts(session)
        if not texts:
            return {}
        report = await self._ask(session, texts, "")
        if report.unreadable or report.faults:
            again = await self._ask(session, texts, _told_back(report))
            report = _better(report, again)
        if report.unreadable:
            return {}
        return {place: tuple(report.acts.get(place, ())) for place in texts if place not in report.faults}

    async def _ask(self, session: Session, texts: Mapping[Place, str], faults: str) -> _Report:
        ask = Ask(
            role="reader",
            messages=(
                {"role": "system", "content": self.prompt.text + faults},
                {"role": "user", "content": fenced(texts_only(session))},
            ),
            conversation=session.session_id,
            schema=READER_SCHEMA,
            schema_name="acts",
            temperature=0.0,
        )
        completion = await self._models.complete(ask)
        return _report(completion.text, texts)


def _texts(session: Session) -> dict[Place, str]:
    """The texts that are read: customers' messages and replies. A message that says nothing is none."""
    found: dict[Place, str] = {}
    for number, turn in enumerate(session.turns, start=1):
        for index, message in enumerate(turn.inbound, start=1):
            if message.sender == "customer" and message.text.strip():
                found[number, f"c{index}"] = message.text
        if turn.inquiry is not None and (turn.inquiry.reply_text or "").strip():
            found[number, "r"] = turn.inquiry.reply_text or ""
    return found


def _report(text: str | None, texts: Mapping[Place, str]) -> _Report:
    document = json_object(text)
    given = document.get("acts") if document else None
    if not isinstance(given, list):
        return _Report(unreadable=True)
    report = _Report()
    for entry in given:
        place = _place(entry)
        if place is None or place not in texts:
            continue  # it speaks of no text that there is: nothing rests on it
        act, fault = _act(entry, texts[place], "r" if place[1] == "r" else "c")
        if act is not None:
            report.acts.setdefault(place, []).append(act)
        elif fault:
            report.faults.setdefault(place, []).append(fault)
    return report


def _place(entry: Any) -> Place | None:
    if not isinstance(entry, dict):
        return None
    turn, text = entry.get("turn"), entry.get("text")
    return (turn, text) if isinstance(turn, int) and isinstance(text, str) else None


def _act(entry: Mapping[str, Any], said: str, side: str) -> tuple[Act | None, str]:
    """The act, or what is wrong with it. An act that the vocabulary lacks is left out without a word."""
    name, quote, value = entry.get("act"), entry.get("quote"), entry.get("value")
    if name not in (MODEL_REPLY_ACTS if side == "r" else MODEL_CUSTOMER_ACTS):
        return None, ""
    if not isinstance(quote, str) or not contains_quote(said, quote):
        return None, f"{name}: the quote does not stand in the text word for word"
    written = str(value).strip() if value is not None else None
    act = Act(act=str(name), value=written or None, quote=quote, at=_sentence(said, quote))
    if expected_value(act) is not None:
        bare = act.model_copy(update={"value": None})
        if expected_value(bare) is not None:
            return None, f"{name}: value must be {expected_value(act)}"
        act = bare
    return act, ""


def _sentence(said: str, quote: str) -> int:
    """The number of the sentence that the quote stands in; where it runs over several, the first."""
    for sentence in sentences(said):
        if contains_quote(sentence.text, quote):
            return sentence.at
    return 0


def _told_back(report: _Report) -> str:
    """What is said of a faulty report: in the system role, and without a word of the chat."""
    if report.unreadable:
        return "\n\nYour last answer was not the JSON object asked for. Answer again."
    lines = [f"- turn {turn}, {text}: {fault}" for (turn, text), faults in report.faults.items() for fault in faults]
    listed = "\n".join(lines[:_MOST_FAULTS])
    return f"\n\nYour last answer had these faults. Answer again, in full, without them:\n{listed}"


def _better(first: _Report, second: _Report) -> _Report:
    """The second report, but for the texts that only the first has in order."""
    if second.unreadable:
        return first
    if first.unreadable:
        return second
    for place in list(second.faults):
        if place not in first.faults:
            del second.faults[place]
            second.acts[place] = first.acts.get(place, [])
    return second


READER_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "acts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "turn": {"type": "integer"},
                    "text": {"type": "string"},
                    "act": {"type": "string"},
                    "value": {"type": ["string", "null"]},
                    "quote": {"type": "string"},
                },
                "required": ["turn", "text", "act", "value", "quote"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["acts"],
    "additionalProperties": False,
}
