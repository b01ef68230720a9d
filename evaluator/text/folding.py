"""A text as it is read, where it was typed in another way: accents as characters of their own, several spaces for one.

Patterns are written for composed letters (NFC) and single spaces. What they find in the folded text is told by where
it stands in the text itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from unicodedata import combining, is_normalized, normalize

# Between two digits a wide gap keeps numbers apart that one space would join.
_WIDE_GAP: Final = re.compile(r"(?<![\d ]) {2,}(?! )|(?<=\d) {2,}(?![ \d])")
_JAMO: Final = range(0x1160, 0x1200)  # vowels and final consonants of Korean: they belong to the letter before


@dataclass(frozen=True, slots=True)
class Folded:
    """The folded text; for each of its characters, where the original begins and ends."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the folded text, which is not empty, stands in the original."""
        return self.starts[start], self.ends[end - 1]


def fold_typing(text: str) -> Folded | None:
    """The folded text; None where it is the text itself, as almost always."""
    plain = is_normalized("NFC", text)
    if plain and not _WIDE_GAP.search(text):
        return None
    letters = _letters(text, plain)
    written = "".join(letter for letter, _, _ in letters)
    kept: list[tuple[str, int, int]] = []
    at = 0
    for gap in _WIDE_GAP.finditer(written):
        kept += letters[at : gap.start()]
        kept.append((" ", letters[gap.start()][1], letters[gap.end() - 1][2]))
        at = gap.end()
    kept += letters[at:]
    chars, starts, ends = zip(*kept, strict=True)
    return Folded("".join(chars), starts, ends)


def _letters(text: str, plain: bool) -> list[tuple[str, int, int]]:
    """The composed characters, each with the stretch of the text that it came from."""
    if plain:
        return [(char, at, at + 1) for at, char in enumerate(text)]
    found: list[tuple[str, int, int]] = []
    start = 0
    for at in range(1, len(text) + 1):
        if at < len(text) and (combining(text[at]) or ord(text[at]) in _JAMO):
            continue
        found += [(char, start, at) for char in normalize("NFC", text[start:at])]
        start = at
    return found
