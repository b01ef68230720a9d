"""Defects of M-003 (answer first), M-004 (one question), M-005 (nothing known again) and M-006 (askedFieldKeys)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.parts import answered_by, asking, ordinary, said, sends_posters
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Draft, Line
from simulator.agents.reference.inquiry import Situation

_MARKET: Final = Line("question", "asks_target_market", asks="target_market")
_QUANTITY: Final = Line("question", "asks_quantity", asks="quantity")
_PACKAGING: Final = Line("question", "asks_packaging", asks="packaging")
_STRAIGHT: Final = (Act.ASKS_PRICE, Act.ASKS_MOQ, Act.ASKS_PARAMETER)
_COURTESY: Final = ("answers_thanks", "answers_bye", "answers_wait", "redirects")


@defect("M-003.check_1", "blatant", "the question is passed over and the market asked instead")
def passed_over(draft: Draft, situation: Situation) -> Draft:
    """What was looked up is not told."""
    return asking(answered_by(draft), _MARKET, situation) if _answers(draft, situation) else draft


@defect("M-003.check_1", "plausible", "a friendly word stands where the answer belongs")
def friendly_word(draft: Draft, situation: Situation) -> Draft:
    """It sounds like an answer and says nothing."""
    return answered_by(draft, said("note", "vague_answer")) if _answers(draft, situation) else draft


@defect("M-003.check_1", "subtle", "the answer is put off")
def put_off(draft: Draft, situation: Situation) -> Draft:
    """Later, without saying who or when."""
    return answered_by(draft, said("note", "answer_later")) if _answers(draft, situation) else draft


@defect("M-003.check_2", "blatant", "its own question comes first and the answer after it")
def question_first(draft: Draft, situation: Situation) -> Draft:
    """The market is asked before anything is answered."""
    if not _answers(draft, situation):
        return draft
    changed = asking(draft, _MARKET, situation)
    return replace(changed, lines=(_MARKET, *(line for line in changed.lines if line is not _MARKET)))


@defect("M-003.check_2", "plausible", "the invitation to the posters comes before the answer")
def invitation_first(draft: Draft, situation: Situation) -> Draft:
    """Only where the posters go out."""
    invites = draft.having("invite")
    if not ordinary(situation) or not draft.having("answer"):
        return draft
    return replace(draft, lines=(*invites, *(line for line in draft.lines if line not in invites)))


@defect("M-003.check_3", "blatant", "an analysis of the market comes before the answer")
def market_analysis(draft: Draft, situation: Situation) -> Draft:
    """Two sentences of it."""
    return _after_lecture(draft, situation, "market_analysis")


@defect("M-003.check_3", "plausible", "a remark on such customers comes before the answer")
def remark_first(draft: Draft, situation: Situation) -> Draft:
    """One sentence, from outside."""
    return _after_lecture(draft, situation, "onlooker_remark")


@defect("M-003.check_3", "subtle", "what this group tends to value comes before the answer")
def mild_remark_first(draft: Draft, situation: Situation) -> Draft:
    """One mild sentence."""
    return _after_lecture(draft, situation, "onlooker_soft")


@defect("M-004.check_1", "blatant", "three things are asked at once")
def three_questions(draft: Draft, situation: Situation) -> Draft:
    """Quantity, market and packaging, one sentence each."""
    if not _free_to_ask(draft, situation):
        return draft
    return _listed(draft.plus(_QUANTITY, _MARKET, _PACKAGING), situation, "quantity", "target_market", "packaging")


@defect("M-004.check_1", "plausible", "two things are asked, in a sentence each")
def two_questions(draft: Draft, situation: Situation) -> Draft:
    """Quantity and market."""
    if not _free_to_ask(draft, situation):
        return draft
    return _listed(draft.plus(_QUANTITY, _MARKET), situation, "quantity", "target_market")


@defect("M-004.check_1", "subtle", "one question asks for two things")
def two_in_one(draft: Draft, situation: Situation) -> Draft:
    """Length and quantity in a sentence, where nothing else is asked."""
    if not _free_to_ask(draft, situation) or draft.having("question"):
        return draft
    return _listed(draft.plus(said("question", "two_in_one")), situation, "length", "quantity")


@defect("M-004.check_2", "blatant", "he is to answer by number")
def by_number(draft: Draft, situation: Situation) -> Draft:
    """1, 2 or 3."""
    wrong = ordinary(situation) and not sends_posters(draft)
    return draft.plus(said("note", "numbered_needs")) if wrong else draft


@defect("M-004.check_2", "plausible", "he is to fill in a form")
def fill_in(draft: Draft, situation: Situation) -> Draft:
    """Product, quantity, country and company, in a set form."""
    wrong = ordinary(situation) and not sends_posters(draft)
    return draft.plus(said("note", "fill_in")) if wrong else draft


@defect("M-005.check_1", "blatant", "the type is asked although he told it")
def type_again(draft: Draft, situation: Situation) -> Draft:
    """In a later turn; only three directions are named, which is nobody's matter there."""
    known = _told_before(situation, Act.STATES_CUSTOMER_TYPE) or _in_form(situation, "customer_type")
    if not known or not _may_end_with(draft, situation):
        return draft
    return asking(draft, said("question", "three_directions", "customer_type"), situation)


