"""How many requests an endpoint gets at a time: fewer when it says that they are too many, more when it does not.

The share of requests that were refused is looked at once a window (as many requests as may be in flight), so that a
burst of refusals cuts once, and a rare one hardly cuts at all. A window without refusals raises the limit, each the
next one by twice as much. Where nothing but refusals comes back, and the endpoint says when to come again, nothing is
sent before that.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final

_RARE: Final = 0.2  # a smaller share of refusals is answered by growing on, after a small cut
_IN_A_ROW: Final = 4  # so many refusals with no success between them shut the gate


class Limiter:
    """The slots of one endpoint and model. ``limit`` is how many may be in flight now, at most ``cap``."""

    def __init__(self, cap: int, clock: Callable[[], float]) -> None:
        self.cap = cap
        self.limit = float(cap)
        self.in_flight = 0
        self.cuts = 0
        self._clock = clock
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._step = 1.0
        self._ended = 0
        self._refused = 0
        self._in_a_row = 0
        self._shut_until = 0.0

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return sum(not waiter.done() for waiter in self._waiting)

    async def acquire(self, *, again: bool = False) -> None:
        """Waits for a slot; a request that comes ``again`` has waited before, and goes first."""
        if self._free() and not self.waiting:
            self.in_flight += 1
        else:
            await self._queue(again)
        try:
            while (pause := self._shut_until - self._clock()) > 0:
                await asyncio.sleep(pause)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Gives the slot back, to the next who waits."""
        self.in_flight -= 1
        self._wake()

    def succeeded(self) -> None:
        """A request was served."""
        self._in_a_row = 0
        self._count()

    def refused(self, wait: float | None) -> None:
        """A request was refused because there are too many; ``wait`` = the seconds that the endpoint asks for."""
        self._refused += 1
        self._in_a_row += 1
        if wait is not None and self._in_a_row >= _IN_A_ROW:
            self._shut_until = max(self._shut_until, self._clock() + wait)
        self._count()

    async def _queue(self, again: bool) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if again:
            self._waiting.appendleft(waiter)
        else:
            self._waiting.append(waiter)
        try:
            await waiter
        except BaseException:
            if waiter.done() and not waiter.cancelled():
                self.release()  # the slot came in the very moment of the cancellation
            else:
                with contextlib.suppress(ValueError):  # it may have been passed over already
                    self._waiting.remove(waiter)
                self._wake()
            raise

    def _free(self) -> bool:
        return self.in_flight < max(1, int(self.limit))

    def _wake(self) -> None:
        while self._waiting and self._free():
            waiter = self._waiting.popleft()
            if not waiter.done():
                self.in_flight += 1
                waiter.set_result(None)

    def _count(self) -> None:
        self._ended += 1
        if self._ended < max(1, int(self.limit)):
            return
        share = self._refused / self._ended
        self._ended = self._refused = 0
        if share:
            self.cuts += 1
            self.limit *= 1 - share / 2
            self._step = max(1.0, self.limit / 16)
        if share <= _RARE:
            self.limit += self._step
            self._step = self._step if share else self._step * 2
        self.limit = min(max(self.limit, 1.0), float(self.cap))
        self._wake()
