"""Stage 1.3, product navigation: what triggers the posters, and M-007, M-008, M-009."""

from collections.abc import Iterator
from typing import Final

from evaluator.checks.answers import answered_at, passes_over, specific_questions
from evaluator.checks.base import (
    Event,
    Finding,
    Metric,
    absent,
    failed,
    lacking,
    not_applicable,
    passed,
    present,
    undecided,
)
from evaluator.checks.facts import Facts, PosterSet, TurnFacts
from evaluator.checks.history import remembered
from evaluator.ontology import POSTER_TRIGGERS, CustomerAct, Field, ReplyAct
from evaluator.reading.model import TextReading, Tri
from evaluator.reading.segment import sentences

_UNREAD: Final = "the reply's language is not read"
_WEIGHTY: Final = (
    ReplyAct.DEFERS_TO,
    ReplyAct.CANNOT_SAY,
    ReplyAct.GIVES_NUMBER,
    ReplyAct.GIVES_TIME,
    ReplyAct.GIVES_PRICE,
)


def look_settled(facts: Facts, turn: TurnFacts) -> Tri:
    """Whether the look is settled by the end of the turn: a clear picture, an exact model, a poster item."""
    return facts.history.so_far(_settles, turn.number)


def _settles(facts: Facts, turn: TurnFacts) -> Tri:
    if turn.customer_hints(CustomerAct.NAMES_MODEL):
        return True
    if turn.before.posters and turn.customer(CustomerAct.CHOOSES_STYLE):
        return True
    return turn.image_settles_look


@remembered
def poster_trigger(turn: TurnFacts) -> Tri:
    """Whether the customer's messages of the turn trigger the posters (M-007), the look apart."""
    triggered = turn.customer(*POSTER_TRIGGERS)
    if triggered is False and turn.customer_hints(CustomerAct.ASKS_PICTURE):
        return None  # a wish for pictures is near the list, and not on it
    if triggered is False and turn.images:
        product = [recognised for recognised in (turn.customer_image_hit,) if recognised is not False]
        return None if product else False
    return triggered


class M007(Metric):
    """The quick-selection posters go out at the first product message."""

    id = "M-007"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if turn.before.posters:
                return
            if not turn.ordinary:
                continue
            triggered = poster_trigger(turn)
            sent = turn.posters is not None
            if triggered is False and not sent:
                continue
            settled = look_settled(facts, turn)
            if settled:
                if triggered:
                    return  # M-011 judges from here on
                continue
            applies: Tri = None if settled is None else (triggered or (None if sent or triggered is None else False))
            if applies and not sent and turn.customer(CustomerAct.STATES_APPEARANCE):
                applies = None  # a described look may count as settled
            yield Event(turn, applies, why="a product message")
            if triggered:
                return

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if _document_missing(event.turn):
            yield "edge_1"

    def session_edges(self, facts: Facts) -> Iterator[str]:
        for turn in facts.turns[1:]:
            if turn.ordinary and not turn.before.posters and _settles(facts, turn):
                yield "edge_2"
                return

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        asked = specific_questions(turn)
        if not asked:
            return passed("nothing but the direction itself was asked")
        if not turn.reply.understood:
            return undecided(f"{_UNREAD}: whether it answers first is not known")
        limit = _sentences_before_posters(turn)
        for act in asked:
            answered = answered_at(turn, act)
            if answered is None and passes_over(turn):
                return failed("the question is passed over", act.quote, "inbound")
            if answered is None:
                return undecided(f"no answer to this was found: {act.quote}")
            if answered >= limit:
                return failed("the answer comes after the posters", act.quote, "inbound")
        return passed("the question is answered before the posters")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if _document_missing(turn) and not turn.posters:
            return not_applicable("no posters to invite to")
        invited = turn.says(ReplyAct.INVITES_TO_LOOK)
        if invited is False and turn.posters and _may_invite(turn):
            return undecided("a sentence about the goods may be the invitation to look")
        note = "the customer is not invited to look at the product directions"
        return present(invited, turn.said(ReplyAct.INVITES_TO_LOOK), f"{_UNREAD}: the invitation", note, turn.due_quote)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        search = turn.knowledge.poster_search
        if search and turn.posters is not None and (wrong := wrong_language(facts, turn)) is not False:
            note = "the posters looked up and sent are not those of the message's language"
            return failed(note, turn.due_quote, "inbound") if wrong else undecided(f"{note}, perhaps")
        if search:
            number, call = search
            return passed("the posters were looked up", call.name, "tool", number)
        if turn.calls is None:
            return lacking("no tool log in the record")
        return failed("knowledge_search was not called for the posters", turn.due_quote, "inbound")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        images = [marker for marker in turn.markers if marker.kind == "IMAGE"]
        if _document_missing(turn):
            if images:
                return failed("the posters were not found, and other pictures were sent for them", images[0].raw)
            return not_applicable("the poster document was not found, or holds no two posters")
        if turn.posters is None:
            if turn.calls is None:
                return lacking("no tool log: whether the posters could be found is not known")
            return failed("the posters were not sent", turn.due_quote, "inbound")
        return _complete(turn, turn.posters)

    def check_5(self, facts: Facts, event: Event) -> Finding:
        return absent(
            event.turn.says(ReplyAct.ASKS_FIXED_FORMAT),
            event.turn.said(ReplyAct.ASKS_FIXED_FORMAT),
            f"{_UNREAD}: whether it asks for a fixed format",
            "asks for an answer by code or in a fixed format",
        )


