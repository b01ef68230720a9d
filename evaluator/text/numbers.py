"""Numbers of a text with their units: quantities, prices, measures, times, and what only looks like one.

Digits of all scripts, decimal commas and thousands separators as the language writes them, multipliers (5k, 3万, 2
mil),
numbers in words, ranges, money in either order. Digits of models, standards, protocols (PD3.0, USB 2.0), ordinals and
markers are left out; dates, clock times and phone numbers are named as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

from evaluator.text.folding import Folded, fold_typing
from evaluator.text.interfaces import find_interfaces
from evaluator.text.masking import blank, plain
from evaluator.text.names import find_models, find_poster_items, find_standards
from evaluator.text.normalise import ascii_digits
from evaluator.text.number_words import HAN_SCALES, spelled_numbers
from evaluator.text.special_numbers import NO_NUMBER, find_special
from evaluator.text.units import Unit, UnitKind, currency_before, multiplier_at, unit_at
from evaluator.text.words import words


@dataclass(frozen=True, slots=True)
class Number:
    """A number, or a range of numbers, with its unit. ``text[start:end]`` is ``raw``, unit and currency included.

    ``low`` and ``high`` are equal unless it is a range; both are 0 for a date, a clock time and a phone number.
    ``unit`` is the usual sign (``W``, ``m``, ``day``, ``pcs``; empty for none), ``currency`` an ISO 4217 code: a bare
    ``$`` counts as USD, ``¥`` as CNY (JPY in Japanese), pesos as MXN.
    """

    kind: UnitKind
    low: Decimal
    high: Decimal
    raw: str
    start: int
    end: int
    unit: str = ""
    currency: str | None = None
    spelled: bool = False

    @property
    def value(self) -> Decimal:
        """The number; of a range its lower end."""
        return self.low

    @property
    def is_range(self) -> bool:
        """Whether it has two different ends."""
        return self.low != self.high


@dataclass(frozen=True, slots=True)
class _Atom:
    """A number before its unit is known.

    ``token`` are its digits as written, to be multiplied by ``factor`` and added to ``value``; empty for a number in
    words, which ``value`` is. ``scale`` is what a Chinese numeral ends with (3千: 1000).
    """

    start: int
    end: int
    token: str
    factor: int = 1
    value: Decimal = Decimal(0)
    has_scale: bool = False
    scale: int = 1


# Languages that write 1.000,5; the others write 1,000.5.
_COMMA_DECIMAL: Final = words("de es fr it pt id vi ru tr nl pl ro uk cs sv da no fi")
_SPACE_GROUPS: Final = words("fr ru uk pl cs sv no fi de pt es")
# Units that come as whole numbers, and those that hardly reach a thousand.
_WHOLE: Final[tuple[UnitKind, ...]] = ("pieces", "cycles", "time")
_SMALL: Final[tuple[UnitKind, ...]] = ("length", "current", "voltage", "data_speed", "weight")
_BIG_MONEY: Final = words("VND IDR KRW JPY")

_PLAIN: Final = r"\d+(?:[.,]\d+)*"
# Not glued to a Latin letter (tanya2, X30), but to other scripts, to a currency, to a multiplication sign.
_DIGITS = re.compile(
    rf"(?<![\w.,])(?:\d{{1,3}}(?:[\u00a0\u202f'’]\d{{3}})+(?!\d)(?:[.,]\d+)?|{_PLAIN})"
    rf"|(?<=[^\W\da-zA-Z_]){_PLAIN}|(?:(?<=[$€£¥₫₹฿₩₽₺₱₦×*])|(?<=\dx)|(?<=\sx)|(?<=USD)|(?<=usd)|(?<=RMB)|(?<=CNY)"
    rf"|(?<=EUR)|(?<=VND)|(?<=Rp)|(?<=Rp\.)|(?<=Rs)|(?<=Rs\.)|(?<=PD)){_PLAIN}"
)
_GROUPED = re.compile(r"(?<![\d.,] )(?<![\w.,])\d{1,3}(?: \d{3})+(?![\d])(?:,\d+)?")
_FULL_WIDTH: Final = str.maketrans("％＄：／－＋～（）", "%$:/-+~()")
# A full-width point or comma belongs to a number only between digits; elsewhere it ends a clause.
_FULL_WIDTH_POINT = re.compile(r"([．，、])(?=(\d)?)")
# 1tr5 is 1,500,000 in Vietnamese chat.
_TAIL = re.compile(r"[1-9](?![\d.,])")
_RANGE = re.compile(
    r"\s?(?:-|–|—|~|～|〜|至|到|から|에서|to|till|a|à|bis|sampai|hingga|sd|s/d|до|đến|den|tới|toi|ila|ile|إلى|الى|से"
    r"|ถึง|e|and|y|und|и)\s?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:between|entre|zwischen|tra|между|antara|arasında|بين)\s*$", re.IGNORECASE)
_JOINS_ONLY_BETWEEN: Final = words("e and y und и")
_SHORTHAND = re.compile(r"(?P<unit>米|块|塊|元)(?P<digit>[1-9一二三四五六七八九半])(?![\d.米条條个個件根万千百十毛号])")
_TAIL_DIGIT: Final = {digit: number for number, digit in enumerate("一二三四五六七八九", start=1)} | {"半": 5}


@lru_cache(maxsize=2048)
def find_numbers(text: str, language: str | None = None) -> tuple[Number, ...]:
    """The numbers of ``text`` in order. ``language`` (ISO 639-1) settles separators and number words; without it
    English."""
    folded = fold_typing(text)
    if folded is None:
        return _found(text, language)
    return tuple(_spread(number, text, folded) for number in _found(folded.text, language))


def _spread(number: Number, text: str, folded: Folded) -> Number:
    """A number of the folded text where it stands in the text itself."""
    start, end = folded.span(number.start, number.end)
    return replace(number, raw=text[start:end], start=start, end=end)


def _found(text: str, language: str | None) -> tuple[Number, ...]:
    if not text:
        return ()
    masked = _points(ascii_digits(plain(text)).translate(_FULL_WIDTH))
    names = (*find_models(text), *find_standards(text), *find_poster_items(text))
    masked = blank(masked, ((name.start, name.end) for name in names))
    masked = blank(masked, ((interface.start, interface.end) for interface in find_interfaces(text)))
    special = [
        Number(kind, Decimal(0), Decimal(0), text[start:end], start, end)
        for kind, start, end in find_special(masked, language)
    ]
    masked = blank(masked, ((number.start, number.end) for number in special))
    masked = blank(masked, (match.span() for match in NO_NUMBER.finditer(masked)))
    atoms = list(_atoms(masked, language))
    numbers = list(_numbers(text, masked, atoms, language))
    return tuple(sorted([*special, *numbers], key=lambda number: number.start))


def _points(text: str) -> str:
    def inside(match: re.Match[str]) -> str:
        between = match[2] is not None and text[max(0, match.start() - 1)].isdigit()
        return {"．": ".", "，": ","}.get(match[1], " ") if between else " "

    return _FULL_WIDTH_POINT.sub(inside, text)


def _atoms(text: str, language: str | None) -> Iterator[_Atom]:
    """Numbers in digits (with what multiplies them) and in words, in order and without overlaps."""
    found: list[_Atom] = []
    for word in spelled_numbers(text, language):
        raw = text[word.start : word.end]
        sure = word.has_scale or any(character.isdigit() for character in raw)
        found.append(_Atom(word.start, word.end, "", 1, word.value, sure, HAN_SCALES.get(raw[-1], 1)))
    taken = bytearray(len(text))  # a mask: its cost grows with the text, not with the pairs of numbers
    for atom in found:
        if atom.has_scale:
            taken[atom.start : atom.end] = b"\1" * (atom.end - atom.start)
    matches = [match.span() for match in _GROUPED.finditer(text)] if language in _SPACE_GROUPS else []
    matches += [match.span() for match in _DIGITS.finditer(text)]
    for start, end in matches:
        if 1 in taken[start:end]:
            continue
        taken[start:end] = b"\1" * (end - start)
        factor, stop = _multiplier(text, end)
        tail = _TAIL.match(text, stop) if language == "vi" and factor >= 1000 else None
        extra = Decimal(int(tail[0]) * factor) / 10 if tail else Decimal(0)
        found.append(_Atom(start, tail.end() if tail else stop, text[start:end].rstrip(".,"), factor, extra))
    kept: list[_Atom] = []
    for atom in sorted(found, key=lambda atom: (atom.start, -atom.end)):
        if not kept or atom.start >= kept[-1].end:
            kept.append(atom)
    yield from kept


def _multiplier(text: str, position: int) -> tuple[int, int]:
    """What the digits that end at ``position`` are multiplied by, and where that ends (5 nghìn, 2 hundred thousand)."""
    factor = 1
    while True:
        start = position + (text[position : position + 1] in (" ", "\u00a0"))
        found = multiplier_at(text, start)
        if found is None:
            return factor, position
        factor, position = factor * found[0], found[1]


def _numbers(text: str, masked: str, atoms: list[_Atom], language: str | None) -> Iterator[Number]:
    position = floor = 0
    while position < len(atoms):
        first = last = atoms[position]
        if position + 1 < len(atoms) and _is_range(masked, first, atoms[position + 1]):
            last = atoms[position + 1]
        number = _number(text, masked, first, last, floor, language)
        if number is None and last is not first:
            last = first
            number = _number(text, masked, first, first, floor, language)
        if number is not None:
            yield number
            floor = number.end
            while position + 1 < len(atoms) and atoms[position + 1].start < number.end:
                position += 1
        position += 1


def _is_range(text: str, first: _Atom, second: _Atom) -> bool:
    match = _RANGE.fullmatch(text[first.end : second.start])
    if match is None:
        return False
    joiner = match[0].strip().lower()
    return joiner not in _JOINS_ONLY_BETWEEN or bool(_BETWEEN.search(text[max(0, first.start - 12) : first.start]))


def _number(text: str, masked: str, first: _Atom, last: _Atom, floor: int, language: str | None) -> Number | None:
    """The number that the atoms make with what stands around them; what stands before ``floor`` is another's."""
    prefix = currency_before(masked[max(floor, first.start - 6) : first.start])
    found = unit_at(masked, last.end)
    start, end, unit = first.start, last.end, Unit("none", "")
    if found is not None:
        unit, end = found
    millions = prefix is not None and masked[last.end : last.end + 1] == "M" and unit.sign == "m"  # $8.5M
    if prefix is not None and (millions or unit.kind in ("none", "money", "pieces")):
        code, length = prefix
        code = ("JPY" if language == "ja" else "CNY") if code == "YUAN_OR_YEN" else code
        if unit.kind == "pieces":
            end = last.end  # $1.20 pcs: a price
        unit = Unit("money", code, Decimal(10**6 if millions else 1))
        start = first.start - length
    elif unit.kind == "money" and unit.sign == "CNY" and language == "ja":
        unit = replace(unit, sign="JPY")
    percent = _percent_before(masked, first.start, floor)
    if percent is not None and unit.kind == "none":
        start, unit = percent, Unit("percent", "%")
    low, high = _value(first, last, unit, language), _value(last, last, unit, language)
    if low is None or high is None or low > high or not _meant(first, last, unit, masked, high):
        return None
    low, high, end = _shorthand(masked, low, high, unit, last, end)
    currency = unit.sign if unit.kind == "money" else None
    return Number(
        unit.kind,
        low * unit.factor,
        high * unit.factor,
        text[start:end],
        start,
        end,
        unit.sign,
        currency,
        not first.token,
    )


