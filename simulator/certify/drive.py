"""Driving the defects beside the reference agents, and counting what the evaluator says of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Literal, TypeAlias

from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.scoring import Scorer
from evaluator.session import Session
from evaluator.verdicts import Verdict
from scenarios.cases import Case, build_cases
from scenarios.templates import Template, load_templates, shipped_templates
from simulator.agents import make_agents
from simulator.agents.defects import Defect, defects, find_defect
from simulator.agents.defects.registry import PREFIX
from simulator.certify.model import DefectResult, MetricResult, Plan
from simulator.certify.steady import Driven, edit_sample
from simulator.edits import KINDS
from simulator.runner import run_cases

Outcome: TypeAlias = Literal["killed", "open", "missed"]


def chosen_defects(metrics: Sequence[str] = (), names: Sequence[str] = ()) -> tuple[str, ...]:
    """The defects of these metrics and of these names; all where neither is given. Raises NotFoundError."""
    catalogue = load_catalogue()
    found = [find_defect(name).id for name in names]
    for metric in metrics:
        found += [entry.id for entry in defects(catalogue.metric(metric).id)]
    return tuple(dict.fromkeys(found or ([] if metrics or names else [entry.id for entry in defects()])))


def templates_of(plan: Plan, metric: str | None = None) -> list[Template]:
    """The templates to drive for a metric: the shipped ones about it, or those of a team's own that aim at it."""
    if not plan.scenarios:
        return [entry for entry in shipped_templates() if metric in (None, entry.metric)]
    return [entry for entry in _own(plan.scenarios) if metric is None or metric in aims(entry)]


def aims(template: Template) -> frozenset[str]:
    """The metrics that a template is about or aims at."""
    return frozenset({template.metric, *(target.partition(".")[0] for target in template.targets)})


@cache
def _own(paths: tuple[str, ...]) -> tuple[Template, ...]:
    return tuple(load_templates([Path(path) for path in paths]))


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
    """The defects of one metric over its templates, and the edits of a sample of their conversations."""
    cases = build_cases(templates_of(plan, metric), languages=list(plan.languages), seed=plan.seed, limit=plan.limit)
    catalogue, scorer = load_catalogue(), Scorer()
    plain = _driven(cases, "reference")
    judged = {name: scorer.score(session).verdicts for name, session in plain.items()}
    found = MetricResult(metric, len(cases), [], [])
    for name, verdicts in judged.items():
        failed = _failed(verdicts)
        found.reference_failed.update(failed)
        found.reference_decided.update(_decided(verdicts))
        if failed:
            found.reference_alarms.append(f"{name}: {', '.join(sorted(failed))}")
    if plan.edits:
        sample = [(plain[name], verdicts) for name, verdicts in judged.items()]
        edit_sample("reference", _spread(sample), len(KINDS), 0, scorer, found.edits)
    for number, name in enumerate(names):
        seeded = find_defect(name)
        result = DefectResult(name, seeded.target, seeded.kind, driven=len(cases))
        changed: list[Driven] = []
        for session_id, session in _driven(cases, PREFIX + name).items():
            if session.turns != plain[session_id].turns:
                verdicts = scorer.score(session).verdicts
                _count(result, seeded, session, verdicts, _failed(judged[session_id]), catalogue)
                changed.append((session, verdicts))
        edit_sample(PREFIX + name, _spread(changed), plan.edits, number * plan.edits, scorer, found.edits)
        found.defects.append(result)
    return found


def _spread(driven: Sequence[Driven]) -> Sequence[Driven]:
    """As many as there are kinds of edits, from the whole list: the templates stand in it one after another."""
    most = len(KINDS)
    return driven if len(driven) <= most else [driven[place * len(driven) // most] for place in range(most)]


def _driven(cases: Sequence[Case], agents: str) -> dict[str, Session]:
    outcomes = asyncio.run(run_cases(cases, make_agents(agents)))
    return {outcome.case.session_id: outcome.session for outcome in outcomes if outcome.session is not None}


def _failed(verdicts: Iterable[Verdict]) -> frozenset[str]:
    return frozenset(verdict.metric_id for verdict in verdicts if verdict.result == "FAIL")


def _decided(verdicts: Iterable[Verdict]) -> frozenset[str]:
    return frozenset(verdict.metric_id for verdict in verdicts if verdict.counts)


def _count(
    result: DefectResult,
    seeded: Defect,
    session: Session,
    verdicts: Sequence[Verdict],
    before: frozenset[str],
    catalogue: Catalogue,
) -> None:
    """Adds one conversation that the defect changed; ``before`` are the metrics that failed for the reference."""
    session_id = session.session_id
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
    of_template = result.templates.setdefault(str((session.simulation or {}).get("template", "")), [0, 0])
    of_template[0] += 1
    of_template[1] += outcome == "killed"
    if outcome != "killed" and not result.reason:
        result.reason = (
            f"{session_id}: {verdict.result}{' undetermined' if verdict.undetermined else ''}: {verdict.reason}"
        )
    failed = _failed(verdicts) - before
    apart = before | {metric_id} | implied(catalogue, seeded.target)
    result.fails.update(failed)
    result.decided.update(_decided(verdicts) - apart)
    for other in sorted(failed - apart):
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
