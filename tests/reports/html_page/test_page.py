"""The page as a whole: what it counts, and that nothing of a record becomes part of it."""

import re
from pathlib import Path

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError
from reports.html import write_html
from reports.html.embed import source_hash
from reports.html.page import script, style
from reports.html.words import joined, words
from reports.render import coverage_from_run

from .hostile import run_of
from .made import Run, Scored, failed, file_run, session, turn, verdict
from .reader import page_of


def test_no_part_of_the_code_makes_markup_of_text() -> None:
    code = script()
    for forbidden in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        ".srcdoc",
    ):
        assert forbidden not in code


def test_the_policy_allows_the_pages_own_script_and_style_alone(tmp_path: Path) -> None:
    page = page_of(tmp_path, Run([]))
    [policy] = [dict(attrs)["content"] or "" for tag, attrs in page.tags if dict(attrs).get("http-equiv")]
    assert source_hash(script()) in policy
    assert source_hash(style()) in policy
    assert page.scripts[None].count(script()) == 1


def test_the_page_refers_to_nothing_outside(tmp_path: Path) -> None:
    page = page_of(tmp_path, run_of("https://example.org/x.js"))
    for tag, attrs in page.tags:
        for name, value in attrs:
            assert name not in ("src", "srcset", "action", "style"), tag
            assert not name.startswith("on"), tag
            assert name != "href" or str(value).startswith("#")


def test_a_megabyte_does_not_break_the_page(tmp_path: Path) -> None:
    text = "价格 <b>" * 150_000
    page = page_of(
        tmp_path,
        Run([Scored(session("s", [turn(text, text)]), [verdict("M-001", "FAIL", failed("check_1", text[-9:]))])]),
    )
    [talk] = page.data("conversation-data")[0]
    assert talk["turns"][0]["out"]["s"][-1]["cut"] > 500_000
    assert (tmp_path / "report.html").stat().st_size < 4_000_000


def test_conclusions_count_the_valid_sessions(tmp_path: Path) -> None:
    lost = [verdict("M-008", "FAIL", failed("check_1", "Hello"))]
    spoiled = session("d", simulation={"template": "t", "factors": {"language": "vi"}, "invalid": "left the plan"})
    scored = [
        Scored(session("a")),
        Scored(session("b"), lost),
        Scored(session("c"), conclusion="undetermined"),
        Scored(spoiled, lost),
    ]
    text = page_of(tmp_path, Run(scored, errors=[{"kind": "quota"}])).text
    for wanted in (
        "4 Conversations",
        "1 Qualified",
        "1 Unqualified",
        "1 Undetermined",
        "1 Invalid",
        "1 Infrastructure",
    ):
        assert wanted in text


def test_failures_of_p0_are_named_first_and_counted(tmp_path: Path) -> None:
    scored = [Scored(session(f"s{n}"), [verdict("M-008", "FAIL" if n < 2 else "PASS")]) for n in range(6)]
    text = page_of(tmp_path, Run(scored)).text
    assert re.search(r"P0 failures .*M-008 Poster language.* 2 ?/6", text)
    assert re.search(r"67% 30–90%, n=6", text)


def test_a_handful_is_no_percentage(tmp_path: Path) -> None:
    scored = [Scored(session(f"s{n}"), [verdict("M-008")]) for n in range(4)]
    text = page_of(tmp_path, Run(scored)).text
    assert "too few 样本太少 (n=4)" in text
    assert "100%" not in text


def test_the_index_has_one_letter_a_metric(tmp_path: Path) -> None:
    of = session("s", simulation={"template": "t", "factors": {"language": "vi"}, "missed": ["M-002.check_1"]})
    verdicts = [verdict("M-001", "FAIL"), verdict("M-028", score=2), verdict("M-108", exercised=False)]
    [line] = page_of(tmp_path, Run([Scored(of, verdicts)])).data("session-data")
    name, conclusion, codes, template, invalid, group, place, levels, parts = line
    assert (name, conclusion, template, invalid, group, place) == ("s", "u", "t", False, 0, 0)
    assert (levels, parts) == ([0], [])
    ids = load_catalogue().ids
    assert {ids[at]: code for at, code in enumerate(codes) if code != "N"} == {
        "M-001": "F",
        "M-002": "M",
        "M-028": "2",
        "M-108": "O",
    }


def test_the_manifest_warns(tmp_path: Path) -> None:
    manifest = {
        "state": "interrupted",
        "agents": {"inquiry": {"kind": "openai", "model": "m-1"}},
        "evaluator": {"judge": {"model": "m-1"}},
    }
    text = page_of(tmp_path, Run([], manifest)).text
    assert re.search("This run is not complete.* interrupted", text)
    assert "The judge is the model under test" in text


def test_a_large_run_lies_beside_the_page(tmp_path: Path) -> None:
    page = page_of(tmp_path, Run([Scored(session(f"s{n}")) for n in range(310)]))
    assert page.data("conversation-data") is None
    assert len(page.data("session-data")) == 310
    assert sorted(path.name for path in (tmp_path / "report_data").iterdir()) == [f"{n:03}.js" for n in range(8)]


def test_both_languages_are_in_the_page_and_one_is_shown(tmp_path: Path) -> None:
    page = page_of(tmp_path, Run([]), "zh")
    assert ("html", (("lang", "zh"), ("data-lang", "zh"))) in page.tags
    assert "海报语言分流正确" in page.text
    assert "Poster language chosen correctly" in page.text


def test_the_same_run_gives_the_same_page(tmp_path: Path) -> None:
    page_of(tmp_path, run_of("plain"))
    first = (tmp_path / "report.html").read_bytes()
    page_of(tmp_path, run_of("plain"))
    assert (tmp_path / "report.html").read_bytes() == first


def test_a_missing_conclusion_is_an_error(tmp_path: Path) -> None:
    file_run(tmp_path, Run([Scored(session("a")), Scored(session("b"))]))
    path = tmp_path / "conclusions.jsonl"
    path.write_text(path.read_text().splitlines(keepends=True)[0])
    with pytest.raises(InputError, match="conclusion of session 'b'"):
        write_html(tmp_path, coverage_from_run(tmp_path))
    assert not (tmp_path / "report.html").exists()


def test_every_word_that_the_page_asks_for_is_there() -> None:
    wanted = set(re.findall(r'\bword\("(\w+)"\)', script()))
    template = joined(".j2")
    wanted |= {*re.findall(r'\bt\("(\w+)"\)', template), *re.findall(r'data-label="(\w+)"', template)}
    assert wanted <= words().keys()
    assert all(set(texts) == {"en", "zh"} for texts in words().values())
