"""Edges that a correct assistant brings about, and the role question that he drops: recorded, without a new verdict."""

from __future__ import annotations

from typing import Any

import pytest

from .records import INTRODUCTION, check, outcome, turn, verdicts

ASKED = "Great, so it's for gift customization. Are you the company's owner, or do you look after the purchasing?"


def product(name: str, number: str, **cells: str) -> list[dict[str, Any]]:
    """A search that found a model, and its detail."""
    found = {"productId": number, "name": name, "category": "cable", "tags": [], "detailUrl": "x"}
    row = {"Version": "Type-C to Type-C", "Power": "60W", "Length": "1 m", **cells}
    detail = {"productId": number, "name": name, "description": "", "specifications": [row], "detailUrl": "x"}
    return [
        {
            "agent": "inquiry",
            "name": "search_products",
            "arguments": {"keyword": name},
            "result": {"products": [found]},
        },
        {"agent": "inquiry", "name": "get_product_detail", "arguments": {"productId": number}, "result": detail},
    ]


@pytest.mark.parametrize(
    ("reply", "edge"),
    [
        ("So it is Type-C to Lightning now, is that right?", True),
        ("So it is Type-C to Lightning now.", False),
        ("Type-C to Lightning with how many watts?", False),
        ("Is it Type-C to Lightning or Type-C to Type-C?", False),
    ],
)
def test_a_connector_is_confirmed(reply: str, edge: bool) -> None:
    found = verdicts(
        turn("hi", INTRODUCTION),
        turn("we do wholesale, Type-C to Type-C please", "Noted. Which style do you like?"),
        turn("make it Type-C to Lightning", reply),
    )["M-005"]
    assert ("edge_2" in found.edges) is edge


def test_figures_that_tell_two_models_apart() -> None:
    calls = [*product("BYJ-L07B", "p-1", Power="27W"), *product("BYJ-K20 Max", "p-2", Power="240W")]
    asked = "BYJ-L07B or BYJ-K20 Max, what is the difference"

    def found(reply: str) -> tuple[str, ...]:
        return verdicts(turn("hi", INTRODUCTION), turn(asked, reply, tools=calls))["M-040"].edges

    assert found("BYJ-L07B has 27W, BYJ-K20 Max has 240W.") == ("edge_1",)
    assert found("BYJ-L07B has 27W, BYJ-K20 Max has 300W.") == ()
    assert found("BYJ-K20 Max has 240W.") == ()


def test_an_answer_is_there_and_is_denied() -> None:
    calls = product("BYJ-S12", "p-1")

    def found(reply: str) -> tuple[str, ...]:
        return verdicts(turn("hi", INTRODUCTION), turn("how long is the BYJ-S12?", reply, tools=calls))["M-030"].edges

    assert found("I don't know the length.") == ("edge_1",)
    assert found("The BYJ-S12 is 1 m long.") == ()


def test_a_role_that_was_passed_over_and_is_dropped() -> None:
    start = (turn("hi", INTRODUCTION), turn("we buy custom gifts", ASKED))
    before = verdicts(*start)["M-002"]
    dropped = verdicts(*start, turn("do you have fast charging cables?", "Yes, PD cables are what we make."))["M-002"]
    pressed = verdicts(*start, turn("do you have fast charging cables?", f"Yes. {ASKED}"))["M-002"]
    assert (outcome(before), check(before, 4)) == ("PASS", "N/A")
    assert (outcome(dropped), check(dropped, 4), check(dropped, 1)) == ("PASS", "PASS", "PASS")
    assert check(pressed, 4) != "PASS"


def test_a_role_asked_out_of_place_and_dropped_makes_no_pass() -> None:
    """Without a type there is no event: the later silence on the role is none either."""
    record = (
        turn("hi", INTRODUCTION),
        turn("how can I pay?", "Are you the owner?"),
        turn("any cables?", "Yes, we do."),
    )
    assert verdicts(*record)["M-002"].result != "PASS"
