"""What a model answered, taken apart and checked: every question exactly once, every quote true.

Nothing here trusts the answer's form. What is missing, doubled, unknown or not borne out by its quote is a fault; the
faults are told to the model once, and what is still faulty then stays open.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from evaluator.checks.facts import Facts
from evaluator.judge.questions import Question
from evaluator.judged import source_of
from evaluator.reading.model import Answer

_RESULTS: Final[Mapping[str, frozenset[str]]] = {
    "check": frozenset({"PASS", "FAIL", "N/A"}),
    "applies": frozenset({"YES", "NO"}),
    "condition": frozenset({"YES", "NO"}),
    "score": frozenset({"1", "2", "3", "4", "5"}),
}
UNSURE: Final = "UNSURE"
_NEEDS_QUOTE: Final = frozenset({"PASS", "FAIL", "YES"})
_MOST_WHY: Final = 300  # characters


@dataclass
class Checked:
    """The answers that hold, the ids that the model is not sure about, and what is wrong with the others, by id."""

    answers: dict[str, Answer] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    faults: dict[str, str] = field(default_factory=dict)


def json_object(text: str | None) -> dict[str, Any] | None:
    """The JSON object in a text, a fence or prose round it looked past; None where there is none."""
    start = (text or "").find("{")
    if text is None or start < 0:
        return None
    decoder = json.JSONDecoder()
    while start >= 0:
        try:
            found, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        return found if isinstance(found, dict) else None
    return None


def check_answers(text: str | None, questions: Iterable[Question], facts: Facts) -> Checked:
    """The answers in a completion's text, checked against the questions and the record."""
    checked = Checked()
    document = json_object(text)
    given = document.get("answers") if document else None
    by_id: dict[str, list[Any]] = {}
    for entry in given if isinstance(given, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            by_id.setdefault(entry["id"], []).append(entry)
    for question in questions:
        entries = by_id.get(question.id, [])
        if len(entries) != 1:
            checked.faults[question.id] = "answered more than once" if entries else "not answered"
            continue
        _check(entries[0], question, facts, checked)
    return checked


def _check(entry: Mapping[str, Any], question: Question, facts: Facts, checked: Checked) -> None:
    result = str(entry.get("result")).strip().upper()
    if result == UNSURE:
        checked.unsure.add(question.id)
        return
    if result not in _RESULTS[question.kind]:
        checked.faults[question.id] = f"result must be one of {', '.join(sorted(_RESULTS[question.kind]))} or UNSURE"
        return
    turns = _turns(entry.get("turns"), len(facts.turns))
    if turns is None:
        checked.faults[question.id] = f"turns must be numbers from 1 to {len(facts.turns)}"
        return
    if question.turns and turns and not set(turns) & set(question.turns):
        listed = ", ".join(map(str, question.turns))
        if question.kind in ("applies", "condition"):
            checked.faults[question.id] = f"turns must be among those asked about: {listed}"
            return
    quote, placed = _place(entry.get("quote"), turns or question.turns, facts)
    if quote is None and result in _NEEDS_QUOTE:
        checked.faults[question.id] = "the quote does not stand, word for word, in the evidence at the turn named"
        return
    why = str(entry.get("why") or "")[:_MOST_WHY].encode("utf-8", "replace").decode()
    checked.answers[question.id] = Answer.model_validate(
        {
            "id": question.id,
            "result": int(result) if question.kind == "score" else result,
            "turns": _about(placed, turns),
            "quote": quote,
            "why": why,
        }
    )


def _turns(given: Any, count: int) -> tuple[int, ...] | None:
    """Turn numbers; a single number is taken for a list of one; None where they are none of the record's."""
    values = given if isinstance(given, list) else [] if given is None else [given]
    if not all(isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count for value in values):
        return None
    return tuple(dict.fromkeys(values))


def _place(quote: Any, turns: Iterable[int], facts: Facts) -> tuple[str | None, int | None]:
    """The quote and the first of the turns that it stands at; a quote from another turn is none."""
    if not isinstance(quote, str):
        return None, None
    for turn in turns or range(1, len(facts.turns) + 1):
        if source_of(facts, turn, quote):
            return quote, turn
    return None, None


def _about(placed: int | None, turns: tuple[int, ...]) -> tuple[int, ...]:
    """The turns with that of the quote first."""
    return turns if placed is None else tuple(dict.fromkeys((placed, *turns)))


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
