"""The log of one conversation: everything that happened, in order, appended and never changed.

The session record is written from it alone (:mod:`simulator.record`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from evaluator.session import OpportunityContext, TurnContext
from scenarios.world import AgentName, LoggedCall
from simulator.agents.protocols import HistoryMessage, InquiryReply, Phase


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Messages arrived."""

    messages: tuple[HistoryMessage, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What the inquiry assistant was told, or would have been told, for the turn."""

    context: TurnContext


@dataclass(frozen=True, slots=True)
class Called:
    """A tool was called."""

    call: LoggedCall


@dataclass(frozen=True, slots=True)
class Unlogged:
    """An agent that has tools of its own gave no log of them: what it called in this turn is not known."""

    agent: AgentName


@dataclass(frozen=True, slots=True)
class Decided:
    """The opportunity assistant ran."""

    phase: Phase
    context: OpportunityContext
    raw: str


@dataclass(frozen=True, slots=True)
class OpportunityCreated:
    """The opportunity was created: by the assistant's decision, or by a colleague by hand."""

    by: Literal["assistant", "colleague"]


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A human took over."""


@dataclass(frozen=True, slots=True)
class Replied:
    """The inquiry assistant answered; ``published`` says whether it reached the customer."""

    reply: InquiryReply
    published: bool


Event: TypeAlias = TurnStarted | Told | Called | Unlogged | Decided | OpportunityCreated | TakenOver | Replied
