"""The list of defects, filled by the modules beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from evaluator.errors import NotFoundError
from simulator.agents.reference.inquiry import Change
from simulator.agents.reference.opportunity import Change as OpportunityChange

Kind: TypeAlias = Literal["blatant", "plausible", "subtle"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
PREFIX: Final = "defect:"


@dataclass(frozen=True)
class Defect:
    """One defect, of either assistant. ``target`` is the check or edge that it breaks."""

    target: str
    kind: Kind
    about: str
    inquiry: Change | None = None
    opportunity: OpportunityChange | None = None

    @property
    def id(self) -> str:
        """Its whole name, without the prefix: ``M-008.check_1/subtle``."""
        return f"{self.target}/{self.kind}"


_DEFECTS: dict[str, Defect] = {}


def defect(target: str, kind: Kind, about: str) -> Callable[[Change], Change]:
    """Enters a change of the inquiry assistant's draft into the list."""

    def enter(change: Change) -> Change:
        _enter(Defect(target, kind, about, inquiry=change))
        return change

    return enter


def opportunity_defect(target: str, kind: Kind, about: str) -> Callable[[OpportunityChange], OpportunityChange]:
    """Enters a change of the opportunity assistant's output into the list."""

    def enter(change: OpportunityChange) -> OpportunityChange:
        _enter(Defect(target, kind, about, opportunity=change))
        return change

    return enter


def _enter(entry: Defect) -> None:
    if entry.id in _DEFECTS:
        raise ValueError(f"{entry.id} is already taken")
    _DEFECTS[entry.id] = entry


def defects(metric: str | None = None) -> tuple[Defect, ...]:
    """All defects, or those of one metric, by target and kind."""
    chosen = [entry for entry in _DEFECTS.values() if metric in (None, entry.target.partition(".")[0])]
    return tuple(sorted(chosen, key=lambda entry: (entry.target, KINDS.index(entry.kind))))


def find_defect(name: str) -> Defect:
    """The defect of that name, with or without prefix and kind: without a kind the plainest there is.

    Raises :class:`NotFoundError`.
    """
    plain = name.removeprefix(PREFIX)
    if plain in _DEFECTS:
        return _DEFECTS[plain]
    for kind in KINDS:
        if f"{plain}/{kind}" in _DEFECTS:
            return _DEFECTS[f"{plain}/{kind}"]
    known = sorted({*_DEFECTS, *(entry.target for entry in _DEFECTS.values())})
    raise NotFoundError.among("seeded defect", plain, known)
