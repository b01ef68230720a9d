"""Pass rates with their uncertainty: never a percentage without its n, and none at all from a handful of sessions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from reports.plain import Lang

FEWEST: Final = 5
"""Decided sessions below which no percentage is said."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of the decided sessions passed. ``decided`` counts PASS and FAIL and nothing else."""

    passed: int
    decided: int

    @property
    def enough(self) -> bool:
        """Whether there are enough for a percentage."""
        return self.decided >= FEWEST

    @property
    def value(self) -> float | None:
        """The share that passed, from 0 to 1; ``None`` where nothing was decided."""
        return self.passed / self.decided if self.decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval (from 0 to 1); ``None`` below ``FEWEST``."""
        return wilson(self.passed, self.decided) if self.enough else None

    def text(self, lang: Lang) -> str:
        """``95% (76–99%, n=20)``, ``too few (n=3)``, or ``–`` where nothing was decided."""
        if not self.decided:
            return "–"
        if not self.enough:
            return f"too few (n={self.decided})" if lang == "en" else f"样本太少 (n={self.decided})"
        low, high = wilson(self.passed, self.decided)
        return f"{percent(self.passed / self.decided)} ({percent(low)[:-1]}–{percent(high)}, n={self.decided})"


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of scores from 1 to 5, ``n`` of them, with its 95 % interval; ``None`` below ``FEWEST``."""

    value: float
    n: int
    interval: tuple[float, float] | None


def mean(scores: Mapping[int, int]) -> Mean | None:
    """The mean of scores counted by value, by Student's t within the scale; ``None`` where there is none."""
    n = sum(scores.values())
    if not n:
        return None
    value = sum(score * count for score, count in scores.items()) / n
    if n < FEWEST:
        return Mean(value, n, None)
    from scipy.stats import t

    variance = sum(count * (score - value) ** 2 for score, count in scores.items()) / (n - 1)
    reach = float(t.ppf(0.975, n - 1)) * math.sqrt(variance / n)
    return Mean(value, n, (max(1.0, value - reach), min(5.0, value + reach)))


@lru_cache(maxsize=4096)
def wilson(passed: int, decided: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share, from 0 to 1. Raises ValueError where ``decided`` is 0."""
    from scipy.stats import binomtest  # two seconds to import: only where a percentage is said

    interval = binomtest(passed, decided).proportion_ci(confidence_level=0.95, method="wilson")
    return float(interval.low), float(interval.high)


def percent(share: float) -> str:
    """A share as a percentage. Only a whole one is called 100 %, and only an empty one 0 %."""
    text = f"{share * 100:.0f}"
    if (text == "100" and share < 1) or (text == "0" and share > 0):
        text = f"{min(max(share * 100, 0.1), 99.9):.1f}"
    return f"{text}%"
