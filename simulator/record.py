"""The session record, written from the log of a conversation and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.session import (
    Customer,
    Image,
    InquiryOutput,
    Message,
    OpportunityRun,
    Recognition,
    Session,
    ToolCall,
    Turn,
    TurnContext,
)
from simulator.agents.protocols import HistoryMessage, InquiryReply, PictureView
from simulator.events import Called, Decided, Event, Replied, Told, TurnStarted, Unlogged


def session_of(
    session_id: str, customer: Customer, log: Sequence[Event], simulation: Mapping[str, Any] | None = None
) -> Session:
    """The record of a conversation; ``simulation`` is the key that simulated records carry."""
    extra = {} if simulation is None else {"simulation": dict(simulation)}
    return Session.build(session_id, tuple(turn_of(events) for events in by_turn(log)), customer=customer, **extra)


def by_turn(log: Sequence[Event]) -> list[list[Event]]:
    """The log cut before each arrival; what happened before the first one (a conversion by hand) belongs to none."""
    turns: list[list[Event]] = []
    for event in log:
        if isinstance(event, TurnStarted):
            turns.append([])
        if turns:
            turns[-1].append(event)
    return turns


def turn_of(events: Sequence[Event]) -> Turn:
    """One turn from its events. Where an agent gave no log of its tools there is no list: it would say too little."""
    inbound: tuple[Message, ...] = ()
    context: TurnContext | None = None
    inquiry: InquiryOutput | None = None
    calls: list[ToolCall] = []
    logged = True
    runs: list[OpportunityRun] = []
    for event in events:
        match event:
            case TurnStarted():
                inbound = tuple(message_of(message) for message in event.messages)
            case Told():
                context = event.context
            case Called():
                call = event.call
                calls.append(ToolCall(agent=call.agent, name=call.name, arguments=call.arguments, result=call.result))
            case Unlogged():
                logged = False
            case Decided():
                runs.append(OpportunityRun(phase=event.phase, context=event.context, raw=event.raw))
            case Replied():
                inquiry = output_of(event.reply, event.published)
            case _:
                pass
    log = tuple(calls) if logged else None
    return Turn(inbound=inbound, context=context, tool_calls=log, inquiry=inquiry, opportunity=tuple(runs))


def message_of(message: HistoryMessage) -> Message:
    """A message as the record has it: without what the buyer meant."""
    pictures = tuple(image_of(picture) for picture in message.pictures)
    return Message(sender=message.sender, created_at=message.created_at, text=message.text, images=pictures)


def image_of(picture: PictureView) -> Image:
    """A picture as the record has it."""
    recognition = Recognition(status=picture.status, labels=picture.labels, description=picture.description)
    return Image(id=picture.id, recognition=recognition)


def output_of(reply: InquiryReply, published: bool) -> InquiryOutput:
    """The inquiry assistant's output as the record has it; ``raw`` only where there is one."""
    values: dict[str, Any] = {"reply_text": reply.reply_text, "asked_field_keys": reply.asked_field_keys}
    if reply.raw is not None:
        values["raw"] = reply.raw
    return InquiryOutput(**values, published=published)
