"""What the platform asks of the agents under test, and what it tells them.

An agent holds no state of its own between calls: everything it may know is in its arguments, so that one agent can
serve many conversations at a time and the same conversation always gives the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from evaluator.session import Customer, OpportunityContext, TurnContext
from scenarios.phrases.meaning import Meant
from scenarios.pictures import PictureKind
from scenarios.world import Tools

Phase: TypeAlias = Literal["inbound", "after_reply"]


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture in the conversation, with what the platform's recogniser says of it.

    ``kind`` is which picture it is, for an agent that looks at pictures itself (:func:`scenarios.pictures.picture`).
    """

    id: str
    sender: Literal["customer", "staff"]
    kind: PictureKind
    status: Literal["ok", "uncertain", "failed"]
    labels: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True)
class HistoryMessage:
    """A message of the conversation. ``meant`` is what a simulated buyer meant; real agents must not look at it."""

    sender: Literal["customer", "staff"]
    text: str
    created_at: Any
    pictures: tuple[PictureView, ...] = ()
    meant: Meant | None = None


@dataclass(frozen=True, slots=True)
class HistoryTurn:
    """The messages of a turn and the reply that really reached the customer; None where none did, or not yet."""

    messages: tuple[HistoryMessage, ...]
    reply: str | None = None

    @property
    def customer_messages(self) -> tuple[HistoryMessage, ...]:
        """The customer's own messages, oldest first."""
        return tuple(message for message in self.messages if message.sender == "customer")


History: TypeAlias = tuple[HistoryTurn, ...]


@dataclass(frozen=True, slots=True)
class InquiryBrief:
    """What the platform tells the inquiry assistant for a turn."""

    customer: Customer
    turn: TurnContext


@dataclass(frozen=True, slots=True)
class OpportunityBrief:
    """What the platform tells the opportunity assistant for a run."""

    customer: Customer
    run: OpportunityContext


@dataclass(frozen=True, slots=True)
class InquiryReply:
    """The inquiry assistant's output. ``reply_text`` None with ``raw``: an answer that could not be read."""

    reply_text: str | None
    asked_field_keys: tuple[str, ...] = ()
    raw: str | None = None


class InquiryAgent(Protocol):
    """Answers the customer."""

    async def reply(self, context: InquiryBrief, history: History, tools: Tools) -> InquiryReply:
        """The answer to the last turn of ``history``."""


class OpportunityAgent(Protocol):
    """Decides in the background."""

    async def decide(
        self,
        phase: Phase,
        context: OpportunityBrief,
        history: History,
        recognitions: tuple[PictureView, ...],
        tools: Tools,
    ) -> str:
        """The whole output for one run; ``recognitions`` are the pictures of the last turn."""


@dataclass(frozen=True, slots=True)
class Agents:
    """The pair under test, and the name that they were chosen by (for the record and the manifest)."""

    inquiry: InquiryAgent
    opportunity: OpportunityAgent
    name: str
    defect: str | None = None
