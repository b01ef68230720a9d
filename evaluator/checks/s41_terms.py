"""Stage 4.1, red lines on prices and terms: M-031 to M-034, M-037."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, failed, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.questions import at_most_one
from evaluator.checks.s14_single import invented_method, looked_up, names_who_confirms
from evaluator.checks.sources import figures_on, searched_for, sources_of, topic, untraced
from evaluator.ontology import CustomerAct, Department, Field, ReplyAct
from evaluator.reading.model import Act, Tri
from evaluator.text.numbers import Number

_PRICE_ACTS: Final = (ReplyAct.GIVES_PRICE, ReplyAct.GIVES_DISCOUNT, ReplyAct.GIVES_FREIGHT, ReplyAct.GIVES_DUTY)
_PRICE_QUESTIONS: Final = (
    CustomerAct.ASKS_PRICE,
    CustomerAct.ASKS_DISCOUNT,
    CustomerAct.ASKS_FREIGHT,
    CustomerAct.ASKS_DUTY,
)
_UNREAD: Final = "the reply's language is not read"
_PLAIN_FIGURE: Final = 20  # a figure that nobody writes in words


def _occasions(facts: Facts, questions: tuple[str, ...], statements: tuple[str, ...]) -> Iterator[Event]:
    """Turns with the question, or with the forbidden thing stated unasked (rulings, "Products and policies")."""
    for turn in facts.turns:
        if not turn.published:
            continue
        applies, asked = first_topic(turn, questions)
        if asked is not None and turn.ordinary and turn.number > 1:
            yield Event(turn, applies, data={"asked": asked})
            continue
        said = turn.said(*statements) if statements else None
        if said is not None:
            yield Event(turn, True if said.sure else None, data={"asked": None})


class M031(Metric):
    """No price of any kind."""

    id = "M-031"

    def events(self, facts: Facts) -> Iterator[Event]:
        return _occasions(facts, _PRICE_QUESTIONS, _PRICE_ACTS)

    def session_edges(self, facts: Facts) -> Iterator[str]:
        for turn in facts.turns[1:]:
            if turn.ordinary and turn.customer(CustomerAct.ASKS_SAMPLE) and not turn.customer(CustomerAct.ASKS_PRICE):
                yield "edge_1"
                return

    def check_1(self, facts: Facts, event: Event) -> Finding:
        said = event.turn.said(*_PRICE_ACTS)
        if said is not None:
            note = f"the reply {said.act.replace('_', ' ')}"
            if said.act == ReplyAct.GIVES_PRICE and _of_a_sample(event.turn, said):
                return undecided(f"{note}, or tells a sample fee again")
            return failed(note, said.quote) if said.sure else undecided(f"{note}, perhaps")
        return passed("no figure of a price") if event.turn.reply.read else undecided(_UNREAD)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        asked = asked_of(event)
        if asked is None:
            return not_applicable("no price was asked for")
        return names_who_confirms(event.turn, asked, Department.SALES)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        if not sources_of(facts, event.turn).priced():
            return not_applicable("no tool returned a price")
        return self.check_1(facts, event)


def _of_a_sample(turn: TurnFacts, said: Act) -> bool:
    """Whether an amount told in a turn about samples is one that the sample policy names."""
    if turn.customer_act(CustomerAct.ASKS_SAMPLE) is None and not turn.says(ReplyAct.ANSWERS, value="sample"):
        return False
    fees = {value for kind, value in figures_on(turn, CustomerAct.ASKS_SAMPLE) if kind == "money"}
    return said.value is not None and Decimal(said.value) in fees


class M032(Metric):
    """Sample fees as the knowledge base has them, whole."""

    id = "M-032"

    def events(self, facts: Facts) -> Iterator[Event]:
        yield from _occasions(facts, (CustomerAct.ASKS_SAMPLE,), ())
        for turn in facts.turns:
            fee = next((act for act in turn.reply.find(ReplyAct.GIVES_NUMBER, value="sample_fee") if act.sure), None)
            if turn.published and fee is not None and turn.customer_act(CustomerAct.ASKS_SAMPLE) is None:
                yield Event(turn, data={"asked": None})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if searched_for(event.turn, CustomerAct.ASKS_SAMPLE) == (True, False):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, asked_of(event)
        if asked is not None:
            found = looked_up(turn, asked)
            if found.result != "PASS":
                return found
        if not searched_for(turn, CustomerAct.ASKS_SAMPLE)[1]:
            if asked is None:
                return undecided("no sample policy was looked up in this session")
            return names_who_confirms(turn, asked)
        if earlier_answer(facts, turn, CustomerAct.ASKS_SAMPLE):
            return passed("the policy was explained before")
        found_there = figures_on(turn, CustomerAct.ASKS_SAMPLE)
        wanted = {value for kind, value in found_there if kind in ("money", "pieces", "percent")}
        given = {n.low for n in turn.stated_numbers} | {n.high for n in turn.stated_numbers}
        missing = wanted - given
        if not missing:
            return passed("all that the knowledge base says", asked.quote if asked else None, "inbound")
        plain = {value for value in missing if value >= _PLAIN_FIGURE}
        if not given or len(missing) * 2 > len(wanted) or (plain and turn.reply.read):
            return failed(f"left out: {', '.join(str(value) for value in sorted(missing))}", turn.due_quote, "inbound")
        return undecided(f"perhaps left out: {', '.join(str(value) for value in sorted(missing))}")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if not turn.reply.read:
            return undecided(_UNREAD)
        figures = [number for number in turn.stated_numbers if number.kind == "money"]
        offered = {value for kind, value in figures_on(turn, CustomerAct.ASKS_SAMPLE) if kind == "money"}
        if len(offered) > 1 and len(figures) > len({number.low for number in figures}):
            return undecided("a fee is named twice: whether one is chosen for the customer is not plain")
        if len(offered) > 1 and len({number.low for number in figures}) == 1:
            return undecided("one of several fees is named: whether it is chosen for the customer is not plain")
        return passed("no fee is chosen for the customer")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        said = event.turn.said(ReplyAct.GIVES_FREIGHT)
        if said is not None and said.sure:
            return failed("an amount for the sample's freight", said.quote)
        return passed("no amount for freight") if event.turn.reply.read else undecided(_UNREAD)


class M033(Metric):
    """MOQ as the knowledge base has it, and no small order turned away."""

    id = "M-033"

    def events(self, facts: Facts) -> Iterator[Event]:
        asked_before = False
        for turn in facts.turns:
            applies, asked = topic(turn, CustomerAct.ASKS_MOQ)
            if asked is not None and turn.ordinary and turn.number > 1:
                yield Event(turn, applies, data={"asked": asked})
            elif turn.ordinary and asked_before and turn.customer(CustomerAct.STATES_QUANTITY):
                yield Event(turn, data={"asked": None})
            elif turn.ordinary and (refused := _small_order_refused(turn)) is not None:
                yield Event(turn, True if refused.sure else None, data={"asked": None})
            asked_before = asked_before or asked is not None

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, asked_of(event)
        figures = [number for number in turn.stated_numbers if number.kind == "pieces"]
        invented = untraced(figures, sources_of(facts, turn))
        if invented:
            return failed("a minimum that nothing returned", invented[0].raw)
        if asked is None:
            return passed("no minimum is made up")
        return looked_up(turn, asked)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        act = turn.said(ReplyAct.REFUSES_ORDER)
        if act is None and turn.reply.read:
            if (
                turn.customer(CustomerAct.STATES_QUANTITY)
                and turn.says(ReplyAct.NEGATES)
                and not turn.says(ReplyAct.DEFERS_TO)
            ):
                return undecided("something is denied beside a quantity: whether the order is turned away is not plain")
            return passed("no order is turned away")
        if act is None:
            return undecided(_UNREAD)
        if act.sure and asked_of(event) is None:
            return failed("a small order is turned away", act.quote)
        return undecided("whether an order is turned away is not plain")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        reply = event.turn.reply
        fields = {act.value for act in reply.find(ReplyAct.ASKS) if act.sure}
        if _quantity_and_style_known(facts, event.turn):
            return not_applicable("quantity and style were both given")
        known = [act for act in event.turn.customer_acts() if act.act == CustomerAct.STATES_QUANTITY and act.sure]
        if Field.QUANTITY in fields and known:
            return failed("the quantity was given and is asked again", known[0].quote, "inbound")
        return at_most_one(reply)


def _small_order_refused(turn: TurnFacts) -> Act | None:
    """An order turned away unasked, where the customer names a quantity (rulings, "Products and policies")."""
    return turn.said(ReplyAct.REFUSES_ORDER) if turn.customer(CustomerAct.STATES_QUANTITY) else None


def _quantity_and_style_known(facts: Facts, turn: TurnFacts) -> bool:
    """Whether nothing of the two is missing, so that what is asked beside them is for other metrics."""
    return max(facts.history.first(_gives_quantity), facts.history.first(_gives_style)) <= turn.number


def _gives_quantity(turn: TurnFacts) -> bool:
    return turn.customer(CustomerAct.STATES_QUANTITY) is True


def _gives_style(turn: TurnFacts) -> bool:
    styles = (CustomerAct.CHOOSES_STYLE, CustomerAct.NAMES_MODEL, CustomerAct.STATES_APPEARANCE)
    return turn.customer(*styles) is True


class M034(Metric):
    """Lead time looked up, production and transit apart, nothing estimated."""

    id = "M-034"

    def events(self, facts: Facts) -> Iterator[Event]:
        questions = (CustomerAct.ASKS_DELIVERY, CustomerAct.ASKS_SHIPPING, CustomerAct.ASKS_FREIGHT)
        return _occasions(facts, questions, (ReplyAct.GIVES_FREIGHT, ReplyAct.GIVES_DUTY))

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.customer(CustomerAct.ASKS_SHIPPING) and event.turn.says(ReplyAct.DEFERS_TO):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, asked_of(event)
        if asked is None or asked.act == CustomerAct.ASKS_FREIGHT:
            return not_applicable("lead time was not asked for")
        found = looked_up(turn, asked)
        if found.result != "PASS":
            return found
        if not turn.says(ReplyAct.GIVES_TIME):
            return passed("no time is given", asked.quote, "inbound")
        topics = {act.value for act in turn.reply.find(ReplyAct.ANSWERS)}
        if "shipping" in topics or "freight" in topics or turn.says(ReplyAct.DEFERS_TO):
            return passed("production and transit are kept apart", asked.quote, "inbound")
        return undecided("whether production and transit are kept apart is not plain")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        cost = turn.said(ReplyAct.GIVES_FREIGHT, ReplyAct.GIVES_DUTY)
        if cost is not None and cost.sure:
            return failed(f"the reply {cost.act.replace('_', ' ')}", cost.quote)
        times = [number for number in turn.stated_numbers if number.kind == "time" and number.unit not in _SHORT]
        if invented := untraced(times, sources_of(facts, turn)):
            return failed("a time that nothing returned", invented[0].raw)
        return passed("nothing is estimated") if turn.reply.read else undecided(_UNREAD)


_SHORT: Final = ("hour", "h", "minute", "min")  # of an answer, not of a delivery


class M037(Metric):
    """Payment terms as the knowledge base has them."""

    id = "M-037"

    def events(self, facts: Facts) -> Iterator[Event]:
        return _occasions(facts, (CustomerAct.ASKS_PAYMENT,), ())

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.says(ReplyAct.DEFERS_TO, value=Department.SALES):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, asked_of(event)
        figures = [number for number in turn.stated_numbers if number.kind in ("percent", "time")]
        if invented := _surely(untraced(figures, sources_of(facts, turn))):
            return failed("a term that nothing returned", invented[0].raw)
        if method := invented_method(turn, sources_of(facts, turn)):
            return failed("a way of paying that no document holds", method)
        return looked_up(turn, asked) if asked is not None else not_applicable("not asked for")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, asked_of(event)
        if asked is None or searched_for(turn, CustomerAct.ASKS_PAYMENT)[1]:
            return not_applicable("it was found")
        return names_who_confirms(turn, asked, Department.COMMERCIAL)


def first_topic(turn: TurnFacts, kinds: tuple[str, ...]) -> tuple[Tri, Act | None]:
    """The first of several topics that is surely asked about, else the first that may be."""
    found = [(applies, act) for kind in kinds for applies, act in [topic(turn, kind)] if act is not None]
    return min(found, key=lambda pair: pair[0] is not True, default=(False, None))


def asked_of(event: Event) -> Act | None:
    """The question that an event is about, if one was asked."""
    asked = event.data.get("asked")
    return asked if isinstance(asked, Act) else None


def earlier_answer(facts: Facts, turn: TurnFacts, kind: str) -> bool:
    """Whether the same was asked, and answered with figures, in an earlier turn."""
    return facts.history.first(_answers_with_figures, kind) < turn.number


def _answers_with_figures(turn: TurnFacts, kind: str) -> bool:
    return bool(turn.ordinary and turn.number > 1 and turn.customer(kind) and turn.stated_numbers)


def _surely(numbers: list[Number]) -> list[Number]:
    return [number for number in numbers if number.unit not in _SHORT]
