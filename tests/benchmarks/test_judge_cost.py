"""What the benchmark of judging counts: both sides by one estimate, every call, every answer."""

from __future__ import annotations

import pytest
from judging.records import INTRODUCTION, session, turn

from benchmarks.judge_cost import measure, report, tokens


@pytest.mark.parametrize(
    ("text", "expected"), [("", 0), ("abcd", 1), ("abcde", 2), ("价格多少", 4), ("цена", 2), ("価格はUSD 2", 5)]
)
def test_one_estimate_for_every_script(text: str, expected: int) -> None:
    assert tokens(text) == expected


def test_two_calls_a_session_and_the_tokens_of_what_was_sent_and_came() -> None:
    record = session(turn("hi", INTRODUCTION), turn("what is the price?", "It depends on many things."))
    cost = measure([record, record], 0)
    assert (cost.sessions, cost.calls) == (2, 4)
    assert 0 < cost.answered < cost.tokens < cost.single
    assert cost.questions >= 2
    text = "\n".join(report(cost, 0))
    assert "2 sessions; a reader that reports what the rules read" in text
    assert "aim ≤ 2.5: reached" in text


def test_no_sessions_no_fault() -> None:
    assert len(list(report(measure([], 5), 5))) == 6
