"""Bad input to `sim run`: exit code 2, a message on stderr that helps, no traceback, and nothing written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .helpers import M008, SharedRun, refused, sim, sim_process, tree

TEMPLATE = """\
id: m008-mine
metric: M-008
kind: probe
title: {zh: 一, en: One}
purpose: {zh: 二, en: Two}
targets: [M-008.check_1]
factors: {language: [vi]}
plan:
  - say: [greets]
  - say: [asks_price]
    until: posters_sent
"""


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--metric", "M-8"], ["no metric is called 'M-8'", "M-008"]),
        (["--metric", "M-008", "--metric", "m-009"], ["'m-009'", "M-009"]),
        (["--stage", "1.33"], ["no stage is called '1.33'", "1.3"]),
        (["--template", "m008-vietnamese-triger"], ["no template", "'m008-vietnamese-triger'", "-trigger"]),
        (["--languages", "vi,vi-asci"], ["language", "'vi-asci'", "vi-ascii"]),
        (["--factor", "tiem=off"], ["no factor is called 'tiem'", "time"]),
        (["--factor", "time=of"], ["time", "'of'", "did you mean off"]),
        (["--factor", "time"], ["'time'", "expected FACTOR=LEVEL", "time=off"]),
        (["--cover", "temlpate"], ["no cover is called 'temlpate'", "template"]),
        (["--agents", "referense"], ["'referense'", "did you mean reference"]),
        (["--agents", "defect:M-008.chek_1"], ["no seeded defect", "'M-008.chek_1'", "M-008.check_1"]),
        (["--inquiry-agent", "referense"], ["'referense'", "did you mean reference"]),
        (["--opportunity-agent", "referense"], ["'referense'", "did you mean reference"]),
        (["--lang", "fr"], ["--lang 'fr'", "en or zh"]),
        (["--limit", "0"], ["--limit", "greater than or equal to 1"]),
        (["--limit", "many"], ["--limit", "integer"]),
        (["--repeat", "0"], ["--repeat", "greater than or equal to 1"]),
        (["--concurrency", "0"], ["--concurrency", "greater than or equal to 1"]),
        (["--metrc", "M-008"], ["--metrc", "--metric"]),
        (["M-008"], ["unexpected extra argument", "M-008"]),
        (["--scenarios", "nowhere.yaml"], ["nowhere.yaml", "expected a file or a folder"]),
        (["--template", "m008-vietnamese-trigger", "--languages", "es"], ["nothing to drive", "-trigger"]),
    ],
)
def test_a_wrong_option_is_named_with_what_was_meant(here: Path, options: list[str], told: list[str]) -> None:
    refused(sim("run", *options, "--out", "D"), *told)
    assert tree(here) == {}


def test_an_unknown_command_is_named_with_what_was_meant(here: Path) -> None:
    refused(sim("rnu", "--metric", "M-008"), "'rnu'", "'run'", "sim --help")
    assert tree(here) == {}


def test_a_stage_that_no_template_aims_at(here: Path) -> None:
    """Nothing is driven in its place."""
    file = here / "m008-mine.yaml"
    file.write_text(TEMPLATE, encoding="utf-8")
    refused(sim("run", "--scenarios", file, "--stage", "6.1", "--out", "D"), "stage 6.1", "no template")
    assert not (here / "D").exists()


@pytest.mark.parametrize("command", [M008, ("score", "record.json")])
def test_out_may_not_be_a_file(here: Path, command: tuple[str, ...], record: dict[str, Any]) -> None:
    (here / "record.json").write_text(json.dumps(record), encoding="utf-8")
    (here / "D").write_text("mine", encoding="utf-8")
    before = tree(here)
    refused(sim(*command, "--out", "D"), "D: expected a folder", "found a file")
    assert tree(here) == before


def test_a_run_that_is_there_is_kept(m008: SharedRun) -> None:
    """Whatever was meant, the same run or another: without `--resume` or `--force` not a byte changes."""
    before = tree(m008.path)
    for options in (M008, ("run", "--metric", "M-009"), ("score", str(m008.path / "sessions.jsonl"))):
        refused(sim(*options, "--out", m008.path), f"{m008.path} holds a run already", "--resume", "--force")
    assert tree(m008.path) == before


@pytest.mark.parametrize(
    ("right", "wrong", "line", "told"),
    [
        ("asks_price", "asks_prise", 10, ["plan[1].say[0]", "asks_price", "found asks_prise"]),
        ("M-008.check_1", "M-008.check_9", 6, ["targets[0]", "M-008.check_", "found M-008.check_9"]),
        ("language: [vi]", "langage: [vi]", 7, ["factors.langage", "did you mean language", "found langage"]),
        ("posters_sent", "poster_sent", 11, ["plan[1].until", "posters_sent", "poster_sent"]),
        ("kind: probe", "kind: prob", 3, ["kind", "probe", "'prob'"]),
        ("id: m008-mine", "id: m008-other", 1, ["id", "the file's name, m008-mine", "found m008-other"]),
        ("kind: probe", "kind: probe\nkind: control", 4, ["kind stands twice"]),
        ("  - say: [greets]", "  - say: [greets", 10, ["expected YAML"]),
    ],
)
def test_a_mistake_in_a_template_is_named_with_file_line_and_field(
    here: Path, right: str, wrong: str, line: int, told: list[str]
) -> None:
    assert TEMPLATE.count(right) == 1
    file = here / "m008-mine.yaml"
    file.write_text(TEMPLATE.replace(right, wrong), encoding="utf-8")
    before = tree(here)
    for command in (["run", "--scenarios", str(file), "--out", "D"], ["scenarios", "check", str(file)]):
        refused(sim(*command), f"{file}:{line}: ", *told)
    assert tree(here) == before


def test_one_template_with_a_mistake_among_good_ones_stops_the_run(here: Path) -> None:
    """All mistakes of all files are told at once."""
    folder = here / "mine"
    folder.mkdir()
    (folder / "m008-mine.yaml").write_text(TEMPLATE, encoding="utf-8")
    for name in ("m008-a", "m008-b"):
        broken = TEMPLATE.replace("m008-mine", name).replace("asks_price", "asks_prise")
        (folder / f"{name}.yaml").write_text(broken, encoding="utf-8")
    result = sim("run", "--scenarios", folder, "--out", "D")
    refused(result, f"{folder / 'm008-a.yaml'}:10", f"{folder / 'm008-b.yaml'}:10")
    assert "m008-mine.yaml" not in result.err
    assert not (here / "D").exists()


def test_a_good_template_of_ones_own_is_driven(here: Path) -> None:
    """The same file without a mistake: it is the mistakes that were refused."""
    file = here / "m008-mine.yaml"
    file.write_text(TEMPLATE, encoding="utf-8")
    assert sim("scenarios", "check", file).out == "1 valid template\n"
    result = sim("run", "--scenarios", file, "--limit", "1", "--json", "--out", "D")
    assert result.code == 0
    assert '"m008-mine.v01.r1"' in (here / "D" / "sessions.jsonl").read_text(encoding="utf-8")


def test_the_process_ends_with_code_2_and_no_traceback(here: Path) -> None:
    refused(sim_process(*M008[:-1], "-3", "--out", "D"), "--limit")
    assert tree(here) == {}
