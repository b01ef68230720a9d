"""The opportunity assistant that follows the specification: situation, decision, look-up, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from evaluator.ontology import BUSINESS_INFORMATION
from evaluator.ontology import CustomerAct as Act
from scenarios.phrases.meaning import Meant, MeantAct
from scenarios.world import Tools
from simulator.agents.draft import Call
from simulator.agents.protocols import AgentInfo, History, HistoryTurn, OpportunityBrief, Phase, PictureView
from simulator.agents.situation import HIT_LABELS, Reading, is_closing
from simulator.agents.trace import note

Intent: TypeAlias = Literal["business", "off_topic", "harassment"]
_HARASSMENT: Final = (Act.INSULTS, Act.SENDS_SEXUAL, Act.SENDS_SCAM, Act.ADVERTISES)
_OFF_TOPIC: Final = (Act.GOES_OFF_TOPIC, Act.ASKS_OTHER_TASK)
SNAPSHOT: Final = Call("inquiry_form_snapshot_get")
_EMPTY: Final = frozenset({Act.GREETS, Act.THANKS, Act.ACKNOWLEDGES, Act.SAYS_GOODBYE})


@dataclass(frozen=True, slots=True)
class Decision:
    """The three values of the output."""

    convert: bool
    takeover: bool
    intent: Intent = "business"

    def as_json(self) -> str:
        """The output to the letter of the protocol (M-110)."""
        values = {
            "shouldAutoConvert": self.convert,
            "shouldForceHumanTakeover": self.takeover,
            "conversationIntent": self.intent,
        }
        return json.dumps(values, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Output:
    """A run's output in the making: the decision, the tools called for it, and where they differ the words sent."""

    decision: Decision
    calls: tuple[Call, ...] = ()
    raw: str | None = None

    @property
    def text(self) -> str:
        """What is sent: the decision to the letter of the protocol, unless other words take its place."""
        return self.decision.as_json() if self.raw is None else self.raw


@dataclass(frozen=True)
class OpportunitySituation:
    """One run as the opportunity assistant sees it."""

    phase: Phase
    brief: OpportunityBrief
    reading: Reading
    recognitions: tuple[PictureView, ...]

    @property
    def converted(self) -> bool:
        """Whether the platform says that the opportunity exists."""
        return self.brief.run.lead_status == "converted"

    @property
    def hit_now(self) -> bool:
        """Whether this turn's messages are evidence: a picture of the customer's, or new information after posters."""
        return self._hit(len(self.reading.history) - 1)

    @property
    def hit_ever(self) -> bool:
        """Whether any turn's messages were (the evidence of the re-check is that of the whole session)."""
        return any(self._hit(turn) for turn in range(len(self.reading.history)))

    @property
    def newest_acts(self) -> tuple[MeantAct, ...]:
        """What the newest customer message does."""
        newest = self.reading.meanings[-1]
        return newest[-1].acts if newest else ()

    @property
    def wants_human(self) -> bool:
        """Whether the newest customer message asks for a person."""
        return any(act.act == Act.ASKS_HUMAN for act in self.newest_acts)

    @property
    def closing_published(self) -> bool:
        """Whether the last reply that really reached the customer is the off-hours closing, or an earlier one was."""
        run = self.brief.run
        last = run.actual_last_ai_reply
        if self.phase == "after_reply":
            return run.reply_published is True and last is not None and closes(last)
        return any(closes(reply) for reply in self.reading.replies)

    def _hit(self, turn: int) -> bool:
        history, meanings = self.reading.history, self.reading.meanings
        if any(is_hit(picture) for message in history[turn].customer_messages for picture in message.pictures):
            return True
        sent = next((at for at, entry in enumerate(history[:turn]) if self._posters_in(entry)), None)
        if sent is None:
            return False
        known = {fact for earlier in meanings[:turn] for meant in earlier for fact in _information(meant)}
        return any(fact not in known for meant in meanings[turn] for fact in _information(meant))

    def _posters_in(self, turn: HistoryTurn) -> bool:
        return turn.reply is not None and self.reading.holds_posters(turn.reply)


Change: TypeAlias = Callable[[Output, OpportunitySituation], Output]


@dataclass(frozen=True)
class ReferenceOpportunity:
    """Follows the specification; ``change`` is a seeded defect's hand on each output, before anything is done."""

    change: Change | None = None

    @property
    def info(self) -> AgentInfo:
        """For the manifest."""
        return AgentInfo("reference" if self.change is None else "defect")

    async def decide(
        self,
        phase: Phase,
        context: OpportunityBrief,
        history: History,
        recognitions: tuple[PictureView, ...],
        tools: Tools,
    ) -> str:
        """The output for one run, as JSON."""
        situation = OpportunitySituation(phase, context, Reading(history, tools), recognitions)
        output = Output(decide(situation), _look_ups(situation))
        if self.change is not None:
            changed = self.change(output, situation)
            if changed != output:
                note("opportunity")
            output = changed
        for call in output.calls:
            await tools.call(call.name, call.arguments)
        return output.text


def _look_ups(situation: OpportunitySituation) -> tuple[Call, ...]:
    """The form is looked at, as support only, where information after the posters may count."""
    open_path = situation.phase == "inbound" and not situation.converted and situation.reading.posters_before
    return (SNAPSHOT,) if open_path else ()


def decide(situation: OpportunitySituation, working: bool | None = None) -> Decision:
    """The decision of the specification for this run; ``working`` takes the place of what the clock says."""
    reading = situation.reading
    working = reading.working if working is None else working
    wants_human = situation.wants_human
    convert = situation.phase == "inbound" and not situation.converted and situation.hit_now
    intent = _intent(reading)
    if situation.phase == "after_reply":
        evidence = situation.converted and situation.hit_ever
        takeover = (evidence or wants_human) and (working or situation.closing_published)
        return Decision(False, takeover, intent)
    takeover = (convert and working) or (wants_human and (working or situation.closing_published))
    return Decision(convert, takeover, intent)


def _information(meant: Meant) -> Iterator[tuple[Act, str | None]]:
    """The business information in a message (M-102); a question about a model tells which one he has chosen."""
    for act in meant.acts:
        if act.act in BUSINESS_INFORMATION:
            yield act.act, act.value
        if act.about is not None:
            yield Act.NAMES_MODEL, act.about


def closes(reply: str) -> bool:
    """Whether a reply is an off-hours closing: one of the phrases, or for other agents' words what the reader says."""
    if is_closing(reply):
        return True
    from evaluator.ontology import ReplyAct
    from evaluator.reading import RuleReader  # only for replies in words that are not our own
    from evaluator.session import InquiryOutput, Turn

    read = RuleReader().read_turn(Turn(inbound=(), inquiry=InquiryOutput(reply_text=reply)), 1, ()).reply
    needed = (ReplyAct.SAYS_RECEIVED, ReplyAct.SAYS_NEXT_OPENING, ReplyAct.SAYS_SPECS_AND_QUOTE)
    return read is not None and all(read.has(act) is True for act in needed)


def is_hit(picture: PictureView) -> bool:
    """Whether a picture is surely recognised as a QR code or as anything of cables; whose it is does not matter."""
    return picture.status == "ok" and bool(HIT_LABELS & set(picture.labels))


def _intent(reading: Reading) -> Intent:
    acts = {act.act for act in reading.acts}
    if acts & set(_HARASSMENT) and acts <= {*_HARASSMENT, *_EMPTY}:
        return "harassment"
    if acts & set(_OFF_TOPIC) and acts <= {*_OFF_TOPIC, *_EMPTY}:
        return "off_topic"
    return "business"
