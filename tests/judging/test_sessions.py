"""Verdicts on small sessions: what a record lacks, what was not published, both orders of events, several events."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.judging import conclude
from evaluator.verdicts import Verdict

from .records import (
    CLOSING,
    INTRODUCTION,
    INVITATION,
    NIGHT,
    check,
    decision,
    image,
    outcome,
    posters,
    recheck,
    run,
    session,
    shown,
    turn,
    verdicts,
    verdicts_of,
)

Json = dict[str, Any]
FIRST = turn("hi", INTRODUCTION)
NOTED = "Noted, thank you."
_OPPORTUNITY = ("M-103", "M-107", "M-110", "M-111", "M-201", "M-202", "M-203")


def sending(reply: str | None = None, **more: Any) -> Json:
    """The turn in which the posters go out."""
    return turn("what cables do you have?", reply or shown("en-1", "en-2"), tools=[posters()], **more)


def outcomes(found: dict[str, Verdict], *metrics: str) -> dict[str, str]:
    """The outcomes of some metrics."""
    return {metric: outcome(found[metric]) for metric in metrics}


def test_a_good_session_has_58_verdicts_in_the_catalogues_order_and_qualifies() -> None:
    found = verdicts_of(session(FIRST, sending(), name="good"))
    assert [verdict.metric_id for verdict in found] == list(load_catalogue().ids)
    assert len(found) == 58
    assert {verdict.session_id for verdict in found} == {"good"}
    assert {verdict.metric_id for verdict in found if verdict.result == "FAIL"} == set()
    assert outcomes(dict(zip(load_catalogue().ids, found, strict=True)), "M-001", "M-007", "M-008") == {
        "M-001": "PASS",
        "M-007": "PASS",
        "M-008": "PASS",
    }
    assert conclude("good", found).conclusion == "qualified"


def test_every_verdict_lists_the_catalogues_checks_and_an_undetermined_one_is_not_applicable() -> None:
    found = verdicts(FIRST, sending(), turn("Πόσο κοστίζει;", "Ναι."))
    for metric in load_catalogue():
        verdict = found[metric.id]
        assert [item.check for item in verdict.checks] == [item.id for item in metric.checks]
        assert verdict.result == "N/A" or not verdict.undetermined
        assert verdict.reason
    assert any(verdict.undetermined for verdict in found.values())


# ---------- several events


def test_one_failed_event_fails_also_when_a_later_turn_puts_it_right() -> None:
    twice = "Which style do you prefer? And how many pieces do you need?"
    found = verdicts(FIRST, turn("ok", twice), turn("ok", NOTED))
    assert outcome(found["M-004"]) == "FAIL"
    assert found["M-004"].checks[0].turn == 2

    broken = sending(f"{INVITATION}\n[IMG:en-1|x]\n[IMAGE:en-2|x]")
    assert outcome(verdicts(FIRST, broken, turn("ok", shown("en-1", "en-2")))["M-023"]) == "FAIL"

    found = verdicts(FIRST, turn("ok", decided="no"), turn("ok"))
    assert outcome(found["M-110"]) == "FAIL"
    assert found["M-110"].checks[0].turn == 2


def test_posters_sent_again_and_in_the_wrong_language() -> None:
    assert outcome(verdicts(FIRST, sending(), turn("ok", shown("en-1", "en-2")))["M-009"]) == "FAIL"
    wrong = turn("what cables do you have?", shown("vi-1", "vi-2"), tools=[posters("vi")])
    found = verdicts(FIRST, wrong)
    assert outcome(found["M-008"]) == "FAIL"
    assert check(found["M-008"], 2) == "FAIL"


# ---------- what a record lacks


def test_without_a_tool_log_what_needs_it_is_undetermined() -> None:
    looked = turn("what cables do you have?", shown("x-1", "x-2"), tools=None)
    found = verdicts(turn("hi", INTRODUCTION, tools=None), looked)
    assert outcomes(found, "M-001", "M-007", "M-008", "M-026") == dict.fromkeys(
        ("M-001", "M-007", "M-008", "M-026"), "OPEN"
    )
    assert check(found["M-001"], 4) == "OPEN"
    assert "no tool log" in found["M-001"].reason


def test_an_empty_tool_log_says_that_nothing_was_called() -> None:
    found = verdicts(FIRST, turn("what cables do you have?", shown("x-1", "x-2"), tools=[]))
    assert outcomes(found, "M-001", "M-007", "M-026") == {"M-001": "PASS", "M-007": "FAIL", "M-026": "FAIL"}


def test_without_a_log_of_the_opportunity_assistant_its_metrics_are_undetermined() -> None:
    made = turn("hi", INTRODUCTION)
    made["opportunity"] = None
    found = verdicts(made)
    assert outcomes(found, *_OPPORTUNITY) == dict.fromkeys(_OPPORTUNITY, "OPEN")
    assert all("no log" in found[metric].reason for metric in _OPPORTUNITY)
    made["opportunity"] = []
    assert outcomes(verdicts(made), *_OPPORTUNITY) == dict.fromkeys(_OPPORTUNITY, "N/A")


# ---------- what was not published, and silence


def test_a_first_turn_that_was_silenced_or_not_published_is_no_first_turn() -> None:
    silenced = turn("my code", None, images=[image("qr_code")], decided=decision(True, True))
    found = verdicts(silenced)
    assert outcomes(found, "M-001", "M-101", "M-104") == {"M-001": "N/A", "M-101": "PASS", "M-104": "PASS"}
    assert outcome(verdicts(turn("hi", NOTED, published=False))["M-001"]) == "N/A"
    assert outcome(verdicts(turn("hi", NOTED))["M-001"]) == "FAIL"


def test_posters_that_were_not_published_were_not_sent() -> None:
    found = verdicts(FIRST, sending(published=False), turn("300 pcs", NOTED, decided=decision(True, True)))
    assert outcomes(found, "M-008", "M-201") == {"M-008": "N/A", "M-201": "FAIL"}
    found = verdicts(FIRST, sending(media={"en-2": False}), turn("300 pcs", NOTED, decided=decision(True, True)))
    assert outcomes(found, "M-008", "M-201") == {"M-008": "N/A", "M-201": "FAIL"}


# ---------- conversion by day and by night


@pytest.mark.parametrize(("takeover", "expected"), [(True, "PASS"), (False, "FAIL")])
def test_a_hit_by_day_is_handed_over_at_once(takeover: bool, expected: str) -> None:
    found = verdicts(FIRST, sending(), turn("300 pcs", None, decided=decision(True, takeover)))
    assert outcomes(found, "M-102", "M-104", "M-105", "M-201") == {
        "M-102": "PASS",
        "M-104": expected,
        "M-105": "N/A",
        "M-201": "PASS",
    }


def test_a_hit_that_is_not_converted_fails() -> None:
    found = verdicts(FIRST, sending(), turn("300 pcs", NOTED))
    assert outcomes(found, "M-102", "M-104") == {"M-102": "FAIL", "M-104": "FAIL"}
    found = verdicts(turn("my code", INTRODUCTION, images=[image("qr_code")]))
    assert outcomes(found, "M-101", "M-204") == {"M-101": "FAIL", "M-204": "FAIL"}


def test_a_lead_is_not_converted_twice() -> None:
    again = turn("ok", status="converted", decided=decision(True))
    assert outcomes(verdicts(FIRST, again), "M-103", "M-203") == {"M-103": "FAIL", "M-203": "FAIL"}


def night(reply: str, *, sequential: bool, published: bool = True, takeover: bool = True) -> dict[str, Verdict]:
    """A hit by night; the closing is due in the same turn, or in the next one."""
    inbound = run(decision(True), NIGHT)
    if sequential:
        after = recheck(decision(False, takeover), reply, at=NIGHT, published=published)
        due = [turn("300 pcs", reply, at=NIGHT, status="converted", published=published, runs=[inbound, after])]
    else:
        first = recheck(decision(), NOTED, at=NIGHT)
        told = run(decision(), NIGHT, leadToOpportunityStatus="converted")
        after = recheck(decision(False, takeover), reply, at=NIGHT, published=published)
        due = [
            turn("300 pcs", NOTED, at=NIGHT, runs=[inbound, first]),
            turn("ok", reply, at=NIGHT, status="converted", published=published, runs=[told, after]),
        ]
    return verdicts(FIRST, sending(at=NIGHT), *due)


_NIGHT = ("M-027", "M-102", "M-105", "M-107", "M-202", "M-203")


@pytest.mark.parametrize("sequential", [True, False])
def test_by_night_the_closing_comes_first_and_then_the_takeover(sequential: bool) -> None:
    assert outcomes(night(CLOSING, sequential=sequential), *_NIGHT) == dict.fromkeys(_NIGHT, "PASS")


@pytest.mark.parametrize("sequential", [True, False])
def test_by_night_a_takeover_without_a_closing_fails(sequential: bool) -> None:
    found = outcomes(night("The cables are in the box.", sequential=sequential), *_NIGHT)
    assert found == {
        "M-027": "FAIL",
        "M-102": "PASS",
        "M-105": "PASS",
        "M-107": "FAIL",
        "M-202": "FAIL",
        "M-203": "FAIL",
    }


@pytest.mark.parametrize("sequential", [True, False])
def test_by_night_a_closing_that_was_not_published_is_none(sequential: bool) -> None:
    found = outcomes(night(CLOSING, sequential=sequential, published=False), *_NIGHT)
    assert (found["M-027"], found["M-107"], found["M-202"]) == ("N/A", "FAIL", "FAIL")
    waiting = outcomes(night(CLOSING, sequential=sequential, published=False, takeover=False), *_NIGHT)
    assert (waiting["M-107"], waiting["M-202"]) == ("PASS", "PASS")


@pytest.mark.parametrize("sequential", [True, False])
def test_by_night_nobody_takes_over_although_the_closing_is_out(sequential: bool) -> None:
    found = outcomes(night(CLOSING, sequential=sequential, takeover=False), *_NIGHT)
    assert (found["M-107"], found["M-202"], found["M-027"]) == ("FAIL", "FAIL", "PASS")


@pytest.mark.parametrize(
    ("at", "takeover", "expected"),
    [
        ("2026-05-06T11:00:00+08:00", True, "PASS"),
        ("2026-05-06T11:00:00+08:00", False, "FAIL"),
        (NIGHT, False, "PASS"),
        (NIGHT, True, "FAIL"),
        (None, True, "FAIL"),  # an hour that nobody knows is off hours
    ],
)
def test_a_person_is_asked_for(at: object, takeover: bool, expected: str) -> None:
    asked = turn("let me speak to a real person please", NOTED, at=at, decided=decision(False, takeover))
    assert outcome(verdicts(FIRST, asked)["M-106"]) == expected


# ---------- sessions with nothing in them


def test_a_session_without_turns_decides_nothing() -> None:
    found = verdicts()
    assert {outcome(verdict) for verdict in found.values()} <= {"N/A", "OPEN"}
    assert [verdict.metric_id for verdict in found.values() if verdict.undetermined] == ["M-028"]
    assert not any(verdict.exercised for verdict in found.values())
    assert conclude("s", list(found.values())).conclusion == "qualified"


def test_a_session_without_a_customer_fails_nothing() -> None:
    found = verdicts(turn([], None, staff="hello, your colleague here"), turn([], NOTED, staff="hi"), turn([], None))
    assert [metric for metric, verdict in found.items() if verdict.result == "FAIL"] == []
    assert len(found) == 58


def test_posters_for_a_message_whose_language_is_not_certain_are_not_laid_to_the_customers_particulars() -> None:
    asked = turn("day USB-A to Type-C shop", shown("vi-1", "vi-2"), tools=[posters("vi")])
    found = verdicts_of(session(FIRST, asked, customer={"country": "VN"}))
    assert outcome({verdict.metric_id: verdict for verdict in found}["M-008"]) == "OPEN"


def test_a_doubtful_word_beside_a_thumb_leaves_the_language_open() -> None:
    spoken = turn("сколько стоит кабель?", "Цену рассчитает менеджер по продажам.")
    found = verdicts(turn("здравствуйте", INTRODUCTION), spoken, turn(["va", "👍"], "Claro, tómese su tiempo."))
    assert check(found["M-017"], 3) == "OPEN"
