"""Defects of M-010 (interface known, look unknown) and M-011 (the look is settled)."""

from __future__ import annotations

from dataclasses import replace

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.parts import (
    answered_by,
    asking,
    language_of_posters,
    ordinary,
    pictures_of_some_product,
    said,
    sends_posters,
    with_posters,
    without_posters,
)
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line
from simulator.agents.reference.inquiry import Situation

# The products whose tables have a 20W and a 27W version of Type-C to Lightning.
_TABLES_20_27 = ("p-3013", "p-3014")
_LIGHTNING = "Type-C to Lightning"
_ANOTHER_INTERFACE = "USB-A to Micro USB"


@defect("M-010.check_1", "blatant", "the customer's word for the interface is corrected")
def corrected(draft: Draft, situation: Situation) -> Draft:
    """He is told that it is not called that."""
    if not _alone(situation):
        return draft
    interface = situation.reading.value(Act.STATES_INTERFACE) or ""
    return answered_by(draft, said("answer", "corrects_interface", interface=interface))


@defect("M-010.check_1", "plausible", "the interface is not taken up")
def not_taken_up(draft: Draft, situation: Situation) -> Draft:
    """A friendly word stands in its place."""
    return answered_by(draft, said("note", "vague_answer")) if _alone(situation) else draft


@defect("M-010.check_1", "subtle", "another interface is taken up")
def another_interface(draft: Draft, situation: Situation) -> Draft:
    """The sentence is right and the interface wrong."""
    if not _alone(situation):
        return draft
    return answered_by(draft, Line("answer", "accepts_interface", {"interface": _ANOTHER_INTERFACE}))


@defect("M-010.check_2", "blatant", "no posters go out")
def no_posters(draft: Draft, situation: Situation) -> Draft:
    """The look is asked with nothing to look at."""
    return without_posters(draft) if _alone(situation) and sends_posters(draft) else draft


@defect("M-010.check_2", "plausible", "a product's picture goes out instead of the posters")
def product_instead(draft: Draft, situation: Situation) -> Draft:
    """Of a product that nobody spoke of."""
    if not _alone(situation) or not sends_posters(draft):
        return draft
    plain = without_posters(draft)
    question = plain.having("question")
    body = tuple(line for line in plain.lines if line not in question)
    line = said("invite", "some_pictures")
    return pictures_of_some_product(replace(plain, lines=(*body, line, *question)), situation)


@defect("M-010.check_3", "blatant", "the power is asked: 20W or 27W?")
def asks_power(draft: Draft, situation: Situation) -> Draft:
    """In the place of the look; both figures come from the products' tables, so that only the question is wrong.

    Of another interface the tables have other figures, and the power is asked without any.
    """
    if not _alone(situation):
        return draft
    if situation.reading.value(Act.STATES_INTERFACE) != _LIGHTNING:
        return asking(draft, Line("question", "asks_power", asks="power"), situation)
    looked_up = tuple(Call("get_product_detail", {"productId": identifier}) for identifier in _TABLES_20_27)
    changed = asking(draft, said("question", "asks_20_or_27"), situation)
    return replace(changed, calls=(*changed.calls, *looked_up))


@defect("M-010.check_3", "plausible", "the quantity is asked")
def asks_quantity(draft: Draft, situation: Situation) -> Draft:
    """In the place of the look."""
    line = Line("question", "asks_quantity", asks="quantity")
    return asking(draft, line, situation) if _alone(situation) else draft


@defect("M-010.check_3", "subtle", "the packaging is asked")
def asks_packaging(draft: Draft, situation: Situation) -> Draft:
    """In the place of the look."""
    line = Line("question", "asks_packaging", asks="packaging")
    return asking(draft, line, situation) if _alone(situation) else draft


@defect("M-010.edge_1", "blatant", "only Type-C to Lightning is given, and 20W or 27W asked")
def edge_power(draft: Draft, situation: Situation) -> Draft:
    """The very case of the clause."""
    given = situation.reading.value(Act.STATES_INTERFACE)
    return asks_power(draft, situation) if given == _LIGHTNING else draft


@defect("M-011.check_1", "blatant", "the posters go out although the look is settled")
def posters_anyway(draft: Draft, situation: Situation) -> Draft:
    """In the very turn that settles it."""
    if not _settled_now(situation) or situation.reading.posters_before:
        return draft
    language = language_of_posters(situation)
    return with_posters(draft, situation, language, Line("invite", "invites_to_posters"))


@defect("M-011.check_1", "plausible", "a question about the settled product brings the posters")
def posters_for_question(draft: Draft, situation: Situation) -> Draft:
    """As something to compare, in this turn or a later one."""
    reading = situation.reading
    settled = bool(reading.looks) or reading.look_settled_before
    if not ordinary(situation) or not settled or reading.posters_before or reading.trigger is None:
        return draft
    return with_posters(draft, situation, language_of_posters(situation), said("invite", "compare_posters"))


@defect("M-011.check_2", "blatant", "the look is asked although it is settled")
def asks_look(draft: Draft, situation: Situation) -> Draft:
    """Which look he likes, after he has shown it."""
    line = Line("question", "asks_appearance", asks="appearance")
    return asking(draft, line, situation) if _settled_now(situation) else draft


@defect("M-011.check_2", "plausible", "the look is passed over and the market asked")
def asks_market(draft: Draft, situation: Situation) -> Draft:
    """The talk leaves the look behind."""
    return _passing_over(draft, situation, Line("question", "asks_target_market", asks="target_market"))


@defect("M-011.check_2", "subtle", "a general question passes the look over")
def asks_generally(draft: Draft, situation: Situation) -> Draft:
    """What he would like to know about the cables, as if he had shown nothing."""
    return _passing_over(draft, situation, Line("question", "asks_what_needed"))


def _passing_over(draft: Draft, situation: Situation, question: Line) -> Draft:
    """Only where the look was all that he gave: an answer to a question beside it may well speak of nothing else."""
    if not _settled_now(situation) or draft.having("answer"):
        return draft
    kept = tuple(line for line in draft.lines if line.key not in ("notes_look", "notes_model"))
    return asking(replace(draft, lines=kept), question, situation)


def _alone(situation: Situation) -> bool:
    return ordinary(situation) and situation.interface_alone


def _settled_now(situation: Situation) -> bool:
    return ordinary(situation) and bool(situation.reading.looks)
