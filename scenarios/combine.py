"""Which combinations of factor levels a run drives: a constrained covering array, the same for the same seed.

``run`` (the default) covers every pair of levels that some template allows at least once over the run as a whole,
``template`` every pair within each template, ``3`` every triple over the run, ``full`` every combination of every
template. Within one template the array is covertable's. Over a run its rows would have to be allowed by *some* of a
hundred templates, an alternative that covertable weighs for half a minute; a greedy choice of our own reaches the
same count in a second. Either way the tuples still missing are counted and added, so nothing is missed in silence.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast

Cover: TypeAlias = Literal["run", "template", "3", "full"]
COVERS: Final[tuple[Cover, ...]] = ("run", "template", "3", "full")
# Variants of a template that a run has at least, where its levels allow so many.
FEWEST: Final = 3

Levels: TypeAlias = dict[str, str]
# Some factors with a level each, in the factors' order: a pair or a triple.
Tuple: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Space:
    """The combinations of one template: the levels of each factor, less those that hold an excluded combination."""

    name: str
    levels: Mapping[str, tuple[str, ...]]
    excluded: tuple[Mapping[str, tuple[str, ...]], ...] = ()

    def allows(self, row: Mapping[str, str]) -> bool:
        """Whether a whole row, or a part of one, is within the space so far."""
        if any(level not in self.levels[name] for name, level in row.items()):
            return False
        return not any(
            all(name in row and row[name] in levels for name, levels in combination.items())
            for combination in self.excluded
        )

    def possible(self, part: Mapping[str, str]) -> bool:
        """Whether some whole row holds ``part``: only the factors of excluded combinations can be in the way."""
        if not self.allows(part) or not self.excluded:
            return self.allows(part)
        names = [name for name in dict.fromkeys(itertools.chain(*self.excluded)) if name not in part]
        choices = itertools.product(*(self.levels[name] for name in names))
        return any(self.allows({**part, **dict(zip(names, choice, strict=True))}) for choice in choices)

    def completions(self, part: Mapping[str, str]) -> Iterator[Levels]:
        """The whole rows that hold ``part``, in order."""
        if not self.allows(part):
            return
        names = [name for name in self.levels if name not in part]
        for choice in itertools.product(*(self.levels[name] for name in names)):
            row = {**part, **dict(zip(names, choice, strict=True))}
            if self.allows(row):
                yield {name: row[name] for name in self.levels}

    def tuples(self, strength: int) -> set[Tuple]:
        """The pairs (or triples) that some row of the space holds."""
        found = set()
        for names in itertools.combinations(self.levels, strength):
            for choice in itertools.product(*(self.levels[name] for name in names)):
                part = tuple(zip(names, choice, strict=True))
                if not self.excluded or self.possible(dict(part)):
                    found.add(part)
        return found


@dataclass(frozen=True, slots=True)
class Row:
    """One variant: a template and a level of each factor."""

    space: str
    levels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PairReport:
    """How many of the pairs that the templates allow were driven; ``missing`` in order."""

    required: int
    observed: int
    missing: tuple[Tuple, ...]


def combine(spaces: Sequence[Space], cover: Cover = "run", seed: int = 0) -> list[Row]:
    """The variants of a run, by template in the order given; the same for the same seed."""
    if cover == "full":
        return [Row(space.name, row) for space in spaces for row in space.completions({})]
    if cover == "template":
        return [Row(space.name, row) for space in spaces for row in _own_array(space, seed)]
    return _shared_array(spaces, 3 if cover == "3" else 2, seed)


def report_pairs(spaces: Iterable[Space], rows: Iterable[Mapping[str, str]]) -> PairReport:
    """The pairs that the templates allow, and how many of them ``rows`` (the levels of driven variants) hold."""
    required = set().union(*(space.tuples(2) for space in spaces))
    observed = set().union(*(_tuples_of(row, 2) for row in rows)) & required
    return PairReport(len(required), len(observed), tuple(sorted(required - observed)))


def _own_array(space: Space, seed: int) -> list[Levels]:
    required = space.tuples(2)
    rows = [row for row in _array(space, f"{seed}/{space.name}") if space.allows(row)]
    missing = required - set().union(*(_tuples_of(row, 2) for row in rows))
    while missing:
        row = _best_row(space, missing, f"{seed}/{space.name}/{len(rows)}")
        rows.append(row)
        missing -= _tuples_of(row, 2)
    return rows


def _shared_array(spaces: Sequence[Space], strength: int, seed: int) -> list[Row]:
    if not spaces:
        return []
    given: dict[str, list[Levels]] = {space.name: [] for space in spaces}
    missing: set[Tuple] = set().union(*(space.tuples(strength) for space in spaces))
    sizes = {name: len({level for space in spaces for level in space.levels[name]}) for name in spaces[0].levels}
    hardest = sorted(missing, key=lambda part: (-math.prod(sizes[name] for name, _ in part), _digest(seed, part)))
    for target in hardest:
        if target not in missing:
            continue
        part = dict(target)
        homes = [space for space in spaces if space.possible(part)]
        home = min(homes, key=lambda space: (len(given[space.name]), _digest(seed, space.name, part)))
        row = _best_row(home, missing, f"{seed}/{target}", part)
        given[home.name].append(row)
        missing -= _tuples_of(row, strength)
    for space in spaces:
        _give_fewest(space, given[space.name], seed)
    return [Row(space.name, row) for space in spaces for row in given[space.name]]


def _give_fewest(space: Space, rows: list[Levels], seed: int) -> None:
    """Adds variants until the template has its fewest, each as unlike the others as its levels allow."""
    missing = space.tuples(2) - set().union(*(_tuples_of(row, 2) for row in rows)) if len(rows) < FEWEST else set()
    while len(rows) < FEWEST:
        row = _best_row(space, missing, f"{seed}/{space.name}/{len(rows)}")
        if row in rows:
            return
        rows.append(row)
        missing -= _tuples_of(row, 2)


def _best_row(space: Space, missing: set[Tuple], salt: str, part: Mapping[str, str] | None = None) -> Levels:
    """A row that holds ``part`` and, chosen factor by factor, many of the missing tuples; ties go by ``salt``."""
    row = dict(part or {})
    for name in sorted((name for name in space.levels if name not in row), key=lambda name: -len(space.levels[name])):
        possible = [level for level in space.levels[name] if space.possible({**row, name: level})]
        row[name] = min(possible, key=lambda level: (-_worth(row, name, level, missing), _digest(salt, name, level)))
    return {name: row[name] for name in space.levels}


def _worth(row: Mapping[str, str], name: str, level: str, missing: set[Tuple]) -> int:
    """How many missing tuples a level brings nearer: those it is in that nothing chosen so far speaks against."""
    return sum(
        (name, level) in entry and all(row.get(other, value) == value for other, value in entry) for entry in missing
    )


def _tuples_of(row: Mapping[str, str], strength: int) -> set[Tuple]:
    return set(itertools.combinations(row.items(), strength))


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _array(space: Space, salt: str) -> list[Levels]:
    """covertable's array of pairs over the factors that have a choice."""
    varying = {name: list(levels) for name, levels in space.levels.items() if len(levels) > 1}
    fixed = {name: levels[0] for name, levels in space.levels.items() if len(levels) == 1}
    if len(varying) < 2:
        return list(space.completions({}))
    from covertable.main import Controller  # only where something is combined

    controller: Any = Controller(varying, strength=2, salt=salt, constraints=_constraints(space, fixed))
    rows = cast("list[Levels]", list(controller.make_async()))
    return [{name: {**fixed, **row}[name] for name in space.levels} for row in rows]


def _constraints(space: Space, fixed: Mapping[str, str]) -> list[dict[str, Any]]:
    """The excluded combinations as covertable's conditions; one that a fixed level rules out needs none."""
    constraints = []
    for combination in space.excluded:
        if any(name in fixed and fixed[name] not in levels for name, levels in combination.items()):
            continue
        parts = [
            {"operator": "in", "left": name, "values": list(levels)}
            for name, levels in combination.items()
            if name not in fixed
        ]
        constraints.append({"operator": "not", "condition": {"operator": "and", "conditions": parts}})
    return constraints
