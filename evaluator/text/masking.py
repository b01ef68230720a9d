"""Texts with parts blanked out, so that a later pattern cannot find anything there and positions stay true."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from evaluator.text.links import MAIL, find_links
from evaluator.text.markers import find_markers


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """``text`` with the characters of ``spans`` replaced by spaces; its length does not change."""
    characters: list[str] | None = None
    for start, end in spans:
        if characters is None:
            characters = list(text)
        characters[start:end] = " " * (end - start)
    return text if characters is None else "".join(characters)


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """``text`` with markers, web and e-mail addresses blanked out: what the writer said in words."""
    spans = [(marker.start, marker.end) for marker in find_markers(text)]
    spans += [(link.start, link.end) for link in find_links(text)]
    if "@" in text:
        spans += [match.span() for match in MAIL.finditer(text)]
    return blank(text, spans)
