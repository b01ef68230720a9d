from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from reports.html.spans import LONGEST, Mark, spans

_POSTERS = "Look:\n[IMAGE:en-poster-1|Styles A] and [IMG:en-poster-2|Styles B]"


def _text(pieces: list[Any]) -> str:
    return "".join(piece if isinstance(piece, str) else piece.get("s", "") for piece in pieces)


def test_plain_text_is_one_piece() -> None:
    assert spans("hello <b>there</b>") == ["hello <b>there</b>"]


def test_an_empty_text_has_no_pieces() -> None:
    assert spans("") == []


def test_a_mark_cuts_its_piece_out() -> None:
    assert spans("What is it? Fine.", [Mark(0, 11, 3)]) == [{"s": "What is it?", "f": [3]}, " Fine."]


def test_overlapping_marks_share_a_piece() -> None:
    assert spans("abcd", [Mark(0, 3, 0), Mark(1, 4, 1)]) == [
        {"s": "a", "f": [0]},
        {"s": "bc", "f": [0, 1]},
        {"s": "d", "f": [1]},
    ]


def test_markers_become_chips_and_malformed_ones_say_why() -> None:
    _, good, _, bad = spans(_POSTERS, markers=True)
    assert good == {"s": "[IMAGE:en-poster-1|Styles A]", "k": "IMAGE", "c": "Styles A"}
    assert bad["k"] == "IMAGE"
    assert "the protocol has IMAGE" in bad["p"]


def test_a_mark_on_a_part_of_a_marker_marks_it_whole() -> None:
    place = _POSTERS.index("poster-2")
    chip = spans(_POSTERS, [Mark(place, place + 8, 7)], markers=True)[-1]
    assert chip["f"] == [7]


def test_controls_become_visible() -> None:
    assert spans("a\u202eb\x1b[31m") == ["a⟨U+202E⟩b⟨U+001B⟩[31m"]


def test_a_huge_text_is_cut_and_the_rest_counted() -> None:
    assert spans("x" * (LONGEST + 5)) == ["x" * LONGEST, {"cut": 5}]


def test_no_mark_is_cut_off() -> None:
    text = "x" * LONGEST + "bad" + "y" * LONGEST
    pieces = spans(text, [Mark(LONGEST, LONGEST + 3, 0)])
    assert {"s": "bad", "f": [0]} in pieces
    assert "cut" in pieces[-1]


def test_thousands_of_markers_do_not_become_thousands_of_chips() -> None:
    pieces = spans("[IMAGE:a|b]" * 5000, markers=True)
    assert sum(isinstance(piece, dict) and "k" in piece for piece in pieces) == 300


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf"])),
    st.lists(st.tuples(*[st.integers(0, 40)] * 2)),
)
def test_no_text_is_lost_or_doubled(text: str, places: list[tuple[int, int]]) -> None:
    marks = [Mark(min(place), max(place), number) for number, place in enumerate(places)]
    assert _text(spans(text, marks, markers=True)) == text
