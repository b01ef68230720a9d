"""The inquiry assistant that follows the specification: situation, draft, words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from evaluator.ontology import CustomerAct as Act
from scenarios.phrases import load_phrases
from scenarios.world import POSTER_TITLES, Tools
from simulator.agents.draft import Call, Draft, Line, Marker
from simulator.agents.protocols import AgentInfo, History, InquiryBrief, InquiryReply
from simulator.agents.reference.answers import Answers
from simulator.agents.render import render
from simulator.agents.situation import Reading
from simulator.agents.trace import note

CAPTIONS: Final = ("poster_caption_a", "poster_caption_b")
# With one of these beside it, an interface is not given alone (M-010).
_BESIDE_INTERFACE: Final = (
    Act.STATES_POWER,
    Act.STATES_QUANTITY,
    Act.STATES_APPEARANCE,
    Act.CHOOSES_STYLE,
    Act.NAMES_MODEL,
)
_SMALL_TALK: Final = {
    Act.THANKS: "answers_thanks",
    Act.SAYS_GOODBYE: "answers_bye",
    Act.ACKNOWLEDGES: "answers_wait",
}
# What may be asked around a settled look, in this order (M-011 check_2).
_AROUND_A_LOOK: Final = (
    ("interface", Act.STATES_INTERFACE),
    ("power", Act.STATES_POWER),
    ("length", Act.STATES_LENGTH),
)
# A product of one version has one interface, which need not be asked.
_AROUND_ONE_VERSION: Final = (("length", Act.STATES_LENGTH), ("power", Act.STATES_POWER))


@dataclass(frozen=True)
class Situation:
    """One turn of one conversation as the inquiry assistant sees it."""

    brief: InquiryBrief
    reading: Reading

    @property
    def pending(self) -> str | None:
        """The field that the platform would like asked next."""
        return self.brief.turn.next_pending_field

    @property
    def handover_due(self) -> bool:
        """The opportunity exists, it is off hours, and the closing has not reached the customer yet (M-027)."""
        converted = self.brief.turn.lead_status == "converted"
        return converted and not self.reading.working and not self.reading.closed_before

    @property
    def first(self) -> bool:
        """Whether the customer has had no reply yet: then there is only the fixed first turn (M-001)."""
        return not self.reading.replies

    @property
    def posters_due(self) -> bool:
        """Products come up, no set was sent, and the look is open (M-007, M-009, M-011)."""
        reading = self.reading
        settled = reading.look_settled_before or reading.looks or reading.model_not_found
        if self.first or reading.posters_before or settled:
            return False
        return reading.trigger is not None

    @property
    def interface_alone(self) -> bool:
        """The customer gives an interface and nothing beside it, and the look is open (M-010)."""
        reading = self.reading
        open_look = not reading.looks and not reading.look_settled_before
        return reading.does(Act.STATES_INTERFACE) and not reading.does(*_BESIDE_INTERFACE) and open_look

    def knows(self, field: str, act: Act) -> bool:
        """Whether a field was given: in this conversation, or in the form."""
        form = self.brief.turn.form or {}
        return self.reading.value(act) is not None or form.get(field) not in (None, "")

    def has_asked(self, key: str) -> bool:
        """Whether an earlier reply already asked that question."""
        wordings = load_phrases(self.reading.language).wordings("replies", key)
        return any(wording in reply for reply in self.reading.replies for wording in wordings)


Change: TypeAlias = Callable[[Draft, Situation], Draft]


@dataclass(frozen=True)
class ReferenceInquiry:
    """Follows the specification; ``change`` is a seeded defect's hand on each draft, before anything is done."""

    change: Change | None = None

    @property
    def info(self) -> AgentInfo:
        """For the manifest."""
        return AgentInfo("reference" if self.change is None else "defect")

    async def reply(self, context: InquiryBrief, history: History, tools: Tools) -> InquiryReply:
        """The answer to the last turn of ``history``; the draft's calls are made through ``tools``."""
        situation = Situation(context, Reading(history, tools))
        draft = write_draft(situation)
        if self.change is not None:
            changed = self.change(draft, situation)
            if changed != draft:
                note("inquiry")
            draft = changed
        for call in draft.calls:
            await tools.call(call.name, call.arguments)
        return InquiryReply(render(draft, situation.reading.salt), draft.asked)


