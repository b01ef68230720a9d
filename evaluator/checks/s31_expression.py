"""Stage 3.1, expression: M-028 to M-030."""

import re
from collections.abc import Iterator
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, failed, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.s14_single import POLICIES, asked_parameters, cell_is_empty
from evaluator.checks.s21_form import is_list
from evaluator.checks.sources import physical, rows_in_question, searched_for, sources_of, topic, untraced
from evaluator.ontology import CustomerAct, Parameter, ReplyAct
from evaluator.reading.segment import Sentence, sentences
from evaluator.text.numbers import Number

_MOST_FOR_THANKS: Final = 2  # sentences
_LONG_SENTENCE: Final = 45  # words of a sentence that could be two
_SMALL_TALK: Final = frozenset(
    {CustomerAct.GREETS, CustomerAct.THANKS, CustomerAct.ACKNOWLEDGES, CustomerAct.SAYS_GOODBYE}
)
_PRICES: Final = (
    CustomerAct.ASKS_PRICE,
    CustomerAct.ASKS_DISCOUNT,
    CustomerAct.ASKS_FREIGHT,
    CustomerAct.ASKS_DUTY,
)


class M029(Metric):
    """The reply is as long as its occasion needs."""

    id = "M-029"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if turn.ordinary:
                yield Event(turn)
        if facts.turns and facts.turns[0].ordinary:
            yield Event(facts.turns[0], data={"first": True})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if is_list(event.turn.body):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        acts = {act.act for act in turn.customer_acts()}
        if event.data.get("first") or not acts or acts - _SMALL_TALK or turn.markers:
            return not_applicable("more than thanks or a confirmation")
        if not all(reading.understood for _, reading in turn.customer_messages):
            return undecided("whether the message is no more than thanks is not plain")
        said = _without_choices(turn)
        if len(said) > _MOST_FOR_THANKS + 1:
            return failed(f"{len(said)} sentences for thanks or a confirmation", said[-1].text)
        if len(said) > _MOST_FOR_THANKS:
            return undecided("three sentences for thanks or a confirmation")
        return passed("short", said[0].text if said else None)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        asked = asked_parameters(turn)
        if len(asked) < 2 and not any(act.value == Parameter.GENERAL for act in asked):
            return not_applicable("not several parameters")
        kinds = {number.kind for number in turn.stated_numbers if physical(number)}
        if len(kinds) < 2:
            return not_applicable("fewer than two parameters are answered")
        if is_list(turn.body) or len(turn.text.strip().splitlines()) > len(kinds):
            return passed("a list, one point a line")
        if len(kinds) >= _NEEDS_LIST:
            return failed("several parameters in running text", turn.sentences[0].text)
        return undecided("two parameters in running text")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        for sentence in event.turn.sentences:
            if len(sentence.text.split()) > _LONG_SENTENCE:
                return undecided("a long sentence that might be two")
        return passed("no sentence is too long")


_NEEDS_LIST: Final = 3
# Choices numbered in running text: their numbers end no sentence.
_CHOICES: Final = re.compile(r"(?:^|\s)[(（]?(?:1|A|①)[.)、．）]\s?\S.{0,60}?\s?[(（]?(?:2|B|②)[.)、．）]\s?\S", re.S)


def _without_choices(turn: TurnFacts) -> tuple[Sentence, ...]:
    """The sentences of a reply, numbered choices as one."""
    choices = _CHOICES.search(turn.body)
    if choices is None:
        return turn.sentences
    lead = sentences(turn.body[: choices.start()])
    return (*lead, Sentence(choices.group().strip(), len(lead), False))


class M030(Metric):
    """At the limit of what is known: say so, and say who will know."""

    id = "M-030"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if not turn.ordinary:
                continue
            certain, asked = turn.topic(*_PRICES)
            if certain is None and asked is not None and turn.customer_act(*_PRICES) is None:
                spoken = turn.reply.find(ReplyAct.ANSWERS, value="price")
                certain = None if not turn.reply.read or any(spoken) else False
            missed = [
                act
                for kind in (*POLICIES, CustomerAct.ASKS_AFTER_SALES, CustomerAct.ASKS_CUSTOMIZATION)
                if (act := topic(turn, kind)[1]) is not None and _missed(turn, kind)
            ]
            empty = cell_is_empty(facts, turn)
            unsure = turn.customer_act(CustomerAct.ASKS_UNKNOWN, *POLICIES) is not None or bool(asked_parameters(turn))
            admitted = unsure and turn.says(ReplyAct.CANNOT_SAY) and turn.says(ReplyAct.DEFERS_TO)
            if certain or any(act.sure for act in missed) or empty or admitted:
                yield Event(turn)
            elif missed or empty is None or certain is None:
                yield Event(turn, None)

    def session_edges(self, facts: Facts) -> Iterator[str]:
        for turn in facts.turns[1:]:
            asked = [act for act in asked_parameters(turn) if act.value != Parameter.GENERAL]
            rows, settled = rows_in_question(facts, turn)
            there = bool(asked and rows and settled) and cell_is_empty(facts, turn) is False
            if turn.ordinary and there and turn.says(ReplyAct.CANNOT_SAY):
                yield "edge_1"
                return

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        price = turn.said(ReplyAct.GIVES_PRICE, ReplyAct.GIVES_FREIGHT, ReplyAct.GIVES_DUTY)
        sources = sources_of(facts, turn)
        if price is not None and price.sure and untraced(_prices(turn), sources):
            return failed("an answer is made up", price.quote)
        figures = [number for number in turn.stated_numbers if physical(number) or number.kind in ("time", "percent")]
        if invented := untraced(figures, sources):
            return failed("a figure that nothing returned", invented[0].raw)
        return passed("nothing is made up") if turn.reply.read else undecided("the reply's language is not read")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        said = turn.says(ReplyAct.DEFERS_TO, ReplyAct.CANNOT_SAY)
        if said:
            act = turn.said(ReplyAct.DEFERS_TO, ReplyAct.CANNOT_SAY)
            return passed("said openly", act.quote if act else None)
        if said is None:
            return undecided("whether it is said openly is not plain")
        return failed("the limit is passed over", turn.due_quote, "inbound")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        named = turn.says(ReplyAct.DEFERS_TO)
        if named:
            act = turn.said(ReplyAct.DEFERS_TO)
            return passed("who will confirm it is named", act.quote if act else None)
        if named is None:
            return undecided("whether it is said who confirms is not plain")
        return failed("nobody is named who will confirm it", turn.due_quote, "inbound")


def _prices(turn: TurnFacts) -> list[Number]:
    return [number for number in turn.stated_numbers if number.kind == "money"]


def _missed(turn: TurnFacts, kind: str) -> bool:
    searched, hit = searched_for(turn, kind)
    return searched and not hit
