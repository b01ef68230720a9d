"""Stage 1.4, answers on one product and on policies: M-013, M-014, M-015, M-016."""

import re
from collections.abc import Iterator
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, failed, lacking, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.history import remembered
from evaluator.checks.questions import at_most_one
from evaluator.checks.sources import (
    Sources,
    is_empty,
    physical,
    rows_in_question,
    searched_for,
    sources_of,
    topic,
    untraced,
)
from evaluator.checks.tables import Row
from evaluator.ontology import CustomerAct, Department, Field, Parameter, ReplyAct
from evaluator.reading.model import Act, Tri
from evaluator.text.normalise import fold
from evaluator.text.numbers import Number, find_numbers

_UNREAD: Final = "the reply's language is not read"
_NO_LOG: Final = "no tool log in the record"
# The parameter that a figure belongs to, by its unit.
_PARAMETER_OF: Final = {
    "power": Parameter.POWER,
    "length": Parameter.LENGTH,
    "current": Parameter.CURRENT,
    "voltage": Parameter.CURRENT,
    "data_speed": Parameter.DATA_SPEED,
    "weight": Parameter.WEIGHT,
    "cycles": Parameter.DURABILITY,
}
POLICIES: Final = (
    CustomerAct.ASKS_MOQ,
    CustomerAct.ASKS_SAMPLE,
    CustomerAct.ASKS_PAYMENT,
    CustomerAct.ASKS_DELIVERY,
    CustomerAct.ASKS_CERTIFICATION,
    CustomerAct.ASKS_COMPANY,
)
_FIGURES_OF_POLICY: Final = ("time", "percent", "pieces")
_OTHER_TOPICS: Final = ("power", "length", "material", "diameter", "current", "data_speed", "durability", "weight")


@remembered
def asked_parameters(turn: TurnFacts) -> list[Act]:
    """The single parameters that the customer surely asks for in a turn."""
    found: dict[str, Act] = {}
    for act in turn.customer_acts():
        if act.act == CustomerAct.ASKS_PARAMETER and act.sure and act.value and act.value != Parameter.INTERFACE:
            found.setdefault(act.value, act)
    return list(found.values())


@remembered
def may_answer_parameter(turn: TurnFacts) -> bool:
    """Whether an unread question may be about a parameter: the reply speaks of one, or a product was looked up."""
    if not turn.reply.read or any(physical(number) for number in turn.stated_numbers):
        return True
    if any(act.value in _OTHER_TOPICS for act in turn.reply.find(ReplyAct.ANSWERS)):
        return True
    return any(call.name == "get_product_detail" for call in turn.calls or ())


class M013(Metric):
    """One parameter asked, one parameter answered."""

    id = "M-013"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            asked = asked_parameters(turn)
            if turn.ordinary and len(asked) == 1 and asked[0].value != Parameter.GENERAL:
                yield Event(turn, data={"asked": asked[0]})
            elif turn.ordinary and (unread := turn.unread) is not None and may_answer_parameter(turn):
                yield Event(turn, None, data={"asked": unread})

    def session_edges(self, facts: Facts) -> Iterator[str]:
        if any(turn.ordinary and len(asked_parameters(turn)) > 1 for turn in facts.turns[1:]):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, _asked(event)
        for number in _own_numbers(turn):
            kind = _PARAMETER_OF.get(number.kind)
            if kind is not None and kind != asked.value and not _same_thing(kind, asked.value):
                return failed(f"{kind} was not asked", number.raw)
        if not turn.reply.read:
            return undecided(_UNREAD)
        return passed(f"only {asked.value}", asked.quote, "inbound")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        kinds = {number.kind for number in _own_numbers(event.turn) if physical(number)}
        if len(kinds) >= _A_SHEET:
            return failed("the whole specification is pasted", event.turn.due_quote, "inbound")
        return passed("no specification sheet")


_A_SHEET: Final = 3  # different parameters in one answer to a question about one


class M014(Metric):
    """Several versions: find out which, then read that row alone."""

    id = "M-014"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            asked = bool(asked_parameters(turn)) or _answers_open_question(facts, turn)
            if not turn.ordinary or not (asked or (turn.unread and may_answer_parameter(turn))):
                continue
            newest = sources_of(facts, turn).rows()
            if len(newest) > 1:
                yield Event(turn, True if asked else None)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if self.check_2(facts, event).result == "FAIL":
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        rows, settled = rows_in_question(facts, turn)
        if settled:
            return passed(f"the version is known: {rows[0].version}")
        asked = turn.says(ReplyAct.ASKS, value=Field.INTERFACE)
        if asked:
            act = turn.said(ReplyAct.ASKS, value=Field.INTERFACE)
            return passed("the version is asked", act.quote if act else None)
        figures = [number for number in _own_numbers(turn) if physical(number)]
        if figures and not _same_everywhere(rows, figures):
            return failed("answered without knowing the version", figures[0].raw)
        if figures:
            return passed("the same for all versions", figures[0].raw)
        return undecided("whether the version is asked, or does not matter, is not plain")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        rows, settled = rows_in_question(facts, turn)
        if not settled:
            return not_applicable("the version is not settled")
        bare, sources = durability_figures(turn), sources_of(facts, turn)
        for number in _own_numbers(turn):
            told = physical(number) or number.raw in bare
            if told and not in_rows(rows, number) and sources.product_holds(rows[0], number):
                return failed(f"a value of another version than {rows[0].version}", number.raw)
        return passed("only that row")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        _, settled = rows_in_question(facts, turn)
        if settled or not turn.says(ReplyAct.ASKS, value=Field.INTERFACE):
            return not_applicable("nothing to clarify")
        return at_most_one(turn.reply)


