"""The reference agents do what the specification asks: no metric fails, and no buyer waits in vain.

A FAIL here is a fault of the reference agent, or a false alarm of the evaluator: the message names the verdict.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.catalogue import load_catalogue
from scenarios.templates import shipped_templates

from .helpers import SESSIONS, VERDICTS, SharedRun, document, documents, shared, sim

STAGE = "1.3"
LANGUAGES = ("en", "vi", "vi-ascii", "zh-Hans", "zh-Hant", "es", "ar")


def templates() -> list[str]:
    """The shipped templates of the stage."""
    metrics = {entry.id for entry in load_catalogue() if entry.stage == STAGE}
    return [entry.id for entry in shipped_templates() if entry.metric in metrics]


@pytest.fixture(scope="module")
def stage(shared_base: Path) -> SharedRun:
    """One conversation of each template of the stage, the languages spread over them."""
    options = ("run", "--stage", STAGE, "--languages", ",".join(LANGUAGES), "--limit", str(len(templates())))
    return shared(shared_base, "stage", lambda folder: sim(*options, "--out", folder))


def test_every_template_and_every_language_is_driven(stage: SharedRun) -> None:
    assert stage.result.code == 0
    made = [session["simulation"] for session in documents(stage.path / SESSIONS)]
    assert [one["template"] for one in made] == templates()
    assert {one["factors"]["language"] for one in made} == set(LANGUAGES)


def test_no_metric_fails(stage: SharedRun) -> None:
    failed = [
        f"{line['session_id']} {line['metric_id']} {line['reason']} | {line['evidence']}"
        for line in documents(stage.path / VERDICTS)
        if line["result"] == "FAIL"
    ]
    assert not failed, "\n" + "\n".join(failed)


def test_no_probe_is_missed_and_no_conversation_spoiled(stage: SharedRun) -> None:
    spoiled = [
        f"{session['session_id']}: missed {session['simulation']['missed']}, invalid {session['simulation']['invalid']}"
        for session in documents(stage.path / SESSIONS)
        if session["simulation"]["missed"] or session["simulation"]["invalid"]
    ]
    assert not spoiled, "\n" + "\n".join(spoiled)


def test_no_expectation_of_a_template_is_unmet(stage: SharedRun) -> None:
    told = document(stage.path / "expectations.json")
    unmet = [f"{one['session_id']}: {one}" for one in told["not_met"] if one["answer"] == "unmet"]
    assert not unmet, "\n" + "\n".join(unmet)
    assert told["met"] >= len(templates()) * 3 // 4
    assert f"expectations of the templates: {told['met']} of {told['expectations']} met, 0 not met" in stage.result.out


def test_every_metric_of_the_stage_is_decided(stage: SharedRun) -> None:
    """No FAIL is worth nothing where nothing was judged: each metric aimed at passed in several conversations."""
    coverage = document(stage.path / "coverage.json")["metrics"]
    aimed_at = {entry.metric for entry in shipped_templates() if entry.id in templates()}
    assert len(aimed_at) >= 6
    passed = {metric: coverage[metric]["pass"] for metric in sorted(aimed_at)}
    assert min(passed.values()) >= 3, passed
