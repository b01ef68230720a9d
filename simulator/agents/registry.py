"""Agents by name: `reference`, `defect:M-008.check_1` and, in a later step, real models and a team's own system."""

from __future__ import annotations

from evaluator.errors import NotFoundError, UsageError
from simulator.agents.defects import defects, find_defect
from simulator.agents.defects.registry import PREFIX
from simulator.agents.protocols import Agents
from simulator.agents.reference import ReferenceInquiry, ReferenceOpportunity

REFERENCE = "reference"
# Names that are spoken for and do not work yet.
_LATER = ("openai", "python:", "http:", "https:")


def make_agents(name: str = REFERENCE, *, inquiry: str | None = None, opportunity: str | None = None) -> Agents:
    """The pair of agents of that name; ``inquiry`` and ``opportunity`` choose one of the two by another name.

    Raises :class:`NotFoundError` for an unknown one, :class:`UsageError` for one that is not there yet.
    """
    if inquiry is None and opportunity is None:
        return _pair(name)
    answers, decides = _pair(inquiry or name), _pair(opportunity or name)
    return Agents(answers.inquiry, decides.opportunity, f"{answers.name} + {decides.name}", answers.defect)


def _pair(name: str) -> Agents:
    if name == REFERENCE:
        return Agents(ReferenceInquiry(), ReferenceOpportunity(), name)
    if name.startswith(PREFIX):
        seeded = find_defect(name)
        inquiry, opportunity = ReferenceInquiry(seeded.inquiry), ReferenceOpportunity(seeded.opportunity)
        return Agents(inquiry, opportunity, PREFIX + seeded.id, seeded.id)
    if any(name == entry or (entry.endswith(":") and name.startswith(entry)) for entry in _LATER):
        raise UsageError(f"the agents {name!r} cannot be driven yet: use {REFERENCE}, or {PREFIX}… for a seeded defect")
    raise NotFoundError.among("pair of agents", name, agent_names())


def agent_names() -> tuple[str, ...]:
    """Every name that :func:`make_agents` takes."""
    return (REFERENCE, *(PREFIX + entry.id for entry in defects()))