def _percent_before(text: str, position: int, floor: int) -> int | None:
    """Where 百分之, yüzde or a Turkish ``%`` before a number begins."""
    match = re.search(r"(?:百分之|(?i:yüzde|yuzde)\s|%\s?)$", text[max(floor, position - 7) : position])
    return None if match is None else position - len(match[0])


def _shorthand(
    text: str, low: Decimal, high: Decimal, unit: Unit, last: _Atom, end: int
) -> tuple[Decimal, Decimal, int]:
    """Chinese shorthand after the unit: 一米五 is 1.5 m, 3块5 is 3.5 yuan."""
    match = _SHORTHAND.match(text, last.end)
    if match is None or low != high or unit.kind not in ("length", "money"):
        return low, high, end
    digit = match["digit"]
    tenth = Decimal(_TAIL_DIGIT.get(digit) or int(digit)) / 10
    return low + tenth, high + tenth, match.end()


def _value(atom: _Atom, last: _Atom, unit: Unit, language: str | None) -> Decimal | None:
    if not atom.token:
        return atom.value
    number = parse_digits(atom.token, unit, language)
    if number is None:
        return None
    # 2-3k, 2-3千: what multiplies the second multiplies the first
    shared = max(last.factor, last.scale) if atom.factor == 1 and atom is not last and number < 100 else 1
    return number * atom.factor * shared + atom.value