def write_draft(situation: Situation) -> Draft:
    """What a correct assistant does in this turn."""
    language = situation.reading.language
    if situation.handover_due:
        return Draft(language, lines=(Line("closing", "closes_handover"),))
    if situation.first:
        opening = Line("opening", "introduces_and_asks_type", asks="customer_type")
        return Draft(language, lines=(opening,), asked=_asked(opening, situation))
    return write_ordinary(situation)


def write_ordinary(situation: Situation) -> Draft:
    """What is said in a turn that is neither the fixed first one nor the handover's."""
    reading = situation.reading
    answers = Answers(reading)
    lines = _body(situation, answers)
    draft = Draft(reading.language, calls=tuple(answers.calls), markers=tuple(answers.markers))
    if situation.posters_due:
        draft, invited = _with_posters(draft, situation)
        lines += invited
    question = _question(situation, answers, bool(answers.answers or answers.markers))
    if not lines and question is None:
        question = Line("question", "asks_what_needed")
    draft = draft.plus(*lines)
    if question is None:
        return draft
    return replace(draft.plus(question), asked=_asked(question, situation))


def _body(situation: Situation, answers: Answers) -> list[Line]:
    """Answers first; what was only stated is taken up where there is nothing to answer (M-002, M-003)."""
    reading = situation.reading
    if answers.answers:
        return [*answers.answers, *(line for line in answers.notes if line.key != "notes_detail")]
    if answers.notes or answers.needed:
        return list(answers.notes)
    customer_type = next((act.value for act in reading.acts if act.act == Act.STATES_CUSTOMER_TYPE), None)
    if customer_type is not None:
        return [Line("note", f"confirms_{customer_type}")]
    if reading.does(Act.STATES_ROLE):
        return [Line("note", "notes_role")]
    for act, key in _SMALL_TALK.items():
        if reading.does(act) and (act != Act.ACKNOWLEDGES or reading.posters_before):
            return [Line("answer", key)]
    return []


def _with_posters(draft: Draft, situation: Situation) -> tuple[Draft, list[Line]]:
    """The posters' document is looked up; its two markers go out, or where it has not two, nothing does (M-007)."""
    language = situation.reading.poster_language
    calls = (*draft.calls, Call("knowledge_search", {"query": POSTER_TITLES[language]}))
    ids = situation.reading.poster_sets[language]
    if len(ids) != 2:
        return replace(draft, calls=calls), []
    markers = poster_markers(ids)
    return replace(draft, calls=calls, markers=(*draft.markers, *markers)), [Line("invite", "invites_to_posters")]


def poster_markers(ids: tuple[str, ...]) -> tuple[Marker, ...]:
    """The posters' markers in the document's order, with captions to be worded."""
    return tuple(Marker("IMAGE", entry, caption) for entry, caption in zip(ids, CAPTIONS, strict=False))


def _question(situation: Situation, answers: Answers, answered: bool) -> Line | None:
    """The one question of the turn, if any is due."""
    reading = situation.reading
    if answers.needed is not None:
        return answers.needed
    if situation.interface_alone:
        return None if situation.has_asked("asks_appearance") else _asking("appearance")
    if situation.posters_due:
        return None
    if reading.looks and not reading.does(Act.ASKS_PARAMETER):
        around = _AROUND_ONE_VERSION if answers.single_version else _AROUND_A_LOOK
        open_fields = (field for field, act in around if not situation.knows(field, act))
        return next((_asking(field) for field in open_fields if not situation.has_asked(f"asks_{field}")), None)
    if answered:
        return None
    stated_type = reading.does(Act.STATES_CUSTOMER_TYPE)
    if stated_type and not situation.knows("buyer_role", Act.STATES_ROLE) and not situation.has_asked("asks_role"):
        return Line("question", "asks_role", asks="buyer_role")
    if stated_type or reading.does(Act.STATES_ROLE) or answers.notes:
        return _pending_question(situation)
    return None


def _pending_question(situation: Situation) -> Line | None:
    """The field that the platform would like, unless it is known, was asked, or is not for this turn to ask."""
    field = situation.pending
    if field is None or field in ("customer_type", "buyer_role") or situation.has_asked(f"asks_{field}"):
        return None
    known = {act.act for act in (*situation.reading.earlier_acts, *situation.reading.acts)}
    stated = Act.NAMES_MODEL if field == "product" else None
    return None if stated in known else _asking(field)


def _asking(field: str) -> Line:
    return Line("question", f"asks_{field}", asks=field)


def _asked(question: Line, situation: Situation) -> tuple[str, ...]:
    """The field is listed where it is the one that the platform named, and it is really asked (M-006)."""
    return (question.asks,) if question.asks is not None and question.asks == situation.pending else ()
