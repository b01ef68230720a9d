"""The model reader: what it may report, what is told back, and how its reading joins the rules'."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judging.records import INTRODUCTION, outcome, session, turn

from evaluator.client import Completion
from evaluator.judge import shipped
from evaluator.judging import judge
from evaluator.ontology import MODEL_CUSTOMER_ACTS, MODEL_REPLY_ACTS, CustomerAct, ReplyAct
from evaluator.reading import Act, Reading
from evaluator.reading.merge import Place, merge
from evaluator.reading.model import ReplyReading, TextReading, TurnReading
from evaluator.reading.values import expected_value
from evaluator.reading.verify import verify_reading
from evaluator.session import Session

from .scripted import Reply, acts, model_read, read

RECORD = session(
    turn("Hello. What is the price of 500 pieces?", "Our sales team will confirm it.\n[IMAGE:p-1|Best seller]"),
    turn(["ok", "  "], None, staff="I take over, price is 2 USD"),
)
PRICE = (1, "c1", "asks_price", None, "the price")
DEFERS = (1, "r", "defers_to", "sales", "sales team will confirm")
OK = (2, "c1", "acknowledges", None, "ok")
ALL = {(1, "c1"), (1, "r"), (2, "c1")}


def found(*replies: Reply) -> dict[Place, set[tuple[str, str | None]]]:
    """The acts that a model's replies come to, by text."""
    reported, _ = model_read(RECORD, *replies)
    return {place: {(act.act, act.value) for act in items} for place, items in reported.items()}


def test_one_request_and_each_text_that_says_something_is_read() -> None:
    reported, asks = model_read(RECORD, acts(PRICE, DEFERS))
    assert (len(asks), asks[0].role, asks[0].schema_name, asks[0].temperature) == (1, "reader", "acts", 0.0)
    assert set(reported) == ALL
    assert reported[2, "c1"] == ()
    assert reported[1, "c1"] == (Act(act="asks_price", quote="the price", at=1),)


@pytest.mark.parametrize("record", [session(), session(turn([], None)), session(turn(" \n", None, staff="hi"))])
def test_where_nothing_is_said_nothing_is_asked(record: Session) -> None:
    assert model_read(record) == ({}, [])


FAULTY: dict[str, Reply] = {
    "no JSON": "I see a greeting.",
    "a refusal": Completion(None, refusal="no"),
    "null": "null",
    "an empty list": acts(),
    "truncated": acts(PRICE)[:-4],
    "acts is an object": json.dumps({"acts": {"turn": 1}}),
    "a list of numbers": json.dumps({"acts": [1, 2]}),
}


@pytest.mark.parametrize("reply", FAULTY.values(), ids=FAULTY.keys())
def test_what_is_no_reading_is_told_back_once_and_then_the_rules_read_alone(reply: Reply) -> None:
    assert found(reply, acts(PRICE)).keys() == ALL
    reported, asks = model_read(RECORD, reply, reply)
    assert (reported, len(asks)) == ({}, 2)
    assert merge(read(RECORD), reported, "x").turns == read(RECORD).turns


