"""Numbers written in words, per language: ``two thousand``, ``hai nghìn``, ``zweitausend``, ``三万五``.

Only what is unambiguous as a number, or becomes so beside a unit or a bigger number; ``evaluator.text.numbers`` asks
for that. Words that mean *one* are left out where they are articles too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final

from evaluator.text.normalise import fold_arabic, strip_marks


@dataclass(frozen=True, slots=True)
class Spelled:
    """A number in words. ``has_scale``: it holds a word for a hundred or more and is not that word alone."""

    value: Decimal
    start: int
    end: int
    has_scale: bool


def _table(text: str) -> dict[str, int]:
    return {word: int(value) for entry in text.split() for word, value in [entry.rsplit("=", 1)]}


# Without diacritics (Latin), with unified letters (Arabic). 100 and more are scales: what stands before multiplies.
_WORDS: Final[dict[str, dict[str, int]]] = {
    "en": _table(
        "one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13"
        " fourteen=14 "
        "fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 "
        "seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000 lakh=100000"
    ),
    "es": _table(
        "dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14"
        " quince=15 "
        "dieciseis=16 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90"
        " cien=100 "
        "ciento=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 cuatrocientas=400 "
        "quinientos=500 quinientas=500 seiscientos=600 seiscientas=600 setecientos=700 ochocientos=800 novecientos=900 "
        "mil=1000 millon=1000000 millones=1000000"
    ),
    "pt": _table(
        "dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 quinze=15 "
        "vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 "
        "duzentos=200 duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quatrocentas=400 quinhentos=500 "
        "quinhentas=500 seiscentos=600 setecentos=700 oitocentos=800 novecentos=900 mil=1000 milhao=1000000"
        " milhoes=1000000"
    ),
    "fr": _table(
        "deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14"
        " quinze=15 "
        "seize=16 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100 cents=100 mille=1000"
        " million=1000000 "
        "millions=1000000"
    ),
    "de": _table(
        "zwei=2 drei=3 vier=4 funf=5 fuenf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 zwoelf=12"
        " funfzehn=15 "
        "zwanzig=20 dreissig=30 vierzig=40 funfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100"
        " tausend=1000 "
        "million=1000000 millionen=1000000"
    ),
    "it": _table(
        "due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 quindici=15 venti=20 "
        "trenta=30 quaranta=40 cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90 cento=100 duecento=200 "
        "trecento=300 quattrocento=400 cinquecento=500 seicento=600 settecento=700 ottocento=800 novecento=900"
        " mille=1000 "
        "duemila=2000 tremila=3000 quattromila=4000 cinquemila=5000 diecimila=10000 ventimila=20000 mila=1000"
    ),
    "vi": _table(
        "một=1 hai=2 ba=3 bốn=4 tư=4 năm=5 lăm=5 sáu=6 bảy=7 bẩy=7 tám=8 chín=9 mười=10 mươi=-10 chục=-10 trăm=100"
        " nghìn=1000 "
        "ngàn=1000 triệu=1000000 vạn=10000 mot=1 bon=4 nam=5 sau=6 bay=7 tam=8 chin=9 muoi=10 tram=100 nghin=1000"
        " ngan=1000 "
        "trieu=1000000"
    ),
    "id": _table(
        "dua=2 tiga=3 empat=4 lima=5 enam=6 tujuh=7 delapan=8 lapan=8 sembilan=9 sepuluh=10 puluh=-10 belas=10"
        " seratus=100 "
        "ratus=100 seribu=1000 ribu=1000 rb=1000 juta=1000000 jt=1000000"
    ),
    "tr": _table(
        "iki=2 uc=3 dort=4 bes=5 alti=6 yedi=7 sekiz=8 dokuz=9 on=10 yirmi=20 otuz=30 kirk=40 elli=50 altmis=60"
        " yetmis=70 "
        "seksen=80 doksan=90 yuz=100 bin=1000 milyon=1000000"
    ),
    "ru": _table(
        "два=2 две=2 три=3 четыре=4 пять=5 шесть=6 семь=7 восемь=8 девять=9 десять=10 двенадцать=12 пятнадцать=15"
        " двадцать=20 "
        "тридцать=30 сорок=40 пятьдесят=50 шестьдесят=60 семьдесят=70 восемьдесят=80 девяносто=90 сто=100 двести=200 "
        "триста=300 четыреста=400 пятьсот=500 шестьсот=600 семьсот=700 восемьсот=800 девятьсот=900 тысяча=1000"
        " тысячу=1000 "
        "тысячи=1000 тысяч=1000 тыс=1000 миллион=1000000 миллиона=1000000"
    ),
    "ar": _table(
        "اثنين=2 اثنان=2 اتنين=2 ثلاث=3 ثلاثه=3 تلاته=3 اربع=4 اربعه=4 خمس=5 خمسه=5 ست=6 سته=6 سبع=7 سبعه=7 ثمان=8"
        " ثمانيه=8 "
        "تسع=9 تسعه=9 عشر=10 عشره=10 عشرين=20 عشرون=20 ثلاثين=30 اربعين=40 خمسين=50 ستين=60 مئه=100 مائه=100 ميه=100"
        " مئتين=200 "
        "ميتين=200 ثلاثمائه=300 خمسمائه=500 خمسمئه=500 خمسميه=500 الف=1000 الفين=2000 الاف=1000 مليون=1000000"
    ),
    "hi": _table(
        "ek=1 do=2 दो=2 तीन=3 चार=4 पांच=5 पाँच=5 छह=6 छः=6 सात=7 आठ=8 नौ=9 दस=10 बीस=20 तीस=30 चालीस=40 पचास=50"
        " साठ=60 सत्तर=70 अस्सी=80 "
        "नब्बे=90 सौ=100 हज़ार=1000 हजार=1000 लाख=100000 करोड़=10000000 teen=3 char=4 paanch=5 panch=5 das=10"
        " bees=20 pachas=50 "
        "sau=100 hazar=1000 hazaar=1000 hajar=1000 lakh=100000"
    ),
    "nl": _table("twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 honderd=100 duizend=1000"),
    "pl": _table("dwa=2 dwie=2 trzy=3 cztery=4 piec=5 dziesiec=10 sto=100 tysiac=1000 tysiace=1000 tysiecy=1000"),
}
_JOINING: Final[dict[str, frozenset[str]]] = {
    "en": frozenset({"and"}), "es": frozenset({"y"}), "pt": frozenset({"e"}), "fr": frozenset({"et"}),
    "de": frozenset({"und"}), "ar": frozenset({"و"}), "vi": frozenset({"linh", "lẻ"}),
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:[\u064b-\u0652\u0900-\u0963]+[^\W\d_]*)*")
_SEPARATOR = re.compile(r"[\s\-]{0,2}")


def spelled_numbers(text: str, language: str | None) -> Iterator[Spelled]:
    """The numbers in words of ``text``, read as ``language`` writes them; scripts without spaces have their own way."""
    if language in ("zh", "ja", None) or _HAN_DIGIT.search(text):
        yield from _han_numbers(text, shorthand=language != "ja")
    if language == "ko":
        yield from _unspaced(text, _KOREAN, _KOREAN_SCALES)
    elif language == "th":
        yield from _unspaced(text, _THAI, _THAI_SCALES)
    table = _WORDS.get(language or "en")
    if table is not None:
        yield from _spaced(text, language or "en", table)


_VI_ENDS: Final = ("lăm", "tư")

_Run = list[tuple[int, int, list[int]]]  # the words of one number: start, end, values


def _spaced(text: str, language: str, table: dict[str, int]) -> Iterator[Spelled]:
    run: _Run = []
    for match in _WORD.finditer(text):
        values = _values(match[0], language, table)
        if language == "vi" and match[0].casefold() in _VI_ENDS and run and 0 < run[-1][2][-1] < 10:
            values = [-10, *values]  # hai lăm: twenty-five
        gap = text[run[-1][1] : match.start()] if run else ""
        if values and (not run or _SEPARATOR.fullmatch(gap) or gap.strip().casefold() in _JOINING.get(language, ())):
            run.append((match.start(), match.end(), values))
            continue
        if match[0].casefold() in _JOINING.get(language, ()):
            continue  # the next word decides whether it joined anything
        yield from _finish(_without_unit_one(run, text, language))
        run = [(match.start(), match.end(), values)] if values else []
    yield from _finish(_without_unit_one(run, text, language))


_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")


def _without_unit_one(run: _Run, text: str, language: str) -> _Run:
    """The words of a number without a last "one" that is the unit's: "hai mươi nghìn một sợi" is 20,000 for one.

    It is the number's own where a word joins it ("two hundred and one"), and in English before a plural.
    """
    if len(run) < 2 or run[-1][2] != [1] or run[-2][2][-1] not in _BARE_SCALES:
        return run
    after = _NEXT_WORD.match(text, run[-1][1])
    joined = text[run[-2][1] : run[-1][0]].strip() != ""
    if joined or (language != "vi" and after is None) or (language == "en" and after and after[1].endswith("s")):
        return run
    return run[:-1]


_BARE_SCALES: Final = (100, 1000, 10**4, 10**5, 10**6, 10**7)


def _finish(run: _Run) -> Iterator[Spelled]:
    if run:
        values = [value for _, _, part in run for value in part]
        total = _compose(values)
        if total:
            scaled = any(value >= 100 for value in values) and (len(values) > 1 or total not in _BARE_SCALES)
            yield Spelled(Decimal(total), run[0][0], run[-1][1], scaled)


@lru_cache(maxsize=4096)
def _cached_values(word: str, language: str) -> tuple[int, ...]:
    table = _WORDS[language]
    folded = word.casefold()
    if language == "ar":
        folded = fold_arabic(folded)
        bare = folded[1:] if folded.startswith("و") and folded not in table else folded
        return (table[bare],) if bare in table else ()
    if folded in table:
        return (table[folded],)
    if language == "vi" and not folded.isascii():
        return ()
    folded = strip_marks(folded)
    if folded in table:
        return (table[folded],)
    return tuple(_compound(folded, table)) if language in ("de", "nl", "it") and len(folded) > 7 else ()


def _values(word: str, language: str, table: dict[str, int]) -> list[int]:
    return list(_cached_values(word, language))


def _compound(word: str, table: dict[str, int]) -> list[int]:
    """``zweitausendfunfhundert`` as its parts; nothing where a rest remains."""
    values: list[int] = []
    while word:
        word = word.removeprefix("und") if values else word
        part = next((part for part in sorted(table, key=len, reverse=True) if word.startswith(part)), None)
        if part is None and word.startswith("ein"):
            word = word[3:]
            values.append(1)
            continue
        if part is None:
            return []
        values.append(table[part])
        word = word[len(part) :]
    return values


def _compose(values: list[int]) -> int:
    """``[2, 1000, 5, 100]`` is 2500: a scale multiplies what stands before it, the rest is added."""
    total = section = pending = 0
    for value in values:
        if value < 0:  # mươi, puluh: tens of what stands before
            pending = (pending or 1) * -value
        elif value in (100, 1000, 10000, 100000, 1000000, 10000000):
            if value == 100:
                section += (pending or 1) * 100
            else:
                total += ((section + pending) or 1) * value
                section = 0
            pending = 0
        else:
            pending += value
    return total + section + pending


# ---------- Chinese and Japanese

_HAN_VALUES: Final = dict(zip("零〇一二两兩俩三四五六七八九", (0, 0, 1, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
HAN_SCALES: Final = {"十": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000, "万": 10**4, "萬": 10**4, "亿": 10**8}
_HAN_DIGIT = re.compile("[一二两兩三四五六七八九十百千万萬]")
_HAN_RUN = re.compile(
    r"(?:\d+(?:[.,]\d+)*\s?[多几余来]?[百千万萬亿]|[零〇一二两兩俩三四五六七八九十百佰千仟万萬亿])+(?:\d(?![\d.]))?"
)


# 三千一箱 is 3,000 for a box as often as 3,100 boxes.
_HAN_UNIT_ONE = re.compile("(?<=[百佰千仟万萬])一(?=[条條根个個件套只箱盒包米台支双款卷袋对])")


def _han_numbers(text: str, *, shorthand: bool) -> Iterator[Spelled]:
    for match in _HAN_RUN.finditer(text):
        raw = match[0]
        if raw[-1] == "一" and _HAN_UNIT_ONE.match(text, match.end() - 1):
            raw = raw[:-1]
        value = parse_han(raw, shorthand=shorthand)
        if value:
            scales = sum(character in HAN_SCALES for character in raw)
            digits = len(raw.strip()) - scales
            scaled = scales > 0 and digits > 0 and raw[0] not in "百千万萬亿"
            yield Spelled(value, match.start(), match.start() + len(raw), scaled)


def parse_han(text: str, *, shorthand: bool = True) -> Decimal:
    """The value of a Chinese numeral, also mixed with digits: 三万五 (35000), 3万5千, 两千, 二〇〇九; 0 where
    there is none. `shorthand`: the last digit counts the next smaller scale (not in Japanese)."""
    total = section = Decimal(0)
    pending: Decimal | None = None
    last_scale = 1
    for token in re.findall(r"\d+(?:[.,]\d+)*|\S", text):
        if token[0].isdigit() and token not in HAN_SCALES:
            pending = Decimal(token.replace(",", ""))
        elif token in _HAN_VALUES:
            digit = Decimal(_HAN_VALUES[token])
            if token in "零〇" and last_scale > 1 and pending is None:
                last_scale = 1  # 三万零五: the five is a five
                continue
            pending = digit if pending is None else pending * 10 + digit
        elif token in HAN_SCALES:
            scale = HAN_SCALES[token]
            if scale >= 10**4:
                total += (section + (pending or 0) or 1) * scale
                section = Decimal(0)
            else:
                section += (1 if pending is None else pending) * scale
            pending, last_scale = None, scale
    if shorthand and pending is not None and last_scale > 10 and pending < 10:
        pending *= last_scale // 10  # 三万五: five thousand
    return total + section + (pending or 0)


# ---------- Korean and Thai

_KOREAN: Final = dict(zip("일이삼사오육칠팔구", range(1, 10), strict=True)) | {
    "십": 10,
    "백": 100,
    "천": 1000,
    "만": 10000,
}
_KOREAN_SCALES: Final = frozenset("십백천만")
_THAI: Final = {
    "หนึ่ง": 1, "เอ็ด": 1, "สอง": 2, "ยี่": 2, "สาม": 3, "สี่": 4, "ห้า": 5, "หก": 6, "เจ็ด": 7, "แปด": 8, "เก้า": 9,
    "สิบ": 10, "ร้อย": 100, "พัน": 1000, "หมื่น": 10000, "แสน": 100000, "ล้าน": 1000000,
}  # fmt: skip
_THAI_SCALES: Final = frozenset({"สิบ", "ร้อย", "พัน", "หมื่น", "แสน", "ล้าน"})


def _unspaced(text: str, table: dict[str, int], scales: frozenset[str]) -> Iterator[Spelled]:
    pattern = _run_pattern(tuple(table))
    for match in pattern.finditer(text):
        parts = _part_pattern(tuple(table)).findall(match[0])
        end = match.end()
        if table is _THAI and parts[-1] == "หนึ่ง" and len(parts) > 2 and table[parts[-2]] >= 100:
            end -= len(parts.pop())  # สองหมื่นหนึ่งเส้น: 20,000 for one
        total = Decimal(0)
        section = pending = 0
        for part in parts:
            value = table[part]
            if part not in scales:
                pending = pending * 10 + value
            elif value >= 10000 and table is _KOREAN:
                total += ((section + pending) or 1) * value
                section = pending = 0
            else:
                section += (pending or 1) * value
                pending = 0
        total += section + pending
        if table is _KOREAN and _in_a_word(text, match.start(), parts, scales):
            continue
        # Korean numerals are syllables of other words too (천천히): without a unit they are none.
        scaled = table is not _KOREAN and len(parts) > 1 and any(part in scales for part in parts)
        yield Spelled(total, match.start(), end, scaled)


def _in_a_word(text: str, start: int, parts: list[str], scales: frozenset[str]) -> bool:
    """Whether Korean numerals are the end of a longer word (스타일이, 케이블만): not where digits stand with scales."""
    inside = start > 0 and "가" <= text[start - 1] <= "힣"
    return inside and not (any(part in scales for part in parts) and any(part not in scales for part in parts))


@lru_cache(maxsize=8)
def _part_pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(parts, key=len, reverse=True)))


@lru_cache(maxsize=8)
def _run_pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    # A Thai vowel or tone sign after the run would make it part of a longer word (สามารถ).
    return re.compile(f"(?:{_part_pattern(parts).pattern})+(?![าะิีึืุูั็่้๊๋])")
