"""The reference agents: they follow the specification, without a model, in every language that has phrases."""

from simulator.agents.reference.inquiry import ReferenceInquiry
from simulator.agents.reference.opportunity import ReferenceOpportunity

__all__ = ["ReferenceInquiry", "ReferenceOpportunity"]
