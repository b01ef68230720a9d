"""The facts in a model's words for the buyer: those of the move are there, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final

from evaluator.text import (
    Number,
    ascii_digits,
    find_interfaces,
    find_links,
    find_mails,
    find_models,
    find_numbers,
    find_poster_items,
    fold,
    strip_marks,
)
from scenarios.languages import base_of

# Slots whose values are written the same in every language; numbers and connectors are compared as such, and the
# others (a market, a look) may be said in the buyer's own language.
_NAMES: Final = frozenset({"model", "other", "item", "company", "email", "shop"})
_SHORTEST: Final = 4  # characters: a shorter value can stand in a text by chance
_ALL: Final = Decimal(100)
_NOT_COUNTED: Final = ("date", "clock", "phone")
# What shows a company's name in any language.
_LEGAL_FORM = re.compile(
    r"(?<!\w)(?:co\.?,? ?ltd|ltd|llc|inc|corp|gmbh|s\.a\.?|s\.?r\.?l|sarl|pte|pty|bv|ооо|зао)(?!\w)"
    r"|有限公司|株式会社|주식회사|บริษัท\s?\S+\s?จำกัด",
    re.IGNORECASE,
)


def fact_problems(
    text: str, reference: str, given: Mapping[str, str], language: str, free: bool = False
) -> Iterator[str]:
    """What a text lacks of the ``given`` facts (by slot), and what it says beyond them and the ``reference``.

    ``reference`` is the plan's own wording. ``free``: the figures in it are the text's own business.
    """
    yield from _missing(text, given, language)
    known = " \n ".join((reference, *given.values()))
    if not free:
        yield from _numbers_added(text, known, language)
    yield from _names_added(text, known)


def withheld_problems(text: str, known: str, withheld: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The facts that the buyer keeps to himself and the text tells; ``known`` is what was said or may be said."""
    for name, value in withheld:
        if len(value) >= _SHORTEST and _stands_in(value, text) and not _stands_in(value, known):
            yield f"it tells the {name.replace('_', ' ')}, which this message does not give"


def _missing(text: str, given: Mapping[str, str], language: str) -> Iterator[str]:
    said = _values(text, language)
    ends = {end for interface in find_interfaces(text) for end in interface.ends}
    for slot, value in given.items():
        wanted = _values(value, language)
        connectors = {end for interface in find_interfaces(value) for end in interface.ends}
        if slot in _NAMES:
            there = _squeezed(value) in _squeezed(text)
        elif connectors:
            there = connectors <= ends
        else:
            there = wanted <= said
        if not there:
            yield f"it does not give the {slot.replace('_', ' ')} {value!r}"


def _numbers_added(text: str, known: str, language: str) -> Iterator[str]:
    allowed, before = _values(known, language), _numbers(known, language)
    kinds = {number.kind for number in before}
    digits = re.sub(r"\D", "", ascii_digits(known))
    for number in _numbers(text, language):
        if number.kind == "phone":
            if re.sub(r"\D", "", ascii_digits(number.raw)) not in digits:
                yield f"it gives a phone number ({number.raw!r}), and the move gives none"
        elif number.kind in _NOT_COUNTED:
            if number.kind not in kinds:
                yield f"it gives a date or an hour ({number.raw!r}), and the move gives none"
        elif number.kind == "money" and "money" not in kinds:
            yield f"it names a price or an amount of money ({number.raw!r}), and the move names none"
        elif number.kind == "percent" and number.low == _ALL:
            continue  # 100%: quite
        elif not {number.low, number.high} <= allowed:
            yield f"it names a number ({number.raw!r}) that the move does not give"


def _names_added(text: str, known: str) -> Iterator[str]:
    for what, found, allowed in (
        ("a model", _codes(text), _codes(known)),
        ("a mail address", {mail.lower() for mail in find_mails(text)}, {mail.lower() for mail in find_mails(known)}),
        ("a web address", {link.host for link in find_links(text)}, {link.host for link in find_links(known)}),
        ("a connector", _connectors(text), _connectors(known)),
    ):
        for name in sorted(found - allowed):
            yield f"it names {what} ({name}) that the move does not give"
    form = _LEGAL_FORM.search(text)
    if form is not None and not _LEGAL_FORM.search(known):
        yield f"it names a company ({form[0]!r}), and the move names none"


def _numbers(text: str, language: str) -> tuple[Number, ...]:
    return find_numbers(text, base_of(language))


def _values(text: str, language: str) -> set[Decimal]:
    return {
        value
        for number in _numbers(text, language)
        if number.kind not in _NOT_COUNTED
        for value in (number.low, number.high)
    }


def _codes(text: str) -> set[str]:
    names = (*find_models(text), *find_poster_items(text))
    return {re.sub(r"[^A-Z0-9]", "", name.code.upper()) for name in names}


def _connectors(text: str) -> set[str]:
    return {end for interface in find_interfaces(text) for end in interface.ends}


def _squeezed(text: str) -> str:
    return re.sub(r"[\s\-_]+", "", strip_marks(fold(text)))


def _stands_in(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", fold(text)) is not None
