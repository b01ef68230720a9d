"""How well the client uses what an endpoint gives, in virtual time: the same figures on every machine."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from evaluator.client.faults import Fault

from .setting import ask
from .virtual import FakeTransport, client_of, virtually

Outcome = Callable[[FakeTransport], Fault | None]
REFUSED = Fault("rate", "slow down", 429)


def passes(outcome: Outcome, *, calls: int, workers: int) -> tuple[float, FakeTransport]:
    """Seconds until all calls are answered, each after one second; a call that fails fails the test."""
    transport = FakeTransport(1.0, outcome)

    async def drive() -> None:
        client = client_of(transport)
        left = iter(range(calls))

        async def worker() -> None:
            for number in left:
                await client.complete(ask(str(number)))

        await asyncio.gather(*(worker() for _ in range(workers)))

    return virtually(drive), transport


def test_nothing_is_lost_without_faults() -> None:
    seconds, transport = passes(lambda transport: None, calls=320, workers=32)
    assert seconds == pytest.approx(10.0)
    assert transport.requests == 320


def test_a_fifth_of_faults_costs_little_beside_themselves() -> None:
    chance = random.Random(1)
    faults = [REFUSED, Fault("rate", "slow down", 429, 0.1), Fault("server", "x", 500), Fault("connection", "x")]

    def outcome(transport: FakeTransport) -> Fault | None:
        return chance.choice(faults) if chance.random() < 0.2 else None

    seconds, transport = passes(outcome, calls=3200, workers=32)
    served_and_failed = transport.requests - transport.refused  # a refusal takes no time here
    assert seconds < 1.1 * served_and_failed / 32


@pytest.mark.parametrize("bears", [1, 6, 20])
def test_an_endpoint_that_bears_few_at_a_time_is_kept_busy(bears: int) -> None:
    def outcome(transport: FakeTransport) -> Fault | None:
        return REFUSED if transport.in_flight >= bears else None

    calls = 50 * bears
    seconds, transport = passes(outcome, calls=calls, workers=64)
    assert seconds < 1.25 * calls / bears
    assert transport.refused < 2.5 * calls


@pytest.mark.parametrize("says_when", [True, False])
@pytest.mark.parametrize("a_minute", [20, 200])
def test_a_limit_a_minute_is_waited_out(says_when: bool, a_minute: int) -> None:
    minute, sent = 0, 0

    def outcome(transport: FakeTransport) -> Fault | None:
        nonlocal minute, sent
        now = asyncio.get_running_loop().time()
        if int(now // 60) != minute:
            minute, sent = int(now // 60), 0
        sent += 1
        left = (minute + 1) * 60 - now if says_when else None
        return None if sent <= a_minute else Fault("rate", "slow down", 429, left)

    seconds, transport = passes(outcome, calls=5 * a_minute, workers=64)
    assert seconds < 4 * 60 + 45  # four whole minutes, and a part of the fifth
    assert transport.refused < 3 * transport.requests / 4