class M015(Metric):
    """An empty cell stays empty."""

    id = "M-015"

    def events(self, facts: Facts) -> Iterator[Event]:
        came_up = False  # "no parameter came up: N/A" (rulings); once one has, the next version's figures count too
        for turn in facts.turns[1:]:
            asked = [act for act in asked_parameters(turn) if act.value != Parameter.GENERAL]
            came_up = came_up or bool(asked)
            figures = [number for number in _own_numbers(turn) if physical(number)]
            if turn.ordinary and (asked or (came_up and figures)):
                yield Event(turn, data={"asked": asked[0] if asked else None})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.says(ReplyAct.DEFERS_TO) and not _own_numbers(event.turn):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return _no_filling(facts, event.turn)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        return _no_filling(facts, event.turn)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        changed = turn.number > 1 and turn.customer(CustomerAct.STATES_INTERFACE)
        if not changed or not sources_of(facts, turn).rows():
            return not_applicable("the interface is not changed")
        rows, settled = rows_in_question(facts, turn)
        figures = [number for number in _own_numbers(turn) if physical(number)]
        if not settled or not figures:
            return not_applicable("no figure for the new version")
        if all(in_rows(rows, number) for number in figures):
            return passed("from the new version's row", figures[0].raw)
        return undecided("whether the new version's row was read is not plain")


class M016(Metric):
    """Policies: look them up, then answer; not found, then say who confirms."""

    id = "M-016"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if not turn.ordinary:
                continue
            for kind in POLICIES:
                applies, act = topic(turn, kind)
                if act is not None:
                    yield Event(turn, applies, data={"asked": act})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.customer(CustomerAct.ASKS_PRICE):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return looked_up(event.turn, _asked(event))

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, _asked(event)
        _, hit = searched_for(turn, asked.act)
        if hit:
            return not_applicable("it was found")
        return names_who_confirms(turn, asked)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, _asked(event)
        found = no_invented_terms(facts, turn)
        promised = turn.says(ReplyAct.PROMISES) or turn.says(ReplyAct.AFFIRMS) or turn.says(ReplyAct.ACKNOWLEDGES)
        if asked.act == CustomerAct.ASKS_CERTIFICATION and promised and not turn.says(ReplyAct.DEFERS_TO):
            return undecided("whether more is said of certificates than was found is not plain")
        return found


def looked_up(turn: TurnFacts, asked: Act) -> Finding:
    """Whether the knowledge base was searched for what was asked, in this turn or before (M-016, M-021, M-032 …)."""
    searched, _ = searched_for(turn, asked.act)
    if searched:
        return passed("looked up", asked.quote, "inbound")
    if turn.calls is None:
        return lacking(_NO_LOG)
    searches = [call for call in turn.calls if call.name == "knowledge_search"]
    if searches and not turn.knowledge.posters:
        return undecided("a search was made; whether it was for this is not plain")
    return failed("knowledge_search was not called for it", asked.quote, "inbound")


def names_who_confirms(turn: TurnFacts, asked: Act, *departments: Department) -> Finding:
    """Whether the reply says who will confirm what was not found."""
    named = [act for act in turn.reply.find(ReplyAct.DEFERS_TO) if act.sure]
    if named and (not departments or any(act.value in departments for act in named)):
        return passed(f"{named[0].value} confirms", named[0].quote)
    if named or turn.says(ReplyAct.DEFERS_TO) is not False or not turn.reply.read:
        return undecided("whether the reply says who confirms it is not plain")
    return failed("nobody is named who confirms it", asked.quote, "inbound")


def no_invented_terms(facts: Facts, turn: TurnFacts) -> Finding:
    """Whether the reply holds terms (days, shares, amounts, quantities) that nothing returned."""
    figures = [
        number
        for number in turn.stated_numbers
        if number.kind in _FIGURES_OF_POLICY and not (number.kind == "pieces" and number.high < _COUNTING)
    ]
    sources = sources_of(facts, turn)
    if method := invented_method(turn, sources):
        return failed("a way of paying that no document holds", method)
    invented = untraced(figures, sources)
    if invented:
        return failed("a figure that no document holds", invented[0].raw)
    if any(sources.trace(number) is None for number in figures):
        return undecided("whether a figure comes from a document is not plain")
    return passed("nothing but what was found", figures[0].raw if figures else None)


