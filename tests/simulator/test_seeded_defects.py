"""The seeded defects: every check of stage 1.3 has one, each bites somewhere, and its texts are in each language."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest
from sim_helpers import PhraseReader

from evaluator.catalogue import load_catalogue
from evaluator.errors import NotFoundError
from evaluator.session import Session
from scenarios.cases import Case, build_cases
from scenarios.phrases import available_languages
from scenarios.templates import shipped_templates
from scenarios.templates.check import catalogue_targets
from simulator.agents import agent_names, make_agents
from simulator.agents.defects import defects, find_defect
from simulator.agents.render import defect_texts
from simulator.runner import run_cases

STAGE_1_3 = ("M-007", "M-008", "M-009", "M-010", "M-011", "M-012")


@cache
def cases_of(metric: str) -> tuple[Case, ...]:
    templates = [entry for entry in shipped_templates() if entry.metric == metric]
    factors = {"time": ["work", "off"], "persona": ["plain"]}
    return tuple(build_cases(templates, languages=["en", "vi", "vi-ascii"], factors=factors, seed=5))


def drive(metric: str, name: str) -> dict[str, Session]:
    outcomes = asyncio.run(run_cases(cases_of(metric), make_agents(name), reader=PhraseReader))
    assert not [outcome.error for outcome in outcomes if outcome.error]
    return {outcome.case.session_id: outcome.session for outcome in outcomes if outcome.session}


@cache
def reference(metric: str) -> dict[str, Session]:
    return drive(metric, "reference")


@pytest.mark.parametrize("metric", STAGE_1_3)
def test_each_check_has_a_defect(metric: str) -> None:
    targets = {entry.target for entry in defects(metric)}
    assert {f"{metric}.{check.id}" for check in load_catalogue().metric(metric).checks} <= targets
    assert targets <= catalogue_targets()


@pytest.mark.parametrize("name", [entry.id for metric in STAGE_1_3 for entry in defects(metric)])
def test_each_defect_changes_some_replies_and_leaves_the_rest_alone(name: str) -> None:
    metric = find_defect(name).target.partition(".")[0]
    plain, seeded = reference(metric), drive(metric, f"defect:{name}")
    changed = [key for key, session in seeded.items() if session.turns != plain[key].turns]
    assert changed
    assert len(changed) < len(seeded)
    assert all(seeded[key].simulation["defect"] == name for key in seeded if seeded[key].simulation)  # type: ignore[index]


def test_names() -> None:
    assert find_defect("M-008.check_1").kind == "blatant"
    assert find_defect("defect:M-008.check_1/subtle").id == "M-008.check_1/subtle"
    assert "defect:M-012.check_4/subtle" in agent_names()
    assert make_agents("defect:M-008.check_1").name == "defect:M-008.check_1/blatant"
    with pytest.raises(NotFoundError, match=r"M-008\.check_1"):
        make_agents("defect:M-008.chek_1")
    with pytest.raises(NotFoundError, match="reference"):
        make_agents("refrence")


def test_one_agent_at_a_time() -> None:
    mixed = make_agents("defect:M-008.check_1", opportunity="reference")
    assert (mixed.name, mixed.defect) == ("defect:M-008.check_1/blatant + reference", "M-008.check_1/blatant")
    assert make_agents(inquiry="reference").name == "reference + reference"


def test_the_texts_are_there_in_each_language() -> None:
    keys = set(defect_texts("en"))
    for language in available_languages():
        texts = defect_texts(language)
        assert set(texts) == keys, language
        assert language == "en" or texts != defect_texts("en"), language
        assert all(len(set(wordings)) == 3 for wordings in texts.values()), language
