"""What needs no understanding: poster sets, hours, the status, closings, the timeline of a session."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.checks.facts import TurnFacts, closing_of
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Act, ReplyReading, Tri

from .records import (
    CLOSING,
    DAY,
    INTRODUCTION,
    INVITATION,
    NIGHT,
    decision,
    facts_of,
    posters,
    recheck,
    run,
    shown,
    turn,
)

Json = dict[str, Any]
FIRST = turn("hi", INTRODUCTION)


def sent(reply: str, *tools: Json, **more: Any) -> TurnFacts:
    """The facts of a second turn with this reply."""
    return facts_of(FIRST, turn("what cables do you have?", reply, tools=tools, **more)).turns[1]


# ---------- poster sets


def test_a_complete_set_is_two_posters_of_one_document_in_one_reply() -> None:
    found = sent(shown("vi-1", "vi-2"), posters("vi")).posters
    assert found is not None
    assert (found.turn, found.ids, found.language, found.complete) == (2, ("vi-1", "vi-2"), "vi", True)
    assert found.from_document


@pytest.mark.parametrize(
    ("reply", "tools"),
    [
        (shown("en-1"), [posters()]),
        (shown("en-1", "en-1"), [posters()]),
        (shown("en-1", "vi-1"), [posters(), posters("vi")]),
        (f"{INVITATION}\n[IMG:en-1|x]\n[IMAGE:en-2|x]", [posters()]),
        (f"{INVITATION}\n[IMAGE:en-1]\n[IMAGE:en-2|x]", [posters()]),
        (shown("en-1", "other"), [posters()]),
    ],
    ids=["one", "one twice", "two languages", "malformed", "no caption field", "one of the two"],
)
def test_less_than_that_is_a_set_that_is_not_complete(reply: str, tools: list[Json]) -> None:
    found = sent(reply, *tools).posters
    assert found is not None
    assert found.complete is False


@pytest.mark.parametrize(
    ("media", "complete"),
    [
        ({"en-1": True, "en-2": True}, True),
        ({"en-1": None, "en-2": None}, True),
        ({}, True),
        ({"en-1": True, "en-2": False}, False),
        ({"other": False}, True),
    ],
)
def test_a_poster_known_not_to_have_arrived_spoils_the_set(media: dict[str, bool | None], complete: bool) -> None:
    found = sent(shown("en-1", "en-2"), posters(), media=media).posters
    assert found is not None
    assert found.complete is complete


@pytest.mark.parametrize(("published", "there"), [(True, True), (None, True), (False, False)])
def test_what_was_not_published_sends_no_posters(published: bool | None, there: bool) -> None:
    assert (sent(shown("en-1", "en-2"), posters(), published=published).posters is not None) is there


def test_without_a_tool_log_two_pictures_need_an_invitation() -> None:
    def complete(reply: str, tools: list[Json] | None = None) -> Tri | str:
        found = facts_of(FIRST, turn("cables?", reply, tools=tools)).turns[1].posters
        return "none" if found is None else found.complete

    assert complete(shown("x-1", "x-2")) is True
    assert complete(shown("x-1", "x-2", text="Noted.")) == "none"
    assert complete(shown("x-1", "x-2", "x-3")) == "none"
    assert complete(shown("x-1", "x-2"), []) is False  # a log that shows that nothing was looked up


def test_pictures_of_a_product_are_no_posters() -> None:
    items = {"items": [{"type": "IMAGE", "id": "m-1"}, {"type": "IMAGE", "id": "m-2"}]}
    media = {"agent": "inquiry", "name": "get_product_media", "arguments": {"productId": "P"}, "result": items}
    assert sent(shown("m-1", "m-2"), media).posters is None


def test_a_document_found_earlier_serves_later_turns() -> None:
    facts = facts_of(FIRST, turn("ok", tools=[posters()]), turn("cables?", shown("en-1", "en-2")))
    assert [item.posters is not None for item in facts.turns] == [False, False, True]
    assert facts.first_posters is facts.turns[2].posters


def test_the_first_complete_set_counts_and_what_was_before_is_kept() -> None:
    facts = facts_of(
        FIRST,
        turn("cables?", shown("en-1"), tools=[posters()]),
        turn("?", shown("en-1", "en-2")),
        turn("ok"),
    )
    assert facts.first_posters is not None
    assert facts.first_posters.turn == 3
    assert [len(item.before.posters) for item in facts.turns] == [0, 0, 1, 2]
    assert [item.before.complete_set is not None for item in facts.turns] == [False, False, False, True]


# ---------- hours and status


@pytest.mark.parametrize(
    ("at", "working"),
    [
        ("2026-05-06T09:00:00.000+08:00", True),
        ("2026-05-06T08:59:59.999+08:00", False),
        ("2026-05-06T19:59:59.999+08:00", True),
        ("2026-05-06T20:00:00.000+08:00", False),
        ("2026-05-10T11:00:00+08:00", True),  # a Sunday
        ("2026-05-06T03:00:00Z", True),
        (1778036400, True),
        ("1778036400000", True),
        ("2026-05-06T11:00:00", False),
        ("yesterday", False),
        (None, False),
        ({}, False),
    ],
)
def test_working_hours_of_the_newest_customer_message(at: object, working: bool) -> None:
    assert facts_of(turn("hi", at=at)).turns[0].working is working


def test_the_newest_message_is_the_customers_last_whatever_a_colleague_adds() -> None:
    made = turn(["one", "two"], at=DAY, staff="three")
    made["inbound"][0]["created_at"] = NIGHT
    made["inbound"][2]["created_at"] = NIGHT
    facts = facts_of(made).turns[0]
    assert facts.newest is not None
    assert (facts.newest[0].text, facts.working, len(facts.customer_messages)) == ("two", True, 2)


def test_a_turn_without_a_message_of_the_customers_is_off_hours_and_due_to_nothing() -> None:
    facts = facts_of(turn([], staff="hello")).turns[0]
    assert (facts.newest, facts.working, facts.due_quote, facts.customer()) == (None, False, None, False)


def test_sequential_the_reply_already_knows_of_the_conversion() -> None:
    decided = [run(decision(convert=True), NIGHT)]
    first, second = facts_of(
        turn("300 pcs", CLOSING, at=NIGHT, status="converted", runs=decided), turn("ok", at=NIGHT, status="converted")
    ).turns
    assert (first.handover_due, first.ordinary, first.closing) == (True, False, True)
    assert (second.before.closing, second.handover_due, second.ordinary) == (True, False, True)


def test_parallel_the_conversion_shows_in_the_next_turn() -> None:
    decided = [run(decision(convert=True), NIGHT)]
    first, second = facts_of(
        turn("300 pcs", "Noted.", at=NIGHT, runs=decided), turn("ok", CLOSING, at=NIGHT, status="converted")
    ).turns
    assert (first.handover_due, first.ordinary) == (False, True)
    assert (second.handover_due, second.ordinary) == (True, False)


@pytest.mark.parametrize(
    ("status", "at", "due"),
    [("converted", NIGHT, True), ("converted", DAY, False), ("new", NIGHT, False), (None, NIGHT, False)],
)
def test_when_the_handover_is_due(status: str | None, at: str, due: bool) -> None:
    assert facts_of(turn("hi", at=at, status=status)).turns[0].handover_due is due


# ---------- closings


@pytest.mark.parametrize(("published", "closed"), [(True, True), (False, False)])
def test_only_a_published_closing_was_given(published: bool, closed: bool) -> None:
    facts = facts_of(turn("hi", CLOSING, at=NIGHT, status="converted", published=published), turn("ok", at=NIGHT))
    assert facts.turns[0].closing is True
    assert facts.turns[1].before.closing is closed


def test_a_closing_once_given_stays_given() -> None:
    facts = facts_of(turn("hi", CLOSING, at=NIGHT), turn("ok", "Noted."), turn("ok", None), turn("ok"))
    assert [item.before.closing for item in facts.turns] == [False, True, True, True]


def _closing(*acts: tuple[str, bool], understood: bool = True) -> Tri:
    made = tuple(Act(act=act, quote="x", sure=sure) for act, sure in acts)
    return closing_of(ReplyReading(acts=made, understood=understood))


def test_a_closing_says_received_and_both_of_what_comes_when() -> None:
    received, opening, subject = ReplyAct.SAYS_RECEIVED, ReplyAct.SAYS_NEXT_OPENING, ReplyAct.SAYS_SPECS_AND_QUOTE
    assert _closing((received, True), (opening, True), (subject, True)) is True
    assert _closing((received, True), (opening, False), (subject, True)) is None
    assert _closing((received, True), (opening, True)) is None  # most of it
    assert _closing((received, True), (opening, True), (ReplyAct.ASKS, True)) is None
    assert _closing((received, True), (subject, True)) is None  # the hour may be told in words not read
    assert _closing((received, True)) is False
    assert _closing((subject, True), (ReplyAct.ASKS, True)) is False
    assert _closing() is False
    assert _closing(understood=False) is None


# ---------- the rest of the timeline


def test_an_unpublished_or_unreadable_reply_says_nothing() -> None:
    for more in ({"published": False}, {"inquiry": {"replyText": None, "raw": "{", "published": True}}):
        facts = facts_of(turn("hi", INTRODUCTION, **more)).turns[0]
        assert (facts.published, facts.text, facts.markers, facts.ordinary) == (False, "", (), False)
        assert facts.says(ReplyAct.INTRODUCES) is False
        assert facts.said(ReplyAct.INTRODUCES) is None


def test_calls_of_the_opportunity_assistant_are_not_the_inquiry_assistants() -> None:
    own: Json = {"agent": None, "name": "search_products", "arguments": {}, "result": None}
    other: Json = {"agent": "opportunity", "name": "inquiry_form_snapshot_get", "arguments": {}, "result": {}}
    calls = facts_of(turn("hi", tools=[posters(), other, own])).turns[0].calls
    assert calls is not None
    assert [call.name for call in calls] == ["knowledge_search", "search_products"]
    assert facts_of(turn("hi", tools=None)).turns[0].calls is None
    assert facts_of(turn("hi", tools=[])).turns[0].calls == ()


def test_whether_the_opportunity_assistant_has_a_log() -> None:
    assert facts_of(turn("hi"), turn("hi", runs=[])).has_opportunity_log
    missing = turn("hi")
    missing["opportunity"] = None
    assert not facts_of(turn("hi"), missing).has_opportunity_log


def test_the_first_inbound_run_is_the_turns_decision() -> None:
    runs = [recheck(decision(), "x"), run(decision(convert=True)), run(decision())]
    facts = facts_of(turn("hi", runs=runs)).turns[0]
    assert [made.phase for made in facts.decisions] == ["after_reply", "inbound", "inbound"]
    assert facts.inbound_decision is facts.decisions[1]
    assert facts_of(turn("hi", runs=[])).turns[0].inbound_decision is None


def test_a_reply_is_found_again_by_its_text_the_newest_first() -> None:
    facts = facts_of(turn("hi", "Noted  that."), turn("hi", CLOSING), turn("hi", "Noted that."))
    assert facts.reading_of_text("noted that.") is facts.turns[2].reply
    assert facts.reading_of_text(CLOSING) is facts.turns[1].reply
    assert facts.reading_of_text("never said") is None


def test_a_topic_that_was_not_read_may_be_there() -> None:
    known, found = facts_of(turn("what is the price?")).turns[0].topic(CustomerAct.ASKS_PRICE)
    assert (known, found and found.act) == (True, CustomerAct.ASKS_PRICE)
    assert facts_of(turn("ok")).turns[0].topic(CustomerAct.ASKS_PRICE) == (False, None)
    known, found = facts_of(turn("Πόσο κοστίζει;")).turns[0].topic(CustomerAct.ASKS_PRICE)
    assert (known, found and found.sure) == (None, False)


def test_several_messages_of_a_turn_count_together() -> None:
    facts = facts_of(turn(["what is the price?", "and the MOQ?"])).turns[0]
    assert facts.customer(CustomerAct.ASKS_PRICE) is True
    assert facts.customer(CustomerAct.ASKS_MOQ) is True
    assert facts.customer(CustomerAct.ASKS_HUMAN) is False
    assert facts.due_quote == "and the MOQ?"


def test_the_language_that_the_customer_has_established() -> None:
    facts = facts_of(turn("bạn có cáp sạc không ạ?"), turn("OK"), turn("do you have cables in stock?"), turn("100"))
    assert [item.before.language for item in facts.turns] == [None, "vi", "vi", "en"]
