"""Intervals of what two runs differ by: of one metric over its pairs, and of a rate pooled over templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from reports.rates import wilson

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DRAWS: Final = 2000
_AT_ONCE: Final = 100
_FEW: Final = 1000  # clusters whose draws are kept: a comparison needs the same ones a hundred times
_SEED: Final = 1
Interval = tuple[float, float]


def difference(both: int, fell: int, rose: int, neither: int) -> Interval | None:
    """The 95 % interval of candidate minus base (from -1 to 1), from the four counts of a paired table.

    Newcombe's hybrid of the two Wilson intervals, which takes account of the pairing. ``None`` without pairs.
    """
    pairs = both + fell + rose + neither
    if not pairs:
        return None
    before, after = both + fell, both + rose
    rate, rate_now = before / pairs, after / pairs
    low, high = wilson(before, pairs)
    low_now, high_now = wilson(after, pairs)
    margins = before * (pairs - before) * after * (pairs - after)
    tie = (both * neither - fell * rose) / sqrt(margins) if margins else 0.0
    down, up = rate_now - low_now, high - rate
    down_other, up_other = high_now - rate_now, rate - low
    change = rate_now - rate
    below = sqrt(max(down**2 - 2 * tie * down * up + up**2, 0.0))
    above = sqrt(max(down_other**2 - 2 * tie * down_other * up_other + up_other**2, 0.0))
    return max(change - below, -1.0), min(change + above, 1.0)


@dataclass(frozen=True, slots=True)
class Cluster:
    """What one template adds to a pooled rate: passed and decided verdicts of the base and of the candidate.

    Instead of verdicts it may be any sum and the number of its parts: then the rate is their mean.
    """

    passed: float
    decided: int
    passed_now: float = 0
    decided_now: int = 0


def pooled_rate(clusters: Iterable[Cluster]) -> Interval | None:
    """The 95 % interval of the base's pooled rate: a bootstrap that draws whole templates, always the same draws.

    ``None`` where there are not two templates with something decided, or where no draw differs from another: a
    bootstrap of nothing but passes knows no uncertainty, and to say so would be wrong.
    """
    return _bootstrap([(one.passed, one.decided) for one in clusters], paired=False)


def pooled_difference(clusters: Iterable[Cluster]) -> Interval | None:
    """The 95 % interval of the difference of the pooled rates, candidate minus base; ``None`` as above."""
    rows = [(one.passed, one.decided, one.passed_now, one.decided_now) for one in clusters]
    return _bootstrap(rows, paired=True)


def _bootstrap(rows: Sequence[tuple[float, ...]], *, paired: bool) -> Interval | None:
    import numpy as np

    if sum(row[1] > 0 for row in rows) < 2:
        return None
    table = np.array(rows, dtype=float)
    sums = np.concatenate([times @ table for times in _draws(len(rows))]).T
    sums = sums[:, (sums[1] > 0) & (sums[-1] > 0)]
    if not sums.shape[1]:
        return None
    values = sums[0] / sums[1]
    if paired:
        values = sums[2] / sums[3] - values
    low, high = (float(value) for value in np.percentile(values, (2.5, 97.5)))
    return None if values.min() == values.max() else (low, high)


def _draws(number: int) -> Iterator[NDArray[Any]]:
    """How many times each of so many clusters is drawn, a row a draw."""
    if number <= _FEW:
        yield _few_draws(number)
        return
    import numpy as np

    random = np.random.default_rng(_SEED)
    for _ in range(0, _DRAWS, _AT_ONCE):  # imported records are a cluster each: all at once would fill the memory
        yield random.multinomial(number, np.full(number, 1 / number), size=_AT_ONCE)


@lru_cache(maxsize=4)
def _few_draws(number: int) -> NDArray[Any]:
    import numpy as np

    return np.random.default_rng(_SEED).multinomial(number, np.full(number, 1 / number), size=_DRAWS)
