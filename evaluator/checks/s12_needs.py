"""Stage 1.2, finding out the need: M-004, M-006."""

from collections.abc import Iterator, Mapping
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, absent, failed, lacking, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.questions import at_most_one
from evaluator.ontology import CustomerAct, Field, ReplyAct
from evaluator.reading.model import Tri

# What asks for a form key: its own field surely, and fields so near to it that a question may mean either.
_NEAR: Final[Mapping[str, frozenset[Field]]] = {
    "product": frozenset({Field.APPEARANCE, Field.INTERFACE, Field.OTHER}),
    "appearance": frozenset({Field.COLOUR, Field.PRODUCT}),
    "interface": frozenset({Field.PRODUCT}),
    "target_market": frozenset({Field.COUNTRY, Field.CITY}),
    "country": frozenset({Field.TARGET_MARKET, Field.CITY}),
    "city": frozenset({Field.TARGET_MARKET, Field.COUNTRY}),
    "buyer_role": frozenset({Field.POSITION, Field.COMPANY, Field.PRODUCT}),
    "position": frozenset({Field.BUYER_ROLE}),
    "company": frozenset({Field.WEBSITE}),
    "customization": frozenset({Field.PACKAGING}),
}


class M004(Metric):
    """At most one question a turn."""

    id = "M-004"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.ordinary:
                yield Event(turn)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        asked = {act.act for act in event.turn.customer_acts() if act.act.startswith("asks_") and act.sure}
        if len(asked) > 1:
            yield "edge_1"
        if event.turn.markers:
            yield "edge_2"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return at_most_one(event.turn.reply)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        reply = event.turn.reply
        return absent(
            reply.has(ReplyAct.ASKS_FIXED_FORMAT),
            reply.first(ReplyAct.ASKS_FIXED_FORMAT),
            "the reply's language is not read: whether it asks for a fixed format is not known",
            "asks for an answer by number or in a fixed format",
        )


class M006(Metric):
    """askedFieldKeys agrees with what was asked. A reply that was not published is an event too (rulings)."""

    id = "M-006"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            context, inquiry = turn.turn.context, turn.turn.inquiry
            if context is None or not context.next_pending_field or inquiry is None or turn.handover_due:
                continue
            yield Event(turn, why=f"nextPendingField is {context.next_pending_field}")

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        pending, keys = _pending(event.turn), _keys(event.turn)
        if keys == () and _asks_for(event.turn, pending) is False and event.turn.customer(*CustomerAct) is not False:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        keys = _keys(event.turn)
        if keys is None:
            return lacking("the record has no askedFieldKeys")
        for key in keys:
            asked = _asks_for(event.turn, key)
            if asked is False:
                return failed(f"{key} is listed, but the reply does not ask for it", key, "form")
            if asked is None:
                return undecided(f"whether the reply asks for {key} is not plain")
        return passed("each listed key is asked for" if keys else "nothing is listed")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        pending, keys = _pending(event.turn), _keys(event.turn)
        if keys is None:
            return lacking("the record has no askedFieldKeys")
        if not keys:
            return passed("the list is empty")
        asked = _asks_for(event.turn, pending)
        if asked is None:
            return undecided(f"whether the reply asks for {pending} is not plain")
        if asked:
            return passed(f"{pending} is asked for")
        return failed(f"{pending} is not asked for, and the list is not empty", ", ".join(keys), "form")


def _pending(turn: TurnFacts) -> str:
    context = turn.turn.context
    return (context.next_pending_field or "") if context else ""


def _keys(turn: TurnFacts) -> tuple[str, ...] | None:
    inquiry = turn.turn.inquiry
    return inquiry.asked_field_keys if inquiry else None


def _asks_for(turn: TurnFacts, key: str) -> Tri:
    """Whether the reply, published or not, asks for a form key."""
    reply = turn.reply
    if key not in set(Field):
        return None
    asked = reply.has(ReplyAct.ASKS, value=key)
    if asked is not False:
        return asked
    near = _NEAR.get(key, frozenset({Field.OTHER})) | {Field.OTHER}
    return None if any(act.value in near for act in reply.find(ReplyAct.ASKS)) else False
