"""`sim compare`, `sim report --gate` and `sim report --blame`, from the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from .helpers import M008, VERDICTS, SharedRun, document, refused, shared, sim, tree


@pytest.fixture(scope="module")
def broken(shared_base: Path) -> SharedRun:
    """The run of `m008`, with agents that send the wrong posters to Vietnamese buyers."""
    agents = ("--agents", "defect:M-008.check_1/blatant")
    return shared(shared_base, "broken", lambda folder: sim(*M008, *agents, "--out", folder))


@pytest.fixture
def runs(tmp_path: Path, m008: SharedRun, broken: SharedRun) -> tuple[Path, Path]:
    """Copies that a test may write into."""
    folders = tmp_path / "base", tmp_path / "candidate"
    for one, folder in zip((m008, broken), folders, strict=True):
        shutil.copytree(one.path, folder)
    return folders


def state(run: Path, **changes: object) -> None:
    manifest = document(run / "run.json")
    (run / "run.json").write_text(json.dumps(manifest | changes), encoding="utf-8")


def test_two_runs_are_compared_and_the_files_written(runs: tuple[Path, Path]) -> None:
    base, candidate = runs
    before = tree(base)
    result = sim("compare", base, candidate)
    assert result.code == 0, result  # three pairs are no evidence
    assert "6 pairs of conversations from" in result.out
    assert "M-008 Poster language" in result.out
    assert "they part at turn" in result.out
    assert result.out.rstrip().endswith("under-powered")
    assert [line.rsplit("/", 1)[1] for line in result.err.split()] == ["compare.json", "compare.md", "compare.html"]
    assert tree(base) == before
    found = document(candidate / "compare.json")
    assert found["candidate"]["agents"] == "defect:M-008.check_1/blatant"
    assert found["flipped"] > 0


def test_the_same_comparison_as_json_in_chinese_and_elsewhere(runs: tuple[Path, Path], tmp_path: Path) -> None:
    base, candidate = runs
    before = tree(candidate)
    result = sim("compare", base, candidate, "--json", "--out", tmp_path / "new" / "out", "--lang", "zh")
    assert result.code == 0
    assert json.loads(result.out) == document(tmp_path / "new" / "out" / "compare.json")
    assert "两次运行的对比" in (tmp_path / "new" / "out" / "compare.md").read_text(encoding="utf-8")
    assert tree(candidate) == before


def test_a_regression_ends_in_code_1(runs: tuple[Path, Path]) -> None:
    """Every decided PASS of the candidate turned into a FAIL."""
    base, candidate = runs
    shutil.rmtree(candidate)
    shutil.copytree(base, candidate)
    lines = [json.loads(line) for line in (candidate / VERDICTS).read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["metric_id"] == "M-001" and line["result"] == "PASS":
            line["result"] = "FAIL"
    (candidate / VERDICTS).write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    result = sim("compare", base, candidate, "--gate", "no-regression")
    assert result.code == 1
    assert "1 regressed" in result.out
    assert "no-regression: FAILED: 1 of" in result.out
    assert "The two records are the same; only the verdicts differ." in result.out
    turned = sim("compare", candidate, base)
    assert turned.code == 0
    assert "0 regressed · 1 improved" in turned.out


def test_gates_decide_the_code_and_are_kept(runs: tuple[Path, Path]) -> None:
    base, candidate = runs
    result = sim("compare", base, candidate, "--gate", "M-008=0", "--gate", "M-001=0", "--gate-open", "allow")
    assert result.code == 1
    assert "M-008=0: FAILED: " in result.out
    assert "M-001=0: passed: 0 failed of 6 decided" in result.out
    kept = document(candidate / "gates.json")
    assert (kept["passed"], kept["allow_open"], [gate["passed"] for gate in kept["gates"]]) == (
        False,
        True,
        [False, True],
    )
    assert document(candidate / "compare.json")["gates"] == kept
    good = sim("compare", base, candidate, "--gate", "M-001=0")
    assert good.code == 0


def test_a_partial_candidate_ends_in_code_3(runs: tuple[Path, Path]) -> None:
    base, candidate = runs
    state(candidate, state="interrupted")
    result = sim("compare", base, candidate)
    assert result.code == 3
    assert "! The candidate is not complete (state: interrupted)" in result.out
    assert result.err.endswith(f"incomplete: {candidate} is not complete (state: interrupted)\n")
    assert sim("compare", base, candidate, "--gate", "M-008=0").code == 1  # what is known to fail has failed


def test_a_partial_run_is_no_base(runs: tuple[Path, Path]) -> None:
    base, candidate = runs
    state(base, state="interrupted")
    refused(sim("compare", base, candidate), "only a complete run can be a baseline", f"--resume --out {base}")
    assert not (candidate / "compare.json").exists()


def test_a_killed_run_can_be_neither(runs: tuple[Path, Path], killed: SharedRun) -> None:
    base, _ = runs
    refused(sim("compare", killed.path, base), "its state is 'running'")
    refused(sim("compare", base, killed.path), "its state is 'running'", "has no sessions.jsonl yet")


def test_other_evaluators_are_refused_with_the_command(runs: tuple[Path, Path]) -> None:
    base, candidate = runs
    state(base, evaluator={"version": "0123456789abcdef", "judge": None})
    command = f"sim score {base}/sessions.jsonl --out {base}-rescored"
    refused(sim("compare", base, candidate), "different evaluator versions", command)
    assert sim(*command.split()[1:]).code == 0
    assert sim("compare", f"{base}-rescored", candidate).code == 0


def test_a_run_and_its_rescored_sessions_pair_whole(runs: tuple[Path, Path], tmp_path: Path) -> None:
    base, _ = runs
    assert sim("score", base / "sessions.jsonl", "--out", tmp_path / "again").code == 0
    result = sim("compare", base, tmp_path / "again")
    assert result.code == 0
    assert "No conversation flipped." in result.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere", "{candidate}"], ["nowhere/run.json", "run directory"]),
        (["{base}", "nowhere"], ["nowhere/run.json"]),
        (["{base}", "{base}/run.json"], ["expected a run directory", "found a file"]),
        (["{base}", "{base}"], ["are the same run"]),
        (["{base}", "{candidate}", "--gate", "p0"], ["--gate 'p0'", "expected a gate such as p0=0"]),
        (["{base}", "{candidate}", "--gate", "M-8=0"], ["no metric is called 'M-8'", "M-008"]),
        (["{base}", "{candidate}", "--gate-open", "yes"], ["--gate-open 'yes'", "allow"]),
        (["{base}", "{candidate}", "--lang", "fr"], ["--lang 'fr'"]),
        (["{base}", "{candidate}", "--out", "{base}/run.json"], ["expected a folder"]),
        (["{base}"], ["candidate"]),
    ],
)
def test_wrong_usage_is_answered_in_words(
    runs: tuple[Path, Path], here: Path, arguments: list[str], told: list[str]
) -> None:
    base, candidate = runs
    before = tree(base), tree(candidate)
    refused(sim("compare", *(word.format(base=base, candidate=candidate) for word in arguments)), *told)
    assert (tree(base), tree(candidate)) == before


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("verdicts.jsonl", "{}\n", "verdicts.jsonl:1"),
        ("verdicts.jsonl", "", "expected those of session"),
        ("sessions.jsonl", "[\n", "sessions.jsonl:1"),
        ("conclusions.jsonl", "", "expected that of session"),
        ("run.json", "[]", "run.json"),
    ],
)
def test_damaged_files_are_named(runs: tuple[Path, Path], name: str, text: str, told: str) -> None:
    base, candidate = runs
    (candidate / name).write_text(text, encoding="utf-8")
    refused(sim("compare", base, candidate), str(candidate), told)


def test_runs_without_a_common_conversation(runs: tuple[Path, Path], tmp_path: Path) -> None:
    base, _ = runs
    assert sim("run", "--metric", "M-012", "--limit", "1", "--out", tmp_path / "other").code == 0
    refused(sim("compare", base, tmp_path / "other"), "no conversation can be paired", "same options")


def test_report_checks_gates_and_shows_them(runs: tuple[Path, Path]) -> None:
    _, candidate = runs
    result = sim("report", candidate, "--format", "md", "--gate", "M-008=0", "--gate", "M-001=0")
    assert result.code == 1
    assert result.out == f"{candidate}/report.md\n"
    assert "gate M-008=0: FAILED: " in result.err
    assert "## Gates" in (candidate / "report.md").read_text(encoding="utf-8")
    assert sim("report", candidate, "--format", "md", "--gate", "M-001=0").code == 0
    state(candidate, state="interrupted")
    assert sim("report", candidate, "--format", "md", "--gate", "M-001=0").code == 3
    refused(sim("report", candidate, "--gate", "no-regression"), "sim compare BASE CANDIDATE")


def test_blame_leads_to_the_prompt(runs: tuple[Path, Path]) -> None:
    _, candidate = runs
    before = tree(candidate)
    text = sim("report", candidate, "--blame")
    assert text.code == 0
    assert "M-008.check_1 (P0) Poster language chosen correctly" in text.out
    assert "prompt: 询盘 §" in text.out
    found = json.loads(sim("report", candidate, "--blame", "--json").out)
    counts = [(one["grade"], -one["count"]) for one in found["failures"]]
    assert counts == sorted(counts)
    assert found["failures"][0]["examples"][0]["session_id"] in text.out
    assert sim("report", candidate, "--blame", "--format", "md", "--lang", "zh").out.startswith(
        "# <code>candidate</code>"
    )
    assert tree(candidate) == before
    refused(sim("report", candidate, "--blame", "--format", "html"), "expected md")
    refused(sim("report", candidate, "--blame", "--format", "md", "--json"), "exclude each other")
    refused(sim("report", candidate, "--json"), "only with --blame")
    refused(sim("report", "nowhere", "--blame"), "nowhere/run.json")
