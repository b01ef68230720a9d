"""Tables as text and as Markdown, aims, and the document that holds them."""

from pathlib import Path

import pytest

from benchmarks.aims import Measured, aims
from benchmarks.document import replaced, update
from benchmarks.figures import Figures
from benchmarks.table import Table, as_markdown, as_text, percent, share, with_interval
from benchmarks.whole import Conclusions

TABLE = Table("Totals", ("what", "n", "share"), [("targets", "1203", "0.9"), ("a|b", "7", "–")])


def test_text_is_in_columns() -> None:
    assert list(as_text(TABLE)) == [
        "Totals:",
        "  what        n  share",
        "  targets  1203    0.9",
        "  a|b         7      –",
    ]
    assert list(as_text(Table("Totals", ("what",), []))) == []


def test_markdown_is_a_table() -> None:
    assert list(as_markdown(TABLE)) == [
        "### Totals",
        "",
        "| what | n | share |",
        "| --- | ---: | ---: |",
        "| targets | 1203 | 0.9 |",
        "| a\\|b | 7 | – |",
        "",
    ]
    assert list(as_markdown(Table("Totals", ("what",), []))) == ["### Totals", "", "None.", ""]


def test_shares() -> None:
    assert (share(1, 3), share(0, 0)) == ("0.333", "–")
    assert (percent(1, 40), percent(0, 0)) == ("2.50%", "–")
    assert with_interval(60, 60) == "1.000 (0.940–1.000)"
    assert with_interval(0, 0) == "–"


def test_aims_say_what_is_missed() -> None:
    own = Figures()
    for outcome, count in (("right", 97), ("wrong", 3)):
        own.target.total[outcome] = own.target.languages["en"][outcome] = count  # type: ignore[index]
    own.target.languages["ja"]["wrong"] = 2
    rows = {row[0]: row[2:] for row in aims(Measured(300, own, Conclusions())).rows}
    assert rows["own small conversations"] == ("300", "yes")
    assert rows["own targets: right of the decided"] == ("0.970", "no")
    assert rows["languages under 25 decided targets"] == ("ja", "no")
    assert rows["languages over 5% wrong of the decided"] == ("ja", "no")
    assert rows["clean whole ones with a wrong P0 FAIL"] == ("–", "no")  # nothing measured reaches no aim
    assert rows["conclusions right or undetermined"] == ("–", "no")
    assert not any(name.startswith("shared") for name in rows)


def test_a_block_of_the_document_is_replaced(tmp_path: Path) -> None:
    text = "before\n<!-- x: begin -->\nold\n<!-- x: end -->\nafter\n<!-- y: begin -->\nkept\n<!-- y: end -->\n"
    path = tmp_path / "document.md"
    path.write_text(text, encoding="utf-8")
    update("x", [TABLE], "A note.", path)
    once = path.read_text(encoding="utf-8")
    assert once.startswith("before\n<!-- x: begin -->\nA note.\n\n### Totals\n")
    assert once.endswith("| a\\|b | 7 | – |\n\n<!-- x: end -->\nafter\n<!-- y: begin -->\nkept\n<!-- y: end -->\n")
    update("x", [TABLE], "A note.", path)
    assert path.read_text(encoding="utf-8") == once


@pytest.mark.parametrize("text", ["", "<!-- x: begin -->", "<!-- x: end -->", "<!-- x: end --><!-- x: begin -->"])
def test_a_document_without_the_block(text: str) -> None:
    with pytest.raises(ValueError, match="no block between"):
        replaced(text, "x", [], "")
