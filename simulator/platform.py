"""The simulated backend of one conversation: the order of events of the rulings, in both modes.

Sequential: the opportunity assistant decides first, and the inquiry assistant already sees its conversion; a takeover
silences it. Parallel: both work at the same time; the inquiry assistant sees a conversion only in the next turn, and
its reply still goes out, unless a takeover came without a conversion. After a reply the opportunity assistant runs
again, once the status is converted.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evaluator.session import CatalogContext, Customer, OpportunityContext, TurnContext
from scenarios.phrases.meaning import MeantAct
from scenarios.templates import Form as FormSetting
from scenarios.world import Tools, World
from simulator.agents.protocols import (
    Agents,
    HistoryMessage,
    HistoryTurn,
    InquiryBrief,
    InquiryReply,
    OpportunityBrief,
    Phase,
    Scope,
)
from simulator.events import (
    Called,
    Decided,
    Event,
    OpportunityCreated,
    Replied,
    TakenOver,
    Told,
    TurnStarted,
    Unlogged,
)
from simulator.form import Form

Mode = Literal["sequential", "parallel"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a turn, as the customer sees it: the reply that reached him, or None."""

    reply: str | None
    taken_over: bool
    converted: bool


class Platform:
    """One conversation's backend. ``log`` holds everything that happened, in order."""

    def __init__(
        self,
        world: World,
        agents: Agents,
        customer: Customer,
        mode: Mode,
        form: FormSetting,
        scope: Scope | None = None,
    ) -> None:
        self._world = world
        self._agents = agents
        self._customer = customer
        self._mode = mode
        self._scope = scope or Scope()
        self._form = Form(form)
        self._history: list[HistoryTurn] = []
        self._converted = False
        self._taken_over = False
        self._last_reply: str | None = None
        self.log: list[Event] = []

    def convert_by_hand(self) -> None:
        """A colleague creates the opportunity: no decision of an assistant, and nothing that either is told of."""
        if not self._converted:
            self._converted = True
            self.log.append(OpportunityCreated("colleague"))

    async def turn(self, messages: Sequence[HistoryMessage], publish_fails: bool = False) -> Outcome:
        """Runs one turn: decision, answer, publishing, re-check. Whatever an agent raises goes through."""
        self.log.append(TurnStarted(tuple(messages)))
        self._history.append(HistoryTurn(tuple(messages)))
        acts = [act for message in messages if message.meant for act in message.meant.acts]
        newest = next((message for message in reversed(messages) if message.sender == "customer"), None)
        created_at = newest.created_at if newest else None
        before = self._form.snapshot()
        run = self._run_context(created_at, before)
        if self._mode == "sequential":
            reply = await self._in_sequence(run, before, acts)
        else:
            reply = await self._in_parallel(run, before, acts)
        published = self._publish(reply, publish_fails) if reply is not None else False
        self._form.disclose(acts)
        if reply is not None and self._converted:
            await self._recheck(created_at, published)
        return Outcome(self._history[-1].reply, self._taken_over, self._converted)

    async def _in_sequence(
        self, run: OpportunityContext, before: dict[str, Any], acts: Sequence[MeantAct]
    ) -> InquiryReply | None:
        if not self._taken_over:
            self._apply(await self._decide("inbound", run))
        told = self._told(before, acts)
        self.log.append(Told(told))
        return None if self._taken_over else await self._answer(told)

    async def _in_parallel(
        self, run: OpportunityContext, before: dict[str, Any], acts: Sequence[MeantAct]
    ) -> InquiryReply | None:
        told = self._told(before, acts)
        self.log.append(Told(told))
        if self._taken_over:
            return None
        was_converted = self._converted
        deciding, answering = _Desk(), _Desk()
        decision, reply = await asyncio.gather(self._decide("inbound", run, deciding), self._answer(told, answering))
        self.log += [*deciding.events, *answering.events]
        self._apply(decision)
        silenced = self._taken_over and self._converted == was_converted
        return None if silenced else reply

    async def _decide(self, phase: Phase, context: OpportunityContext, desk: _Desk | None = None) -> str:
        tools = Tools(self._world, "opportunity", self._form)
        pictures = tuple(picture for message in self._history[-1].messages for picture in message.pictures)
        brief = OpportunityBrief(self._customer, context, self._scope)
        raw = await self._agents.opportunity.decide(phase, brief, tuple(self._history), pictures, tools)
        log = self.log if desk is None else desk.events
        log += [*_used(tools), Decided(phase, context, raw)]
        return raw

    async def _answer(self, told: TurnContext, desk: _Desk | None = None) -> InquiryReply:
        tools = Tools(self._world, "inquiry", self._form)
        brief = InquiryBrief(self._customer, told, self._scope)
        reply = await self._agents.inquiry.reply(brief, tuple(self._history), tools)
        log = self.log if desk is None else desk.events
        log += _used(tools)
        return reply

    def _publish(self, reply: InquiryReply, fails: bool) -> bool:
        published = reply.reply_text is not None and bool(reply.reply_text.strip()) and not fails
        self.log.append(Replied(reply, published))
        if published:
            self._last_reply = reply.reply_text
            self._history[-1] = HistoryTurn(self._history[-1].messages, reply.reply_text)
        return published

    async def _recheck(self, created_at: Any, published: bool) -> None:
        context = OpportunityContext(
            created_at_=created_at,
            lead_status=self._status(),
            reply_published=published,
            actual_last_ai_reply=self._last_reply,
            form=self._form.snapshot(),
        )
        self._apply(await self._decide("after_reply", context))

    def _apply(self, raw: str) -> None:
        convert, takeover = read_decision(raw)
        if convert and not self._converted:
            self._converted = True
            self.log.append(OpportunityCreated("assistant"))
        if takeover and not self._taken_over:
            self._taken_over = True
            self.log.append(TakenOver())

    def _status(self) -> Literal["converted"] | None:
        return "converted" if self._converted else None

    def _run_context(self, created_at: Any, form: dict[str, Any]) -> OpportunityContext:
        return OpportunityContext(
            created_at_=created_at,
            lead_status=self._status(),
            reply_published=None,
            actual_last_ai_reply=None,
            form=form,
        )

    def _told(self, form: dict[str, Any], acts: Sequence[MeantAct]) -> TurnContext:
        catalogue = CatalogContext(categories=self._world.categories, tags=self._world.tags)
        if self._form.absent:
            return TurnContext(lead_status=self._status(), catalog_context=catalogue)
        return TurnContext(
            lead_status=self._status(),
            next_pending_field=self._form.next_pending(acts),
            form=form,
            catalog_context=catalogue,
        )


class _Desk:
    """Where an agent's events lie while the other works at the same time, so that the log's order never varies."""

    def __init__(self) -> None:
        self.events: list[Event] = []


def _used(tools: Tools) -> list[Event]:
    return [*(Called(call) for call in tools.calls), *(Unlogged(agent) for agent in tools.gaps)]


def read_decision(raw: str) -> tuple[bool, bool]:
    """What the platform does with an output: convert, take over. Only a JSON ``true`` makes it act.

    A fence or prose around the object is looked past, as a platform would; whether it may be there is M-110's matter.
    """
    start, end = raw.find("{"), raw.rfind("}")
    if start < 0 or end < start:
        return False, False
    try:
        decision = json.loads(raw[start : end + 1])
    except (ValueError, RecursionError):
        return False, False
    if not isinstance(decision, dict):
        return False, False
    return decision.get("shouldAutoConvert") is True, decision.get("shouldForceHumanTakeover") is True
