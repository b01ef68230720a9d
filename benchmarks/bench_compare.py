"""How often a comparison raises a false alarm, and how often it finds a fall: `python -m benchmarks.bench_compare`.

Pairs of runs are drawn with known pass rates, and go through the same tests as those of `sim compare`, all 58 metrics
at once. Two aims: over 500 pairs of runs without a difference fewer than 5 % name any metric as regressed; the fall of
one metric from 95 % to 75 % is found in at least 80 % with 60 pairs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from reports.compare.joint import find_changes

METRICS: Final = 58
PAIRS: Final = 60
CORRELATION: Final = 0.3  # between the two verdicts of a pair
FALL: Final = (0.95, 0.75)
MOST_FALSE: Final = 0.05
LEAST_FOUND: Final = 0.80


@dataclass(frozen=True)
class Setting:
    """What the metrics without a change pass at, and how many templates the pairs of a metric come from.

    ``own``: the spread of what a template adds to the pass rate of *each run by itself*. Where it is not 0, the
    verdicts of a template hang together in a run, and its pairs are no independent witnesses.
    """

    name: str
    rates: tuple[float, ...]
    aim: bool = False
    templates: int = PAIRS
    own: float = 0.0


SETTINGS: Final = (
    Setting("all at 95%", (0.95,), aim=True),
    Setting("all at 90%", (0.90,)),
    Setting("from 70% to 100%", tuple(np.linspace(0.7, 1.0, METRICS - 1))),
    Setting("all at 75%", (0.75,)),
    Setting("all at 99%", (0.99,)),
    Setting("all at 90%, 20 templates that vary by run (sd 5 points)", (0.90,), templates=20, own=0.05),
)


@dataclass(frozen=True)
class Measured:
    """Shares of the pairs of runs: with any metric falsely named, with the fall found."""

    false_alarms: float
    found: float
    runs: int


def measure(setting: Setting, runs: int, seed: int = 1) -> Measured:
    """Draws ``runs`` pairs of runs without a difference, and as many with the one fall."""
    random = np.random.default_rng(seed)
    rates = np.resize(np.array(setting.rates), METRICS)
    fallen, before = rates.copy(), rates.copy()
    before[0], fallen[0] = FALL
    false = found = 0
    for _ in range(runs):
        falls, _ = find_changes(_pairs(setting, rates, rates, random))
        false += any(falls.fell)
        falls, _ = find_changes(_pairs(setting, before, fallen, random))
        found += falls.fell[0]
    return Measured(false / runs, found / runs, runs)


def _pairs(setting: Setting, before: np.ndarray, now: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A row a pair, a column a metric: 1 where it fell, -1 where it rose; drawn with both rates and the correlation."""
    shape = (METRICS, PAIRS)
    first, second = (np.repeat(rates[:, None], PAIRS, axis=1) for rates in (before, now))
    if setting.own:
        per = -(-PAIRS // setting.templates)
        for side in (first, second):
            own = random.normal(0, setting.own, size=(METRICS, setting.templates))
            side += np.repeat(own, per, axis=1)[:, :PAIRS]
    first, second = np.clip(first, 0.01, 0.99), np.clip(second, 0.01, 0.99)
    spread = np.sqrt(first * (1 - first) * second * (1 - second))
    both = np.minimum(first * second + CORRELATION * spread, np.minimum(first, second))
    passed = random.random(shape) < first
    # Given the first verdict the second has the chance that makes the correlation.
    chance = np.where(passed, both / first, (second - both) / (1 - first))
    passed_now = random.random(shape) < chance
    return (passed.astype(np.int8) - passed_now.astype(np.int8)).T


def report(setting: Setting, measured: Measured) -> Iterator[str]:
    """One setting in words; the standard errors say how far the figures may be off."""
    errors = [sqrt(share * (1 - share) / measured.runs) for share in (measured.false_alarms, measured.found)]
    yield (
        f"{setting.name}: any metric falsely regressed {measured.false_alarms:.1%} (±{errors[0]:.1%}), "
        f"the fall found {measured.found:.1%} (±{errors[1]:.1%})"
    )
    if setting.aim:
        good = measured.false_alarms < MOST_FALSE, measured.found >= LEAST_FOUND
        yield f"  aims: under {MOST_FALSE:.0%} {_reached(good[0])}; at least {LEAST_FOUND:.0%} {_reached(good[1])}"


def _reached(reached: bool) -> str:
    return "reached" if reached else "not reached"


def main() -> None:
    """All settings."""
    parser = argparse.ArgumentParser(prog="bench_compare", description=__doc__)
    parser.add_argument("--runs", type=int, default=500, metavar="N", help="pairs of runs of each kind")
    runs: int = parser.parse_args().runs
    print(f"{METRICS} metrics, {PAIRS} pairs each, correlation {CORRELATION}, {runs} pairs of runs of each kind")
    for setting in SETTINGS:
        print("\n".join(report(setting, measure(setting, runs))), flush=True)


if __name__ == "__main__":
    main()
