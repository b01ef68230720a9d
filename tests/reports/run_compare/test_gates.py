"""Gates: what they may say, when they pass, and what is kept of them."""

from pathlib import Path
from typing import Any

import pytest

from evaluator.errors import InputError, UsageError
from reports.compare import compare_runs
from reports.gates import GateResult, check_gates, parse_gate, parse_gates, parse_open, read_gates
from reports.render import render

from .made import case, column, write


def one(run: Path, text: str, allow_open: bool = False) -> GateResult:
    (result,) = check_gates(run, [text], allow_open).gates
    return result


@pytest.mark.parametrize(
    ("text", "figure", "scope", "sign", "limit"),
    [
        ("p0=0", "failures", "P0", "=", 0),
        (" P1 <= 3 ", "failures", "P1", "<=", 3),
        ("M-031=0", "failures", "M-031", "=", 0),
        ("pass_rate>=0.95", "pass_rate", "all", ">=", 0.95),
        ("pass_rate >= 95%", "pass_rate", "all", ">=", 0.95),
        ("p0.pass_rate>0.9", "pass_rate", "P0", ">", 0.9),
        ("M-008.pass_rate>=1", "pass_rate", "M-008", ">=", 1),
        ("M-028.score>=3.5", "score", "M-028", ">=", 3.5),
        ("no-regression", "no-regression", "all", "=", 0),
    ],
)
def test_a_gate_is_read(text: str, figure: str, scope: str, sign: str, limit: float) -> None:
    gate = parse_gate(text)
    assert (gate.figure, gate.scope, gate.sign, gate.limit) == (figure, scope, sign, limit)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected a gate such as p0=0"),
        ("p0", "expected a gate such as p0=0"),
        ("p0=", "expected a whole number, such as 0, found nothing"),
        ("p0=-1", "found -1"),
        ("p0=0.5", "expected a whole number"),
        ("p0=nan", "found nan"),
        ("p0>=1", "failures are limited from above"),
        ("p0=>1", "expected one of"),
        ("p2=0", "no figure is called 'p2'"),
        ("M-999=0", "no metric is called 'M-999'"),
        ("M-8=0", "did you mean M-008"),
        ("M-008.rate>=0.9", "no figure is called 'rate'"),
        ("pass_rate>=95", "a share from 0 to 1"),
        ("pass_rate<=0.9", "it is a minimum"),
        ("M-028=0", "expected M-028.score>=3"),
        ("M-028.score>=6", "a score from 1 to 5"),
        ("M-008.score>=3", "no figure is called 'score'"),
        ("no-regresion", "expected a gate such as"),
    ],
)
def test_a_malformed_gate_is_refused_in_words(text: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_gate(text)
    assert told in str(error.value)
    assert f"--gate {text!r}" in str(error.value)


def test_no_regression_needs_two_runs_and_open_one_of_two_words() -> None:
    with pytest.raises(UsageError, match="sim compare BASE CANDIDATE"):
        parse_gates(["no-regression"])
    assert (parse_open(None), parse_open("allow"), parse_open("fail")) == (False, True, False)
    with pytest.raises(UsageError, match="expected allow or fail"):
        parse_open("yes")


def test_failures_are_counted_in_valid_conversations_alone(tmp_path: Path) -> None:
    spoilt = (case("x", 1, 1, invalid="left its language"), {"M-008": "F"})
    run = write(tmp_path / "run", [*column("PPPPPF"), spoilt])
    result = one(run, "M-008=0")
    assert (result.passed, result.value, result.n, result.open) == (False, 1, 6, 0)
    assert result.message == "1 failed of 6 decided"
    assert result.interval is not None
    assert result.interval[0] < 1 / 6 < result.interval[1]
    assert one(run, "M-008<=1").passed
    assert not one(run, "p0=0").passed
    assert one(run, "M-008.pass_rate>=0.8").passed
    assert not one(run, "pass_rate>=0.9").passed


def test_open_verdicts_fail_a_gate_unless_they_are_allowed(tmp_path: Path) -> None:
    run = write(tmp_path / "run", column("PPPU"))
    result = one(run, "M-008=0")
    assert (result.passed, result.open) == (False, 1)
    assert result.message == "0 failed of 3 decided; not decided: 1"
    assert one(run, "M-008=0", allow_open=True).passed


@pytest.mark.parametrize("text", ["p0=0", "M-008=0", "pass_rate>=0", "M-008.pass_rate>=0", "M-028.score>=1"])
@pytest.mark.parametrize("allow_open", [True, False])
@pytest.mark.parametrize("letters", ["--", "UU"])
def test_no_gate_passes_on_nothing_decided(tmp_path: Path, text: str, allow_open: bool, letters: str) -> None:
    result = one(write(tmp_path / "run", column(letters)), text, allow_open)
    assert not result.passed
    assert result.value is None
    assert "nothing decided (not decided: " in result.message


def test_scores_are_apart_from_rates(tmp_path: Path) -> None:
    scored: list[Any] = [(record, {**codes, "M-008": "P"}) for record, codes in column("4352", "M-028")]
    run = write(tmp_path / "run", scored)
    assert one(run, "M-028.score>=3.5").value == 3.5
    assert not one(run, "M-028.score>3.5").passed
    rate = one(run, "pass_rate>=1")
    assert (rate.passed, rate.n) == (True, 4)


def test_the_pooled_rate_has_an_interval_over_templates(tmp_path: Path) -> None:
    result = one(write(tmp_path / "run", column("PPPPPPPFFF", templates=5)), "pass_rate>=0.5")
    assert result.interval is not None
    assert result.interval[0] < 0.7 < result.interval[1]


def test_no_regression_fails_on_a_regression_and_on_lost_decisions(tmp_path: Path) -> None:
    base = write(tmp_path / "base", column("P" * 12))
    for letters, passed, told in (
        ("F" * 8 + "P" * 4, False, "1 of 1 metrics regressed: M-008"),
        ("P" * 12, True, "0 of 1 metrics regressed"),
        ("P" * 11 + "U", False, "not decided: 1"),
        ("U" * 12, False, "nothing decided (not decided: 12)"),
    ):
        run = write(tmp_path / "run", column(letters))
        report = check_gates(run, ["no-regression"], comparison=compare_runs(base, run))
        assert report.passed is passed
        assert told in report.gates[0].message


def test_what_the_gates_came_to_is_kept_and_reported(tmp_path: Path) -> None:
    run = write(tmp_path / "run", column("PPF"), state="interrupted")
    assert read_gates(run) is None
    assert check_gates(run, []).gates == ()
    assert read_gates(run) is None
    report = check_gates(run, ["M-008=0", "M-008.pass_rate>=0.5"])
    assert read_gates(run) == report
    assert (report.passed, report.complete, [gate.gate for gate in report.failed]) == (False, False, ["M-008=0"])
    render(run, ["md"])
    text = (run / "report.md").read_text(encoding="utf-8")
    assert "## Gates" in text
    assert "| <code>M-008=0</code> | **FAILED** | 1 failed of 3 decided |" in text


@pytest.mark.parametrize("text", ["", "[]", "{", '{"passed": true}'])
def test_a_damaged_file_of_gates_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "gates.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"gates\.json"):
        read_gates(tmp_path)
