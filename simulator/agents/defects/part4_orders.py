"""Defects of M-033 (minimum order), M-034 (delivery and logistics) and M-037 (payment)."""

from __future__ import annotations

from dataclasses import replace

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part4_parts import beside, line_of, resaid, unsearched
from simulator.agents.defects.parts import asking, said
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Draft, Line
from simulator.agents.reference.inquiry import Situation

_MOQ_QUERY = "起订量 MOQ"
_DELIVERY_QUERY = "交期"
_PAYMENT_QUERY = "付款方式"
_MINIMUM = "600"


@defect("M-033.check_1", "blatant", "a minimum is made up")
def invented_minimum(draft: Draft, situation: Situation) -> Draft:
    """Nothing is looked up."""
    if line_of(draft, "answers_moq", "defers_moq") is None:
        return draft
    changed = resaid(draft, ("answers_moq", "defers_moq"), said("answer", "moq_is", moq="250"))
    return unsearched(changed, _MOQ_QUERY)


@defect("M-033.check_1", "plausible", "the minimum is told from memory")
def minimum_from_memory(draft: Draft, situation: Situation) -> Draft:
    """The figures are right, and nothing was looked up."""
    return draft if line_of(draft, "answers_moq") is None else unsearched(draft, _MOQ_QUERY)


@defect("M-033.check_1", "subtle", "the box's minimum is halved")
def halved_box(draft: Draft, situation: Situation) -> Draft:
    """Looked up, and one figure is another."""
    return draft.mapped(
        lambda line: replace(line, slots={**line.slots, "box_moq": "1500"}) if line.key == "answers_moq" else line
    )


@defect("M-033.check_2", "blatant", "a small order is turned down")
def small_refused(draft: Draft, situation: Situation) -> Draft:
    """Below the minimum is below the minimum."""
    return _small(draft, situation, said("answer", "refuses_small"))


@defect("M-033.check_2", "plausible", "he may come back with more")
def come_back(draft: Draft, situation: Situation) -> Draft:
    """A refusal with good manners."""
    return _small(draft, situation, said("answer", "turns_away", moq=_MINIMUM))


@defect("M-033.check_3", "blatant", "the quantity is asked although he gave it")
def asks_quantity_again(draft: Draft, situation: Situation) -> Draft:
    """He has just said it."""
    if not _minimum_with_quantity(draft, situation):
        return draft
    return asking(draft, Line("question", "asks_quantity", asks="quantity"), situation)


@defect("M-033.check_3", "plausible", "style and quantity are asked, one of them known")
def asks_both(draft: Draft, situation: Situation) -> Draft:
    """What he gave, and what he did not."""
    known = situation.reading.value(Act.STATES_QUANTITY) is not None or bool(situation.reading.model)
    if line_of(draft, "answers_moq", "defers_moq") is None or not known:
        return draft
    return asking(draft, said("question", "asks_style_and_quantity"), situation)


@defect("M-034.check_1", "blatant", "days to the door are made up")
def days_to_the_door(draft: Draft, situation: Situation) -> Draft:
    """Nothing is looked up, production and transit are one."""
    if line_of(draft, "answers_delivery", "defers_delivery") is None:
        return draft
    changed = resaid(draft, ("answers_delivery", "defers_delivery"), said("answer", "arrives_in", days="25"))
    return unsearched(changed, _DELIVERY_QUERY)


@defect("M-034.check_1", "plausible", "the production days are told as those of arrival")
def production_as_arrival(draft: Draft, situation: Situation) -> Draft:
    """Looked up, and misread."""
    line = line_of(draft, "answers_delivery")
    if line is None:
        return draft
    return resaid(draft, ("answers_delivery",), said("answer", "arrives_in", days=line.slots["days"]))


@defect("M-034.check_1", "subtle", "the lead time is told from memory")
def delivery_from_memory(draft: Draft, situation: Situation) -> Draft:
    """The words are right, and nothing was looked up."""
    return draft if line_of(draft, "answers_delivery") is None else unsearched(draft, _DELIVERY_QUERY)


