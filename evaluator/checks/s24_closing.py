"""Stage 2.4, what is said once: M-027, the off-hours handover."""

from collections.abc import Iterator
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, failed, lacking, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.languages import follows, variant_follows
from evaluator.ontology import ReplyAct
from evaluator.text.clock import beijing_time

_MOST_SENTENCES = 2


_MAYBE_CLOSED: Final = "whether an earlier reply was the closing is not plain"


class M027(Metric):
    """One closing of at most two sentences, once, and nothing beside it."""

    id = "M-027"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.published and turn.status == "converted" and not turn.working:
                yield Event(turn, why="converted, off hours")

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        newest = event.turn.newest
        if newest is None or beijing_time(newest[0].created_at) is None:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.before.closing:
            return not_applicable("the closing was published before")
        if turn.before.closing is None:
            return undecided(_MAYBE_CLOSED)
        said = turn.sentences
        if len(said) > _MOST_SENTENCES:
            return failed(f"{len(said)} sentences", said[_MOST_SENTENCES].text)
        right = follows(turn.reply, turn)
        if right is None:
            return undecided("whether the reply follows the customer's language is not certain")
        if not right or not variant_follows(turn.reply, turn):
            return failed("not in the customer's language", said[0].text if said else None)
        return passed("at most two sentences, in the customer's language", said[0].text if said else None)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.before.closing:
            return not_applicable("the closing was published before")
        if turn.before.closing is None and not turn.closing:
            return undecided(_MAYBE_CLOSED)
        return _meaning(turn)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.before.closing:
            return not_applicable("the closing was published before")
        if turn.before.closing is None and not turn.closing:
            return undecided(_MAYBE_CLOSED)
        if turn.markers:
            return failed("media or a link beside the closing", turn.markers[0].raw)
        if links := turn.links:
            return failed("an address beside the closing", links[0].url)
        if turn.calls:
            return failed(f"{turn.calls[0].name} was called", turn.calls[0].name, "tool")
        asked = next((act for act in turn.reply.find(ReplyAct.ASKS, ReplyAct.ASKS_CONTACT) if act.sure), None)
        if asked is not None:
            return failed("a question is asked", asked.quote)
        if turn.calls is None:
            return lacking("no tool log in the record")
        if not turn.reply.understood:
            return undecided("the reply's language is not read: whether it asks something")
        return passed("nothing beside the closing")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.before.closing is None:
            return undecided("whether an earlier reply was the closing is not plain")
        if not turn.before.closing:
            return not_applicable("the first closing")
        again = turn.closing
        if again is None:
            return undecided("whether this is the closing again is not plain")
        act = turn.said(ReplyAct.SAYS_NEXT_OPENING)
        return failed("the closing is sent a second time", act.quote if act else None) if again else passed("not again")


def _meaning(turn: TurnFacts) -> Finding:
    """Received, off hours, and specs and quotation when we open again (check_2)."""
    parts = {
        "that it was received": turn.says(ReplyAct.SAYS_RECEIVED),
        "that it is off hours": turn.says(ReplyAct.SAYS_OFF_HOURS),
        "when it is confirmed": turn.says(ReplyAct.SAYS_NEXT_OPENING),
        "that specs and quotation are confirmed": turn.says(ReplyAct.SAYS_SPECS_AND_QUOTE),
    }
    missing = [what for what, said in parts.items() if not said]
    if not missing:
        act = turn.said(ReplyAct.SAYS_NEXT_OPENING)
        return passed("received, off hours, specs and quotation next", act.quote if act else None)
    if not turn.reply.understood:
        return undecided("the reply's language is not read")
    off, opening = parts["that it is off hours"], parts["when it is confirmed"]
    if not off and not opening and turn.closing is not None:
        return failed(
            "no closing: it does not say that it is off hours nor when it is confirmed", turn.due_quote, "inbound"
        )
    return undecided(f"not found in the closing: {'; '.join(missing)}")
