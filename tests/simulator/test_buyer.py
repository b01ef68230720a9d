"""The simulated buyer: his moves, his answers, his nudges, and how a conversation ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sim_helpers import BOTH, NO, PhraseReader, Scripted, template_of

from evaluator.session import Session
from scenarios.cases import Case
from scenarios.phrases import available_languages, load_phrases
from scenarios.templates import shipped_templates
from simulator.agents import Agents, make_agents
from simulator.conversation import converse
from simulator.persona import persona_of
from simulator.wording import in_one_breath, literal, say

CaseMaker = Callable[..., Case]
ASKS_TYPE = load_phrases("en").wordings("replies", "introduces_and_asks_type")[0]
ASKS_ROLE = load_phrases("en").wordings("replies", "asks_role")[0]


def talk(case: Case, agents: Agents | None = None) -> Session:
    return asyncio.run(converse(case, agents or make_agents(), reader=PhraseReader))


def scripted(*replies: str, decisions: list[str] | None = None) -> Agents:
    agents = Scripted(list(replies), decisions or [])
    return Agents(agents, agents, "scripted")


def simulation(session: Session) -> dict[str, Any]:
    assert session.simulation is not None
    return dict(session.simulation)


def keys_said(session: Session) -> list[list[str]]:
    """The acts of each turn, as the record says that they were meant."""
    return [
        [act["act"] for message in turn if message for act in message["acts"]] for turn in simulation(session)["meant"]
    ]


def test_he_answers_what_he_is_asked_before_his_next_move(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"]}, {"say": ["asks_price"]}, {"say": ["asks_moq"]}]
    template = template_of(plan, facts={"customer_type": "gift"}, unknown=["buyer_role"])
    session = talk(make_case(template), scripted(ASKS_TYPE, ASKS_ROLE, "fine"))
    assert keys_said(session) == [["greets"], ["states_customer_type", "asks_price"], ["asks_moq"]]
    assert simulation(session)["ended"] == "finished"


def test_he_does_not_say_twice_what_his_move_says_anyway(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"]}, {"say": ["states_type", "asks_price"]}]
    session = talk(make_case(template_of(plan, facts={"customer_type": "online"})), scripted(ASKS_TYPE, "fine"))
    assert keys_said(session)[1] == ["states_customer_type", "asks_price"]


def test_he_may_ignore_what_he_is_asked(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"]}, {"say": ["asks_price"], "answers": False}]
    session = talk(make_case(template_of(plan, facts={"customer_type": "gift"})), scripted(ASKS_TYPE, "fine"))
    assert keys_said(session)[1] == ["asks_price"]


def test_what_he_does_not_know_he_says_so(make_case: CaseMaker) -> None:
    ask = load_phrases("en").wordings("replies", "asks_packaging")[0]
    plan = [{"say": ["greets"]}, {"say": ["asks_price"]}]
    session = talk(make_case(template_of(plan)), scripted(ask, "fine"))
    text = session.turns[1].inbound[0].text
    assert any(text.startswith(wording) for wording in load_phrases("en").wordings("customer", "does_not_know"))


def test_a_move_whose_condition_does_not_hold_is_left_out(make_case: CaseMaker) -> None:
    plan = [
        {"say": ["greets"]},
        {"say": ["asks_price"], "when": "asked(customer_type)"},
        {"say": ["asks_moq"], "when": "asked(power) or posters_sent"},
    ]
    session = talk(make_case(template_of(plan)), scripted(ASKS_TYPE, "fine"))
    assert len(session.turns) == 2
    assert simulation(session)["missed"] == []


def test_he_nudges_twice_and_then_the_probe_is_missed(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"]}, {"say": ["asks_price"], "until": "posters_sent"}, {"say": ["thanks"]}]
    session = talk(make_case(template_of(plan)), scripted(*["fine"] * 9))
    assert len(session.turns) == 4
    assert keys_said(session)[1:] == [["asks_price"]] * 3  # what the nudges mean is the move again
    assert simulation(session)["missed"] == ["M-008.check_1"]
    assert simulation(session)["ended"] == "missed"


def test_a_nudge_that_helps_lets_him_go_on(make_case: CaseMaker) -> None:
    posters = "look\n[IMAGE:poster-en-7f3a91|a]\n[IMAGE:poster-en-c04d52|b]"
    plan = [{"say": ["greets"]}, {"say": ["asks_price"], "until": "posters_sent"}, {"say": ["thanks"]}]
    session = talk(make_case(template_of(plan)), scripted("fine", "fine", posters, "fine"))
    assert [acts[0] for acts in keys_said(session)] == ["greets", "asks_price", "asks_price", "thanks"]
    assert simulation(session)["missed"] == []


def test_one_poster_or_those_of_two_sets_are_no_set(make_case: CaseMaker) -> None:
    mixed = "look\n[IMAGE:poster-en-7f3a91|a]\n[IMAGE:poster-vi-90a2c7|b]"
    plan = [{"say": ["asks_price"], "until": "posters_sent"}]
    assert simulation(talk(make_case(template_of(plan)), scripted(*[mixed] * 9)))["ended"] == "missed"


def test_a_takeover_ends_the_conversation_and_misses_what_was_left(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"]}, {"say": ["asks_price"]}]
    left = talk(make_case(template_of(plan)), scripted(decisions=[BOTH]))
    assert (simulation(left)["ended"], simulation(left)["missed"]) == ("taken_over", ["M-008.check_1"])
    done = talk(make_case(template_of(plan)), scripted(decisions=[NO, BOTH]))
    assert (simulation(done)["ended"], simulation(done)["missed"]) == ("finished", [])


def test_what_a_factor_put_in_is_no_missed_probe(make_case: CaseMaker) -> None:
    plan = [{"say": ["asks_price"], "until": "posters_sent"}]
    posters = "look\n[IMAGE:poster-en-7f3a91|a]\n[IMAGE:poster-en-c04d52|b]"
    case = make_case(template_of(plan), catalogue="repeated", mode="parallel")
    session = talk(case, scripted(posters, decisions=[BOTH, BOTH]))
    assert simulation(session)["missed"] == []


def test_a_conversation_does_not_go_on_for_ever(make_case: CaseMaker) -> None:
    session = talk(make_case(template_of([{"say": ["greets"]}] * 20)), scripted())
    assert len(session.turns) == 14
    assert simulation(session)["ended"] == "too_long"
    assert simulation(session)["missed"]


def test_a_burst_is_one_message_for_each_thing(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"]}, {"say": ["states_type", "asks_price"]}, {"say": ["asks_moq"]}]
    template = template_of(plan, facts={"customer_type": "gift"})
    single = talk(make_case(template), scripted())
    burst = talk(make_case(template, burst="burst"), scripted())
    assert [len(turn.inbound) for turn in single.turns] == [1, 1, 1]
    assert [len(turn.inbound) for turn in burst.turns] == [1, 2, 2]


def test_a_picture_goes_with_his_own_words_and_a_colleague_s_comes_first(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"]}, {"say": ["asks_price"], "image": "factor"}]
    template = template_of(plan, facts={"customer_type": "gift"})
    for burst in ("single", "burst"):
        session = talk(make_case(template, image="scenery", burst=burst), scripted(ASKS_TYPE))
        newest = session.turns[1].inbound[-1]
        assert [image.id for image in newest.pictures] == ["cust-img-1"]
        assert simulation(session)["pictures"] == {"cust-img-1": "scenery"}
    staff = talk(make_case(template, image="by_staff"), scripted())
    assert [entry.sender for entry in staff.turns[1].inbound] == ["staff", "customer"]
    assert staff.turns[1].inbound[0].pictures[0].id == "staff-img-1"


def test_publishing_may_fail_and_a_colleague_may_convert(make_case: CaseMaker) -> None:
    plan = [{"say": ["greets"], "publish": "fails"}, {"say": ["asks_price"], "meanwhile": "converted"}]
    session = talk(make_case(template_of(plan)), scripted())
    assert session.turns[0].inquiry is not None
    assert session.turns[0].inquiry.published is False
    assert session.turns[1].context is not None
    assert session.turns[1].context.lead_status == "converted"


def test_he_does_not_repeat_his_own_words(make_case: CaseMaker) -> None:
    session = talk(make_case(template_of([{"say": ["asks_price"]}] * 6)), scripted())
    texts = [turn.inbound[0].text for turn in session.turns]
    assert len(set(texts)) == len(texts)


def test_literal_words_have_no_language(make_case: CaseMaker) -> None:
    plan = [{"say": ["states_interface"], "text": "{interface}"}]
    session = talk(make_case(template_of(plan, facts={"interface": "Type-C to Lightning"}), language="vi"), scripted())
    assert session.turns[0].inbound[0].text == "Type-C to Lightning"
    assert simulation(session)["meant"][0][0] == {
        "language": None,
        "acts": [{"act": "states_interface", "value": "Type-C to Lightning"}],
    }


@pytest.mark.parametrize("language", available_languages())
def test_the_buyer_of_each_language_has_a_name_and_the_same_each_time(make_case: CaseMaker, language: str) -> None:
    case = make_case(template_of([{"say": ["greets"]}]), language=language)
    persona = persona_of(case)
    assert persona == persona_of(case)
    assert persona.customer.name
    assert persona.company
    assert "@" in persona.email


def test_a_template_may_put_the_buyer_elsewhere(make_case: CaseMaker) -> None:
    case = make_case(template_of([{"say": ["greets"]}], customer={"country": "VN"}), language="en")
    customer = persona_of(case).customer
    assert (customer.country, customer.timezone) == ("VN", "Asia/Ho_Chi_Minh")
    assert (customer.phone or "").startswith("+84")


def test_wordings_follow_the_persona_and_leave_english_greetings_to_the_english(make_case: CaseMaker) -> None:
    random = make_case(template_of([{"say": ["greets"]}])).random("x")
    vietnamese = load_phrases("vi")
    assert all(say(vietnamese, "greets", {}, "plain", random).text != "hello shop" for _ in range(60))
    english = load_phrases("en")
    short = {say(english, "asks_price", {}, "terse", random).text for _ in range(60)}
    long = {say(english, "asks_price", {}, "polite", random).text for _ in range(60)}
    assert max(map(len, short)) <= min(map(len, long))


def test_words_without_a_language_and_chinese_of_both_scripts(make_case: CaseMaker) -> None:
    random = make_case(template_of([{"say": ["greets"]}])).random("x")
    slots = {"interface": "Type-C"}
    said = {
        saying.text: saying.language
        for saying in (say(load_phrases("vi"), "states_interface", slots, "plain", random) for _ in range(80))
    }
    assert said["Type-C"] is None
    assert set(said.values()) == {None, "vi"}
    chinese = {say(load_phrases("zh-Hant"), "greets", {}, "plain", random).language for _ in range(80)}
    assert chinese <= {"zh", "zh-Hant"}
    assert literal("OK", ["acknowledges"], {}).language is None


def test_sayings_in_one_breath() -> None:
    assert in_one_breath(load_phrases("en"), ["hi", "price?", "thanks"]) == "hi. price? thanks"
    assert in_one_breath(load_phrases("zh-Hans"), ["你好", "多少钱？", "谢谢"]) == "你好。多少钱？谢谢"


def test_every_shipped_story_can_be_told_in_every_language(make_case: CaseMaker) -> None:
    for template in shipped_templates():
        talk(make_case(template), scripted(*["fine"] * 14))
