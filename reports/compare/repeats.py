"""pass^k: the chance that a case passes k times in a row, without bias from the number of repeats that were driven."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True, slots=True)
class PassPower:
    """pass^k over the cases with k or more decided repeats; ``value`` is ``None`` where there is none."""

    k: int
    cases: int
    value: float | None


def pass_power(cases: Iterable[tuple[int, int]], k: int) -> PassPower:
    """pass^k of cases given as (passed, decided repeats): the mean of C(passed, k) / C(decided, k).

    That is the share of the k-subsets of the repeats that passed whole, whose expectation is p**k; to raise the
    measured rate to the k-th power would overrate it. Raises ValueError for a k below 1.
    """
    if k < 1:
        raise ValueError(f"pass^k needs k of 1 or more, got {k}")
    shares = [comb(passed, k) / comb(decided, k) for passed, decided in cases if decided >= k]
    return PassPower(k, len(shares), sum(shares) / len(shares) if shares else None)
