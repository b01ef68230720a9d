"""The check of prompts: every way of writing headings, what is lacking, what comes near."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError
from simulator.prompts import Prompt, PromptKind, default_prompt
from simulator.prompts.check import KINDS, PromptReport, check_prompt, recognised_kind
from simulator.prompts.headings import headings
from simulator.prompts.references import parse_reference, wanted

CHINESE = "一二三四五六七八九十"


def prompt_of(text: str) -> Prompt:
    return Prompt(text, "mine.md", hashlib.sha256(text.encode()).hexdigest())


def check(text: str, kind: PromptKind = "inquiry") -> PromptReport:
    return check_prompt(prompt_of(text), "mine.md", kind)


def lacking(text: str, kind: PromptKind = "inquiry") -> list[str]:
    return [entry.wanted.label for entry in check(text, kind).lacking]


def outline(kind: PromptKind) -> dict[str, list[str]]:
    """The sections with their items, as the metrics want them; the short name of the poster section left out."""
    sections: dict[str, list[str]] = {}
    for entry in wanted(kind):
        if entry.section != "快速选品海报":
            items = sections.setdefault(entry.section, [])
            items += [entry.item] if entry.item else []
    return sections


Style = Callable[[int, str, list[str]], list[str]]


def items_as(items: list[str], numbered: str, named: str) -> list[str]:
    return [(numbered if item.isdigit() else named).format(item) + "\n规则正文。" for item in items]


STYLES: dict[str, Style] = {
    "markdown": lambda at, name, items: [f"## {name}", *items_as(items, "### {}. 某条", "### {}")],
    "deep": lambda at, name, items: [f"### {at}.{at} {name}", *items_as(items, f"#### {at}.{{}} 某条", "#### {}")],
    "flat": lambda at, name, items: [f"# {name}", *items_as(items, "# {}、某条", "- {}：")],
    "lists": lambda at, name, items: [
        f"## {name}规则",
        *items_as(items, "{}. **某条**：很长" + "的正文" * 30, "- {}：正文"),
    ],
    "brackets": lambda at, name, items: [f"【{name}】", *items_as(items, "{}、某条", "**{}**")],
    "bold": lambda at, name, items: [f"**{name}**", *items_as(items, "**{}. 某条**", "**{}**")],
    "chinese": lambda at, name, items: [
        f"{CHINESE[at % 10]}、{name}（务必遵守）",
        *items_as(items, "（{}）某条", "（一）{}"),
    ],
    "full width": lambda at, name, items: [f"＃＃ {name}", *items_as(items, "＃＃＃ {}．某条", "＃＃＃ {}")],
    "compound": lambda at, name, items: [f"## {name}", *items_as(items, f"### {name}-{{}} 某条", "### {}")],
    "colon": lambda at, name, items: [f"{name}：", *items_as(items, "{}) 某条", "- {}")],
    "plain": lambda at, name, items: [name, *items_as(items, "{}. 某条", "- {}")],
    "tags": lambda at, name, items: [f"<{name}>", *items_as(items, "({}) 某条", "{}:"), f"</{name}>"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_prompts_that_ship_have_all_that_the_metrics_refer_to(kind: PromptKind) -> None:
    prompt = default_prompt(kind)
    report = check_prompt(prompt, prompt.name, kind)
    assert report.lacking == ()
    assert recognised_kind(prompt) == kind
    assert prompt.sha256 == hashlib.sha256(prompt.text.encode()).hexdigest()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", STYLES)
def test_headings_may_be_written_in_many_ways(style: str, kind: PromptKind) -> None:
    blocks = [STYLES[style](at, name, items) for at, (name, items) in enumerate(outline(kind).items())]
    text = "提示词\n" + "\n".join(line for block in blocks for line in [*block, "正文在这里，写得长一些，不像标题。"])
    assert lacking(text, kind) == []
    assert recognised_kind(prompt_of(text)) == kind


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", STYLES)
def test_a_section_left_out_is_lacking_with_its_items_and_nothing_else(style: str, kind: PromptKind) -> None:
    everything = outline(kind)
    for gone, items in everything.items():
        rest = {name: items for name, items in everything.items() if name != gone}
        blocks = [STYLES[style](at, name, items) for at, (name, items) in enumerate(rest.items())]
        expected = {f"§{gone}-{item}" for item in items}
        expected |= {entry.label for entry in wanted(kind) if entry.section == gone and entry.item is None}
        if gone == "首轮与快速选品海报":
            expected.add("§快速选品海报")
        assert set(lacking("\n".join(line for block in blocks for line in block), kind)) == expected, gone


def test_an_item_left_out_is_lacking_and_the_section_says_what_it_has() -> None:
    text = default_prompt("inquiry").text
    report = check(text.replace("### 4. MOQ", "起订量另见别处"))
    (entry,) = report.lacking
    assert entry.wanted.label == "§红线-4"
    assert entry.wanted.metrics == ("M-016", "M-033")
    assert entry.near is not None
    assert entry.near.startswith("红线 (line ")
    assert "1, 2, 3, 5, 6" in entry.near


def test_an_item_is_found_by_its_title_where_the_numbers_differ() -> None:
    text = default_prompt("inquiry").text.replace("### 10. 平台核验", "### 平台核验")
    assert lacking(text) == []


def test_a_near_miss_is_suggested() -> None:
    text = default_prompt("inquiry").text.replace("## 转交口径", "## 转交的口径说明")
    (entry,) = check(text).lacking
    assert (entry.wanted.label, entry.near) == ("§转交口径", "转交的口径说明 (line 159)")


def test_numbers_of_a_nested_list_are_no_items() -> None:
    text = "## 自动转商机\n### 1. 图片\n1. 甲\n2. 乙\n## 别的\n"
    assert "§自动转商机-2" in lacking(text, "opportunity")
    assert "§自动转商机-1" not in lacking(text, "opportunity")


def test_a_section_mentioned_in_a_sentence_is_none() -> None:
    text = "## 角色\n先看转交口径，再看语言规则，最后看输出协议和别的章节，都要遵守，不要遗漏任何一条规则。\n"
    assert {"§转交口径", "§语言规则"} <= set(lacking(text))


def test_numbers_in_many_notations() -> None:
    lines = ["# ４．某条", "（5）某条", "⑥ 某条", "七、某条", "**8. 某条**", "十二、某条", "第三章 某条", "1.9 某条"]
    assert [entry.number for entry in headings("\n".join(lines))] == [4, 5, 6, 7, 8, 12, 3, None]
    assert headings("## 1.9 某条")[0].number == 9
    assert headings("3000 条起做")[0].number is None
    assert headings("# " + "9" * 5000)[0].line == 1


def test_which_kind_cannot_always_be_told() -> None:
    assert recognised_kind(prompt_of("You are a helpful assistant.")) is None
    assert recognised_kind(prompt_of("## 输出协议\n")) is None


def test_every_reference_of_the_catalogue_is_read() -> None:
    for metric in load_catalogue():
        for reference in metric.prompt_refs:
            parse_reference(reference)
    assert parse_reference("询盘 §红线-4/5/8/9") == ("inquiry", "红线", ("4", "5", "8", "9"), None)
    assert parse_reference("商机 §自动转商机-2 海报后") == ("opportunity", "自动转商机", ("2",), "海报后")
    assert parse_reference("询盘 §路由-a_b / c_d") == ("inquiry", "路由", ("a_b", "c_d"), None)
    assert parse_reference("询盘 §输出协议 askedFieldKeys") == ("inquiry", "输出协议", ("askedFieldKeys",), None)
    covered = {metric for kind in KINDS for entry in wanted(kind) for metric in entry.metrics}
    assert covered == set(load_catalogue().ids)


@pytest.mark.parametrize("text", ["", "红线-1", "买家 §红线-1", "询盘 红线"])
def test_another_shape_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no reference"):
        parse_reference(text)
