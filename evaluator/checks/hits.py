"""When do the rules say "convert"? What Parts 5 and 6 share: the hit of a turn, its path, and the hour of a run.

A hit is what the rules say, whatever the assistant answered (rulings, "Opportunity assistant").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from evaluator.checks.decisions import Decision
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.history import per_turn
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

# Statements whose value is not read: only the words tell whether they are new.
_WITHOUT_VALUE: Final = frozenset({CustomerAct.STATES_BUSINESS, CustomerAct.STATES_COMPANY})
_MESSENGERS: Final = frozenset({CustomerAct.GIVES_CONTACT})
_MESSENGER = re.compile(r"wechat|weixin|微信", re.IGNORECASE)


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


@per_turn
def new_information(facts: Facts, turn: TurnFacts) -> tuple[Tri, Act | None]:
    """Whether the customer gives new valid business information after a complete poster set, and the act that does."""
    before = turn.before.posters
    posters = before.complete or before.possible
    if posters is None:
        return False, None
    known = facts.history.firsts(_told).by(posters.turn)
    unread = facts.history.first(_unread) <= posters.turn
    best: Tri = False if turn.customer() is False and _all_understood(turn) else None
    arguable: Act | None = None
    personal = turn.customer(CustomerAct.STATES_PERSONAL_USE)
    kinds = {kind for kind, _ in known}
    for act in turn.customer_acts():
        told = (act.act, _key(act)) in known
        if act.act in _MESSENGERS and _MESSENGER.search(act.quote):
            arguable = arguable or act  # "WeChat is handier" may be the wish to connect there
        if not told and act.act in _WITHOUT_VALUE and act.act in kinds:
            arguable = arguable or act  # a business again, in other words: whether it is news is arguable
            continue
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
    return facts.history.so_far(_evidence, turn.number)


def _evidence(facts: Facts, turn: TurnFacts) -> Tri:
    return any_of((turn.customer_image_hit, new_information(facts, turn)[0]))


def _all_understood(turn: TurnFacts) -> bool:
    return all(reading.understood for _, reading in turn.customer_messages) and turn.unread_clause is None


def _told(turn: TurnFacts) -> Iterator[tuple[str, str | None]]:
    """What the customer says in a turn, as far as saying it again tells nothing new."""
    for act in turn.customer_acts():
        yield act.act, _key(act)


def _unread(turn: TurnFacts) -> bool:
    """Whether something that the customer says in a turn may not have been read."""
    return any(
        not reading.understood or reading.first(CustomerAct.ASKS_UNKNOWN) for _, reading in turn.customer_messages
    )


def _key(act: Act) -> str | None:
    if act.act in _WITHOUT_VALUE and not act.value:
        return act.quote.casefold()
    return act.value.casefold() if act.value and act.act.startswith(("states_", "names_", "chooses_")) else None


def _asked_again(act: Act) -> bool:
    """A question already asked before the posters: whether it counts as repeating is arguable."""
    return act.act.startswith("asks_")
