"""A text cut into what the page shows: plain pieces, quotes to mark, media markers as chips.

The cutting is done here and not in the page, so that the page has nothing to find and nothing to interpret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from evaluator.text.markers import Marker, find_markers
from reports.plain import visible

LONGEST: Final = 100_000
"""Characters of one text that the page shows, or as many as the last mark needs; the rest is counted."""
_AFTER_MARK: Final = 500
_MOST_CHIPS: Final = 300  # more markers than that are an attack on the page, and stay text


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to mark: ``text[start:end]``. ``fault`` is the fault's number in its conversation."""

    start: int
    end: int
    fault: int


def spans(text: str, marks: Sequence[Mark] = (), *, markers: bool = False) -> list[Any]:
    """The pieces of ``text`` in order, as JSON values.

    A plain piece is a string; any other an object: ``s`` its text, ``f`` the faults that it is marked for, and of a
    media marker ``k`` its kind, ``c`` its caption, ``p`` what is wrong with it; ``cut`` the characters left out.
    """
    limit = max([LONGEST, *(mark.end + _AFTER_MARK for mark in marks)])
    shown = text[:limit]
    pieces: list[Any] = []
    position = 0
    for marker in find_markers(shown)[:_MOST_CHIPS] if markers else ():
        pieces += _texts(shown, position, marker.start, marks)
        pieces.append(_chip(marker, marks))
        position = marker.end
    pieces += _texts(shown, position, len(shown), marks)
    if len(text) > limit:
        pieces.append({"cut": len(text) - limit})
    return pieces


def _texts(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Any]:
    """The pieces between two markers, cut where a mark begins or ends."""
    edges = {place for mark in marks for place in (mark.start, mark.end) if start < place < end}
    cuts = sorted({start, end} | edges)
    for left, right in pairwise(cuts):
        piece = visible(text[left:right])
        faults = _faults(left, right, marks)
        yield {"s": piece, "f": faults} if faults else piece


def _chip(marker: Marker, marks: Sequence[Mark]) -> dict[str, Any]:
    """A marker is marked whole or not at all."""
    optional = {
        "c": visible(marker.caption or ""),
        "p": marker.problem,
        "f": _faults(marker.start, marker.end, marks),
    }
    chip = {"s": visible(marker.raw), "k": marker.kind}
    return chip | {key: value for key, value in optional.items() if value}


def _faults(start: int, end: int, marks: Sequence[Mark]) -> list[int]:
    return sorted({mark.fault for mark in marks if mark.start < end and mark.end > start})
