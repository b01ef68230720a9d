"""`verdicts.csv`: what a spreadsheet reads."""

import csv
from pathlib import Path

import pytest

from reports import render
from reports.csv_export import COLUMNS, cell

from .synthetic import session, small_run, undetermined, verdict, write_run
from .test_markdown import HOSTILE


def rows(path: Path) -> list[dict[str, str]]:
    (written,) = render(path, ["csv"], "zh")
    with written.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def test_a_row_a_verdict(tmp_path: Path) -> None:
    path = write_run(tmp_path, small_run())
    found = rows(path)
    assert (path / "verdicts.csv").read_bytes().startswith(b"\xef\xbb\xbfsession_id,")
    assert len(found) == sum(len(items) for _, items in small_run())
    failed = next(row for row in found if row["result"] == "FAIL")
    assert tuple(failed) == COLUMNS
    assert (failed["session_id"], failed["template"], failed["language"]) == ("vi-5", "posters-vi", "vi")
    assert (failed["name"], failed["grade"], failed["failed_checks"]) == ("海报语言分流正确", "P0", "check_1")
    assert found[-1]["language"] == "de"  # an imported session: by its reading
    assert next(row for row in found if row["metric_id"] == "M-028")["score"] == "1"


def test_flags(tmp_path: Path) -> None:
    spoiled = session("a", template="t", invalid="spoiled")
    items = (undetermined("a", check_1="OPEN", check_2="OPEN"), verdict("a", "M-108", exercised=False))
    first, second = rows(write_run(tmp_path, [(spoiled, items)]))
    assert (first["invalid"], first["undetermined"], first["open_checks"]) == ("true", "true", "check_1 check_2")
    assert (second["undetermined"], second["exercised"]) == ("false", "false")


@pytest.mark.parametrize(
    "text", ["=1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x")', "\t=1", " =1", "\u3000=1", "＝1"]
)
def test_no_cell_is_a_formula(text: str) -> None:
    assert cell(text).startswith("'")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_foreign_text_stays_in_its_cell(tmp_path: Path, text: str) -> None:
    spoken = session(text, template=text)
    runs = [(spoken, (verdict(text, result="FAIL", reason=text, evidence=text, check_1="FAIL"),))]
    (row,) = rows(write_run(tmp_path, runs))
    assert row["result"] == "FAIL"
    assert max(map(len, row.values())) <= 2001
    assert not any("\n" in value or "\u202e" in value for value in row.values())
