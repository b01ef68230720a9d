"""When the rules say "convert": by picture at once, by new business information once the posters are out."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.checks.hits import evidence_so_far, hit_of, told_converted, working_at
from evaluator.ontology import CustomerAct
from evaluator.reading.model import Tri

from .records import DAY, INTRODUCTION, NIGHT, decision, facts_of, image, posters, run, shown, turn

Json = dict[str, Any]
FIRST = turn("hi", INTRODUCTION)


def sending(text: str = "what cables do you have?", **more: Any) -> Json:
    """The turn in which the posters go out."""
    return turn(text, shown("en-1", "en-2"), tools=[posters()], **more)


def hit(*turns: Json) -> tuple[Tri, Tri]:
    """The hit of the last turn, by picture and by information."""
    facts = facts_of(*turns)
    found = hit_of(facts, facts.turns[-1])
    return found.image, found.posters


@pytest.mark.parametrize(
    ("text", "information"),
    [
        ("what is the price?", True),
        ("300 pcs", True),
        ("we are a wholesaler", True),
        ("I'm the owner of the company", True),
        ("Lightning please, to USB-C", True),
        ("add me on wechat: abc", True),
        ("can you print our logo?", True),
        ("ok", False),
        ("👍", False),
        ("thanks, let me see", False),
        ("please send the full catalogue", False),
        ("what are the payment terms?", False),
        ("I want to talk to a person", False),
        ("what is the shipping cost?", None),  # near the card's list, and not on it
        ("Πόσο κοστίζει το καλώδιο;", None),  # not read
    ],
)
def test_what_counts_as_new_information_after_the_posters(text: str, information: Tri) -> None:
    assert hit(FIRST, sending(), turn(text)) == (False, information)


@pytest.mark.parametrize("text", ["what is the price?", "300 pcs", "we are a wholesaler"])
def test_before_the_posters_and_with_them_nothing_is_hit(text: str) -> None:
    assert hit(FIRST, turn(text)) == (False, False)
    assert hit(FIRST, sending(text)) == (False, False)


@pytest.mark.parametrize(
    "unsent",
    [
        sending(published=False),
        sending(media={"en-2": False}),
        turn("what cables do you have?", shown("en-1"), tools=[posters()]),
        turn("what cables do you have?", shown("x-1", "x-2"), tools=[]),
        turn("what cables do you have?", shown("en-1", "vi-1"), tools=[posters(), posters("vi")]),
    ],
    ids=["unpublished", "undelivered", "one of them", "pictures from nowhere", "two languages"],
)
def test_without_a_complete_set_nothing_is_hit(unsent: Json) -> None:
    assert hit(FIRST, unsent, turn("300 pcs")) == (False, False)


def test_without_a_tool_log_two_pictures_with_an_invitation_are_a_set() -> None:
    looked = turn("what cables do you have?", shown("x-1", "x-2"), tools=None)
    assert hit(FIRST, looked, turn("300 pcs")) == (False, True)


def test_what_was_said_before_the_posters_is_not_new() -> None:
    told = sending("do you have USB-C cables?")
    assert hit(FIRST, told, turn("USB-C")) == (False, False)
    assert hit(FIRST, told, turn("Lightning")) == (False, True)
    assert hit(turn("we are a wholesaler", INTRODUCTION), sending(), turn("we are a wholesaler")) == (False, False)


def test_a_question_asked_again_decides_nothing() -> None:
    assert hit(FIRST, sending("what is the price?"), turn("so what is the price?")) == (False, None)


def test_one_for_oneself_is_no_business() -> None:
    assert hit(FIRST, sending(), turn("just one for my own phone, 1 pcs"))[1] is not True


def test_a_customers_picture_hits_at_once_and_a_colleagues_does_not() -> None:
    assert hit(turn("my code", INTRODUCTION, images=[image("qr_code")])) == (True, False)
    assert hit(turn("look", INTRODUCTION, images=[image("qr_code", status="failed")])) == (False, False)
    sent = turn("thanks", INTRODUCTION, staff="here you are")
    sent["inbound"][-1]["images"] = [image("data_cable")]
    assert hit(sent) == (False, False)


def test_nothing_is_hit_any_more_once_the_run_knows_of_the_conversion() -> None:
    converted = turn("300 pcs", status="converted", images=[image("qr_code")])
    facts = facts_of(FIRST, sending(), converted)
    found = hit_of(facts, facts.turns[-1])
    assert (found.image, found.posters, found.any) == (False, False, False)
    assert facts.turns[-1].inbound_decision is not None
    assert told_converted(facts.turns[-1].inbound_decision)


def test_the_act_behind_a_hit_is_kept() -> None:
    facts = facts_of(FIRST, sending(), turn("300 pcs"))
    found = hit_of(facts, facts.turns[-1])
    assert found.information is not None
    assert (found.information.act, found.information.value) == (CustomerAct.STATES_QUANTITY, "300")


def test_evidence_stays_once_it_was_given_also_after_a_manual_conversion() -> None:
    given = facts_of(FIRST, sending(), turn("300 pcs"), turn("ok", status="converted"))
    assert [evidence_so_far(given, item) for item in given.turns] == [False, False, True, True]
    manual = facts_of(FIRST, turn("ok", status="converted"), turn("hello?", status="converted"))
    assert [evidence_so_far(manual, item) for item in manual.turns] == [False, False, False]


@pytest.mark.parametrize(
    ("record", "context", "working"),
    [(DAY, NIGHT, False), (NIGHT, DAY, True), (DAY, None, False), (DAY, "soon", False)],
)
def test_a_run_is_judged_by_its_own_hour(record: str, context: object, working: bool) -> None:
    facts = facts_of(turn("hi", at=record, runs=[run(decision(), context)]))
    (made,) = facts.turns[0].decisions
    assert working_at(made, facts.turns[0]) is working


def test_a_run_that_was_told_no_hour_is_judged_by_the_records() -> None:
    for at, working in ((DAY, True), (NIGHT, False)):
        facts = facts_of(turn("hi", at=at, runs=[{"phase": "inbound", "raw": decision()}]))
        assert working_at(facts.turns[0].decisions[0], facts.turns[0]) is working
