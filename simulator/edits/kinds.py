"""Edits of one text that keep its meaning. Each is a function of the text and its language.

Markers, addresses and product names are data, not wording: no edit reaches into them.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from evaluator.text.links import MAIL, find_links
from evaluator.text.markers import find_markers
from evaluator.text.names import find_models, find_poster_items


class Edit(Protocol):
    """A text in, a text with the same meaning out."""

    def __call__(self, text: str, language: str) -> str: ...


Spans = list[tuple[int, int]]

_EMOJI: Final = " 🙂"  # says nothing, unlike a thumb or a heart
_STOPS: Final = ".。।"
_FULL_WIDTH: Final = {ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"}
_TOKEN = re.compile(r"[A-Za-z0-9_=.,:/-]*[0-9][A-Za-z0-9_=.,:/-]*")
_NAME = re.compile(r"[A-Za-z_][0-9]")  # prd_8f31, PD3.0: a name rather than a figure
_EXCLAMATION = re.compile(r"(?<![!?！？؟])[!！](?![!?！？؟])")
_QUESTION = re.compile(r"(?<![!?！？؟])[?？؟](?![!?！？؟])")
_MARK = re.compile(r"[?!](?=\s|$)")
_MARK_WIDE: Final = {"?": "？", "!": "！"}
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_DASH = re.compile(r"(?<=\S )-(?= \S)")
_WORDS = re.compile(r"[^\x00-\x7f]+")
_LINE_END = re.compile(r"(?<=\S)(?=\n|\Z)")
# Between words only: in "1 000" a space is part of the number.
_SPACE = re.compile(r"(?<=\S)(?<!\d) (?=\S)|(?<=\d) (?=[^\s\d])")


def emoji_added(text: str, language: str) -> str:
    """An emoji after the last words."""
    at = _end_of_prose(text)
    return text[:at] + _EMOJI + text[at:] if at else text


def digits_full_width(text: str, language: str) -> str:
    """Digits as an East Asian keyboard writes them."""

    def widen(match: re.Match[str]) -> str:
        return match[0] if _NAME.search(match[0]) else match[0].translate(_FULL_WIDTH)

    return _substitute(_TOKEN, widen, text)


def stop_dropped(text: str, language: str) -> str:
    """Without its final full stop; an ellipsis stays."""
    at = _final_stop(text)
    return text[: at - 1] + text[at:] if at else text


def stop_doubled(text: str, language: str) -> str:
    """With its final full stop twice."""
    at = _final_stop(text)
    return text[:at] + text[at - 1] + text[at:] if at else text


def exclamation_doubled(text: str, language: str) -> str:
    """Each lone exclamation mark twice."""
    return _substitute(_EXCLAMATION, lambda match: match[0] * 2, text)


def question_doubled(text: str, language: str) -> str:
    """Each lone question mark twice."""
    return _substitute(_QUESTION, lambda match: match[0] * 2, text)


def marks_full_width(text: str, language: str) -> str:
    """Question and exclamation marks as an East Asian keyboard writes them."""
    return _substitute(_MARK, lambda match: _MARK_WIDE[match[0]], text)


def apostrophes_curled(text: str, language: str) -> str:
    """Apostrophes and dashes as a word processor sets them: I’m, – instead of I'm, -."""
    return _substitute(_DASH, lambda match: "–", _substitute(_APOSTROPHE, lambda match: "’", text))


def decomposed(text: str, language: str) -> str:
    """Letters and their accents as characters of their own (NFD), as some keyboards and systems send them."""
    return _substitute(_WORDS, lambda match: unicodedata.normalize("NFD", match[0]), text)


def line_ends_spaced(text: str, language: str) -> str:
    """A space at the end of each line."""
    return _substitute(_LINE_END, lambda match: " ", text)


def spaces_doubled(text: str, language: str) -> str:
    """Two spaces between words instead of one."""
    return _substitute(_SPACE, lambda match: "  ", text)


def first_letter_switched(text: str, language: str) -> str:
    """A text that begins with a Latin word begins with the other case.

    Abbreviations stay ("USB"), and Turkish i, whose capital is another letter than I.
    """
    first = text[:1]
    if not _is_latin(first) or text[1:2].isupper() or (language == "tr" and first in "iıIİ"):
        return text
    if any(start == 0 for start, _ in _protected(text)):
        return text
    other = first.swapcase()
    return other + text[1:] if len(other) == 1 else text


KINDS: Final[Mapping[str, Edit]] = MappingProxyType(
    {
        "emoji": emoji_added,
        "full-width digits": digits_full_width,
        "stop dropped": stop_dropped,
        "stop doubled": stop_doubled,
        "! doubled": exclamation_doubled,
        "? doubled": question_doubled,
        "full-width ? and !": marks_full_width,
        "curled apostrophes": apostrophes_curled,
        "decomposed": decomposed,
        "line ends spaced": line_ends_spaced,
        "spaces doubled": spaces_doubled,
        "first letter's case": first_letter_switched,
    }
)


def _protected(text: str) -> Spans:
    spans = [(marker.start, marker.end) for marker in find_markers(text)]
    spans += [(link.start, link.end) for link in find_links(text)]
    spans += [match.span() for match in MAIL.finditer(text)]
    spans += [(name.start, name.end) for name in (*find_models(text), *find_poster_items(text))]
    return spans


def _substitute(pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], text: str) -> str:
    spans = _protected(text)

    def replace(match: re.Match[str]) -> str:
        inside = any(match.start() < end and start < match.end() for start, end in spans)
        return match[0] if inside else replacement(match)

    return pattern.sub(replace, text)


def _end_of_prose(text: str) -> int:
    """Where the last words end, markers apart; 0 where there are no words."""
    markers = [(marker.start, marker.end) for marker in find_markers(text)]
    outside = [
        number
        for number, char in enumerate(text)
        if not char.isspace() and not any(start <= number < end for start, end in markers)
    ]
    return outside[-1] + 1 if any(text[number].isalnum() for number in outside) else 0


def _final_stop(text: str) -> int:
    """Where the text's lone final full stop ends; 0 where there is none."""
    at = _end_of_prose(text)
    return at if at > 1 and text[at - 1] in _STOPS and text[at - 2] not in _STOPS and text[at - 2].isalnum() else 0


def _is_latin(char: str) -> bool:
    return char.isalpha() and (char.isascii() or "À" <= char <= "ɏ" or "Ḁ" <= char <= "ỿ")
