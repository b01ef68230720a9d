"""Drives many conversations at a time, each on its own, and hands each result over as it comes.

What goes wrong with an endpoint ends one conversation and is recorded apart; it is never a verdict. Cancelling the
run leaves alone what has already been handed over.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from evaluator.errors import IncompleteRun, SimError
from evaluator.scoring import Scored
from evaluator.session import Session
from scenarios.cases import Case
from scenarios.world import World
from simulator.agents.protocols import Agents
from simulator.buyer_words import Wording
from simulator.conversation import ReaderFactory, converse
from simulator.observer import RuleReplyReader

CONCURRENCY = 8
# What may go wrong outside: a deliberate error of this project, an endpoint, the network, a time-out. Anything else
# is a fault in the code, and ends the run where it is seen.
_OUTSIDE = (SimError, OSError, TimeoutError)


@dataclass(frozen=True)
class Outcome:
    """One conversation's result: a record, or what kept it from coming about."""

    case: Case
    session: Session | None = None
    scored: Scored | None = None
    error: str | None = None
    error_kind: str | None = None


Then: TypeAlias = Callable[[Session], Awaitable[Scored]]
"""What is done with each record in its conversation's own task: scoring, which may wait for a model."""
Handler: TypeAlias = Callable[[Outcome], Awaitable[None] | None]


async def run_cases(
    cases: Sequence[Case],
    agents: Agents,
    *,
    concurrency: int = CONCURRENCY,
    world: World | None = None,
    on_session: Handler | None = None,
    reader: ReaderFactory = RuleReplyReader,
    wording: Wording | None = None,
) -> list[Outcome]:
    """All results in the order of ``cases``, whatever order they came in; ``on_session`` gets each as it comes."""
    outcomes: dict[int, Outcome] = {}
    stream = run_as_they_come(cases, agents, concurrency=concurrency, world=world, reader=reader, wording=wording)
    async for outcome in stream:
        outcomes[outcome.case.index] = outcome
        if on_session is not None:
            waited = on_session(outcome)
            if waited is not None:
                await waited
    return [outcomes[case.index] for case in cases]


async def run_as_they_come(
    cases: Sequence[Case],
    agents: Agents,
    *,
    concurrency: int = CONCURRENCY,
    world: World | None = None,
    reader: ReaderFactory = RuleReplyReader,
    wording: Wording | None = None,
    then: Then | None = None,
) -> AsyncIterator[Outcome]:
    """The results as they come, at most ``concurrency`` conversations at a time.

    Closing the iterator, or cancelling its task, cancels the conversations under way and starts no other. At the end
    the agents let go of what they hold open.
    """
    waiting = iter(cases)
    running: set[asyncio.Task[Outcome]] = set()

    def start() -> None:
        case = next(waiting, None)
        if case is not None:
            running.add(
                asyncio.create_task(run_case(case, agents, world=world, reader=reader, wording=wording, then=then))
            )

    for _ in range(max(1, concurrency)):
        start()
    try:
        while running:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                running.discard(task)
                start()
                yield task.result()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await agents.aclose()


async def run_case(
    case: Case,
    agents: Agents,
    *,
    world: World | None = None,
    reader: ReaderFactory = RuleReplyReader,
    wording: Wording | None = None,
    then: Then | None = None,
) -> Outcome:
    """One conversation; an error from outside becomes its outcome. Raises IncompleteRun, which stops the whole run."""
    try:
        session = await converse(case, agents, world, reader, wording)
        return Outcome(case, session, await then(session) if then is not None else None)
    except IncompleteRun:
        raise
    except _OUTSIDE as error:
        return Outcome(case, error=str(error), error_kind=type(error).__name__)
