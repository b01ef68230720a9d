"""The seeded defects of Part 4: every check has one, each bites somewhere, and what the reference does instead."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest
from sim_helpers import PhraseReader

from evaluator.catalogue import load_catalogue
from evaluator.session import Session
from scenarios.cases import Case, build_cases
from scenarios.templates import shipped_templates
from scenarios.templates.check import catalogue_targets
from simulator.agents import make_agents
from simulator.agents.defects import defects
from simulator.runner import run_cases

METRICS = tuple(entry.id for entry in load_catalogue() if entry.part == 4)
FACTORS = {"time": ["work"], "persona": ["plain"], "burst": ["single"], "mode": ["parallel"]}


@cache
def cases_of(metric: str) -> tuple[Case, ...]:
    """One conversation of each template of a metric, in English."""
    templates = [entry for entry in shipped_templates() if entry.metric == metric]
    return tuple(build_cases(templates, languages=["en"], factors=FACTORS, seed=7, limit=len(templates)))


def drive(metric: str, name: str) -> dict[str, Session]:
    outcomes = asyncio.run(run_cases(cases_of(metric), make_agents(name), reader=PhraseReader))
    assert not [outcome.error for outcome in outcomes if outcome.error]
    return {outcome.case.session_id: outcome.session for outcome in outcomes if outcome.session}


@cache
def reference(metric: str) -> dict[str, Session]:
    return drive(metric, "reference")


def replies(metric: str, template: str) -> str:
    sessions = [session for key, session in reference(metric).items() if key.startswith(f"{template}.")]
    return "\n".join(turn.inquiry.reply_text or "" for turn in sessions[0].turns if turn.inquiry)


@pytest.mark.parametrize("metric", METRICS)
def test_each_check_has_a_plain_defect(metric: str) -> None:
    plain = {entry.target for entry in defects(metric) if entry.kind == "blatant"}
    assert {f"{metric}.{check.id}" for check in load_catalogue().metric(metric).checks} <= plain
    assert plain <= catalogue_targets()


@pytest.mark.parametrize("metric", METRICS)
def test_each_defect_changes_some_conversation_and_leaves_the_rest_alone(metric: str) -> None:
    plain = reference(metric)
    for entry in defects(metric):
        seeded = drive(metric, f"defect:{entry.id}")
        changed = [key for key, session in seeded.items() if session.turns != plain[key].turns]
        assert changed, entry.id
        assert len(changed) < len(seeded), entry.id


def test_what_the_reference_answers_to_the_temptations() -> None:
    assert "KBVIDEO:kbv-workshop-2a6c" in replies("M-039", "m039-factory-video")
    assert "KBVIDEO" not in replies("M-039", "m039-tempt-no-video")
    assert "66W" in replies("M-040", "m040-difference") or "27W" in replies("M-040", "m040-difference")
    assert "240W" in replies("M-040", "m040-difference")
    assert "USD 2.15" not in replies("M-031", "m031-price-on-file")
    assert "business department" in replies("M-037", "m037-proforma")