BAD: dict[str, Any] = {
    "false quote": (1, "c1", "asks_price", None, "the prices"),
    "quote of another text": (1, "c1", "asks_price", None, "sales team"),
    "quote is a number": (1, "c1", "asks_price", None, 5),
    "empty quote": (1, "c1", "asks_price", None, ""),
    "no value": (1, "c1", "states_quantity", None, "500"),
    "a value in words": (1, "c1", "states_quantity", "many", "500"),
    "a value of no kind": (1, "c1", "asks_parameter", "size", "500"),
    "a value that is an object": (1, "c1", "states_role", {"a": 1}, "500"),
    "an unknown act": (1, "c1", "asks_for_price", None, "the price"),
    "an act that is a list": (1, "c1", ["asks_price"], None, "the price"),
    "an act that is null": (1, "c1", None, None, "the price"),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_text_with_a_fault_is_told_back_and_then_left_to_the_rules(bad: Any) -> None:
    reported, asks = model_read(RECORD, acts(bad, DEFERS), acts(bad, DEFERS))
    assert reported.keys() == ALL - {(1, "c1")}
    added = asks[1].messages[0]["content"][len(asks[0].messages[0]["content"]) :]
    assert "- turn 1, c1: " in added
    assert found(acts(bad, DEFERS), acts(PRICE))[1, "c1"] == {("asks_price", None)}
    # what the first report had in order stays, if only the second has a fault there
    assert found(acts(bad, DEFERS), acts(PRICE, (1, "r", "asks_price", "x", "y")))[1, "r"] == set()
    assert found(acts(bad, DEFERS), acts(PRICE, (1, "r", "asks_human", None, "sales")))[1, "r"] == set()
    assert found(acts(bad, DEFERS), acts(PRICE, (1, "r", "defers_to", "boss", "sales")))[1, "r"] == {
        ("defers_to", "sales")
    }


@pytest.mark.parametrize("place", [(1, "c9"), (1, "customer"), (3, "c1"), (0, "c1"), ("1", "c1"), (True, "c1"), (1, 1)])
def test_a_report_on_a_text_that_is_not_there_makes_silence_on_the_others_worthless(place: Any) -> None:
    stray = (*place, "asks_price", None, "the price")
    assert found(acts(stray, DEFERS), acts(stray, DEFERS)) == {(1, "r"): {("defers_to", "sales")}}
    assert found(acts(stray, DEFERS), acts(PRICE, DEFERS)).keys() == ALL


def test_what_is_reported_of_colleagues_blanks_and_captions_is_left_out_without_a_word() -> None:
    aside = [
        (2, "staff3", "gives_price", None, "price is 2"),
        (2, "c2", "acknowledges", None, " "),
        (1, "r", "claims_hot", None, "Best seller"),
        (1, "r", "greets", None, "Our"),
        (1, "r", "asks_price", None, "confirm"),
    ]
    reported, asks = model_read(RECORD, acts(PRICE, DEFERS, OK, *aside))
    assert len(asks) == 1
    assert {act.act for acts_ in reported.values() for act in acts_} == {"asks_price", "defers_to", "acknowledges"}


def test_a_value_that_may_be_left_out_is_where_it_does_not_fit() -> None:
    record = session(turn("hi", "It takes a while, 2 to 3 weeks."))
    reported, asks = model_read(record, acts((1, "r", "gives_time", "2 to 3 weeks", "2 to 3 weeks")))
    assert (len(asks), reported[1, "r"][0].value) == (1, None)


def test_a_lone_surrogate_in_a_value_does_no_harm() -> None:
    told = acts((1, "c1", "names_model", "A\ud83d", "500")).replace("A\ud83d", "A\\ud83d")
    assert found(told)[1, "c1"] == {("names_model", "A?")}


def test_a_key_that_stands_twice_is_a_fault() -> None:
    doubled = acts(PRICE).replace('"act": "asks_price"', '"act": "asks_moq", "act": "asks_price"')
    assert (1, "c1") not in found(doubled, doubled)


def test_a_flood_of_acts_is_a_fault_and_the_same_act_twice_counts_once() -> None:
    assert (1, "c1") not in found(acts(*[PRICE] * 61), acts(*[PRICE] * 61))
    reported, _ = model_read(RECORD, acts(PRICE, PRICE, (1, "c1", "haggles", None, "500"), DEFERS))
    joined = merge(read(RECORD), reported, "x").turns[0].messages[0]
    assert len([act for act in joined.acts if act.act == "haggles"]) == 1


# ---------- the prompt


def test_the_prompt_lists_the_acts_that_a_model_is_asked_about() -> None:
    customer, reply = _listed()
    assert set(customer) == set(MODEL_CUSTOMER_ACTS) == set(CustomerAct)
    assert set(reply) == set(MODEL_REPLY_ACTS)
    assert set(ReplyAct) > MODEL_REPLY_ACTS


def _listed() -> tuple[dict[str, str], dict[str, str]]:
    """The acts of both sides as the prompt lists them, each with what stands in brackets after its name."""
    text = shipped("reader").text
    customer = text[text.index("Acts of the buyer") : text.index("Acts of the assistant's reply")]
    reply = text[text.index("Acts of the assistant's reply") : text.index("Answer with one JSON")]
    return _names(customer), _names(reply)


def _names(part: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in part.split("\n")[1:]:
        plain = re.sub(r"\[[^\]]*\]", lambda match: match[0].replace(";", "|"), line)
        for piece in filter(None, (piece.strip() for piece in plain.split(";"))):
            name = re.match(r"[a-z_]+", piece)
            if name and name[0] in set(CustomerAct) | set(ReplyAct):
                values = re.search(r"\[([^\]]*)\]", piece)
                assert name[0] not in found, name[0]
                found[name[0]] = values[1] if values else ""
            else:
                assert "null" in piece or "same" in piece, piece
    return found


def _accepted(name: str, value: str | None) -> bool:
    return expected_value(Act(act=name, value=value, quote="x")) is None


def test_the_prompt_lists_the_values_that_are_accepted() -> None:
    customer, reply = _listed()
    for name, values in {**customer, **reply}.items():
        if not values:
            carries = not _accepted(name, None) or _accepted(name, "1") or _accepted(name, "a-c")
            assert not carries or name in ("gives_price", "gives_discount", "gives_freight", "gives_duty"), name
            continue
        one_of = re.search(r"one of ([\w, ]+)", expected_value(Act(act=name, value="§", quote="x")) or "")
        if one_of:
            listed = values.replace("or null", "").split("|" if "|" in values else ",")
            offered = {re.split(r"[ =]", value.strip())[0] for value in listed}
            assert offered - {""} == set(one_of[1].split(", ")) - {"or null", ""}, name
        else:
            assert _accepted(name, "12") or _accepted(name, "a-c"), name
            assert ("null" in values) <= _accepted(name, None), name


# ---------- two readings made one


def one(*acts_: Act, read: bool = True, understood: bool = True, side: str = "c1") -> Reading:
    """A reading of one turn with one text."""
    text = {"language": "en", "read": read, "understood": understood, "acts": acts_}
    if side == "r":
        caption = TextReading(acts=(Act(act="claims_hot", quote="hot"),))
        reply = ReplyReading(**text, captions=(caption,))
        return Reading(session_id="s", reader="r", turns=(TurnReading(turn=1, reply=reply),))
    return Reading(session_id="s", reader="r", turns=(TurnReading(turn=1, messages=(TextReading(**text),)),))


def joined(rules: Reading, *found: Act, side: str = "c1") -> TextReading:
    """The joint reading of the text."""
    made = merge(rules, {(1, side): found}, "both").turns[0]
    return made.messages[0] if side == "c1" else made.reply or ReplyReading()


A, B = Act(act="asks_price", quote="price"), Act(act="asks_moq", quote="moq")


def test_what_both_see_is_sure_and_what_one_sees_is_doubted() -> None:
    text = joined(one(A, B.model_copy(update={"sure": False})), A, Act(act="asks_stock", quote="stock"))
    assert {(act.act, act.sure) for act in text.acts} == {("asks_price", True), ("asks_stock", False)}
    assert {(act.act, act.sure) for act in joined(one(A, B), B).acts} == {("asks_price", False), ("asks_moq", True)}
    assert joined(one(B.model_copy(update={"sure": False})), B).acts == (B,)
    assert text.exhaustive


def test_values_that_tell_acts_apart_count() -> None:
    power, length = (Act(act="asks_parameter", value=value, quote="x") for value in ("power", "length"))
    text = joined(one(power), length)
    assert {(act.value, act.sure) for act in text.acts} == {("power", False), ("length", False)}


@pytest.mark.parametrize(("rules", "model", "sure"), [("500", "500.0", True), ("500", "5000", False)])
def test_a_figure_that_the_two_read_differently_is_doubted(rules: str, model: str, sure: bool) -> None:
    first, second = (Act(act="states_quantity", value=value, quote="x") for value in (rules, model))
    assert joined(one(first), second).acts == (first.model_copy(update={"sure": sure}),)


def test_a_text_that_the_rules_did_not_understand_is_as_the_model_says() -> None:
    for read_ in (True, False):
        text = joined(one(read=read_, understood=False), A)
        assert (text.acts, text.read, text.understood) == ((A,), True, True)


def test_a_model_that_says_nothing_of_such_a_text_shows_nothing() -> None:
    rules = one(read=False, understood=False)
    assert joined(rules) == rules.turns[0].messages[0]
    doubtful = A.model_copy(update={"sure": False})
    assert joined(one(doubtful)).acts == (doubtful,)


def test_a_faulty_text_is_the_rules_alone_and_so_are_captions_and_colleagues() -> None:
    rules = one(A, side="r")
    assert merge(rules, {}, "both").turns == rules.turns
    reply = joined(one(side="r"), Act(act="claims_stock", quote="x"), side="r")
    assert isinstance(reply, ReplyReading)
    assert reply.captions == (one(side="r").turns[0].reply or ReplyReading()).captions
    reported, _ = model_read(RECORD, acts(PRICE, DEFERS, OK, (2, "staff3", "asks_price", None, "price")))
    assert merge(read(RECORD), reported, "x").turns[1].messages[2] == read(RECORD).turns[1].messages[2]


def test_acts_that_a_model_is_not_asked_about_stay_as_they_are() -> None:
    own = Act(act="negates", quote="no"), Act(act="answers", value="price", quote="x", sure=False)
    assert joined(one(*own, side="r"), Act(act="claims_hot", quote="hot"), side="r").acts[:2] == own


def test_a_reply_that_only_a_model_read_is_not_read_for_what_models_are_not_asked_about() -> None:
    text = joined(one(read=False, understood=False, side="r"), Act(act="asks", value="product", quote="x"), side="r")
    assert (text.read, text.understood) == (False, False)
    assert text.has(ReplyAct.GIVES_PRICE) is False
    assert text.has(ReplyAct.NEGATES) is None
    assert text.has(ReplyAct.GIVES_PRICE, ReplyAct.NEGATES) is None


def test_no_opening_fails_because_nobody_looked_for_its_directions() -> None:
    """In a language without a lexicon the rules find none of the four directions, and a model does not report them."""
    record = session(turn("Sawubona", f"Sawubona! {INTRODUCTION}"))
    rules = read(record)
    reply = ReplyReading(language="zu", read=False, understood=False)
    blind = rules.model_copy(update={"turns": (rules.turns[0].model_copy(update={"reply": reply}),)})
    seen = {
        (1, "r"): (
            Act(act="introduces", quote="this is Tom Jasper"),
            Act(act="asks", value="customer_type", quote="Which fits you"),
        )
    }
    first = judge(record, merge(blind, seen, "both"))[0]
    assert (first.metric_id, outcome(first)) == ("M-001", "OPEN")
    assert next(check.result for check in first.checks if check.check == "check_1") == "PASS"


_ACT = st.builds(
    Act,
    act=st.sampled_from(["asks_price", "asks_moq", "asks_unknown", "states_quantity", "greets"]),
    value=st.none(),
    quote=st.sampled_from(["x", "y"]),
    sure=st.booleans(),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_ACT, max_size=4), st.lists(_ACT, max_size=4), st.booleans(), st.booleans())
def test_an_act_is_sure_where_both_report_it_or_the_rules_could_not_read(
    ours: list[Act], theirs: list[Act], was_read: bool, understood: bool
) -> None:
    theirs = [act.model_copy(update={"sure": True}) for act in theirs]
    text = joined(one(*ours, read=was_read, understood=was_read and understood), *theirs)
    mine, other = {act.act for act in ours}, {act.act for act in theirs}
    if not other and not (was_read and understood):
        assert text.acts == tuple(ours)
        return
    for act in text.acts:
        assert act.act in mine | other
        both = act.act in mine & other
        assert act.sure == (both or (act.act in other and not (was_read and understood))) or act.act not in other
    assert other <= {act.act for act in text.acts}


def test_a_joint_reading_fits_its_session(labelled: tuple[Any, ...]) -> None:
    """Each rule reading, confirmed in part by a model that sees every second act, is one that can be given again."""
    for case in labelled[::15]:
        record, rules = case.scored.session, case.scored.reading
        seen: dict[Place, tuple[Act, ...]] = {}
        for item in rules.turns:
            for index, text in enumerate(item.messages, start=1):
                seen[item.turn, f"c{index}"] = text.acts[::2]
            if item.reply is not None:
                seen[item.turn, "r"] = tuple(act for act in item.reply.acts[::2] if act.act in MODEL_REPLY_ACTS)
        verify_reading(record, merge(rules, seen, "both"))
