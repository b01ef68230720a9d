"""Defects of M-001 (the fixed first turn) and M-002 (the customer's type, then his role)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evaluator.ontology import POSTER_TRIGGERS
from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.parts import (
    SITE,
    asking,
    language_of_posters,
    ordinary,
    said,
    sends_posters,
    with_posters,
)
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line
from simulator.agents.reference.inquiry import Situation
from simulator.agents.reference.policies import POLICIES, facts_in, slots_from

_TYPE: Final = "customer_type"
_ROLE: Final = Line("question", "asks_role", asks="buyer_role")
_OFFERS: Final = (Act.ASKS_CUSTOMIZATION, Act.ASKS_LOGO)


@defect("M-001.check_1", "blatant", "the type is asked without any introduction")
def no_introduction(draft: Draft, situation: Situation) -> Draft:
    """Neither a name nor the company nor the factory."""
    return _opening(draft, said("opening", "type_question_only", _TYPE)) if _first(situation) else draft


@defect("M-001.check_1", "plausible", "it introduces itself as customer service, without name or company")
def customer_service(draft: Draft, situation: Situation) -> Draft:
    """Polite, and nobody in particular."""
    if not _first(situation):
        return draft
    return _opening(draft, said("opening", "customer_service"), said("question", "type_question_only", _TYPE))


@defect("M-001.check_1", "subtle", "it gives another first name, and neither company nor factory")
def other_person(draft: Draft, situation: Situation) -> Draft:
    """It reads like an introduction and is nobody's."""
    if not _first(situation):
        return draft
    return _opening(draft, said("opening", "other_person"), said("question", "type_question_only", _TYPE))


@defect("M-001.check_2", "blatant", "it introduces itself and asks nothing")
def nothing_asked(draft: Draft, situation: Situation) -> Draft:
    """The question about the type is missing."""
    return replace(_opening(draft, _introduction()), asked=()) if _first(situation) else draft


@defect("M-001.check_2", "plausible", "the question leaves gifts out")
def three_directions(draft: Draft, situation: Situation) -> Draft:
    """Three of the four directions."""
    return _opening(draft, _introduction(), said("question", "three_directions", _TYPE)) if _first(situation) else draft


@defect("M-001.check_2", "subtle", "the type is asked openly, without the directions")
def open_question(draft: Draft, situation: Situation) -> Draft:
    """What kind of business he is in."""
    line = said("question", "open_type_question", _TYPE)
    return _opening(draft, _introduction(), line) if _first(situation) else draft


@defect("M-001.check_3", "blatant", "minimum order or sample fee are told in the first turn")
def answers_with_figures(draft: Draft, situation: Situation) -> Draft:
    """The figures of the knowledge base, from memory."""
    name = "moq" if situation.reading.does(Act.ASKS_MOQ) else "sample" if _asks(situation, Act.ASKS_SAMPLE) else None
    if not _first(situation) or name is None:
        return draft
    policy = POLICIES[name]
    found = situation.reading.tools.unlogged().run("knowledge_search", {"query": policy.query})
    facts = facts_in(policy, found)
    if facts is None or policy.answers is None:
        return draft
    return draft.plus(Line("answer", policy.answers, slots_from(facts, draft.language, ", ")))


@defect("M-001.check_3", "plausible", "a product question is answered in the first turn")
def answers_product(draft: Draft, situation: Situation) -> Draft:
    """Yes, in several interfaces."""
    return draft.plus(Line("answer", "answers_product")) if _first(situation) and _asks(situation) else draft


@defect("M-001.check_3", "subtle", "that a logo can be made is said in the first turn")
def affirms_logo(draft: Draft, situation: Situation) -> Draft:
    """What can be customized, before anything else is known."""
    wrong = _first(situation) and situation.reading.does(*_OFFERS)
    return draft.plus(Line("answer", "answers_customization")) if wrong else draft


@defect("M-001.check_4", "blatant", "the posters go out in the first turn")
def posters_at_once(draft: Draft, situation: Situation) -> Draft:
    """Looked up and sent, markers and all."""
    if not _first(situation) or not _asks(situation):
        return draft
    return with_posters(draft, situation, language_of_posters(situation))


@defect("M-001.check_4", "plausible", "the web site goes out in the first turn")
def site_at_once(draft: Draft, situation: Situation) -> Draft:
    """As a link marker."""
    return replace(draft, markers=(*draft.markers, SITE)) if _first(situation) and _asks(situation) else draft


@defect("M-001.check_4", "subtle", "products are searched for in the first turn, and nothing is said of it")
def silent_search(draft: Draft, situation: Situation) -> Draft:
    """Only the tool log shows it."""
    if not _first(situation) or not _asks(situation):
        return draft
    return replace(draft, calls=(*draft.calls, Call("search_products", {"keyword": "PD cable"})))


@defect("M-001.check_5", "blatant", "the quantity is asked as well")
def asks_quantity_too(draft: Draft, situation: Situation) -> Draft:
    """A second question after the one about the type."""
    return draft.plus(Line("question", "asks_quantity", asks="quantity")) if _first(situation) else draft


@defect("M-001.check_5", "plausible", "the type is to be answered by number")
def numbered_types(draft: Draft, situation: Situation) -> Draft:
    """1, 2, 3 or 4, after the question itself."""
    return draft.plus(said("note", "numbered_types")) if _first(situation) else draft


@defect("M-001.check_5", "subtle", "which product he is interested in is asked as well")
def asks_product_too(draft: Draft, situation: Situation) -> Draft:
    """It reads like a courtesy and is a second question."""
    return draft.plus(Line("question", "asks_product", asks="product")) if _first(situation) else draft