class M008(Metric):
    """The posters are in the right language. N/A where no set went out (rulings)."""

    id = "M-008"

    def events(self, facts: Facts) -> Iterator[Event]:
        posters = facts.first_posters
        if posters is not None:
            yield Event(facts.turns[posters.turn - 1], data={"posters": posters})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        trigger = _trigger_message(facts, event.turn)
        later = [turn for turn in facts.turns[event.turn.number :] if turn.newest]
        spoken = trigger.language if trigger else None
        if any(turn.newest and turn.newest[1].language not in (None, spoken) for turn in later):
            yield "edge_1"
        if trigger is not None and trigger.language == "en" and _points_to_vietnam(facts):
            yield "edge_2"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        trigger = _trigger_message(facts, event.turn)
        if trigger is None or trigger.language != "vi":
            return not_applicable("the triggering message is not Vietnamese")
        return _set_is(facts, event, "vi", trigger)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        trigger = _trigger_message(facts, event.turn)
        if trigger is not None and trigger.language == "vi":
            return not_applicable("the triggering message is Vietnamese")
        return _set_is(facts, event, "en", trigger)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        posters = _set_of(event)
        trigger = _trigger_message(facts, event.turn)
        if posters.language is None:
            return undecided("the language of the posters' document is not known")
        if (trigger is not None and trigger.language == "vi") == (posters.language == "vi"):
            return passed("the set follows the message")
        if trigger is not None and not trigger.reliable:
            return undecided("the language of the message that triggers the posters is not certain")
        if posters.language == "vi" and _points_to_vietnam(facts):
            return failed("the customer's particulars point to Vietnam, his message does not", posters.ids[0])
        return not_applicable("the set does not follow the message, and no particulars explain it")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        posters = _set_of(event)
        trigger = _trigger_message(facts, event.turn)
        if trigger is None or trigger.language is not None:
            return not_applicable("the triggering message has a language of its own")
        if posters.language is None:
            return undecided("the language of the posters' document is not known")
        if posters.language == "vi":
            return failed("a message without a language of its own was taken for Vietnamese", posters.ids[0])
        return passed("a message without a language of its own gets the English set", posters.ids[0])


class M009(Metric):
    """One poster set a session."""

    id = "M-009"

    def events(self, facts: Facts) -> Iterator[Event]:
        first = facts.first_posters
        if first is None:
            return
        later = [turn for turn in facts.turns[first.turn :] if turn.ordinary]
        for turn in later:
            yield Event(turn)
        if not later:
            yield Event(facts.turns[first.turn - 1], exercised=False, data={"last": True})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.before.posters and event.turn.customer(CustomerAct.ASKS_CATALOGUE) and not event.turn.posters:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        if event.data.get("last"):
            return passed("no reply follows the posters")
        posters = event.turn.posters
        if posters is not None:
            return failed("posters are sent again", posters.ids[0])
        return passed("no poster is sent again")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        asked = turn.customer_hints(CustomerAct.ASKS_PICTURE) if not event.data.get("last") else False
        if asked is False or turn.customer_hints(CustomerAct.ASKS_CATALOGUE):
            return not_applicable("no pictures were asked for")
        if turn.posters is not None and asked:
            return failed("pictures were asked for, and the posters are sent again", turn.posters.ids[0])
        if asked is None:
            return undecided("whether the customer asks for pictures is not known")
        return _picture_answer(facts, turn)


