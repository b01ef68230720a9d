"""What the tests of the client share: a client against a server of their own, with short times."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ParamSpec

from evaluator.client import Ask, Client, Endpoint, RetryPolicy, open_client

from .server import Script, Server, serve

P = ParamSpec("P")
# The server may be slow to be scheduled, on a busy machine; only tests of time-outs wait for one, with a shorter time.
PATIENT = 60.0
QUICK = RetryPolicy(tries=3, rate_tries=4, first=0.001, longest_backoff=0.002, longest=0.05, random=lambda: 0.5)


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Runs a test in an event loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


def ask(text: str = "hello", **options: Any) -> Ask:
    """A request of the judge's."""
    given = {"role": "judge", "messages": ({"role": "user", "content": text},), "conversation": "c-1", **options}
    return Ask(**given)


@dataclass
class Setting:
    """A client, its server, and the warnings so far."""

    client: Client
    server: Server
    warnings: list[str] = field(default_factory=list)


@asynccontextmanager
async def setting(
    script: Script,
    *,
    policy: RetryPolicy = QUICK,
    endpoint: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    **options: Any,
) -> AsyncIterator[Setting]:
    """A server that follows ``script`` and a client that speaks with it."""
    async with serve(script) as server:
        warnings: list[str] = []
        at = Endpoint(**{"base_url": server.base_url, "model": "m-1", "timeout": PATIENT, **(endpoint or {})})
        given = {"store": None, "environment": environment or {}, **options}
        async with open_client({"judge": at}, warn=warnings.append, policy=policy, **given) as client:
            yield Setting(client, server, warnings)
