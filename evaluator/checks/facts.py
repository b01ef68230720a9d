"""Everything that the checks ask of a session: the record and its reading put side by side, turn by turn.

Facts hold what needs no understanding (posters, tool results, hours, conversion, closings) and pass on what the
reading says. They are computed once a session, in one pass.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from evaluator.checks.decisions import Decision, parse_decision
from evaluator.checks.documents import Knowledge, Returned
from evaluator.checks.history import History
from evaluator.checks.images import image_hit, image_settles_look
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Act, Reading, ReplyReading, TextReading, Tri, TurnReading, all_of, any_of
from evaluator.reading.segment import Sentence, clauses, sentences
from evaluator.session.models import Image, Message, Session, ToolCall, Turn
from evaluator.text.clock import working_hours
from evaluator.text.links import Link, find_links
from evaluator.text.markers import Marker, find_markers, strip_markers
from evaluator.text.masking import plain
from evaluator.text.normalise import fold
from evaluator.text.numbers import Number, find_numbers

# A word of courtesy is the whole of a short clause; a long one says something beside it.
_COURTESY: Final = frozenset({CustomerAct.ACKNOWLEDGES, CustomerAct.THANKS, CustomerAct.GREETS})
_SHORT_WORDS, _SHORT_LETTERS = 4, 30


def _is_short(clause: str) -> bool:
    spaced = len(clause.split())
    letters = sum(3 if character >= "\u0e00" else 1 for character in clause)  # scripts whose letters say more
    return spaced <= _SHORT_WORDS and letters <= _SHORT_LETTERS


@dataclass(frozen=True)
class PosterSet:
    """The poster markers of one published reply. `language` is that of their document, None where it is not known."""

    turn: int
    ids: tuple[str, ...]
    language: str | None
    complete: Tri
    from_document: bool  # the ids come from a poster document of the tool log


@dataclass
class TurnFacts:
    """One turn. `before` is what was known when it began (posters, closing, languages)."""

    number: int
    turn: Turn
    reading: TurnReading
    before: "Before"
    knowledge: Knowledge
    posters: PosterSet | None = None
    kept: dict[Hashable, object] = field(default_factory=dict, repr=False)  # what checks remember (history.remembered)

    @cached_property
    def customer_messages(self) -> tuple[tuple[Message, TextReading], ...]:
        """The customer's own messages with their readings."""
        pairs = zip(self.turn.inbound, self.reading.messages, strict=False)
        return tuple((message, reading) for message, reading in pairs if message.sender == "customer")

    @cached_property
    def newest(self) -> tuple[Message, TextReading] | None:
        """The newest customer message."""
        return self.customer_messages[-1] if self.customer_messages else None

    @cached_property
    def working(self) -> bool:
        """Whether the newest customer message came in working hours (§5.3; what cannot be converted is off hours)."""
        return self.newest is not None and working_hours(self.newest[0].created_at)

    @property
    def status(self) -> str | None:
        """`leadToOpportunityStatus` as the inquiry assistant was told."""
        return self.turn.context.lead_status if self.turn.context else None

    @cached_property
    def published(self) -> bool:
        """Whether a reply that can be read reached the customer: only then is the turn an event for Parts 1 to 4."""
        inquiry = self.turn.inquiry
        return inquiry is not None and inquiry.was_published and inquiry.reply_text is not None

    @cached_property
    def text(self) -> str:
        """The published reply, else an empty text."""
        inquiry = self.turn.inquiry
        return inquiry.reply_text or "" if inquiry is not None and self.published else ""

    @cached_property
    def body(self) -> str:
        """The published reply without its markers."""
        return strip_markers(self.text)

    @cached_property
    def plain(self) -> str:
        """The published reply with its markers and addresses blanked out."""
        return plain(self.text)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the published reply."""
        return sentences(self.text)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The addresses in the published reply."""
        return tuple(find_links(self.text))

    @cached_property
    def stated_numbers(self) -> tuple[Number, ...]:
        """The figures that the published reply states: not those that it only asks about."""
        told = (sentence.text for sentence in self.sentences if not sentence.marked)
        return tuple(number for text in told for number in find_numbers(text, self.reply.language or "en"))

    @cached_property
    def reply(self) -> ReplyReading:
        """The reading of the reply; an unread one where there is none."""
        return self.reading.reply or ReplyReading(understood=False)

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """The media markers of the published reply."""
        return find_markers(self.text)

    def take_apart(self) -> None:
        """Has the reply's parts found one after the other, while what they share (its markers) is still at hand."""
        _ = self.markers, self.body, self.links, self.plain, self.sentences

    @cached_property
    def calls(self) -> tuple[ToolCall, ...] | None:
        """The inquiry assistant's tool calls; None where there is no log."""
        if self.turn.tool_calls is None:
            return None
        return tuple(call for call in self.turn.tool_calls if call.agent != "opportunity")

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The opportunity assistant's runs."""
        return tuple(parse_decision(run, self.number) for run in self.turn.runs)

    @cached_property
    def inbound_decision(self) -> Decision | None:
        """The run on the customer's message."""
        return next((decision for decision in self.decisions if decision.phase == "inbound"), None)

    @cached_property
    def handover_due(self) -> bool:
        """The off-hours handover is due: converted, off hours, and its closing was not really published before."""
        return self.status == "converted" and not self.working and self.before.closing is not True

    @cached_property
    def ordinary(self) -> bool:
        """A published reply outside a handover turn: an event for the ordinary inquiry metrics (rulings)."""
        return self.published and not self.handover_due

    @cached_property
    def images(self) -> tuple[tuple[str, Image], ...]:
        """All images of the turn with who sent them."""
        return tuple((message.sender, image) for message in self.turn.inbound for image in message.pictures)

    @cached_property
    def customer_image_hit(self) -> Tri:
        """Whether an image of the customer's own is immediate evidence (M-101)."""
        return any_of(image_hit(image) for sender, image in self.images if sender == "customer")

    @cached_property
    def image_settles_look(self) -> Tri:
        """Whether an image of the customer's shows a product clearly."""
        return any_of(image_settles_look(image) for sender, image in self.images if sender == "customer")

    def customer(self, *kinds: str, value: str | None = None) -> Tri:
        """Whether the customer does one of these in the turn; None where a message was not understood."""
        if self._kinds.isdisjoint(kinds):
            return None if self._not_understood else False
        return any_of(reading.has(*kinds, value=value) for _, reading in self.customer_messages)

    def customer_hints(self, *kinds: str, value: str | None = None) -> Tri:
        """Like `customer`, for acts that hardly go without a word of their own."""
        if self._kinds.isdisjoint(kinds):
            return None if self.unread_text is not None else False
        return any_of(reading.hints(*kinds, value=value) for _, reading in self.customer_messages)

    def customer_act(self, *kinds: str, value: str | None = None) -> Act | None:
        """The first such act, sure ones first."""
        if self._kinds.isdisjoint(kinds):
            return None
        found = [act for _, reading in self.customer_messages for act in reading.find(*kinds, value=value)]
        return min(found, key=lambda act: not act.sure, default=None)

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """What the customer's acts are: most questions about them end here."""
        return frozenset(act.act for act in self.customer_acts())

    @cached_property
    def _not_understood(self) -> bool:
        return not all(reading.understood for _, reading in self.customer_messages)

    @cached_property
    def _reply_kinds(self) -> frozenset[str]:
        return frozenset(act.act for act in self.reply.acts)

    def topic(self, *kinds: str) -> tuple[Tri, Act | None]:
        """Whether a topic is asked about, with the act; where a message was not read at all it may be."""
        act = self.customer_act(*kinds)
        if act is not None:
            return (True if act.sure else None), act
        unread = self.unread
        return (False, None) if unread is None else (None, unread.model_copy(update={"act": kinds[0]}))

    @cached_property
    def unread(self) -> Act | None:
        """A message or a question whose subject was not read, as an act that may be anything."""
        return self.unread_text or self.customer_act(CustomerAct.ASKS_UNKNOWN)

    @cached_property
    def unread_clause(self) -> str | None:
        """A clause of the customer's in which nothing at all was read: what it does is not known."""
        for message, reading in self.customer_messages:
            for sentence in () if reading.exhaustive else sentences(message.text):
                for clause in clauses(sentence):
                    told = clause.strip()
                    quotes = [act.quote for act in reading.acts if act.act not in _COURTESY or _is_short(told)]
                    if sum(map(str.isalpha, told)) > 1 and not any(told in quote for quote in quotes):
                        return told
        return None

    @cached_property
    def unread_text(self) -> Act | None:
        """A message in a language without a lexicon, as an act that may be anything."""
        texts = (message.text for message, reading in self.customer_messages if not reading.read)
        return next((Act(act="unread", quote=text, sure=False) for text in texts), None)

    def customer_acts(self) -> Iterator[Act]:
        """All acts of the customer's messages in the turn."""
        for _, reading in self.customer_messages:
            yield from reading.acts

    def says(self, *kinds: str, value: str | None = None) -> Tri:
        """Whether the published reply does one of these."""
        if not self.published:
            return False
        if self._reply_kinds.isdisjoint(kinds):
            return self.reply.has(*kinds)
        return self.reply.has(*kinds, value=value)

    def said(self, *kinds: str, value: str | None = None) -> Act | None:
        """The act of the reply, with its quote."""
        if not self.published or self._reply_kinds.isdisjoint(kinds):
            return None
        return self.reply.first(*kinds, value=value)

    @property
    def due_quote(self) -> str | None:
        """The newest customer message: what made a missing thing due."""
        return self.newest[0].text if self.newest and self.newest[0].text.strip() else None

    @cached_property
    def closing(self) -> Tri:
        """Whether the reply is a complete off-hours closing (received, and specs and quotation when we open again)."""
        return closing_of(self.reply) if self.turn.inquiry is not None else False


