"""One pass over a run's sessions: a line for each in the page's index, and the counts that need whole sessions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from evaluator.catalogue import Catalogue
from evaluator.errors import InputError
from evaluator.session import Session
from evaluator.verdicts import Conclusion, Verdict
from reports import run_dir as run
from reports.coverage import LANGUAGE, UNKNOWN_LANGUAGE, Origin, origin_of, paired
from reports.html.conversation import code_of, conversation
from reports.html.embed import compact
from reports.html.northstar import Figure, NorthStar
from reports.html.simulated import simulated
from reports.html.store import Store
from reports.html.summary import shown_level
from reports.plain import visible

_LETTERS: Final = {"qualified": "q", "unqualified": "u", "undetermined": "o"}
_FACTOR: Final = re.compile(r"[a-z][a-z_]{0,29}")
_RESERVED: Final = frozenset({"metric", "result", "conclusion", "part", "q", "session"})  # the other keys of a link
_MOST_FACTORS: Final = 12


@dataclass
class Gathered:
    """What one pass leaves. ``lines`` are JSON texts; the counts are of the valid sessions alone."""

    lines: list[str]
    conclusions: Counter[str]
    invalid: int
    p0_verdicts: int
    scores: dict[str, Counter[int]]
    figures: tuple[Figure, ...]
    factors: list[tuple[str, list[str]]]


@dataclass
class _Levels:
    """Numbers the levels of the factors as they come, so that a line needs no names."""

    found: dict[str, dict[str, int]] = field(default_factory=lambda: {LANGUAGE: {}})

    def numbers(self, origin: Origin) -> list[int]:
        """A number for each factor met so far, -1 where the session has no level of it."""
        for name in origin.factors:
            fit = _FACTOR.fullmatch(name) and name not in _RESERVED
            if fit and len(self.found) < _MOST_FACTORS:
                self.found.setdefault(name, {})
        return [self._number(name, origin.factors.get(name)) for name in self.found]

    def _number(self, factor: str, level: str | None) -> int:
        if level is None and factor == LANGUAGE:
            level = UNKNOWN_LANGUAGE
        if level is None:
            return -1
        levels = self.found[factor]
        return levels.setdefault(shown_level(level), len(levels))


def part_names(catalogue: Catalogue) -> list[str]:
    """All checks and edges (`M-008.check_1`); a line of the index names them by their place in this list."""
    return [
        f"{metric.id}.{name}"
        for metric in catalogue
        for name in (*(check.id for check in metric.checks), *(edge.id for edge in metric.edges))
    ]


def gather(run_dir: Path, catalogue: Catalogue, store: Store) -> Gathered:
    """Reads the run and hands each conversation to ``store``. Raises InputError where its files do not match."""
    grades = {metric.id: metric.grade for metric in catalogue}
    parts = {name: place for place, name in enumerate(part_names(catalogue))}
    north, levels = NorthStar(catalogue.ids), _Levels()
    of = Gathered([], Counter(), 0, 0, {}, (), [])
    language_of = run.languages(run_dir)
    pairs = paired(run.sessions(run_dir), run.verdicts(run_dir))
    for session, verdicts, conclusion in _concluded(pairs, run.conclusions(run_dir)):
        origin = origin_of(session, language_of(session))
        codes = _codes(verdicts, catalogue, simulated(session).missed_metrics)
        if origin.invalid:
            of.invalid += 1
        else:
            of.conclusions[conclusion.conclusion] += 1
            of.p0_verdicts += sum(v.result == "FAIL" and grades.get(v.metric_id) == "P0" for v in verdicts)
            north.add(codes)
            for verdict in verdicts:
                if verdict.score is not None and verdict.counts:
                    of.scores.setdefault(verdict.metric_id, Counter())[verdict.score] += 1
        line = [
            visible(session.session_id),
            _LETTERS[conclusion.conclusion],
            codes,
            visible(origin.template or ""),
            origin.invalid,
            *store.add(conversation(session, verdicts)),
            levels.numbers(origin),
            [parts[name] for name in _parts(verdicts) if name in parts],
        ]
        of.lines.append(compact(line))
    of.figures = north.figures()
    of.factors = [(name, list(numbers)) for name, numbers in levels.found.items()]
    return of


def _concluded(
    pairs: Iterable[tuple[Session, Iterable[Verdict]]], conclusions: Iterator[Conclusion]
) -> Iterator[tuple[Session, list[Verdict], Conclusion]]:
    """Each session with its verdicts and its conclusion, which stand in the same order."""
    for session, verdicts in pairs:
        conclusion = next(conclusions, None)
        if conclusion is None or conclusion.session_id != session.session_id:
            found = "none is left" if conclusion is None else f"found that of {conclusion.session_id!r}"
            raise InputError(f"expected the conclusion of session {session.session_id!r} next, {found}")
        yield session, list(verdicts), conclusion


def _codes(verdicts: Iterable[Verdict], catalogue: Catalogue, missed: Collection[str]) -> str:
    """One letter a metric, in the catalogue's order; N/A where a metric has no verdict.

    ``M`` is an N/A of a session that missed its probe of the metric: coverage counts it apart, and so does the page.
    """
    found = {verdict.metric_id: code_of(verdict) for verdict in verdicts}
    codes = ((metric.id, found.get(metric.id, "N")) for metric in catalogue)
    return "".join("M" if code in "NO" and metric_id in missed else code for metric_id, code in codes)


def _parts(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The failed checks and the edges that applied: what a figure of the tables leads to. Counted as in coverage."""
    for verdict in verdicts:
        if verdict.counts:
            yield from (f"{verdict.metric_id}.{check.check}" for check in verdict.checks if check.result == "FAIL")
        if not verdict.undetermined and (verdict.exercised or verdict.result == "N/A"):
            yield from (f"{verdict.metric_id}.{edge}" for edge in verdict.edges)
