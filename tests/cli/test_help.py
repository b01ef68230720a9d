"""`sim --help` and the script itself: what a user meets first."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from .helpers import SIM, TIME_LIMIT, process, sim, sim_process, strange_environment

COMMANDS = (
    "run",
    "score",
    "certify",
    "report",
    "compare",
    "metrics",
    "scenarios",
    "defects",
    "phrases",
    "schema",
    "agreement",
    "sessions",
    "prompts",
)
# Slow to import, or not needed to tell what there is.
HEAVY = ("openai", "faker", "scipy", "jinja2", "eldc", "opencc", "evaluator.catalogue", "scenarios.templates")


def test_help_names_every_command() -> None:
    result = sim("--help")
    assert (result.code, result.err) == (0, "")
    listed = [line.split()[1] for line in result.out.splitlines() if line.startswith("│") and line[2:3].isalpha()]
    assert listed == list(COMMANDS)
    assert "58 项指标" in result.out
    assert "sim run --metric M-008" in result.out
    assert sim("-h") == result


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("run", ["--metric", "--stage", "--template", "--languages", "--factor", "--cover", "--repeat", "--seed"]),
        ("run", ["--limit", "--agents", "--out", "--resume", "--force", "--concurrency", "--dry-run", "--json"]),
        ("score", ["{paths}", "--out", "--readings", "--resume", "--force", "--lang"]),
        ("report", ["{run}", "--format", "--blame", "--gate", "--gate-open", "--json"]),
        ("compare", ["{base}", "{candidate}", "--gate", "--gate-open", "--json", "--lang", "--out"]),
        ("metrics", ["[metric]", "--lang"]),
        ("scenarios", ["check", "--scenarios"]),
        ("certify", ["--scenarios", "--edits", "--out", "--keep"]),
        ("defects", ["--json"]),
        ("phrases", ["--language"]),
        ("schema", ["session, scenario or world"]),
        ("agreement", ["{run}", "{labels}", "--wrong"]),
        ("sessions", ["check"]),
        ("sessions check", ["{paths}", "--json"]),
        ("prompts", ["check", "show"]),
        ("prompts check", ["{files}", "--kind", "--json", "--lang"]),
    ],
)
def test_each_command_tells_its_options(command: str, told: list[str]) -> None:
    result = sim(*command.split(), "--help")
    assert (result.code, result.err) == (0, "")
    assert f"Usage: sim {command} " in result.out
    for word in told:
        assert word in result.out


def test_help_imports_nothing_heavy() -> None:
    code = "import json, sys; from simulator.cli import run; c = run(['--help'])"
    result = process(["-c", f"{code}; print(json.dumps([c, sorted(sys.modules)]), file=sys.stderr)"])
    exit_code, modules = json.loads(result.err)
    assert exit_code == 0
    assert "simulator.cli.run_command" in modules  # it is the whole command line that was imported
    assert [name for name in HEAVY if name in modules] == []


def test_without_a_command_the_help_is_shown_and_the_usage_is_wrong() -> None:
    result = sim()
    assert result.code == 2
    assert "Usage: sim [OPTIONS] COMMAND" in result.out
    assert "Drive scenarios against the two agents" in result.out


def test_the_script_exits_with_the_code_and_keeps_to_its_streams() -> None:
    result = sim_process("metrics", "M-8")
    assert (result.code, result.out) == (2, "")
    assert result.err == "error: no metric is called 'M-8'; did you mean M-008?\n"


def test_the_module_can_be_run_as_the_script_can() -> None:
    result = process(["-m", "simulator.cli", "metrics", "M-8"])
    assert (result.code, result.out) == (2, "")
    assert result.err == "error: no metric is called 'M-8'; did you mean M-008?\n"


def test_a_reader_that_goes_away_gets_no_traceback() -> None:
    """`sim … | head` closes the pipe early. The output is longer than any buffer."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-W", "error", str(SIM), "metrics", "--json"],
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=TIME_LIMIT,
            env=strange_environment(),
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""
