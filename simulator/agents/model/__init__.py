"""The agents under test that a model plays, driven by a prompt file."""

from simulator.agents.model.inquiry import OpenAIInquiry
from simulator.agents.model.opportunity import OpenAIOpportunity

__all__ = ["OpenAIInquiry", "OpenAIOpportunity"]
