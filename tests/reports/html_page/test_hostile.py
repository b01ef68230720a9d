"""Nothing of a record becomes part of the page: sixty texts, each where a record, a verdict or the manifest has one."""

from pathlib import Path

import pytest

from reports.html.embed import harmless

from .hostile import TEXTS, run_of, scored
from .made import Run
from .reader import Page, page_of


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of a harmless run of the same shape."""
    return page_of(tmp_path_factory.mktemp("plain"), run_of("plain"))


def test_there_are_sixty() -> None:
    assert len(set(TEXTS)) == len(TEXTS) >= 60


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_hostile_record_adds_no_tag_and_no_attribute(tmp_path: Path, plain: Page, text: str) -> None:
    hostile = page_of(tmp_path, run_of(text))
    assert [tag for tag, _ in hostile.tags] == [tag for tag, _ in plain.tags]
    assert [attrs for _, attrs in hostile.tags] == [attrs for _, attrs in plain.tags]
    assert hostile.scripts.keys() == plain.scripts.keys()
    assert hostile.scripts[None] == plain.scripts[None]
    # What lies in a script as data cannot end it.
    for name in ("page-data", "session-data", "conversation-data"):
        assert hostile.scripts[name] == harmless(hostile.scripts[name])


def test_a_hostile_record_is_in_the_data_as_it_was(tmp_path: Path) -> None:
    text = TEXTS[0] + TEXTS[3] + "\u202egnp.exe"
    page = page_of(tmp_path, run_of(text))
    shown = page.data("conversation-data")[0][0]["turns"][0]["in"][0]["s"]
    said = "".join(piece if isinstance(piece, str) else piece["s"] for piece in shown)
    assert said == TEXTS[0] + TEXTS[3] + "⟨U+202E⟩gnp.exe"


def test_hostile_records_beside_the_page_lie_in_scripts_of_one_call(tmp_path: Path) -> None:
    many = [scored(TEXTS[number % len(TEXTS)], f"s{number}") for number in range(305)]
    page_of(tmp_path, Run(many))
    for path in (tmp_path / "report_data").iterdir():
        written = path.read_text(encoding="utf-8")
        start, _, rest = written.partition(",")
        assert start == f"simReportShard({int(path.stem)}"
        assert rest.startswith('"')
        assert rest.endswith('");\n')
        assert not set("<>&\u2028\u2029") & set(rest)
        assert rest.count("\n") == 1


def test_factors_that_are_no_plain_names_are_no_filters(tmp_path: Path) -> None:
    page = page_of(tmp_path, run_of("__proto__"))
    assert page.data("page-data")["factors"] == [["language", ["__proto__"]], ["time", ["__proto__"]]]
