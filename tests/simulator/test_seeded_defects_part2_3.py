"""The seeded defects of Parts 2 and 3: each check has one, and a sample of them bites and leaves the rest alone."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest
from sim_helpers import PhraseReader

from evaluator.catalogue import load_catalogue
from evaluator.session import Session
from scenarios.cases import Case, build_cases
from scenarios.phrases import available_languages
from scenarios.templates import shipped_templates
from scenarios.templates.check import catalogue_targets
from simulator.agents import make_agents
from simulator.agents.defects import KINDS, defects, find_defect
from simulator.agents.defects.wordings import first_sentence, strung
from simulator.agents.render import defect_texts
from simulator.runner import run_cases

PARTS_2_3 = tuple(f"M-{number:03d}" for number in range(17, 31))
SAMPLE = (
    "M-017.check_1/blatant",
    "M-018.check_1/subtle",
    "M-019.check_2/blatant",
    "M-020.check_3/plausible",
    "M-021.check_2/blatant",
    "M-022.check_4/blatant",
    "M-023.check_3/blatant",
    "M-024.check_3/subtle",
    "M-025.edge_1/blatant",
    "M-026.check_2/blatant",
    "M-027.check_3/subtle",
    "M-028.edge_1/blatant",
    "M-029.check_2/blatant",
    "M-030.check_1/subtle",
)


@cache
def cases_of(metric: str) -> tuple[Case, ...]:
    """The first conversation of each template in one language, and a second one so that something stays unchanged."""
    templates = [entry for entry in shipped_templates() if entry.metric == metric]
    factors = {"persona": ["plain"], "burst": ["burst", "single"]}
    cases = build_cases(templates, languages=["en", "es"], factors=factors, seed=5)
    return tuple({case.template.id: case for case in reversed(cases)}.values())


def drive(metric: str, name: str) -> dict[str, Session]:
    outcomes = asyncio.run(run_cases(cases_of(metric), make_agents(name), reader=PhraseReader))
    assert not [outcome.error for outcome in outcomes if outcome.error]
    return {outcome.case.session_id: outcome.session for outcome in outcomes if outcome.session}


@pytest.mark.parametrize("metric", PARTS_2_3)
def test_each_check_has_a_defect(metric: str) -> None:
    entry = load_catalogue().metric(metric)
    targets = {seeded.target for seeded in defects(metric)}
    assert {f"{metric}.{check.id}" for check in entry.checks} <= targets
    assert targets
    assert targets <= catalogue_targets()


@pytest.mark.parametrize("metric", PARTS_2_3)
def test_each_check_has_the_plainest_kind(metric: str) -> None:
    for target in {entry.target for entry in defects(metric)} - {"M-028.edge_2"}:
        assert find_defect(target).kind == KINDS[0]


@pytest.mark.parametrize("name", SAMPLE)
def test_a_defect_changes_some_replies(name: str) -> None:
    metric = name.partition(".")[0]
    plain, seeded = drive(metric, "reference"), drive(metric, f"defect:{name}")
    assert set(plain) == set(seeded)
    assert any(session.turns != plain[key].turns for key, session in seeded.items())


def test_their_texts_are_there_in_each_language() -> None:
    plain = defect_texts("en")
    for language in available_languages():
        texts = defect_texts(language)
        assert set(texts) == set(plain), language
        if language != "en":
            assert texts["padding"] != plain["padding"], language


def test_words_are_strung_and_cut() -> None:
    assert strung(["One. Two.", "Three!"], "en") == "One, Two, Three"
    assert strung(["一。二。"], "zh-Hans") == "一，二"
    assert first_sentence("One. Two.") == "One."
    assert first_sentence("一。二。") == "一。"
    assert first_sentence("One") == "One"
