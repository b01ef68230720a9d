"""Stage 5.3, the hour and the intent: M-108, M-109."""

from collections.abc import Iterator
from typing import Final

from evaluator.checks.base import Event, Finding, OpportunityMetric, failed, not_applicable, passed, undecided
from evaluator.checks.decisions import Decision
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.history import remembered
from evaluator.checks.hits import hit_of, told_converted, working_at
from evaluator.checks.s21_form import body_length
from evaluator.checks.s51_conversion import decision_of
from evaluator.ontology import CustomerAct
from evaluator.reading.model import Act, Tri
from evaluator.text.clock import beijing_time

_HARASSMENT: Final = (CustomerAct.INSULTS, CustomerAct.SENDS_SEXUAL, CustomerAct.SENDS_SCAM, CustomerAct.ADVERTISES)
_OFF_TOPIC: Final = (CustomerAct.GOES_OFF_TOPIC, CustomerAct.ASKS_OTHER_TASK)
_SMALL_TALK: Final = frozenset(
    {
        CustomerAct.GREETS,
        CustomerAct.THANKS,
        CustomerAct.ACKNOWLEDGES,
        CustomerAct.SAYS_GOODBYE,
        CustomerAct.INJECTS,
        CustomerAct.ASKS_IDENTITY,
        *_HARASSMENT,
        *_OFF_TOPIC,
    }
)


# What a fraud or an advertiser does not speak of; money, terms and figures they do.
_ABOUT_CABLES: Final = frozenset(
    {
        CustomerAct.ASKS_PRODUCT,
        CustomerAct.ASKS_CATALOGUE,
        CustomerAct.ASKS_PRICE,
        CustomerAct.ASKS_DISCOUNT,
        CustomerAct.ASKS_MOQ,
        CustomerAct.ASKS_SAMPLE,
        CustomerAct.STATES_INTERFACE,
        CustomerAct.STATES_POWER,
        CustomerAct.NAMES_MODEL,
        CustomerAct.CHOOSES_STYLE,
    }
)


class M108(OpportunityMetric):
    """Beijing time decides, and what cannot be converted is off hours."""

    id = "M-108"

    def events(self, facts: Facts) -> Iterator[Event]:
        found = False
        for turn in facts.turns:
            decision = turn.inbound_decision
            if decision is None or told_converted(decision):
                continue
            hit = hit_of(facts, turn, decision).any
            asked = turn.newest is not None and turn.newest[1].hints(CustomerAct.ASKS_HUMAN)
            if hit or asked:
                found = True
                yield Event(turn, data={"decision": decision, "hit": hit, "asked": bool(asked)})
        if not found and facts.turns:
            yield Event(facts.turns[0], exercised=False, data={"idle": True})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        customer = facts.session.customer
        away = customer is not None and (customer.country or customer.timezone)
        if not event.data.get("idle") and away and not _is_working(event):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        if event.data.get("idle"):
            return passed("no decision depends on the hour")
        decision = decision_of(event)
        assert decision is not None
        working = working_at(decision, event.turn)
        if decision.takeover is working:
            return passed("the decision fits the hour in Beijing", decision.raw, "raw")
        if decision.takeover is None:
            return undecided("the output does not say whether to hand over")
        if event.data.get("asked") and not (event.data.get("hit") and decision.convert):
            return undecided("whether the hour or the request for a person was misjudged is not plain")
        if working and any(run.takeover for run in event.turn.decisions):
            return undecided("the re-check of the same turn hands over: whether the hour was misjudged is not plain")
        if working and not decision.convert:
            return undecided("whether the hour or the hit was misjudged is not plain")
        if event.turn.before.closing is not False:
            return undecided("whether the hour or the closing was misjudged is not plain")
        return failed(f"{_hour(decision)}: the takeover fits the other hours only", decision.raw, "raw")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        if event.data.get("idle"):
            return passed("no decision depends on the hour")
        verdict = self.check_1(facts, event)
        if verdict.result != "FAIL":
            return verdict
        if _other_clock(facts, event.turn):
            return failed("the hour can only come from a clock that does not count", verdict.quote, "raw")
        return not_applicable("no other clock is in sight")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        if decision is None or _created(decision, event.turn) is not None:
            return not_applicable("the time can be converted")
        return self.check_1(facts, event)


