"""Defects of M-017 (the customer's language), M-018 (two paragraphs) and M-019 (one answer to all)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from scenarios.phrases import available_languages
from simulator.agents.defects.parts import ordinary, said
from simulator.agents.defects.registry import defect
from simulator.agents.defects.wordings import (
    PARAGRAPH,
    first_sentence,
    in_a_row,
    is_long,
    spoken_in,
    verbatim,
    with_body,
    worded,
)
from simulator.agents.draft import Draft, Line
from simulator.agents.reference.inquiry import Situation

# Languages that are easily taken for one another, and Vietnamese without its marks.
_RELATIVES: Final = {"es": "pt", "pt": "es", "id": "en", "vi-ascii": "en"}
_TRADITIONAL_COUNTRIES: Final = frozenset({"TW", "HK", "MO"})
_COUNTRY_LANGUAGES: Final = {"VN": "vi", "MX": "es", "BR": "pt", "FR": "fr"}
_CUT_AT: Final = 0.7


@defect("M-017.check_1", "blatant", "every reply is in English, whatever he writes")
def english_for_all(draft: Draft, situation: Situation) -> Draft:
    """English customers get Spanish."""
    own = _own_language(situation)
    return draft if own is None else spoken_in(situation, "es" if own == "en" else "en")


@defect("M-017.check_1", "plausible", "the language of the first message is kept when he changes")
def language_of_habit(draft: Draft, situation: Situation) -> Draft:
    """What was spoken first goes on for ever."""
    spoken = [
        meant.language
        for turn in situation.reading.meanings
        for meant in turn
        if meant.language in available_languages()
    ]
    own = _own_language(situation)
    habit = str(spoken[0]) if spoken else None
    return draft if own is None or habit is None or habit == draft.language else spoken_in(situation, habit)


@defect("M-017.check_1", "subtle", "a language is taken for its neighbour")
def neighbour_language(draft: Draft, situation: Situation) -> Draft:
    """Spanish for Portuguese and the other way round; Indonesian and bare Vietnamese for English."""
    own = _own_language(situation)
    return spoken_in(situation, _RELATIVES[own]) if own in _RELATIVES else draft


@defect("M-017.check_2", "blatant", "Chinese is always traditional")
def always_traditional(draft: Draft, situation: Situation) -> Draft:
    """Though he writes simplified."""
    simplified = ordinary(situation) and draft.language == "zh-Hans"
    return spoken_in(situation, "zh-Hant") if simplified else draft


@defect("M-017.check_2", "plausible", "the customer's country decides the script")
def script_by_country(draft: Draft, situation: Situation) -> Draft:
    """Taiwan, Hong Kong or Macau, so traditional."""
    wrong = situation.brief.customer.country in _TRADITIONAL_COUNTRIES
    return always_traditional(draft, situation) if wrong else draft


@defect("M-017.check_3", "blatant", "a message without a language is answered in a third one")
def third_language(draft: Draft, situation: Situation) -> Draft:
    """Neither the one established nor English."""
    if not _without_language(situation):
        return draft
    return spoken_in(situation, "fr" if situation.reading.language == "es" else "es")


@defect("M-017.check_3", "plausible", "the customer's country decides where the message cannot")
def language_by_country(draft: Draft, situation: Situation) -> Draft:
    """Vietnam, so Vietnamese."""
    language = _COUNTRY_LANGUAGES.get(situation.brief.customer.country or "")
    return spoken_in(situation, language) if language and _without_language(situation) else draft


@defect("M-018.check_1", "blatant", "a long reply is one block")
def one_block(draft: Draft, situation: Situation) -> Draft:
    """No blank line anywhere."""
    return with_body(draft, in_a_row(draft.lines, draft, situation)) if _long(draft, situation) else draft


@defect("M-018.check_1", "plausible", "each sentence of a long reply is a paragraph")
def many_paragraphs(draft: Draft, situation: Situation) -> Draft:
    """Three blank lines and more."""
    if not _long(draft, situation) or len(draft.lines) < 3:
        return draft
    return with_body(draft, PARAGRAPH.join(worded(line, draft, situation) for line in draft.lines))


@defect("M-018.check_1", "subtle", "the two paragraphs have no blank line between them")
def no_blank_line(draft: Draft, situation: Situation) -> Draft:
    """A mere line break."""
    if not _long(draft, situation):
        return draft
    return with_body(draft, "\n".join(_halves(draft, situation)))


@defect("M-018.check_2", "blatant", "the second paragraph says the first one again")
def said_twice(draft: Draft, situation: Situation) -> Draft:
    """The answers stand in both."""
    if not _long(draft, situation):
        return draft
    answers = in_a_row(draft.without("invite", "question").lines, draft, situation)
    return with_body(draft, PARAGRAPH.join((answers, in_a_row(draft.lines, draft, situation))))


@defect("M-018.check_2", "plausible", "a mechanical transition opens the second paragraph")
def mechanical_transition(draft: Draft, situation: Situation) -> Draft:
    """As in an official letter."""
    if not _long(draft, situation):
        return draft
    first, second = _halves(draft, situation)
    opening = worded(said("note", "mechanical_transition"), draft, situation)
    return with_body(draft, f"{first}{PARAGRAPH}{opening} {second}")


@defect("M-018.check_3", "blatant", "the answer is cut off in the middle")
def cut_off(draft: Draft, situation: Situation) -> Draft:
    """The second paragraph is there, the first breaks off."""
    if not _long(draft, situation):
        return draft
    first, second = _halves(draft, situation)
    return with_body(draft, f"{first[: int(len(first) * _CUT_AT)].rstrip(' .,。，')}{PARAGRAPH}{second}")


@defect("M-018.check_3", "plausible", "of each answer only the first sentence is left")
def conditions_dropped(draft: Draft, situation: Situation) -> Draft:
    """Conditions and limits, which come second, are gone."""
    if not _long(draft, situation):
        return draft
    return draft.mapped(
        lambda line: verbatim(first_sentence(worded(line, draft, situation))) if line.part == "answer" else line
    )


@defect("M-019.check_1", "blatant", "of several questions only the last is answered")
def last_only(draft: Draft, situation: Situation) -> Draft:
    """The others are passed over."""
    return _with_answers(draft, draft.having("answer")[-1:]) if _several(draft, situation) else draft


@defect("M-019.check_1", "plausible", "of several questions only the first is answered")
def first_only(draft: Draft, situation: Situation) -> Draft:
    """What came later is passed over."""
    return _with_answers(draft, draft.having("answer")[:1]) if _several(draft, situation) else draft


@defect("M-019.check_1", "subtle", "what he took back is taken up, not the correction")
def correction_ignored(draft: Draft, situation: Situation) -> Draft:
    """The interface that he named first."""
    named = [act.value for act in situation.reading.acts if act.act == Act.STATES_INTERFACE and act.value]
    if not ordinary(situation) or len(set(named)) < 2:
        return draft
    slots = {"interface": named[0]}
    return draft.mapped(lambda line: replace(line, slots=slots) if line.key == "accepts_interface" else line)


@defect("M-019.check_2", "blatant", "the messages are gone through one after another")
def one_by_one(draft: Draft, situation: Situation) -> Draft:
    """Each gets a heading and an answer, whether it was answered before or not."""
    answers = draft.having("answer")
    count = len(situation.reading.meanings[-1])
    if not _several(draft, situation) or count < 2:
        return draft
    replies = []
    for number in range(count):
        heading = worded(said("answer", "to_message", n=str(number + 1)), draft, situation)
        replies.append(f"{heading} {worded(answers[number % len(answers)], draft, situation)}")
    return _with_answers(draft, (verbatim(PARAGRAPH.join(replies)),))


@defect("M-019.check_2", "plausible", "everything is answered, and then answered again")
def all_over_again(draft: Draft, situation: Situation) -> Draft:
    """The same sentences a second time."""
    if not _several(draft, situation):
        return draft
    return _with_answers(draft, (*draft.having("answer"), *draft.having("answer")))


def _own_language(situation: Situation) -> str | None:
    """The language of the newest message, in an ordinary turn; None where it has none."""
    newest = situation.reading.meanings[-1][-1].language if situation.reading.meanings[-1] else None
    return situation.reading.language if ordinary(situation) and newest is not None else None


def _without_language(situation: Situation) -> bool:
    newest = situation.reading.meanings[-1][-1] if situation.reading.meanings[-1] else None
    return newest is not None and newest.language is None and ordinary(situation)


def _long(draft: Draft, situation: Situation) -> bool:
    return ordinary(situation) and is_long(draft, situation)


def _halves(draft: Draft, situation: Situation) -> tuple[str, str]:
    """The two paragraphs of a long reply: the answers, and what comes after them."""
    lines = draft.lines
    cut = next((at for at, line in enumerate(lines) if at and line.part in ("invite", "question")), None)
    cut = max(1, len(lines) // 2) if cut is None else cut
    return in_a_row(lines[:cut], draft, situation), in_a_row(lines[cut:], draft, situation)


def _several(draft: Draft, situation: Situation) -> bool:
    """Whether one reply has two questions or more to answer."""
    return ordinary(situation) and len(draft.having("answer")) > 1


def _with_answers(draft: Draft, answers: tuple[Line, ...]) -> Draft:
    rest = tuple(line for line in draft.lines if line.part != "answer")
    return replace(draft, lines=(*answers, *rest))
