"""A session's past as the checks ask for it: "by turn n, had …?" in one look-up instead of a walk over all turns.

Each question names a function of one turn; it is put to each turn once, and the answers are kept by their turns.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple, cast

from evaluator.checks.ledger import NEVER, Firsts
from evaluator.reading.model import Tri

if TYPE_CHECKING:
    from evaluator.checks.facts import Facts, TurnFacts

K = TypeVar("K")
V = TypeVar("V")
Ts = TypeVarTuple("Ts")


class History:
    """What happened when. Nothing is worked out before it is asked for."""

    def __init__(self, facts: "Facts") -> None:
        self._facts = facts
        self._kept: dict[Hashable, object] = {}

    def kept(self, build: "Callable[[Facts], V]") -> V:
        """Something that is worked out once a session."""
        if build not in self._kept:
            self._kept[build] = build(self._facts)
        return cast(V, self._kept[build])

    def first(self, holds: "Callable[[TurnFacts, *Ts], object]", *args: *Ts) -> int:
        """The first turn in which something holds."""
        key = (holds, args)
        if key not in self._kept:
            turns = (turn.number for turn in self._facts.turns if holds(turn, *args))
            self._kept[key] = next(turns, NEVER)
        return cast(int, self._kept[key])

    def so_far(self, tells: "Callable[[Facts, TurnFacts], Tri]", turn: int) -> Tri:
        """The three-valued OR of what each turn tells, up to this one."""
        if tells not in self._kept:
            self._kept[tells] = self._running(tells)
        unknown, true = cast(tuple[int, int], self._kept[tells])
        return True if true <= turn else None if unknown <= turn else False

    def firsts(self, items: "Callable[[TurnFacts], Iterable[K]]") -> Firsts[K]:
        """The things that each turn holds, with the turn that they first came up in."""
        if items not in self._kept:
            found: Firsts[K] = Firsts()
            for turn in self._facts.turns:
                for item in items(turn):
                    found.add(item, turn.number)
            self._kept[items] = found
        return cast(Firsts[K], self._kept[items])

    def once(self, compute: "Callable[[Facts, TurnFacts], V]", turn: "TurnFacts") -> V:
        """Something that is worked out once a turn."""
        key = (compute, turn.number)
        if key not in self._kept:
            self._kept[key] = compute(self._facts, turn)
        return cast(V, self._kept[key])

    def _running(self, tells: "Callable[[Facts, TurnFacts], Tri]") -> tuple[int, int]:
        """The first turn that is not certain and the first that is: after that, no other matters."""
        unknown = NEVER
        for turn in self._facts.turns:
            told = tells(self._facts, turn)
            if told:
                return unknown, turn.number
            if told is None:
                unknown = min(unknown, turn.number)
        return unknown, NEVER


def per_turn(compute: "Callable[[Facts, TurnFacts], V]") -> "Callable[[Facts, TurnFacts], V]":
    """For what several checks ask of the same turn: worked out at the first question."""

    @wraps(compute)
    def answer(facts: "Facts", turn: "TurnFacts") -> V:
        return facts.history.once(compute, turn)

    return answer


def remembered(compute: "Callable[[TurnFacts, *Ts], V]") -> "Callable[[TurnFacts, *Ts], V]":
    """For what several checks ask of a turn alone: worked out at the first question."""

    @wraps(compute)
    def answer(turn: "TurnFacts", *args: *Ts) -> V:
        key = (compute, args)
        if key not in turn.kept:
            turn.kept[key] = compute(turn, *args)
        return cast(V, turn.kept[key])

    return answer
