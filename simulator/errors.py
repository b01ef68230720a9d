"""What can go wrong while a conversation is driven, and is nobody's verdict: an endpoint, a time-out, a bad answer."""

from __future__ import annotations

from evaluator.errors import SimError


class AgentError(SimError):
    """An agent under test could not answer (its endpoint failed, its answer is of no use to the platform)."""


class SpoiledWordsError(SimError):
    """A turn of the buyer could not be worded as his plan has it, a second attempt included. The text says why."""
