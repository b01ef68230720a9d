"""The agents under test, chosen by name, and the two protocols that they keep."""

from simulator.agents.protocols import (
    Agents,
    HistoryMessage,
    HistoryTurn,
    InquiryAgent,
    InquiryBrief,
    InquiryReply,
    OpportunityAgent,
    OpportunityBrief,
    PictureView,
)
from simulator.agents.registry import agent_names, make_agents

__all__ = [
    "Agents",
    "HistoryMessage",
    "HistoryTurn",
    "InquiryAgent",
    "InquiryBrief",
    "InquiryReply",
    "OpportunityAgent",
    "OpportunityBrief",
    "PictureView",
    "agent_names",
    "make_agents",
]
