"""Stage 6.1, the two agents together: M-201, M-202, M-203, M-204."""

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
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.hits import hit_of, told_converted, working_at
from evaluator.checks.s51_conversion import M101, NO_RUN, decision_of
from evaluator.checks.s52_takeover import takeover_due
from evaluator.ontology import CustomerAct, Field, ReplyAct
from evaluator.reading.model import Tri, all_of


class M201(OpportunityMetric):
    """A conversion after the posters needs posters that really went out."""

    id = "M-201"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            decision = turn.inbound_decision
            if decision is None or not decision.convert or told_converted(decision) or turn.customer_image_hit:
                continue
            applies: Tri = None if turn.customer_image_hit is None else True
            yield Event(turn, applies, data={"decision": decision})

    def session_edges(self, facts: Facts) -> Iterator[str]:
        for turn in facts.turns:
            decision = turn.inbound_decision
            if decision is not None and decision.convert and turn.customer_image_hit:
                yield "edge_1"
                return

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return self._posters_went_out(event)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        return self._posters_went_out(event)

    @staticmethod
    def _posters_went_out(event: Event) -> Finding:
        before, decision = event.turn.before, decision_of(event)
        assert decision is not None
        if before.complete_set is not None:
            return passed("the posters went out before", before.complete_set.ids[0], "reply", before.complete_set.turn)
        if before.posters.uncertain:
            return undecided("whether a complete set went out before is not known")
        return failed("converted as if after the posters, which never went out", decision.raw, "raw")


class M202(OpportunityMetric):
    """Off hours, a takeover rests on a closing that was really published."""

    id = "M-202"

    def events(self, facts: Facts) -> Iterator[Event]:
        hit: Tri = False
        for turn in facts.turns:
            inbound = turn.inbound_decision
            if inbound is not None and not working_at(inbound, turn):
                here = hit_of(facts, turn, inbound).any
                hit = True if hit or here else (None if hit is None or here is None else False)
            if hit is False:
                continue
            for decision in turn.decisions:
                if not working_at(decision, turn):
                    yield Event(turn, hit, data={"decision": decision})

    def session_edges(self, facts: Facts) -> Iterator[str]:
        for turn in facts.turns:
            decision = turn.inbound_decision
            if decision is not None and working_at(decision, turn) and hit_of(facts, turn, decision).any:
                yield "edge_1"
                return

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, decision = event.turn, decision_of(event)
        assert decision is not None
        published = _closing_published(turn, after_reply=decision.phase == "after_reply")
        if published:
            return not_applicable("the closing was published")
        if decision.takeover is None:
            return undecided("the output does not say whether to hand over")
        if not decision.takeover:
            return passed("no takeover before the closing", decision.raw, "raw")
        if published is None:
            return undecided("whether the reply is the closing is not plain")
        return failed("taken over before the closing was really published", decision.raw, "raw")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn, decision = event.turn, decision_of(event)
        assert decision is not None
        if decision.phase != "after_reply":
            return not_applicable("not a re-check")
        due = takeover_due(facts, turn, decision)
        if due is None:
            return undecided("whether the closing is complete is not plain")
        if not due:
            return not_applicable("no takeover is due")
        if decision.takeover:
            return passed("taken over once the closing is out", decision.raw, "raw")
        return failed("the closing is out, and nobody takes over", decision.raw or None, "raw")


class M203(OpportunityMetric):
    """Both agents know that the lead is converted."""

    id = "M-203"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.status == "converted":
                yield Event(turn)
            for decision in turn.decisions:
                if told_converted(decision):
                    yield Event(turn, data={"decision": decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.status == "converted" and event.turn.working:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if decision_of(event) is not None:
            return not_applicable("the opportunity assistant's part")
        if not turn.handover_due:
            return passed("working hours, or the closing is out: none is due")
        if not turn.published:
            return not_applicable("no reply reached the customer")
        if turn.before.closing is None:
            return undecided("whether the closing was published before is not plain")
        said = (turn.says(ReplyAct.SAYS_OFF_HOURS), turn.says(ReplyAct.SAYS_NEXT_OPENING))
        if turn.closing or all_of(said):
            act = turn.said(ReplyAct.SAYS_NEXT_OPENING)
            return passed("the closing comes first", act.quote if act else None)
        if any(said) or None in said:
            return undecided("whether the reply is the closing is not plain")
        return failed("converted and off hours, and no closing", turn.due_quote, "inbound")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        if decision is None:
            return not_applicable("the inquiry assistant's part")
        if decision.convert is None:
            return undecided("the output does not say whether to convert")
        if decision.convert:
            return failed("converted already, and converted again", decision.raw, "raw")
        return passed("not converted again", decision.raw, "raw")


class M204(Metric):
    """A picture is evidence for one agent and changes nothing for the other."""

    id = "M-204"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.images:
                yield Event(turn, data={"decision": turn.inbound_decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.number == 1 and event.turn.customer_image_hit:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, decision = event.turn, decision_of(event)
        hit = turn.customer_image_hit
        if hit is False or (decision is not None and told_converted(decision)):
            return not_applicable("no hit by a customer's picture")
        if decision is None and turn.turn.opportunity is not None:
            return not_applicable("the opportunity assistant was not run")
        return M101().check_1(facts, event)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if not turn.published:
            return not_applicable("no reply")
        if turn.handover_due:
            return _closing_sent(turn)
        if turn.number > 1:
            return passed("goes on by its own rules")
        intro, asked = turn.says(ReplyAct.INTRODUCES), turn.says(ReplyAct.ASKS, value=Field.CUSTOMER_TYPE)
        if intro and asked:
            act = turn.said(ReplyAct.INTRODUCES)
            return passed("the fixed first turn", act.quote if act else None)
        if intro is False:
            return failed("the first turn is not the fixed one", turn.due_quote, "inbound")
        return undecided("whether the first turn is the fixed one is not plain")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn, decision = event.turn, decision_of(event)
        if not any(sender == "staff" for sender, _ in turn.images):
            return not_applicable("no picture from a colleague")
        if decision is None:
            return not_applicable("not run") if turn.turn.opportunity is not None else lacking(NO_RUN)
        if decision.convert is None:
            return undecided("the output does not say whether to convert")
        if not decision.convert:
            return passed("a colleague's picture is no evidence", decision.raw, "raw")
        other = hit_of(facts, turn, decision).any
        if other:
            return not_applicable("another reason to convert")
        if other is None:
            return undecided("whether the message gives another reason to convert is not plain")
        return failed("converted on a colleague's picture", decision.raw, "raw")


def _closing_sent(turn: TurnFacts) -> Finding:
    said = (turn.says(ReplyAct.SAYS_OFF_HOURS), turn.says(ReplyAct.SAYS_NEXT_OPENING))
    if turn.closing or all(said):
        return passed("the closing, as its own rules ask")
    if any(said) or None in said or turn.customer(CustomerAct.ASKS_HUMAN) is None:
        return undecided("whether the reply is the closing is not plain")
    return failed("the handover's closing is not sent", turn.due_quote, "inbound")


def _closing_published(turn: TurnFacts, *, after_reply: bool) -> Tri:
    """Whether the closing had really reached the customer when a run was made."""
    if turn.before.closing:
        return True
    here: Tri = turn.closing if after_reply and turn.published else False
    return here or (None if here is None or turn.before.closing is None else False)
