"""What the defects of Parts 2 and 3 do with words: lines worded in advance, joined, cut or doubled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scenarios.phrases import load_phrases
from simulator.agents.draft import Draft, Line, Part
from simulator.agents.reference.inquiry import Situation, write_draft
from simulator.agents.render import defect_wordings, render, wording
from simulator.agents.situation import Reading

PARAGRAPH: Final = "\n\n"
_COMMAS: Final = {"zh-Hans": "，", "zh-Hant": "，", "ja": "、", "ar": "، ", "th": " "}
_STOPS: Final = ".!。！।؟?？"


def worded(line: Line, draft: Draft, situation: Situation) -> str:
    """The words of a line as the reply will have them."""
    return wording(line.pool, line.key, draft.language, line.slots, situation.reading.salt)


def verbatim(text: str, part: Part = "answer") -> Line:
    """A line of just these words."""
    return Line(part, text, pool="literal")


def in_a_row(lines: Sequence[Line], draft: Draft, situation: Situation) -> str:
    """Several lines as one text."""
    joiner = load_phrases(draft.language).joiners.sentence
    return joiner.join(worded(line, draft, situation) for line in lines)


def with_body(draft: Draft, text: str) -> Draft:
    """The draft with this text in the place of all its lines; calls, markers and what it asks stay."""
    return replace(draft, lines=(verbatim(text),))


def always(draft: Draft, key: str, part: Part = "note") -> Line:
    """A defect's text in one and the same wording, whatever the turn."""
    return verbatim(defect_wordings(draft.language, key)[0], part)


def spoken_in(situation: Situation, language: str) -> Draft:
    """What the reference would say in this turn if it spoke another language."""
    reading = Reading(situation.reading.history, situation.reading.tools)
    vars(reading)["language"] = language  # where the cached property looks first
    return write_draft(replace(situation, reading=reading))


def is_long(draft: Draft, situation: Situation) -> bool:
    """Whether the reply is so long that the reference writes two paragraphs."""
    return PARAGRAPH in render(draft, situation.reading.salt)


def strung(texts: Sequence[str], language: str) -> str:
    """Sentences run together with commas, as one that does not end."""
    comma = _COMMAS.get(language, ", ")
    return comma.join(text.rstrip().rstrip(_STOPS).replace(". ", comma).replace("。", comma) for text in texts)


def first_sentence(text: str) -> str:
    """What stands before the first full stop inside a text; the whole where there is none."""
    places = [at + len(stop.rstrip()) for stop in (". ", "。", "! ", "! ", "। ", "؛ ") if (at := text.find(stop)) > 0]
    return text[: min(places)] if places else text
