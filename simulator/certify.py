"""Certification: does the evaluator see each seeded defect, and nothing else beside it?

Every defect is driven over the templates of its metric, beside the reference agents on the same cases. A conversation
counts where the defect changed it. There the verdict on the defect's check is *killed* (FAIL), *open* or *missed*; a
metric that fails with it and did not fail for the reference is a false alarm, unless the catalogue says that the one
implies the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from typing import Any, Final, Literal, TypeAlias

from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.scoring import Scorer
from evaluator.session import Session
from evaluator.verdicts import Verdict
from evaluator.version import evaluator_version
from scenarios.cases import Case, build_cases
from scenarios.templates import shipped_templates
from simulator.agents import make_agents
from simulator.agents.defects import Defect, defects, find_defect
from simulator.agents.defects.registry import KINDS, PREFIX
from simulator.runner import run_cases

Outcome: TypeAlias = Literal["killed", "open", "missed"]
LANGUAGES: Final = ("en", "zh-Hans", "es", "vi")


@dataclass(frozen=True)
class Plan:
    """What to certify. ``limit``: conversations a metric at most."""

    defects: tuple[str, ...]
    languages: tuple[str, ...] = LANGUAGES
    seed: int = 1
    limit: int | None = None

    def by_metric(self) -> dict[str, tuple[str, ...]]:
        """The defects of each metric: one metric is one piece of work."""
        grouped: dict[str, tuple[str, ...]] = {}
        for name in self.defects:
            metric = find_defect(name).target.partition(".")[0]
            grouped[metric] = (*grouped.get(metric, ()), name)
        return grouped


@dataclass
class DefectResult:
    """One defect. ``alarms``: metrics that failed with it and that nothing implies, each with the conversations."""

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


@dataclass(frozen=True)
class Certification:
    """The whole of it."""

    plan: Plan
    metrics: tuple[MetricResult, ...]

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

    def to_json(self) -> dict[str, Any]:
        """As it is kept and printed."""
        alarmed, scored = self.false_alarms()
        return {
            "evaluator": evaluator_version(),
            "languages": list(self.plan.languages),
            "seed": self.plan.seed,
            "limit": self.plan.limit,
            "kinds": {kind: {"caught": caught, "of": of} for kind, (caught, of) in self.kinds().items()},
            "false_alarms": {"conversations": alarmed, "of": scored},
            "proven": self.proven(),
            "metrics": {metric.metric: asdict(metric) for metric in self.metrics},
        }


def chosen_defects(metrics: Sequence[str] = (), names: Sequence[str] = ()) -> tuple[str, ...]:
    """The defects of these metrics and of these names; all where neither is given. Raises NotFoundError."""
    catalogue = load_catalogue()
    found = [find_defect(name).id for name in names]
    for metric in metrics:
        found += [entry.id for entry in defects(catalogue.metric(metric).id)]
    return tuple(dict.fromkeys(found or ([] if metrics or names else [entry.id for entry in defects()])))


def certify(plan: Plan, jobs: int = 1) -> Iterator[MetricResult]:
    """The metrics one after another, in the plan's order, worked on by ``jobs`` processes."""
    work = list(plan.by_metric().items())
    if jobs <= 1 or len(work) <= 1:
        yield from (certify_metric(metric, names, plan) for metric, names in work)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(certify_metric, metric, names, plan) for metric, names in work]
        try:
            yield from (future.result() for future in waiting)
        finally:
            for future in waiting:
                future.cancel()


def certify_metric(metric: str, names: Sequence[str], plan: Plan) -> MetricResult:
    """The defects of one metric over its templates."""
    templates = [template for template in shipped_templates() if template.metric == metric]
    cases = build_cases(templates, languages=list(plan.languages), seed=plan.seed, limit=plan.limit)
    catalogue, scorer = load_catalogue(), Scorer()
    plain = _driven(cases, "reference")
    judged = {name: _failed(scorer.score(session).verdicts) for name, session in plain.items()}
    results = []
    for name in names:
        seeded = find_defect(name)
        result = DefectResult(name, seeded.target, seeded.kind, driven=len(cases))
        for session_id, session in _driven(cases, PREFIX + name).items():
            if session.turns != plain[session_id].turns:
                verdicts = scorer.score(session).verdicts
                _count(result, seeded, session_id, verdicts, judged[session_id], catalogue)
        results.append(result)
    alarms = [f"{name}: {', '.join(sorted(failed))}" for name, failed in judged.items() if failed]
    return MetricResult(metric, len(cases), alarms, results)


def _driven(cases: Sequence[Case], agents: str) -> dict[str, Session]:
    outcomes = asyncio.run(run_cases(cases, make_agents(agents)))
    return {outcome.case.session_id: outcome.session for outcome in outcomes if outcome.session is not None}


def _failed(verdicts: Iterable[Verdict]) -> frozenset[str]:
    return frozenset(verdict.metric_id for verdict in verdicts if verdict.result == "FAIL")


def _count(
    result: DefectResult,
    seeded: Defect,
    session_id: str,
    verdicts: Sequence[Verdict],
    before: frozenset[str],
    catalogue: Catalogue,
) -> None:
    metric_id, _, part = seeded.target.partition(".")
    verdict = next(entry for entry in verdicts if entry.metric_id == metric_id)
    result.changed += 1
    outcome = _outcome(verdict, part)
    match outcome:
        case "killed":
            result.killed += 1
        case "open":
            result.open += 1
        case _:
            result.missed += 1
    if outcome != "killed" and not result.reason:
        result.reason = (
            f"{session_id}: {verdict.result}{' undetermined' if verdict.undetermined else ''}: {verdict.reason}"
        )
    for other in sorted(_failed(verdicts) - before - {metric_id} - implied(catalogue, seeded.target)):
        result.alarms.setdefault(other, []).append(session_id)


def _outcome(verdict: Verdict, part: str) -> Outcome:
    """What the evaluator says of the check that the defect breaks; of an edge, the metric speaks."""
    check = next((entry for entry in verdict.checks if entry.check == part), None)
    result = check.result if check is not None else "OPEN" if verdict.undetermined else verdict.result
    if check is None and verdict.score is not None:
        return "killed" if verdict.score <= 2 else "missed"
    return "killed" if result == "FAIL" else "open" if result == "OPEN" else "missed"


def implied(catalogue: Catalogue, target: str) -> frozenset[str]:
    """The metrics that may justly fail with a check; with an edge, those that may with any check of its metric."""
    metric_id, _, part = target.partition(".")
    metric = catalogue.metric(metric_id)
    if part.startswith("check"):
        return metric.implied(part)
    return frozenset(name for item in metric.implications for name in item.fails)
