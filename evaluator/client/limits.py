"""How many requests an endpoint gets at a time: fewer when it says that they are too many, more when it does not.

The share of requests that were refused is looked at once a window (as many requests as may be in flight), so that a
burst of refusals cuts once, and rare ones, which other users of the endpoint may cause, not at all. Other windows raise
the limit, those without refusals each by twice as much as the one before. Where nothing but refusals comes back,
nothing more is sent for as long as the endpoint asks, or ever longer where it asks nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final

_RARE: Final = 0.2  # a larger share of refusals cuts
_WINDOW: Final = 4  # the smallest window
_IN_A_ROW: Final = 4  # so many refusals with no success between them shut the gate
_FIRST_PAUSE: Final = 0.05  # seconds that it is shut where the endpoint does not say how long
_LONGEST_PAUSE: Final = 15.0


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
        self._shut = 0

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
        self._in_a_row = self._shut = 0
        self._count()

    def refused(self, wait: float | None) -> None:
        """A request was refused because there are too many; ``wait`` = the seconds that the endpoint asks for."""
        self._refused += 1
        self._in_a_row += 1
        if self._in_a_row >= _IN_A_ROW:
            self._shut_gate(wait)
        self._count()

    def _shut_gate(self, wait: float | None) -> None:
        now = self._clock()
        if now >= self._shut_until:  # else they were sent before it was shut, and are one burst
            self._shut += 1
        elif wait is None:
            return
        pause = wait if wait is not None else min(_FIRST_PAUSE * 2.0 ** (self._shut - 1), _LONGEST_PAUSE)
        self._shut_until = max(self._shut_until, now + pause)

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
        if self._ended < max(_WINDOW, int(self.limit)):
            return
        share = self._refused / self._ended
        self._ended = self._refused = 0
        if share > _RARE:
            self.cuts += 1
            self.limit *= 1 - share / 2
            self._step = 1.0
        else:
            self.limit += self._step
            self._step = 1.0 if share else min(self._step * 2, max(1.0, self.limit / 4))
        self.limit = min(max(self.limit, 1.0), float(self.cap))
        self._wake()
