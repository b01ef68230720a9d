"""What is certified, and what came of it: by defect, by metric, as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, TypeAlias

from evaluator.version import evaluator_version
from simulator.agents.defects import find_defect
from simulator.agents.defects.registry import KINDS

LANGUAGES: Final = ("en", "zh-Hans", "es", "vi")
EDITS: Final = 8
"""Edited conversations a defect: all together they may cost a third of what the driving costs."""

# What is known of a target of a team's own template. `control`: its metric is to stay N/A, nothing is to be proven.
Proof: TypeAlias = Literal["proven", "not caught", "unchanged", "no defect", "control"]


@dataclass(frozen=True)
class Plan:
    """What to certify. ``limit``: conversations a metric at most; ``scenarios``: a team's own templates."""

    defects: tuple[str, ...]
    languages: tuple[str, ...] = LANGUAGES
    seed: int = 1
    limit: int | None = None
    edits: int = EDITS
    scenarios: tuple[str, ...] = ()

    def by_metric(self) -> dict[str, tuple[str, ...]]:
        """The defects of each metric: one metric is one piece of work."""
        grouped: dict[str, tuple[str, ...]] = {}
        for name in self.defects:
            metric = find_defect(name).target.partition(".")[0]
            grouped[metric] = (*grouped.get(metric, ()), name)
        return grouped


@dataclass
class EditCount:
    """The verdicts of one kind of edit, over the conversations that it changed, and the changes themselves."""

    conversations: int = 0
    decided: int = 0  # verdicts decided before the edit
    flipped: int = 0
    opened: int = 0
    newly_decided: int = 0
    changes: list[dict[str, str]] = field(default_factory=list)

    def add(self, other: EditCount) -> None:
        """Counts another one's conversations too."""
        self.conversations += other.conversations
        self.decided += other.decided
        self.flipped += other.flipped
        self.opened += other.opened
        self.newly_decided += other.newly_decided
        self.changes += other.changes

    def figures(self) -> dict[str, int]:
        """The counts alone."""
        return {name: value for name, value in vars(self).items() if isinstance(value, int)}


@dataclass
class DefectResult:
    """One defect. ``alarms``: metrics that failed with it and that nothing implies, each with the conversations.

    ``fails`` counts every metric that failed with it and not for the reference, its own and the implied ones included;
    ``decided`` the conversations in which a metric that it does not touch was decided; ``templates`` holds the
    conversations changed and killed of each template.
    """

    defect: str
    target: str
    kind: str
    driven: int = 0
    changed: int = 0
    killed: int = 0
    open: int = 0
    missed: int = 0
    alarms: dict[str, list[str]] = field(default_factory=dict)
    reason: str = ""  # of the first conversation in which it was not killed
    fails: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    templates: dict[str, list[int]] = field(default_factory=dict)

    @property
    def caught(self) -> bool:
        """Whether the evaluator failed it somewhere."""
        return self.killed > 0


@dataclass
class MetricResult:
    """The defects of one metric, and what the reference agents were failed for on the same cases."""

    metric: str
    driven: int
    reference_alarms: list[str]
    defects: list[DefectResult]
    reference_failed: Counter[str] = field(default_factory=Counter)
    reference_decided: Counter[str] = field(default_factory=Counter)
    edits: dict[str, EditCount] = field(default_factory=dict)


@dataclass(frozen=True)
class TargetProof:
    """What the defects say of one target of one template of a team's own."""

    template: str
    target: str
    proof: Proof
    changed: int = 0
    killed: int = 0


@dataclass(frozen=True)
class Certification:
    """The whole of it. ``targets``: those of a team's own templates."""

    plan: Plan
    metrics: tuple[MetricResult, ...]
    targets: tuple[TargetProof, ...] = ()

    @property
    def results(self) -> list[DefectResult]:
        """All defects."""
        return [result for metric in self.metrics for result in metric.defects]

    def proven(self) -> dict[str, bool]:
        """Each target that defects were seeded for: whether one of them was caught, and nothing else with it."""
        found: dict[str, bool] = {}
        for result in self.results:
            found[result.target] = found.get(result.target, False) or (result.caught and not result.alarms)
        return dict(sorted(found.items()))

    def kinds(self) -> dict[str, tuple[int, int]]:
        """Defects caught, and all that changed a conversation, by kind."""
        return {
            kind: (
                sum(result.caught for result in self.results if result.kind == kind),
                sum(result.changed > 0 for result in self.results if result.kind == kind),
            )
            for kind in KINDS
        }

    def false_alarms(self) -> tuple[int, int]:
        """Conversations with a false alarm, and all that were scored: those of the reference and the changed ones."""
        alarmed = sum(len({name for names in result.alarms.values() for name in names}) for result in self.results)
        alarmed += sum(len(metric.reference_alarms) for metric in self.metrics)
        scored = sum(result.changed for result in self.results) + sum(metric.driven for metric in self.metrics)
        return alarmed, scored

    def edits(self) -> dict[str, EditCount]:
        """What the edits changed, by kind of edit."""
        whole: dict[str, EditCount] = {}
        for metric in self.metrics:
            for kind, count in metric.edits.items():
                whole.setdefault(kind, EditCount()).add(count)
        return whole

    def edited_metrics(self) -> dict[str, Counter[str]]:
        """The metrics whose verdicts an edit changed, with how often each change came."""
        found: dict[str, Counter[str]] = {}
        for count in self.edits().values():
            for change in count.changes:
                found.setdefault(change["metric"], Counter())[change["change"]] += 1
        return dict(sorted(found.items()))

    def to_json(self) -> dict[str, Any]:
        """As it is written and printed."""
        from simulator.certify.figures import rates

        alarmed, scored = self.false_alarms()
        edits = self.edits()
        return {
            "evaluator": evaluator_version(),
            "languages": list(self.plan.languages),
            "seed": self.plan.seed,
            "limit": self.plan.limit,
            "scenarios": list(self.plan.scenarios),
            "kinds": {kind: {"caught": caught, "of": of} for kind, (caught, of) in self.kinds().items()},
            "false_alarms": {"conversations": alarmed, "of": scored},
            "proven": self.proven(),
            "targets": [asdict(target) for target in self.targets],
            "rates": rates(self),
            "edits": {
                "kinds": {kind: count.figures() for kind, count in edits.items()},
                "metrics": {name: dict(sorted(counts.items())) for name, counts in self.edited_metrics().items()},
                "changes": [change for count in edits.values() for change in count.changes],
            },
            "metrics": {metric.metric: _metric_json(metric) for metric in self.metrics},
        }


def _metric_json(metric: MetricResult) -> Mapping[str, Any]:
    """One metric; what the rates and the edits tell already is left out."""
    return {
        "metric": metric.metric,
        "driven": metric.driven,
        "reference_alarms": metric.reference_alarms,
        "defects": [_defect_json(entry) for entry in metric.defects],
    }


def _defect_json(result: DefectResult) -> dict[str, Any]:
    document = asdict(result)
    del document["decided"]
    document["fails"] = dict(sorted(result.fails.items()))
    return document
