"""`sim prompts`: what is printed, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulator.prompts import default_prompt

from .helpers import sim


@pytest.mark.parametrize("kind", ["inquiry", "opportunity"])
def test_a_prompt_that_ships_is_shown_and_checks_well(here: Path, kind: str) -> None:
    shown = sim("prompts", "show", kind)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == default_prompt(kind).text  # type: ignore[arg-type]
    (here / "mine.md").write_text(shown.out, encoding="utf-8")
    result = sim("prompts", "check", "mine.md")
    assert (result.code, result.err) == (0, "")
    head, *lines = result.out.splitlines()
    assert head == f"mine.md: {kind} prompt, {len(lines)} of {len(lines)} sections that the metrics refer to"
    assert all(line.startswith("  line ") for line in lines)


def test_what_is_lacking_is_a_finding_and_no_error(here: Path) -> None:
    text = default_prompt("opportunity").text.replace("## 会话分类", "## 会话的分类")
    (here / "mine.md").write_text(text, encoding="utf-8")
    result = sim("prompts", "check", "mine.md")
    assert result.code == 0
    assert "  lacking   §会话分类  (M-109); near: 会话的分类 (line 76)\n" in result.out
    chinese = sim("prompts", "check", "mine.md", "--lang", "zh")
    assert chinese.out.startswith("mine.md：商机转化助手提示词，指标引用的 12 个章节中有 11 个\n")
    assert "缺少" in chinese.out
    (document,) = json.loads(sim("prompts", "check", "mine.md", "--json").out)
    assert (document["file"], document["kind"], document["lacking"]) == ("mine.md", "opportunity", 1)
    entry = next(entry for entry in document["sections"] if entry["line"] is None)
    assert entry == {"section": "§会话分类", "metrics": ["M-109"], "line": None, "near": "会话的分类 (line 76)"}


def test_the_kind_may_be_given(here: Path) -> None:
    (here / "mine.txt").write_text("You are Tom.\n", encoding="utf-8")
    unknown = sim("prompts", "check", "mine.txt")
    assert (unknown.code, unknown.out) == (2, "")
    assert "give --kind inquiry or opportunity" in unknown.err
    result = sim("prompts", "check", "mine.txt", "--kind", "opportunity")
    assert result.code == 0
    assert result.out.startswith("mine.txt: opportunity prompt, 0 of 12 sections")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "missing.md: expected a text file, found No such file or directory"),
        (b"", "found nothing"),
        (b" \n", "found nothing"),
        (b"ab\ncd\xff", "missing.md:2: expected text in UTF-8, found the byte 0xff"),
    ],
)
def test_a_file_that_cannot_be_read(here: Path, content: bytes | None, told: str) -> None:
    if content is not None:
        (here / "missing.md").write_bytes(content)
    result = sim("prompts", "check", "missing.md")
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert "Traceback" not in result.err


def test_a_folder_is_no_prompt(here: Path) -> None:
    result = sim("prompts", "check", ".")
    assert result.code == 2
    assert "expected a text file, found Is a directory" in result.err


@pytest.mark.parametrize("arguments", [("show", "buyer"), ("check", "x.md", "--kind", "buyer")])
def test_an_unknown_kind(arguments: tuple[str, ...]) -> None:
    result = sim("prompts", *arguments)
    assert result.code == 2
    assert "no kind of prompt is called 'buyer' (expected one of inquiry, opportunity)" in result.err


def test_a_byte_order_mark_and_other_line_ends_do_not_matter(here: Path) -> None:
    text = default_prompt("inquiry").text.replace("\n", "\r\n")
    (here / "mine.md").write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    result = sim("prompts", "check", "mine.md")
    assert result.code == 0
    assert "lacking" not in result.out
