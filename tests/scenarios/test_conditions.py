"""The conditions of a plan."""

from __future__ import annotations

import pytest

from scenarios.templates.conditions import ConditionError, Tri, met, parse_condition


class Seen:
    def signal(self, name: str) -> Tri:
        return {"posters_sent": True, "closing_sent": None}.get(name, False)

    def asked(self, field: str) -> Tri:
        return field in ("any", "customer_type")


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (None, True),
        ("posters_sent", True),
        ("not posters_sent", False),
        ("not(posters_sent)", False),
        ("not (converted or posters_sent)", False),
        ("asked(customer_type)", True),
        ("asked( any )", True),
        ("asked(power)", False),
        ("closing_sent", False),  # not known counts as not met
        ("not closing_sent", False),
        ("closing_sent or posters_sent", True),
        ("closing_sent and posters_sent", False),
        ("closing_sent and converted", False),
        ("converted or posters_sent and not taken_over", True),
        ("(converted or posters_sent) and taken_over", False),
    ],
)
def test_conditions(condition: str | None, expected: bool) -> None:
    assert met(condition, Seen()) is expected


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("postersent", "did you mean posters_sent"),
        ("asked(compny)", "did you mean company"),
        ("asked", "with a form key or any, found None"),
        ("posters_sent converted", "expected and, or, or the end"),
        ("(posters_sent", "closing bracket"),
        ("", "expected a condition"),
        ("posters_sent and", "expected a condition"),
        ("posters_sent & converted", "does not belong"),
        ("posters_sent(x)", "no condition"),
    ],
)
def test_bad_conditions(condition: str, message: str) -> None:
    with pytest.raises(ConditionError, match=message):
        parse_condition(condition)
