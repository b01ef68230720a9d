"""Defects of M-027: the off-hours closing, too long, incomplete, with something beside it, or sent twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from simulator.agents.defects.parts import language_of_posters, said, with_posters
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line
from simulator.agents.reference.inquiry import Situation

_CLOSING: Final = Line("closing", "closes_handover")


@defect("M-027.check_1", "blatant", "the closing goes on and on")
def long_closing(draft: Draft, situation: Situation) -> Draft:
    """Three friendly sentences more."""
    if not situation.handover_due:
        return draft
    return draft.plus(Line("note", "answers_thanks"), Line("note", "after_closing"), Line("note", "answers_bye"))


@defect("M-027.check_1", "plausible", "the closing is in another language")
def foreign_closing(draft: Draft, situation: Situation) -> Draft:
    """English, and Spanish for the English."""
    newest = situation.reading.meanings[-1][-1].language if situation.reading.meanings[-1] else None
    if not situation.handover_due or newest is None:
        return draft  # a message without a language of its own leaves English right
    return replace(draft, language="es" if draft.language == "en" else "en")


@defect("M-027.check_1", "subtle", "the closing has one sentence more")
def one_sentence_more(draft: Draft, situation: Situation) -> Draft:
    """A friendly one."""
    return draft.plus(Line("note", "answers_bye")) if situation.handover_due else draft


@defect("M-027.check_2", "blatant", "only the receipt is confirmed")
def received_only(draft: Draft, situation: Situation) -> Draft:
    """Neither the hour nor what comes next."""
    return replace(draft, lines=(said("closing", "received_only"),)) if situation.handover_due else draft


@defect("M-027.check_2", "plausible", "a specification is guessed in the closing")
def guessed(draft: Draft, situation: Situation) -> Draft:
    """In the place of saying when it is confirmed."""
    if not situation.handover_due:
        return draft
    return replace(draft, lines=(said("closing", "received_only"), said("closing", "guess_spec")))


@defect("M-027.check_2", "subtle", "the closing does not speak of specification and quotation")
def no_quotation(draft: Draft, situation: Situation) -> Draft:
    """Somebody will write again."""
    return replace(draft, lines=(said("closing", "closing_without_quote"),)) if situation.handover_due else draft


@defect("M-027.check_3", "blatant", "the posters go out with the closing")
def posters_beside(draft: Draft, situation: Situation) -> Draft:
    """Looked up, and sent."""
    if not situation.handover_due or situation.reading.posters_before:
        return draft
    return with_posters(draft, situation, language_of_posters(situation))


@defect("M-027.check_3", "plausible", "the closing asks for something more")
def question_beside(draft: Draft, situation: Situation) -> Draft:
    """The quantity."""
    if not situation.handover_due:
        return draft
    question = Line("question", "asks_quantity", asks="quantity")
    return replace(draft.plus(question), asked=("quantity",) if situation.pending == "quantity" else ())


@defect("M-027.check_3", "subtle", "a tool is called for the closing")
def tool_beside(draft: Draft, situation: Situation) -> Draft:
    """Nothing of it shows."""
    call = Call("knowledge_search", {"query": "交期"})
    return replace(draft, calls=(*draft.calls, call)) if situation.handover_due else draft


@defect("M-027.check_4", "blatant", "every message after the closing gets the closing again")
def closing_again(draft: Draft, situation: Situation) -> Draft:
    """In the place of an answer."""
    return Draft(draft.language, lines=(_CLOSING,)) if _closed(situation) else draft


@defect("M-027.check_4", "plausible", "answers after the closing end with the closing")
def closing_appended(draft: Draft, situation: Situation) -> Draft:
    """He is answered first."""
    return draft.without("question").plus(_CLOSING) if _closed(situation) else draft


def _closed(situation: Situation) -> bool:
    reading = situation.reading
    return situation.brief.turn.lead_status == "converted" and reading.closed_before and not reading.working
