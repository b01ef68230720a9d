"""Sessions without end, texts of a megabyte, and sessions with next to nothing: bounded requests, no fault."""

from __future__ import annotations

import asyncio
import json

import pytest
from judging.records import INTRODUCTION, document, image, run, session, turn

from evaluator.client import Ask, ScriptedModels
from evaluator.judge import ModelScorer
from evaluator.judge.transcript import MOST_SHOWN, texts_only, whole
from evaluator.scoring import Scorer
from evaluator.session import Session

from .fence import inside_the_fence
from .scripted import acts, judge_says, model_read, questions_of

MEGABYTE = 1_000_000


def scored(record: Session, reader: str = "none") -> list[Ask]:
    """The requests about a session; its verdicts are the same again without a model."""
    judge = judge_says(record)
    models = ScriptedModels(lambda ask: reader if ask.role == "reader" else judge(ask))
    found = asyncio.run(ModelScorer(models).score(record))
    assert len(found.verdicts) == 58
    assert Scorer({record.session_id: found.reading}).score(record).verdicts == found.verdicts
    for ask in models.asked:
        inside_the_fence(ask.messages)
        assert len(ask.messages[1]["content"]) < 1.1 * MOST_SHOWN
    return models.asked


def many(number: int) -> Session:
    """So many turns, some of which leave something open."""
    made = [
        turn("What is the price? And the material?", "Our cables are well made and loved. Which style do you prefer?"),
        turn("do you have stock of 65W?", "Colours and lengths vary, yes."),
        turn("ok", "It depends on many things."),
    ]
    return session(turn("hi", INTRODUCTION), *(made[index % 3] for index in range(number - 1)))


@pytest.mark.parametrize(
    "record",
    [
        session(),
        session(turn([], None)),
        session(turn("hi", None)),
        session(turn("", "")),
        session(turn("hi", None, runs=[])),
    ],
)
def test_next_to_nothing(record: Session) -> None:
    scored(record)


def test_three_hundred_turns_take_three_requests_and_are_all_shown() -> None:
    record = many(300)
    asks = scored(record)
    assert [ask.role for ask in asks] == ["reader", "reader", "judge"]
    for ask in asks:
        lines = inside_the_fence(ask.messages)
        assert [line["turn"] for line in lines if "turn" in line] == list(range(1, 301))


def test_what_is_asked_about_is_shown_where_not_all_can_be() -> None:
    quiet = [turn("ok", "word " * 200) for _ in range(900)]
    record = session(*quiet[:450], turn("q", "a"), *quiet[450:])
    lines = whole(record, opportunity=True, wanted=[451, 900])
    numbers = [line["turn"] for line in lines if "turn" in line]
    assert {450, 451, 452, 899, 900, 901, 1, 2} <= set(numbers)
    assert numbers == sorted(numbers)
    left_out = [line["turns_left_out"] for line in lines if "turns_left_out" in line]
    hidden = {number for first, last in left_out for number in range(first, last + 1)}
    assert hidden == set(range(1, 902)) - set(numbers)
    assert sum(len(json.dumps(line)) for line in lines) < 1.1 * MOST_SHOWN


def test_a_text_that_is_cut_is_left_to_the_rules() -> None:
    long = "what is the price? " + "word " * 5000
    record = session(turn("hi", INTRODUCTION), turn(["ok", long], "Noted."))
    line = texts_only(record)[1]
    assert line["c1"] == "ok"
    assert line["c2"].endswith(f"… [cut: {len(long)} characters]")
    price = (2, "c2", "asks_price", None, "what is the price")
    reported, asks = model_read(record, acts((1, "c1", "greets", None, "hi"), price))
    assert set(reported) == {(1, "c1"), (1, "r"), (2, "c1"), (2, "r")}
    assert len(asks) == 1


@pytest.mark.parametrize("letter", ["a", "价", "\u202e", "<", '"', "\\", "\u2028", "😀"])
def test_a_megabyte_of_anything_anywhere(letter: str) -> None:
    large = letter * MEGABYTE
    tool = document("t", large)
    tool["arguments"] = {"query": large}
    made = turn(
        large,
        f"Noted. {large}",
        at=large,
        tools=[tool],
        images=[image(large, description=large)],
        staff=large,
        runs=[run(large, large, actualLastAiReply=large)],
    )
    made["context"]["inquiry_form_snapshot"] = {"note": large, "more": [large]}
    made["inquiry"]["askedFieldKeys"] = [large]
    record = session(turn("hi", INTRODUCTION), made)
    for lines in (texts_only(record), whole(record, opportunity=True, wanted=[2])):
        assert [line.get("turn") for line in lines] == [1, 2]
        assert sum(len(json.dumps(line, ensure_ascii=False)) for line in lines) < 1.1 * MOST_SHOWN


def test_a_megabyte_is_scored() -> None:
    scored(session(turn("hi", INTRODUCTION), turn("what is the price? " + "a" * MEGABYTE, "It depends.", runs=[])))


def test_many_calls_in_a_turn() -> None:
    record = session(turn("hi", INTRODUCTION), turn("price?", "It depends.", tools=[document("t", "x" * 2000)] * 300))
    lines = whole(record, opportunity=False, wanted=[2])
    assert sum(len(json.dumps(line)) for line in lines) < 1.1 * MOST_SHOWN
    assert lines[1]["turn"] == 2


def test_the_questions_of_a_long_session_are_as_many_as_of_a_short_one() -> None:
    assert {item.id for item in questions_of(many(300))} == {item.id for item in questions_of(many(30))}
