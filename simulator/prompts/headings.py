"""The headings of a prompt, however they are written: Markdown, 【…】, bold, `一、`, `1.`, `（1）`, `①`, `Title：`.

A prompt need be no Markdown. A line that may be a heading has a rank: the smaller, the higher it stands.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

_CIRCLED: Final = re.compile("[①-⑳]")
_HASHES: Final = re.compile(r"^(#{1,6})(.*)$")
_FRAMED: Final = re.compile(r"^(?:\*\*(?P<a>[^*]+)\*\*|__(?P<b>[^_]+)__|【(?P<c>[^】]+)】|<(?P<d>[^/>]+)>)[::]?$")
_CHINESE: Final = re.compile(r"^第?([一二三四五六七八九十]+)\s*[、.章节部分:]+\s*(.+)$")
_NUMBER: Final = re.compile(r"^[(§]?\s*(\d+)\s*[.、):](?!\d)\s*(.+)$")
_LOOSE_NUMBER: Final = re.compile(r"^[(§]?\s*(\d+(?:\.\d+)*)\s*[.、):]?\s*(\D.*)$")
_COLON: Final = re.compile(r"^(.{1,30})[:]$")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_DIGITS: Final = "零一二三四五六七八九十"
FRAME, _LIST, _PLAIN = 7, 8, 40
SHORT: Final = 40
LONGEST: Final = 300  # letters of a line that are looked at: what is a heading shows early


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that may be a heading. ``line`` counts from 1; ``name`` is folded: no marks, no spaces, small letters.

    ``rank`` is 1 to 6 for Markdown's, :data:`FRAME` for framed lines and `一、`, more for numbered and short lines.
    """

    line: int
    rank: int
    number: int | None
    name: str
    text: str

    @property
    def plain(self) -> bool:
        """Whether nothing but its shortness speaks for it."""
        return self.rank >= _PLAIN


def folded(text: str) -> str:
    """A name to compare by: full-width letters made plain, marks and spaces left out, small letters."""
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKC", text)).casefold()


def headings(text: str) -> list[Heading]:
    """All lines that may be headings, in order."""
    found = []
    for line, raw in enumerate(text.splitlines(), start=1):
        heading = _heading(line, raw)
        if heading is not None and heading.name:
            found.append(heading)
    return found


def _heading(line: int, raw: str) -> Heading | None:
    plain = unicodedata.normalize("NFKC", _CIRCLED.sub(lambda match: f"{ord(match[0]) - 0x245F}. ", raw[:LONGEST]))
    indent, words = len(plain) - len(plain.lstrip()), plain.strip().removeprefix("- ").strip()
    if not words:
        return None
    hashes = _HASHES.match(words)
    if hashes is not None:
        number, name = _numbered(_unframed(hashes[2].rstrip("# ")), _LOOSE_NUMBER)
        return Heading(line, len(hashes[1]), number, folded(name), name)
    framed = _FRAMED.match(words)
    if framed is not None:
        number, name = _numbered(_unframed(words), _LOOSE_NUMBER)
        rank = FRAME if number is None or _CHINESE.match(_unframed(words)) else _LIST
        return Heading(line, rank, number, folded(name), name)
    number, name = _numbered(_unframed(words), _NUMBER)
    if number is not None:
        rank = FRAME if _CHINESE.match(_unframed(words)) else _LIST + min(indent, 20)
        return Heading(line, rank, number, folded(name[:SHORT]), name)
    colon = _COLON.match(words)
    if colon is not None:
        return Heading(line, _LIST, None, folded(colon[1]), colon[1])
    return Heading(line, _PLAIN, None, folded(words), words) if len(words) <= SHORT else None


def _unframed(words: str) -> str:
    return words.strip("*_【】<>` ").replace("**", "").replace("】", " ").strip()


def _numbered(words: str, shape: re.Pattern[str]) -> tuple[int | None, str]:
    chinese = _CHINESE.match(words)
    if chinese is not None:
        return _chinese_number(chinese[1]), chinese[2]
    match = shape.match(words)
    return (None, words) if match is None else (int(match[1].rpartition(".")[2][:6]), match[2])


def _chinese_number(word: str) -> int:
    """一 to 九十九."""
    tens, ten, ones = word.partition("十")
    if not ten:
        return _DIGITS.index(word[0])
    return (_DIGITS.index(tens[0]) if tens else 1) * 10 + (_DIGITS.index(ones[0]) if ones else 0)
