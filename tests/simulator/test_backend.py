"""The simulated backend: the rulings' order of events, turn by turn, and the record that comes of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sim_helpers import BOTH, CONVERT, NO, TAKE_OVER, Scripted

from evaluator.session import Customer
from scenarios.phrases.meaning import Meant, MeantAct
from scenarios.templates import Form as Setting
from scenarios.world import load_world
from simulator.agents import Agents, HistoryMessage, PictureView
from simulator.platform import Mode, Outcome, Platform, read_decision
from simulator.record import session_of


def platform(agents: Scripted, customer: Customer, mode: Mode = "sequential", **form: Any) -> Platform:
    return Platform(load_world(), Agents(agents, agents, "scripted"), customer, mode, Setting.model_validate(form))


def message(text: str = "hello", *acts: MeantAct, at: Any = "2026-03-02T10:00:00+08:00") -> HistoryMessage:
    return HistoryMessage("customer", text, at, (), Meant("en", acts))


def run(backend: Platform, *turns: list[HistoryMessage], fails: tuple[int, ...] = ()) -> list[Outcome]:
    async def drive() -> list[Outcome]:
        return [await backend.turn(messages, at in fails) for at, messages in enumerate(turns)]

    return asyncio.run(drive())


def record(backend: Platform, customer: Customer) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = session_of("s", customer, backend.log).to_json_dict()["turns"]
    return turns


def test_an_ordinary_turn(customer: Customer) -> None:
    agents = Scripted(["Hi there"])
    backend = platform(agents, customer)
    outcome = run(backend, [message()])[0]
    assert outcome == Outcome("Hi there", False, False)
    turn = record(backend, customer)[0]
    assert turn["context"]["leadToOpportunityStatus"] is None
    assert turn["context"]["nextPendingField"] == "customer_type"
    assert turn["context"]["inquiry_form_snapshot"] == {}
    assert turn["inquiry"] == {"replyText": "Hi there", "askedFieldKeys": [], "published": True}
    assert [entry["phase"] for entry in turn["opportunity"]] == ["inbound"]
    assert turn["opportunity"][0]["context"]["replyPublished"] is None
    assert [(call["agent"], call["name"]) for call in turn["tool_calls"]] == [
        ("opportunity", "inquiry_form_snapshot_get"),
        ("inquiry", "knowledge_search"),
    ]


def test_sequential_conversion_shows_in_the_same_turn_and_the_reply_is_checked_again(customer: Customer) -> None:
    agents = Scripted(["closing"], [CONVERT, NO])
    backend = platform(agents, customer)
    assert run(backend, [message()])[0] == Outcome("closing", False, True)
    assert agents.told[0]["leadToOpportunityStatus"] == "converted"
    assert agents.runs[0][1]["leadToOpportunityStatus"] is None
    phase, context = agents.runs[1]
    assert phase == "after_reply"
    assert (context["replyPublished"], context["actualLastAiReply"]) == (True, "closing")
    assert context["leadToOpportunityStatus"] == "converted"


def test_sequential_takeover_silences_the_turn(customer: Customer) -> None:
    agents = Scripted(["never"], [BOTH])
    backend = platform(agents, customer)
    assert run(backend, [message()])[0] == Outcome(None, True, True)
    turn = record(backend, customer)[0]
    assert turn["inquiry"] is None
    assert turn["context"]["leadToOpportunityStatus"] == "converted"
    assert [entry["phase"] for entry in turn["opportunity"]] == ["inbound"]
    assert agents.replies == ["never"]


def test_parallel_conversion_shows_only_in_the_next_turn(customer: Customer) -> None:
    agents = Scripted(["one", "two"], [CONVERT])
    backend = platform(agents, customer, "parallel")
    outcomes = run(backend, [message()], [message()])
    assert [outcome.reply for outcome in outcomes] == ["one", "two"]
    assert [told["leadToOpportunityStatus"] for told in agents.told] == [None, "converted"]
    assert [phase for phase, _ in agents.runs] == ["inbound", "after_reply", "inbound", "after_reply"]


def test_parallel_takeover_with_a_conversion_lets_the_reply_out(customer: Customer) -> None:
    agents = Scripted(["still out"], [BOTH, TAKE_OVER])
    backend = platform(agents, customer, "parallel")
    assert run(backend, [message()])[0] == Outcome("still out", True, True)
    assert [entry["phase"] for entry in record(backend, customer)[0]["opportunity"]] == ["inbound", "after_reply"]


@pytest.mark.parametrize("mode", ["sequential", "parallel"])
def test_a_takeover_without_a_conversion_silences_in_either_mode(customer: Customer, mode: Mode) -> None:
    agents = Scripted(["never"], [TAKE_OVER])
    backend = platform(agents, customer, mode)
    assert run(backend, [message()])[0] == Outcome(None, True, False)
    assert record(backend, customer)[0]["inquiry"] is None


@pytest.mark.parametrize("mode", ["sequential", "parallel"])
def test_after_a_takeover_the_assistants_stay_silent(customer: Customer, mode: Mode) -> None:
    agents = Scripted([], [TAKE_OVER])
    backend = platform(agents, customer, mode)
    run(backend, [message()], [message()])
    last = record(backend, customer)[1]
    assert (last["inquiry"], last["opportunity"], last["tool_calls"]) == (None, [], [])


def test_a_reply_that_is_not_published_is_no_reply(customer: Customer) -> None:
    agents = Scripted(["lost", "found"], [CONVERT, NO, NO, NO])
    backend = platform(agents, customer)
    first, second = run(backend, [message()], [message()], fails=(0,))
    assert (first.reply, second.reply) == (None, "found")
    _, context = agents.runs[1]
    assert (context["replyPublished"], context["actualLastAiReply"]) == (False, None)
    assert agents.histories[1][0].reply is None
    assert record(backend, customer)[0]["inquiry"]["published"] is False


def test_the_last_reply_is_the_last_that_reached_the_customer(customer: Customer) -> None:
    agents = Scripted(["first", "lost"], [NO, CONVERT, NO])
    backend = platform(agents, customer)
    run(backend, [message()], [message()], fails=(1,))
    phase, context = agents.runs[-1]
    assert (phase, context["replyPublished"], context["actualLastAiReply"]) == ("after_reply", False, "first")


def test_an_answer_that_cannot_be_read_is_not_published(customer: Customer) -> None:
    agents = Scripted([None])
    backend = platform(agents, customer)
    assert run(backend, [message()])[0].reply is None
    inquiry = record(backend, customer)[0]["inquiry"]
    assert (inquiry["replyText"], inquiry["published"], inquiry["raw"]) == (None, False, "no JSON")


def test_a_colleague_converts_by_hand(customer: Customer) -> None:
    agents = Scripted()
    backend = platform(agents, customer)
    backend.convert_by_hand()
    backend.convert_by_hand()
    run(backend, [message()])
    assert agents.told[0]["leadToOpportunityStatus"] == "converted"
    assert [phase for phase, _ in agents.runs] == ["inbound", "after_reply"]


def test_the_form_before_the_turn_and_the_field_after_it(customer: Customer) -> None:
    from evaluator.ontology import CustomerAct

    agents = Scripted()
    backend = platform(agents, customer)
    run(backend, [message("wholesale", MeantAct(CustomerAct.STATES_CUSTOMER_TYPE, "wholesale"))], [message()])
    assert [told["inquiry_form_snapshot"] for told in agents.told] == [{}, {"customer_type": "wholesale"}]
    assert [told["nextPendingField"] for told in agents.told] == ["buyer_role", "buyer_role"]


def test_an_absent_form_is_not_given(customer: Customer) -> None:
    agents = Scripted()
    backend = platform(agents, customer, absent=True)
    run(backend, [message()])
    assert "nextPendingField" not in agents.told[0]
    assert "inquiry_form_snapshot" not in agents.told[0]


def test_messages_and_pictures_of_the_record(customer: Customer) -> None:
    picture = PictureView("cust-img-1", "customer", "scenery", "ok", ("scenery",), "a beach")
    staff = HistoryMessage("staff", "", 1772416800, ())
    backend = platform(Scripted(), customer)
    run(backend, [staff, HistoryMessage("customer", "look", None, (picture,), Meant("en", ()))])
    inbound = record(backend, customer)[0]["inbound"]
    assert inbound[0] == {"sender": "staff", "created_at": 1772416800, "text": "", "images": []}
    assert inbound[1]["images"] == [
        {"id": "cust-img-1", "recognition": {"status": "ok", "labels": ["scenery"], "description": "a beach"}}
    ]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (NO, (False, False)),
        (BOTH, (True, True)),
        (f"```json\n{CONVERT}\n```", (True, False)),
        (f"I think: {TAKE_OVER}", (False, True)),
        ('{"shouldAutoConvert":"true"}', (False, False)),
        ('{"shouldAutoConvert":1}', (False, False)),
        ("", (False, False)),
        ("} {", (False, False)),
        ("{broken", (False, False)),
        ("{'a': 1}", (False, False)),
        ("[true]", (False, False)),
    ],
)
def test_what_the_platform_makes_of_an_output(raw: str, expected: tuple[bool, bool]) -> None:
    assert read_decision(raw) == expected