def parse_digits(token: str, unit: Unit, language: str | None) -> Decimal | None:
    """The value of digits with separators; ``None`` where they are no one number (``1.2.3``).

    A single separator before three digits is settled by the unit (pieces are whole), else by the language.
    """
    token = re.sub("[ \u00a0\u202f'’]", "", token)
    dots, commas = token.count("."), token.count(",")
    if dots and commas:
        decimal = "." if token.rindex(".") > token.rindex(",") else ","
        token = token.replace("," if decimal == "." else ".", "").replace(decimal, ".", 1)
    elif dots + commas > 1:
        groups = re.split("[.,]", token)
        if len(groups[-1]) != 3 or not all(2 <= len(group) <= 3 for group in groups[1:]):
            return None
        token = "".join(groups)
    elif dots + commas == 1:
        separator = "." if dots else ","
        whole, _, rest = token.partition(separator)
        grouped = len(rest) == 3 and whole not in ("", "0") and len(whole) <= 3 and _groups(separator, unit, language)
        token = whole + ("" if grouped else ".") + rest
    try:
        return Decimal(token)
    except InvalidOperation:
        return None


def _groups(separator: str, unit: Unit, language: str | None) -> bool:
    if unit.kind in _WHOLE or unit.sign in _BIG_MONEY:
        return True
    if unit.kind in _SMALL:
        return False
    return (separator == ".") == (language in _COMMA_DECIMAL)


# A number in words needs a unit that words are usual with, or a bigger number in it.
_ONE: Final = Decimal(1)
_ONE_WITH: Final[tuple[UnitKind, ...]] = ("length", "time")


def _meant(first: _Atom, last: _Atom, unit: Unit, text: str, high: Decimal) -> bool:
    """Whether the atoms are meant as a number at all."""
    if first.token:
        return not (unit.sign == "minute" and high > 120)  # 500 min: a minimum
    if first.has_scale:
        return True
    if first.value == _ONE:
        return unit.kind in _ONE_WITH
    return unit.kind != "none" and not (unit.kind == "cycles" and high < 10)
