"""How long to wait before a request is tried again, and how often: the only layer that retries anything."""

from __future__ import annotations

import email.utils
import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from evaluator.client.faults import Fault


def _now() -> datetime:
    return datetime.now(UTC)


def retry_after(headers: Mapping[str, str], now: Callable[[], datetime] = _now) -> float | None:
    """The seconds that a response asks to wait: ``retry-after-ms``, or ``retry-after`` as seconds or an HTTP date.

    ``None`` where it asks nothing, or what it asks cannot be read.
    """
    milliseconds = _seconds(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after")
    if text is None:
        return None
    seconds = _seconds(text)
    if seconds is not None:
        return seconds
    try:
        due = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    if due.tzinfo is None:
        due = due.replace(tzinfo=UTC)
    return max(0.0, (due - now()).total_seconds())


def _seconds(text: str | None) -> float | None:
    try:
        value = float(text) if text is not None else math.nan
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential back-off with jitter. All times are in seconds.

    ``tries`` bounds the tries of one request, ``rate_tries`` those that end in a rate limit (a limit a minute outlives
    many tries). ``longest`` caps what a Retry-After may ask. ``random`` gives the jitter, in [0, 1).
    """

    tries: int = 7
    rate_tries: int = 12
    first: float = 0.2
    longest_backoff: float = 30.0
    longest: float = 120.0
    random: Callable[[], float] = field(default_factory=lambda: random.Random(0).random)

    def allows(self, fault: Fault, tries: int) -> bool:
        """May a request that failed ``tries`` times, the last time with ``fault``, be tried again?"""
        return tries < (self.rate_tries if fault.kind in ("rate", "overload") else self.tries)

    def pause(self, fault: Fault, tries: int) -> float:
        """Seconds to wait after the ``tries``-th failure, counted from 1.

        What the server asks is a least: a little is added, so that not all come back in the same moment.
        """
        backoff = min(self.first * 2.0 ** (tries - 1), self.longest_backoff)
        jittered = backoff * (0.5 + 0.5 * self.random())
        if fault.wait is None:
            return jittered
        asked = min(fault.wait, self.longest)
        return asked + min(jittered, 0.1 * asked) if asked else jittered

    def is_absurd(self, fault: Fault) -> bool:
        """Does the server ask to wait longer than anyone will?"""
        return fault.wait is not None and fault.wait > self.longest
