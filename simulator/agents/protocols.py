"""What the platform asks of the agents under test, and what it tells them.

An agent holds no state of its own between calls: everything it may know is in its arguments, so that one agent can
serve many conversations at a time and the same conversation always gives the same answer.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

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
class Scope:
    """Which conversation an agent is asked in: for messages of errors, and so that a repeat is another sample.

    ``conversation`` names the template, so it is nothing to show to an agent under test; ``opaque`` is.
    """

    conversation: str = ""
    repeat: int = 1
    seed: int = 0

    @property
    def opaque(self) -> str:
        """An id that tells nothing, the same for the same case and seed."""
        return hashlib.sha256(f"{self.seed}/{self.conversation}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class InquiryBrief:
    """What the platform tells the inquiry assistant for a turn."""

    customer: Customer
    turn: TurnContext
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class OpportunityBrief:
    """What the platform tells the opportunity assistant for a run."""

    customer: Customer
    run: OpportunityContext
    scope: Scope = Scope()


@dataclass(frozen=True, slots=True)
class InquiryReply:
    """The inquiry assistant's output. ``reply_text`` None with ``raw``: an answer that could not be read.

    ``asked_field_keys`` is None where the output has no list of texts under that key.
    """

    reply_text: str | None
    asked_field_keys: tuple[str, ...] | None = ()
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


AgentKind: TypeAlias = Literal["reference", "defect", "openai", "http", "python"]


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """What the manifest of a run says of one agent. ``prompt`` is the file's name; ``address`` holds no secret."""

    kind: AgentKind
    model: str | None = None
    prompt: str | None = None
    prompt_sha256: str | None = None
    vision: bool | None = None
    address: str | None = None

    def as_json(self) -> dict[str, Any]:
        """What is known of it."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@runtime_checkable
class Described(Protocol):
    """An agent that says what it is."""

    @property
    def info(self) -> AgentInfo:
        """For the manifest."""


@runtime_checkable
class Closing(Protocol):
    """An agent that holds something open, such as connections."""

    async def aclose(self) -> None:
        """Lets go of it; the agent can be asked again, and opens it anew."""


@dataclass(frozen=True, slots=True)
class Agents:
    """The pair under test, and the name that they were chosen by (for the record and the manifest)."""

    inquiry: InquiryAgent
    opportunity: OpportunityAgent
    name: str
    defect: str | None = None

    def describe(self) -> dict[str, Any]:
        """What the manifest says of them: the name, the defect, and each of the two where it says what it is."""
        about: dict[str, Any] = {"name": self.name, "defect": self.defect}
        for role, agent in (("inquiry", self.inquiry), ("opportunity", self.opportunity)):
            if isinstance(agent, Described):
                about[role] = agent.info.as_json()
        return about

    async def aclose(self) -> None:
        """Closes what the agents hold open; to be called in the event loop that they were asked in."""
        for agent in (self.inquiry, self.opportunity):
            if isinstance(agent, Closing):
                await agent.aclose()
