"""Reading a run directory: from its files alone, and with errors that name file and line."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluator.errors import InputError, NotFoundError
from reports import FORMATS, coverage_from_run, render, write_reports
from reports import run_dir as run
from reports.plain import Lang

from .synthetic import session, small_run, verdict, write_run


def test_coverage_of_a_run_takes_the_language_from_the_readings(tmp_path: Path) -> None:
    path = write_run(tmp_path, small_run())
    coverage = coverage_from_run(path, frozenset({"M-008.check_1"}), (3, 2), {"M-008.check_1": True})
    found = coverage.metrics["M-008"]
    assert found.factors["language"]["de"].passed == 1
    assert (found.checks["check_1"].declared, found.checks["check_1"].proven) == (True, True)
    assert coverage.pairs.observed == 2


@pytest.mark.parametrize(
    "readings", ["", '{"session_id": "other", "turns": 3}\n', '{"session_id": "vi-1", "turns": [3]}\n']
)
def test_without_a_reading_the_language_is_unknown(tmp_path: Path, readings: str) -> None:
    path = write_run(tmp_path, small_run(), readings=readings)
    assert coverage_from_run(path).metrics["M-008"].factors["language"]["?"].passed == 1


def test_the_language_is_that_of_most_customer_messages(tmp_path: Path) -> None:
    document: dict[str, object] = {
        "schema": "sim.session/1",
        "session_id": "a",
        "turns": [
            {"inbound": [{"sender": "staff", "text": "您好"}, {"sender": "customer", "text": "hi"}]},
            {"inbound": [{"sender": "customer", "text": "xin chào"}, {"sender": "customer", "text": "123"}]},
            {"inbound": [{"sender": "customer", "text": "cảm ơn"}]},
        ],
    }
    languages: list[list[str | None]] = [["zh", "en"], ["vi", None], ["vi"]]
    reading = {"session_id": "a", "turns": [{"messages": [{"language": name} for name in of]} for of in languages]}
    path = write_run(tmp_path, [], sessions=json.dumps(document), readings=json.dumps(reading))
    (one,) = run.sessions(path)
    assert run.languages(path)(one) == "vi"


def test_every_report_is_written_and_written_again(tmp_path: Path) -> None:
    path = write_run(tmp_path, small_run())
    coverage = coverage_from_run(path, frozenset({"M-008.check_1"}))
    names = [written.name for written in write_reports(path, coverage, "zh")]
    assert names == ["coverage.json", "report.html", "report.md", "junit.xml", "verdicts.csv"]
    first = {name: (path / name).read_bytes() for name in names}
    for name in names[1:]:
        (path / name).unlink()
    assert [written.name for written in render(path, (), "zh")] == names[1:]
    assert {name: (path / name).read_bytes() for name in names} == first
    assert not list(path.glob(".*"))


def test_stored_coverage_is_taken_as_it_stands(tmp_path: Path) -> None:
    """What templates declare is known to nobody else."""
    path = write_run(tmp_path, small_run())
    coverage = coverage_from_run(path, frozenset({"M-008.check_1"}))
    write_reports(path, coverage)
    assert run.read_coverage(path) == coverage
    assert "1·4·–/6" in render(path, ["md"])[0].read_text(encoding="utf-8")


def test_an_interrupted_run_is_reported_as_such(tmp_path: Path) -> None:
    path = write_run(tmp_path, small_run())
    (path / "run.json").write_text('{"state": "interrupted"}', encoding="utf-8")
    text = render(path, ["md"])[0].read_text(encoding="utf-8")
    assert "not complete (state: <code>interrupted</code>)" in text


def test_an_empty_run_has_reports(tmp_path: Path) -> None:
    path = write_run(tmp_path, [])
    languages: tuple[Lang, ...] = ("en", "zh")
    for lang in languages:
        assert len(write_reports(path, coverage_from_run(path), lang)) == 1 + len(FORMATS)


def test_an_unknown_format_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="junit"):
        render(write_run(tmp_path, []), ["juint"])


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("sessions", "{}\n", "sessions.jsonl:1"),
        ("sessions", session("a").to_json_line() + "\nnot JSON\n", "sessions.jsonl:2"),
        ("verdicts", '{"metric_id": "M-001"}\n', "verdicts.jsonl:1"),
        ("verdicts", verdict("a").model_dump_json() + '\n{"half": ', "verdicts.jsonl:2"),
        ("readings", "[]\n", "readings.jsonl:1"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, name: str, content: str, place: str) -> None:
    path = write_run(tmp_path, [(session("a"), (verdict("a"),))], **{name: content})
    with pytest.raises(InputError, match="the run cannot be read") as caught:
        coverage_from_run(path)
    assert place in str(caught.value)


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (run.read_manifest, "run.json"),
        (run.read_coverage, "coverage.json"),
        (lambda path: list(run.sessions(path)), "sessions.jsonl"),
        (lambda path: list(run.verdicts(path)), "verdicts.jsonl"),
        (lambda path: list(run.conclusions(path)), "conclusions.jsonl"),
    ],
)
def test_a_missing_file_is_named(tmp_path: Path, read: Callable[[Path], object], name: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path)
    assert name in str(caught.value)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"sessions": "many"}', '{"sessions": 1, "invalid_sessions": 0}'])
def test_a_damaged_coverage_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "coverage.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"coverage\.json"):
        run.read_coverage(tmp_path)


def test_files_that_may_be_missing_are_empty(tmp_path: Path) -> None:
    assert (list(run.readings(tmp_path)), list(run.errors(tmp_path))) == ([], [])


def test_the_package_loads_no_heavy_library() -> None:
    import subprocess

    code = (
        "import sys, reports; sys.exit(any(name in sys.modules for name in ('scipy', 'jinja2', 'rich', 'junitparser')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
