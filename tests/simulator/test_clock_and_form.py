"""The virtual clock and the form."""

from __future__ import annotations

from random import Random

import pytest

from evaluator.ontology import CustomerAct as Act
from evaluator.text.clock import beijing_time, working_hours
from scenarios.factors import factor
from scenarios.phrases.meaning import MeantAct
from scenarios.templates import Form as Setting
from simulator.clock import Clock
from simulator.form import FORM_KEYS, Form

WORKING = {"work": True, "off": False, "open_edge": True, "before_open": False, "close_edge": False}
WORKING |= {"before_close": True, "missing": False, "malformed": False, "no_offset": False, "epoch_ms": True}
WORKING |= {"epoch_s": True}


@pytest.mark.parametrize("level", factor("time").levels)
def test_every_turn_has_the_hour_that_its_level_says(level: str) -> None:
    clock = Clock(level, Random(3))
    for _ in range(14):
        newest = clock.arrivals(2)[-1]
        if level in WORKING:
            assert working_hours(newest) is WORKING[level]


def test_times_go_up_and_bursts_come_before_their_newest() -> None:
    for level in ("work", "off", "open_edge", "epoch_s", "other_offset"):
        clock = Clock(level, Random(1))
        moments = [moment for _ in range(14) for moment in map(beijing_time, clock.arrivals(3))]
        assert None not in moments
        assert moments == sorted(moments)  # type: ignore[type-var]


def test_edges_are_exact() -> None:
    clock = Clock("before_close", Random(1))
    assert [clock.arrivals(1)[0] for _ in range(2)] == ["2026-03-02T19:59:59+08:00", "2026-03-03T19:59:59+08:00"]


def test_how_times_are_written() -> None:
    assert Clock("missing", Random(1)).arrivals(1) == [None]
    assert isinstance(Clock("epoch_ms", Random(1)).arrivals(1)[0], int)
    assert beijing_time(Clock("malformed", Random(1)).arrivals(1)[0]) is None
    assert beijing_time(Clock("no_offset", Random(1)).arrivals(1)[0]) is None
    assert not Clock("other_offset", Random(1)).arrivals(1)[0].endswith("+08:00")
    assert {working_hours(Clock("other_offset", Random(seed)).arrivals(1)[0]) for seed in range(9)} == {True, False}


def test_the_form_fills_from_what_was_said() -> None:
    form = Form(Setting())
    said = (MeantAct(Act.STATES_CUSTOMER_TYPE, "gift"), MeantAct(Act.ASKS_PRICE), MeantAct(Act.CHOOSES_STYLE))
    assert form.next_pending(()) == FORM_KEYS[0]
    assert form.next_pending(said) == "buyer_role"  # the platform has read this turn's messages
    assert form.snapshot() == {}
    form.disclose(said)
    assert form.snapshot() == {"customer_type": "gift", "appearance": "as chosen"}


def test_a_stale_form_does_not_know_this_turn_yet() -> None:
    form = Form(Setting.model_validate({"stale": True}))
    assert form.next_pending((MeantAct(Act.STATES_CUSTOMER_TYPE, "gift"),)) == "customer_type"


def test_a_form_may_be_filled_wrong_full_or_absent() -> None:
    filled = Form(Setting.model_validate({"values": {"customer_type": "gift"}, "pending": "power"}))
    assert filled.snapshot() == {"customer_type": "gift"}
    assert filled.next_pending(()) == "power"
    full = Form(Setting.model_validate({"values": dict.fromkeys(FORM_KEYS, "x")}))
    assert full.next_pending(()) is None
    absent = Form(Setting.model_validate({"absent": True}))
    absent.disclose((MeantAct(Act.STATES_POWER, "60W"),))
    assert absent.snapshot() == {}
    assert absent.next_pending(()) is None
