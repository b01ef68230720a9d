"""`report.md`: what it says, and that nothing foreign in it becomes markup."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from evaluator.catalogue import load_catalogue
from reports import coverage_from_run, render
from reports.markdown import quoted

from .snapshots import compare
from .synthetic import Scored, session, small_run, undetermined, verdict, write_run

OURS = {
    *("h1", "h2", "p", "strong", "code", "ul", "li", "blockquote", "details", "summary"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
HOSTILE = [
    "<script>alert(1)</script>",
    "</code></td></table><img src=x onerror=alert(1)>",
    "`` ` </details> ``` \n\n# heading\n\n- item",
    "| a | b |\n| --- | --- |",
    "[text](javascript:alert(1)) ![x](http://evil.example/x.png) <http://evil.example>",
    "@everyone #1 www.evil.example http://evil.example a@evil.example :boom: $x^2$",
    "**bold** __bold__ ~~gone~~ \\| &lt;b&gt; &#60;b&#62;",
    "\u202eabc\u2066 \x1b[31m \x00",
    "x" * 1_000_000,
]


class Tags(HTMLParser):
    """The tags and the attributes of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def page(markdown: str) -> Tags:
    tags = Tags()
    tags.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown))
    return tags


def report(path: Path) -> str:
    (written,) = render(path, ["md"], "en")
    assert written == path / "report.md"
    return written.read_text(encoding="utf-8")


def test_the_report_looks_as_it_did(tmp_path: Path) -> None:
    path = write_run(tmp_path / "nightly", small_run(), errors='{"session_id": "vi-9", "message": "time-out"}\n')
    text = report(path)
    head, _, table = text.partition("<details>")
    known = [line for line in table.splitlines() if line.startswith(("| M-008", "| M-009", "| M-028"))]
    compare("report-en.md", f"{head}<details>\n" + "\n".join(known) + "\n")
    assert table.count("\n| M-") == len(load_catalogue())


def test_short_enough_for_a_pull_request(tmp_path: Path) -> None:
    """GitHub takes 65536 characters; every metric fails, with the longest reasons."""
    items = tuple(verdict("a", metric, "FAIL", reason="@" * 5000) for metric in load_catalogue().ids)
    text = report(write_run(tmp_path, [(session("a"), items)]))
    assert len(text) < 40_000
    assert "and 43 more, in the table below" in text


def test_p0_failures_stand_first(tmp_path: Path) -> None:
    items = (verdict("a", "M-017", "FAIL"), verdict("a", "M-040", "FAIL"))
    text = report(write_run(tmp_path, [(session("a"), items)]))
    assert text.index("| M-040") < text.index("| M-017")


def test_a_run_that_decided_nothing_shows_nothing(tmp_path: Path) -> None:
    text = report(write_run(tmp_path, [(session("a"), (undetermined("a"),))]))
    assert "Nothing was decided: this run shows nothing." in text
    assert "No metric failed" not in text


def test_invalid_sessions_are_in_no_count(tmp_path: Path) -> None:
    spoiled = session("a", template="t", invalid="left its language")
    text = report(write_run(tmp_path, [(spoiled, (verdict("a", result="FAIL"),)), (session("b"), (verdict("b"),))]))
    assert "**1 qualified · 0 unqualified · 0 undetermined**" in text
    assert "sessions: 2, of which 1 invalid and left out" in text
    assert "No metric failed." in text


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_foreign_becomes_markup(tmp_path: Path, text: str) -> None:
    spoken = session(text, text, template=text, factors={text: text}, missed=[text])
    runs: list[Scored] = [(spoken, (verdict(text, result="FAIL", check_1="FAIL", reason=text, evidence=text),))]
    path = write_run(tmp_path / "run", runs)
    found = page(report(path))
    assert found.tags <= OURS
    assert found.attributes == set()
    assert "\u202e" not in found.text
    assert "\x1b" not in found.text
    coverage_from_run(path)


@pytest.mark.parametrize("text", [text for text in HOSTILE if len(text) < 1000 and text.isprintable()])
def test_what_was_said_can_still_be_read(text: str) -> None:
    assert page(f"| a |\n| --- |\n| {quoted(text, 200)} |").text.split()[1:] == text.split()
    assert not {"@", "http:", "www."} & set(quoted(text))


def test_it_is_short_enough_for_a_pull_request(tmp_path: Path) -> None:
    """Where all metrics fail at great length, it is well under the 65,536 characters of a comment."""
    reason = "it is wrong & it is long. " * 200
    metrics = [metric.id for metric in load_catalogue() if metric.checks]
    runs: list[Scored] = [
        (session(name), tuple(verdict(name, metric, "FAIL", check_1="FAIL", reason=reason) for metric in metrics))
        for name in (f"s-{number}" for number in range(6))
    ]
    whole = report(write_run(tmp_path, runs))
    assert len(whole) < 32_000
    assert len(whole.partition("<details>")[0]) < 16_000
