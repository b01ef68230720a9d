"""What the page knows of each metric: its text from the catalogue, its counts from the coverage."""

from __future__ import annotations

from typing import Any

from evaluator.catalogue import Catalogue, Metric
from reports.coverage_model import CheckCoverage, Coverage, EdgeCoverage, MetricCoverage
from reports.html.summary import shown_level
from reports.html.words import both


def metric_data(catalogue: Catalogue, coverage: Coverage) -> list[dict[str, Any]]:
    """All metrics in the catalogue's order, as JSON values."""
    return [
        _texts(metric)
        | {"counts": _counts(metric, coverage.metrics.get(metric.id, MetricCoverage(grade=metric.grade)))}
        for metric in catalogue
    ]


def _texts(metric: Metric) -> dict[str, Any]:
    return {
        "id": metric.id,
        "name": both(metric.name),
        "grade": metric.grade,
        "part": str(metric.part),
        "definition": both(metric.definition),
        "trigger": both(metric.trigger),
        "decision": metric.decision,
        "checks": [{"id": check.id, "text": both(check.text)} for check in metric.checks],
        "edges": [
            {"id": edge.id, "condition": both(edge.condition), "outcome": edge.outcome, "leans": edge.leans}
            for edge in metric.edges
        ],
        "tiers": {str(tier): both(text) for tier, text in metric.tiers.items()} or None,
        "refs": list(metric.prompt_refs),
    }


def _counts(metric: Metric, of: MetricCoverage) -> dict[str, Any]:
    """Lists instead of objects: a page holds hundreds of them. `matrix.js` names their places."""
    checks = {check.id: of.checks.get(check.id, CheckCoverage()) for check in metric.checks}
    edges = {edge.id: of.edges.get(edge.id, EdgeCoverage()) for edge in metric.edges}
    return {
        "templates": of.templates,
        "all": [of.passed, of.fail, of.undetermined],
        "checks": {name: [c.declared, c.passed, c.fail, c.open, c.proven] for name, c in checks.items()},
        "edges": {name: [e.declared, e.observed, e.proven] for name, e in edges.items()},
        "factors": {
            shown_level(factor): {
                shown_level(name): [level.passed, level.fail, level.undetermined] for name, level in levels.items()
            }
            for factor, levels in of.factors.items()
        },
    }
