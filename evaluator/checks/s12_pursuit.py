"""Stages 1.1 and 1.2, roles and answers: M-002, M-003, M-005."""

from collections.abc import Iterator, Mapping
from typing import Final

from evaluator.checks.answers import answered_at, passes_over, specific_questions
from evaluator.checks.base import Event, Finding, Metric, failed, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.s21_form import body_length
from evaluator.ontology import POSTER_TRIGGERS, CustomerAct, Field, ReplyAct
from evaluator.reading.model import Act, Tri
from evaluator.reading.segment import sentences
from evaluator.text.interfaces import find_interfaces
from evaluator.text.markers import strip_markers

_UNREAD: Final = "the reply's language is not read"
_KNOWN: Final[Mapping[str, str]] = {
    CustomerAct.STATES_CUSTOMER_TYPE: Field.CUSTOMER_TYPE,
    CustomerAct.STATES_ROLE: Field.BUYER_ROLE,
    CustomerAct.NAMES_MODEL: Field.PRODUCT,
    CustomerAct.STATES_INTERFACE: Field.INTERFACE,
}
# Fields that a question about the role is easily taken for ("is the company yours?").
_LIKE_ROLE: Final = (Field.OTHER, Field.COMPANY, Field.POSITION, Field.PRODUCT)
_PRODUCT_QUESTION: Final = POSTER_TRIGGERS - {CustomerAct.STATES_INTERFACE, CustomerAct.STATES_POWER}


_DROPPED: Final = "the role was asked in the turn before, and passed over"
_WANTS: Final = (CustomerAct.WANTS_WECHAT, CustomerAct.INJECTS, CustomerAct.HAGGLES)


