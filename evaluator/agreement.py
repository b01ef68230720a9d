"""Verdicts against labels by metric, language, kind and check: how far they can be trusted (`sim agreement`)."""

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict

from evaluator.catalogue import Catalogue
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
    check_misses: list[Miss] = field(default_factory=list)

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
        _checks(counts, session_id, label, verdict)
        for metric, expected in label.also.items():
            other = by_key.get((session_id, metric))
            found = compare(other, expected)
            counts.also[found] += 1
            if found != "right":
                counts.also_misses.append(_miss(session_id, metric, found, expected, other, label.why))
    return counts


def _checks(counts: Tally, session_id: str, label: Label, verdict: Verdict | None) -> None:
    found = {check.check: check for check in verdict.checks} if verdict else {}
    for name, expected in label.checks.items():
        check = found.get(name)
        result = check.result if check else "OPEN"
        outcome: Agreement = "open" if result == "OPEN" else "right" if result == expected else "wrong"
        counts.checks[outcome] += 1
        counts.by_check[f"{label.metric}.{name}"][outcome] += 1
        if outcome == "wrong":
            note = check.note if check else ""
            miss = Miss(session_id, f"{label.metric}.{name}", outcome, expected, result, label.why, note)
            counts.check_misses.append(miss)


def label_faults(labels: Mapping[str, Label], catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """What labels name that does not exist, by the path to it: metrics, checks, and keys that look misspelt."""
    known = [metric.id for metric in catalogue]
    for session_id, label in labels.items():
        for metric in (label.metric, *label.also):
            if metric not in known:
                near = difflib.get_close_matches(metric, known, n=2)
                yield f"{session_id}: {metric}", f"expected a metric{', such as ' + ' or '.join(near) if near else ''}"
        if label.metric in known:
            checks = [check.id for check in catalogue.metric(label.metric).checks]
            for check in label.checks:
                if check not in checks:
                    yield f"{session_id}.checks: {check}", f"expected a check of {label.metric}: {', '.join(checks)}"
        for key in label.model_extra or {}:
            if meant := difflib.get_close_matches(key, _LABEL_KEYS, n=1, cutoff=0.8):
                yield f"{session_id}: {key}", f"expected another key; did you mean {meant[0]!r}?"


_LABEL_KEYS = ("metric", "result", "checks", "also", "why", "lang", "kind")


def _miss(
    session_id: str, metric: str, outcome: Agreement, expected: Result | int, verdict: Verdict | None, why: str
) -> Miss:
    found = "-" if verdict is None else str(verdict.score if verdict.score is not None else verdict.result)
    return Miss(session_id, metric, outcome, str(expected), found, why, verdict.reason if verdict else "")