def invented_method(turn: TurnFacts, sources: Sources) -> str:
    """A way of paying that the reply names and that neither a tool nor the customer did; empty where there is none."""
    if not sources.complete:
        return ""
    for name, pattern in _METHODS.items():
        found = pattern.search(turn.text)
        if not found or not name or sources.matches(pattern):
            continue
        if not any(pattern.search(message.text) for message, _ in turn.customer_messages):
            return found.group()
    return ""


# Ways of paying in the scripts that they are written in; the names are international.
_METHODS: Final = {
    "letter of credit": re.compile(
        r"\bL/C\b|letters? of credit|信用证|信用證|اعتماد مستندي|خطاب اعتماد|cartas? de crédito|lettres? de crédit"
        r"|Akkreditiv|аккредитив|신용장|信用状|thư tín dụng",
        re.IGNORECASE,
    ),
    "PayPal": re.compile(r"paypal|贝宝|페이팔|ペイパル", re.IGNORECASE),
    "Western Union": re.compile(r"western union|西联|西聯|ويسترن", re.IGNORECASE),
    "cheque": re.compile(
        r"\bcheques?\b|\b(?:by|via|with|bank|bankers?|cashiers?|certified|a)['’]?s? checks?\b(?! (?:on|with|of|in)\b)"
        r"|支票|شيك|Scheck|\bчек",
        re.IGNORECASE,
    ),
    "Alipay": re.compile(r"alipay|支付宝|支付寶", re.IGNORECASE),
}


def _no_filling(facts: Facts, turn: TurnFacts) -> Finding:
    """Whether each figure for a parameter comes from the row in question, and an empty cell got none."""
    sources = sources_of(facts, turn)
    bare = durability_figures(turn)
    figures = [number for number in _own_numbers(turn) if physical(number) or number.raw in bare]
    rows, settled = rows_in_question(facts, turn)
    for number in figures:
        traced = sources.trace(number)
        if traced is False:
            return failed("a figure that nothing returned", number.raw)
        if settled and rows and not in_rows(rows, number) and sources.product_holds(rows[0], number):
            return failed("the cell of this version is empty or other; the figure is another's", number.raw)
        if traced is None:
            return undecided(f"whether {number.raw} comes from the product's table is not plain")
    if figures or turn.reply.read:
        return passed("each figure as it was returned", figures[0].raw if figures else None)
    return undecided(_UNREAD)


@remembered
def _own_numbers(turn: TurnFacts) -> list[Number]:
    """The figures of a reply, without those that it only repeats from the customer's own message."""
    said = {fold(message.text) for message, _ in turn.customer_messages}
    return [number for number in turn.stated_numbers if not any(fold(number.raw) in text for text in said)]


@remembered
def durability_figures(turn: TurnFacts) -> set[str]:
    """Figures without a unit in a sentence about durability: counts of bends or plugs."""
    places = {act.at for act in turn.reply.find(ReplyAct.ANSWERS, value="durability")}
    told = [sentence.text for sentence in turn.sentences if sentence.at in places]
    return {
        number.raw
        for text in told
        for number in find_numbers(text, turn.reply.language or "en")
        if number.kind == "none" and number.low >= _MANY
    }


_MANY: Final = 100
_COUNTING: Final = 10  # pieces below this only count ("one piece is 5 USD")


def in_rows(rows: tuple[Row, ...], number: Number) -> bool:
    """Whether a figure stands in one of these rows."""
    return any(row.holds(number) for row in rows)


def _same_everywhere(rows: tuple[Row, ...], figures: list[Number]) -> bool:
    return all(in_rows((row,), number) for row in rows for number in figures)


def _answers_open_question(facts: Facts, turn: TurnFacts) -> bool:
    """The customer names the version that he was asked for in the turn before."""
    if turn.number < 2 or not turn.customer(CustomerAct.STATES_INTERFACE):
        return False
    earlier = facts.turns[turn.number - 2]
    return bool(earlier.says(ReplyAct.ASKS, value=Field.INTERFACE)) and bool(asked_parameters(earlier))


def _same_thing(kind: str, asked: str | None) -> bool:
    return (kind, asked) in ((Parameter.LENGTH, Parameter.DIAMETER), (Parameter.CURRENT, Parameter.POWER))


def _asked(event: Event) -> Act:
    act = event.data["asked"]
    assert isinstance(act, Act)
    return act


def cell_is_empty(facts: Facts, turn: TurnFacts) -> Tri:
    """Whether the cell of a parameter that is asked for is empty in the row in question."""
    rows, settled = rows_in_question(facts, turn)
    asked = [act for act in asked_parameters(turn) if act.value != Parameter.GENERAL]
    if not rows or not asked:
        return False
    found = [is_empty(row.cell(Parameter(act.value))) for row in rows for act in asked if act.value]
    if settled:
        return any(found)
    return True if all(found) else (None if any(found) else False)


__all__ = [
    "M013", "M014", "M015", "M016", "asked_parameters", "cell_is_empty", "in_rows", "looked_up",
    "names_who_confirms", "no_invented_terms",
]  # fmt: skip
