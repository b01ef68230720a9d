"""Stage 5.4, the output protocol and its limits: M-110, M-111."""

import re
from collections.abc import Iterator
from typing import Final

from evaluator.checks.base import Event, Finding, OpportunityMetric, failed, lacking, passed
from evaluator.checks.facts import Facts
from evaluator.checks.hits import hit_of
from evaluator.checks.s51_conversion import decision_of

_FENCE: Final = re.compile(r"```[a-zA-Z]*|`")
_NO_OUTPUT: Final = "the record has no output of this run"


class M110(OpportunityMetric):
    """One JSON object with exactly the three keys."""

    id = "M-110"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            for decision in turn.decisions:
                yield Event(turn, data={"decision": decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        decision = decision_of(event)
        if decision is not None and decision.raw and not decision.bare:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        if decision.run.raw is None:
            return lacking(_NO_OUTPUT)
        if decision.bare:
            return passed("one JSON object and nothing else", decision.raw, "raw")
        return failed("the output is not one JSON object alone", decision.raw or None, "raw")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        if decision.run.raw is None:
            return lacking(_NO_OUTPUT)
        if decision.form_problem:
            return failed(decision.form_problem, decision.raw or None, "raw")
        return passed("the three keys with their types", decision.raw, "raw")


class M111(OpportunityMetric):
    """The decisions do not bend one another, and the assistant does nothing else."""

    id = "M-111"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            for decision in turn.decisions:
                yield Event(turn, data={"decision": decision})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        calls = event.turn.turn.tool_calls or ()
        if any(call.name == "inquiry_form_snapshot_get" for call in calls):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        if decision.run.raw is None:
            return lacking(_NO_OUTPUT)
        due = hit_of(facts, event.turn, decision).any if decision.phase == "inbound" else False
        if due and decision.convert is False and _prose(decision.raw):
            return failed("a due conversion is withheld for a stated reason that does not count", decision.raw, "raw")
        return passed("no decision bends another")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        if decision.intent in (None, "business"):
            return passed("the intent bends nothing")
        due = hit_of(facts, event.turn, decision).any if decision.phase == "inbound" else False
        if due and decision.convert is False:
            return failed(f"a due conversion is withheld beside {decision.intent}", decision.raw, "raw")
        return passed("the intent bends nothing")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        decision = decision_of(event)
        assert decision is not None
        if decision.stray_keys:
            return failed(
                f"the output holds more than the three decisions: {decision.stray_keys[0]}", decision.raw, "raw"
            )
        if _prose(decision.raw):
            return failed("the output holds text beside the three decisions", decision.raw, "raw")
        calls = event.turn.turn.tool_calls
        if calls is None:
            return lacking("no tool log in the record: whether the form was written to is not known")
        for call in calls:
            if call.agent == "opportunity" and call.name == "inquiry_form_update":
                return failed("the form was written to", "inquiry_form_update", "tool")
        return passed("nothing but the three decisions")


def _prose(raw: str) -> bool:
    """Whether words stand outside the JSON object, a code fence apart."""
    start, end = raw.find("{"), raw.rfind("}")
    outside = raw[:start] + raw[end + 1 :] if 0 <= start < end else raw
    return any(char.isalpha() for char in _FENCE.sub("", outside))
