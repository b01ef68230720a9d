"""The pattern language of the lexicons, on tiny lexicons made here; and the lexicons that are shipped."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
import yaml

from evaluator.errors import InputError
from evaluator.reading import matcher
from evaluator.reading.matcher import languages, load_lexicon
from evaluator.text.normalise import fold

from .conftest import FileLoader, LexiconMaker, found


def hits(make: LexiconMaker, pattern: str, text: str, **settings: object) -> list[str]:
    """What one pattern finds in a text."""
    return [words for _, words in found(make({"it": [pattern]}, **settings), text)]


@pytest.mark.parametrize(
    ("pattern", "text", "words"),
    [
        ("unit price", "The Unit  PRICE, please", ["unit price"]),
        ("unit price", "ＵＮＩＴ\u00a0price", ["unit price"]),
        ("unit price", "unit prices", []),
        ("unit price", "subunit price", []),
        ("unit price", "unit, price", []),
        ("price", "price2 price_list pricey", []),
        ("price", "price? (price) price's", ["price", "price", "price"]),
        ("don't know", "I don’t know", ["don't know"]),
        ("cotiz*", "Cotización: cotiz, cotizaciones", ["cotizacion", "cotiz", "cotizaciones"]),
        ("cotiz*", "precotizar", []),
        ("send* list", "sending list", ["sending list"]),
    ],
)
def test_words_in_a_row_and_beginnings_of_words(
    make_lexicon: LexiconMaker, pattern: str, text: str, words: list[str]
) -> None:
    assert hits(make_lexicon, pattern, text) == words


@pytest.mark.parametrize(
    ("pattern", "text", "words"),
    [
        ("cuanto {vale|cuesta}", "¿cuánto vale? ¿cuánto cuesta? ¿cuánto pesa?", ["cuanto vale", "cuanto cuesta"]),
        ("send {me|us|} price", "send me price", ["send me price"]),
        ("send {me|us|} price", "send price", ["send price"]),
        ("send {me|us|} price", "send him price", []),
        ("price {list|}", "price list", ["price list"]),
        ("price {list|}", "pricelist", []),
        ("{the best|} offer", "the best offer", ["the best offer", "offer"]),
        ("{the best|} offer", "an offer", ["offer"]),
        ("{go|take} {for|} {it|that}", "take that, go for it", ["take that", "go for it"]),
        ("{vend|compr}*", "vendemos y compramos", ["vendemos", "compramos"]),
        ("{vend*|trato}", "trato, tratos, vendo", ["trato", "vendo"]),
    ],
)
def test_alternatives(make_lexicon: LexiconMaker, pattern: str, text: str, words: list[str]) -> None:
    assert hits(make_lexicon, pattern, text) == words


@pytest.mark.parametrize(
    ("pattern", "text", "words"),
    [
        ("cable{s|}", "cable cables cabled", ["cable", "cables"]),
        ("{re|un}wind", "rewind unwind wind", ["rewind", "unwind"]),
        ("{re|un}wind{ing|}", "unwinding", ["unwinding"]),
        ("web{-|}site{s|}", "website web-sites", ["website", "web-sites"]),
        ("{kilo|}metre*", "kilometres metres", ["kilometres", "metres"]),
    ],
)
def test_groups_glued_to_letters(make_lexicon: LexiconMaker, pattern: str, text: str, words: list[str]) -> None:
    assert hits(make_lexicon, pattern, text) == words


@pytest.mark.parametrize(
    ("pattern", "between", "matches"),
    [
        ("how ~ cost", "", True),
        ("how ~ cost", "much does it all", True),
        ("how ~ cost", "much does it all then", False),
        ("how ~1 cost", "much", True),
        ("how ~1 cost", "much it", False),
        ("how ~ cost", "much, (now)", True),
        ("how ~2 {cost|sell} now", "do you", False),
    ],
)
def test_gaps_of_words(make_lexicon: LexiconMaker, pattern: str, between: str, matches: bool) -> None:
    text = " ".join(part for part in ("how", between, "cost") if part)
    assert hits(make_lexicon, pattern, text) == ([text] if matches else [])


def test_a_gap_makes_a_hit_that_is_not_solid(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": ["how ~ cost", "how much"]})
    assert [(hit.concept, hit.start, hit.end, hit.solid) for hit in lexicon.find("how much it cost")] == [
        ("price", 0, 16, False),
        ("price", 0, 8, True),
    ]


@pytest.mark.parametrize("pattern", ["p.ice", "pric[e]", "(price)", "pr?ce", "pri+ce", "^price", "price$", "a|price"])
def test_a_pattern_is_never_a_regular_expression(make_lexicon: LexiconMaker, pattern: str) -> None:
    assert hits(make_lexicon, pattern, "price prce priice") == []
    assert hits(make_lexicon, pattern, f"so {pattern} it is")[0] == pattern


def test_of_one_concept_at_one_place_the_longest_counts(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": ["price", "price list", "price list of ~ cables"], "list": ["list"]})
    assert found(lexicon, "the price list") == [("price", "price list"), ("list", "list")]


def test_two_concepts_may_share_their_words(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": ["how much"], "q_word": ["how", "how much"]})
    assert sorted(found(lexicon, "how much?")) == [("price", "how much"), ("q_word", "how much")]


def test_offsets_are_those_of_the_prepared_text(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": ["precio"]})
    prepared = lexicon.prepare("  ＥＬ   Preció\u200b… ")
    (hit,) = lexicon.find(prepared)
    assert (prepared, prepared[hit.start : hit.end]) == ("el precio...", "precio")


@pytest.mark.parametrize(("pattern", "text"), [("café", "CAFE"), ("cafe", "cafe\u0301"), ("größe", "Grosse")])
def test_accents_do_not_count_where_they_are_folded(make_lexicon: LexiconMaker, pattern: str, text: str) -> None:
    assert len(hits(make_lexicon, pattern, text, fold=True)) == 1
    assert hits(make_lexicon, pattern, text, fold=False) == []


def test_accents_composed_and_decomposed_are_the_same(make_lexicon: LexiconMaker) -> None:
    assert hits(make_lexicon, "café", "cafe\u0301", fold=False) == ["café"]


def test_chinese_is_written_without_spaces(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": ["价格", "{单|出厂|}价", "多少 钱"]}, "zh", spaced=False, fold=False)
    assert found(lexicon, "请问价 格") == [("price", "价格")]
    assert found(lexicon, "這個單價呢") == [("price", "单价"), ("price", "价")]
    assert found(lexicon, "这个多少钱啊") == found(lexicon, "这个多少 钱啊") == [("price", "多少钱")]
    assert found(lexicon, "格价位")[0] == ("price", "价")


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("怎么 ~ 卖", "怎么卖", True),
        ("怎么 ~ 卖", "怎么一二三四五六七八卖", True),
        ("怎么 ~ 卖", "怎么一二三四五六七八九卖", False),
        ("怎么 ~ 卖", "怎么了？卖吗", False),
        ("怎么 ~2 卖", "怎么才能卖", True),
        ("怎么 ~2 卖", "怎么才能够卖", False),
        ("发 {我|} 样品", "发 我 样品", True),
        ("发 {我|} 样品", "发样品", True),
        ("发 {我|} 样品", "发他样品", False),
    ],
)
def test_gaps_and_alternatives_without_spaces(
    make_lexicon: LexiconMaker, pattern: str, text: str, matches: bool
) -> None:
    assert bool(hits(make_lexicon, pattern, text, language="zh", spaced=False, fold=False)) is matches


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("发sample给我", ["sample"]),
        ("发 SAMPLE 给我", ["sample"]),
        ("sample价格", ["sample"]),
        ("发samples吧", []),
        ("resample一下", []),
        ("发catalogue吧", ["cat"]),
        ("concat一下", []),
    ],
)
def test_latin_words_inside_chinese_are_whole_words(make_lexicon: LexiconMaker, text: str, words: list[str]) -> None:
    lexicon = make_lexicon({"it": ["sample", "cat*"]}, "zh", spaced=False, fold=False)
    assert [word for _, word in found(lexicon, text)] == words


def test_thai_and_japanese_are_written_without_spaces(make_lexicon: LexiconMaker) -> None:
    thai = make_lexicon({"price": ["ราคา"], "how": ["เท่าไหร่"]}, "th", spaced=False, fold=False)
    assert found(thai, "สาย ราคาเท่าไหร่คะ") == [("price", "ราคา"), ("how", "เท่าไหร่")]
    japanese = make_lexicon({"catalogue": ["カタログ"], "show": ["見せ*"]}, "ja", spaced=False, fold=False)
    assert found(japanese, "ｶﾀﾛｸﾞを見せてください") == [("catalogue", "カタログ"), ("show", "見せ")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("سعر", ["سعر"]),
        ("السعر", ["سعر"]),
        ("والسعر", ["سعر"]),
        ("بسعر", ["سعر"]),
        ("للسعر", ["سعر"]),
        ("فالسعر", ["سعر"]),
        ("السِّعـر", ["سعر"]),
        ("سعرك", []),
        ("مسعر", []),
    ],
)
def test_arabic_clitics_are_skipped_at_the_start_of_a_word(
    make_lexicon: LexiconMaker, text: str, words: list[str]
) -> None:
    assert hits(make_lexicon, "سعر", text, language="ar", fold=False) == words


def test_arabic_letters_of_one_kind_are_unified(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"sample": ["عينة"], "want": ["أريد"], "to": ["إلى"]}, "ar", fold=False)
    assert [concept for concept, _ in found(lexicon, "اريد عينه الي")] == ["want", "sample", "to"]
    assert [concept for concept, _ in found(lexicon, "أُريد عيّنة إلى")] == ["want", "sample", "to"]


def test_a_clitic_alone_makes_no_word_shorter_than_two_letters(make_lexicon: LexiconMaker) -> None:
    assert hits(make_lexicon, "م", "كم", language="ar", fold=False) == []


def test_vowel_signs_of_devanagari_belong_to_the_word(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon(
        {"price": ["दाम", "कीमत"], "of": ["की"], "sample": ["नमून*"], "how": ["कितन{ा|ी}"]}, "hi", fold=False
    )
    assert found(lexicon, "दाम? दाम। दामों") == [("price", "दाम"), ("price", "दाम")]
    assert found(lexicon, "कीमत की") == [("price", "कीमत"), ("of", "की")]
    assert found(lexicon, "नमूना नमूने") == [("sample", "नमूना"), ("sample", "नमूने")]
    assert found(lexicon, "कितनी कितने कितना") == [("how", "कितनी"), ("how", "कितना")]


def test_vietnamese_with_diacritics_is_compared_as_it_is(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"sample": ["mẫu"], "colour": ["màu"], "unit_price": ["đơn giá"]}, "vi", fold=False)
    assert found(lexicon, "cho xem MẪU, màu gì") == [("sample", "mẫu"), ("colour", "màu")]
    assert found(lexicon, "ma\u0302\u0303u và đơn giá") == [("sample", "mẫu"), ("unit_price", "đơn giá")]
    assert found(lexicon, "mâu đơn") == []


def test_vietnamese_without_diacritics_is_compared_with_bare_patterns(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"sample": ["mẫu"], "colour": ["màu"], "unit_price": ["đơn {giá|giấ}"]}, "vi", fold=False)
    assert sorted(found(lexicon, "cho xem mau")) == [("colour", "mau"), ("sample", "mau")]
    assert found(lexicon, "don gia?") == [("unit_price", "don gia")]
    assert found(lexicon, "mau nào") == []  # some diacritics: then a bare word is another one


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"- price\n- moq\n",
        b"language: xx\n",
        b"concepts: [price]\n",
        b"concepts: {negation: [not, no]}\n",
        b"concepts: {promise: [100]}\n",
        b"concepts: {price: [cost, {a: b}]}\n",
        b"concepts: {price: [null]}\n",
    ],
)
def test_a_lexicon_file_that_does_not_fit_is_named(load_file: FileLoader, content: bytes) -> None:
    with pytest.raises(InputError, match=r"xx\.yaml"):
        load_file("xx", content)


def test_a_value_that_is_no_text_is_shown_with_its_concept(load_file: FileLoader) -> None:
    with pytest.raises(InputError, match=r"lexicon/xx\.yaml: negation: .*False.*quote"):
        load_file("xx", b"concepts: {price: [cost], negation: [no]}\n")


def test_a_language_without_a_lexicon_has_none(load_file: FileLoader) -> None:
    load_file("xx", b"concepts: {}\n")
    assert matcher.load_lexicon.__wrapped__("yy") is None
    assert languages() == ("xx",)


def test_stopwords_are_prepared_like_the_text(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": []}, "vi", fold=False, stopwords=["Của", "à"])
    assert lexicon.stopwords == {"của", "cua", "à", "a"}


# ---------- the lexicons that are shipped

_FOLDER = files("evaluator.reading") / "lexicon"
_DOCUMENTS = {
    code: yaml.load((_FOLDER / f"{code}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for code in (*languages(), "concepts")
}


def test_the_languages_of_the_project_have_a_lexicon() -> None:
    assert {"en", "zh", "vi", "es", "ar", "fr", "hi", "id", "ja", "ko", "pt", "ru", "th"} <= set(languages())


@pytest.mark.parametrize("code", languages())
def test_a_shipped_lexicon_loads_and_has_every_concept_and_no_other(code: str) -> None:
    lexicon = load_lexicon(code)
    assert lexicon is not None
    document = _DOCUMENTS[code]
    assert document["language"] == lexicon.language == code
    known, given = set(_DOCUMENTS["concepts"]), set(document["concepts"])
    assert (known - given, given - known) == (set(), set())
    assert lexicon.stopwords


@pytest.mark.parametrize("code", languages())
def test_every_shipped_pattern_is_well_formed(code: str) -> None:
    """Braces are paired, a pattern begins and ends with a word, and it can be found at all."""
    lexicon = load_lexicon(code)
    assert lexicon is not None
    bad = []
    for concept, patterns in _DOCUMENTS[code]["concepts"].items():
        for pattern in patterns or ():
            words = pattern.split()
            paired = pattern.count("{") == pattern.count("}") and "{}" not in pattern
            bounded = bool(words) and not words[0].startswith("~") and not words[-1].startswith("~")
            first = next((entry for entry in matcher._compile(lexicon, pattern, concept)), None)
            if not (paired and bounded and first):
                bad.append((concept, pattern))
    assert bad == []


@pytest.mark.parametrize("code", languages())
def test_no_shipped_pattern_carries_marks_of_the_file_format(code: str) -> None:
    """Quotation marks, brackets and back-slashes belong to YAML; in a pattern they would have to stand in the text."""
    document = _DOCUMENTS[code]
    stray = [
        (concept, pattern)
        for concept, patterns in {**document["concepts"], "stopwords": document["stopwords"]}.items()
        for pattern in patterns or ()
        if not isinstance(pattern, str)
        or set(pattern) & set('"“”„«»\\[]#`\n\t')
        or pattern != pattern.strip()
        or pattern.startswith(("- ", "'"))
        or "|" in re.sub(r"\{[^{}]*\}", "", pattern)
        or "**" in pattern
    ]
    assert stray == []


@pytest.mark.parametrize("code", languages())
def test_a_plain_shipped_pattern_finds_itself(code: str) -> None:
    """A pattern of words alone is found in a text that is nothing but it."""
    lexicon = load_lexicon(code)
    assert lexicon is not None
    lost = []
    for concept, patterns in _DOCUMENTS[code]["concepts"].items():
        for pattern in (patterns or ())[:3]:
            if set(pattern) & set("{}~*") or not any(char.isalnum() for char in pattern):
                continue
            text = lexicon.prepare(pattern)
            if not any(hit.concept == concept and hit.end - hit.start == len(text) for hit in lexicon.find(text)):
                lost.append((concept, pattern))
    assert lost == []


@pytest.mark.parametrize("code", languages())
def test_what_is_prepared_once_stays_as_it_is(code: str) -> None:
    lexicon = load_lexicon(code)
    assert lexicon is not None
    for text in ("  Hé LLO ", "价 格 Type-C", "السِّعر", "ราคา  เท่า", "¿Cuánto?", "क़ीमत", "ĐƠN giá", "ﬁne Ⅳ"):
        once = lexicon.prepare(text)
        assert lexicon.prepare(once) == once
        assert fold(once) == once


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("how  much\tis\u00a0 it", "how  much"),
        ("well,\n how\n\nmuch ?", "how\n\nmuch"),
        ("  how much", "how much"),
    ],
)
def test_a_hit_stands_where_the_text_has_it(make_lexicon: LexiconMaker, text: str, words: str) -> None:
    lexicon = make_lexicon({"it": ["how much"]})
    (hit,) = lexicon.find(text)
    assert text[hit.start : hit.end] == words


@pytest.mark.parametrize(
    ("pattern", "text", "words"),
    [
        (
            "{the|} {unit|} price",
            "the unit price; the price; unit price",
            ["the unit price", "the price", "unit price"],
        ),
        ("{a|b|c|d|e|f|g} {h|i|j|k|l|m|n} o", "b n o a o", ["b n o"]),
    ],
)
def test_several_choices_in_a_row(make_lexicon: LexiconMaker, pattern: str, text: str, words: list[str]) -> None:
    longest: list[tuple[int, int]] = []
    for start, end in sorted((hit.start, hit.end) for hit in make_lexicon({"it": [pattern]}).find(text)):
        if not longest or end > longest[-1][1]:
            longest.append((start, end))
    assert [text[start:end] for start, end in longest] == words
