"""What a simulated record says of its own making (`simulation`), read with care: an imported record says nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from evaluator.session import Session

_METRIC: Final = re.compile(r"M-\d{3}")


@dataclass(frozen=True, slots=True)
class Simulated:
    """The simulation of one record; all empty where it has none.

    ``targets`` and ``missed`` hold ``M-008.check_1``, ``M-008.edge_1`` or ``M-008``; ``invalid`` says why the buyer
    spoiled the conversation, and is ``None`` where he did not.
    """

    template: str | None = None
    variant: int | None = None
    repeat: int | None = None
    factors: Mapping[str, str] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    invalid: str | None = None
    defect: str | None = None

    @property
    def target_metrics(self) -> frozenset[str]:
        """The metrics that the template aims at."""
        return frozenset(_metrics(self.targets))

    @property
    def missed_metrics(self) -> frozenset[str]:
        """The metrics whose probe did not come about."""
        return frozenset(_metrics(self.missed))


NOT_SIMULATED: Final = Simulated()


def simulated(session: Session) -> Simulated:
    """The simulation of a record. Values of another type than the contract's count as absent."""
    of = session.simulation
    if of is None:
        return NOT_SIMULATED
    factors = of.get("factors")
    return Simulated(
        template=_text(of.get("template")),
        variant=_number(of.get("variant")),
        repeat=_number(of.get("repeat")),
        factors={name: str(level) for name, level in factors.items()} if isinstance(factors, dict) else {},
        targets=tuple(_targets(of.get("targets"))),
        missed=tuple(_targets(of.get("missed"))),
        invalid=_reason(of.get("invalid")),
        defect=_text(of.get("defect")),
    )


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _reason(value: JsonValue) -> str | None:
    """Anything but null, false and nothing at all makes a conversation invalid."""
    if value is None or value is False or value == "":
        return None
    return value if isinstance(value, str) else str(value)


def _targets(value: JsonValue) -> Iterator[str]:
    """Targets as text, also where they are written as objects of metric, check and edge."""
    for target in value if isinstance(value, list) else ():
        if isinstance(target, str):
            yield target
        elif isinstance(target, dict):
            parts = (target.get("metric"), target.get("check") or target.get("edge"))
            yield ".".join(part for part in parts if isinstance(part, str))


def _metrics(targets: tuple[str, ...]) -> Iterator[str]:
    for target in targets:
        if found := _METRIC.match(target):
            yield found[0]
