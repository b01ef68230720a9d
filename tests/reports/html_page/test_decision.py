"""What a release is decided by: when the head of the page says yes, and what it counts."""

import re
from pathlib import Path
from typing import Any

import pytest

from evaluator.errors import InputError
from reports.gate_model import GateReport, GateResult
from reports.html.decision import Decision
from reports.html.northstar import NorthStar, outcome
from reports.html.usage import usage
from reports.html.words import words
from reports.rates import mean
from reports.words import word

from .made import Run, Scored, failed, gates, session, verdict
from .reader import page_of

PASSED, FAILED = GateReport.model_validate(gates(("p0=0", True, "none"), ("p1=0", False, "not decided: 3"))).gates


@pytest.mark.parametrize(
    ("conclusions", "held", "complete", "expected"),
    [
        ({"qualified": 5}, (), True, "passed"),
        ({"qualified": 5}, (), False, "open"),
        ({"qualified": 5, "undetermined": 1}, (), True, "open"),
        ({"qualified": 5, "unqualified": 1}, (), True, "failed"),
        ({}, (), True, "empty"),
        ({"qualified": 5, "unqualified": 1}, (PASSED,), True, "passed"),
        ({"qualified": 5}, (PASSED,), False, "open"),
        ({"qualified": 5}, (PASSED, FAILED), True, "failed"),
        ({}, (FAILED,), True, "failed"),
    ],
)
def test_the_head_says_yes_only_where_nothing_speaks_against_it(
    conclusions: dict[str, int], held: tuple[GateResult, ...], complete: bool, expected: str
) -> None:
    found = Decision(sum(conclusions.values()), 0, 0, conclusions, 0, 0, complete, held)
    assert found.state == expected


@pytest.mark.parametrize(
    ("codes", "expected"),
    [("PF", "F"), ("FU", "F"), ("PU", "U"), ("PN", "P"), ("3N", "P"), ("MN", "M"), ("NO", "N"), ("", "N")],
)
def test_a_conversation_is_right_only_where_nothing_failed_and_nothing_is_open(codes: str, expected: str) -> None:
    assert outcome(codes) == expected


def test_the_north_star_counts_conversations() -> None:
    ids = ("M-007", "M-031", "M-043", "M-101", "M-102", "M-104")
    north = NorthStar(ids)
    for codes in ("PPPPPN", "PPFNPF", "NNNNNN", "UPUPUP"):
        north.add(codes)
    figures = {figure.group.name: (figure.passed, figure.fail, figure.undetermined) for figure in north.figures()}
    assert figures == {
        "conversions": (2, 0, 1),
        "takeovers": (1, 1, 0),
        "posters": (2, 0, 1),
        "redlines": (1, 1, 1),
    }


def test_the_north_star_says_its_interval_and_its_n(tmp_path: Path) -> None:
    scored = [Scored(session(f"s{n}"), [verdict("M-101"), verdict("M-104")] if n else []) for n in range(9)]
    scored += [Scored(session("bad"), [verdict("M-102", "FAIL", failed("check_1", "Hello"))])]
    text = page_of(tmp_path, Run(scored)).text
    assert re.search(r"Right conversions \S+ 89% 95 %: 57–98%, n=9 8 right \S+ 1 wrong", text)
    assert re.search(r"Timely takeovers \S+ 100% 95 %: 68–100%, n=8", text)
    assert re.search(r"Posters triggered \S+ – n=0", text)


def test_the_gates_are_told_one_by_one(tmp_path: Path) -> None:
    held = gates(("p0=0", True, "no failure of 9 decided"), ("M-008=0", False, "1 failed of 9 decided"))
    text = page_of(tmp_path, Run([Scored(session("a"))], gates=held)).text
    assert "Not to be released: gates failed" in text
    assert re.search(r"✓ passed \S+ p0=0 no failure of 9 decided", text)
    assert re.search(r"✗ failed \S+ M-008=0 1 failed of 9 decided", text)


def test_damaged_gates_are_no_passed_gates(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gates\.json"):
        page_of(tmp_path, Run([Scored(session("a"))], gates={"gates": [{"gate": "p0=0", "passed": "yes"}]}))


@pytest.mark.parametrize(
    ("tokens", "cost", "expected"),
    [
        ({}, {}, []),
        (None, "x", []),
        ({"judge": 10}, {}, [("judge", 10, None, 1.0)]),
        (
            {"inquiry": {"prompt": 5, "completion": 3}},
            {"inquiry": 2, "judge": 1},
            [("inquiry", 8, 2.0, 1.0), ("judge", None, 1.0, 0.5)],
        ),
        ({"roles": {"buyer": {"total": 4}}}, {"buyer": None}, [("buyer", 4, None, 1.0)]),
        ({"buyer": True, "judge": -1, "reader": float("nan")}, {}, []),
    ],
)
def test_the_cost_by_role_is_read_in_any_shape(tokens: Any, cost: Any, expected: list[tuple[Any, ...]]) -> None:
    found = usage({"tokens": tokens, "cost": cost})
    assert [(use.role, use.tokens, use.cost, use.share) for use in found.roles] == expected


def test_no_cost_is_shown_where_there_is_none(tmp_path: Path) -> None:
    assert "Cost by role" not in page_of(tmp_path, Run([Scored(session("a"))])).text


def test_a_mean_has_its_interval_and_a_few_scores_have_none() -> None:
    few, many = mean({5: 2, 4: 2}), mean({5: 5, 3: 5})
    assert few is not None
    assert (few.value, few.n, few.interval) == (4.5, 4, None)
    assert many is not None
    assert many.interval == pytest.approx((3.246, 4.754), abs=0.001)
    assert mean({}) is None


def test_a_check_and_an_edge_lead_to_their_conversations(tmp_path: Path) -> None:
    scored = [
        Scored(session("a"), [verdict("M-008", "FAIL", failed("check_1", "Hello"), edges=("edge_1",))]),
        Scored(session("b"), [verdict("M-008", "N/A", edges=("edge_2",), exercised=False)]),
        Scored(session("c"), [verdict("M-008", "N/A", undetermined=True, edges=("edge_1",))]),
    ]
    page = page_of(tmp_path, Run(scored))
    names = page.data("page-data")["names"]
    lines = page.data("session-data")
    assert [[names[number] for number in line[8]] for line in lines] == [
        ["M-008.check_1", "M-008.edge_1"],
        ["M-008.edge_2"],
        [],
    ]


def test_the_page_and_the_terminal_call_a_thing_the_same() -> None:
    for name in ("pass", "fail", "na", "undetermined", "missed", "open", "declared", "observed", "proven", "metric"):
        assert words()[name]["zh"] == word(name, "zh")
