"""What a model answered, taken apart and checked: every question exactly once, every quote true.

Nothing here trusts the answer's form. What is missing, doubled, unknown or not borne out by its quote is a fault; the
faults are told to the model once, and what is still faulty then stays open.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from evaluator.answers import RESULTS
from evaluator.evidence import source_of
from evaluator.judge.questions import Question
from evaluator.reading.model import Answer
from evaluator.session.models import Session

UNSURE: Final = "UNSURE"
_NO_QUOTE: Final = frozenset({"N/A", "NO"})  # what these say cannot always be shown
_NAMES_TURNS: Final = frozenset({"FAIL", "YES"})
_MOST_WHY: Final = 300  # characters
_MOST_QUOTED: Final = 400  # characters
_MOST_STARTS: Final = 500  # places where an object is looked for in a completion
_THOUGHT_ENDS: Final = "</think>"  # what comes before it, some endpoints leave in the text


@dataclass
class Checked:
    """The answers that hold, the ids that the model is not sure about, and what is wrong with the others, by id."""

    answers: dict[str, Answer] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    faults: dict[str, str] = field(default_factory=dict)


class _Doubled(dict[str, Any]):
    """A JSON object in which a key stands twice: which of the two is meant, nobody knows."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Doubled(found)


def listed(text: str | None, key: str) -> list[Mapping[str, Any]] | None:
    """The objects in the list under `key`, in whatever JSON objects a completion holds; None where there is no such.

    A fence or prose round them is looked past, and so is what a model thought aloud. With several such lists all count:
    what is said twice then shows as doubled. What is no object in a list is none of its entries.
    """
    found: list[Mapping[str, Any]] | None = None
    for document in _objects((text or "").rpartition(_THOUGHT_ENDS)[2]):
        entries = None if isinstance(document, _Doubled) else document.get(key)
        if isinstance(entries, list):
            found = [*(found or ()), *(entry for entry in entries if isinstance(entry, dict))]
    return found


def is_doubled(entry: Mapping[str, Any]) -> bool:
    """Whether a key stands twice in the object."""
    return isinstance(entry, _Doubled)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The outermost JSON objects in a text."""
    decoder = json.JSONDecoder(object_pairs_hook=_object)
    start = text.find("{")
    for _ in range(_MOST_STARTS):
        if start < 0:
            return
        end = start + 1
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            pass
        else:
            yield found
        start = text.find("{", end)


def check_answers(text: str | None, questions: Iterable[Question], session: Session) -> Checked:
    """The answers in a completion's text, checked against the questions and the record."""
    checked = Checked()
    by_id: dict[str, list[Mapping[str, Any]]] = {}
    for entry in listed(text, "answers") or ():
        if isinstance(entry.get("id"), str):
            by_id.setdefault(entry["id"], []).append(entry)
    for question in questions:
        entries = by_id.get(question.id, [])
        if len(entries) != 1:
            checked.faults[question.id] = "answered more than once" if entries else "not answered"
        else:
            _check(entries[0], question, session, checked)
    return checked


# A model that reads Chinese all day may answer in it: the words of the specification for the same results.
_IN_CHINESE: Final[Mapping[str, str]] = {
    "通过": "PASS", "不通过": "FAIL", "不适用": "N/A", "是": "YES", "否": "NO", "不确定": UNSURE,
}  # fmt: skip


def _check(entry: Mapping[str, Any], question: Question, session: Session, checked: Checked) -> None:
    result = str(entry.get("result")).strip().upper()
    result = _IN_CHINESE.get(result, result)
    if result == UNSURE and not is_doubled(entry):
        checked.unsure.add(question.id)
        return
    found = _answer(entry, result, question, session)
    if isinstance(found, str):
        checked.faults[question.id] = found
    else:
        checked.answers[question.id] = found


def _answer(entry: Mapping[str, Any], result: str, question: Question, session: Session) -> Answer | str:
    """The answer, or what is wrong with it: in words of ours, for they go into the instructions."""
    if is_doubled(entry):
        return "a key stands twice in the answer"
    if result not in RESULTS[question.kind]:
        return f"result must be one of {', '.join(RESULTS[question.kind])} or {UNSURE}"
    turns = _turns(entry.get("turns"), len(session.turns))
    if turns is None:
        return f"turns must be numbers from 1 to {len(session.turns)}"
    if result in _NAMES_TURNS and question.turns:
        if not turns and len(question.turns) == 1:
            turns = question.turns
        if set(turns).isdisjoint(question.turns):
            return f"turns must name some of those asked about: {', '.join(map(str, question.turns))}"
    quote = entry.get("quote") or None
    placed = None
    if quote is not None or result not in _NO_QUOTE:
        placed = _place(quote, turns or question.turns, session)
        if placed is None:
            return "the quote does not stand, word for word, in the evidence at the turn named"
    why = str(entry.get("why") or "")[:_MOST_WHY].encode("utf-8", "replace").decode()
    return Answer(
        id=question.id,
        result=int(result) if question.kind == "score" else result,  # type: ignore[arg-type]  # one of RESULTS
        turns=turns if placed is None else tuple(dict.fromkeys((placed, *turns))),
        quote=quote,
        why=why,
    )


def _turns(given: Any, count: int) -> tuple[int, ...] | None:
    """Turn numbers; a single number is taken for a list of one; None where they are none of the record's."""
    values = given if isinstance(given, list) else [] if given is None else [given]
    if not all(isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count for value in values):
        return None
    return tuple(dict.fromkeys(values))


def _place(quote: Any, turns: Iterable[int], session: Session) -> int | None:
    """The first of the turns that a quote stands at; a quote from another turn is none, nor is a whole text."""
    if not isinstance(quote, str) or len(quote) > _MOST_QUOTED:
        return None
    everywhere = range(1, len(session.turns) + 1)
    return next((turn for turn in turns or everywhere if source_of(session, turn, quote)), None)


ANSWER_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "result": {
                        "type": "string",
                        "enum": ["PASS", "FAIL", "N/A", "YES", "NO", "1", "2", "3", "4", "5", UNSURE],
                    },
                    "turns": {"type": "array", "items": {"type": "integer"}},
                    "quote": {"type": ["string", "null"]},
                    "why": {"type": "string"},
                },
                "required": ["id", "result", "turns", "quote", "why"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["answers"],
    "additionalProperties": False,
}
