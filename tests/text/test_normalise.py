"""Folding for comparison."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.text import (
    ascii_digits,
    contains_quote,
    fold,
    fold_arabic,
    strip_marks,
    to_simplified,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Price\u00a0\n LIST ", "price list"),
        ("ＵＳＢ－Ｃ　２０Ｗ", "usb-c 20w"),
        ("it’s “ok” – yes", 'it\'s "ok" - yes'),
        ("٢٠ २० ๒๐ ２０", "20 20 20 20"),
        ("a\u200bb\u202ec\ufeffd", "abcd"),
        ("Straße", "strasse"),
        ("İSTANBUL", "istanbul"),
        ("ﬁne", "fine"),
        ("don`t", "don't"),
        ("", ""),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=30))
def test_ascii_digits_keep_the_length(text: str) -> None:
    assert len(ascii_digits(text)) == len(text)
    assert not any(character.isdecimal() and not character.isascii() for character in ascii_digits(text))


@pytest.mark.parametrize(
    ("haystack", "quote", "found"),
    [
        ("We need  500\npcs", "need 500 pcs", True),
        ("我要５００条", "500条", True),
        ("We need 500", "we need", False),
        ("abc", "", False),
        ("abc", "   ", False),
        ("", "a", False),
    ],
)
def test_quotes(haystack: str, quote: str, found: bool) -> None:
    assert contains_quote(haystack, quote) is found


@given(st.text(max_size=40), st.data())
def test_a_slice_is_a_quote(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    words = text.split()[start % max(1, len(text.split())) :]
    if words:
        assert contains_quote(text, "\t".join(words))


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Đồng bằng, bạn có cáp không", "Dong bang, ban co cap khong"),
        ("garçon ñandú über ığdır łódź", "garcon nandu uber igdir lodz"),
        ("ไม่ हिंदी 한국어 ガ й", "ไม่ हिंदी 한국어 ガ й"),
    ],
)
def test_strip_marks(text: str, bare: str) -> None:
    assert strip_marks(text) == bare


def test_fold_arabic() -> None:
    assert fold_arabic("أَلْف قِطْعَة مــوجود إلى") == "الف قطعه موجود الي"
    assert fold_arabic("hello") == "hello"


def test_to_simplified() -> None:
    assert to_simplified("這條線多少錢") == "这条线多少钱"
    assert to_simplified("no Han \ud83d") == "no Han \ud83d"
    assert to_simplified("線\ud83d") == "线?"
