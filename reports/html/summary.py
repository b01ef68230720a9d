"""What stands above the conversations: the run, the failures, the matrix of metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaluator.catalogue import Catalogue, Metric, Text
from evaluator.session.safe import safe_text
from reports.coverage_model import Coverage, MetricCoverage
from reports.figures import agents_of
from reports.plain import one_line
from reports.rates import Mean, Rate, mean

_FACT: Final = 200  # characters of a line about the run
_LEVEL: Final = 24


@dataclass(frozen=True, slots=True)
class Row:
    """One metric of the matrix. The three tiers count its checks and edges; ``proven`` ``None``: not known."""

    metric: Metric
    coverage: MetricCoverage
    total: int
    declared: int
    observed: int
    proven: int | None
    mean: Mean | None = None

    @property
    def rate(self) -> Rate | None:
        """The pass rate; the tiered metric has none (rulings, "Aggregation")."""
        return None if self.metric.scoring == "tiers" else Rate(self.coverage.passed, self.coverage.decided)

    @property
    def has_problem(self) -> bool:
        """Whether something failed or stayed open."""
        return self.coverage.fail > 0 or self.coverage.undetermined > 0


@dataclass(frozen=True, slots=True)
class Part:
    """A Part of the specification with its rows."""

    number: int
    title: Text
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What `run.json` says, as lines to show; every value is one line and visible."""

    facts: tuple[tuple[str, str], ...]
    judge: str | None
    state: str
    judged_by_itself: bool


def matrix(
    coverage: Coverage, catalogue: Catalogue, scores: Mapping[str, Mapping[int, int]] | None = None
) -> tuple[Part, ...]:
    """All metrics of the catalogue by Part, in its order; ``scores`` counts those of the tiered metrics by value."""
    given = scores or {}
    rows = [
        _row(
            metric, coverage.metrics.get(metric.id, MetricCoverage(grade=metric.grade)), mean(given.get(metric.id, {}))
        )
        for metric in catalogue
    ]
    return tuple(
        Part(number, title, tuple(row for row in rows if row.metric.part == number))
        for number, title in catalogue.parts.items()
    )


def failures(parts: Sequence[Part], grade: str) -> tuple[Row, ...]:
    """The rows of a grade with a failure, the most failures first."""
    found = (row for part in parts for row in part.rows if row.metric.grade == grade and row.coverage.fail)
    return tuple(sorted(found, key=lambda row: -row.coverage.fail))


def _row(metric: Metric, of: MetricCoverage, mean_score: Mean | None) -> Row:
    seen: list[tuple[bool, bool, bool | None]] = [(c.declared, c.observed, c.proven) for c in of.checks.values()]
    seen += [(edge.declared, edge.observed > 0, edge.proven) for edge in of.edges.values()]
    known = [proven for _, _, proven in seen if proven is not None]
    return Row(
        metric=metric,
        coverage=of,
        total=len(seen),
        declared=sum(declared for declared, _, _ in seen),
        observed=sum(observed for _, observed, _ in seen),
        proven=sum(known) if known else None,
        mean=mean_score,
    )


def run_facts(name: str, manifest: Mapping[str, Any]) -> RunFacts:
    """The lines about the run called ``name``, from a manifest of any shape: what is missing or odd is left out."""
    evaluator = manifest.get("evaluator")
    evaluator = evaluator if isinstance(evaluator, dict) else {}
    judge = _described(evaluator.get("judge"))
    named = (
        ("run", _described(name)),
        ("command", _described(manifest.get("command"))),
        ("started", _described(manifest.get("started"))),
        ("agents", _described([" ".join(filter(None, agent)) for agent in agents_of(manifest)])),
        ("evaluator", _described(evaluator.get("version"))),
        ("corrected_readings", _described(evaluator.get("corrected_readings"))),
        ("seed", _described(manifest.get("seed"))),
    )
    tested = set(_models(manifest.get("agents")))
    return RunFacts(
        facts=tuple((key, value) for key, value in named if value),
        judge=judge,
        state=_described(manifest.get("state")) or "?",
        judged_by_itself=bool(tested & set(_models(evaluator.get("judge"), bare=True))),
    )


def _described(value: object) -> str | None:
    """A value of the manifest as a line: the values inside it, without its punctuation."""
    if value is None or value == "" or value == {}:
        return None
    if isinstance(value, dict):
        parts = [f"{safe_text(name)}: {text}" for name, item in value.items() if (text := _described(item))]
        return one_line(", ".join(parts), _FACT) or None
    if isinstance(value, list):
        return one_line(", ".join(text for item in value if (text := _described(item))), _FACT) or None
    return one_line(safe_text(str(value)), _FACT)


def _models(value: object, bare: bool = False) -> Iterator[str]:
    """The model names anywhere in a part of the manifest; with ``bare`` a text alone is one."""
    if isinstance(value, dict):
        if isinstance(model := value.get("model"), str):
            yield model
        for item in value.values():
            yield from _models(item)
    elif isinstance(value, list):
        for item in value:
            yield from _models(item)
    elif bare and isinstance(value, str):
        yield value


def shown_level(name: str) -> str:
    """A level of a factor, a language's code for one, as it can stand in the page and in a link."""
    return one_line(name, _LEVEL)