class M109(OpportunityMetric):
    """The intent is classified, and only that."""

    id = "M-109"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            for decision in turn.decisions:
                yield Event(turn, data={"decision": decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.customer(CustomerAct.HAGGLES):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return _class_is(event, "harassment")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        return _class_is(event, "off_topic")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        return _class_is(event, "business")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        if decision.intent in (None, "business"):
            return passed("the class changes nothing")
        due = hit_of(facts, event.turn, decision).any if decision.phase == "inbound" else False
        if due and decision.convert is False:
            return failed(f"a due conversion is withheld beside {decision.intent}", decision.raw, "raw")
        return passed("the two booleans stand on their own")


def _class_is(event: Event, kind: str) -> Finding:
    decision = decision_of(event)
    assert decision is not None
    expected, act = expected_intent(event.turn)
    if expected is None and kind == decision.intent:
        return undecided(f"whether the message is {kind} is not plain")
    if expected != kind:
        return not_applicable(f"the message is not {kind}")
    if decision.intent is None:
        return undecided("the output gives no intent")
    if decision.intent == kind:
        return passed(kind, decision.raw, "raw")
    if kind == "business" and (event.turn.unread_clause or event.turn.unread):
        return undecided("beside business the customer says something that was not read")
    return failed(
        f"the message is {kind}, the output {decision.intent}", act.quote if act else event.turn.due_quote, "inbound"
    )


_LITTLE: Final = 0.08  # of the length that a reply of one paragraph may have: about five words, nine characters


@remembered
def expected_intent(turn: TurnFacts) -> tuple[str | None, Act | None]:
    """The class of the customer's messages of a turn, None where it is not plain; business by default (§5.3)."""
    business = next((act for act in turn.customer_acts() if act.act not in _SMALL_TALK and act.sure), None)
    harassing = turn.customer_act(*_HARASSMENT)
    if harassing is not None:
        trade = next((act for act in turn.customer_acts() if act.act in _ABOUT_CABLES and act.sure), None)
        return ("harassment", harassing) if harassing.sure and trade is None else (None, harassing)
    straying = turn.customer_act(*_OFF_TOPIC)
    if straying is not None:
        return ("off_topic", straying) if straying.sure and business is None else (None, straying)
    if business is not None:
        return "business", business
    understood = all(reading.understood for _, reading in turn.customer_messages) and turn.unread_clause is None
    return ("business", None) if understood and _says_little(turn) else (None, None)


def _says_little(turn: TurnFacts) -> bool:
    """Whether a greeting or an OK leaves no room for something that was not read beside it."""
    text = " ".join(message.text for message, _ in turn.customer_messages)
    return body_length(text) < _LITTLE


def _is_working(event: Event) -> bool:
    decision = decision_of(event)
    return working_at(decision, event.turn) if decision else event.turn.working


def _created(decision: Decision, turn: TurnFacts) -> object:
    context = decision.run.context
    if context is not None and "created_at_" in context.model_fields_set:
        return beijing_time(context.created_at_)
    return beijing_time(turn.newest[0].created_at) if turn.newest else None


def _hour(decision: Decision) -> str:
    created = beijing_time(decision.run.context.created_at_) if decision.run.context else None
    return f"{created:%H:%M:%S} in Beijing" if created else "a time that cannot be converted is off hours"


def _other_clock(facts: Facts, turn: TurnFacts) -> Tri:
    """Whether another clock is in sight that could have misled: the customer's, or a time in a picture."""
    customer = facts.session.customer
    pictured = any(
        char.isdigit() for _, image in turn.images if image.recognition for char in image.recognition.description or ""
    )
    return pictured or (customer is not None and bool(customer.timezone or customer.country))
