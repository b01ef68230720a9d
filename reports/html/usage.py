"""What each role's model took and cost, from the manifest; nothing where the run called no model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaluator.session.safe import safe_text
from reports.plain import one_line

ROLES: Final = ("inquiry", "opportunity", "buyer", "reader", "judge")
_TOTALS: Final = ("total", "total_tokens", "tokens", "cost", "money", "amount")
_PARTS: Final = ("prompt", "completion", "input", "output", "prompt_tokens", "completion_tokens")


@dataclass(frozen=True, slots=True)
class Use:
    """One role. ``tokens`` and ``cost`` are ``None`` where the manifest has no such figure; ``share`` (from 0 to 1)
    compares it with the dearest role, by cost where every role has one, else by tokens."""

    role: str
    tokens: int | None
    cost: float | None
    share: float


@dataclass(frozen=True, slots=True)
class Usage:
    """All roles with a figure, in the order of ``ROLES``; ``currency`` may be empty."""

    roles: tuple[Use, ...]
    currency: str = ""

    @property
    def tokens(self) -> int:
        """Tokens of all roles."""
        return sum(use.tokens or 0 for use in self.roles)

    @property
    def cost(self) -> float | None:
        """The cost of all roles; ``None`` where one of them has no price."""
        costs = [use.cost for use in self.roles]
        return None if None in costs else sum(cost or 0.0 for cost in costs)


def usage(manifest: Mapping[str, Any]) -> Usage:
    """Tokens and cost per role. Values of another shape than a number or named numbers count as absent."""
    tokens, costs = _by_role(manifest.get("tokens")), _by_role(manifest.get("cost"))
    found = [(role, tokens.get(role), costs.get(role)) for role in ROLES if tokens.get(role) or costs.get(role)]
    by_cost = bool(found) and all(cost is not None for _, _, cost in found)
    sizes = [(cost if by_cost else taken) or 0.0 for _, taken, cost in found]
    largest = max(sizes, default=0.0)
    uses = (
        Use(role, None if taken is None else round(taken), cost, size / largest if largest else 0.0)
        for (role, taken, cost), size in zip(found, sizes, strict=True)
    )
    return Usage(tuple(uses), _currency(manifest.get("cost")))


def _by_role(value: object) -> dict[str, float]:
    if isinstance(value, dict) and isinstance(value.get("roles"), dict):
        value = value["roles"]
    if not isinstance(value, dict):
        return {}
    return {role: figure for role in ROLES if (figure := _figure(value.get(role))) is not None}


def _figure(value: object) -> float | None:
    """A number, or the total of named ones."""
    if isinstance(value, dict):
        for name in _TOTALS:
            if (total := _number(value.get(name))) is not None:
                return total
        parts = [part for name in _PARTS if (part := _number(value.get(name))) is not None]
        return sum(parts) if parts else None
    return _number(value)


def _number(value: object) -> float | None:
    real = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if real and 0 <= value < 1e15 else None  # type: ignore[operator, arg-type]


def _currency(value: object) -> str:
    return next((one_line(safe_text(name), 12) for name in _currencies(value)), "")


def _currencies(value: object) -> Iterator[str]:
    """The currency beside the roles, or inside the first of them."""
    if isinstance(value, dict):
        if isinstance(value.get("currency"), str):
            yield value["currency"]
        for item in value.values():
            yield from _currencies(item)
