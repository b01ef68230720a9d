"""The language detector, measured on made-up chat messages; the figures are printed with ``pytest -s``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.text import chinese_variant, detect

from .messages import MESSAGES, NEUTRAL


def accuracy(group: str) -> float:
    guesses = [detect(message) for message in MESSAGES[group]]
    return sum(guess.code == group.split("-")[0] and not guess.neutral for guess in guesses) / len(guesses)


def test_accuracy() -> None:
    figures = {group: accuracy(group) for group in MESSAGES}
    print(*(f"{group}: {figure:.0%} of {len(MESSAGES[group])}" for group, figure in figures.items()), sep="\n")
    right = sum(figures[group] * len(messages) for group, messages in MESSAGES.items())
    assert right / sum(map(len, MESSAGES.values())) >= 0.95
    assert figures["vi-bare"] >= 0.90
    assert min(figures.values()) >= 0.85


def test_at_least_fifteen_messages_a_language() -> None:
    assert {group: len(messages) for group, messages in MESSAGES.items() if len(messages) < 15} == {}


@pytest.mark.parametrize("text", NEUTRAL)
def test_no_language_of_its_own(text: str) -> None:
    guess = detect(text)
    assert guess.neutral
    assert not guess.reliable
    assert guess.code in (None, "en")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("你好 please send 报价单 给我", "zh"),
        ("please tell 王总 that I will order tomorrow", "en"),
        ("BYJ-A7要C转Lightning的", "zh"),
        ("C to C요", "ko"),
        ("price का rate क्या है", "hi"),
        ("ok em gửi đi", "vi"),
        ("[IMAGE:en-1|Cable styles A]\n请看", "zh"),
        ("https://example.com/please/send/price 好的", "zh"),
        ("ＨＯＷ MUCH IS IT", "en"),
        ("ALGUIEN ME PUEDE DECIR EL PRECIO", "es"),
        ("の专卖店有货吗", "zh"),
        ("見積をお願いします", "ja"),
        ("harga borong berapa boleh", "id"),
        ("ціна яка є", "uk"),
        ("قیمت چند است", "fa"),
        ("آپ کے پاس کیبل ہے", "ur"),
        ("ποσο κανει", "el"),
        ("hoeveel kost het en wat is de levertijd", "nl"),
        ("ile kosztuje kabel i jaki jest czas dostawy", "pl"),
    ],
)
def test_mixed_and_others(text: str, code: str) -> None:
    assert detect(text).code == code


@given(st.text(max_size=40))
def test_never_raises(text: str) -> None:
    guess = detect(text)
    assert guess.neutral or guess.code
    chinese_variant(text)


def test_lone_surrogates_do_no_harm() -> None:
    assert detect("gửi giá \ud83d").code == "vi"
    assert chinese_variant("線\ud83d") == "traditional"


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("这条线多少钱", "simplified"),
        ("這條線多少錢", "traditional"),
        ("請問有現貨嗎", "traditional"),
        ("你好", "neutral"),
        ("可以", "neutral"),
        ("好的,OK", "neutral"),
        ("公里", "neutral"),
        ("皇后", "neutral"),
        ("台湾客户", "simplified"),
        ("台灣客戶", "traditional"),
        ("请发报价單给我", "simplified"),
        ("著名", "neutral"),
        ("線を見せてください", "neutral"),
        ("hello", "neutral"),
        ("", "neutral"),
    ],
)
def test_chinese_variant(text: str, variant: str) -> None:
    assert chinese_variant(text) == variant
