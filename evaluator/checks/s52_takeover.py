"""Stage 5.2, when a human takes over: M-104, M-105, M-106, M-107."""

from collections.abc import Iterator, Mapping

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
from evaluator.checks.facts import Facts, TurnFacts, closing_of
from evaluator.checks.hits import evidence_so_far, hit_of, told_converted, working_at
from evaluator.checks.s51_conversion import NO_RUN, decision_of
from evaluator.ontology import CustomerAct
from evaluator.reading.model import Tri, all_of
from evaluator.text.clock import beijing_time


class M104(Metric):
    """A hit in working hours hands over at once."""

    id = "M-104"

    def events(self, facts: Facts) -> Iterator[Event]:
        yield from _hits(facts, working=True)

    def session_edges(self, facts: Facts) -> Iterator[str]:
        if any(event.applies for event in _hits(facts, working=False)):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return _takeover_is(event, True, "a hit in working hours")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        if decision is None or not decision.takeover:
            return _takeover_is(event, True, "a hit in working hours waits for no closing")
        return passed("no closing is waited for", decision.raw, "raw")


class M105(Metric):
    """A hit off hours converts, and hands over only after the closing."""

    id = "M-105"

    def events(self, facts: Facts) -> Iterator[Event]:
        yield from _hits(facts, working=False)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.before.closing is not True:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return _takeover_is(event, False, "a hit off hours, before the closing")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        if decision is None:
            return lacking(NO_RUN)
        if decision.convert:
            return passed("converted", decision.raw, "raw")
        return failed("a hit off hours is not converted", decision.raw or None, "raw")


class M106(Metric):
    """The customer asks for a person."""

    id = "M-106"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.newest is None:
                continue
            asked = turn.newest[1].hints(CustomerAct.ASKS_HUMAN)
            decision = turn.inbound_decision
            if asked is False or (decision is None and turn.turn.opportunity is not None):
                continue
            yield Event(turn, asked, data={"decision": decision})

    def conditions(self, facts: Facts, event: Event) -> Mapping[str, Tri]:
        decision = decision_of(event)
        working = working_at(decision, event.turn) if decision else event.turn.working
        return {"working_hours": working, "off_hours": not working}

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if self.conditions(facts, event)["off_hours"] and event.turn.before.closing is False:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        if self.conditions(facts, event)["off_hours"]:
            return not_applicable("off hours")
        return _takeover_is(event, True, "a person is asked for in working hours")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        if self.conditions(facts, event)["working_hours"]:
            return not_applicable("working hours")
        closing = event.turn.before.closing
        if closing is None:
            return undecided("whether the closing was published before is not plain")
        if closing:
            return _takeover_is(event, True, "a person is asked for after the closing")
        return _takeover_is(event, False, "a person is asked for off hours, before the closing")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        if decision is None:
            return lacking(NO_RUN)
        if decision.convert is None:
            return undecided("the output does not say whether to convert")
        due = hit_of(facts, event.turn, decision).any
        if due is None:
            return (
                undecided("whether the rules convert here is not plain")
                if decision.convert
                else passed("not converted")
            )
        if due == decision.convert:
            return passed("converts by the rules alone", decision.raw, "raw")
        note = "converted only because a person was asked for" if decision.convert else "a due conversion is withheld"
        return failed(note, decision.raw, "raw")


class M107(OpportunityMetric):
    """The re-check after the reply: a takeover needs closing, conversion and evidence."""

    id = "M-107"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            for decision in turn.decisions:
                context = decision.run.context
                if context is not None and (context.reply_published is not None or context.actual_last_ai_reply):
                    yield Event(turn, data={"decision": decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        decision = decision_of(event)
        if decision is not None and told_converted(decision) and evidence_so_far(facts, event.turn) is False:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        context = decision.run.context
        published = context.reply_published if context else None
        if decision.takeover and published is False and not _may_anyway(facts, event.turn, decision):
            return failed("a reply that was not published is taken for sent", decision.raw, "raw")
        return passed("rests on what was really published")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        due = takeover_due(facts, event.turn, decision)
        if due is None:
            return undecided("whether the closing is complete, or the evidence given, is not plain")
        if not due:
            return not_applicable("no takeover is due")
        return _takeover_is(event, True, "closing, conversion and evidence are there")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        due = takeover_due(facts, event.turn, decision)
        if due is None:
            return undecided("whether the closing is complete, or the evidence given, is not plain")
        if due or _may_anyway(facts, event.turn, decision):
            return not_applicable("a takeover is due or may be given")
        return _takeover_is(event, False, "no closing was published, or the lead is not known to be converted")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        evidence = evidence_so_far(facts, event.turn)
        if not told_converted(decision) or evidence or _may_anyway(facts, event.turn, decision):
            return passed("not by the status alone")
        if decision.takeover and evidence is None:
            return undecided("whether the session holds conversion evidence is not plain")
        if decision.takeover:
            return failed("taken over by the status alone: nothing was hit", decision.raw, "raw")
        return passed("the status alone does not hand over", decision.raw, "raw")


def takeover_due(facts: Facts, turn: TurnFacts, decision: Decision) -> Tri:
    """Whether the re-check must hand over (M-107 check_2 and check_3)."""
    context = decision.run.context
    if context is None or context.lead_status != "converted":
        return False
    evidence = evidence_so_far(facts, turn)
    if working_at(decision, turn):
        return evidence if _hit_here(facts, turn) is not False else _closed(facts, decision, evidence)
    return _closed(facts, decision, evidence)


def published_closing(facts: Facts, decision: Decision) -> Tri:
    """Whether the last reply that really reached the customer is the closing."""
    context = decision.run.context
    if context is None or context.reply_published is not True:
        return False
    reading = facts.reading_of_text(context.actual_last_ai_reply or "")
    if reading is None:
        return None if context.actual_last_ai_reply else False
    return closing_of(reading)


def _closed(facts: Facts, decision: Decision, evidence: Tri) -> Tri:
    return all_of((published_closing(facts, decision), evidence))


def _hit_here(facts: Facts, turn: TurnFacts) -> Tri:
    return hit_of(facts, turn).any


def _may_anyway(facts: Facts, turn: TurnFacts, decision: Decision) -> bool:
    """The customer asked for a person, and the hour or the closing allows it: a takeover needs no other reason."""
    asked = turn.newest is not None and turn.newest[1].hints(CustomerAct.ASKS_HUMAN) is not False
    return asked and (working_at(decision, turn) or turn.before.closing is not False)


def _hits(facts: Facts, *, working: bool) -> Iterator[Event]:
    for turn in facts.turns:
        decision = turn.inbound_decision
        if decision is None:
            continue
        hit = hit_of(facts, turn, decision).any
        if hit is not False and working_at(decision, turn) is working:
            yield Event(turn, hit, data={"decision": decision})


def _takeover_is(event: Event, wanted: bool, occasion: str) -> Finding:
    decision = decision_of(event)
    if decision is None:
        return lacking(NO_RUN)
    if decision.takeover is wanted:
        return passed(f"{occasion}: takeover is {str(wanted).lower()}", decision.raw, "raw")
    if decision.takeover is None and not wanted:
        return undecided("the output does not say whether to hand over")
    quote = decision.raw or None
    created = beijing_time(decision.run.context.created_at_) if decision.run.context else None
    hour = f" ({created:%H:%M:%S} Beijing time)" if created else ""
    return failed(f"{occasion}{hour}: takeover is not {str(wanted).lower()}", quote, "raw")