@defect("M-002.check_1", "blatant", "the type is taken up and nothing asked")
def role_not_asked(draft: Draft, situation: Situation) -> Draft:
    """The talk stops there."""
    return draft.asking(None) if _asks_role(draft, situation) else draft


@defect("M-002.check_1", "plausible", "the market is asked instead of the role")
def market_instead(draft: Draft, situation: Situation) -> Draft:
    """Another question takes its place."""
    line = Line("question", "asks_target_market", asks="target_market")
    return asking(draft, line, situation) if _asks_role(draft, situation) else draft


@defect("M-002.check_1", "subtle", "the role is asked and what he said is not taken up")
def not_taken_up(draft: Draft, situation: Situation) -> Draft:
    """The question stands alone."""
    if not _asks_role(draft, situation):
        return draft
    return replace(draft.without("note", "answer"), asked=draft.asked)


@defect("M-002.check_2", "blatant", "the role is asked in the turn that brings a product question with the type")
def role_beside_product(draft: Draft, situation: Situation) -> Draft:
    """After the answer."""
    return asking(draft, _ROLE, situation) if _type_and_product(situation) else draft


@defect("M-002.check_2", "plausible", "the role is asked before the product question is dealt with")
def role_before_product(draft: Draft, situation: Situation) -> Draft:
    """The question comes first, the answer after it."""
    if not _type_and_product(situation):
        return draft
    changed = asking(draft, _ROLE, situation)
    rest = tuple(line for line in changed.lines if line.key != _ROLE.key)
    return replace(changed, lines=(_ROLE, *rest))


@defect("M-002.check_3", "blatant", "the role is asked in the very turn that states it")
def role_asked_at_once(draft: Draft, situation: Situation) -> Draft:
    """As if he had not said it."""
    wrong = ordinary(situation) and situation.reading.does(Act.STATES_ROLE) and not sends_posters(draft)
    return asking(draft, _ROLE, situation) if wrong else draft


@defect("M-002.check_3", "plausible", "the role is asked again in a later turn")
def role_asked_later(draft: Draft, situation: Situation) -> Draft:
    """Beside the answer to something else."""
    known = any(act.act == Act.STATES_ROLE for act in situation.reading.earlier_acts)
    return asking(draft, _ROLE, situation) if ordinary(situation) and known and not sends_posters(draft) else draft


@defect("M-002.check_4", "blatant", "a role question that he passed over is asked again")
def pressed_for_role(draft: Draft, situation: Situation) -> Draft:
    """In the next turn, after the answer."""
    return asking(draft, _ROLE, situation) if _passed_over(situation) and not sends_posters(draft) else draft


@defect("M-002.check_4", "plausible", "a role question that he passed over comes back with the posters")
def role_with_posters(draft: Draft, situation: Situation) -> Draft:
    """After the invitation."""
    return asking(draft, _ROLE, situation) if _passed_over(situation) and sends_posters(draft) else draft


@defect("M-002.check_5", "blatant", "a wholesaler is told what wholesale customers usually care about")
def onlooker_by_name(draft: Draft, situation: Situation) -> Draft:
    """From outside, with the kind of customer called by its name."""
    wholesale = situation.reading.value(Act.STATES_CUSTOMER_TYPE) == "wholesale"
    return _remarking(draft, situation, "onlooker_wholesale") if wholesale else draft


@defect("M-002.check_5", "plausible", "it remarks what such customers usually care about")
def onlooker(draft: Draft, situation: Situation) -> Draft:
    """About the kind of customer that he has just named, without the name."""
    return _remarking(draft, situation, "onlooker_remark")


@defect("M-002.check_5", "subtle", "it remarks what this group tends to value")
def onlooker_softly(draft: Draft, situation: Situation) -> Draft:
    """In a milder tone, as much from outside."""
    return _remarking(draft, situation, "onlooker_soft")


def _remarking(draft: Draft, situation: Situation, key: str) -> Draft:
    """The remark stands after what answers him and before what is asked."""
    wrong = ordinary(situation) and situation.reading.does(Act.STATES_CUSTOMER_TYPE) and not sends_posters(draft)
    if not wrong:
        return draft
    question = draft.having("question")
    body = tuple(line for line in draft.lines if line not in question)
    return replace(draft, lines=(*body, said("note", key), *question))


def _opening(draft: Draft, *lines: Line) -> Draft:
    return replace(draft, lines=lines)


def _introduction() -> Line:
    return said("opening", "introduction_only")


def _first(situation: Situation) -> bool:
    return situation.first and not situation.handover_due


def _asks(situation: Situation, *acts: Act) -> bool:
    return situation.reading.does(*(acts or POSTER_TRIGGERS), *(() if acts else (Act.ASKS_PICTURE,)))


def _asks_role(draft: Draft, situation: Situation) -> bool:
    return ordinary(situation) and any(line.key == _ROLE.key for line in draft.lines)


def _type_and_product(situation: Situation) -> bool:
    """Where the role is not known: asking a known one again is another fault."""
    reading = situation.reading
    both = reading.does(Act.STATES_CUSTOMER_TYPE) and reading.does(*POSTER_TRIGGERS)
    return ordinary(situation) and both and not situation.knows("buyer_role", Act.STATES_ROLE)


def _passed_over(situation: Situation) -> bool:
    asked = ordinary(situation) and situation.has_asked(_ROLE.key)
    return asked and not situation.knows("buyer_role", Act.STATES_ROLE)
