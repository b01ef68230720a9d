"""A team's own system as the agent under test: behind an address, or as a Python function."""

from simulator.agents.own.agents import OwnInquiry, OwnOpportunity
from simulator.agents.own.function import FunctionTransport
from simulator.agents.own.web import WebTransport

__all__ = ["FunctionTransport", "OwnInquiry", "OwnOpportunity", "WebTransport"]
