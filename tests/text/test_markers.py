"""The marker grammar: what keeps it, what was meant to, and what is no marker at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.text import find_markers, strip_markers
from evaluator.text.markers import PROTOCOL_KINDS
from tests.text.growth import growth

_TOO_STEEP = 3.0  # a square law would give 4 and more


@pytest.mark.parametrize(
    ("text", "kind", "first", "file_name", "caption"),
    [
        ("[IMAGE:poster-1|Styles A]", "IMAGE", "poster-1", None, "Styles A"),
        ("[DOCUMENT:d-1|Range 2026.pdf|目录]", "DOCUMENT", "d-1", "Range 2026.pdf", "目录"),
        ("[VIDEO:https://v.example/a?b=1&c=[2]|clip]", "VIDEO", "https://v.example/a?b=1&c=[2]", None, "clip"),
        ("[KBVIDEO:kb-3|車間]", "KBVIDEO", "kb-3", None, "車間"),
        ("[LINK:https://example.top/|site]", "LINK", "https://example.top/", None, "site"),
        ("[IMAGE:a|]", "IMAGE", "a", None, ""),
        ("[IMAGE:a| spaced caption ]", "IMAGE", "a", None, "spaced caption"),
        ("[IMAGE:a|caption with [brackets]]", "IMAGE", "a", None, "caption with [brackets]"),
    ],
)
def test_well_formed(text: str, kind: str, first: str, file_name: str | None, caption: str) -> None:
    (marker,) = find_markers(f"see {text} now")
    assert marker.well_formed
    assert (marker.kind, marker.id or marker.url, marker.file_name, marker.caption) == (kind, first, file_name, caption)
    assert (marker.raw, marker.start, marker.end) == (text, 4, 4 + len(text))


@pytest.mark.parametrize(
    ("text", "kind", "problem"),
    [
        ("[IMG:x|y]", "IMAGE", "the marker is IMG"),
        ("[image:x|y]", "IMAGE", "the marker is image"),
        ("[Image:x|y]", "IMAGE", "the marker is Image"),
        ("[PHOTO:x|y]", "IMAGE", "the marker is PHOTO"),
        ("[图片:x-1|线]", "IMAGE", "the marker is 图片"),
        ("[IMAGE：x|y]", "IMAGE", "： instead of a colon"),
        ("[IMAGE|x|y]", "IMAGE", "| instead of a colon"),
        ("[IMAGE:x｜y]", "IMAGE", "a full-width bar"),
        ("【IMAGE:x|y】", "IMAGE", "the brackets are 【】"),
        ("［IMAGE:x|y］", "IMAGE", "the brackets are ［］"),
        ("(IMAGE:x|y)", "IMAGE", "the brackets are ()"),
        ("{IMAGE:x|y}", "IMAGE", "the brackets are {}"),
        ("<IMAGE:x|y>", "IMAGE", "the brackets are <>"),
        ("[IMAGE:x]", "IMAGE", "1 field where"),
        ("[IMAGE:x|y|z]", "IMAGE", "3 fields where"),
        ("[DOCUMENT:x|y]", "DOCUMENT", "2 fields where"),
        ("[DOCUMENT:x||y]", "DOCUMENT", "nothing where the file name"),
        ("[IMAGE:|y]", "IMAGE", "nothing where the id"),
        ("[VIDEO:|y]", "VIDEO", "nothing where the url"),
        ("[IMAGE: x|y]", "IMAGE", "white space around the id"),
        ("[ IMAGE:x|y]", "IMAGE", "white space inside"),
        ("[IMAGE x]", "IMAGE", "no colon"),
        ("[IMAGE]", "IMAGE", "no colon"),
        ("[IMAGE:x|y", "IMAGE", "not closed"),
        ("IMAGE:x-1|y", "IMAGE", "the opening bracket is missing"),
        ("[KB VIDEO:x|y]", "KBVIDEO", "the marker is KB VIDEO"),
        ("[kbvideo:x|y]", "KBVIDEO", "the marker is kbvideo"),
        ("[FOTO:abc-1|y]", "UNKNOWN", "FOTO is no marker"),
        ("![cable](https://x.example/y.png)", "IMAGE", "Markdown"),
        ("[our site](https://x.example)", "LINK", "Markdown"),
        ('<img src="https://x.example/y.png">', "IMAGE", "HTML"),
        ('<a href="https://x.example">site</a>', "LINK", "HTML"),
    ],
)
def test_malformed(text: str, kind: str, problem: str) -> None:
    (marker,) = find_markers(f"你好 {text}")
    assert not marker.well_formed
    assert marker.kind == kind
    assert problem in marker.problem
    assert marker.raw == text


def test_doubled_brackets() -> None:
    (marker,) = find_markers("[[IMAGE:x|y]]")
    assert marker.problem == "doubled brackets"


@pytest.mark.parametrize(
    "text",
    [
        "", "[1]", "[urgent]", "[note: later]", "[size: S|M|L]", "[link below]", "[photo of the cable]", "[video]",
        "[图片]",
        "(image: front view)", "【新品】", "a[0]|b", "IMAGE: see below",
        "[image-based search]", "[A|B]", "{name}", 
        "<b>bold</b>",
        "the IMAGE:ratio is 2", "[](x)", "[text](not a link)", "document: attached",
    ],
)  # fmt: skip
def test_no_markers(text: str) -> None:
    assert find_markers(text) == ()
    assert strip_markers(text) == text.strip()


def test_several_in_order() -> None:
    text = "[IMAGE:a|1][IMG:b|2]\n[IMAGE:c|3 [IMAGE:d|4]"
    assert [marker.id for marker in find_markers(text)] == ["a", "b", "c", "d"]
    assert [marker.well_formed for marker in find_markers(text)] == [True, False, False, True]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("Look here.\n\n[IMAGE:a|b]\n[IMAGE:c|d]", "Look here."),
        ("One.\n\n[IMAGE:a|b]\n\nTwo.", "One.\n\nTwo."),
        ("One.\n[IMAGE:a|b]\nTwo.", "One.\nTwo."),
        ("See [LINK:u|v] now.", "See now."),
        ("看[IMAGE:a|b]这里", "看这里"),
        ("[IMG:a|b]", ""),
        ("One.\n\nTwo.", "One.\n\nTwo."),
    ],
)
def test_body(text: str, body: str) -> None:
    assert strip_markers(text) == body


field = st.text(
    st.characters(exclude_characters="[]|｜\n\r", exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp", "Cf")),
    min_size=1,
    max_size=6,
)


@given(st.sampled_from(PROTOCOL_KINDS), field, field, field)
def test_whatever_keeps_the_grammar_is_well_formed(kind: str, first: str, name: str, caption: str) -> None:
    fields = [first, name, caption] if kind == "DOCUMENT" else [first, caption]
    text = f"[{kind}:{'|'.join(fields)}]"
    (marker,) = find_markers(text)
    assert marker.well_formed
    assert (marker.raw, marker.caption) == (text, caption)


pieces = st.sampled_from([*"[]|:：【】()! \n", "IMAGE", "IMG", "image", "LINK", "http://a.example", "x", "线", "\0"])


@given(st.lists(pieces, max_size=25).map("".join))
def test_spans_are_true_and_apart(text: str) -> None:
    end = 0
    for marker in find_markers(text):
        assert text[marker.start : marker.end] == marker.raw
        assert marker.raw
        assert marker.start >= end
        end = marker.end
    strip_markers(text)


@pytest.mark.parametrize("piece", ["[IMAGE:", "(a", "<a ", "[", "[a](", "![", "[IMAGE:a|[", "【图"])
def test_hostile_texts_cost_grows_with_their_length_only(piece: str) -> None:
    assert growth(find_markers, piece, 2500) < _TOO_STEEP
