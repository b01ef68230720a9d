"""The virtual clock: when the buyer's messages arrive, and how the platform writes it. Never the wall clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any, Final

from evaluator.text.clock import BEIJING

_DAY: Final = datetime(2026, 3, 2, tzinfo=BEIJING)
_GARBAGE: Final = ("yesterday evening", "2026-13-45T99:99:99Z", "10h15", "just now", "2026/03/02 10:15", "")
# Where a conversation starts, in Beijing. An hour at the edge is kept through the whole conversation: each turn
# comes a day later, to the second, so that whichever turn decides lies at the edge.
_STARTS: Final[dict[str, timedelta]] = {
    "work": timedelta(hours=10, minutes=15),
    "off": timedelta(hours=22, minutes=30),
    "open_edge": timedelta(hours=9),
    "before_open": timedelta(hours=8, minutes=59, seconds=59),
    "close_edge": timedelta(hours=20),
    "before_close": timedelta(hours=19, minutes=59, seconds=59),
    "no_offset": timedelta(hours=10, minutes=15),
    "epoch_ms": timedelta(hours=14, minutes=5),
    "epoch_s": timedelta(hours=14, minutes=5),
}
_EDGES: Final = frozenset({"open_edge", "before_open", "close_edge", "before_close"})
# Another zone's offset, with what the hour is in Beijing: by day there and night here, or the other way round.
_ELSEWHERE: Final = (
    (-5, timedelta(hours=25, minutes=15)),
    (1, timedelta(hours=22, minutes=40)),
    (-8, timedelta(hours=11)),
)


class Clock:
    """Gives each turn its time by the level of the factor ``time``; turns come in order, one to four minutes apart."""

    def __init__(self, level: str, random: Random) -> None:
        self._level = level
        self._random = random
        self._turn = 0
        offset, start = random.choice(_ELSEWHERE)
        self._zone = timezone(timedelta(hours=offset)) if level == "other_offset" else BEIJING
        self._now = _DAY + (start if level == "other_offset" else _STARTS.get(level, _STARTS["work"]))

    def arrivals(self, count: int) -> list[Any]:
        """``createdAt`` of the next turn's messages, oldest first: the newest comes at the turn's own time."""
        if self._turn:
            step = timedelta(days=1) if self._level in _EDGES else timedelta(seconds=self._random.randint(55, 180))
            self._now += step
        self._turn += 1
        return [self._written(self._now - timedelta(seconds=7 * back)) for back in range(count - 1, -1, -1)]

    def _written(self, moment: datetime) -> Any:
        writers: dict[str, Callable[[], Any]] = {
            "missing": lambda: None,
            "malformed": lambda: _GARBAGE[self._turn % len(_GARBAGE)],
            "no_offset": lambda: moment.replace(tzinfo=None).isoformat(timespec="seconds"),
            "epoch_ms": lambda: int(moment.timestamp() * 1000),
            "epoch_s": lambda: int(moment.timestamp()),
        }
        write = writers.get(self._level)
        return write() if write else moment.astimezone(self._zone).isoformat(timespec="seconds")