@defect("M-005.check_1", "plausible", "the role is asked although he told it")
def role_again(draft: Draft, situation: Situation) -> Draft:
    """In a later turn."""
    known = _told_before(situation, Act.STATES_ROLE) or _in_form(situation, "buyer_role")
    if not known or not _may_end_with(draft, situation):
        return draft
    return asking(draft, Line("question", "asks_role", asks="buyer_role"), situation)


@defect("M-005.check_1", "subtle", "the model or the interface is asked although he told it")
def product_again(draft: Draft, situation: Situation) -> Draft:
    """In a later turn."""
    for act, field in ((Act.STATES_INTERFACE, "interface"), (Act.NAMES_MODEL, "product")):
        if _told_before(situation, act) and _may_end_with(draft, situation):
            return asking(draft, Line("question", f"asks_{field}", asks=field), situation)
    return draft


@defect("M-006.check_1", "blatant", "the pending field is listed and not asked")
def listed_unasked(draft: Draft, situation: Situation) -> Draft:
    """Whatever the reply is about."""
    if not ordinary(situation) or situation.pending is None or draft.having("question"):
        return draft
    return replace(draft, asked=(situation.pending,))


@defect("M-006.check_1", "plausible", "the quantity is only mentioned, and listed")
def listed_for_mention(draft: Draft, situation: Situation) -> Draft:
    """Where the quotation depends on it."""
    mentioned = any(line.key in ("defers_price", "defers_freight", "defers_discount") for line in draft.lines)
    wrong = ordinary(situation) and mentioned and situation.pending == "quantity" and not draft.having("question")
    return replace(draft, asked=("quantity",)) if wrong else draft


@defect("M-006.check_1", "subtle", "the field that is asked is listed, and another beside it")
def one_too_many(draft: Draft, situation: Situation) -> Draft:
    """Two keys for one question."""
    if not draft.asked:
        return draft
    return replace(draft, asked=(*draft.asked, "company" if draft.asked != ("company",) else "quantity"))


@defect("M-006.check_2", "blatant", "the role is asked and listed while another field is pending")
def other_listed(draft: Draft, situation: Situation) -> Draft:
    """What is asked is listed, but it is not what the platform named."""
    return _listing(draft, situation, "asks_role", "buyer_role")


@defect("M-006.check_2", "plausible", "the version is asked and the interface listed while another field is pending")
def version_listed(draft: Draft, situation: Situation) -> Draft:
    """The same with the question that an answer needs."""
    return _listing(draft, situation, "asks_version", "interface")


@defect("M-006.check_2", "subtle", "another field is asked to fill the form, and listed")
def other_asked(draft: Draft, situation: Situation) -> Draft:
    """Where nothing is to be asked: the quantity, or the market where the quantity is pending."""
    if not _free_to_ask(draft, situation) or draft.having("question") or situation.pending is None:
        return draft
    line = _MARKET if situation.pending == "quantity" else _QUANTITY
    return replace(draft.plus(line), asked=(str(line.asks),)) if situation.pending != line.asks else draft


def _answers(draft: Draft, situation: Situation) -> bool:
    """A turn that answers something, in which neither posters nor media go out and nothing has to be asked."""
    if not ordinary(situation) or sends_posters(draft) or draft.markers or draft.having("question"):
        return False
    return any(line.part in ("answer", "list") and line.key not in _COURTESY for line in draft.lines)


def _after_lecture(draft: Draft, situation: Situation, key: str) -> Draft:
    if not ordinary(situation) or not situation.reading.does(*_STRAIGHT) or not draft.having("answer"):
        return draft
    return replace(draft, lines=(said("note", key), *draft.lines))


def _free_to_ask(draft: Draft, situation: Situation) -> bool:
    """A turn where a question more breaks no rule but those on questions: no posters, no version or look to settle."""
    if not ordinary(situation) or sends_posters(draft) or situation.interface_alone:
        return False
    own = any(line.part == "question" and line.key != "asks_role" for line in draft.lines)
    reading = situation.reading
    known = [act for act in (Act.STATES_QUANTITY, Act.STATES_MARKET, Act.STATES_LENGTH) if reading.value(act)]
    return not own and not known and not reading.looks


def _may_end_with(draft: Draft, situation: Situation) -> bool:
    """A turn that may end with any question: no posters, and neither version nor look to be settled in it."""
    settles = situation.interface_alone or bool(situation.reading.looks)
    return ordinary(situation) and not sends_posters(draft) and not settles


def _listed(draft: Draft, situation: Situation, *fields: str) -> Draft:
    """What is asked now is listed where the platform wants it."""
    return replace(draft, asked=(situation.pending,)) if situation.pending in fields else draft


def _listing(draft: Draft, situation: Situation, key: str, field: str) -> Draft:
    asks = any(line.key == key for line in draft.having("question"))
    wrong = ordinary(situation) and asks and situation.pending not in (None, field)
    return replace(draft, asked=(field,)) if wrong else draft


def _told_before(situation: Situation, act: Act) -> bool:
    return any(entry.act == act for entry in situation.reading.earlier_acts)


def _in_form(situation: Situation, field: str) -> bool:
    return bool((situation.brief.turn.form or {}).get(field))
