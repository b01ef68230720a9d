"""Verdicts against labels by metric, language, kind and check: how far they can be trusted (`sim agreement`)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict

from evaluator.verdicts import CheckOutcome, Result, Verdict

Agreement = Literal["right", "wrong", "open", "missing"]


class Label(BaseModel):
    """What a labelled session is expected to get: the target metric, its checks, and other metrics beside it."""

    model_config = ConfigDict(frozen=True, extra="allow")

    metric: str
    result: Result | int
    checks: Mapping[str, CheckOutcome] = {}
    also: Mapping[str, Result | int] = {}
    why: str = ""
    lang: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Miss:
    """A verdict that is not what the label says."""

    session_id: str
    metric: str
    outcome: Agreement
    expected: str
    found: str
    why: str
    reason: str


@dataclass
class Tally:
    """Counts of agreement, in total and by group."""

    total: Counter[Agreement] = field(default_factory=Counter)
    also: Counter[Agreement] = field(default_factory=Counter)
    checks: Counter[Agreement] = field(default_factory=Counter)
    by_metric: dict[str, Counter[Agreement]] = field(default_factory=lambda: defaultdict(Counter))
    by_language: dict[str, Counter[Agreement]] = field(default_factory=lambda: defaultdict(Counter))
    by_kind: dict[str, Counter[Agreement]] = field(default_factory=lambda: defaultdict(Counter))
    by_check: dict[str, Counter[Agreement]] = field(default_factory=lambda: defaultdict(Counter))
    misses: list[Miss] = field(default_factory=list)
    also_misses: list[Miss] = field(default_factory=list)

    def figures(self, counts: Counter[Agreement]) -> tuple[int, int, int]:
        """All, decided, and right."""
        return counts.total(), counts["right"] + counts["wrong"], counts["right"]


def compare(verdict: Verdict | None, expected: Result | int) -> Agreement:
    """One verdict against one label. M-028 is right within one tier."""
    if verdict is None:
        return "missing"
    if verdict.undetermined:
        return "open"
    if isinstance(expected, int):
        if verdict.score is None:
            return "open"
        return "right" if abs(verdict.score - expected) <= 1 else "wrong"
    return "right" if verdict.result == expected else "wrong"


def tally(verdicts: Iterable[Verdict], labels: Mapping[str, Label]) -> Tally:
    """All labels against the verdicts of a run."""
    by_key = {(verdict.session_id, verdict.metric_id): verdict for verdict in verdicts if verdict.session_id in labels}
    counts = Tally()
    for session_id, label in sorted(labels.items()):
        verdict = by_key.get((session_id, label.metric))
        outcome = compare(verdict, label.result)
        for group in (
            counts.total,
            counts.by_metric[label.metric],
            counts.by_language[label.lang],
            counts.by_kind[label.kind],
        ):
            group[outcome] += 1
        if outcome != "right":
            counts.misses.append(_miss(session_id, label.metric, outcome, label.result, verdict, label.why))
        _checks(counts, label, verdict)
        for metric, expected in label.also.items():
            other = by_key.get((session_id, metric))
            found = compare(other, expected)
            counts.also[found] += 1
            if found != "right":
                counts.also_misses.append(_miss(session_id, metric, found, expected, other, label.why))
    return counts


def _checks(counts: Tally, label: Label, verdict: Verdict | None) -> None:
    found = {check.check: check.result for check in verdict.checks} if verdict else {}
    for check, expected in label.checks.items():
        result = found.get(check, "OPEN")
        outcome: Agreement = "open" if result == "OPEN" else "right" if result == expected else "wrong"
        counts.checks[outcome] += 1
        counts.by_check[f"{label.metric}.{check}"][outcome] += 1


def _miss(
    session_id: str, metric: str, outcome: Agreement, expected: Result | int, verdict: Verdict | None, why: str
) -> Miss:
    found = "-" if verdict is None else str(verdict.score if verdict.score is not None else verdict.result)
    return Miss(session_id, metric, outcome, str(expected), found, why, verdict.reason if verdict else "")
