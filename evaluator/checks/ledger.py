"""First times: stores that answer "was it there by turn n?" at once, and keep nothing for each single turn.

A session may have ten thousand turns. A set of all that was seen, kept or gathered anew for each of them, costs the
square of that; the turn in which each thing came up first is enough to answer for every turn.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Set
from sys import maxsize
from typing import Final, Generic, TypeVar, cast

NEVER: Final = maxsize  # the turn of what did not happen: later than any
_FEW: Final = 48  # so many needles are looked for one by one sooner than by their places
_HEAD: Final = 4  # characters of a needle that tell most places of a text apart from it

K = TypeVar("K")
V = TypeVar("V")


class Firsts(Generic[K]):
    """Things with the turn that each first came up in. They are added in the order of the turns."""

    def __init__(self) -> None:
        self.turn_of: dict[K, int] = {}
        self._turns: list[int] = []

    def add(self, item: K, turn: int) -> None:
        """Notes a thing, unless it is there already."""
        if item not in self.turn_of:
            self.turn_of[item] = turn
            self._turns.append(turn)

    def first(self, item: K) -> int:
        """The turn in which a thing came up first."""
        return self.turn_of.get(item, NEVER)

    def count(self, turn: int) -> int:
        """How many different things had come up by the end of a turn."""
        return bisect_right(self._turns, turn)

    def by(self, turn: int) -> "Seen[K]":
        """What had come up by the end of a turn, as a set."""
        return Seen(self, turn)


class Seen(Set[K]):
    """The things that had come up by the end of a turn: a view, not a copy."""

    __slots__ = ("_firsts", "_turn")

    def __init__(self, firsts: Firsts[K], turn: int) -> None:
        self._firsts = firsts
        self._turn = turn

    def __contains__(self, item: object) -> bool:
        return self._firsts.first(cast(K, item)) <= self._turn

    def __iter__(self) -> Iterator[K]:
        for item, turn in self._firsts.turn_of.items():
            if turn > self._turn:
                return
            yield item

    def __len__(self) -> int:
        return self._firsts.count(self._turn)

    @classmethod
    def _from_iterable(cls, it: Iterable[V]) -> Set[V]:
        return frozenset(it)


class Timeline(Generic[V]):
    """A value that changes from turn to turn."""

    def __init__(self) -> None:
        self._turns: list[int] = []
        self._values: list[V] = []

    def set(self, value: V, turn: int) -> None:
        """Notes the value from a turn on; within one turn the last counts."""
        if self._turns and self._turns[-1] == turn:
            self._values[-1] = value
        elif not self._values or self._values[-1] != value:
            self._turns.append(turn)
            self._values.append(value)

    def at(self, turn: int) -> V | None:
        """The value by the end of a turn; None where none was noted yet."""
        place = bisect_right(self._turns, turn)
        return self._values[place - 1] if place else None


class Values(Generic[K, V]):
    """Values by their keys; both come up, and the values change, from turn to turn."""

    def __init__(self) -> None:
        self.keys: Firsts[K] = Firsts()
        self.of: dict[K, Timeline[V]] = {}

    def set(self, key: K, value: V, turn: int) -> None:
        """Notes the value of a key from a turn on."""
        self.keys.add(key, turn)
        self.of.setdefault(key, Timeline()).set(value, turn)

    def by(self, turn: int) -> "Dated[K, V]":
        """The values by the end of a turn, as a mapping."""
        return Dated(self, turn)


class Dated(Mapping[K, V]):
    """The values that held by the end of a turn: a view, not a copy."""

    __slots__ = ("_turn", "_values")

    def __init__(self, values: Values[K, V], turn: int) -> None:
        self._values = values
        self._turn = turn

    def __getitem__(self, key: K) -> V:
        if self._values.keys.first(key) > self._turn:
            raise KeyError(key)
        return cast(V, self._values.of[key].at(self._turn))

    def __iter__(self) -> Iterator[K]:
        return iter(self._values.keys.by(self._turn))

    def __len__(self) -> int:
        return self._values.keys.count(self._turn)


class Haystack:
    """Folded texts in which needles are looked for: all texts at once, and each needle once.

    Folding leaves no line break in a text, so that none can be found across two of them.
    """

    def __init__(self, texts: Mapping[str, int]) -> None:
        self._turns = list(texts.values())
        self._all = "\n".join(texts)
        self._starts: list[int] = []
        start = 0
        for text in texts:
            self._starts.append(start)
            start += len(text) + 1
        self._found: dict[str, int] = {}

    def first(self, needle: str) -> int:
        """The turn of the first text that holds a needle."""
        if needle not in self._found:
            place = self._all.find(needle) if self._starts else -1
            self._found[needle] = self._turns[bisect_right(self._starts, place) - 1] if place >= 0 else NEVER
        return self._found[needle]


class Needles:
    """Many needles that are looked for in one text after another: as good as independent of how many there are."""

    def __init__(self, needles: Mapping[str, int]) -> None:
        self._turn_of = needles
        self._order = {needle: place for place, needle in enumerate(needles)}
        self._lengths = sorted({len(needle) for needle in needles})
        self._head = min([_HEAD, *self._lengths])
        self._heads = {needle[: self._head] for needle in needles}
        # All may begin alike (addresses of one site): most texts hold no such beginning at all.
        self._beginning = _common_beginning(needles)

    def within(self, text: str, turn: int) -> list[str]:
        """The needles of the turns up to this one that stand in a text, in the order that they came up in."""
        if self._beginning not in text:
            return []
        if len(self._order) <= _FEW:
            return [needle for needle, first in self._turn_of.items() if first <= turn and needle in text]
        heads, head = self._heads, self._head
        starts = [start for start in range(len(text) + 1) if text[start : start + head] in heads]
        pieces = {text[start : start + length] for start in starts for length in self._lengths}
        found = [piece for piece in pieces if self._turn_of.get(piece, NEVER) <= turn]
        return sorted(found, key=self._order.__getitem__)


class Words:
    """Like `Needles`, for names that count only where no letter, digit or dash stands beside them."""

    def __init__(self, names: Mapping[str, int]) -> None:
        self._turn_of = names
        self._odd = Needles({name: turn for name, turn in names.items() if not _WORD.fullmatch(name)})

    def within(self, text: str, turn: int) -> list[str]:
        """The names of the turns up to this one that stand in a text."""
        words = dict.fromkeys(_WORD.findall(text)) if self._turn_of else {}
        found = [word for word in words if self._turn_of.get(word, NEVER) <= turn]
        odd = self._odd.within(text, turn)
        return found + [name for name in odd if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)]


_WORD: Final = re.compile(r"[\w-]+")


def _common_beginning(texts: Iterable[str]) -> str:
    """What all texts begin with: the first and the last in order differ soonest."""
    ordered = sorted(texts)
    if not ordered:
        return ""
    first, last = ordered[0], ordered[-1]
    pairs = enumerate(zip(first, last, strict=False))
    alike = next((place for place, (one, other) in pairs if one != other), min(len(first), len(last)))
    return first[:alike]
