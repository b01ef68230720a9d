"""Numbers, units and money, in digits and words of many languages."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.text import find_numbers
from tests.text.growth import growth

_TOO_STEEP = 3.0  # a square law would give 4 and more


def short(text: str, language: str | None) -> list[str]:
    """``kind low[..high] unit`` of each number."""
    return [
        f"{number.kind} {number.low.normalize():f}"
        + (f"..{number.high.normalize():f}" if number.is_range else "")
        + (f" {number.unit}" if number.unit else "")
        for number in find_numbers(text, language)
    ]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        # separators
        ("2.500 pcs", "id", "pieces 2500 pcs"),
        ("2.500 pcs", "en", "pieces 2500 pcs"),
        ("2,500 pcs", "de", "pieces 2500 pcs"),
        ("2.500", "vi", "none 2500"),
        ("2.500", "en", "none 2.5"),
        ("2,500", "en", "none 2500"),
        ("1,5 m", "fr", "length 1.5 m"),
        ("1,5 m", "en", "length 1.5 m"),
        ("3.8 mm", "en", "length 3.8 mm"),
        ("1.250 m", "de", "length 1.25 m"),
        ("1.000.000", "es", "none 1000000"),
        ("1,00,000 pcs", "hi", "pieces 100000 pcs"),
        ("1 500 шт", "ru", "pieces 1500 pcs"),
        ("1\u202f500 pièces", "fr", "pieces 1500 pcs"),
        ("1'500 Stück", "de", "pieces 1500 pcs"),
        ("1.200,50 €", "de", "money 1200.5 EUR"),
        ("1,200.50 USD", "en", "money 1200.5 USD"),
        ("0.125", "vi", "none 0.125"),
        # digits of other scripts
        ("５００条", "zh", "pieces 500 pcs"),
        ("１．５米", "zh", "length 1.5 m"),
        ("٥٠٠ قطعة", "ar", "pieces 500 pcs"),
        ("५०० पीस", "hi", "pieces 500 pcs"),
        ("๕๐๐ เส้น", "th", "pieces 500 pcs"),
        # multipliers
        ("5k pcs", "en", "pieces 5000 pcs"),
        ("5 nghìn cái", "vi", "pieces 5000 pcs"),
        ("3 ngan soi", "vi", "pieces 3000 pcs"),
        ("2 ribu pcs", "id", "pieces 2000 pcs"),
        ("2rb pcs", "id", "pieces 2000 pcs"),
        ("2 mil piezas", "es", "pieces 2000 pcs"),
        ("20 mil peças", "pt", "pieces 20000 pcs"),
        ("2 тыс. шт", "ru", "pieces 2000 pcs"),
        ("5 آلاف قطعة", "ar", "pieces 5000 pcs"),
        ("2 हज़ार पीस", "hi", "pieces 2000 pcs"),
        ("5 พันเส้น", "th", "pieces 5000 pcs"),
        ("3천 개", "ko", "pieces 3000 pcs"),
        ("5万条", "zh", "pieces 50000 pcs"),
        ("3万5", "zh", "none 35000"),
        ("10w条", "zh", "pieces 100000 pcs"),
        ("1tr5", "vi", "none 1500000"),
        ("50k", "vi", "none 50000"),
        # words
        ("两千条", "zh", "pieces 2000 pcs"),
        ("三万五", "zh", "none 35000"),
        ("一百条", "zh", "pieces 100 pcs"),
        ("一百多条", "zh", "pieces 100 pcs"),
        ("两千五百根", "zh", "pieces 2500 pcs"),
        ("十二个月", "zh", "time 12 month"),
        ("千本", "ja", "pieces 1000 pcs"),
        ("천 개", "ko", "pieces 1000 pcs"),
        ("สองพันเส้น", "th", "pieces 2000 pcs"),
        ("two thousand five hundred pcs", "en", "pieces 2500 pcs"),
        ("twenty days", "en", "time 20 day"),
        ("one year", "en", "time 1 year"),
        ("hai nghìn sợi", "vi", "pieces 2000 pcs"),
        ("hai tram cai", "vi", "pieces 200 pcs"),
        ("hai mươi lăm ngày", "vi", "time 25 day"),
        ("quinientas piezas", "es", "pieces 500 pcs"),
        ("mil piezas", "es", "pieces 1000 pcs"),
        ("duzentas peças", "pt", "pieces 200 pcs"),
        ("mille pièces", "fr", "pieces 1000 pcs"),
        ("zweitausendfünfhundert Stück", "de", "pieces 2500 pcs"),
        ("duemila pezzi", "it", "pieces 2000 pcs"),
        ("dua belas hari", "id", "time 12 day"),
        ("seribu pcs", "id", "pieces 1000 pcs"),
        ("beş yüz adet", "tr", "pieces 500 pcs"),
        ("пятьсот штук", "ru", "pieces 500 pcs"),
        ("два метра", "ru", "length 2 m"),
        ("خمسة آلاف قطعة", "ar", "pieces 5000 pcs"),
        ("दो हज़ार पीस", "hi", "pieces 2000 pcs"),
        ("do hazar piece", "hi", "pieces 2000 pcs"),
        ("一米五", "zh", "length 1.5 m"),
        # units
        ("65W", "en", "power 65 W"),
        ("65 вт", "ru", "power 65 W"),
        ("6ft", "en", "length 6 ft"),
        ("10 inch", "en", "length 10 in"),
        ("120厘米", "zh", "length 120 cm"),
        ("3A", "en", "current 3 A"),
        ("20V", "en", "voltage 20 V"),
        ("480 Mbps", "en", "data_speed 480 Mbps"),
        ("10Gbps", "en", "data_speed 10 Gbps"),
        ("30克", "zh", "weight 30 g"),
        ("10000次", "zh", "cycles 10000 cycle"),
        ("10.000 lần", "vi", "cycles 10000 cycle"),
        ("30%", "en", "percent 30 %"),
        ("30％", "zh", "percent 30 %"),
        ("百分之三十", "zh", "percent 30 %"),
        ("%20", "tr", "percent 20 %"),
        ("30 phần trăm", "vi", "percent 30 %"),
        ("30٪", "ar", "percent 30 %"),
        ("500+ pcs", "en", "pieces 500 pcs"),
        ("15 working days", "en", "time 15 day"),
        ("7个工作日", "zh", "time 7 day"),
        ("2 năm", "vi", "time 2 year"),
        ("3 недели", "ru", "time 3 week"),
        ("3 ay", "tr", "time 3 month"),
        ("7 أيام", "ar", "time 7 day"),
        ("7 दिन", "hi", "time 7 day"),
        ("7 วัน", "th", "time 7 day"),
        ("7일", "ko", "time 7 day"),
        ("7日間", "ja", "time 7 day"),
        ("24 hours", "en", "time 24 hour"),
        # ranges
        ("15-20 days", "en", "time 15..20 day"),
        ("7到15天", "zh", "time 7..15 day"),
        ("7 đến 10 ngày", "vi", "time 7..10 day"),
        ("2〜3週間", "ja", "time 2..3 week"),
        ("от 5 до 7 дней", "ru", "time 5..7 day"),
        ("between 5 and 10 days", "en", "time 5..10 day"),
        ("5-10k pcs", "en", "pieces 5000..10000 pcs"),
        ("$1-2", "en", "money 1..2 USD"),
        # money
        ("$1.20", "en", "money 1.2 USD"),
        ("US$ 5", "en", "money 5 USD"),
        ("1.2 dollars", "en", "money 1.2 USD"),
        ("50 cents", "en", "money 0.5 USD"),
        ("5美元", "zh", "money 5 USD"),
        ("3块5", "zh", "money 3.5 CNY"),
        ("8毛", "zh", "money 0.8 CNY"),
        ("￥12.5", "zh", "money 12.5 CNY"),
        ("¥500", "ja", "money 500 JPY"),
        ("500円", "ja", "money 500 JPY"),
        ("50.000đ", "vi", "money 50000 VND"),
        ("50k đồng", "vi", "money 50000 VND"),
        ("1.500.000 VND", "vi", "money 1500000 VND"),
        ("Rp 15.000", "id", "money 15000 IDR"),
        ("15 ribu rupiah", "id", "money 15000 IDR"),
        ("₹150", "hi", "money 150 INR"),
        ("150 रुपये", "hi", "money 150 INR"),
        ("150 руб", "ru", "money 150 RUB"),
        ("2 доллара", "ru", "money 2 USD"),
        ("دولارين 2 دولار", "ar", "money 2 USD"),
        ("฿35", "th", "money 35 THB"),
        ("35 บาท", "th", "money 35 THB"),
        ("5만원", "ko", "money 50000 KRW"),
        ("3달러", "ko", "money 3 USD"),
        ("R$ 10", "pt", "money 10 BRL"),
        ("10 reais", "pt", "money 10 BRL"),
        ("€3,50", "de", "money 3.5 EUR"),
        ("3 euros", "fr", "money 3 EUR"),
        ("£2", "en", "money 2 GBP"),
        ("100 TL", "tr", "money 100 TRY"),
        ("US$8.5M", "en", "money 8500000 USD"),
        ("USD1.5/pc", "en", "money 1.5 USD"),
    ],
)
def test_one_number(text: str, language: str, expected: str) -> None:
    assert short(text, language) == [expected]
    (number,) = find_numbers(text, language)
    assert text[number.start : number.end] == number.raw
    assert (number.currency is not None) == (number.kind == "money")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("BYJ-A7 and L31", "en"),
        ("PD3.0, QC4, USB 2.0, USB4, USB 3.2 Gen 2, Bluetooth 5.0", "en"),
        ("Type-C to Lightning", "en"),
        ("ISO 9001", "en"),
        ("4K video", "en"),
        ("iPhone 15 Pro", "en"),
        ("[IMAGE:en-500|30 pcs]", "en"),
        ("https://a.example.com/500/20W", "en"),
        ("the 2nd one, no. 3, #5", "en"),
        ("第二张，第3款，图2", "zh"),
        ("24/7", "en"),
        ("1. foo\n2. bar", "en"),
        ("星期三 周五 十分感谢 万一 三星", "zh"),
        ("这个多少钱一条", "zh"),
        ("两个颜色", "zh"),
        ("one or two, a third one", "en"),
        ("una y otra, la sexta", "es"),
        ("neuf, six", "fr"),
        ("สามารถ สิ", "th"),
        ("천천히 이천에서 만나요", "ko"),
        ("스타일이 원하는 것과 달라요", "ko"),
        ("케이블만 원해요", "ko"),
        ("gia bao nhieu, nam nay", "vi"),
        ("tanya2 dong", "id"),
        ("A-03 B06", "en"),
        ("IP67", "en"),
        ("1.2.3", "en"),
        ("500 min", "en"),
        ("", "en"),
        ("no digits", None),
    ],
)
def test_no_number(text: str, language: str | None) -> None:
    assert short(text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "kinds"),
    [
        ("2026-03-02 10:15", "en", ["date", "clock"]),
        ("on March 5, 2026 at 9am", "en", ["date", "clock"]),
        ("5/3/2026", "vi", ["date"]),
        ("ngày 5/3", "vi", ["date"]),
        ("3月5日上午九点半", "zh", ["date", "clock"]),
        ("12월 5일 3시 30분", "ko", ["date", "clock"]),
        ("5 de mayo", "es", ["date"]),
        ("since 2009", "en", ["date"]),
        ("成立于2009年", "zh", ["date"]),
        ("năm 2012", "vi", ["date"]),
        ("عام 2012", "ar", ["date"]),
        ("9:00-20:00", "en", ["clock", "clock"]),
        ("9h30", "fr", ["clock"]),
        ("+84 912 345 678", "en", ["phone"]),
        ("call 13800138000", "en", ["phone"]),
        ("zalo 0912 345 678", "vi", ["phone"]),
        ("whatsapp: 4477009001", "en", ["phone"]),
        ("微信13800138000", "zh", ["phone"]),
        ("2009 pcs", "en", ["pieces"]),
        ("12个月", "zh", ["time"]),
        ("12 tháng", "vi", ["time"]),
    ],
)
def test_dates_clocks_and_phones(text: str, language: str, kinds: list[str]) -> None:
    assert [number.kind for number in find_numbers(text, language)] == kinds


def test_several() -> None:
    assert short("5000 c to c 100w, 2m, $1.5 each, 30% deposit", "en") == [
        "none 5000",
        "power 100 W",
        "length 2 m",
        "money 1.5 USD",
        "percent 30 %",
    ]
    assert short("2m/3m", "en") == ["length 2 m", "length 3 m"]


def test_spelled_is_marked() -> None:
    assert find_numbers("两千条", "zh")[0].spelled
    assert not find_numbers("2000条", "zh")[0].spelled


@pytest.mark.parametrize(
    ("text", "language", "numbers"),
    [
        ("hai mươi lăm nghìn một sợi", "vi", ["none 25000"]),
        ("hai lăm nghìn một cái", "vi", ["none 25000"]),
        ("hai trăm linh một sợi", "vi", ["pieces 201 pcs"]),
        ("một nghìn một trăm sợi", "vi", ["pieces 1100 pcs"]),
        ("two thousand one piece", "en", ["none 2000"]),
        ("two hundred one pieces", "en", ["pieces 201 pcs"]),
        ("two hundred and one pieces", "en", ["pieces 201 pcs"]),
        ("dua puluh ribu satu biji", "id", ["none 20000"]),
        ("bees hazar ek piece", "hi", ["none 20000"]),
        ("สองหมื่นหนึ่งเส้น", "th", ["none 20000"]),
        ("หนึ่งร้อยเส้น", "th", ["pieces 100 pcs"]),
        ("两万一根", "zh", ["none 20000"]),
        ("两万一千根", "zh", ["pieces 21000 pcs"]),
        ("三千一箱", "zh", ["none 3000"]),
        ("三百零一条", "zh", ["pieces 301 pcs"]),
        ("万一不行", "zh", []),
        ("二百一本", "ja", ["pieces 201 pcs"]),
    ],
)
def test_the_one_of_a_unit_is_no_part_of_a_number_in_words(text: str, language: str, numbers: list[str]) -> None:
    assert short(text, language) == numbers


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("son USD 6, con logo USD 25; desde 2000 piezas", "es"),
        ("from USD 1.20 to 3 days, 20 W", "en"),
        ("mẫu 2 000 đồng", "vi"),
    ],
)
def test_wide_gaps_between_words_change_no_number(text: str, language: str) -> None:
    wide = re.sub(r"(?<!\d) |(?<=\d) (?!\d)", "   ", text)
    assert [replace(number, raw="", start=0, end=0) for number in find_numbers(wide, language)] == [
        replace(number, raw="", start=0, end=0) for number in find_numbers(text, language)
    ]
    assert all(wide[number.start : number.end] == number.raw for number in find_numbers(wide, language))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("500개 필요해요, 2미터, 하나에 3달러", "ko"),
        ("dari 1.000 đến 2 nghìn chiếc", "vi"),
        ("für 300 Stück, 20 Geräte", "de"),
    ],
)
def test_accents_of_their_own_change_no_number(text: str, language: str) -> None:
    apart = normalize("NFD", text)
    assert short(apart, language) == short(text, language) != []
    assert [normalize("NFC", number.raw) for number in find_numbers(apart, language)] == [
        number.raw for number in find_numbers(text, language)
    ]


def test_a_wide_gap_between_digits_keeps_numbers_apart() -> None:
    assert [str(number.low) for number in find_numbers("500   000 pcs", "fr")] == ["500", "0"]


def test_value_of_a_range_is_its_lower_end() -> None:
    (number,) = find_numbers("3 to 5 days", "en")
    assert (number.value, number.high) == (Decimal(3), Decimal(5))


pieces = st.sampled_from(
    [
        *"0123456789",
        ".",
        ",",
        "-",
        " ",
        "$",
        "%",
        "k",
        "W",
        "m",
        "条",
        "万",
        "千",
        "two",
        "thousand",
        "/",
        ":",
        "٣",
        "年",
        "月",
        "€",
        "x",
        "e\u0301",
        "\u1100\u1161",
        "  ",
    ]
)
languages = st.sampled_from([None, "en", "zh", "vi", "de", "ar", "ko", "th", "fr", "xx"])


@given(st.lists(pieces, max_size=20).map("".join), languages)
def test_spans_are_true_and_apart(text: str, language: str | None) -> None:
    end = 0
    for number in find_numbers(text, language):
        assert text[number.start : number.end] == number.raw
        assert number.low <= number.high
        assert number.start >= end
        end = number.end


@given(st.text(max_size=40), languages)
def test_never_raises(text: str, language: str | None) -> None:
    find_numbers(text, language)


@pytest.mark.parametrize("piece", ["1", "1.", "1 ", "1-", "万", "1万", "two ", "+1 ", "1/", "$", "천", "สอง", "1,000 "])
def test_hostile_texts_cost_grows_with_their_length_only(piece: str) -> None:
    assert growth(lambda text: find_numbers(text, "en"), piece, 1000) < _TOO_STEEP
