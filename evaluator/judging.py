"""From facts to verdicts: events, checks, the catalogue's decision, and the AND over the events.

Everything is three-valued. An event whose own trigger is not certain can neither fail a metric nor make it pass; it can
only leave it undetermined (rulings, "Aggregation").
"""

from collections.abc import Sequence
from functools import lru_cache

from evaluator.answers import SCORE, Answers
from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.catalogue import Metric as Entry
from evaluator.checks import METRICS
from evaluator.checks.base import Event, Finding, Metric
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.evidence import source_of, texts_of
from evaluator.judged import NO_RULE, Judged, combine, judge_events
from evaluator.reading.model import Reading
from evaluator.session.models import Session
from evaluator.text.normalise import contains_quote
from evaluator.verdicts import CheckResult, Conclusion, ConclusionResult, Result, Source, Verdict

_LAST_REPLY_PART = 4  # Parts 1 to 4 judge the published replies
_MOST_QUOTED = 400  # characters of a quote in a verdict


def judge(session: Session, reading: Reading, catalogue: Catalogue | None = None) -> tuple[Verdict, ...]:
    """The verdicts of all metrics on one session, in the catalogue's order, from its reading alone."""
    facts = Facts.of(session, reading)
    answers = Answers(session, reading.answers)
    return tuple(_verdict(facts, entry, answers) for entry in catalogue or load_catalogue())


def conclude(session_id: str, verdicts: Sequence[Verdict], catalogue: Catalogue | None = None) -> Conclusion:
    """The session's conclusion (§0.4.5 as the rulings rebuild it)."""
    grades = {entry.id: entry.grade for entry in catalogue or load_catalogue()}
    failed = tuple(v.metric_id for v in verdicts if v.result == "FAIL" and grades[v.metric_id] == "P0")
    improvements = tuple(
        v.metric_id
        for v in verdicts
        if (v.result == "FAIL" and grades[v.metric_id] == "P1") or (v.score is not None and v.score <= 2)
    )
    undetermined = tuple(v.metric_id for v in verdicts if v.undetermined)
    result: ConclusionResult = "qualified"
    if failed:
        result = "unqualified"
    elif any(grades[metric] == "P0" for metric in undetermined):
        result = "undetermined"
    return Conclusion(
        session_id=session_id,
        conclusion=result,
        failed_p0=failed,
        improvements=improvements,
        undetermined=undetermined,
    )


def _verdict(facts: Facts, entry: Entry, answers: Answers) -> Verdict:
    metric = METRICS.get(entry.id)
    if metric is None:
        return _unruled(facts, entry, answers)
    judged = judge_events(facts, metric, entry, answers)
    if not judged:
        return _idle(facts, metric, entry)
    checks = tuple(_roll_up(check.id, judged, facts) for check in entry.checks)
    result, undetermined = combine(judged)
    missing = missing_data(facts, metric, entry) if result != "FAIL" and entry.always_triggered else ""
    edges = {edge for item in judged for edge in metric.edges(facts, item.event)} | set(metric.session_edges(facts))
    if missing:
        result, undetermined = "N/A", True
    evidence, reason = ("", missing) if missing else _explain(result, undetermined, checks)
    return Verdict(
        metric_id=entry.id,
        result=result,
        evidence=evidence,
        reason=reason,
        session_id=facts.session.session_id,
        undetermined=undetermined,
        checks=checks,
        edges=tuple(edge.id for edge in entry.edges if edge.id in edges),
        exercised=result != "N/A" and any(item.event.exercised for item in judged),
    )


def missing_data(facts: Facts, metric: Metric, entry: Entry) -> str:
    """What the record lacks of what the metric judges, where it applies throughout: the rest cannot make it pass."""
    if entry.always_triggered and entry.part <= _LAST_REPLY_PART:
        lost = facts.lost_replies
        if lost and (entry.id != "M-001" or lost[0] == 1):
            return f"turn {lost[0]}: the reply was published, but the record does not have its text"
    return metric.missing(facts)