@dataclass(frozen=True)
class SentPosters:
    """The poster sets that were sent before a turn: how many, and those of them that a check may ask for."""

    count: int = 0
    complete: PosterSet | None = None  # the first complete set
    possible: PosterSet | None = None  # the first that may be complete
    uncertain: bool = False  # whether some set may be complete or not

    def __len__(self) -> int:
        return self.count

    def and_then(self, posters: PosterSet) -> "SentPosters":
        """With one more set."""
        return SentPosters(
            count=self.count + 1,
            complete=self.complete or (posters if posters.complete else None),
            possible=self.possible or (posters if posters.complete is not False else None),
            uncertain=self.uncertain or posters.complete is None,
        )


@dataclass
class Before:
    """What holds when a turn begins."""

    posters: SentPosters = SentPosters()
    closing: Tri = False  # a closing was really published in an earlier turn
    language: str | None = None  # the language that the customer has established
    language_sure: bool = True  # whether that is certain
    variant: str | None = None

    @property
    def complete_set(self) -> PosterSet | None:
        """The first complete poster set that was sent."""
        return self.posters.complete


@dataclass
class Facts:
    """A session with its reading, ready for the checks."""

    session: Session
    reading: Reading
    turns: list[TurnFacts] = field(default_factory=list)
    returned: Returned = field(default_factory=lambda: Returned(()))

    @classmethod
    def of(cls, session: Session, reading: Reading) -> "Facts":
        """Builds the facts in one pass over the turns."""
        returned = Returned(turn.tool_calls for turn in session.turns)
        facts = cls(session, reading, returned=returned)
        before = Before()
        for number, (turn, read) in enumerate(zip(session.turns, reading.turns, strict=True), start=1):
            current = TurnFacts(number, turn, read, before, Knowledge(returned, number))
            current.posters = _posters(current)
            current.take_apart()
            facts.turns.append(current)
            before = _after(current)
        return facts

    @cached_property
    def history(self) -> History:
        """What happened by which turn."""
        return History(self)

    @cached_property
    def first_posters(self) -> PosterSet | None:
        """The first complete set of the session."""
        sets = (turn.posters for turn in self.turns if turn.posters)
        return next((posters for posters in sets if posters.complete), None)

    @cached_property
    def lost_replies(self) -> tuple[int, ...]:
        """The turns whose reply reached the customer and is not in the record, neither as text nor as raw output."""
        pairs = ((turn.number, turn.turn.inquiry) for turn in self.turns)
        return tuple(
            number
            for number, inquiry in pairs
            if inquiry is not None and inquiry.was_published and inquiry.reply_text is None and inquiry.raw is None
        )

    @property
    def has_opportunity_log(self) -> bool:
        """Whether every turn has a log of the opportunity assistant's runs."""
        return all(turn.turn.opportunity is not None for turn in self.turns)

    def reading_of_text(self, text: str) -> ReplyReading | None:
        """The reading of a reply by its text (`actualLastAiReply`), newest first; None where no reply has that text."""
        return self._replies.get(fold(text))

    @cached_property
    def _replies(self) -> dict[str, ReplyReading]:
        replies: dict[str, ReplyReading] = {}
        for turn in self.turns:
            inquiry = turn.turn.inquiry
            if inquiry is not None and inquiry.reply_text is not None:
                replies[fold(inquiry.reply_text)] = turn.reply
        return replies


