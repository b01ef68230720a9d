"""Agents by name: `reference`, `defect:M-008.check_1`, `openai`, and a team's own system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evaluator.client.ports import Models
from evaluator.errors import NotFoundError, UsageError
from simulator.agents.defects import defects, find_defect
from simulator.agents.defects.registry import PREFIX
from simulator.agents.model import OpenAIInquiry, OpenAIOpportunity
from simulator.agents.own import FunctionTransport, OwnInquiry, OwnOpportunity, WebTransport
from simulator.agents.own.exchange import Transport
from simulator.agents.own.web import TIME_OUT, shown_address
from simulator.agents.protocols import Agents, InquiryAgent, OpportunityAgent
from simulator.agents.reference import ReferenceInquiry, ReferenceOpportunity
from simulator.prompts import Prompt, PromptKind, default_prompt, load_prompt

REFERENCE: Final = "reference"
OPENAI: Final = "openai"
_PYTHON: Final = "python:"
_WEB: Final = ("http:", "https:")
# How each kind of agents is asked for.
KINDS: Final = (REFERENCE, OPENAI, "http:URL", "python:module:function", f"{PREFIX}M-008.check_1")


@dataclass(frozen=True)
class AgentSetup:
    """What some agents need beside their name. ``time_out`` is that of a team's own address, in seconds."""

    models: Models | None = None
    inquiry_prompt: Path | None = None
    opportunity_prompt: Path | None = None
    vision: bool = False
    temperature: float | None = None
    time_out: float = TIME_OUT


@dataclass(frozen=True)
class _Choice:
    """What a name stands for: how either agent is made, how the pair is called, which defect is seeded."""

    inquiry: Callable[[], InquiryAgent]
    opportunity: Callable[[], OpportunityAgent]
    name: str
    defect: str | None = None
    reads_prompt: bool = False
    sees_pictures: bool = False


def make_agents(
    name: str = REFERENCE,
    *,
    inquiry: str | None = None,
    opportunity: str | None = None,
    setup: AgentSetup | None = None,
) -> Agents:
    """The pair of agents of that name; ``inquiry`` and ``opportunity`` choose one of the two by another name.

    Raises :class:`NotFoundError` for an unknown one, :class:`UsageError` where the setup lacks what it needs or holds
    what it has no use for, :class:`InputError` for a prompt that cannot be read.
    """
    given = setup or AgentSetup()
    answers = _choice(inquiry or name, given)
    decides = answers if (inquiry or name) == (opportunity or name) else _choice(opportunity or name, given)
    _check(answers, decides, given)
    one_name = inquiry is None and opportunity is None
    called = answers.name if one_name else f"{answers.name} + {decides.name}"
    return Agents(answers.inquiry(), decides.opportunity(), called, answers.defect or decides.defect)


def _choice(name: str, setup: AgentSetup) -> _Choice:
    if name == REFERENCE:
        return _Choice(ReferenceInquiry, ReferenceOpportunity, name)
    if name.startswith(PREFIX):
        seeded = find_defect(name)
        return _Choice(
            lambda: ReferenceInquiry(seeded.inquiry),
            lambda: ReferenceOpportunity(seeded.opportunity),
            PREFIX + seeded.id,
            seeded.id,
        )
    if name == OPENAI:
        return _modelled(setup)
    if name.startswith(_PYTHON):
        return _owned(FunctionTransport(name.removeprefix(_PYTHON)), name, setup)
    if name.startswith(_WEB):
        address = name.removeprefix("http:") if name.startswith(("http:http:", "http:https:")) else name
        return _owned(WebTransport(address, setup.time_out), f"http:{shown_address(address)}", setup)
    raise NotFoundError.among("pair of agents", name, agent_names())


def _modelled(setup: AgentSetup) -> _Choice:
    models = setup.models
    if models is None:
        raise UsageError(f"the agents {OPENAI!r} need a model: give its name and its endpoint")
    return _Choice(
        lambda: OpenAIInquiry(models, _prompt("inquiry", setup.inquiry_prompt), setup.vision, setup.temperature),
        lambda: OpenAIOpportunity(models, _prompt("opportunity", setup.opportunity_prompt), setup.temperature),
        OPENAI,
        reads_prompt=True,
        sees_pictures=True,
    )


def _prompt(kind: PromptKind, path: Path | None) -> Prompt:
    return default_prompt(kind) if path is None else load_prompt(path)


def _owned(transport: Transport, name: str, setup: AgentSetup) -> _Choice:
    return _Choice(
        lambda: OwnInquiry(transport, setup.vision), lambda: OwnOpportunity(transport), name, sees_pictures=True
    )


def _check(answers: _Choice, decides: _Choice, setup: AgentSetup) -> None:
    """An option without effect would make a run that is not what its user believes."""
    for path, choice, option in (
        (setup.inquiry_prompt, answers, "--inquiry-prompt"),
        (setup.opportunity_prompt, decides, "--opportunity-prompt"),
    ):
        if path is not None and not choice.reads_prompt:
            raise UsageError(f"{option}: only the agents {OPENAI!r} read a prompt, and {choice.name!r} do not")
    if setup.vision and not answers.sees_pictures:
        raise UsageError(f"--vision: the inquiry agent {answers.name!r} looks at no pictures")


def agent_names() -> tuple[str, ...]:
    """Every name that :func:`make_agents` takes as it is; a team's own system is named by its place."""
    return (REFERENCE, OPENAI, *(PREFIX + entry.id for entry in defects()))
