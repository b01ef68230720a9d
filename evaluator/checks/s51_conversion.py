"""Stage 5.1, when a lead is converted: M-101, M-102, M-103."""

from collections.abc import Iterator

from evaluator.checks.base import (
    Event,
    Finding,
    Metric,
    OpportunityMetric,
    failed,
    lacking,
    not_applicable,
    passed,
    undecided,
)
from evaluator.checks.decisions import Decision
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.hits import hit_of, new_information, told_converted
from evaluator.ontology import CustomerAct

NO_RUN = "the record has no log of the opportunity assistant"


class M101(Metric):
    """A customer's picture converts at once."""

    id = "M-101"

    def events(self, facts: Facts) -> Iterator[Event]:
        own = any(sender == "customer" for turn in facts.turns for sender, _ in turn.images)
        for turn in facts.turns:
            if not own or not turn.images:
                continue
            decision = turn.inbound_decision
            if decision is None and turn.turn.opportunity is not None:
                continue  # it was not run
            if decision is None or not told_converted(decision):
                yield Event(turn, data={"decision": decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        labels = {
            label for _, image in event.turn.images if image.recognition for label in image.recognition.labels or ()
        }
        if "qr_code" in labels:
            yield "edge_1"
        if "scenery" in labels and event.turn.customer_image_hit is False:
            yield "edge_2"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        decision, hit = decision_of(event), event.turn.customer_image_hit
        if hit is None and any(sender == "customer" for sender, _ in event.turn.images):
            return undecided("whether the picture shows a QR code or anything of cables is not known")
        if not hit:
            return not_applicable("the picture is no evidence")
        return _converts(decision)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        decision, turn = decision_of(event), event.turn
        own = any(sender == "customer" for sender, _ in turn.images)
        if not own or turn.customer_image_hit is not False:
            return not_applicable("no unrelated or unreadable picture of the customer's")
        return _holds_back(facts, turn, decision)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if not any(sender == "staff" for sender, _ in turn.images) or turn.customer_image_hit:
            return not_applicable("no picture from a colleague stands alone")
        return _holds_back(facts, turn, decision_of(event))


class M102(Metric):
    """After the posters, new business information converts; nothing else does."""

    id = "M-102"

    def events(self, facts: Facts) -> Iterator[Event]:
        if not any(turn.posters for turn in facts.turns):
            return
        certain = facts.first_posters is not None or all(t.posters.complete is False for t in facts.turns if t.posters)
        for turn in facts.turns:
            decision = turn.inbound_decision
            if decision is None and turn.turn.opportunity is not None:
                continue
            if decision is not None and told_converted(decision):
                continue
            after = bool(turn.before.posters)
            early = not after and decision is not None and decision.convert is True
            if turn.customer_image_hit:
                continue  # M-101's
            if after or early:
                yield Event(turn, True if certain else None, data={"decision": decision})
        if facts.first_posters is not None and facts.first_posters.turn == len(facts.turns):
            yield Event(_sent_turn(facts), exercised=False, data={"last": True})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        turn = event.turn
        if not turn.before.posters:
            return
        if turn.customer(CustomerAct.ASKS_PRICE, CustomerAct.ASKS_MOQ):
            yield "edge_1"
        if turn.customer(CustomerAct.STATES_QUANTITY):
            yield "edge_2"
        if turn.turn.context is not None and turn.turn.context.form is not None:
            yield "edge_3"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, decision = event.turn, decision_of(event)
        if event.data.get("last"):
            return passed("a complete set, and no message after it")
        if turn.before.complete_set is not None:
            return passed("a complete set was sent before", turn=turn.before.complete_set.turn)
        if decision is None:
            return lacking(NO_RUN)
        if decision.convert and turn.customer_image_hit is None:
            return undecided("whether the customer's picture justifies it is not known")
        if decision.convert and not turn.before.posters.uncertain:
            return failed("converted before a complete set was sent", decision.raw, "raw")
        return (
            passed("no conversion before a complete set") if not decision.convert else undecided("the set is uncertain")
        )

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn, decision = event.turn, decision_of(event)
        if event.data.get("last") or not turn.before.posters:
            return not_applicable("no message after the posters")
        information, act = new_information(facts, turn)
        if information is False:
            return not_applicable("no new business information")
        if information is None:
            return undecided("whether the message holds new business information is not plain")
        quote = act.quote if act else None
        if decision is None:
            return lacking(NO_RUN)
        if decision.convert:
            return passed("new business information, converted", quote, "inbound")
        return failed("new business information, not converted", quote, "inbound")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn, decision = event.turn, decision_of(event)
        if event.data.get("last") or not turn.before.complete_set:
            return not_applicable("no message after the posters")
        information, _ = new_information(facts, turn)
        if information is not False or turn.customer_image_hit is None:
            if information is None and decision is not None and decision.convert:
                return undecided("whether the message holds new business information is not plain")
            return not_applicable("the message is not without information")
        if decision is None:
            return lacking(NO_RUN)
        if decision.convert is None:
            return undecided("the output does not say whether to convert")
        if decision.convert:
            return failed("converted without new business information", turn.due_quote, "inbound")
        return passed("nothing new, not converted", turn.due_quote, "inbound")


class M103(OpportunityMetric):
    """A converted lead is not created again."""

    id = "M-103"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            for decision in turn.decisions:
                if told_converted(decision):
                    yield Event(turn, data={"decision": decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        decision = decision_of(event)
        if decision is not None and decision.takeover:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        if decision is None or decision.convert is None:
            return undecided("the output does not say whether to convert")
        if decision.convert:
            return failed("converted already, and shouldAutoConvert is true", decision.raw, "raw")
        return passed("not created again", decision.raw, "raw")


def decision_of(event: Event) -> Decision | None:
    """The run that an event is about; None where the record has no log of it."""
    decision = event.data.get("decision")
    return decision if isinstance(decision, Decision) else None


def _sent_turn(facts: Facts) -> TurnFacts:
    assert facts.first_posters is not None
    return facts.turns[facts.first_posters.turn - 1]


def _converts(decision: Decision | None) -> Finding:
    if decision is None:
        return lacking(NO_RUN)
    if decision.convert:
        return passed("converted", decision.raw, "raw")
    return failed("clear evidence in the picture, not converted", decision.raw or None, "raw")


def _holds_back(facts: Facts, turn: TurnFacts, decision: Decision | None) -> Finding:
    """Not converted on a picture that is no evidence; another reason to convert makes it no event."""
    if decision is None:
        return lacking(NO_RUN)
    if decision.convert is None:
        return undecided("the output does not say whether to convert")
    if not decision.convert:
        return passed("not converted", decision.raw, "raw")
    other = hit_of(facts, turn, decision).any
    if other:
        return not_applicable("another reason to convert")
    if other is None:
        return undecided("whether the message gives another reason to convert is not plain")
    return failed("converted on a picture that is no evidence", decision.raw, "raw")
