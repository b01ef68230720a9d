"""Which of all metrics fell, under one family-wise level that knows how they hang together.

Had nothing changed, base and candidate of a pair could be exchanged, with all verdicts of the conversation at once,
and nobody could tell. Exchanging pairs at random therefore shows how small the smallest chance of all 58 metrics gets
by luck alone (Westfall and Young): the level is the largest that luck reaches in no more than ``ALPHA`` of the draws.
Metrics that fall together, as they do when an agent breaks, do not stand in each other's way; of metrics that are
independent the level is that of `exact.level`. The metrics found leave the family and the rest is tried again
(step-down, as Holm does).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from reports.compare.exact import ALPHA, Change, tails

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int8]
    """A row a pair, a column a metric: 1 where the metric fell, -1 where it rose, 0 where it came to the same."""

_DRAWS: Final = 5_000
_AT_ONCE: Final = 250
_ALL: Final = 12  # up to so many differing pairs all exchanges are gone through, and the level is exact
_SEED: Final = 1
_SAME: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Found:
    """Which of the metrics fell, and the level that the first of them had to come down to."""

    fell: tuple[bool, ...]
    level: float


def changes_of(table: Table) -> list[Change]:
    """How many pairs of each metric fell and rose."""
    fell, rose = (table > 0).sum(axis=0), (table < 0).sum(axis=0)
    return [Change(int(down), int(up)) for down, up in zip(fell, rose, strict=True)]


def find_changes(table: Table, alpha: float = ALPHA) -> tuple[Found, Found]:
    """The metrics that fell and those that rose, each under a family-wise level of ``alpha``."""
    changes = changes_of(table)
    chances = _by_luck(table, [change.differing for change in changes])
    turned = [change.turned for change in changes]
    # For each exchange its reverse is drawn too: what luck does to falls is what it does to rises.
    return _step_down(changes, chances, alpha), _step_down(turned, chances, alpha)


def _step_down(changes: list[Change], chances: NDArray[Any], alpha: float) -> Found:
    import numpy as np

    own = np.array([change.chance for change in changes])
    fell = np.zeros(len(changes), dtype=bool)
    first = reached = _level(chances, ~fell, alpha)
    while True:
        now = fell | (own <= reached * (1 + _SAME))
        if (now == fell).all():
            return Found(tuple(bool(one) for one in fell), first)
        fell = now
        reached = max(reached, _level(chances, ~fell, alpha))


def _level(chances: NDArray[Any], left: NDArray[Any], alpha: float) -> float:
    """The largest chance that the smallest of a draw comes down to in at most ``alpha`` of the draws; 0 where none."""
    import numpy as np

    if not left.any() or not len(chances):
        return 0.0
    smallest = np.sort(chances[:, left].min(axis=1))
    values, last = np.unique(smallest, return_index=False, return_counts=True)
    good = values[np.cumsum(last) <= alpha * len(smallest) * (1 + _SAME)]
    return float(good[-1]) if len(good) else 0.0


def _by_luck(table: Table, differing: list[int]) -> NDArray[Any]:
    """The chance of every metric in every draw."""
    import numpy as np

    rows = table[(table != 0).any(axis=1)].astype(np.float32)
    sizes = np.array(differing)
    lookup = np.ones((len(differing), max(differing, default=0) + 1))
    for place, n in enumerate(differing):
        lookup[place, : n + 1] = tails(n)
    places = np.arange(len(differing))
    parts = []
    for signs in _exchanges(len(rows)):
        falls = (np.rint(signs @ rows).astype(np.int64) + sizes) // 2
        parts.append(lookup[places, falls])
    return np.concatenate(parts) if parts else np.ones((0, len(differing)))


def _exchanges(pairs: int) -> Iterator[NDArray[Any]]:
    """Signs for the pairs, a row a draw: all of them where they are few, else random ones and the reverse of each."""
    import numpy as np

    if not pairs:
        return
    if pairs <= _ALL:
        numbers = np.arange(2**pairs)[:, None] >> np.arange(pairs)
        yield (1 - 2 * (numbers & 1)).astype(np.float32)
        return
    seen = np.ones((1, pairs), dtype=np.float32)
    yield seen  # what was seen is one of the draws: so the promise holds for any number of them
    yield -seen
    random = np.random.default_rng(_SEED)
    for _ in range(0, _DRAWS, 2 * _AT_ONCE):
        signs = (1 - 2 * random.integers(2, size=(_AT_ONCE, pairs), dtype=np.int8)).astype(np.float32)
        yield signs
        yield -signs
