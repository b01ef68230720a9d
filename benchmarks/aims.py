"""What the project sets itself, and whether the figures reach it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from benchmarks.figures import Counts, Figures
from benchmarks.table import Row, Table, percent, share
from benchmarks.tables import FEWEST, MOST_WRONG
from benchmarks.whole import Conclusions

SMALL: Final = 300
WHOLE: Final = 60

_OWN_RIGHT: Final = 0.98
_SHARED_RIGHT: Final = 0.97
_SHARED_AGREEMENT: Final = 0.85
_FALSE_ALARMS: Final = 0.02
_CONCLUSIONS: Final = 0.95


@dataclass(frozen=True)
class Measured:
    """The figures that the aims speak of."""

    small: int
    own: Figures
    concluded: Conclusions
    shared: Figures | None = None  # not where those conversations are missing


def aims(found: Measured) -> Table:
    """Each aim with what was measured."""
    return Table("Aims", ("aim", "at least / at most", "measured", "reached"), list(_rows(found)))


def _rows(found: Measured) -> Iterator[Row]:
    yield _row("own small conversations", f"≥ {SMALL}", str(found.small), found.small >= SMALL)
    complete = found.concluded.complete
    yield _row("own whole ones, 4 to 10 turns, all labelled", f"≥ {WHOLE}", str(complete), complete >= WHOLE)
    yield _at_least("own targets: right of the decided", _OWN_RIGHT, *_decided(found.own.target.total))
    languages = found.own.target.languages
    few = [name for name, counts in sorted(languages.items()) if _decided(counts)[1] < FEWEST]
    yield _row(f"languages under {FEWEST} decided targets", "none", ", ".join(few) or "none", not few)
    bad = [name for name, counts in sorted(languages.items()) if _share_wrong(counts) > MOST_WRONG]
    yield _row(f"languages over {MOST_WRONG:.0%} wrong of the decided", "none", ", ".join(bad) or "none", not bad)
    alarms, clean = len(found.concluded.false_alarms), found.concluded.clean
    reached = bool(clean) and alarms / clean <= _FALSE_ALARMS
    yield _row("clean whole ones with a wrong P0 FAIL", f"≤ {_FALSE_ALARMS:.0%}", percent(alarms, clean), reached)
    sure = found.concluded.right + found.concluded.undetermined
    yield _at_least("conclusions right or undetermined", _CONCLUSIONS, sure, found.concluded.pairs.total())
    if found.shared is not None:
        counts = found.shared.target.total
        yield _at_least("shared targets: right of the decided", _SHARED_RIGHT, *_decided(counts))
        yield _at_least("shared targets: agreement", _SHARED_AGREEMENT, counts["right"], counts.total())


def _row(name: str, bound: str, measured: str, reached: bool) -> Row:
    return (name, bound, measured, "yes" if reached else "no")


def _at_least(name: str, bound: float, part: int, whole: int) -> Row:
    return _row(name, f"≥ {bound:.2f}", share(part, whole), bool(whole) and part / whole >= bound)


def _decided(counts: Counts) -> tuple[int, int]:
    return counts["right"], counts["right"] + counts["wrong"]


def _share_wrong(counts: Counts) -> float:
    right, decided = _decided(counts)
    return (decided - right) / decided if decided else 0.0
