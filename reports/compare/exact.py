"""Exact one-sided sign tests, and the level that many of them can have together.

A pair in which both runs came to the same says nothing about a change; of the other pairs, of which a metric has
``n``, about half fall and half rise where nothing changed. So the chance of ``fell`` or more is a binomial tail, exact
for any ``n`` and whatever the pass rate (one-sided McNemar).

Fifty-eight such tests share ``ALPHA``. Bonferroni would give each ``ALPHA / 58``, and most of that would be lost: a
metric with four differing pairs cannot come below 1/16 at all, and of a larger one only a few levels can be attained.
``level`` is therefore the largest level at which the chances that the tests *really* have at it add up to no more than
``ALPHA`` (Tarone's correction, carried to the end by Hommel and Krummenauer). It knows only how many pairs differ, and
so can be told for pairs that are not there yet. `joint` finds the level for the pairs that are: it is no lower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

ALPHA: Final = 0.035
"""Family-wise chance of a false alarm in each direction; below 5 % also when it is measured."""
_SAME: Final = 1e-12  # levels that differ by less, relatively, are the same


@dataclass(frozen=True, slots=True)
class Change:
    """How many pairs of a metric fell and how many rose; the others came to the same."""

    fell: int
    rose: int

    @property
    def differing(self) -> int:
        """The pairs that say something."""
        return self.fell + self.rose

    @property
    def turned(self) -> Change:
        """The same with base and candidate exchanged."""
        return Change(self.rose, self.fell)

    @property
    def chance(self) -> float:
        """The chance of so many falls or more, had nothing changed; 1 where no pair differs."""
        return tails(self.differing)[self.fell]


@lru_cache(maxsize=4096)
def tails(n: int) -> tuple[float, ...]:
    """The chances that ``k`` or more of ``n`` fair coins fall, for ``k`` from 0 to ``n``."""
    import numpy as np
    from scipy.stats import binom  # two seconds to import: only where runs are compared

    return tuple(float(chance) for chance in binom.sf(np.arange(n + 1) - 1, n, 0.5))


def level(differing: Sequence[int], alpha: float = ALPHA) -> float:
    """The level for tests with so many differing pairs each; 0 where none of them could ever find anything."""
    steps: list[tuple[float, float]] = []
    for n in differing:
        before = 0.0
        for chance in reversed(tails(n)):
            if chance > alpha:
                break
            steps.append((chance, chance - before))
            before = chance
    steps.sort()
    spent = found = 0.0
    place = 0
    while place < len(steps):
        reached = steps[place][0]
        cost = 0.0
        while place < len(steps) and steps[place][0] <= reached * (1 + _SAME):
            cost += steps[place][1]
            place += 1
        if spent + cost > alpha * (1 + _SAME):
            break
        spent += cost
        found = reached
    return found


def false_discovery(changes: Sequence[Change]) -> list[float | None]:
    """For each metric the share of false ones among those that look as bad as it or worse (Benjamini and Hochberg).

    ``None`` where no pair differs.
    """
    from scipy.stats import false_discovery_control

    chances = [change.chance for change in changes if change.differing]
    if not chances:
        return [None] * len(changes)
    adjusted = iter(float(share) for share in false_discovery_control(chances))
    return [next(adjusted) if change.differing else None for change in changes]
