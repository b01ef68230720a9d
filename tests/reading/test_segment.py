"""Sentences and clauses, what swallows what, and how much of a text is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.reading.matcher import Lexicon
from evaluator.reading.segment import Sentence, Unit, clauses, sentences, unit

from .conftest import LexiconMaker


def texts(text: str) -> list[str]:
    """The sentences of a text."""
    return [sentence.text for sentence in sentences(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It is 3.8 mm thick. Is that fine?", ["It is 3.8 mm thick.", "Is that fine?"]),
        ("USD 1.85. Or 2,400.50 in all.", ["USD 1.85.", "Or 2,400.50 in all."]),
        ("PD3.0 and V2.1 work. Yes!", ["PD3.0 and V2.1 work.", "Yes!"]),
        ("We are Foo Co., Ltd. of Hanoi. Thanks", ["We are Foo Co., Ltd. of Hanoi.", "Thanks"]),
        ("Mr. Tran asked, e.g. for no. 7. Ok", ["Mr. Tran asked, e.g. for no. 7.", "Ok"]),
        ("See www.a.example.com for it. Bye", ["See www.a.example.com for it.", "Bye"]),
        ("Really?! Wow... fine", ["Really?!", "Wow...", "fine"]),
        ('He said "why?" and left. Hm', ['He said "why?"', "and left.", "Hm"]),
        ('She said "it is fine." Then go', ['She said "it is fine."', "Then go"]),
        ("„Der Preis passt.“ Gut", ["„Der Preis passt.“", "Gut"]),
        ("« Le prix va. » Bien", ["« Le prix va. »", "Bien"]),
        ("(See above.) It is 3.8 mm", ["(See above.)", "It is 3.8 mm"]),
        ("「大丈夫です。」次に", ["「大丈夫です。」", "次に"]),
        ('We wrote "approx." ten', ['We wrote "approx." ten']),
        ("one\ntwo\n\n  three  ", ["one", "two", "three"]),
        ("价格多少？起订量呢。谢谢！好…的", ["价格多少？", "起订量呢。", "谢谢！", "好…", "的"]),
        ("线径3.8毫米。可以吗", ["线径3.8毫米。", "可以吗"]),
        ("كم السعر؟ أريد عينة. شكرا", ["كم السعر؟", "أريد عينة.", "شكرا"]),
        ("दाम क्या है? ठीक है। धन्यवाद", ["दाम क्या है?", "ठीक है।", "धन्यवाद"]),
        ("สวัสดีครับ ราคาเท่าไหร่คะ ขอบคุณค่ะ", ["สวัสดีครับ", "ราคาเท่าไหร่คะ", "ขอบคุณค่ะ"]),
        ("สายยาว 1.5 เมตร ราคา 20 บาท", ["สายยาว 1.5 เมตร ราคา 20 บาท"]),
        ("!!! ... 👍 ?", []),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert texts(text) == parts


@pytest.mark.parametrize("mark", ["?", "？", "؟", "?!"])
def test_a_question_mark_marks_its_sentence_alone(mark: str) -> None:
    found = sentences(f"First one. And the second{mark} Third.")
    assert [sentence.marked for sentence in found] == [False, True, False]


@pytest.mark.parametrize("text", ["[IMAGE:p-1|which one?] here it is", "as told [LINK:https://x.example|a?]. Bye"])
def test_a_question_mark_in_a_marker_marks_nothing(text: str) -> None:
    assert [sentence.text for sentence in sentences(text) if sentence.marked] == []


def test_markers_are_no_part_of_a_sentence() -> None:
    assert texts("Look.\n\n[IMAGE:p-1|First one. Second?]\n[DOCUMENT:d|f.pdf|x]\n\nThanks.") == ["Look.", "Thanks."]


def test_sentences_are_numbered_without_gaps() -> None:
    found = sentences("One. ... Two? 👍! Three")
    assert [(sentence.at, sentence.text) for sentence in found] == [(0, "One."), (1, "Two?"), (2, "Three")]


@given(st.text(st.sampled_from("ab3 .,?!？。؟।…\n:;-—~،、[]|ครับคะ価\"'"), max_size=60))
def test_no_word_is_lost_doubled_or_moved(text: str) -> None:
    """What is alphanumeric stands in the sentences once and in order, markers apart (none are made here)."""
    kept = "".join(char for sentence in sentences(text) for char in sentence.text if char.isalnum())
    assert kept == "".join(char for char in text if char.isalnum())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("fine, but later", ["fine", "but later"]),
        ("1,000 pcs, 10:15 sharp", ["1,000 pcs", "10:15 sharp"]),
        ("颜色，长度、数量：都要", ["颜色", "长度", "数量", "都要"]),
        ("نعم، ثم لا؛ شكرا", ["نعم", "ثم لا", "شكرا"]),
        ("well-known - and cheap | ok", ["well-known", "and cheap", "ok"]),
        ("no commas here", ["no commas here"]),
        (", , x", ["x"]),
    ],
)
def test_clauses(text: str, parts: list[str]) -> None:
    assert [part.strip() for part in clauses(Sentence(text, 0, False)) if part.strip(" ,")] == parts


# ---------- units


@pytest.fixture
def lexicon(make_lexicon: LexiconMaker) -> Lexicon:
    """A small lexicon with concepts that contain one another."""
    return make_lexicon(
        {
            "price": ["price", "cost", "how much"],
            "freight": ["shipping cost", "cost ~ shipping"],
            "shipping": ["shipping"],
            "negation": ["no", "not"],
            "acknowledge": ["no problem"],
            "request": ["send", "send the price list"],
            "catalogue": ["price list"],
            "if_when": ["if the price"],
            "q_word": ["how", "what"],
            "greeting": ["good price"],
        },
        stopwords=["the", "is", "a"],
    )


def read(lexicon: Lexicon, text: str) -> Unit:
    """The unit of a sentence."""
    return unit(text, Sentence(text, 0, False), (lexicon,))


@pytest.mark.parametrize(
    ("text", "concepts"),
    [
        ("the shipping cost", {"freight"}),  # a longer wording of something else
        ("cost of all that shipping", {"price", "freight", "shipping"}),  # a gap: what stands in it is not its own
        ("no problem", {"acknowledge"}),  # courtesy swallows a negation
        ("not a problem", {"negation"}),
        ("good price", {"greeting", "price"}),  # … and nothing else
        ("if the price is fine", {"if_when", "price"}),  # a frame holds its subject, and does not swallow it
        ("send the price list", {"request", "catalogue"}),  # nor is a frame swallowed
        ("how much", {"price", "q_word"}),
        ("price, price list", {"price", "catalogue"}),  # only where it stands inside
    ],
)
def test_what_swallows_what(lexicon: Lexicon, text: str, concepts: set[str]) -> None:
    assert read(lexicon, text).concepts == concepts


def test_a_hit_as_long_as_another_is_not_swallowed(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": ["rate card"], "catalogue": ["rate card"]})
    assert read(lexicon, "rate card").concepts == {"price", "catalogue"}


def test_content_words_and_those_that_are_known(lexicon: Lexicon) -> None:
    found = read(lexicon, "What is the shipping cost, 20 dear friend?")
    assert (found.content_words, found.known_words) == (5, 3)


def test_two_characters_make_a_word_without_spaces(make_lexicon: LexiconMaker) -> None:
    lexicon = make_lexicon({"price": ["价格"]}, "zh", spaced=False, fold=False, stopwords=["的"])
    found = read(lexicon, "价格的问题")
    assert (found.content_words, found.known_words) == (2, 1)


def test_a_second_lexicon_adds_its_concepts(make_lexicon: LexiconMaker, lexicon: Lexicon) -> None:
    chinese = make_lexicon({"greeting": ["你好"]}, "zh", spaced=False, fold=False)
    found = unit("你好 price", Sentence("你好 price", 3, True), (chinese, lexicon))
    assert (set(found.concepts), found.at, found.marked) == ({"greeting", "price"}, 3, True)
    assert found.prepared == "你好price"


def test_has_and_spans(lexicon: Lexicon) -> None:
    found = read(lexicon, "what cost, how much")
    assert found.has("freight", "price")
    assert not found.has("freight", "shipping")
    assert [found.prepared[hit.start : hit.end] for hit in found.spans("price")] == ["cost", "how much"]