def _picture_answer(facts: Facts, turn: TurnFacts) -> Finding:
    named = turn.customer_hints(CustomerAct.NAMES_MODEL, CustomerAct.CHOOSES_STYLE)
    media = [marker for marker in turn.markers if marker.id in turn.knowledge.product_images]
    looked_up = [call for call in turn.calls or () if call.name == "get_product_media"]
    if media or looked_up:
        return passed("the product's own media were looked up", media[0].raw if media else None)
    if turn.says(ReplyAct.ASKS, value=Field.APPEARANCE):
        act = turn.said(ReplyAct.ASKS, value=Field.APPEARANCE)
        if named is False:
            return passed("the customer is asked to describe the style", act.quote if act else None)
        return undecided("whether the customer had named a product is not plain")
    return undecided("neither product media nor a question about the style was found")


def _may_invite(turn: TurnFacts) -> bool:
    """A sentence that neither answers with a figure nor names who will may, in words not read, invite to look."""
    weighty = {act.at for act in turn.reply.find(*_WEIGHTY, ReplyAct.ASKS)}
    return any(sentence.at not in weighty for sentence in turn.sentences)


def wrong_language(facts: Facts, turn: TurnFacts) -> Tri:
    """Whether the posters sent are the other language's (M-008); None where the message's language is not certain."""
    trigger = _trigger_message(facts, turn)
    language = turn.posters.language if turn.posters else None
    if language is None or (language == "vi") == (trigger is not None and trigger.language == "vi"):
        return False
    return True if trigger is None or trigger.reliable else None


def _complete(turn: TurnFacts, posters: PosterSet) -> Finding:
    raw = next((marker.raw for marker in turn.markers if marker.id == posters.ids[0]), None)
    if not posters.from_document:
        return passed("two posters", raw) if posters.complete else lacking("no tool log: the ids cannot be traced")
    images = [marker for marker in turn.markers if marker.kind == "IMAGE"]
    if posters.complete is not True:
        return failed("not a complete set of two delivered posters", raw)
    if len(images) != len(posters.ids) or len(posters.ids) != 2:
        return failed(f"{len(images)} pictures instead of the two posters", images[-1].raw)
    order = [turn.knowledge.poster_order[number] for number in posters.ids]
    if order != sorted(order):
        return failed("the posters are not in the document's order", raw)
    return passed("the two posters of the document, in its order", raw)


def _document_missing(turn: TurnFacts) -> bool:
    """The posters were looked up, and no document with two of them came back."""
    return turn.knowledge.poster_search is not None and len(turn.knowledge.posters) < 2


def _sentences_before_posters(turn: TurnFacts) -> int:
    image = next((marker for marker in turn.markers if marker.kind == "IMAGE"), None)
    return len(sentences(turn.text[: image.start])) if image else len(turn.sentences)


def _trigger_message(facts: Facts, sent: TurnFacts) -> TextReading | None:
    """The first message that surely triggers the posters, up to the turn that sent them; else that turn's newest."""
    for turn in facts.turns[1 : sent.number]:
        for message, reading in turn.customer_messages:
            if reading.has(*POSTER_TRIGGERS) and message.text.strip():
                return reading
    return sent.newest[1] if sent.newest else None


def _set_of(event: Event) -> PosterSet:
    posters = event.data["posters"]
    assert isinstance(posters, PosterSet)
    return posters


def _set_is(facts: Facts, event: Event, wanted: str, trigger: TextReading | None) -> Finding:
    posters = _set_of(event)
    if posters.language is None:
        return undecided("the language of the posters' document is not known")
    if posters.language == wanted:
        return passed(f"the {wanted} set", posters.ids[0])
    if trigger is not None and trigger.language is not None and not trigger.reliable:
        return undecided("the language of the triggering message is not certain")
    spoken = (trigger.language if trigger else None) or "no language of its own"
    return failed(f"the message is {spoken}, the set {posters.language}", posters.ids[0])


def _points_to_vietnam(facts: Facts) -> bool:
    customer = facts.session.customer
    if customer is None:
        return False
    phone = (customer.phone or "").replace(" ", "")
    country = (customer.country or "").casefold()
    return (
        phone.startswith(("+84", "0084"))
        or country in ("vn", "vnm", "vietnam", "việt nam", "viet nam", "越南")
        or ("ho_chi_minh" in (customer.timezone or "").casefold())
    )
