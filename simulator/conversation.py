"""One conversation, from its case to its session record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from evaluator.session import Session
from scenarios.cases import Case
from scenarios.pictures import PictureKind, seen, sender_of
from scenarios.story import Story, tell
from scenarios.world import World, load_world
from simulator.agents.protocols import Agents, HistoryMessage, PictureView, Scope
from simulator.agents.trace import traced
from simulator.buyer import Buyer, BuyerTurn
from simulator.buyer_words import PhraseWording, Scene, Wording
from simulator.clock import Clock
from simulator.errors import SpoiledWordsError
from simulator.events import TurnStarted
from simulator.observer import Observer, ReplyReader, RuleReplyReader
from simulator.persona import persona_of
from simulator.platform import Platform
from simulator.record import by_turn, session_of, turn_of

ReaderFactory: TypeAlias = Callable[[], ReplyReader]


async def converse(
    case: Case,
    agents: Agents,
    world: World | None = None,
    reader: ReaderFactory = RuleReplyReader,
    wording: Wording | None = None,
) -> Session:
    """Drives one conversation to its end. The same case, seed and agents give the same record.

    ``reader`` reads the replies for the buyer's conditions, one for each conversation. ``wording`` words the buyer's
    turns, the phrases by default; where it cannot, the conversation ends before that turn and is marked invalid.
    Raises what an agent raises, and what the endpoint of a buyer's model raises.
    """
    company = (world or load_world()).override(case.template.world)
    story = tell(case)
    persona = persona_of(case)
    scope = Scope(case.session_id, case.repeat, case.seed)
    platform = Platform(company, agents, persona.customer, story.mode, case.template.form, scope)
    observer = Observer(company, reader())
    buyer = Buyer(case, story, persona)
    desk = _Mail(Clock(story.time, case.random("clock")))
    words = wording or PhraseWording()
    heard: str | None = None
    said: tuple[str, ...] = ()
    invalid: str | None = None
    with traced() as changes:
        while (planned := buyer.next_turn(observer)) is not None:
            try:
                turn = await words.word(planned, Scene(case, heard, said))
            except SpoiledWordsError as error:
                invalid = f"turn {len(by_turn(platform.log)) + 1}: {error}"
                buyer.break_off()
                break
            if turn.converted_by_hand:
                platform.convert_by_hand()
            outcome = await platform.turn(desk.delivered(turn), turn.publish_fails)
            observer.note(turn_of(by_turn(platform.log)[-1]), outcome)
            said += tuple(utterance.text for utterance in turn.utterances)
            heard = outcome.reply or heard
    simulation = {**_simulation(case, story, agents, buyer, platform), "invalid": invalid}
    if agents.defect is not None:
        simulation["changed"] = bool(changes)
    return session_of(case.session_id, persona.customer, platform.log, simulation)


class _Mail:
    """Turns what the buyer says into messages of the platform: with times, and with ids for the pictures."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pictures = 0

    def delivered(self, turn: BuyerTurn) -> list[HistoryMessage]:
        """The messages of a turn in the order of their arrival; a colleague's picture comes first."""
        by_staff = turn.staff_picture is not None
        times = self._clock.arrivals(len(turn.utterances) + by_staff)
        messages = []
        if turn.staff_picture is not None:
            messages.append(HistoryMessage("staff", "", times.pop(0), (self._picture(turn.staff_picture),)))
        for utterance, time in zip(turn.utterances, times, strict=True):
            pictures = () if utterance.picture is None else (self._picture(utterance.picture),)
            messages.append(HistoryMessage("customer", utterance.text, time, pictures, utterance.meant))
        return messages

    def _picture(self, kind: PictureKind) -> PictureView:
        self._pictures += 1
        sender, recognised = sender_of(kind), seen(kind)
        prefix = "staff-img" if sender == "staff" else "cust-img"
        return PictureView(
            id=f"{prefix}-{self._pictures}",
            sender=sender,
            kind=kind,
            status=recognised.status,
            labels=recognised.labels,
            description=recognised.description,
        )


def _simulation(case: Case, story: Story, agents: Agents, buyer: Buyer, platform: Platform) -> dict[str, Any]:
    """The record's ``simulation`` key: no timings and no tokens, so that the same seed gives the same bytes."""
    template = case.template
    turns = [event.messages for event in platform.log if isinstance(event, TurnStarted)]
    return {
        "template": template.id,
        "variant": case.variant,
        "repeat": case.repeat,
        "seed": case.seed,
        "kind": template.kind,
        "factors": dict(case.levels),
        "targets": list(template.targets),
        "expect": dict(template.expectations),
        "missed": list(template.targets) if buyer.missed else [],
        "ended": buyer.end,
        "invalid": None,
        "defect": agents.defect,
        "mode": story.mode,
        "meant": [[message.meant.as_json() if message.meant else None for message in messages] for messages in turns],
        "pictures": {
            picture.id: picture.kind for messages in turns for message in messages for picture in message.pictures
        },
    }
