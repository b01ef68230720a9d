"""Counts of agreement between verdicts and labels, in total and by group."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from evaluator.agreement import Agreement, Label, compare
from evaluator.verdicts import Result, Verdict

# Scored in tiers and by a judge alone: without one it is always open, and would hide what the rules leave open.
TIERED: Final = "M-028"

Counts = Counter[Agreement]
Groups = defaultdict[str, Counts]


def _groups() -> Groups:
    return defaultdict(Counter)


@dataclass(frozen=True)
class Wrong:
    """A verdict that contradicts its label."""

    session_id: str
    metric: str
    target: bool
    expected: str
    found: str
    why: str
    reason: str


@dataclass(frozen=True)
class WrongCheck:
    """A check of a target metric that contradicts its label."""

    session_id: str
    check: str
    expected: str
    found: str
    note: str


@dataclass
class Side:
    """The labels of one kind (target or `also`), M-028 apart."""

    total: Counts = field(default_factory=Counter)
    tiered: Counts = field(default_factory=Counter)
    metrics: Groups = field(default_factory=_groups)
    languages: Groups = field(default_factory=_groups)

    def add(self, metric: str, language: str, outcome: Agreement) -> None:
        """Counts one label."""
        self.metrics[metric][outcome] += 1
        if metric == TIERED:
            self.tiered[outcome] += 1
            return
        self.total[outcome] += 1
        self.languages[language][outcome] += 1


@dataclass
class Figures:
    """The figures of one set. Holds counts and the wrong verdicts only, so that a set of any size can be streamed."""

    sessions: int = 0
    target: Side = field(default_factory=Side)
    also: Side = field(default_factory=Side)
    checks: Groups = field(default_factory=_groups)
    wrong: list[Wrong] = field(default_factory=list)
    wrong_checks: list[WrongCheck] = field(default_factory=list)

    @property
    def every_label(self) -> Counts:
        """All labels of all metrics, M-028 too."""
        return self.target.total + self.target.tiered + self.also.total + self.also.tiered

    @property
    def every_check(self) -> Counts:
        """All labelled checks."""
        return sum(self.checks.values(), Counter())

    def add(self, session_id: str, label: Label, verdicts: Sequence[Verdict]) -> None:
        """Counts one session's labels."""
        found = {verdict.metric_id: verdict for verdict in verdicts}
        self.sessions += 1
        self._one(self.target, session_id, label, label.metric, label.result, found.get(label.metric))
        for metric, expected in label.also.items():
            self._one(self.also, session_id, label, metric, expected, found.get(metric))
        self._checks(session_id, label, found.get(label.metric))

    def _checks(self, session_id: str, label: Label, target: Verdict | None) -> None:
        found = {check.check: check for check in target.checks} if target else {}
        for name, wanted in label.checks.items():
            check, full_name = found.get(name), f"{label.metric}.{name}"
            if check is None or check.result == "OPEN":
                self.checks[full_name]["open"] += 1
            elif check.result == wanted:
                self.checks[full_name]["right"] += 1
            else:
                self.checks[full_name]["wrong"] += 1
                self.wrong_checks.append(WrongCheck(session_id, full_name, wanted, check.result, check.note))

    def _one(
        self, side: Side, session_id: str, label: Label, metric: str, expected: Result | int, verdict: Verdict | None
    ) -> None:
        outcome = compare(verdict, expected)
        side.add(metric, label.lang, outcome)
        if outcome == "wrong" and verdict is not None:
            got = verdict.result if verdict.score is None else str(verdict.score)
            target = side is self.target
            self.wrong.append(Wrong(session_id, metric, target, str(expected), got, label.why, verdict.reason))

    def to_json(self) -> dict[str, Any]:
        """The figures for other programs."""
        return {
            "sessions": self.sessions,
            "target": _side_json(self.target),
            "also": _side_json(self.also),
            "checks": {"total": shares(self.every_check), "by_check": _group_json(self.checks)},
            "wrong": [vars(item) for item in self.wrong],
            "wrong_checks": [vars(item) for item in self.wrong_checks],
        }


def shares(counts: Counts) -> dict[str, Any]:
    """Right, wrong and open, with the share right of the decided, the agreement (right of all) and the decided.

    A share of nothing is None.
    """
    total, right = counts.total(), counts["right"]
    decided = right + counts["wrong"]
    return {
        "right": right,
        "wrong": counts["wrong"],
        "open": total - decided,  # with what has no verdict at all
        "right_of_decided": right / decided if decided else None,
        "agreement": right / total if total else None,
        "decided": decided / total if total else None,
    }


def _side_json(side: Side) -> dict[str, Any]:
    return {
        "total": shares(side.total),
        TIERED: shares(side.tiered),
        "by_metric": _group_json(side.metrics),
        "by_language": _group_json(side.languages),
    }


def _group_json(groups: Groups) -> dict[str, Any]:
    return {name: shares(counts) for name, counts in sorted(groups.items())}
