"""One metric's events, judged: what its checks found on each, what the decision makes of it, and what was left open.

The rules answer first. Where they leave something open (a check, a condition of the decision, whether the metric
applies at all), a judge's answer takes its place, if the reading holds one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from evaluator.answers import APPLIES, Answers
from evaluator.catalogue import Metric as Entry
from evaluator.checks.base import Event, Finding, Metric
from evaluator.checks.facts import Facts
from evaluator.outcome import Outcome, Tri
from evaluator.verdicts import Result

NO_RULE: Final = "no rule decides this check yet: a judge is needed"


@dataclass(frozen=True)
class Judged:
    """One event: the findings by check, the decision's outcome, and the conditions that were not known."""

    event: Event
    findings: Mapping[str, Finding]
    outcome: Outcome
    unknown: tuple[str, ...] = ()


def judge_events(facts: Facts, metric: Metric, entry: Entry, answers: Answers) -> list[Judged]:
    """The events of a metric; one that the judge says is none drops out."""
    ruled = [_rule(facts, metric, entry, event) for event in metric.events(facts)]
    unsure = {item.event.turn.number for item in ruled if item.event.applies is None}
    asked = _open_turns(ruled, entry, answers)
    found = []
    for item in ruled:
        event = item.event
        if event.applies is None:
            applies = answers.truth(entry.id, APPLIES, event.turn.number, unsure)
            if applies is False:
                continue
            event = replace(event, applies=applies)
        found.append(_answered(replace(item, event=event), asked, entry, answers))
    return found


@dataclass(frozen=True)
class _Ruled:
    """One event as the rules leave it."""

    event: Event
    findings: Mapping[str, Finding]
    conditions: Mapping[str, Tri]

    def is_open(self, name: str) -> bool:
        """Whether a check or condition is open, and not for want of data: then a judge's answer may close it."""
        finding = self.findings.get(name)
        if finding is None:
            return name in self.conditions and self.conditions[name] is None
        return finding.result == "OPEN" and not finding.lacking


def _rule(facts: Facts, metric: Metric, entry: Entry, event: Event) -> _Ruled:
    findings = {}
    for check in entry.checks:
        method = getattr(metric, check.id, None)
        findings[check.id] = method(facts, event) if method else Finding("OPEN", NO_RULE)
    return _Ruled(event, findings, metric.conditions(facts, event))


def _open_turns(ruled: Sequence[_Ruled], entry: Entry, answers: Answers) -> dict[str, set[int]]:
    """The turns at which the rules leave a check or a condition open, by its name, where there is an answer to it."""
    found: dict[str, set[int]] = {}
    for name in (*(check.id for check in entry.checks), *entry.conditions):
        if answers.get(entry.id, name):
            found[name] = {item.event.turn.number for item in ruled if item.is_open(name)}
    return found


def _answered(item: _Ruled, asked: Mapping[str, set[int]], entry: Entry, answers: Answers) -> Judged:
    """The event with the judge's answers where the rules left something open that the record can show."""
    turn = item.event.turn.number
    findings, conditions = dict(item.findings), dict(item.conditions)
    for name, turns in asked.items():
        if not item.is_open(name):
            continue
        if name in conditions:
            conditions[name] = answers.truth(entry.id, name, turn, turns)
        else:
            findings[name] = answers.finding(entry.id, name, turn, turns) or findings[name]
    results = {name: finding.result for name, finding in findings.items()}
    outcome = entry.decision_expression.evaluate(results, conditions)
    unknown = tuple(name for name, known in conditions.items() if known is None)
    return Judged(item.event, findings, outcome, unknown)


def combine(judged: Sequence[Judged]) -> tuple[Result, bool]:
    """The result over all events, and whether it is undetermined (rulings, "Aggregation")."""
    certain = {item.outcome for item in judged if item.event.applies}
    uncertain = {item.outcome for item in judged if item.event.applies is None}
    if "FAIL" in certain:
        return "FAIL", False
    if "OPEN" in certain or uncertain & {"FAIL", "OPEN"}:
        return "N/A", True
    if "PASS" in certain:
        return "PASS", False
    return "N/A", "PASS" in uncertain
