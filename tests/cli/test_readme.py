"""The commands of the README work as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evaluator.client import ScriptedModels
from simulator.agents import make_agents
from simulator.agents.registry import AgentSetup
from simulator.prompts import default_prompt

from .helpers import ROOT, sim, tree

README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands(name: str) -> list[str]:
    """The lines `sim NAME …` in the README's blocks of code, without their comments."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return list(dict.fromkeys(line for line in lines if line.startswith(f"sim {name} ")))


@pytest.mark.parametrize("line", commands("run"))
def test_each_run_has_something_to_drive(here: Path, line: str) -> None:
    words = line.replace(" ID", " m008-vietnamese-trigger").replace(" --dry-run", "").split()[1:]
    if "my-prompt.md" in words:
        (here / "my-prompt.md").write_text(default_prompt("inquiry").text, encoding="utf-8")
    before = tree(here)
    result = sim(*words, "--dry-run")
    assert (result.code, result.err) == (0, "")
    assert re.match(r"[1-9]\d* conversations? from [1-9]\d* templates?\n", result.out)
    if "--agents" in words:
        name = words[words.index("--agents") + 1]
        make_agents(name, setup=AgentSetup(models=ScriptedModels(lambda ask: "")))
    assert tree(here) == before


@pytest.mark.parametrize("line", [*commands("metrics"), *commands("schema"), "sim scenarios"])
def test_what_is_shown_is_shown(line: str) -> None:
    result = sim(*line.split()[1:])
    assert (result.code, result.err) == (0, "")
    assert result.out


def test_the_readme_names_commands_of_each_kind() -> None:
    """The tests above test something."""
    assert len(commands("run")) >= 5
    assert len(commands("metrics")) >= 1
    assert len(commands("score")) >= 1
