"""The north star of the specification (0.2.3): right conversions and timely takeovers, and what bears on them.

Each is counted by conversation, over a few metrics at once: it is wrong where one of them failed, right where at least
one passed and none is left open. `2-state.js` finds the conversations behind a figure by the same rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from reports.rates import Rate

Outcome: TypeAlias = Literal["F", "U", "P", "M", "N"]


@dataclass(frozen=True, slots=True)
class Group:
    """A figure of the north star; ``metrics`` decide it. ``main``: one of the two rates that it consists of."""

    name: str
    metrics: tuple[str, ...]
    main: bool = False


def _range(first: int, last: int) -> tuple[str, ...]:
    return tuple(f"M-{number:03}" for number in range(first, last + 1))


GROUPS: Final[tuple[Group, ...]] = (
    Group("conversions", _range(101, 102), main=True),
    Group("takeovers", _range(104, 107), main=True),
    Group("posters", _range(7, 7)),
    Group("redlines", _range(31, 43)),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: conversations that were right, wrong, or left open."""

    group: Group
    passed: int
    fail: int
    undetermined: int

    @property
    def rate(self) -> Rate:
        """Right of the decided."""
        return Rate(self.passed, self.passed + self.fail)


def outcome(codes: Iterable[str]) -> Outcome:
    """What the letters of several metrics in one conversation come to (``conversation.code_of``)."""
    found = set(codes)
    if "F" in found:
        return "F"
    if "U" in found:
        return "U"
    if found & set("P12345"):
        return "P"
    return "M" if "M" in found else "N"


@dataclass
class NorthStar:
    """Counts conversations one after another."""

    ids: Sequence[str]  # the metrics that the letters stand for
    _counts: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, codes: str) -> None:
        """Counts one valid conversation."""
        letters: Mapping[str, str] = dict(zip(self.ids, codes, strict=True))
        for group in GROUPS:
            found = outcome(letters[metric] for metric in group.metrics if metric in letters)
            self._counts.setdefault(group.name, Counter())[found] += 1

    def figures(self) -> tuple[Figure, ...]:
        """What was counted, in the order of ``GROUPS``."""
        counts = ((group, self._counts.get(group.name, Counter[str]())) for group in GROUPS)
        return tuple(Figure(group, of["P"], of["F"], of["U"]) for group, of in counts)
