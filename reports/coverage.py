"""Coverage: what a run's verdicts say about each metric, its checks, its edges and the factors (`coverage.json`).

Three tiers of a check or an edge: *declared* (a template aims at it), *observed* (a session decided it), *proven* (a
seeded defect was caught by it). The counting rules are those of the contract:

- pass and fail: verdicts that were exercised and are not N/A; of the tiered metric, `pass` is the number of scores.
- undetermined: apart, never covered. Its open checks count as open, its decided ones nowhere.
- na: no occasion, an always-triggered metric that was never exercised included. An N/A of a session whose probe of
  this metric was missed is not in it: that session is counted in `missed_probes`.
- invalid sessions (the buyer spoiled the conversation): in `sessions` and `invalid_sessions`, and nowhere else.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, TypeAlias

from evaluator.catalogue import Catalogue, Metric
from evaluator.errors import InputError
from evaluator.session import Session
from evaluator.verdicts import Verdict
from reports.coverage_model import CheckCoverage, Coverage, EdgeCoverage, LevelCoverage, MetricCoverage, PairCoverage

__all__ = [
    "LANGUAGE",
    "UNKNOWN_LANGUAGE",
    "CheckCoverage",
    "Coverage",
    "CoverageTally",
    "EdgeCoverage",
    "LanguageOf",
    "LevelCoverage",
    "MetricCoverage",
    "Origin",
    "PairCoverage",
    "build_coverage",
    "no_language",
    "origin_of",
    "paired",
]

LANGUAGE: Final = "language"
UNKNOWN_LANGUAGE: Final = "?"
# Names the language of a record that does not name its own.
LanguageOf: TypeAlias = Callable[[Session], str | None]


def no_language(session: Session) -> str | None:
    """The language is not known."""
    return None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a session comes from, as far as coverage needs to know it; an imported one has a language at most."""

    template: str | None = None
    factors: Mapping[str, str] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    invalid: bool = False


def origin_of(session: Session, language: str | None = None) -> Origin:
    """The session's origin, from its `simulation` if it has one; `language` is used where that names none."""
    simulation = session.simulation or {}
    factors = simulation.get("factors")
    levels = {name: str(level) for name, level in factors.items()} if isinstance(factors, dict) else {}
    if LANGUAGE not in levels:
        levels[LANGUAGE] = language or UNKNOWN_LANGUAGE
    template = simulation.get("template")
    return Origin(
        template=template if isinstance(template, str) else None,
        factors=levels,
        targets=tuple(_targets(simulation.get("targets"))),
        missed=tuple(_targets(simulation.get("missed"))),
        invalid=bool(simulation.get("invalid")),
    )


def build_coverage(
    records: Iterable[Session],
    verdicts: Iterable[Verdict],
    catalogue: Catalogue,
    declared: Collection[str] = frozenset(),
    proven: Mapping[str, bool] | None = None,
    pairs: tuple[int, int] = (0, 0),
    language_of: LanguageOf = no_language,
) -> Coverage:
    """Coverage of a run, streaming: of the sessions only counters are kept.

    `verdicts` come session by session in the order of `records`. `declared` and `proven` speak of ids such as
    `M-008.check_1`; `pairs` are those required and observed. `language_of` names the language of a record whose
    simulation names none. Raises InputError where sessions and verdicts do not belong together, or where a verdict is
    of another catalogue.
    """
    tally = CoverageTally(catalogue)
    for session, of_session in paired(records, verdicts):
        tally.add(origin_of(session, language_of(session)), of_session)
    return tally.result(declared, proven, pairs)


def paired(records: Iterable[Session], verdicts: Iterable[Verdict]) -> Iterator[tuple[Session, Sequence[Verdict]]]:
    """Each session with its verdicts; both come in the same order. Raises InputError where they do not match."""
    groups = groupby(verdicts, key=lambda verdict: verdict.session_id)
    for session in records:
        found, of_session = next(groups, (None, iter(())))
        if found != session.session_id:
            what = "none" if found is None else f"those of {found!r}"
            raise InputError(f"verdicts: expected those of session {session.session_id!r} next, found {what}")
        yield session, tuple(of_session)
    left, _ = next(groups, (None, None))
    if left is not None:
        raise InputError(f"verdicts: found those of {left!r}, expected no more: the sessions end before it")


