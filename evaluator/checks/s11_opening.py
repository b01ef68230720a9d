"""Stage 1.1, opening and the first turn: M-001."""

from collections.abc import Iterator
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, absent, failed, lacking, passed, present, undecided
from evaluator.checks.facts import Facts
from evaluator.checks.questions import at_most_one
from evaluator.ontology import CUSTOMER_TYPES, CustomerAct, Field, ReplyAct

_FIGURES: Final = (
    ReplyAct.GIVES_PRICE,
    ReplyAct.GIVES_DISCOUNT,
    ReplyAct.GIVES_FREIGHT,
    ReplyAct.GIVES_DUTY,
    ReplyAct.GIVES_TIME,
    ReplyAct.GIVES_NUMBER,
)
# What a first reply that says it can be done, or is there, has begun to answer.
_TERMS: Final = frozenset(
    {
        "price", "discount", "freight", "moq", "sample", "payment", "delivery", "shipping", "certification", "customs",
        "customization", "logo", "packaging", "stock", "catalogue", "after_sales", "length", "material", "colour",
        "colour_name", "style_name",
    }
)  # fmt: skip


class M001(Metric):
    """The fixed first turn: introduce, ask the customer's type, nothing else."""

    id = "M-001"

    def events(self, facts: Facts) -> Iterator[Event]:
        first = facts.turns[0] if facts.turns else None
        if first is not None and first.ordinary:
            yield Event(first)

    def session_edges(self, facts: Facts) -> Iterator[str]:
        first = facts.turns[0] if facts.turns else None
        if first is None:
            return
        if first.handover_due and first.published:
            yield "edge_1"
        if first.ordinary and first.customer(CustomerAct.ASKS_CATALOGUE):
            yield "edge_2"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        reply = event.turn.reply
        unread = "the reply's language is not read: whether it introduces itself is not known"
        note = "no introduction: neither Tom Jasper nor Beiyijia nor the cable factory is named"
        return present(
            reply.has(ReplyAct.INTRODUCES), reply.first(ReplyAct.INTRODUCES), unread, note, event.turn.due_quote
        )

    def check_2(self, facts: Facts, event: Event) -> Finding:
        reply = event.turn.reply
        named = {act.value for act in reply.find(ReplyAct.NAMES_DIRECTION) if act.value in CUSTOMER_TYPES}
        other = any(act.value == "unknown" for act in reply.find(ReplyAct.NAMES_DIRECTION))
        quote = next((act.quote for act in reply.find(ReplyAct.ASKS, value=Field.CUSTOMER_TYPE)), None)
        if len(named) == len(CUSTOMER_TYPES):
            return passed("all four directions are offered", quote)
        if not reply.understood:
            return undecided("the reply's language is not read: whether it asks the customer's type is not known")
        missing = ", ".join(kind for kind in CUSTOMER_TYPES if kind not in named)
        if other or (quote is None and reply.has(ReplyAct.ASKS)):
            return undecided(f"not found among the directions asked about: {missing}")
        if quote is None:
            return failed("the customer's type is not asked", event.turn.due_quote, "inbound")
        return failed(f"the question leaves out: {missing}", quote)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        reply = event.turn.reply
        free = {act.at for act in reply.find(ReplyAct.INTRODUCES, ReplyAct.ASKS)}
        for act in reply.find(*_FIGURES):
            if act.at not in free and act.sure:
                return failed("answers with a figure in the first turn", act.quote)
        if not reply.understood:
            return undecided("the reply's language is not read: whether it answers is not known")
        claims = {act.at for act in reply.find(ReplyAct.AFFIRMS, ReplyAct.PROMISES, ReplyAct.CLAIMS_STOCK) if act.sure}
        for act in reply.find(ReplyAct.ANSWERS):
            if act.at in free or act.value in ("model", "factory"):
                continue
            if act.at in claims and act.value in _TERMS:
                return failed(f"speaks to {act.value} in the first turn", act.quote)
        for act in reply.find(ReplyAct.DEFERS_TO, ReplyAct.CANNOT_SAY, ReplyAct.CLAIMS_HOT):
            if act.at not in free:
                return undecided("a sentence takes up the customer's question; whether it answers it is not plain")
        return passed("nothing is answered yet")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.markers:
            return failed("media or a link in the first turn", turn.markers[0].raw)
        links = turn.links
        if links:
            return failed("an address in the first turn", links[0].url)
        if turn.calls is None:
            return lacking("no tool log in the record")
        if turn.calls:
            return failed(f"{turn.calls[0].name} was called in the first turn", turn.calls[0].name, "tool")
        return passed("no tool, no media, no address")

    def check_5(self, facts: Facts, event: Event) -> Finding:
        reply = event.turn.reply
        if reply.has(ReplyAct.ASKS_FIXED_FORMAT):
            act = reply.first(ReplyAct.ASKS_FIXED_FORMAT)
            return absent(True, act, "", "asks for an answer in a fixed format")
        return at_most_one(reply)
