"""An event loop whose clock jumps to the next timer: an hour of waiting takes no time, and is the same each time."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from typing import Any

from evaluator.client.client import Client
from evaluator.client.endpoint import Endpoint
from evaluator.client.faults import Fault
from evaluator.client.retry import RetryPolicy
from evaluator.client.transport import Reply, Transport

from .server import said


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes only where everyone waits for it. For code without sockets and threads."""

    _now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)._scheduled = False  # type: ignore[attr-defined]
        if not self._ready and scheduled:  # type: ignore[attr-defined]
            self._now = max(self._now, scheduled[0].when())
        super()._run_once()  # type: ignore[misc]


def virtually(what: Callable[[], Coroutine[Any, Any, None]]) -> float:
    """Runs a coroutine and returns the seconds that passed for it."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(what())
        return runner.get_loop().time()


class FakeTransport(Transport):
    """Answers after a time what ``outcome`` says: ``None`` is a good reply. A refusal takes a time of its own."""

    def __init__(
        self, latency: float, outcome: Callable[[FakeTransport], Fault | None], *, refusal: float = 0.01
    ) -> None:
        super().__init__({})
        self.latency = latency
        self.refusal = refusal
        self.outcome = outcome
        self.requests = 0
        self.refused = 0
        self.in_flight = 0

    async def send(self, endpoint: Endpoint, content: bytes) -> Reply | Fault:
        """Waits, or refuses at once."""
        self.requests += 1
        fault = self.outcome(self)
        if fault is not None and fault.kind == "rate":
            self.refused += 1
            await asyncio.sleep(self.refusal)
            return fault
        self.in_flight += 1
        try:
            await asyncio.sleep(self.latency)
        finally:
            self.in_flight -= 1
        return fault if fault is not None else Reply(said("well").body)


def client_of(transport: Transport, policy: RetryPolicy | None = None, **endpoint: Any) -> Client:
    """A client without store and budget."""
    at = Endpoint("http://127.0.0.1:1/v1", "m", **endpoint)
    return Client(
        {"judge": at},
        transport,
        store=None,
        replay=False,
        budget=None,
        warn=lambda text: None,
        policy=policy if policy is not None else RetryPolicy(),
    )
