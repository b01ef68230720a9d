"""Edits of a conversation that keep its meaning, and what they change in the verdicts.

Shared by `sim certify`, which edits the conversations that it drives, and by `make edits`, which edits labelled ones.
"""

from simulator.edits.flips import Change, Flip, Steadiness, flips
from simulator.edits.kinds import KINDS, Edit
from simulator.edits.records import Json, edited, rewritten

__all__ = ["KINDS", "Change", "Edit", "Flip", "Json", "Steadiness", "edited", "flips", "rewritten"]
