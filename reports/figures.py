"""What tables say of a metric, in the same words everywhere: its rate, its tiers, its totals."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from reports.coverage_model import CheckCoverage, Coverage, EdgeCoverage, MetricCoverage
from reports.plain import Lang
from reports.rates import Rate
from reports.words import word

NONE: Final = "–"
_MOST: Final = 6  # metrics that are named as undetermined


def rate_text(metric: MetricCoverage, lang: Lang) -> str:
    """The pass rate with its interval and n; of a metric with scores their mean, which is no rate."""
    if metric.mean_score is not None:
        return word("mean", lang, score=metric.mean_score, n=metric.decided)
    return Rate(metric.passed, metric.decided).text(lang)


def tiers_text(metric: MetricCoverage) -> str:
    """How many checks and edges are declared, observed and proven, of all: `5·4·–/6`; `–` where nothing is known."""
    parts: list[CheckCoverage | EdgeCoverage] = [*metric.checks.values(), *metric.edges.values()]
    if not parts:
        return NONE
    declared = sum(part.declared for part in parts)
    observed = sum(bool(part.observed) for part in parts)
    known = [part.proven for part in parts if part.proven is not None]
    proven = str(sum(known)) if known else NONE
    return f"{declared}·{observed}·{proven}/{len(parts)}"


def run_lines(coverage: Coverage, lang: Lang) -> Iterator[str]:
    """The run in total."""
    if coverage.invalid_sessions:
        yield word("invalid_line", lang, sessions=coverage.sessions, invalid=coverage.invalid_sessions)
    else:
        yield word("sessions_line", lang, sessions=coverage.sessions)
    if coverage.pairs.required:
        yield word("pairs_line", lang, observed=coverage.pairs.observed, required=coverage.pairs.required)


def metric_lines(metric: MetricCoverage, lang: Lang) -> Iterator[str]:
    """One metric in total."""
    rate = rate_text(metric, lang)
    if metric.mean_score is not None:
        yield word("scored_line", lang, decided=metric.decided, rate=rate)
    elif metric.decided:
        yield word("decided_line", lang, passed=metric.passed, fail=metric.fail, decided=metric.decided, rate=rate)
    else:
        yield word("none_counted", lang)
    yield word("apart_line", lang, na=metric.na, undetermined=metric.undetermined, missed=metric.missed_probes)
    if metric.templates:
        yield word("templates_line", lang, templates=metric.templates)


def undetermined_line(coverage: Coverage, lang: Lang) -> str:
    """The metrics that are undetermined most often; empty where none is."""
    found = [(metric.undetermined, name) for name, metric in coverage.metrics.items() if metric.undetermined]
    listed = ", ".join(
        f"{name} × {number}" for number, name in sorted(found, key=lambda one: (-one[0], one[1]))[:_MOST]
    )
    return word("open_line", lang, metrics=listed) if listed else ""


def exercised_line(coverage: Coverage, lang: Lang) -> str:
    """How many metrics anything was decided of, how many failed somewhere, and how many verdicts are undetermined."""
    found = coverage.metrics.values()
    return word(
        "metrics_line",
        lang,
        exercised=sum(metric.decided > 0 for metric in found),
        all=len(coverage.metrics),
        failing=sum(metric.fail > 0 for metric in found),
        undetermined=sum(metric.undetermined for metric in found),
    )


def agents_of(manifest: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The agents under test: a role with what plays it. The role is empty where one name stands for both.

    What the manifest does not say is left out; values are as they stand there, and foreign.
    """
    agents = manifest.get("agents")
    if isinstance(agents, str):
        return (("", agents),)
    if not isinstance(agents, Mapping):
        return ()
    if isinstance(name := agents.get("name"), str) and name:  # it tells the defect, if there is one
        return (("", name),)
    return tuple((str(role), agent_named(agent)) for role, agent in agents.items() if agent)


def agent_named(agent: object) -> str:
    """The kind and the model of an agent or judge, however much of it the manifest has."""
    if not isinstance(agent, Mapping):
        return str(agent)
    return " ".join(str(agent[key]) for key in ("kind", "model") if agent.get(key)) or "?"