_HALF = 2  # of the four parts of a closing


def closing_of(reply: ReplyReading) -> Tri:
    """Whether a reply is a complete off-hours closing, in the sense of M-107 check_2."""
    received = reply.has(ReplyAct.SAYS_RECEIVED)
    opening = reply.has(ReplyAct.SAYS_NEXT_OPENING)
    subject = reply.has(ReplyAct.SAYS_SPECS_AND_QUOTE)
    whole = all_of((received, opening, subject))
    if whole is False and _may_close(reply, (received, opening, subject, reply.has(ReplyAct.SAYS_OFF_HOURS))):
        return None
    return whole


def _may_close(reply: ReplyReading, parts: tuple[Tri, ...]) -> bool:
    """Whether a reply is perhaps a closing, the rest of it worded in a way that was not read.

    Half of its parts were read, or it speaks of specifications and of a price at once without a figure.
    """
    about = {act.value for act in reply.find(ReplyAct.ANSWERS)}
    figures = reply.has(ReplyAct.GIVES_NUMBER, ReplyAct.GIVES_PRICE)
    return sum(bool(part) for part in parts) >= _HALF or ({"spec", "price"} <= about and not figures)


def _posters(turn: TurnFacts) -> PosterSet | None:
    images = [marker for marker in turn.markers if marker.kind == "IMAGE" and marker.id and marker.well_formed]
    ids = tuple(marker.id for marker in images if marker.id)
    known = [number for number in ids if number in turn.knowledge.posters]
    if known:
        languages = {turn.knowledge.posters[number] for number in known}
        failed = _undelivered(turn)
        complete = len(set(known) - failed) >= 2 and len(languages) == 1
        return PosterSet(turn.number, tuple(known), languages.pop() if len(languages) == 1 else None, complete, True)
    if len(ids) == 2 and not turn.knowledge.has_media(ids) and turn.says(ReplyAct.INVITES_TO_LOOK) is not False:
        if turn.turn.tool_calls is None:
            return PosterSet(turn.number, ids, None, True if turn.says(ReplyAct.INVITES_TO_LOOK) else None, False)
        return PosterSet(turn.number, ids, None, False, False)  # two pictures from nowhere, shown as posters
    return None


def _undelivered(turn: TurnFacts) -> set[str]:
    media = turn.turn.inquiry.media if turn.turn.inquiry else None
    return {item.id for item in media or () if item.delivered is False and item.id}


def _after(turn: TurnFacts) -> Before:
    before = turn.before
    language, sure, variant = before.language, before.language_sure, before.variant
    for _, reading in turn.customer_messages:
        if reading.language is not None:
            if reading.reliable or language is None:
                language, sure = reading.language, reading.reliable
            else:  # a few words that other languages share: they do not settle it
                sure = sure and reading.language == language
            variant = variant if reading.variant == "neutral" else reading.variant
    closing: Tri = before.closing
    if closing is not True and turn.published:
        closing = True if turn.closing else (None if turn.closing is None or closing is None else False)
    posters = before.posters.and_then(turn.posters) if turn.posters else before.posters
    return Before(posters, closing, language, sure, variant)
