"""The two agents that a team's own system plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scenarios.world import Tools
from simulator.agents.model.rounds import offered
from simulator.agents.output import read_reply
from simulator.agents.own.exchange import Transport, exchange, text_in, wrong
from simulator.agents.protocols import (
    AgentInfo,
    History,
    InquiryBrief,
    InquiryReply,
    OpportunityBrief,
    Phase,
    PictureView,
    Scope,
)
from simulator.agents.view import data_url, inquiry_view, opportunity_view, pictures_of


@dataclass(frozen=True)
class OwnInquiry:
    """The inquiry assistant. ``vision``: requests carry the pictures themselves."""

    transport: Transport
    vision: bool = False

    @property
    def info(self) -> AgentInfo:
        """For the manifest."""
        return replace(self.transport.info, vision=True) if self.vision else self.transport.info

    async def aclose(self) -> None:
        """Lets go of connections."""
        await self.transport.aclose()

    async def reply(self, context: InquiryBrief, history: History, tools: Tools) -> InquiryReply:
        """The answer to the last turn. Raises EndpointError, or AgentError for a response that is of no use."""
        request = {"agent": "inquiry", **_about(context.scope), **inquiry_view(context, history)}
        if self.vision:
            request["pictures"] = {entry.id: data_url(entry) for entry in pictures_of(history)}
        response = await exchange(self.transport, {**request, "tools": _tools("inquiry")}, tools)
        text, raw = text_in(response, "replyText", self.transport), text_in(response, "raw", self.transport)
        if text is None and raw is not None and "replyText" not in response:
            return read_reply(raw)
        if text is None and raw is None:
            if response.get("call_tools"):
                return InquiryReply(None, None, "")
            raise wrong(self.transport, "", "replyText (a text) or raw (the model's whole output)", sorted(response))
        return InquiryReply(text, self._asked(response), raw)

    def _asked(self, response: Mapping[str, Any]) -> tuple[str, ...] | None:
        keys = response.get("askedFieldKeys")
        if keys is None:
            return None
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise wrong(self.transport, "askedFieldKeys", "a list of texts", keys)
        return tuple(keys)


@dataclass(frozen=True)
class OwnOpportunity:
    """The opportunity assistant."""

    transport: Transport

    @property
    def info(self) -> AgentInfo:
        """For the manifest."""
        return self.transport.info

    async def aclose(self) -> None:
        """Lets go of connections."""
        await self.transport.aclose()

    async def decide(
        self,
        phase: Phase,
        context: OpportunityBrief,
        history: History,
        recognitions: tuple[PictureView, ...],
        tools: Tools,
    ) -> str:
        """The whole output for one run. Raises EndpointError, or AgentError for a response that is of no use."""
        view = opportunity_view(phase, context, history, recognitions)
        request = {"agent": "opportunity", **_about(context.scope), **view, "tools": _tools("opportunity")}
        response = await exchange(self.transport, request, tools)
        raw = text_in(response, "raw", self.transport)
        if raw is None and not response.get("call_tools"):
            raise wrong(self.transport, "", "raw (the assistant's whole output, a text)", sorted(response))
        return raw or ""


def _about(scope: Scope) -> dict[str, Any]:
    return {"conversation": scope.opaque, "repeat": scope.repeat}


def _tools(agent: Any) -> list[Mapping[str, Any]]:
    return [entry["function"] for entry in offered(agent)]
