"""The client: behind :class:`Models`, all that stands between a request and its completion.

In this order: the store, requests for the same that are under way, the budget, a free slot, the wire, and back to the
slot after a pause where the fault may pass.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from evaluator.client.budget import Budget, Purse
from evaluator.client.endpoint import Endpoint
from evaluator.client.faults import HELP, PASSING, Fault, FaultKind
from evaluator.client.ledger import Entry, Ledger
from evaluator.client.limits import Limiter
from evaluator.client.ports import Ask, Completion, Role
from evaluator.client.retry import RetryPolicy
from evaluator.client.store import Response, Store
from evaluator.client.transport import Transport
from evaluator.client.wire import Dialect, body_of, completion_of, encoded, key_of, prompt_estimate
from evaluator.errors import EndpointError, EndpointTimeout, QuotaSpent, ReplayMiss, UsageError

_HOURS: Final = 3600.0  # seconds; an endpoint that asks to wait longer has spent more than a rate


@dataclass(frozen=True, slots=True)
class _Line:
    """All requests to one endpoint and model share the slots, and those that ask alike what was learned."""

    limiter: Limiter
    dialect: Dialect


@dataclass(slots=True)
class _Shared:
    """A call under way, and how many wait for it."""

    task: asyncio.Task[Completion]
    waiting: int = 0


class Client:
    """Answers requests; made by :func:`open_client`. It belongs to the event loop that it was opened in."""

    def __init__(
        self,
        endpoints: Mapping[Role, Endpoint],
        transport: Transport,
        *,
        store: Store | None,
        replay: bool,
        budget: Budget | None,
        warn: Callable[[str], None],
        policy: RetryPolicy,
    ) -> None:
        before = store.spent() if store is not None and not replay else {}
        self._endpoints = dict(endpoints)
        self._transport = transport
        self._store = store
        self._replay = replay
        self._ledger = Ledger(endpoints, before)
        self._purse = Purse(budget, lambda: self._ledger.total) if budget is not None and not replay else None
        self._warn = warn
        self._warned: set[tuple[str, str, str]] = set()
        self._policy = policy
        self._limiters: dict[tuple[str, str], Limiter] = {}
        self._dialects: dict[tuple[str, str, str], Dialect] = {}
        self._under_way: dict[str, _Shared] = {}

    def name(self, role: Role) -> str:
        """The model that plays the role."""
        return self._endpoint(role).model

    def ledger(self) -> dict[str, Any]:
        """The manifest's ``tokens`` and ``cost``: calls, retries and tokens by role, and what they cost."""
        return self._ledger.as_json()

    async def complete(self, ask: Ask) -> Completion:
        """The completion, from the store where it is there.

        Raises :class:`EndpointError` (or :class:`EndpointTimeout`) where the endpoint fails, retries included,
        :class:`ReplayMiss` in a replay, and :class:`QuotaSpent` or :class:`BudgetSpent` where the run cannot go on.
        """
        endpoint = self._endpoint(ask.role)
        key = key_of(ask, endpoint)
        kept = self._kept(ask, key)
        if kept is not None:
            return kept
        shared = self._under_way.get(key)
        first = shared is None
        if shared is None:
            shared = self._under_way[key] = _Shared(asyncio.create_task(self._call(ask, endpoint, key)))
            shared.task.add_done_callback(lambda task: self._ended(key, task))
        completion = await self._wait(key, shared)
        if first:
            return completion
        self._ledger.add(ask.role, Entry(cached=1))
        return replace(completion, cached=True)

    async def close(self) -> None:
        """Ends what is under way."""
        tasks = [shared.task for shared in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _endpoint(self, role: Role) -> Endpoint:
        endpoint = self._endpoints.get(role)
        if endpoint is None:
            raise UsageError(f"no endpoint is configured for the role {role}")
        return endpoint

    def _kept(self, ask: Ask, key: str) -> Completion | None:
        body = self._store.get(key) if self._store is not None else None
        completion = completion_of(body, ask) if body is not None else None
        if isinstance(completion, Completion):
            self._ledger.add(ask.role, Entry(cached=1))
            return replace(completion, cached=True)
        if self._replay:
            raise ReplayMiss(f"no recorded response for the {ask.role} in conversation {ask.conversation}")
        return None

    async def _wait(self, key: str, shared: _Shared) -> Completion:
        """Waits for a call; it is given up when the last who waits is cancelled."""
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            if not shared.waiting and not shared.task.done():
                self._forget(key, shared.task)  # at once: who comes now must not wait for a cancelled call
                shared.task.cancel()

    def _forget(self, key: str, task: asyncio.Task[Completion]) -> None:
        if key in self._under_way and self._under_way[key].task is task:
            del self._under_way[key]

    def _ended(self, key: str, task: asyncio.Task[Completion]) -> None:
        self._forget(key, task)
        if not task.cancelled():
            task.exception()  # looked at, also where nobody waits any more

    async def _call(self, ask: Ask, endpoint: Endpoint, key: str) -> Completion:
        """One call, within the budget."""
        line = self._line(endpoint)
        if self._purse is None:
            return await self._tries(ask, endpoint, key, line)
        prompt, written = prompt_estimate(ask), line.dialect.usual_tokens(ask)
        held = Entry(calls=1, prompt=prompt, completion=written, money=endpoint.cost(prompt, written) or 0.0)
        await self._purse.reserve(held)
        try:
            return await self._tries(ask, endpoint, key, line)
        finally:
            self._purse.settle(held)

    async def _tries(self, ask: Ask, endpoint: Endpoint, key: str, line: _Line) -> Completion:
        """Tries until there is a completion or a fault that stays."""
        tries = adaptions = 0
        while True:
            body = body_of(ask, endpoint, line.dialect)
            outcome = await self._try(endpoint, encoded(body), line, ask, again=tries + adaptions > 0)
            if not isinstance(outcome, Fault):
                completion, raw = outcome
                await self._book(ask, endpoint, key, completion, raw, tries + adaptions)
                line.dialect.saw(completion)
                return completion
            if outcome.kind == "dialect" and adaptions < 4 and line.dialect.learn(outcome, body):
                adaptions += 1
                self._warn_once(endpoint, "dialect", f"does not know this {outcome.option}; it is asked otherwise")
                continue
            tries += 1
            if outcome.kind not in PASSING or not self._policy.allows(outcome, tries):
                await self._spend(ask.role, Entry(calls=1, retries=tries + adaptions - 1, failed=1))
                raise self._error(ask, endpoint, outcome, tries)
            self._warn_of(endpoint, outcome)
            await asyncio.sleep(self._policy.pause(outcome, tries))

    async def _try(
        self, endpoint: Endpoint, content: bytes, line: _Line, ask: Ask, *, again: bool
    ) -> tuple[Completion, Any] | Fault:
        """One try in a slot of its own, which is free again while a pause lasts."""
        await line.limiter.acquire(again=again)
        try:
            if self._purse is not None:
                self._purse.check()  # others may have spent it while this one waited
            outcome = await self._transport.send(endpoint, content)
            if isinstance(outcome, Fault) and outcome.kind in ("rate", "overload"):
                asked = outcome.wait
                line.limiter.refused(min(asked, self._policy.longest) if asked is not None else None)
            else:
                line.limiter.succeeded()
        finally:
            line.limiter.release()
        if isinstance(outcome, Fault):
            return outcome
        completion = completion_of(outcome.body, ask)
        return (completion, outcome.body) if isinstance(completion, Completion) else Fault("body", completion)

    async def _book(
        self, ask: Ask, endpoint: Endpoint, key: str, completion: Completion, raw: Any, retries: int
    ) -> None:
        usage = completion.usage
        entry = Entry(
            calls=1,
            retries=retries,
            prompt=usage.prompt_tokens,
            completion=usage.completion_tokens,
            estimated=int(usage.estimated),
            money=endpoint.cost(usage.prompt_tokens, usage.completion_tokens) or 0.0,
        )
        if usage.estimated:
            self._warn_once(endpoint, "usage", "does not count its tokens as it should; they are estimated")
        await self._spend(ask.role, entry, Response(key, endpoint.base_url, endpoint.model, raw))

    async def _spend(self, role: Role, entry: Entry, response: Response | None = None) -> None:
        self._ledger.add(role, entry)
        if self._store is not None:
            await self._store.put(role, entry, response)

    def _line(self, endpoint: Endpoint) -> _Line:
        at = (endpoint.base_url, endpoint.model)
        if at not in self._limiters:
            cap = min(each.concurrency for each in self._endpoints.values() if (each.base_url, each.model) == at)
            self._limiters[at] = Limiter(cap, asyncio.get_running_loop().time)
        dialect = self._dialects.setdefault((*at, endpoint.structured), Dialect.of(endpoint))
        return _Line(self._limiters[at], dialect)

    def _error(self, ask: Ask, endpoint: Endpoint, fault: Fault, tries: int) -> Exception:
        said = fault.said if fault.status is None else f"{fault.status}: {fault.said}"
        times = f" (tried {tries} times)" if tries > 1 else ""
        text = f"{ask.role} model {endpoint.model} at {endpoint.base_url}: {HELP[fault.kind]}{times}: {said}"
        if fault.kind == "quota" or (fault.kind == "rate" and (fault.wait or 0.0) > _HOURS):
            return QuotaSpent(f"{text}; the run can be resumed once there is quota again")
        if fault.kind == "key":
            variable = endpoint.key_variable
            advice = f"is {variable} set, and right?" if variable else "key_variable names no key to send"
            text = f"{text} ({advice})"
        if fault.kind == "timeout":
            return EndpointTimeout(text)
        return EndpointError(text)

    def _warn_of(self, endpoint: Endpoint, fault: Fault) -> None:
        said = fault.said if fault.status is None else f"{fault.status}: {fault.said}"
        self._warn_once(endpoint, fault.kind, f"{HELP[fault.kind]} ({said}); it is tried again")
        if self._policy.is_absurd(fault):
            longest = self._policy.longest
            self._warn_once(endpoint, "wait", f"asks to wait {fault.wait:.0f} s; it is tried after {longest:.0f} s")

    def _warn_once(self, endpoint: Endpoint, kind: FaultKind | str, text: str) -> None:
        """One warning for a kind of fault and an endpoint, however often it comes."""
        about = (endpoint.base_url, endpoint.model, kind)
        if about not in self._warned:
            self._warned.add(about)
            self._warn(f"{endpoint.model} at {endpoint.base_url}: {text}")


@asynccontextmanager
async def open_client(
    endpoints: Mapping[Role, Endpoint],
    *,
    store: Path | None,
    replay: bool = False,
    budget: Budget | None = None,
    warn: Callable[[str], None],
    run: str = "",
    policy: RetryPolicy | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[Client]:
    """A client for these endpoints, closed at the end.

    ``store`` is the file that keeps the responses and, under the name ``run``, what has been spent: a resumed run gives
    the same name. With ``replay`` nothing is sent, and what is not in the store raises :class:`ReplayMiss`. ``warn``
    is told once of each kind of fault and endpoint. Keys are looked up in ``environment`` (that of the process) for
    each call. Raises :class:`UsageError` and :class:`InputError` where these do not fit together.
    """
    if replay and store is None:
        raise UsageError("a replay needs the store of a run that was recorded")
    if budget is not None:
        budget.check(endpoints)
    async with AsyncExitStack() as stack:
        opened = Store(store, run, create=not replay) if store is not None else None
        if opened is not None:
            stack.push_async_callback(opened.close)
        transport = Transport(os.environ if environment is None else environment)
        stack.push_async_callback(transport.close)
        client = Client(
            endpoints,
            transport,
            store=opened,
            replay=replay,
            budget=budget,
            warn=warn,
            policy=policy if policy is not None else RetryPolicy(),
        )
        stack.push_async_callback(client.close)
        yield client
