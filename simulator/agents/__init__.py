"""The agents under test, chosen by name, and the two protocols that they keep."""

from simulator.agents.protocols import (
    AgentInfo,
    Agents,
    HistoryMessage,
    HistoryTurn,
    InquiryAgent,
    InquiryBrief,
    InquiryReply,
    OpportunityAgent,
    OpportunityBrief,
    PictureView,
    Scope,
)
from simulator.agents.registry import AgentSetup, agent_names, make_agents

__all__ = [
    "AgentInfo",
    "AgentSetup",
    "Agents",
    "HistoryMessage",
    "HistoryTurn",
    "InquiryAgent",
    "InquiryBrief",
    "InquiryReply",
    "OpportunityAgent",
    "OpportunityBrief",
    "PictureView",
    "Scope",
    "agent_names",
    "make_agents",
]
