"""The budget of a run: how many calls, tokens or how much money it may spend."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from evaluator.client.endpoint import Endpoint
from evaluator.client.ledger import Entry
from evaluator.client.ports import Role
from evaluator.errors import BudgetSpent, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Kind: TypeAlias = Literal["calls", "tokens", "money"]
_KINDS: Final[tuple[Kind, ...]] = ("calls", "tokens", "money")


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run, ``None`` = no limit. ``money`` is in the currency of the endpoints' prices."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None

    def check(self, endpoints: Mapping[Role, Endpoint]) -> None:
        """Raises :class:`UsageError` where money is limited and cannot be counted."""
        if self.money is None:
            return
        without = [role for role, endpoint in endpoints.items() if not endpoint.priced]
        if without:
            raise UsageError(
                f"a budget in money needs the prices of all models: price_in and price_out of {', '.join(without)}"
            )
        currencies = sorted({endpoint.currency or "(none named)" for endpoint in endpoints.values()})
        if len(currencies) > 1:
            raise UsageError(f"a budget in money needs one currency, and the prices are in {', '.join(currencies)}")


def parse_budget(options: Sequence[str]) -> Budget | None:
    """The budget of ``calls=100``, ``tokens=2000000`` and ``money=5.50``; ``None`` for no option at all."""
    limits: dict[str, float] = {}
    for option in options:
        kind, equals, text = (part.strip() for part in option.partition("="))
        if not equals or kind not in _KINDS:
            raise UsageError(f"--budget {option}: expected calls=NUMBER, tokens=NUMBER or money=AMOUNT")
        if kind in limits:
            raise UsageError(f"--budget {kind}=… is given twice")
        limits[kind] = _limit(option, kind, text)
    if not limits:
        return None
    return Budget(
        calls=int(limits["calls"]) if "calls" in limits else None,
        tokens=int(limits["tokens"]) if "tokens" in limits else None,
        money=limits.get("money"),
    )


def _limit(option: str, kind: str, text: str) -> float:
    expected = "an amount such as 5.50" if kind == "money" else "a whole number"
    try:
        value = float(text) if kind == "money" else int(text)
    except ValueError:
        raise UsageError(f"--budget {option}: expected {expected}, found {text!r}") from None
    if not math.isfinite(value) or value <= 0:
        raise UsageError(f"--budget {option}: expected more than 0")
    return value


class Purse:
    """Checks the budget before each call. Calls in flight hold what they will probably cost.

    A call is let through while less than the budget is spent or held. Where what is held makes the difference, it waits
    for calls in flight to end; where it is spent, :class:`BudgetSpent` ends the run. So the calls in flight are all by
    which a run can overshoot.
    """

    def __init__(self, budget: Budget, spent: Callable[[], Entry]) -> None:
        self._budget = budget
        self._spent = spent
        self._held = Entry()
        self._changed = asyncio.Event()

    async def reserve(self, cost: Entry) -> None:
        """Waits until the budget has room for one more call, and holds what it may cost."""
        while not self._room():
            self._changed.clear()
            await self._changed.wait()
        self._held += cost

    def settle(self, cost: Entry) -> None:
        """Gives back what was held: the call is in the ledger now, or came to nothing."""
        self._held = Entry(
            calls=self._held.calls - cost.calls,
            prompt=self._held.prompt - cost.prompt,
            completion=self._held.completion - cost.completion,
            money=self._held.money - cost.money if self._held.calls > cost.calls else 0.0,
        )
        self._changed.set()

    def check(self) -> None:
        """Raises :class:`BudgetSpent` where nothing is left."""
        for kind, limit, spent, _ in self._limits():
            if spent >= limit:
                raise BudgetSpent(
                    f"the budget is spent: {kind}={limit:.9g} ({spent:.9g} used); resume with a larger one"
                )

    def _room(self) -> bool:
        self.check()
        return all(spent + held < limit for _, limit, spent, held in self._limits())

    def _limits(self) -> Iterator[tuple[Kind, float, float, float]]:
        """Each limit, with what is spent and what is held of it."""
        spent, held, budget = self._spent(), self._held, self._budget
        if budget.calls is not None:
            yield "calls", budget.calls, spent.calls, held.calls
        if budget.tokens is not None:
            yield "tokens", budget.tokens, spent.tokens, held.tokens
        if budget.money is not None:
            yield "money", budget.money, spent.money, held.money
