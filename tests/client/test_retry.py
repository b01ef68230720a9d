"""What a response asks to wait, and how long is waited."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from evaluator.client import RetryPolicy
from evaluator.client.faults import Fault
from evaluator.client.retry import retry_after

NOW = datetime(2026, 3, 2, 10, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "x", "retry-after": "9"}, 9.0),
        ({"retry-after": "Mon, 02 Mar 2026 10:00:30 GMT"}, 30.0),
        ({"retry-after": "Mon, 02 Mar 2026 10:00:30 -0000"}, 30.0),
        ({"retry-after": "Mon, 02 Mar 2026 09:00:00 GMT"}, 0.0),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "in a while"}, None),
        ({"retry-after": ""}, None),
    ],
)
def test_what_is_asked(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, lambda: NOW) == seconds


def test_the_pauses_double_up_to_a_cap() -> None:
    policy = RetryPolicy(first=0.2, longest_backoff=3.0, random=lambda: 1.0)
    fault = Fault("server", "x", 500)
    assert [policy.pause(fault, tries) for tries in range(1, 7)] == [0.2, 0.4, 0.8, 1.6, 3.0, 3.0]


def test_the_jitter_takes_up_to_half_and_is_the_same_each_time() -> None:
    fault = Fault("server", "x", 500)
    pauses = [[RetryPolicy().pause(fault, 1) for _ in range(5)] for _ in range(2)]
    assert pauses[0] == pauses[1]
    policy = RetryPolicy()
    assert all(0.1 <= policy.pause(fault, 1) <= 0.2 for _ in range(100))


@pytest.mark.parametrize(("asked", "least", "most"), [(5.0, 5.0, 5.5), (0.5, 0.5, 0.55), (9999.0, 120.0, 132.0)])
def test_what_is_asked_is_a_least(asked: float, least: float, most: float) -> None:
    policy = RetryPolicy()
    assert least <= policy.pause(Fault("rate", "x", 429, asked), 3) <= most
    assert policy.is_absurd(Fault("rate", "x", 429, asked)) == (asked > 120)


def test_a_rate_limit_is_waited_out_for_longer() -> None:
    policy = RetryPolicy(tries=3, rate_tries=5)
    assert [policy.allows(Fault("rate", "x"), tries) for tries in (4, 5)] == [True, False]
    assert [policy.allows(Fault("server", "x"), tries) for tries in (2, 3)] == [True, False]
