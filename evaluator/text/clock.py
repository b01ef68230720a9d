"""The platform's ``createdAt`` as Beijing time, and the working hours.

Source: the rulings on time. An ISO 8601 time with an offset or ``Z`` can be converted, and so can epoch seconds or
milliseconds, as a number or as digits in a text. Anything else cannot and counts as off hours. No time-zone data is
needed: Shanghai has had no daylight saving since 1991.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, time, timedelta, timezone
from decimal import Decimal

BEIJING = timezone(timedelta(hours=8), "Asia/Shanghai")
OPENS = time(9)
CLOSES = time(20)

# From this number on an epoch time is in milliseconds: as seconds it would be the year 5138.
MILLISECONDS_FROM = 10**11

_EPOCH = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?")
_ISO = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d|\d{8}|\d{4}-?W\d\d-?\d|\d{4}-?\d{3})"
    r"(?:[Tt]|\ +)"
    r"(?P<time>\d\d(?::?\d\d(?::?\d\d)?)?)(?:[.,](?P<fraction>\d+))?"
    r"\ *(?P<offset>[Zz]|[+\-\u2212](?:[01]\d|2[0-3])(?::?[0-5]\d)?)",
    re.ASCII,
)
_ORDINAL = re.compile(r"(\d{4})-?(\d{3})")
_EPOCH_START = datetime(1970, 1, 1, tzinfo=UTC)


def beijing_time(created_at: object) -> datetime | None:
    """``created_at`` as a time in Beijing (+08:00), exact to the microsecond; ``None`` where it cannot be converted.

    Cut off after the microsecond, never rounded: 19:59:59.9999999 is still before 20:00. Never raises.
    """
    if isinstance(created_at, bool):
        return None
    if isinstance(created_at, str):
        text = created_at.strip()
        if _EPOCH.fullmatch(text):
            return _from_epoch(Decimal(text))
        return _from_iso(text)
    if isinstance(created_at, int):
        return _from_epoch(Decimal(created_at)) if abs(created_at) < 10**18 else None
    if isinstance(created_at, float):
        return _from_epoch(Decimal(repr(created_at))) if math.isfinite(created_at) else None
    return None


def working_hours(created_at: object) -> bool:
    """Whether ``created_at`` lies in 09:00:00.000 <= t < 20:00:00.000 in Beijing, on any day of the week.

    A time that cannot be converted is off hours.
    """
    moment = beijing_time(created_at)
    return moment is not None and OPENS <= moment.time() < CLOSES


def _from_epoch(number: Decimal) -> datetime | None:
    seconds = number / 1000 if abs(number) >= MILLISECONDS_FROM else number
    try:
        microseconds = int((seconds * 1_000_000).to_integral_value(rounding="ROUND_FLOOR"))
        return (_EPOCH_START + timedelta(microseconds=microseconds)).astimezone(BEIJING)
    except (OverflowError, ArithmeticError, ValueError):
        return None


def _from_iso(text: str) -> datetime | None:
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    date, offset = match["date"], match["offset"].upper().replace("\u2212", "-")
    ordinal = _ORDINAL.fullmatch(date)
    fraction = (match["fraction"] or "")[:6].ljust(6, "0")
    clock = match["time"].replace(":", "").ljust(6, "0")
    if match["fraction"] and len(match["time"].replace(":", "")) < 6:
        return None  # a fraction of a minute or an hour: legal, and written by no platform
    try:
        day = _day_of_year(int(ordinal[1]), int(ordinal[2])) if ordinal else date
        moment = datetime.fromisoformat(f"{day}T{clock[:2]}:{clock[2:4]}:{clock[4:]}.{fraction}{offset}")
        return moment.astimezone(BEIJING)
    except (ValueError, OverflowError):
        return None


def _day_of_year(year: int, number: int) -> str:
    day = datetime(year, 1, 1) + timedelta(days=number - 1)
    if day.year != year:
        raise ValueError(f"the year {year} has no day {number}")
    return day.date().isoformat()
