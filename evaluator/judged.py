"""One metric's events, judged: what its checks found on each, what the decision makes of it, and what was left open.

The rules answer first. Where they leave something open (a check, a condition of the decision, whether the metric
applies at all), a judge's answer takes its place, if the reading holds one.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from evaluator.catalogue import Metric as Entry
from evaluator.checks.base import Event, Finding, Metric
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.outcome import Outcome, Tri
from evaluator.reading.model import Answer
from evaluator.text.normalise import contains_quote
from evaluator.verdicts import Result, Source

NO_RULE: Final = "no rule decides this check yet: a judge is needed"
APPLIES: Final = "applies"
SCORE: Final = "score"
SOURCES: Final[tuple[Source, ...]] = ("reply", "inbound", "raw", "tool", "form")


@dataclass(frozen=True)
class Judged:
    """One event: the findings by check, the decision's outcome, and the conditions that were not known."""

    event: Event
    findings: Mapping[str, Finding]
    outcome: Outcome
    unknown: tuple[str, ...] = ()


class Answers:
    """A judge's answers on one session, by what was asked."""

    def __init__(self, facts: Facts, answers: Sequence[Answer]) -> None:
        self._facts = facts
        self._by_id = {answer.id: answer for answer in answers}

    def get(self, metric: str, what: str) -> Answer | None:
        """The answer to one question."""
        return self._by_id.get(f"{metric}.{what}")

    def truth(self, metric: str, what: str, turn: int) -> Tri:
        """Whether it holds at the turn; None where nobody answered. A YES that names turns is about those alone."""
        answer = self.get(metric, what)
        if answer is None or answer.result not in ("YES", "NO"):
            return None
        return answer.result == "YES" and (not answer.turns or turn in answer.turns)

    def finding(self, metric: str, check: str, turn: int) -> Finding | None:
        """What the judge found at the turn; a FAIL that names turns leaves the others whole."""
        answer = self.get(metric, check)
        if answer is None or answer.result not in ("PASS", "FAIL", "N/A"):
            return None
        result: Outcome = answer.result
        if result == "FAIL" and answer.turns and turn not in answer.turns:
            return Finding("PASS", f"the fault is at turn {answer.turns[0]}", by="judge")
        where = answer.turns[0] if answer.turns else turn
        source = source_of(self._facts, where, answer.quote)
        return Finding(result, answer.why, answer.quote if source else None, source, where, by="judge")


def judge_events(facts: Facts, metric: Metric, entry: Entry, answers: Answers) -> list[Judged]:
    """The events of a metric; one that the judge says is none drops out."""
    found = []
    for event in metric.events(facts):
        if event.applies is None:
            applies = answers.truth(entry.id, APPLIES, event.turn.number)
            if applies is False:
                continue
            event = replace(event, applies=applies)
        found.append(_judge_event(facts, metric, entry, event, answers))
    return found


def _judge_event(facts: Facts, metric: Metric, entry: Entry, event: Event, answers: Answers) -> Judged:
    turn = event.turn.number
    findings: dict[str, Finding] = {}
    for check in entry.checks:
        method = getattr(metric, check.id, None)
        finding = method(facts, event) if method else Finding("OPEN", NO_RULE)
        if finding.result == "OPEN":
            finding = answers.finding(entry.id, check.id, turn) or finding
        findings[check.id] = finding
    conditions = {
        name: answers.truth(entry.id, name, turn) if known is None else known
        for name, known in metric.conditions(facts, event).items()
    }
    results = {name: finding.result for name, finding in findings.items()}
    outcome = entry.decision_expression.evaluate(results, conditions)
    return Judged(event, findings, outcome, tuple(name for name, known in conditions.items() if known is None))


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


def source_of(facts: Facts, turn: int, quote: str | None) -> Source | None:
    """Where in the record of a turn (from 1) a quote stands; None where it does not."""
    if not quote or not quote.strip() or not 1 <= turn <= len(facts.turns):
        return None
    there = facts.turns[turn - 1]
    return next(
        (source for source in SOURCES if any(contains_quote(text, quote) for text in texts_of(there, source))), None
    )


def texts_of(turn: TurnFacts, source: Source) -> Iterator[str]:
    """The texts of a turn that a quote with this source may stand in."""
    inquiry = turn.turn.inquiry
    match source:
        case "inbound":
            yield from (message.text for message in turn.turn.inbound)
        case "reply":
            yield (inquiry.reply_text or "") if inquiry else ""
        case "raw":
            yield from (run.raw or "" for run in turn.turn.runs)
        case "tool":
            for call in turn.turn.tool_calls or ():
                yield call.name or ""
                yield json.dumps([call.arguments, call.result], ensure_ascii=False)
        case "form":
            yield ", ".join(inquiry.asked_field_keys or ()) if inquiry else ""
