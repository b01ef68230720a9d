"""Readings that are given in place of the reader's: what is refused, where, and what the run says of them."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.errors import InputError, Problem
from evaluator.reading import Reading, RuleReader
from evaluator.scoring import Scorer
from evaluator.session import Session

from .records import session, turn

_REPLY = "Our MOQ is 100 pieces. Which style do you like?\n[IMAGE:p-1|Braided cables. Two looks.]"


def record() -> Session:
    """A conversation of two sentences a side."""
    return session(turn("Hello. What is the price of 500 pieces?", _REPLY))


def changed(side: str, **act: Any) -> Reading:
    """The rules' reading with one act more."""
    document = RuleReader().read(record()).model_dump(mode="json")
    place = document["turns"][0]
    text = {"message": place["messages"][0], "reply": place["reply"], "caption": place["reply"]["captions"][0]}[side]
    text["acts"].append({"value": None, "at": 0, "sure": True, **act})
    return Reading.model_validate(document)


def problems(reading: Reading) -> list[Problem]:
    """What is refused of a reading that stands in line 7 of a file."""
    scorer = Scorer({"s": reading}, places={"s": ("given.jsonl", 7)})
    with pytest.raises(InputError) as refused:
        scorer.score(record())
    assert {(problem.file, problem.line) for problem in refused.value.problems} == {("given.jsonl", 7)}
    return list(refused.value.problems)


@pytest.mark.parametrize(
    ("side", "act", "value", "expected"),
    [
        ("message", "states_role", "boss", "one of owner, purchaser (states_role)"),
        ("message", "states_role", None, "one of owner, purchaser (states_role)"),
        ("message", "states_customer_type", "retail", "one of wholesale, online, own_brand, gift"),
        ("message", "states_quantity", "many", "a number (states_quantity)"),
        ("message", "states_interface", "lightning-c", "one or two of a, c, micro, lightning in this order"),
        ("message", "asks_price", "USD", "null (asks_price)"),
        ("message", "asks_parameter", "size", "one of power, length"),
        ("reply", "asks", "style", "one of customer_type, buyer_role"),
        ("reply", "defers_to", "boss", "one of sales, commercial, technical, production, colleague"),
        ("reply", "gives_price", "cheap", "a number, or null (gives_price)"),
        ("reply", "answers", "weather", "one of after_sales"),
        ("reply", "names_direction", "shop", "one of wholesale, online, own_brand, gift, unknown"),
        ("caption", "asks_contact", "zalo", "one of wechat, phone, mail"),
    ],
)
def test_a_value_that_the_act_cannot_carry(side: str, act: str, value: str | None, expected: str) -> None:
    quote = {"message": "price", "reply": "style", "caption": "Braided"}[side]
    at = {"message": 1, "reply": 1, "caption": 0}[side]
    (problem,) = problems(changed(side, act=act, value=value, quote=quote, at=at))
    assert problem.path.endswith(".value")
    assert expected in problem.expected
    assert problem.found == ("null" if value is None else repr(value))


@pytest.mark.parametrize(
    ("at", "quote", "expected"), [(0, "the price", ", 1"), (9, "the price", ", 1"), (-1, "Hello", ", 0")]
)
def test_a_sentence_number_that_is_not_the_quotes(at: int, quote: str, expected: str) -> None:
    (problem,) = problems(changed("message", act="asks_price", quote=quote, at=at))
    assert problem.path == "turns[0].messages[0].acts[3].at" or problem.path.endswith(".at")
    assert problem.expected == f"the number of the quote's sentence{expected}"
    assert problem.found == str(at)


def test_captions_are_verified_too() -> None:
    (problem,) = problems(changed("caption", act="claims_hot", quote="best seller"))
    assert problem.path.startswith("turns[0].reply.captions[0].acts[")
    document = RuleReader().read(record()).model_dump(mode="json")
    document["turns"][0]["reply"]["captions"] = []
    (problem,) = problems(Reading.model_validate(document))
    assert (problem.path, problem.expected, problem.found) == (
        "turns[0].reply.captions",
        "1 captions as in the reply",
        "0",
    )


def test_a_reading_that_fits_is_taken_and_says_that_it_is_corrected() -> None:
    reading = changed("message", act="states_role", value="owner", quote="Hello", at=0)
    assert Scorer({"s": reading}).score(record()).reading.reader == "rules/1, corrected"
    named = reading.model_copy(update={"reader": "by hand"})
    assert Scorer({"s": named}).score(record()).reading.reader == "by hand"


def test_a_reading_as_the_rules_have_it_is_the_rules_own() -> None:
    own = RuleReader().read(record())
    assert Scorer({"s": own}).score(record()).reading == own
    assert own.reader == "rules/1"


def test_the_readers_own_readings_fit(simulated: tuple[Any, ...], labelled: tuple[Any, ...]) -> None:
    for scored in (*simulated, *(case.scored for case in labelled[::10])):
        key = scored.session.session_id
        assert Scorer({key: scored.reading}).score(scored.session).reading == scored.reading
