"""Texts made comparable: forms of the same letter, digit, quote, dash and space become one.

Nothing here knows a language. The results are for comparison only; what is shown or quoted stays as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Protocol

HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")

# Zero-width and bidirectional controls, the soft hyphen, variation selectors: invisible, and left by copying.
_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
_INVISIBLES = re.compile(f"[{_INVISIBLE}]+")
_SPACES = re.compile(r"\s+")
_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‵ʹʻʼˈ`´＇", "'"),
        **dict.fromkeys("“”„‟″‶«»„〝〞＂", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        "İ": "i",  # its case folding is two characters, and no one types the second
    }
)
_LATIN_MARKS = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")
_BARRED = str.maketrans("đĐøØłŁħĦıŧŦ", "dDoOlLhHitT")
_ARABIC_MARKS = re.compile("[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")
_ARABIC_FORMS = str.maketrans("أإآٱىیةک", "ااااييهك")


def ascii_digits(text: str) -> str:
    """``text`` with the decimal digits of every script (٣, ३, ๓, ３) as 0 to 9; its length does not change."""
    if text.isascii():
        return text
    return _NON_ASCII_DIGIT.sub(lambda match: str(unicodedata.decimal(match[0])), text)


_NON_ASCII_DIGIT = re.compile(r"(?![0-9])\d")


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """``text`` as it is compared: NFKC, case folded, straight quotes and dashes, single spaces, ASCII digits.

    Invisible characters are gone, outer white space too. Accents stay (see :func:`strip_marks`). Folding twice
    changes nothing.
    """
    if text.isascii():
        return _SPACES.sub(" ", text.casefold().replace("`", "'")).strip()
    text = _INVISIBLES.sub("", unicodedata.normalize("NFKC", text)).translate(_STRAIGHT)
    text = unicodedata.normalize("NFKC", text.casefold()).translate(_STRAIGHT)
    return _SPACES.sub(" ", ascii_digits(text)).strip()


def fold_space(text: str) -> str:
    """``text`` after NFKC and white-space folding: what quotes are compared by. Case and everything else stays."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip()


def contains_quote(haystack: str, quote: str) -> bool:
    """Whether ``quote`` stands in ``haystack`` word for word, after NFKC and white-space folding.

    An empty quote never does.
    """
    wanted = fold_space(quote)
    return bool(wanted) and wanted in fold_space(haystack)


def strip_marks(text: str) -> str:
    """``text`` with the diacritics of Latin letters removed (ế → e, đ → d, ı → i); other scripts keep theirs."""
    if text.isascii():
        return text
    bare = _LATIN_MARKS.sub("", unicodedata.normalize("NFD", text)).translate(_BARRED)
    return unicodedata.normalize("NFC", bare)


def fold_arabic(text: str) -> str:
    """``text`` without Arabic vowel signs and tatweel, with the forms of alef, ya, kaf and ta marbuta unified."""
    return _ARABIC_MARKS.sub("", unicodedata.normalize("NFC", text)).translate(_ARABIC_FORMS)


def to_simplified(text: str) -> str:
    """``text`` with traditional Chinese characters made simplified; a text without Han is returned as it is."""
    return convert_chinese(text, "t2s") if HAN.search(text) else text


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


def convert_chinese(text: str, config: str) -> str:
    """``text`` through OpenCC's ``config`` (``t2s``, ``s2t``)."""
    # A lone surrogate could not be encoded for the C library.
    return _converter(config).convert(text.encode("utf-8", "replace").decode())


@lru_cache(maxsize=4)
def _converter(config: str) -> _Converter:
    from opencc import OpenCC  # dictionaries of some megabytes: only who meets Chinese pays for them

    converter: _Converter = OpenCC(config)
    return converter