def _idle(facts: Facts, metric: Metric, entry: Entry) -> Verdict:
    """The verdict of a metric without an event: most of a short session's are of this kind."""
    missing = missing_data(facts, metric, entry)
    edges = set(metric.session_edges(facts))
    return Verdict(
        metric_id=entry.id,
        result="N/A",
        reason=missing or "no event of this metric in the session",
        session_id=facts.session.session_id,
        undetermined=bool(missing),
        checks=tuple(_no_occasion(check.id) for check in entry.checks),
        edges=tuple(edge.id for edge in entry.edges if edge.id in edges),
        exercised=False,
    )


def _unruled(facts: Facts, entry: Entry, answers: Answers) -> Verdict:
    """The metric without a rule: a judge's score (M-028), or nothing decided."""
    answer = answers.get(entry.id, SCORE)
    if not entry.checks and answer is not None and isinstance(answer.result, int):
        turn = answer.turns[0] if answer.turns else 1
        quote = answer.quote if source_of(facts.session, turn, answer.quote) else None
        return Verdict(
            metric_id=entry.id,
            result="PASS",
            score=answer.result,
            evidence=f"turn {turn}: {quote}" if quote else "",
            reason=answer.why,
            session_id=facts.session.session_id,
        )
    checks = tuple(CheckResult(check=check.id, result="OPEN", note=NO_RULE) for check in entry.checks)
    return Verdict(
        metric_id=entry.id,
        result="N/A",
        reason=NO_RULE if checks else "the score is a judge's: no judge is configured",
        session_id=facts.session.session_id,
        undetermined=True,
        checks=checks,
        exercised=False,
    )


def _roll_up(check: str, judged: list[Judged], facts: Facts) -> CheckResult:
    """One check over all events: a FAIL outweighs an OPEN, an OPEN a PASS, a PASS an N/A."""
    best: tuple[int, Finding, Event] | None = None
    for item in judged:
        finding = _in_outcome(item, item.findings[check])
        rank = ("FAIL", "OPEN", "PASS", "N/A").index(finding.result)
        if best is None or rank < best[0]:
            best = (rank, finding, item.event)
    assert best is not None
    _, finding, event = best
    turn = finding.turn or event.turn.number
    quote, source = _verified(facts.turns[turn - 1], finding)
    return CheckResult(
        check=check,
        result=finding.result,
        by=finding.by if finding.result in ("PASS", "FAIL") else None,
        turn=turn if finding.result != "N/A" else None,
        quote=quote,
        source=source,
        note=finding.note,
    )


@lru_cache(maxsize=64)
def _no_occasion(check: str) -> CheckResult:
    """Most checks of most sessions: one for all."""
    return CheckResult(check=check, result="N/A", note="no occasion")


def _in_outcome(item: Judged, finding: Finding) -> Finding:
    """A check's FAIL means nothing where the decision took another branch, and is open where it may have."""
    if finding.result != "FAIL":
        return finding
    if item.event.applies is None:
        return Finding("OPEN", f"would fail ({finding.note}), but whether the metric applies is not certain")
    if item.outcome == "FAIL":
        return finding
    return (
        Finding("OPEN", finding.note)
        if item.outcome == "OPEN"
        else Finding("N/A", "no part of the branch that applies")
    )


def _verified(turn: TurnFacts, finding: Finding) -> tuple[str | None, Source | None]:
    """The quote, if it really stands in the record at that turn; never one that does not."""
    if not finding.quote or finding.source is None:
        return None, None
    quote = finding.quote.strip()[:_MOST_QUOTED]
    if any(contains_quote(text, quote) for text in texts_of(turn.turn, finding.source)):
        return quote, finding.source
    return None, None


def _explain(result: Result, undetermined: bool, checks: tuple[CheckResult, ...]) -> tuple[str, str]:
    wanted = "FAIL" if result == "FAIL" else "OPEN" if undetermined else "PASS"
    chosen = [check for check in checks if check.result == wanted]
    quoted = next((check for check in chosen if check.quote), None)
    evidence = f"turn {quoted.turn}: {quoted.quote}" if quoted else ""
    verb = {"FAIL": "failed", "OPEN": "is open", "PASS": "holds"}[wanted]
    if result == "N/A" and not undetermined:
        return "", "no event of this metric in the session"
    if undetermined and not chosen:
        return "", "whether the metric applies is not certain"
    if wanted == "PASS":
        return evidence, "all checks hold"
    return evidence, "; ".join(f"{check.check} {verb}: {check.note}" for check in chosen)
