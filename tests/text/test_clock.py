"""Beijing time and working hours, as the rulings on time have them."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.text import beijing_time, working_hours


@pytest.mark.parametrize(
    "written",
    [
        "2026-03-02T10:15:00+08:00",
        "2026-03-02T10:15:00.000+08:00",
        "2026-03-02T02:15:00Z",
        "2026-03-02t02:15:00z",
        " 2026-03-02 10:15:00 +0800 ",
        "2026-03-02 10:15 +08",
        "20260302T021500Z",
        "2026-03-02T02:15:00.000000000Z",
        "2026-03-01T21:15:00\u221205:00",
        "2026-061T02:15:00Z",
        "2026-W10-1T02:15:00Z",
        1772417700,
        1772417700.0,
        "1772417700",
        1772417700000,
        "1772417700000",
        "1772417700.0",
    ],
)
def test_the_same_moment(written: Any) -> None:
    assert beijing_time(written) == datetime(2026, 3, 2, 2, 15, tzinfo=UTC)
    assert working_hours(written)


@pytest.mark.parametrize(
    "written",
    [
        None, "", "  ", True, False, math.nan, math.inf, -math.inf, 10**30, -(10**30), "9" * 40, 1e300, [], {},
        b"1772417700",
        "2026-03-02T10:15:00", "2026-03-02", "10:15", "yesterday", "2 hours ago", "刚刚", "2026-03-02T10:15:00+8",
        "2026-13-02T10:15:00Z", "2026-02-30T10:15:00Z", "2026-03-02T25:15:00Z", "2026-03-02T10:15:00+25:00",
        "2026-03-02T10:15:00+08:75", "2026-03-02T10:15:00 CST", "Mon, 02 Mar 2026 10:15:00 +0800", 
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00", "2026-03-02T10:15:00Z Z", "٢٠٢٦-03-02T10:15:00Z", "1e9", "0x5",
        "+-5", "2026-03-02T10.5Z",
        "2026-366T10:15:00Z",
    ],
)  # fmt: skip
def test_cannot_be_converted(written: Any) -> None:
    assert beijing_time(written) is None
    assert not working_hours(written)


@pytest.mark.parametrize(
    ("clock", "working"),
    [
        ("08:59:59.999999", False),
        ("08:59:59.9999999", False),
        ("09:00:00.000", True),
        ("09:00", True),
        ("19:59:59.999", True),
        ("19:59:59.999999999", True),
        ("20:00:00.000", False),
        ("00:00", False),
        ("23:59:59", False),
    ],
)
@pytest.mark.parametrize("day", ["2026-03-02", "2026-03-07", "2026-03-08"])
def test_boundaries_on_every_day(day: str, clock: str, working: bool) -> None:
    assert working_hours(f"{day}T{clock}+08:00") is working


def test_seconds_and_milliseconds() -> None:
    assert beijing_time(10**11 - 1) == datetime(5138, 11, 16, 9, 46, 39, tzinfo=UTC)
    assert beijing_time(10**11) == datetime(1973, 3, 3, 9, 46, 40, tzinfo=UTC)
    assert beijing_time(-1) == datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)
    assert beijing_time(1772417700.5) == beijing_time(1772417700500)


moments = st.datetimes(datetime(1971, 1, 1), datetime(2099, 12, 31))
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(moments, offsets)
def test_any_offset_is_the_same_moment(moment: datetime, offset: timezone) -> None:
    aware = moment.replace(tzinfo=offset)
    expected = aware.astimezone(UTC)
    assert beijing_time(aware.isoformat()) == expected
    assert working_hours(aware.isoformat()) is (9 <= (expected + timedelta(hours=8)).hour < 20)


@given(moments)
def test_epoch_in_either_unit(moment: datetime) -> None:
    whole = moment.replace(microsecond=0, tzinfo=UTC)
    seconds = int(whole.timestamp())
    assert beijing_time(str(seconds)) == whole
    if seconds * 1000 >= 10**11:
        assert beijing_time(seconds * 1000) == whole


@given(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=25))
def test_never_raises(value: object) -> None:
    moment = beijing_time(value)
    assert moment is None or moment.utcoffset() == timedelta(hours=8)
