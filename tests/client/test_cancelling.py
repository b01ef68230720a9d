"""A request can be given up at any point, and leaves nothing taken."""

from __future__ import annotations

import asyncio

import pytest

from evaluator.client import RetryPolicy

from .server import STALL, Answer, Request, failed, in_turn, said
from .setting import ask, in_loop, setting

SLOW = RetryPolicy(first=3600.0, longest_backoff=3600.0, random=lambda: 0.5)


async def given_up(task: asyncio.Task[object]) -> None:
    """Cancels and waits."""
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@in_loop
async def test_while_it_waits_for_the_answer() -> None:
    answers = lambda request: STALL if request.number == 1 else said("well")  # noqa: E731
    async with setting(answers, endpoint={"concurrency": 1}) as here:
        task = asyncio.create_task(here.client.complete(ask()))
        while not here.server.requests:
            await asyncio.sleep(0.001)
        await given_up(task)
        assert (await here.client.complete(ask())).text == "well"  # the only slot is free again


@in_loop
async def test_while_it_waits_to_try_again_and_the_slot_is_free_meanwhile() -> None:
    def answers(request: Request) -> Answer:
        return failed(429, retry_after="3000") if request.body["messages"][0]["content"] == "hello" else said("well")

    policy = RetryPolicy(longest=3600.0, random=lambda: 0.5)
    async with setting(answers, endpoint={"concurrency": 1}, policy=policy) as here:
        task = asyncio.create_task(here.client.complete(ask()))
        while not here.warnings:
            await asyncio.sleep(0.001)
        assert (await here.client.complete(ask("other"))).text == "well"
        await given_up(task)


@in_loop
async def test_while_it_waits_for_a_slot() -> None:
    async with setting(in_turn(STALL, said("well")), endpoint={"concurrency": 1}) as here:
        first = asyncio.create_task(here.client.complete(ask("1")))
        while not here.server.requests:
            await asyncio.sleep(0.001)
        second = asyncio.create_task(here.client.complete(ask("2")))
        third = asyncio.create_task(here.client.complete(ask("3")))
        await asyncio.sleep(0.01)
        await given_up(second)
        await given_up(first)
        assert (await third).text == "well"
        assert [request.body["messages"][0]["content"] for request in here.server.requests] == ["1", "3"]


@in_loop
async def test_one_of_two_who_wait_for_the_same() -> None:
    async with setting(in_turn(Answer(said("well").body, latency=0.1))) as here:
        first = asyncio.create_task(here.client.complete(ask()))
        second = asyncio.create_task(here.client.complete(ask()))
        while not here.server.requests:
            await asyncio.sleep(0.001)
        await given_up(first)
        assert (await second).text == "well"
        assert here.server.asked() == 1


@in_loop
async def test_who_comes_just_after_is_not_cancelled_with_it() -> None:
    async with setting(lambda request: STALL if request.number == 1 else said("well")) as here:
        task = asyncio.create_task(here.client.complete(ask()))
        while not here.server.requests:
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.sleep(0)  # the request is given up, and its call not yet ended
        assert (await here.client.complete(ask())).text == "well"


@in_loop
async def test_closing_ends_what_is_under_way() -> None:
    async with setting(in_turn(failed(500)), policy=SLOW) as here:
        task = asyncio.create_task(here.client.complete(ask()))
        while not here.warnings:
            await asyncio.sleep(0.001)
    with pytest.raises(asyncio.CancelledError):
        await task
