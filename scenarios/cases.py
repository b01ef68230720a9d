"""The conversations of a run: templates times variants times repeats, in one canonical order."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from evaluator.errors import UsageError
from scenarios.combine import Cover, PairReport, Row, Space, combine, report_pairs
from scenarios.factors import allowed_levels, chosen_levels
from scenarios.templates import Template


@dataclass(frozen=True)
class Case:
    """One conversation to drive. ``variant`` and ``repeat`` count from 1; ``index`` is its place in the run."""

    index: int
    template: Template
    variant: int
    repeat: int
    seed: int
    levels: Mapping[str, str]

    @property
    def session_id(self) -> str:
        """Unique in the run: ``m008-vietnamese-trigger.v03.r1``."""
        return f"{self.template.id}.v{self.variant:02d}.r{self.repeat}"

    def random(self, purpose: str) -> Random:
        """A source of chance for one purpose: the same for the same case and seed, whatever else is drawn."""
        name = f"{self.seed}/{self.template.id}/{self.variant}/{self.repeat}/{purpose}"
        return Random(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big"))


@dataclass(frozen=True)
class CasePlan:
    """The cases of a run, the templates that its choices leave out, and the pairs that it has to cover."""

    cases: tuple[Case, ...]
    left_out: tuple[str, ...]
    spaces: tuple[Space, ...]

    def report_pairs(self, driven: Sequence[Mapping[str, str]] | None = None) -> PairReport:
        """The factor pairs required, and those of the ``driven`` levels (of all cases by default)."""
        rows = [case.levels for case in self.cases] if driven is None else driven
        return report_pairs(self.spaces, rows)


def plan_cases(
    templates: Sequence[Template],
    *,
    languages: Sequence[str] | None = None,
    factors: Mapping[str, Sequence[str]] | None = None,
    cover: Cover = "run",
    repeat: int = 1,
    seed: int = 0,
    limit: int | None = None,
) -> CasePlan:
    """The cases of a run: deterministic in ``seed``. ``limit`` cuts to the first so many, spread over the templates.

    Raises :class:`NotFoundError` for an unknown language, factor or level, :class:`UsageError` for a count below 1.
    """
    if repeat < 1 or (limit is not None and limit < 1):
        raise UsageError("repeat and limit: expected 1 or more")
    spaces, left_out = [], []
    for template in templates:
        levels = allowed_levels(template.factors, languages, factors)
        space = None if levels is None else Space(template.id, levels, _excluded(template))
        if space is None or next(space.completions({}), None) is None:
            left_out.append(template.id)
        else:
            spaces.append(space)
    rows = combine(spaces, cover, seed)
    cases = _cases({template.id: template for template in templates}, rows, repeat, seed)
    return CasePlan(tuple(_limited(cases, limit)), tuple(left_out), tuple(spaces))


def build_cases(
    templates: Sequence[Template],
    *,
    languages: Sequence[str] | None = None,
    factors: Mapping[str, Sequence[str]] | None = None,
    cover: Cover = "run",
    repeat: int = 1,
    seed: int = 0,
    limit: int | None = None,
) -> list[Case]:
    """The cases of :func:`plan_cases` alone."""
    plan = plan_cases(
        templates, languages=languages, factors=factors, cover=cover, repeat=repeat, seed=seed, limit=limit
    )
    return list(plan.cases)


def _excluded(template: Template) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    return tuple(
        {name: chosen_levels(name, levels) for name, levels in combination.items()} for combination in template.exclude
    )


def _cases(templates: Mapping[str, Template], rows: Sequence[Row], repeat: int, seed: int) -> list[Case]:
    cases: list[Case] = []
    variants: dict[str, int] = {}
    for row in rows:
        variant = variants[row.space] = variants.get(row.space, 0) + 1
        for number in range(1, repeat + 1):
            cases.append(Case(len(cases), templates[row.space], variant, number, seed, dict(row.levels)))
    return cases


def _limited(cases: list[Case], limit: int | None) -> list[Case]:
    """The first ``limit`` cases, taken in rounds of one variant a template, so that few cases still cover many."""
    if limit is None or limit >= len(cases):
        return cases
    order = sorted(cases, key=lambda case: (case.repeat, case.variant, case.index))
    kept = sorted(order[:limit], key=lambda case: case.index)
    return [
        Case(index, case.template, case.variant, case.repeat, case.seed, case.levels) for index, case in enumerate(kept)
    ]