@defect("M-034.check_2", "blatant", "the days at sea are estimated")
def days_at_sea(draft: Draft, situation: Situation) -> Draft:
    """Beside the referral for transit, lead time or shipping."""
    line = line_of(draft, "defers_transit", "answers_delivery", "defers_shipping")
    return draft if line is None else beside(draft, line.key, said("answer", "sea_takes", days="30-35"))


@defect("M-034.check_2", "plausible", "the freight is estimated")
def freight_estimated(draft: Draft, situation: Situation) -> Draft:
    """An amount beside the referral."""
    if line_of(draft, "answers_sample") is not None:
        return draft  # the courier of a sample is M-032's
    return beside(draft, "defers_freight", said("answer", "freight_is", amount="USD 300"))


@defect("M-034.check_2", "subtle", "the duty is estimated")
def duty_estimated(draft: Draft, situation: Situation) -> Draft:
    """A share beside the referral."""
    return beside(draft, "defers_duty", said("answer", "duty_is", percent="8%"))


@defect("M-034.edge_1", "blatant", "a way of shipping is drawn up")
def own_plan(draft: Draft, situation: Situation) -> Draft:
    """In the place of the sales manager."""
    return resaid(draft, ("defers_shipping",), said("answer", "ships_by_own_plan"))


@defect("M-037.check_1", "blatant", "a split of one's own is named")
def own_split(draft: Draft, situation: Situation) -> Draft:
    """Nothing is looked up."""
    if line_of(draft, "answers_payment", "defers_payment") is None:
        return draft
    own = said("answer", "terms_are", first="50%", rest="50%")
    return unsearched(resaid(draft, ("answers_payment", "defers_payment"), own), _PAYMENT_QUERY)


@defect("M-037.check_1", "plausible", "the terms are told from memory")
def terms_from_memory(draft: Draft, situation: Situation) -> Draft:
    """The shares are right, and nothing was looked up."""
    return draft if line_of(draft, "answers_payment") is None else unsearched(draft, _PAYMENT_QUERY)


@defect("M-037.check_1", "subtle", "a way of paying is added")
def one_more_way(draft: Draft, situation: Situation) -> Draft:
    """The rest is as documented."""
    return beside(draft, "answers_payment", said("answer", "adds_paypal"))


@defect("M-037.check_2", "blatant", "with nothing found he hears that it will be fine")
def flexible(draft: Draft, situation: Situation) -> Draft:
    """Nobody is named."""
    return resaid(draft, ("defers_payment",), said("answer", "payment_flexible"))


@defect("M-037.check_2", "plausible", "with nothing found the usual split is named")
def usual_split(draft: Draft, situation: Situation) -> Draft:
    """Thirty and seventy, as everywhere."""
    return resaid(draft, ("defers_payment",), said("answer", "terms_are", first="30%", rest="70%"))


@defect("M-037.check_2", "subtle", "with nothing found the wrong department is named")
def wrong_department(draft: Draft, situation: Situation) -> Draft:
    """Sales in the place of the business department."""
    return resaid(draft, ("defers_payment",), said("answer", "payment_by_sales"))


@defect("M-037.edge_1", "blatant", "the proforma is written on the spot")
def own_proforma(draft: Draft, situation: Situation) -> Draft:
    """With a quantity and an amount."""
    return resaid(draft, ("defers_proforma",), said("answer", "makes_pi"))


def _small(draft: Draft, situation: Situation, line: Line) -> Draft:
    """Where a quantity below the minimum was given, in the turn that asks for the minimum or in a later one."""
    reading = situation.reading
    quantity = reading.value(Act.STATES_QUANTITY) or ""
    asked = any(act.act == Act.ASKS_MOQ for act in (*reading.earlier_acts, *reading.acts))
    if not asked or not quantity.isdigit() or int(quantity) >= int(_MINIMUM):
        return draft
    return resaid(draft, ("welcomes_small_order", "notes_quantity"), line)


def _minimum_with_quantity(draft: Draft, situation: Situation) -> bool:
    answered = line_of(draft, "answers_moq", "defers_moq") is not None
    return answered and situation.reading.value(Act.STATES_QUANTITY) is not None
