"""`sim report --blame`: from a failed check to the section of the prompt."""

from pathlib import Path

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError
from reports.blame import blame
from reports.blame_text import markdown, terminal_lines

from .made import case, column, session, write


def test_failed_checks_come_by_grade_and_count(tmp_path: Path) -> None:
    scored = [
        (case("t", number, 1), {"M-017": "F", "M-008": "F" if number < 5 else "P", "M-009": "F" if number < 2 else "U"})
        for number in range(1, 7)
    ]
    spoilt = (case("x", 1, 1, invalid="why"), {"M-008": "F"})
    report = blame(write(tmp_path / "run", [*scored, spoilt]))
    assert [(one.where, one.count, one.decided) for one in report.failures] == [
        ("M-008.check_1", 4, 6),
        ("M-009.check_1", 1, 1),
        ("M-017.check_1", 6, 6),
    ]
    assert (report.sessions, report.invalid_sessions) == (7, 1)
    first = report.failures[0]
    assert first.prompt_sections == load_catalogue().metric("M-008").prompt_refs
    assert (first.languages, first.times) == ({"en": 4}, {"work": 4})
    assert [(one.session_id, one.turn, one.quote) for one in first.examples] == [
        (f"t.v0{number}.r1", 1, "hello") for number in (1, 2, 3)
    ]
    assert first.interval is not None


def test_the_texts_name_all_of_it(tmp_path: Path) -> None:
    run = write(tmp_path / "run", column("FP"), state="interrupted")
    text = "\n".join(terminal_lines(blame(run)))
    for part in (
        "M-008.check_1 (P0)",
        "1 of 2 conversations",
        "询盘 §",
        "languages: en 1",
        "working hours 1",
        '"hello"',
    ):
        assert part in text
    assert "not complete (state: interrupted)" in text
    chinese = markdown(blame(run, "zh"), "zh")
    assert "| M-008.check_1 (P0) " in chinese
    assert "工作时间 1" in chinese


def test_foreign_texts_become_no_markup(tmp_path: Path) -> None:
    run = write(tmp_path / "run", [(session("<b>@x</b>|"), {"M-008": "F"})])
    assert "<b>" not in markdown(blame(run))
    assert "@x" not in markdown(blame(run))


def test_without_a_failure_that_is_said(tmp_path: Path) -> None:
    report = blame(write(tmp_path / "run", column("PU-")))
    assert report.failures == ()
    assert "No check failed." in list(terminal_lines(report))
    assert "No check failed." in markdown(report)


def test_damage_is_named(tmp_path: Path) -> None:
    run = write(tmp_path / "run", column("FF"))
    (run / "verdicts.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"verdicts\.jsonl"):
        blame(run)
    run = write(tmp_path / "odd", [(session("a"), {"M-999": "F"})])
    with pytest.raises(InputError, match="M-999"):
        blame(run)
    run = write(tmp_path / "short", column("FF"))
    (run / "verdicts.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match=r"verdicts\.jsonl"):
        blame(run)
