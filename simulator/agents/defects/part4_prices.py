"""Defects of M-031 (no prices) and M-032 (sample fees as the knowledge base has them)."""

from __future__ import annotations

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part4_parts import beside, line_of, price_on_file, resaid, unsearched
from simulator.agents.defects.parts import said
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Draft, Line
from simulator.agents.reference.inquiry import Situation

_REFERRALS = ("defers_price", "defers_discount")
_SAMPLE_QUERY = "样品费"


@defect("M-031.check_1", "blatant", "a unit price is named")
def unit_price(draft: Draft, situation: Situation) -> Draft:
    """Before the referral, which stays."""
    return _priced(draft, said("answer", "price_is", price="USD 1.35"))


@defect("M-031.check_1", "plausible", "a range is named")
def price_range(draft: Draft, situation: Situation) -> Draft:
    """From and to."""
    return _priced(draft, said("answer", "price_is", price="USD 1.10-1.60"))


@defect("M-031.check_1", "subtle", "a discount is granted")
def discount(draft: Draft, situation: Situation) -> Draft:
    """A share, and no amount."""
    return _priced(draft, said("answer", "gives_discount", percent="5%"))


@defect("M-031.check_2", "blatant", "the price is refused and nobody named")
def refused(draft: Draft, situation: Situation) -> Draft:
    """He learns that he will not learn it."""
    return _referred(draft, said("answer", "refuses_price"))


@defect("M-031.check_2", "plausible", "the wish for a price is noted, and that is all")
def noted(draft: Draft, situation: Situation) -> Draft:
    """No figure, and nobody named."""
    return _referred(draft, Line("note", "notes_detail"))


@defect("M-031.check_2", "subtle", "the technical department is said to quote")
def technical_quotes(draft: Draft, situation: Situation) -> Draft:
    """Somebody is named, and the wrong one."""
    return _referred(draft, said("answer", "price_by_technical"))


@defect("M-031.check_3", "blatant", "the price in the product data is passed on")
def passed_on(draft: Draft, situation: Situation) -> Draft:
    """As it stands in the description."""
    price = price_on_file(situation)
    return draft if price is None else _priced(draft, said("answer", "price_is", price=price))


@defect("M-031.check_3", "subtle", "the price in the product data is passed on in round figures")
def passed_on_roundly(draft: Draft, situation: Situation) -> Draft:
    """Without its decimals."""
    price = price_on_file(situation)
    if price is None:
        return draft
    currency, amount = price.split()
    return _priced(draft, said("answer", "price_is", price=f"{currency} {max(1, round(float(amount)))}"))


@defect("M-032.check_1", "blatant", "a flat fee is made up")
def flat_fee(draft: Draft, situation: Situation) -> Draft:
    """Nothing is looked up, and the tiers are gone."""
    if line_of(draft, "answers_sample") is None:
        return draft
    changed = resaid(draft, ("answers_sample",), said("answer", "sample_is", fee="USD 10"))
    return unsearched(changed, _SAMPLE_QUERY)


@defect("M-032.check_1", "plausible", "one of the two fees is told, and no credit")
def half_the_policy(draft: Draft, situation: Situation) -> Draft:
    """Looked up, and cut short."""
    line = line_of(draft, "answers_sample")
    if line is None:
        return draft
    return resaid(draft, ("answers_sample",), said("answer", "sample_is", fee=line.slots["fee_plain"]))


@defect("M-032.check_1", "subtle", "the policy is told from memory")
def sample_from_memory(draft: Draft, situation: Situation) -> Draft:
    """Every figure is right, and nothing was looked up in the conversation."""
    if line_of(draft, "answers_sample") is None or _asked_before(situation, Act.ASKS_SAMPLE):
        return draft
    return unsearched(draft, _SAMPLE_QUERY)


@defect("M-032.check_2", "blatant", "the tier is chosen for the customer")
def chosen_tier(draft: Draft, situation: Situation) -> Draft:
    """The one with his logo."""
    return beside(draft, "answers_sample", said("answer", "chooses_logo_tier"))


@defect("M-032.check_3", "blatant", "an amount for the courier is named")
def courier_amount(draft: Draft, situation: Situation) -> Draft:
    """Beside the policy."""
    return beside(draft, "answers_sample", said("answer", "freight_is", amount="USD 30"))


@defect("M-032.check_3", "plausible", "a range for the courier is named")
def courier_range(draft: Draft, situation: Situation) -> Draft:
    """From and to."""
    return beside(draft, "answers_sample", said("answer", "freight_is", amount="USD 20-40"))


@defect("M-032.edge_1", "blatant", "without a policy the usual fee is named")
def usual_fee(draft: Draft, situation: Situation) -> Draft:
    """In the place of the sales manager."""
    return resaid(draft, ("defers_sample",), said("answer", "sample_is", fee="USD 5"))


def _priced(draft: Draft, line: Line) -> Draft:
    referral = line_of(draft, *_REFERRALS)
    return draft if referral is None else beside(draft, referral.key, line, before=True)


def _referred(draft: Draft, line: Line) -> Draft:
    return draft if line_of(draft, *_REFERRALS) is None else resaid(draft, _REFERRALS, line)


def _asked_before(situation: Situation, act: Act) -> bool:
    return any(entry.act == act for entry in situation.reading.earlier_acts)
