"""What was asked and what it cost, a line for each role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from evaluator.client.endpoint import Endpoint
from evaluator.client.ports import ROLES, Role


@dataclass(frozen=True, slots=True)
class Entry:
    """Sums of one role. ``calls`` were answered or failed by the network, however often they were tried; ``cached``
    ones sent nothing and are in no other figure. ``money`` counts where there is a price."""

    calls: int = 0
    retries: int = 0
    failed: int = 0
    cached: int = 0
    prompt: int = 0
    completion: int = 0
    estimated: int = 0
    money: float = 0.0

    def __add__(self, other: Entry) -> Entry:
        return Entry(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Entry)))

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt + self.completion


COLUMNS = tuple(each.name for each in fields(Entry))


class Ledger:
    """The entries of a run, those of before a resume included."""

    def __init__(self, endpoints: Mapping[Role, Endpoint], before: Mapping[str, Entry]) -> None:
        self._endpoints = endpoints
        self._entries: dict[str, Entry] = dict(before)

    def add(self, role: Role, entry: Entry) -> None:
        """Adds to a role's sums."""
        self._entries[role] = self._entries.get(role, Entry()) + entry

    @property
    def total(self) -> Entry:
        """All roles together."""
        return sum(self._entries.values(), Entry())

    def as_json(self) -> dict[str, Any]:
        """``tokens`` and ``cost`` as the run's manifest holds them.

        A cost is ``None`` where a role that was asked has no price, and in the total where any has none.
        """
        roles = [role for role in ROLES if role in self._entries or role in self._endpoints]
        entries = {role: self._entries.get(role, Entry()) for role in roles}
        costs = {role: self._cost(role, entry) for role, entry in entries.items()}
        currencies = {endpoint.currency for endpoint in self._endpoints.values() if endpoint.priced}
        known = len(currencies) == 1 and all(costs[role] is not None for role in roles if entries[role].calls)
        total = round(self.total.money, 6) if known else None
        return {
            "tokens": {**{role: _counts(entry) for role, entry in entries.items()}, "total": _counts(self.total)},
            "cost": {**costs, "total": total, "currency": next(iter(currencies)) if len(currencies) == 1 else None},
        }

    def _cost(self, role: Role, entry: Entry) -> float | None:
        endpoint = self._endpoints.get(role)
        return round(entry.money, 6) if endpoint is not None and endpoint.priced else None


def _counts(entry: Entry) -> dict[str, int]:
    return {name: getattr(entry, name) for name in COLUMNS if name != "money"}
