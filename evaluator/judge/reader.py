"""The model reader: one call a session, over the same vocabulary as the rules, its quotes verified.

What it reports of a text counts only where everything that it reports of that text is in order: a text with a false
quote is told back once, and then left to the rules alone. So is a text that was too long to be shown whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from evaluator.client.ports import Ask, Models
from evaluator.judge.prompts import Prompt, shipped
from evaluator.judge.replies import is_doubled, listed
from evaluator.judge.transcript import Line, fenced, texts_only
from evaluator.ontology import MODEL_CUSTOMER_ACTS, MODEL_REPLY_ACTS, CustomerAct, ReplyAct
from evaluator.reading.merge import Place
from evaluator.reading.model import Act
from evaluator.reading.segment import sentences
from evaluator.reading.values import expected_value
from evaluator.session.models import Session
from evaluator.text.markers import strip_markers
from evaluator.text.normalise import contains_quote

_MOST_FAULTS: Final = 12  # told back to the model
_MOST_ACTS: Final = 60  # of one text
_MOST_VALUE: Final = 200  # characters
_KNOWN: Final[frozenset[str]] = frozenset(CustomerAct) | frozenset(ReplyAct)


@dataclass
class _Report:
    """What a completion reports, by text, and what is wrong with it.

    `strays` counts what speaks of no text that there is: then a text about which nothing is said was not surely read.
    """

    acts: dict[Place, list[Act]] = field(default_factory=dict)
    faults: dict[Place, list[str]] = field(default_factory=dict)
    strays: int = 0
    unreadable: bool = False

    @property
    def is_sound(self) -> bool:
        return not (self.unreadable or self.faults or self.strays)

    def read(self, texts: Mapping[Place, str]) -> dict[Place, tuple[Act, ...]]:
        """The acts of the texts that were read and are in order."""
        places = () if self.unreadable else self.acts if self.strays else texts
        return {place: tuple(self.acts.get(place, ())) for place in places if place not in self.faults}


class ModelReader:
    """Reads sessions with a model."""

    def __init__(self, models: Models, prompt: Prompt | None = None) -> None:
        self._models = models
        self.prompt = prompt or shipped("reader")

    async def read(self, session: Session) -> Mapping[Place, tuple[Act, ...]]:
        """The acts of every text that was read; a text whose report does not hold is not among them."""
        lines = texts_only(session)
        texts, others = _texts(session, lines)
        if not texts:
            return {}

        async def ask(faults: str) -> _Report:
            return _report(await self._ask(session, lines, faults), texts, others)

        report = await ask("")
        if report.is_sound:
            return report.read(texts)
        again = await ask(_told_back(report))
        return report.read(texts) | again.read(texts)

    async def _ask(self, session: Session, lines: list[Line], faults: str) -> str | None:
        ask = Ask(
            role="reader",
            messages=(
                {"role": "system", "content": self.prompt.text + faults},
                {"role": "user", "content": fenced(lines)},
            ),
            conversation=session.session_id,
            schema=READER_SCHEMA,
            schema_name="acts",
            temperature=0.0,
        )
        return (await self._models.complete(ask)).text


def _texts(session: Session, lines: list[Line]) -> tuple[dict[Place, str], frozenset[Place]]:
    """The texts that are read (what customers and replies say, where it is shown whole), and where the others are."""
    shown = {line["turn"]: line for line in lines if "turn" in line}
    found: dict[Place, str] = {}
    others: set[Place] = set()
    for number, turn in enumerate(session.turns, start=1):
        said = {
            f"{'c' if item.sender == 'customer' else 'staff'}{at}": item.text
            for at, item in enumerate(turn.inbound, start=1)
        }
        if turn.inquiry is not None:
            said["r"] = turn.inquiry.reply_text or ""
        for name, text in said.items():
            if text.strip() and shown.get(number, {}).get(name) == text and not name.startswith("staff"):
                found[number, name] = text
            else:
                others.add((number, name))
    return found, frozenset(others)


def _report(text: str | None, texts: Mapping[Place, str], others: frozenset[Place]) -> _Report:
    given = listed(text, "acts")
    if not given:  # no list, or nothing seen in the whole session: that is no reading
        return _Report(unreadable=True)
    report = _Report()
    for entry in given:
        place = _place(entry)
        if place is None or place not in texts:
            report.strays += place not in others
            continue
        act, fault = _act(entry, texts[place], "r" if place[1] == "r" else "c")
        if act is not None:
            report.acts.setdefault(place, []).append(act)
        elif fault:
            report.faults.setdefault(place, []).append(fault)
    for place, acts in report.acts.items():
        if len(acts) > _MOST_ACTS:
            report.faults.setdefault(place, []).append(f"more than {_MOST_ACTS} acts")
    return report


def _place(entry: Mapping[str, Any]) -> Place | None:
    turn, text = entry.get("turn"), entry.get("text")
    return (turn, text) if type(turn) is int and isinstance(text, str) else None


def _act(entry: Mapping[str, Any], said: str, side: str) -> tuple[Act | None, str]:
    """The act, or what is wrong with it, in words of ours: they go into the instructions.

    Acts of the other side, or that only the rules look for, are left out without a word, and so is what stands in a
    marker's caption, which has a reading of its own.
    """
    name, quote, value = entry.get("act"), entry.get("quote"), entry.get("value")
    if not isinstance(name, str) or name not in (MODEL_REPLY_ACTS if side == "r" else MODEL_CUSTOMER_ACTS):
        known = isinstance(name, str) and name in _KNOWN
        return None, "" if known else "an act that is not among those listed"
    if is_doubled(entry):
        return None, f"{name}: a key stands twice"
    if not isinstance(quote, str) or not contains_quote(said, quote):
        return None, f"{name}: the quote does not stand in the text word for word"
    if side == "r" and not contains_quote(strip_markers(said), quote):
        return None, ""
    written = str(value).strip()[:_MOST_VALUE].encode("utf-8", "replace").decode() if value is not None else None
    act = Act(act=name, value=written or None, quote=quote, at=_sentence(said, quote))
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
        return "\n\nYour last answer was not the JSON object asked for, with the acts of the chat. Answer again."
    lines = [f"- turn {turn}, {text}: {fault}" for (turn, text), faults in report.faults.items() for fault in faults]
    if report.strays:
        lines.insert(0, "- some acts name no turn and text of the chat, as it numbers and calls them")
    listed = "\n".join(dict.fromkeys(lines[:_MOST_FAULTS]))
    return f"\n\nYour last answer had these faults. Answer again, in full, without them:\n{listed}"


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
