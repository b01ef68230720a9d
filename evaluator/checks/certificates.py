"""Certificates that a reply says are held, and what stands behind that (M-038, M-040)."""

from dataclasses import dataclass
from typing import Final

from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.sources import searched_for, sources_of
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Act, Tri
from evaluator.text.names import find_standards
from evaluator.text.normalise import fold

# Standards that a company meets, never a cable.
_OF_COMPANIES: Final = ("ISO 9001", "ISO 14001", "ISO 45001", "BSCI", "SEDEX", "SMETA")


@dataclass(frozen=True)
class Claim:
    """A statement that certificates are held. `founded`: whether what the tools returned names them all."""

    act: Act
    founded: Tri
    of_goods: bool
    missing: str  # a certificate that nothing returned


def claim_of(facts: Facts, turn: TurnFacts) -> Claim | None:
    """The first claim of a reply that nothing bears out, else its first claim."""
    claims = [_claim(facts, turn, act) for act in turn.reply.find(ReplyAct.CLAIMS_CERTIFIED)]
    return next((claim for claim in claims if claim.founded is not True), claims[0] if claims else None)


def company_standard(act: Act) -> str:
    """A standard of companies that a claim names, else nothing."""
    named = {fold(name.code).replace(" ", ""): name.raw for name in find_standards(act.quote)}
    return next((named[key] for code in _OF_COMPANIES if (key := fold(code).replace(" ", "")) in named), "")


def _claim(facts: Facts, turn: TurnFacts, act: Act) -> Claim:
    sources = sources_of(facts, turn)
    named = find_standards(act.quote)
    missing = [name.raw for name in named if not sources.names_standard(name)]
    founded: Tri = not missing
    if not named:
        founded = True if searched_for(turn, CustomerAct.ASKS_CERTIFICATION)[1] else None
    if not founded and not (act.sure and sources.complete):
        founded = None
    return Claim(act, founded, act.value == "goods", missing[0] if missing else "")
