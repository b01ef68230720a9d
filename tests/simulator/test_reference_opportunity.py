"""The reference opportunity assistant: conversion, takeover, intent, and the output to the letter."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from test_reference_inquiry import CLOSING, HELLO, NIGHT, NOON, POSTERS, TYPE, turn

from evaluator.ontology import CustomerAct as Act
from evaluator.session import Customer, OpportunityContext
from scenarios.phrases.meaning import MeantAct
from scenarios.world import Tools, load_world
from simulator.agents import HistoryTurn, OpportunityBrief
from simulator.agents.reference import ReferenceOpportunity

SHOWN = turn(Act.ASKS_PRICE, reply=POSTERS["en"])


def decide(*history: HistoryTurn, phase: str = "inbound", **context: Any) -> dict[str, Any]:
    brief = OpportunityBrief(Customer(), OpportunityContext.model_validate(context, by_name=True))
    tools = Tools(load_world(), "opportunity")
    pictures = tuple(picture for message in history[-1].messages for picture in message.pictures)
    raw = asyncio.run(ReferenceOpportunity().decide(phase, brief, history, pictures, tools))  # type: ignore[arg-type]
    decision: dict[str, Any] = json.loads(raw)
    assert list(decision) == ["shouldAutoConvert", "shouldForceHumanTakeover", "conversationIntent"]
    return decision


def flags(decision: dict[str, Any]) -> tuple[bool, bool]:
    return decision["shouldAutoConvert"], decision["shouldForceHumanTakeover"]


def test_information_after_the_posters_converts() -> None:
    quantity = MeantAct(Act.STATES_QUANTITY, "500")
    assert flags(decide(HELLO, turn(quantity))) == (False, False)  # no posters yet
    assert flags(decide(HELLO, SHOWN, turn(quantity))) == (True, True)
    assert flags(decide(HELLO, SHOWN, turn(quantity, at=NIGHT))) == (True, False)


def test_one_poster_or_a_mixed_pair_is_no_set() -> None:
    half = turn(Act.ASKS_PRICE, reply=POSTERS["en"].rpartition("\n")[0])
    assert flags(decide(HELLO, half, turn(Act.ASKS_MOQ))) == (False, False)


@pytest.mark.parametrize(
    "act", [Act.ACKNOWLEDGES, Act.ASKS_PRICE, Act.ASKS_CATALOGUE, Act.STATES_BUYING, Act.ASKS_PAYMENT]
)
def test_what_is_no_new_information(act: Act) -> None:
    assert flags(decide(HELLO, SHOWN, turn(act))) == (False, False)  # the price was asked before the posters


def test_a_question_about_a_model_tells_which_one_he_wants() -> None:
    about = MeantAct(Act.ASKS_PARAMETER, "length", "BYJ-K20")
    assert flags(decide(HELLO, SHOWN, turn(about))) == (True, True)
    assert flags(decide(HELLO, turn(about, reply=POSTERS["en"]), turn(about))) == (False, False)  # known before


def test_a_picture_of_his_own_converts_at_once() -> None:
    assert flags(decide(turn(pictures=["ok"]))) == (True, True)
    assert flags(decide(turn(pictures=["uncertain"]))) == (False, False)


def test_a_converted_one_is_not_created_again() -> None:
    assert flags(decide(HELLO, SHOWN, turn(Act.ASKS_MOQ), lead_status="converted")) == (False, False)


def test_a_wish_for_a_person() -> None:
    assert flags(decide(HELLO, turn(Act.ASKS_HUMAN))) == (False, True)
    assert flags(decide(HELLO, turn(Act.ASKS_HUMAN, at=NIGHT))) == (False, False)
    closed = turn(Act.ASKS_MOQ, reply=CLOSING, at=NIGHT)
    assert flags(decide(HELLO, closed, turn(Act.ASKS_HUMAN, at=NIGHT))) == (False, True)


@pytest.mark.parametrize(
    ("at", "published", "reply", "status", "expected"),
    [
        (NIGHT, True, CLOSING, "converted", True),
        (NIGHT, False, CLOSING, "converted", False),
        (NIGHT, True, "noted", "converted", False),
        (NIGHT, True, CLOSING, None, False),
        (NOON, True, "noted", "converted", True),
    ],
)
def test_the_check_after_a_reply(at: str, published: bool, reply: str, status: Any, expected: bool) -> None:
    history = (HELLO, SHOWN, turn(Act.ASKS_MOQ, at=at, reply=reply if published else None))
    last = reply if published else "earlier"
    context = {"reply_published": published, "actual_last_ai_reply": last, "lead_status": status}
    if reply == "noted" or last == "earlier":
        pytest.importorskip("evaluator.reading")
    assert flags(decide(*history, phase="after_reply", **context)) == (False, expected)


def test_a_conversion_by_hand_alone_takes_nobody_over() -> None:
    history = (HELLO, turn(TYPE, at=NIGHT, reply=CLOSING))
    context = {"reply_published": True, "actual_last_ai_reply": CLOSING, "lead_status": "converted"}
    assert flags(decide(*history, phase="after_reply", **context)) == (False, False)


@pytest.mark.parametrize(
    ("acts", "intent"),
    [
        ((Act.INSULTS,), "harassment"),
        ((Act.ADVERTISES, Act.GREETS), "harassment"),
        ((Act.INSULTS, Act.ASKS_PRICE), "business"),
        ((Act.GOES_OFF_TOPIC,), "off_topic"),
        ((Act.HAGGLES,), "business"),
        ((), "business"),
    ],
)
def test_the_intent(acts: tuple[Act, ...], intent: str) -> None:
    assert decide(HELLO, turn(*acts))["conversationIntent"] == intent
