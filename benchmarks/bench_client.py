"""What the model client costs: many conversations against a server on loopback, beside a bare loop.

`make bench` runs it; by itself: `python -m benchmarks.bench_client [--conversations 200] [--latency 1 0.2]`. The server
runs in a process of its own. The bare loop is the openai library's own client with its own retries, and no more.

- wall ÷ ideal: the ideal is (requests × latency ÷ requests at a time), failed requests counted, which take as long as
  the others. All conversations are open at once and share the places (`--open` holds fewer open): with as many open as
  there are places, the last ones would leave places empty, since the calls of a conversation follow one another.
- in virtual time: the client's own waiting (slots, pauses) against the ideal, on a machine that costs no time.
- wall ÷ bare: beside the bare loop, which runs just before it in the same process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks import ROOT
from evaluator.client import Ask, Endpoint, open_client
from evaluator.client.faults import Fault
from tests.client.virtual import FakeTransport, client_of, virtually

_CALLS: Final = 8  # of a conversation, one after the other
_AT_A_TIME: Final = 32
_FAULTS: Final = 0.2
_TO_IDEAL: Final = 1.10  # at 1 s a reply
_TO_BARE: Final = 1.05  # at 200 ms a reply
_SYSTEM: Final = "You answer the buyers of a factory. " * 100

_Call = Callable[[str], Awaitable[str | None]]


@dataclass(frozen=True)
class Measured:
    """One pass over all conversations. Times are in seconds; `requests` holds the failed ones too, `kinds` counts the
    kinds of faults that came up."""

    wall: float
    cpu: float
    calls: int
    requests: int
    wrong: int
    doubled: int
    warnings: int = 0
    kinds: int = 0

    def to_ideal(self, latency: float, at_a_time: int) -> float:
        """Wall time by the time that the replies alone take."""
        return self.wall / (self.requests * latency / at_a_time)


@dataclass(frozen=True)
class Plan:
    """What is measured: conversations, seconds a reply, the share of requests that fail, how many conversations are
    open and how many requests are under way at a time."""

    conversations: int
    latency: float
    faults: float
    open: int
    at_a_time: int = _AT_A_TIME


def main() -> None:
    """Measures with and without faults at each latency."""
    parser = argparse.ArgumentParser(prog="bench_client", description=__doc__)
    parser.add_argument("--conversations", type=int, default=200, metavar="N", help="a smaller try")
    parser.add_argument("--latency", type=float, nargs="*", default=[1.0, 0.2], metavar="S", help="seconds a reply")
    parser.add_argument("--open", type=int, metavar="N", help="conversations open at a time (default: all)")
    options = parser.parse_args()
    if options.conversations < 1:
        parser.error("--conversations: expected 1 or more")
    held = options.open or options.conversations
    print(heading(options.conversations, held), flush=True)
    for latency in options.latency:
        for faults in (0.0, _FAULTS):
            plan = Plan(options.conversations, latency, faults, held)
            bare, ours = measure(plan)
            print("\n".join(report(plan, bare, ours)), flush=True)
            print(f"  in virtual time: {virtual(plan):.3f} of the ideal", flush=True)


def heading(conversations: int, held: int, at_a_time: int = _AT_A_TIME) -> str:
    """How much there is to do."""
    return f"{conversations} conversations of {_CALLS} model calls, {held} open, {at_a_time} requests at a time"


def measure(plan: Plan) -> tuple[Measured, Measured]:
    """The bare loop and the client, each with a fresh server."""
    with _server(plan) as base_url:
        bare = asyncio.run(_bare(plan, base_url))
    with _server(plan) as base_url, TemporaryDirectory() as folder:
        ours = asyncio.run(_ours(plan, base_url, Path(folder) / "store.sqlite"))
    return bare, ours


def virtual(plan: Plan) -> float:
    """Virtual time by the ideal: what is left of the figure where neither machine nor library costs anything."""
    chance = random.Random(1)
    faults = (
        Fault("rate", "slow down", 429),
        Fault("rate", "slow down", 429, 0.1),
        Fault("server", "it failed", 500),
        Fault("connection", "reset"),
    )

    def outcome(transport: FakeTransport) -> Fault | None:
        return chance.choice(faults) if chance.random() < plan.faults else None

    transport = FakeTransport(plan.latency, outcome, refusal=plan.latency)

    async def drive() -> None:
        client = client_of(transport, concurrency=plan.at_a_time)

        async def call(text: str) -> str | None:
            return (await client.complete(Ask("judge", ({"role": "user", "content": text},), text))).text

        await _converse(plan, call)

    return virtually(drive) / (transport.requests * plan.latency / plan.at_a_time)


def report(plan: Plan, bare: Measured, ours: Measured) -> Iterator[str]:
    """One latency, with or without faults."""
    yield f"{plan.latency:g} s a reply, {plan.faults:.0%} faults:"
    for name, run in (("bare loop", bare), ("client", ours)):
        yield (
            f"  {name:10}{run.wall:7.2f} s, {run.to_ideal(plan.latency, plan.at_a_time):.3f} of the ideal; "
            f"{run.cpu / run.calls * 1000:.1f} ms CPU a call; {run.calls} calls in {run.requests} requests; "
            f"lost or wrong {run.wrong}, doubled {run.doubled}"
        )
    to_ideal, to_bare = ours.to_ideal(plan.latency, plan.at_a_time), ours.wall / bare.wall
    yield f"  client ÷ bare loop: {to_bare:.3f}; {ours.warnings} warnings of {ours.kinds} kinds of faults"
    if plan.latency == 1.0:
        yield f"  aim: at most {_TO_IDEAL:.2f} of the ideal: {to_ideal:.3f}, {_reached(to_ideal <= _TO_IDEAL)}"
    if plan.latency == 0.2:
        yield f"  aim: at most {_TO_BARE:.2f} of the bare loop: {to_bare:.3f}, {_reached(to_bare <= _TO_BARE)}"


def _reached(reached: bool) -> str:
    return "reached" if reached else "not reached"


async def _bare(plan: Plan, base_url: str) -> Measured:
    import openai

    # Patient enough that no call is lost: the library gives up after two tries by default.
    places = asyncio.Semaphore(plan.at_a_time)
    async with openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=20) as client:

        async def call(text: str) -> str | None:
            messages: list[openai.types.chat.ChatCompletionMessageParam] = [
                {"role": "system", "content": _SYSTEM},
                {"role": "user", "content": text},
            ]
            async with places:
                completion = await client.chat.completions.create(model="m", messages=messages)
            return completion.choices[0].message.content

        return await _drive(plan, base_url, call)


async def _ours(plan: Plan, base_url: str, store: Path) -> Measured:
    warnings: list[str] = []
    endpoint = Endpoint(base_url, "m", concurrency=plan.at_a_time)
    async with open_client({"inquiry": endpoint}, store=store, warn=warnings.append) as client:

        async def call(text: str) -> str | None:
            messages = ({"role": "system", "content": _SYSTEM}, {"role": "user", "content": text})
            return (await client.complete(Ask("inquiry", messages, text))).text

        run = await _drive(plan, base_url, call)
    return replace(run, warnings=len(warnings))


async def _drive(plan: Plan, base_url: str, call: _Call) -> Measured:
    """All conversations, measured."""
    await call("warm-up")  # imports and the first connection
    before = _counts(base_url)
    wall, cpu = time.perf_counter(), time.process_time()
    wrong = await _converse(plan, call)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    counts = _counts(base_url)
    calls = plan.conversations * _CALLS
    missing = calls + 1 - counts["different"]
    requests = counts["requests"] - before["requests"]
    return Measured(wall, cpu, calls, requests, wrong + missing, counts["doubled"], kinds=counts["kinds"])


async def _converse(plan: Plan, call: _Call) -> int:
    """All conversations, so many open at a time. Returns how many answers were not the question's own."""
    left = iter(range(plan.conversations))
    wrong = 0

    async def worker() -> None:
        nonlocal wrong
        for conversation in left:
            for number in range(_CALLS):
                text = f"conversation {conversation}, message {number}"
                wrong += await call(text) != text

    await asyncio.gather(*(worker() for _ in range(plan.open)))
    return wrong


def _counts(base_url: str) -> dict[str, int]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{base_url}/counts") as response:
        counts: dict[str, int] = json.load(response)
    return counts


@contextmanager
def _server(plan: Plan) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.client.server"]
    command += ["--latency", str(plan.latency), "--faults", str(plan.faults)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.kill()


if __name__ == "__main__":
    main()
