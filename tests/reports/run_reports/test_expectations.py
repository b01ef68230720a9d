"""What templates expected, against what came about."""

from __future__ import annotations

import json
from pathlib import Path

from reports import coverage_from_run, expectations, write_reports

from .synthetic import Scored, not_applicable, session, undetermined, verdict, write_run

FOUR = {"met": 3, "unmet": 2, "missed": 1, "undetermined": 1}


def records() -> list[Scored]:
    """One of each answer, and one conversation that nothing was expected of."""
    probe, control = {"template": "t", "expect": {"M-008": "exercised"}}, {"template": "c", "expect": {"M-008": "N/A"}}
    return [
        (session("exercised", **probe), (verdict("exercised"),)),
        (session("idle", **probe), (not_applicable("idle"),)),
        (session("missed", **probe, missed=["M-008.check_1"]), (not_applicable("missed"),)),
        (session("open", **probe), (undetermined("open"),)),
        (session("quiet", **control), (not_applicable("quiet"),)),
        (session("no-occasion", **control), (verdict("no-occasion", exercised=False),)),
        (session("loud", **control), (verdict("loud", "M-008", "FAIL", check_1="FAIL"),)),
        (session("spoiled", **probe, invalid="the buyer left"), (not_applicable("spoiled"),)),
        (session("imported"), (verdict("imported"),)),
    ]


def test_each_answer_is_counted_and_the_unmet_are_named() -> None:
    found = expectations.compare((one for one, _ in records()), (item for _, items in records() for item in items))
    document = found.to_json()
    assert {name: document[name] for name in FOUR} == FOUR
    assert document["expectations"] == sum(FOUR.values())
    listed = [(one["session_id"], one["answer"], one["found"]) for one in document["not_met"]]
    assert listed == [
        ("idle", "unmet", "N/A"),
        ("loud", "unmet", "FAIL"),
        ("missed", "missed", "N/A"),
        ("open", "undetermined", "undetermined"),
    ]


def test_they_are_written_and_told(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", records())
    write_reports(run, coverage_from_run(run))
    counts = expectations.read_counts(run)
    assert counts == {"expectations": 7, **FOUR}
    told = "expectations of the templates: 3 of 7 met, 2 not met, 1 missed, 1 undetermined (expectations.json)"
    assert expectations.line(counts, "en") == told
    assert f"- {told}\n" in (run / "report.md").read_text(encoding="utf-8")
    assert expectations.line({}, "en") == ""


def test_a_run_without_expectations_has_no_such_file(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [(session("imported"), (verdict("imported"),))])
    (run / expectations.FILE).write_text("{}", encoding="utf-8")
    write_reports(run, coverage_from_run(run))
    assert not (run / expectations.FILE).exists()
    assert "expectations" not in (run / "report.md").read_text(encoding="utf-8")


def test_a_certification_beside_the_run_proves(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [(session("s"), (verdict("s", check_1="PASS"),))])
    assert coverage_from_run(run).metrics["M-008"].checks["check_1"].proven is None
    beside = {"evaluator": "abc123", "proven": {"M-008.check_1": True}}
    (run / "certification.json").write_text(json.dumps(beside), encoding="utf-8")
    assert coverage_from_run(run).metrics["M-008"].checks["check_1"].proven is True
    (run / "certification.json").write_text(json.dumps({**beside, "evaluator": "0"}), encoding="utf-8")
    assert coverage_from_run(run).metrics["M-008"].checks["check_1"].proven is None
