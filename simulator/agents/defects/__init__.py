"""Seeded defects: the reference agent with one thing wrong, to prove that a check would see it.

A defect is named by what it breaks and how plainly: ``M-008.check_1`` or ``M-008.check_1/subtle``. It changes the
reference's draft (or the opportunity assistant's output) where the check has an occasion, and nothing else; other
metrics fail with it only where logic forces them to (the catalogue's ``implications``).
"""

from simulator.agents.defects import (
    catalogue,
    look,
    part1_needs,
    part1_opening,
    part1_policies,
    part1_single,
    part2_closing,
    part2_language,
    part2_media,
    part2_sources,
    part3_expression,
    part4_claims,
    part4_conduct,
    part4_facts,
    part4_orders,
    part4_prices,
    part5_conversion,
    part5_hour,
    part5_intent,
    part5_protocol,
    part5_takeover,
    part6_joint,
    posters,
)
from simulator.agents.defects.registry import KINDS, Defect, Kind, defects, find_defect

__all__ = [
    "KINDS",
    "Defect",
    "Kind",
    "catalogue",
    "defects",
    "find_defect",
    "look",
    "part1_needs",
    "part1_opening",
    "part1_policies",
    "part1_single",
    "part2_closing",
    "part2_language",
    "part2_media",
    "part2_sources",
    "part3_expression",
    "part4_claims",
    "part4_conduct",
    "part4_facts",
    "part4_orders",
    "part4_prices",
    "part5_conversion",
    "part5_hour",
    "part5_intent",
    "part5_protocol",
    "part5_takeover",
    "part6_joint",
    "posters",
]
