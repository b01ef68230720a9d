"""The page as a person uses it, in a real browser, opened from disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import DESKTOP, PHONE, Open
from .runs import PRICE, ordinary


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """24 conversations, of which 8 give a price."""
    return ordinary(tmp_path_factory.mktemp("ordinary"))


def test_the_decision_comes_first(run: Path, open_page: Open) -> None:
    seen = open_page(run)
    assert seen.in_view(".verdict-of")
    assert "Not to be released: gates failed" in seen.text(".say")
    assert "8 conversations fail a P0" in seen.text(".gates")
    assert seen.page.locator(".matrix .metric").count() == 58
    assert seen.page.locator(".heat .cell").count() == 58 * (3 + 1 + 2)


def test_the_language_is_switched(run: Path, open_page: Open) -> None:
    seen = open_page(run)
    assert seen.page.title() == "Evaluation report"
    seen.page.click("[data-set-lang=zh]")
    assert seen.page.title() == "评测报告"
    assert seen.page.locator("html").get_attribute("lang") == "zh"
    shown = seen.page.locator("body").inner_text()
    assert "海报语言分流正确" in shown
    assert "Poster language chosen correctly" not in shown
    assert seen.text("#talk .by").startswith("客户")
    seen.page.click("[data-set-lang=en]")
    assert "Poster language chosen correctly" in seen.page.locator("body").inner_text()


def test_filters_narrow_the_list_and_stand_in_the_address(run: Path, open_page: Open) -> None:
    seen = open_page(run)
    seen.says("#shown", "24 / 24 shown")
    seen.page.select_option("[name=metric]", "M-031")
    seen.page.select_option("[name=result]", "FAIL")
    seen.says("#shown", "8 / 24 shown")
    assert seen.hash() == "#metric=M-031&result=FAIL"
    seen.page.select_option("[name=language]", "vi")
    seen.page.select_option("[name=time]", "work")
    seen.says("#shown", "4 / 24 shown")
    seen.page.fill("[name=q]", "talk-0009")
    seen.says("#shown", "1 / 24 shown")
    seen.page.click("#clear")
    seen.says("#shown", "24 / 24 shown")


def test_a_link_opens_the_same_view(run: Path, open_page: Open) -> None:
    seen = open_page(run, "metric=M-031&result=FAIL&language=en")
    seen.says("#shown", "4 / 24 shown")
    assert seen.page.locator("[name=metric]").input_value() == "M-031"
    assert seen.in_view("#conversations")
    again = open_page(run, "session=talk-0005")
    again.says("#talk h3", "talk-0005")


def test_the_marked_quote_of_a_failing_conversation(run: Path, open_page: Open) -> None:
    seen = open_page(run, "metric=M-031&result=FAIL")
    seen.page.click("#list a >> nth=1")
    seen.says("#talk h3", "talk-0003")
    seen.says("mark", PRICE)
    # The window of the chat has scrolled to it, and beside it stands the metric's own text with the prompt section.
    assert seen.in_view("mark")
    card = seen.text("[data-verdict=M-031]")
    for wanted in ("No prices, no landed costs", "a price is given", "Prompt section", "询盘 §红线-1"):
        assert wanted in card
    seen.page.click("mark")
    assert seen.page.evaluate("document.activeElement.dataset.verdict") == "M-031"


def test_figures_lead_to_their_conversations(run: Path, open_page: Open) -> None:
    seen = open_page(run)
    seen.page.click(".matrix [data-metric=M-031] a.fail")
    seen.says("#shown", "8 / 24 shown")
    seen.page.click(".matrix [data-metric=M-031] .open")
    seen.page.click(".matrix .more a.fail")
    assert seen.hash() == "#part=M-031.check_1"
    seen.says("#shown", "8 / 24 shown")
    seen.page.click("#chosen-part button")
    seen.says("#shown", "24 / 24 shown")
    seen.page.click(".north a.pass >> nth=0")
    assert seen.hash() == "#metric=conversions&result=PASS"
    seen.says("#shown", "24 / 24 shown")


def test_the_columns_follow_the_factor(run: Path, open_page: Open) -> None:
    seen = open_page(run)
    assert seen.page.locator(".matrix thead .lev").all_inner_texts() == ["en", "vi"]
    seen.page.select_option(".choices select[data-factor]", "time")
    assert seen.page.locator(".matrix thead .lev").all_inner_texts() == ["off", "work"]
    seen.page.click(".matrix [data-metric=M-031] td.lev a >> nth=0")
    assert seen.hash() == "#metric=M-031&time=off"
    seen.says("#shown", "6 / 24 shown")


def test_the_keyboard_alone(run: Path, open_page: Open) -> None:
    seen = open_page(run, "metric=M-031&result=FAIL&session=talk-0000")
    keys = seen.page.keyboard
    keys.press("j")
    seen.says("#talk h3", "talk-0003")
    keys.press("k")
    seen.says("#talk h3", "talk-0000")
    keys.press("n")
    assert seen.page.evaluate("document.activeElement.tagName") == "MARK"
    keys.press("Enter")
    assert seen.page.evaluate("document.activeElement.dataset.verdict") == "M-031"
    keys.press("/")
    keys.type("jkn")
    assert seen.page.locator("[name=q]").input_value() == "jkn"
    fresh = open_page(run)
    fresh.page.keyboard.press("Tab")
    fresh.page.keyboard.press("Enter")
    assert fresh.page.evaluate("document.activeElement.id") == "conversations"
    fresh.page.focus(".heat")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        fresh.page.keyboard.press(key)
    fresh.says("#shown", "0 / 24 shown")
    assert fresh.hash() == "#metric=M-001&language=en"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_is_wider_than_the_window(
    run: Path, open_page: Open, scheme: str, size: tuple[int, int], lang: str
) -> None:
    seen = open_page(run, size=size, scheme=scheme)
    seen.page.click(f"[data-set-lang={lang}]")
    assert seen.overflow() <= 0
    seen.page.click(".matrix .open >> nth=0")
    seen.page.evaluate("location.hash = 'session=talk-0000'")
    seen.page.wait_for_selector("#talk .bubble")
    seen.page.evaluate("document.querySelectorAll('#talk details').forEach((node) => { node.open = true; })")
    assert seen.overflow() <= 0


def test_on_a_phone_the_list_and_the_conversation_take_turns(run: Path, open_page: Open) -> None:
    seen = open_page(run, "metric=M-031&result=FAIL", size=PHONE)
    assert not seen.page.locator("#talk").is_visible()
    seen.page.click("#list a >> nth=0")
    assert seen.page.locator("#talk").is_visible()
    assert not seen.page.locator("#list").is_visible()
    seen.page.click("#back")
    assert seen.page.locator("#list").is_visible()
    assert seen.hash() == "#metric=M-031&result=FAIL"


def test_a_large_run_loads_what_is_read(tmp_path: Path, open_page: Open) -> None:
    seen = open_page(ordinary(tmp_path, 330), "session=talk-0300")
    seen.page.wait_for_selector("#talk mark")
    seen.says("#talk h3", "talk-0300")
    assert seen.page.locator("head script").count() == 1
    seen.page.evaluate("location.hash = 'session=talk-0001'")
    seen.page.wait_for_selector("#talk .bubble:has-text('Question 1 of 1')")
    assert seen.page.locator("head script").count() == 2


def test_a_missing_shard_is_said(tmp_path: Path, browser: object, open_page: Open) -> None:
    run = ordinary(tmp_path, 330)
    (run / "report_data" / "000.js").unlink()
    seen = open_page(run, "session=talk-0001")
    seen.page.wait_for_selector("#talk .warning")
    assert "report_data" in seen.text("#talk .warning")
    seen.complaints.clear()  # the browser's own word that the file is not there
