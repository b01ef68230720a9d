"""How many requests are in flight: cut once a burst, and back again."""

from __future__ import annotations

import asyncio
import random

import pytest

from evaluator.client import RetryPolicy
from evaluator.client.limits import Limiter

from .server import Answer, Request, failed, said
from .setting import ask, in_loop, setting


def limiter(cap: int) -> Limiter:
    """One whose clock stands still."""
    return Limiter(cap, lambda: 0.0)


def test_a_burst_cuts_once() -> None:
    it = limiter(32)
    for _ in range(32):
        it.refused(None)
    assert (it.cuts, it.limit) == (1, 16.0)


def test_it_recovers_ever_faster() -> None:
    it = limiter(32)
    for _ in range(32):
        it.refused(None)
    served = 0
    while it.limit < 32:
        it.succeeded()
        served += 1
    assert served < 32 * 6


def test_rare_refusals_cost_hardly_anything() -> None:
    it, chance = limiter(32), random.Random(1)
    limits = []
    for _ in range(3000):
        if chance.random() < 0.07:
            it.refused(None)
        else:
            it.succeeded()
        limits.append(it.limit)
    assert sum(limits) / len(limits) > 31


def test_it_never_falls_below_one() -> None:
    it = limiter(8)
    for _ in range(500):
        it.refused(None)
    assert it.limit == 1.0


@in_loop
async def test_it_settles_near_what_the_endpoint_bears() -> None:
    bears = 6

    def answers(request: Request) -> Answer:
        return failed(429) if here.server.in_flight >= bears else Answer(said("well").body, latency=0.002)

    policy = RetryPolicy(rate_tries=10_000, first=0.001, longest_backoff=0.004, random=random.Random(1).random)
    async with setting(answers, policy=policy) as here:
        await asyncio.gather(*(here.client.complete(ask(str(number))) for number in range(60)))
        limit = here.client._limiters[here.server.base_url, "m-1"].limit
        assert limit < 2 * bears
        assert len(here.warnings) == 1


@in_loop
async def test_the_cap_holds() -> None:
    async with setting(lambda request: Answer(said("well").body, latency=0.005), endpoint={"concurrency": 3}) as here:
        await asyncio.gather(*(here.client.complete(ask(str(number))) for number in range(30)))
        assert here.server.most_in_flight == 3


@in_loop
async def test_after_refusals_only_nothing_is_sent_before_the_time_is_up() -> None:
    now = 0.0
    it = Limiter(32, lambda: now)
    for _ in range(4):
        it.refused(5.0)
    waits = asyncio.create_task(it.acquire())
    await asyncio.sleep(0.01)
    assert not waits.done()
    waits.cancel()
    await asyncio.wait([waits])
    assert it.in_flight == 0
    now = 5.0
    await it.acquire()
    assert it.in_flight == 1


def test_the_gate_is_shut_ever_longer_where_nobody_says_how_long() -> None:
    now = 0.0
    it = Limiter(32, lambda: now)
    pauses = []
    for _ in range(30):
        for _ in range(4):
            it.refused(None)
        pauses.append(it._shut_until - now)
        now = it._shut_until
    assert pauses[:4] == pytest.approx([0.05, 0.1, 0.2, 0.4])
    assert pauses[-1] == pytest.approx(15.0)
    it.succeeded()
    for _ in range(4):
        it.refused(None)
    assert it._shut_until - now == pytest.approx(0.05)


@in_loop
async def test_who_comes_again_goes_first() -> None:
    it = limiter(1)
    await it.acquire()
    order: list[str] = []

    async def come(name: str, again: bool) -> None:
        await it.acquire(again=again)
        order.append(name)
        it.release()

    tasks = [asyncio.create_task(come("new", again=False)), asyncio.create_task(come("again", again=True))]
    await asyncio.sleep(0)
    it.release()
    await asyncio.gather(*tasks)
    assert order == ["again", "new"]
