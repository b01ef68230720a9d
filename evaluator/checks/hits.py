"""When do the rules say "convert"? What Parts 5 and 6 share: the hit of a turn, its path, and the hour of a run.

A hit is what the rules say, whatever the assistant answered (rulings, "Opportunity assistant").
"""

from dataclasses import dataclass
from typing import Final

from evaluator.checks.decisions import Decision
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.ontology import BUSINESS_INFORMATION, CustomerAct
from evaluator.reading.model import Act, Tri, any_of
from evaluator.text.clock import working_hours

# Near the card's list of business information, but not on it: whether it counts is arguable.
_ARGUABLE: Final = frozenset(
    {
        CustomerAct.ASKS_FREIGHT,
        CustomerAct.ASKS_DUTY,
        CustomerAct.ASKS_PARAMETER,
        CustomerAct.ASKS_STOCK,
        CustomerAct.ASKS_MARKET_ACCESS,
        CustomerAct.ASKS_PACKAGING,
        CustomerAct.STATES_LENGTH,
        CustomerAct.STATES_PACKAGING,
        CustomerAct.STATES_MARKET,
        CustomerAct.HAGGLES,
    }
)


@dataclass(frozen=True)
class Hit:
    """What the rules say of one inbound run: by image, by information after the posters, and the act behind it."""

    image: Tri
    posters: Tri
    information: Act | None = None

    @property
    def any(self) -> Tri:
        """Whether to convert."""
        return any_of((self.image, self.posters))


def hit_of(facts: Facts, turn: TurnFacts, decision: Decision | None = None) -> Hit:
    """The hit of a turn's inbound run. Nothing is hit where the run was told that the lead is converted already."""
    decision = decision or turn.inbound_decision
    if decision is not None and told_converted(decision):
        return Hit(False, False)
    information, act = new_information(facts, turn)
    return Hit(turn.customer_image_hit, information, act)


def told_converted(decision: Decision) -> bool:
    """Whether a run was told that the lead is converted."""
    return decision.run.context is not None and decision.run.context.lead_status == "converted"


def new_information(facts: Facts, turn: TurnFacts) -> tuple[Tri, Act | None]:
    """Whether the customer gives new valid business information after a complete poster set, and the act that does."""
    sets = [posters for posters in turn.before.posters if posters.complete is not False]
    if not sets:
        return False, None
    posters = next((found for found in sets if found.complete), sets[0])
    known = _known_before(facts, posters.turn)
    unread = any(
        not reading.understood or reading.first(CustomerAct.ASKS_UNKNOWN)
        for earlier in facts.turns[: posters.turn]
        for _, reading in earlier.customer_messages
    )
    best: Tri = False if turn.customer() is False and _all_understood(turn) else None
    arguable: Act | None = None
    personal = turn.customer(CustomerAct.STATES_PERSONAL_USE)
    for act in turn.customer_acts():
        told = (act.act, _key(act)) in known
        if act.act in BUSINESS_INFORMATION and not told and act.sure:
            asked_before = unread and act.act.startswith("asks_")  # perhaps in words that were not read
            if personal is False and posters.complete and not asked_before:
                return True, act
            arguable = arguable or act
        elif act.act in _ARGUABLE or (act.act in BUSINESS_INFORMATION and (not act.sure or _asked_again(act))):
            arguable = arguable or act
    if arguable is not None and not (personal and arguable.act == CustomerAct.STATES_QUANTITY):
        return None, arguable
    return best, None


def working_at(decision: Decision, turn: TurnFacts) -> bool:
    """Whether a run falls into working hours, by its own `createdAt` (§5.3); the record's where it has no context."""
    context = decision.run.context
    if context is not None and "created_at_" in context.model_fields_set:
        return working_hours(context.created_at_)
    return turn.working


def evidence_so_far(facts: Facts, turn: TurnFacts) -> Tri:
    """Whether the session holds conversion evidence up to this turn, manual conversions apart (M-107)."""
    found: list[Tri] = []
    for earlier in facts.turns[: turn.number]:
        found += [earlier.customer_image_hit, new_information(facts, earlier)[0]]
        if True in found:
            return True
    return any_of(found)


def _all_understood(turn: TurnFacts) -> bool:
    return all(reading.understood for _, reading in turn.customer_messages)


def _known_before(facts: Facts, poster_turn: int) -> frozenset[tuple[str, str | None]]:
    """What the customer had said when the posters went out."""
    acts = (act for turn in facts.turns[:poster_turn] for act in turn.customer_acts())
    return frozenset((act.act, _key(act)) for act in acts)


def _key(act: Act) -> str | None:
    return act.value.casefold() if act.value and act.act.startswith(("states_", "names_", "chooses_")) else None


def _asked_again(act: Act) -> bool:
    """A question already asked before the posters: whether it counts as repeating is arguable."""
    return act.act.startswith("asks_")
