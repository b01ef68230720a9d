"""The port to language models: one request, one completion, and an in-memory double.

Whatever asks a model (an agent under test, the buyer, the reader, the judge) speaks :class:`Models` and nothing else:
concurrency, retries, budget, cache and replay are the client's matter and happen behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

Role: TypeAlias = Literal["inquiry", "opportunity", "buyer", "reader", "judge"]
ROLES: tuple[Role, ...] = ("inquiry", "opportunity", "buyer", "reader", "judge")

Message: TypeAlias = Mapping[str, Any]
"""A message of the chat protocol, as it is sent."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. ``schema`` asks for structured output: sent where the endpoint has it, else left to the prompt.

    ``conversation`` says for whom it is asked (for errors and warnings; it is no part of the cache key). ``repeat`` is:
    the same words asked again are another sample.
    """

    role: Role
    messages: tuple[Message, ...]
    conversation: str
    tools: tuple[Mapping[str, Any], ...] = ()
    schema: Mapping[str, Any] | None = None
    schema_name: str = "answer"
    temperature: float | None = None
    max_tokens: int | None = None
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call as the model wrote it; ``arguments`` is text that need not be JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one completion, as the endpoint counts them, or estimated where it does not."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back. ``finish`` is the protocol's finish_reason; ``cached`` says that nothing was sent for it."""

    text: str | None
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str | None = "stop"
    refusal: str | None = None
    usage: Usage = field(default_factory=Usage)
    cached: bool = False


class Models(Protocol):
    """Answers requests. Raises the errors under :class:`evaluator.errors.EndpointError` and ``IncompleteRun``."""

    async def complete(self, ask: Ask) -> Completion:
        """One completion."""

    def name(self, role: Role) -> str:
        """The model that plays the role, as the endpoint calls it."""


@dataclass
class ScriptedModels:
    """Models in memory: a function answers; every request is kept in ``asked``."""

    answer: Callable[[Ask], Completion | str]
    model: str = "scripted"
    asked: list[Ask] = field(default_factory=list)

    async def complete(self, ask: Ask) -> Completion:
        """What the function says."""
        self.asked.append(ask)
        said = self.answer(ask)
        return Completion(said) if isinstance(said, str) else said

    def name(self, role: Role) -> str:
        """The same name for every role."""
        return self.model
