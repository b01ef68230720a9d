"""What a comparison could have found: the chance of seeing a fall of a given size, and the pairs that it would take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from reports.compare.exact import ALPHA, level

EFFECT: Final = 0.20
"""The fall of a pass rate that a comparison should find: 20 points."""
POWER: Final = 0.80
"""The chance with which it should find it."""
_CORRELATION: Final = 0.3  # between the two verdicts of a pair; a fall is the harder to see, the lower it is
_SCORES: Final = (0.25, 0.05)  # of a scored metric: the shares of pairs whose score falls and rises
_MOST: Final = 64  # times as many pairs are looked at; more is no advice
_TAIL: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Fall:
    """A change to be found: the shares of all pairs that fall and that rise."""

    falls: float
    rises: float


def fall_from(passed: int, decided: int) -> Fall:
    """A fall by ``EFFECT`` (or to nothing) from the pass rate of the base."""
    before = (passed + 1) / (decided + 2)
    after = max(before - EFFECT, 0.0)
    both = before * after + _CORRELATION * sqrt(before * (1 - before) * after * (1 - after))
    both = min(both, after)
    return Fall(before - both, after - both)


SCORE_FALL: Final = Fall(*_SCORES)


@lru_cache(maxsize=8192)
def chance_to_find(fall: Fall, pairs: int, reached: float) -> float:
    """The chance that ``fall`` is found among ``pairs`` pairs at the level ``reached``."""
    import numpy as np
    from scipy.stats import binom

    share = fall.falls + fall.rises
    if reached <= 0 or pairs == 0 or share == 0:
        return 0.0
    low, high = (int(binom.ppf(tail, pairs, share)) for tail in (_TAIL, 1 - _TAIL))
    differing = np.arange(max(low, 1), high + 1)
    # The fewest falls whose chance is at most the level: isf gives the first k with P(more than k) <= level.
    needed = binom.isf(reached, differing, 0.5) + 1
    found = binom.sf(needed - 1, differing, fall.falls / share)
    return float(np.sum(binom.pmf(differing, pairs, share) * found))


@dataclass(frozen=True, slots=True)
class Plan:
    """All metrics of a comparison: the differing pairs of each, and how many repeats they came from."""

    differing: tuple[int, ...]
    repeats: int

    def level_at(self, repeats: int) -> float:
        """The level with so many repeats, did the metrics differ as often as they do."""
        return _level(tuple(round(n * repeats / self.repeats) for n in self.differing))

    def repeats_needed(self, fall: Fall, pairs: int) -> int | None:
        """The repeats with which the fall would be found in a metric of so many decided pairs; ``None`` if too many."""
        if pairs == 0:
            return None
        low, high = 0, self.repeats
        while not self._enough(fall, pairs, high):
            low, high = high, high * 2
            if low >= self.repeats * _MOST:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._enough(fall, pairs, middle) else (middle, high)
        return high

    def _enough(self, fall: Fall, pairs: int, repeats: int) -> bool:
        many = round(pairs * repeats / self.repeats)
        return chance_to_find(fall, many, self.level_at(repeats)) >= POWER


@lru_cache(maxsize=1024)
def _level(differing: Sequence[int]) -> float:
    found = level(differing, ALPHA)
    # Where so few pairs differ that nothing could be found yet, a lone change would have the whole level to itself.
    return found if found else ALPHA
