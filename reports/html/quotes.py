"""Finding a quote again in the text that it was taken from."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_REMEMBERED: Final = 8  # texts: a conversation asks for several quotes of the same one


def locate(text: str, quote: str) -> tuple[int, int] | None:
    """Where ``quote`` stands: ``text[start:end]``; ``None`` where it does not.

    First as it is written; else after compatibility decomposition and without white space, as a quote is compared
    (``contracts/run.md``), and so that JSON is found again whatever its indentation.
    """
    if not quote.strip():
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    folded, places = _folded(text)
    wanted, _ = _folded(quote)
    start = folded.find(wanted)
    if start < 0 or not wanted:
        return None
    return places[start], places[start + len(wanted) - 1] + 1


@lru_cache(maxsize=_REMEMBERED)
def _folded(text: str) -> tuple[str, tuple[int, ...]]:
    """The text to compare by, and for each of its characters the place in the original that it came from."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for part in character if character.isascii() else unicodedata.normalize("NFKD", character):
            if not part.isspace():
                characters.append(part)
                places.append(place)
    return "".join(characters), tuple(places)
