"""What stands in the place of personal data: the same for the same value in one session, and of the same kind.

A placeholder keeps what the metrics go by. A phone keeps its separators, its length and its country code (which M-008
looks at); a mail address stays one, of a reserved domain; a name stays a word of its own script. So a placeholder is
read as what it stands for, and is left alone when a record is redacted again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from evaluator.text import ascii_digits, fold
from evaluator.text.words import words

Kind: TypeAlias = Literal["phone", "mail", "handle", "name", "company", "site"]

MADE_MAIL = re.compile(r"mail\d+@redacted\.example")
_HANDLE = re.compile(r"XXXXXX_\d+")
_SITE = re.compile(r"www\.site\d+\.redacted\.example")
_TAIL: Final = 8  # the last digits tell a number, however its beginning is written
_PREFIX: Final = "999"
_BODY: Final = 6  # digits of a phone that must be left to be replaced
# Country codes of two digits; 1 and 7 stand alone, all others have three.
_TWO_DIGITS: Final = words(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86"
    " 90 91 92 93 94 95 98"
)

# By script, letters of which names are made; the first one whose range the value's first letter is in.
_LETTERS: Final[tuple[tuple[str, str], ...]] = (
    ("\u0400-\u052f", "ХУЗВФКЛМ"),
    ("\u0600-\u06ff", "سصضطظعغف"),
    ("\u0900-\u097f", "कखगघचछजझ"),
    ("\u0e00-\u0e7f", "กขคงจฉชซ"),
    ("\uac00-\ud7af", "가나다라마바사자"),
    ("\u3041-\u30ff", "アイウエオカキク"),
    ("\u3400-\u9fff", "甲乙丙丁戊己庚辛"),
)
_LATIN: Final = "XYZWVUQK"
_HAN: Final = "甲乙丙丁戊己庚辛"
_FEWEST: Final = 4  # letters of a made name


class Placeholders:
    """Hands out the placeholders of one session. ``text`` is the whole record: those it has are not given again."""

    def __init__(self, text: str) -> None:
        self._text = text + re.sub(r"[\s().\-]", "", ascii_digits(text))
        self._given: dict[tuple[Kind, str], int] = {}
        self._last: dict[Kind, int] = {}

    def phone(self, value: str) -> str:
        """A phone of the same shape; the country's code and leading zeros stay."""
        if is_phone_placeholder(value):
            return value
        plain = ascii_digits(value)
        digits = re.sub(r"\D", "", plain)
        kept = kept_digits(plain)
        free = len(digits) - kept - len(_PREFIX)
        number = self._number("phone", digits[-_TAIL:], lambda at: f"{_PREFIX}{at:0{free}d}")
        masked = digits[:kept] + f"{_PREFIX}{number % 10**free:0{free}d}"
        fresh = iter(masked)
        return "".join(next(fresh) if character.isdecimal() else character for character in plain)

    def mail(self, value: str) -> str:
        """A mail address of a domain that nobody has."""
        return value if MADE_MAIL.fullmatch(value) else self._numbered("mail", value.lower(), "mail{}@redacted.example")

    def handle(self, value: str) -> str:
        """A messenger's id."""
        return value if _HANDLE.fullmatch(value) else self._numbered("handle", value.lower(), "XXXXXX_{}")

    def site(self, value: str) -> str:
        """A web address."""
        return value if _SITE.fullmatch(value) else self._numbered("site", value.lower(), "www.site{}.redacted.example")

    def name(self, value: str) -> str:
        """The name of a person or a company, in the script of the value.

        In Latin letters it is a word in capitals, as those have no part in the language of a message.
        """
        if is_name_placeholder(value):
            return value
        letters = _letters_of(value)

        def made(at: int) -> str:
            letter, more = letters[(at - 1) % len(letters)], (at - 1) // len(letters)
            return f"某{letter * (1 + more)}" if letters == _HAN else letter * (_FEWEST + more)

        return made(self._number("name", fold(value), made))

    def _numbered(self, kind: Kind, key: str, shape: str) -> str:
        return shape.format(self._number(kind, key, shape.format))

    def _number(self, kind: Kind, key: str, shape: Callable[[int], str]) -> int:
        """The number of a value: a new one for a new value, whose placeholder the record does not have already."""
        known = self._given.get((kind, key))
        if known is not None:
            return known
        number = self._last.get(kind, 0) + 1
        while shape(number) in self._text:
            number += 1
        self._last[kind] = self._given[kind, key] = number
        return number


def kept_digits(phone: str) -> int:
    """How many digits of a phone stay: those of the country, and zeros that it begins with."""
    plain = ascii_digits(phone).strip().translate(str.maketrans("＋（", "+("))
    digits = re.sub(r"\D", "", plain)
    zeros = len(digits) - len(digits.lstrip("0"))
    kept = min(zeros, 1)
    if (plain.startswith("+") and not zeros) or zeros == 2:
        country = digits[zeros:]
        kept = zeros + (1 if country[:1] in ("1", "7") else 2 if country[:2] in _TWO_DIGITS else 3)
    elif re.fullmatch(r"1[3-9]\d{9}", digits):
        kept = 1
    return kept if len(digits) - kept >= _BODY else 0


def is_phone_placeholder(value: str) -> bool:
    """Whether a phone is one that was made here."""
    digits = re.sub(r"\D", "", ascii_digits(value))
    body = digits[kept_digits(value) :]
    return body.startswith(_PREFIX) and body[len(_PREFIX) : -3].strip("0") == ""


def is_name_placeholder(value: str) -> bool:
    """Whether a name is one that was made here."""
    folded = value.casefold()
    if re.fullmatch(rf"某([{_HAN}])\1*", value):
        return True
    letters = _letters_of(value).casefold()
    return len(folded) >= _FEWEST and len(set(folded)) == 1 and folded[0] in letters


def _letters_of(value: str) -> str:
    first = next((character for character in value if character.isalpha()), "x")
    return next((letters for span, letters in _LETTERS if re.match(f"[{span}]", first)), _LATIN)