class M002(Metric):
    """The customer's type, then his role: confirm, ask once, never before a product question."""

    id = "M-002"

    def events(self, facts: Facts) -> Iterator[Event]:
        role_asked = False
        passed_over = False  # the turn before asked the role, and rightly
        type_known: Tri = False
        for turn in facts.turns[1:]:
            said_type = turn.customer(CustomerAct.STATES_CUSTOMER_TYPE)
            if said_type and type_known:
                said_type = False if type_known else None  # said again, in passing
            type_known = True if type_known or said_type else None if type_known is None or said_type is None else False
            said_role = turn.customer(CustomerAct.STATES_ROLE)
            asks_now = turn.says(ReplyAct.ASKS, value=Field.BUYER_ROLE)
            if turn.ordinary and (said_type or said_role or _role_known(facts, turn) or role_asked):
                dropped = passed_over and _dropped(turn)
                if said_type or said_role or asks_now or dropped:
                    yield Event(turn, data={"asked_before": role_asked, "dropped": dropped})
            elif turn.ordinary and (said_type is None or said_role is None) and (_hinted(turn) or turn.unread_text):
                yield Event(turn, None, data={"asked_before": role_asked})
            role_asked = role_asked or bool(asks_now)
            passed_over = bool(asks_now) and self._type_alone(facts, turn)

    def conditions(self, facts: Facts, event: Event) -> Mapping[str, Tri]:
        turn = event.turn
        said_type = turn.customer(CustomerAct.STATES_CUSTOMER_TYPE)
        product = turn.customer(*_PRODUCT_QUESTION, *(act.act for act in specific_questions(turn)))
        stated = _role_known(facts, turn) or turn.customer(CustomerAct.STATES_ROLE)
        near: tuple[str, ...] = (
            CustomerAct.STATES_INTERFACE,
            CustomerAct.STATES_POWER,
            CustomerAct.NAMES_MODEL,
            CustomerAct.CHOOSES_STYLE,
            CustomerAct.ASKS_PICTURE,
        )
        pictured = any(sender == "customer" for sender, _ in turn.images)
        if product is not True and (turn.customer(*near) or pictured or turn.unread):
            product = None  # goods are named, nothing is asked of them
        return {
            "type_only": _and(said_type, _not(product), _not(stated), _not(_asks_else(turn))),
            "type_and_product": _and(said_type, product),
            "role_stated": stated or bool(event.data.get("asked_before")),
        }

    def _type_alone(self, facts: Facts, turn: TurnFacts) -> bool:
        """Whether the role was to be asked in this turn: only then is its being passed over an event of check_4."""
        return turn.ordinary and self.conditions(facts, Event(turn))["type_only"] is True

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        turn = event.turn
        said = (CustomerAct.STATES_CUSTOMER_TYPE, CustomerAct.STATES_ROLE)
        product = turn.customer(*_PRODUCT_QUESTION)
        if all(turn.customer(act) for act in said) and product:
            yield "edge_1"
        if turn.customer(CustomerAct.STATES_ROLE, value="owner") and not product:
            yield "edge_2"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if event.data.get("dropped"):
            return not_applicable(_DROPPED)
        asked = turn.says(ReplyAct.ASKS, value=Field.BUYER_ROLE)
        if asked:
            act = turn.said(ReplyAct.ASKS, value=Field.BUYER_ROLE)
            alone = act is not None and act.at == 0 and len(turn.sentences) == 1
            if alone and not _confirms_in(act.quote if act else ""):
                return undecided("whether the type is confirmed before the role is asked is not plain")
            return passed("confirmed, and the role asked", act.quote if act else None)
        if asked is None:
            return undecided("whether the role is asked is not plain")
        if any(act.value in _LIKE_ROLE for act in turn.reply.find(ReplyAct.ASKS)):
            return undecided("a question whose subject was not read may be the one about the role")
        if (unread := turn.unread_clause) is not None:
            return undecided(f"no role is asked, but what came with the type was not read: {unread}")
        return failed("the role is not asked", turn.due_quote, "inbound")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if event.data.get("dropped"):
            return not_applicable(_DROPPED)
        asked = turn.says(ReplyAct.ASKS, value=Field.BUYER_ROLE)
        if asked:
            act = turn.said(ReplyAct.ASKS, value=Field.BUYER_ROLE)
            return failed(
                "the role is asked although a product question came with the type", act.quote if act else None
            )
        return undecided(_UNREAD) if asked is None else passed("the product question comes first")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if not (_role_known(facts, turn) or turn.customer(CustomerAct.STATES_ROLE)):
            return not_applicable("the role was not stated")
        asked = turn.says(ReplyAct.ASKS, value=Field.BUYER_ROLE)
        if asked:
            act = turn.said(ReplyAct.ASKS, value=Field.BUYER_ROLE)
            return failed("the role was stated, and is asked again", act.quote if act else None)
        return undecided(_UNREAD) if asked is None else passed("not asked again")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if not event.data.get("asked_before") or turn.customer(CustomerAct.STATES_ROLE):
            return not_applicable("no unanswered question about the role")
        asked = turn.says(ReplyAct.ASKS, value=Field.BUYER_ROLE)
        if asked:
            act = turn.said(ReplyAct.ASKS, value=Field.BUYER_ROLE)
            return failed("the role is asked a second time", act.quote if act else None)
        return undecided(_UNREAD) if asked is None else passed("not asked a second time")

    def check_5(self, facts: Facts, event: Event) -> Finding:
        if event.turn.says(ReplyAct.ANALYSES):
            act = event.turn.said(ReplyAct.ANALYSES)
            return failed("speaks about customers of that kind from outside", act.quote if act else None)
        return passed("speaks as Tom Jasper") if event.turn.reply.read else undecided(_UNREAD)


class M003(Metric):
    """The answer first, then the next step."""

    id = "M-003"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if turn.ordinary and (specific_questions(turn) or turn.customer(*_TO_SEE)):
                yield Event(turn)
            elif turn.ordinary and turn.unread:
                yield Event(turn, None)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        called = {call.name for call in event.turn.calls or ()}
        if "knowledge_search" in called and called & {"search_products", "get_product_detail"}:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if not turn.reply.read:
            return undecided(f"{_UNREAD}: whether it answers is not known")
        questions = specific_questions(turn)
        answered = [question for question in questions if answered_at(turn, question) is not None]
        if not questions:
            return _shown(turn)
        if all(_only_refused(turn, question) for question in questions):
            return undecided("the question is turned down and nobody is named: whether that answers it is not plain")
        if not answered:
            if turn.says(ReplyAct.ASKS) and _clarifies(turn):
                if any(question.act in _OF_NO_GOODS for question in questions):
                    return undecided(f"a question stands in the place of the answer to: {questions[0].quote}")
                return passed("one thing has to be known first", turn.reply.find(ReplyAct.ASKS).__next__().quote)
            if passes_over(turn):
                return failed("the question is passed over", questions[0].quote, "inbound")
            return undecided(f"no answer was found to: {questions[0].quote}")
        return passed("answered, or said who will", answered[0].quote, "inbound")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        places = [place for question in specific_questions(turn) if (place := answered_at(turn, question)) is not None]
        if not places and not specific_questions(turn):
            return passed("the goods are shown") if _shown(turn).result == "PASS" else undecided("no answer was found")
        if not places:
            return undecided("no answer was found")
        asked = [act.at for act in turn.reply.find(ReplyAct.ASKS) if act.sure]
        image = next((marker for marker in turn.markers if marker.kind == "IMAGE"), None)
        shown = len(sentences(turn.text[: image.start])) if image else None
        first = min(places)
        if (asked and min(asked) < first) or (shown is not None and shown <= first):
            return failed("the next step comes before the answer", turn.due_quote, "inbound")
        invites = turn.said(ReplyAct.INVITES_TO_LOOK)
        if invites is not None and invites.at < first and turn.customer(*_TO_SEE) is False:
            return undecided("an invitation to look stands before the answer: whether it is the next step is not plain")
        return passed("the answer comes first")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        analysis = turn.said(ReplyAct.ANALYSES)
        places = [place for question in specific_questions(turn) if (place := answered_at(turn, question)) is not None]
        if analysis is not None and analysis.sure and places and analysis.at < min(places):
            return failed("an analysis of the business comes before the answer", analysis.quote)
        if not turn.reply.read:
            return undecided(_UNREAD)
        if analysis is not None and _answers_later(turn, analysis.at, places):
            return undecided("an analysis names the subject before the answer: whether it is the answer is not plain")
        if places and (min(places) > _LONG_LEAD or _long_preface(turn, min(places))):
            return undecided("something else stands before the answer: whether it is an analysis is not plain")
        return passed("no analysis before the answer")


