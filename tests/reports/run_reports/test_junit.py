"""`junit.xml`: read back, and by the rules of what fails, what is skipped and what is an error."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from evaluator.errors import InputError
from reports import render

from .synthetic import Scored, not_applicable, session, small_run, undetermined, verdict, write_run
from .test_markdown import HOSTILE


def suites(path: Path) -> dict[str, TestSuite]:
    (written,) = render(path, ["junit"], "en")
    return {suite.name: suite for suite in JUnitXml.fromfile(str(written))}


def result(suite: TestSuite, metric: str) -> list[object]:
    (case,) = (case for case in suite if case.classname.startswith(metric))
    return list(case.result)


def test_outcomes_become_results(tmp_path: Path) -> None:
    items = (
        verdict("a", "M-001"),
        verdict("a", "M-002", "FAIL", check_1="FAIL", check_2="FAIL", reason="two checks failed"),
        not_applicable("a", "M-003"),
        undetermined("a", "M-004", check_1="OPEN"),
        verdict("a", "M-108", exercised=False, reason="all checks hold"),
        verdict("a", "M-028", score=2),
    )
    suite = suites(write_run(tmp_path, [(session("a"), items)]))["a"]
    assert result(suite, "M-001") == []
    (failed,) = result(suite, "M-002")
    assert isinstance(failed, Failure)
    assert failed.message == "two checks failed"
    assert failed.text == "check_1 (turn 1): it is wrong | hello\ncheck_2 (turn 1): it is wrong | hello"
    (skipped,) = result(suite, "M-003")
    assert isinstance(skipped, Skipped)
    assert skipped.message == "no event"
    (error,) = result(suite, "M-004")
    assert isinstance(error, Error)
    assert (error.type, error.message) == ("undetermined", "no judge is configured")
    (unexercised,) = result(suite, "M-108")
    assert isinstance(unexercised, Skipped)
    scored = next(case for case in suite if case.classname.startswith("M-028"))
    assert isinstance(scored, TestCase)
    assert (list(scored.result), scored.system_out) == ([], "score: 2")
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (6, 1, 1, 2)


def test_a_suite_a_session(tmp_path: Path) -> None:
    runs = small_run()
    assert list(suites(write_run(tmp_path, runs))) == [one.session_id for one, _ in runs]


def test_an_invalid_conversation_is_skipped_whole(tmp_path: Path) -> None:
    spoiled = session("a", template="t", invalid="left its language")
    suite = suites(write_run(tmp_path, [(spoiled, (verdict("a", result="FAIL"),))]))["a"]
    (case,) = suite
    assert isinstance(case.result[0], Skipped)
    assert case.result[0].message == "invalid conversation, left out: left its language"


def test_infrastructure_errors_are_errors_of_no_session(tmp_path: Path) -> None:
    errors = '{"session_id": "x-1", "kind": "quota", "message": "429"}\n\n{"what": "lost"}\n'
    suite = suites(write_run(tmp_path, small_run(), errors=errors))["infrastructure"]
    assert [(case.name, case.result[0].type, case.result[0].message) for case in suite] == [
        ("x-1", "quota", "429"),
        ("error 2", "infrastructure", '{"what": "lost"}'),
    ]
    assert suite.errors == 2


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_foreign_becomes_markup(tmp_path: Path, text: str) -> None:
    spoken = session(text, text, template=text, invalid=None)
    runs: list[Scored] = [(spoken, (verdict(text, result="FAIL", check_1="FAIL", reason=text, evidence=text),))]
    (written,) = render(write_run(tmp_path, runs), ["junit"], "zh")
    root = ElementTree.parse(written).getroot()
    assert [element.tag for element in root.iter()] == ["testsuites", "testsuite", "testcase", "failure"]
    assert written.stat().st_size < 10_000
    assert "\u202e" not in written.read_text(encoding="utf-8")


def test_nothing_is_left_of_a_report_that_failed(tmp_path: Path) -> None:
    path = write_run(tmp_path, small_run(), verdicts="")
    with pytest.raises(InputError):
        render(path, ["junit"], "en")
    assert not (path / "junit.xml").exists()
    assert not list(path.glob(".*"))