@dataclass
class _Counts:
    """The counters of one metric."""

    results: Counter[str] = field(default_factory=Counter)  # pass, fail, na, undetermined, missed
    score: int = 0
    scored: int = 0
    templates: set[str] = field(default_factory=set)
    checks: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    edges: Counter[str] = field(default_factory=Counter)
    factors: defaultdict[str, defaultdict[str, Counter[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )

    def add(self, verdict: Verdict, origin: Origin, missed: bool) -> None:
        """Counts one verdict of a valid session."""
        outcome = _outcome(verdict)
        if outcome != "na" or not missed:
            self.results[outcome] += 1
        if verdict.score is not None:
            self.score += verdict.score
            self.scored += 1
        for check in verdict.checks:
            if verdict.counts or (verdict.undetermined and check.result == "OPEN"):
                self.checks[check.check][check.result] += 1
        if not verdict.undetermined and (verdict.exercised or verdict.result == "N/A"):
            self.edges.update(verdict.edges)
        if outcome != "na":
            for name, level in origin.factors.items():
                self.factors[name][level][outcome] += 1


class CoverageTally:
    """Counts sessions one at a time: `add` each, then take the `result`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._names = {
            metric.id: {check.id for check in metric.checks} | {edge.id for edge in metric.edges}
            for metric in catalogue
        }
        self._counts = {metric.id: _Counts() for metric in catalogue}
        self._sessions = self._invalid = 0

    def add(self, origin: Origin, verdicts: Sequence[Verdict]) -> None:
        """Counts one session. Raises InputError for a verdict that comes twice or is not of this catalogue."""
        self._sessions += 1
        if origin.invalid:
            self._invalid += 1
            return
        targets, missed = _metrics(origin.targets), _metrics(origin.missed)
        for metric_id in targets & self._counts.keys():
            if origin.template is not None:
                self._counts[metric_id].templates.add(origin.template)
        for metric_id in missed & self._counts.keys():
            self._counts[metric_id].results["missed"] += 1
        seen: set[str] = set()
        for verdict in verdicts:
            if verdict.metric_id in seen:
                raise InputError(f"verdicts of {verdict.session_id!r}: {verdict.metric_id} comes twice")
            seen.add(verdict.metric_id)
            self._known(verdict)
            self._counts[verdict.metric_id].add(verdict, origin, verdict.metric_id in missed)

    def _known(self, verdict: Verdict) -> None:
        where = f"verdicts of {verdict.session_id!r}"
        if verdict.metric_id not in self._counts:
            raise InputError(f"{where}: expected a metric of this catalogue, found {verdict.metric_id!r}")
        names = self._names[verdict.metric_id]
        for name in (*(check.check for check in verdict.checks), *verdict.edges):
            if name not in names:
                raise InputError(f"{where}: expected checks and edges of {verdict.metric_id}, found {name!r}")

    def result(
        self,
        declared: Collection[str] = frozenset(),
        proven: Mapping[str, bool] | None = None,
        pairs: tuple[int, int] = (0, 0),
    ) -> Coverage:
        """The coverage of what was added so far; the arguments as of `build_coverage`."""
        metrics = {
            metric.id: _metric_coverage(metric, self._counts[metric.id], declared, proven or {})
            for metric in self._catalogue
        }
        required, observed = pairs
        return Coverage(
            sessions=self._sessions,
            invalid_sessions=self._invalid,
            metrics=metrics,
            pairs=PairCoverage(required=required, observed=observed),
        )


def _outcome(verdict: Verdict) -> str:
    if verdict.undetermined:
        return "undetermined"
    if not verdict.counts:
        return "na"
    return verdict.result.lower()


def _metric_coverage(
    metric: Metric, counts: _Counts, declared: Collection[str], proven: Mapping[str, bool]
) -> MetricCoverage:
    checks = {}
    for check in metric.checks:
        name, found = f"{metric.id}.{check.id}", counts.checks[check.id]
        checks[check.id] = CheckCoverage(
            declared=name in declared,
            passed=found["PASS"],
            fail=found["FAIL"],
            open=found["OPEN"],
            proven=proven.get(name),
        )
    edges = {}
    for edge in metric.edges:
        name = f"{metric.id}.{edge.id}"
        edges[edge.id] = EdgeCoverage(
            declared=name in declared, observed=counts.edges[edge.id], proven=proven.get(name)
        )
    return MetricCoverage(
        grade=metric.grade,
        passed=counts.results["pass"],
        fail=counts.results["fail"],
        na=counts.results["na"],
        undetermined=counts.results["undetermined"],
        missed_probes=counts.results["missed"],
        mean_score=round(counts.score / counts.scored, 4) if counts.scored else None,
        templates=len(counts.templates),
        checks=checks,
        edges=edges,
        factors={name: _levels(levels) for name, levels in sorted(counts.factors.items())},
    )


def _levels(levels: Mapping[str, Counter[str]]) -> dict[str, LevelCoverage]:
    return {
        level: LevelCoverage(passed=found["pass"], fail=found["fail"], undetermined=found["undetermined"])
        for level, found in sorted(levels.items())
    }


def _metrics(targets: Iterable[str]) -> set[str]:
    """The metrics that targets such as `M-008.check_1` speak of."""
    return {target.partition(".")[0] for target in targets}


def _targets(value: object) -> Iterator[str]:
    """Targets as texts, also where they are written as objects of metric, check and edge."""
    for target in value if isinstance(value, list | tuple) else ():
        if isinstance(target, str):
            yield target
        elif isinstance(target, dict):
            parts = (target.get("metric"), target.get("check") or target.get("edge"))
            yield ".".join(part for part in parts if isinstance(part, str))