# Questions whose answer hangs on no product: which one is meant need not be known first.
_OF_NO_GOODS: Final = frozenset(
    {
        CustomerAct.ASKS_PAYMENT,
        CustomerAct.ASKS_COMPANY,
        CustomerAct.ASKS_PLATFORM,
        CustomerAct.ASKS_AFTER_SALES,
        CustomerAct.ASKS_SHIPPING,
    }
)

# Questions that are answered by showing.
_TO_SEE: Final = (CustomerAct.ASKS_PRODUCT, CustomerAct.ASKS_CATALOGUE, CustomerAct.ASKS_PICTURE)


def _shown(turn: TurnFacts) -> Finding:
    """A wish to see the goods: met by showing them, by an answer about them, or by asking which."""
    if not turn.customer(*_TO_SEE):
        return undecided("whether a question was asked is not known")
    kinds = (ReplyAct.INVITES_TO_LOOK, ReplyAct.ANSWERS, ReplyAct.AFFIRMS, ReplyAct.ASKS, ReplyAct.DEFERS_TO)
    if turn.markers or turn.says(*kinds):
        return passed("taken up", turn.due_quote, "inbound")
    return undecided("whether the wish is taken up is not plain")


def _only_refused(turn: TurnFacts, question: Act) -> bool:
    """The only thing said to a question is that it cannot be answered."""
    refused = {act.at for act in turn.reply.find(ReplyAct.CANNOT_SAY)}
    return answered_at(turn, question) in refused and not turn.reply.has(ReplyAct.DEFERS_TO)


def _answers_later(turn: TurnFacts, analysis: int, places: list[int]) -> bool:
    """Whether figures come only after an analysis that speaks of what was asked."""
    figures = [act.at for act in turn.reply.find(ReplyAct.GIVES_NUMBER, ReplyAct.GIVES_TIME)]
    return bool(places) and analysis <= min(places) and bool(figures) and analysis < min(figures)


def _long_preface(turn: TurnFacts, first: int) -> bool:
    """A sentence of some length before the answer that is neither courtesy nor confirmation."""
    light = {
        act.at
        for act in turn.reply.find(
            ReplyAct.GREETS, ReplyAct.ACKNOWLEDGES, ReplyAct.OFFERS_HELP, ReplyAct.INTRODUCES, ReplyAct.AFFIRMS
        )
    }
    return any(
        sentence.at < first and sentence.at not in light and body_length(strip_markers(sentence.text)) > _PREFACE
        for sentence in turn.sentences
    )


_PREFACE: Final = 0.15  # of the length of a long reply
_LONG_LEAD: Final = 2  # sentences before the answer that are still a courteous opening


