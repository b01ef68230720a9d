"""What agents outside this program are shown of a conversation: JSON values in the platform's own spelling.

Nothing here tells what the simulated buyer meant, which template is driven, or what kind a picture is.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from evaluator.session.safe import safe_json
from scenarios.pictures import picture
from simulator.agents.protocols import (
    History,
    HistoryMessage,
    HistoryTurn,
    InquiryBrief,
    OpportunityBrief,
    Phase,
    PictureView,
)


def inquiry_view(brief: InquiryBrief, history: History) -> dict[str, Any]:
    """The inquiry assistant's turn: customer, earlier turns, the platform's context, and the messages to answer."""
    view = {
        "customer": brief.customer.to_json_dict(),
        "history": [turn_view(turn) for turn in history[:-1]],
        "context": brief.turn.to_json_dict(),
        "messages": [message_view(message) for message in history[-1].messages],
    }
    return _safe(view)


def opportunity_view(
    phase: Phase, brief: OpportunityBrief, history: History, recognitions: tuple[PictureView, ...]
) -> dict[str, Any]:
    """One run of the opportunity assistant: phase, customer, transcript, the newest pictures, the system's context."""
    view = {
        "phase": phase,
        "customer": brief.customer.to_json_dict(),
        "transcript": [turn_view(turn) for turn in history],
        "recognitions": [{**picture_view(entry), "sender": entry.sender} for entry in recognitions],
        "context": brief.run.to_json_dict(),
    }
    return _safe(view)


def turn_view(turn: HistoryTurn) -> dict[str, Any]:
    """A turn: its messages and the reply that really reached the customer, null where none did."""
    return {"messages": [message_view(message) for message in turn.messages], "reply": turn.reply}


def message_view(message: HistoryMessage) -> dict[str, Any]:
    """A message, with its pictures where it has any."""
    view: dict[str, Any] = {"sender": message.sender, "createdAt": message.created_at, "text": message.text}
    if message.pictures:
        view["images"] = [picture_view(entry) for entry in message.pictures]
    return view


def picture_view(entry: PictureView) -> dict[str, Any]:
    """A picture as the recogniser tells of it."""
    recognition = {"status": entry.status, "labels": list(entry.labels), "description": entry.description}
    return {"id": entry.id, "recognition": recognition}


def pictures_of(history: History) -> Iterator[PictureView]:
    """All pictures of the conversation, oldest first."""
    for turn in history:
        for message in turn.messages:
            yield from message.pictures


def data_url(entry: PictureView) -> str:
    """The picture itself as a ``data:`` address (PNG, base64)."""
    return f"data:image/png;base64,{base64.b64encode(picture(entry.kind)).decode('ascii')}"


def _safe(view: dict[str, Any]) -> dict[str, Any]:
    """Without lone surrogates: they can be in what a model said earlier, and cannot be sent."""
    safe = safe_json(view)
    assert isinstance(safe, dict)
    return safe