class M005(Metric):
    """What the customer has said is not asked again."""

    id = "M-005"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if turn.ordinary and _known_fields(facts, turn):
                yield Event(turn)
            elif turn.ordinary and facts.history.first(_not_read) <= turn.number:
                yield Event(turn, None)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        known = _known_fields(facts, event.turn)
        if Field.INTERFACE in known and event.turn.says(ReplyAct.ASKS, value=Field.APPEARANCE):
            yield "edge_1"
        if event.turn.says(ReplyAct.RESTATES) or _only_confirms(facts, event.turn):
            yield "edge_2"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        known = _known_fields(facts, turn)
        unsure = ""
        for act in turn.reply.find(ReplyAct.ASKS):
            if act.value not in known:
                continue
            certain = known[act.value]
            if act.value == Field.INTERFACE and _restated(facts, turn, act.quote):
                continue
            if act.sure and certain and act.value in (Field.CUSTOMER_TYPE, Field.BUYER_ROLE):
                return failed(f"{act.value} was said before and is asked again", act.quote)
            unsure = f"{act.value} may be asked again, or only be confirmed: {act.quote}"
        if unsure or not turn.reply.read:
            return undecided(unsure or _UNREAD)
        return passed("nothing known is asked again")


def _dropped(turn: TurnFacts) -> bool:
    """A turn that surely tells neither role nor type, with a reply that surely does not ask the role again."""
    told = turn.customer(CustomerAct.STATES_ROLE, CustomerAct.STATES_CUSTOMER_TYPE)
    again = turn.says(ReplyAct.ASKS, value=Field.BUYER_ROLE)
    return told is False and again is False and turn.reply.read and not turn.says(ReplyAct.ANALYSES)


def _asks_else(turn: TurnFacts) -> Tri:
    """Whether something beside goods is asked with the type: then it is not the type alone, and no branch covers it."""
    wants = [act for act in turn.customer_acts() if act.act.startswith("asks_") or act.act in _WANTS]
    found = [act for act in wants if act.act not in _PRODUCT_QUESTION]
    if any(act.sure for act in found):
        return True
    return None if found else False


def _known_fields(facts: Facts, turn: TurnFacts) -> dict[str, bool]:
    """The fields that the customer has told by now, with whether that is sure."""
    told = facts.history.firsts(_told_fields).by(turn.number)
    known = dict.fromkeys(told, True)
    form = (turn.turn.context.form or {}) if turn.turn.context else {}
    for key in (Field.CUSTOMER_TYPE, Field.BUYER_ROLE):
        if form.get(key):
            known[key] = True
    return known


def _restated(facts: Facts, turn: TurnFacts, question: str) -> bool:
    """A question that names just the connectors the customer gave asks to confirm them (edge_2)."""
    asked = {found.ends for found in find_interfaces(question)}
    told = facts.history.firsts(_told_connectors).by(turn.number)
    ends = {end for pair in told for end in pair}
    return len(asked) == 1 and (asked <= told or set(next(iter(asked))) == ends)


def _only_confirms(facts: Facts, turn: TurnFacts) -> bool:
    """Whether a sentence of the reply asks to confirm connectors that the customer gave, and asks for nothing else."""
    other = {act.at for act in turn.reply.find(ReplyAct.ASKS) if act.value not in (Field.INTERFACE, Field.OTHER)}
    return any(
        sentence.marked and sentence.at not in other and _restated(facts, turn, sentence.text)
        for sentence in turn.sentences
    )


def _told_connectors(turn: TurnFacts) -> Iterator[tuple[str, ...]]:
    for message, _ in turn.customer_messages:
        for found in find_interfaces(message.text):
            yield found.ends


def _told_fields(turn: TurnFacts) -> Iterator[str]:
    for act in turn.customer_acts():
        if act.act in _KNOWN and act.sure:
            yield _KNOWN[act.act]


def _not_read(turn: TurnFacts) -> bool:
    return turn.unread_text is not None


def _role_known(facts: Facts, turn: TurnFacts) -> bool:
    form = (turn.turn.context.form or {}) if turn.turn.context else {}
    return facts.history.first(_states_role) < turn.number or bool(form.get("buyer_role"))


def _states_role(turn: TurnFacts) -> bool:
    return any(act.act == CustomerAct.STATES_ROLE and act.sure for act in turn.customer_acts())


def _hinted(turn: TurnFacts) -> bool:
    return any(act.act in (CustomerAct.STATES_CUSTOMER_TYPE, CustomerAct.STATES_ROLE) for act in turn.customer_acts())


def _clarifies(turn: TurnFacts) -> bool:
    return any(act.value in (Field.INTERFACE, Field.PRODUCT) for act in turn.reply.find(ReplyAct.ASKS))


def _confirms_in(quote: str) -> bool:
    return any(mark in quote for mark in ",，、;—-–:")


def _and(*values: Tri) -> Tri:
    if False in values:
        return False
    return None if None in values else True


def _not(value: Tri) -> Tri:
    return None if value is None else not value
