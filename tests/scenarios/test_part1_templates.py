"""The templates of stages 1.1, 1.2 and 1.4: each check has a probe and a temptation, each edge a probe."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from evaluator.catalogue import load_catalogue
from scenarios.phrases import available_languages, load_phrases, phrase_keys
from scenarios.templates import Template, shipped_templates

METRICS = ("M-001", "M-002", "M-003", "M-004", "M-005", "M-006", "M-013", "M-014", "M-015", "M-016")
# These apply to every conversation (M-001 but for a takeover in the first turn): nothing could make them N/A.
ALWAYS = ("M-004",)


@cache
def templates_of(metric: str) -> tuple[Template, ...]:
    return tuple(entry for entry in shipped_templates() if entry.metric == metric)


@pytest.mark.parametrize("metric", METRICS)
def test_each_check_has_a_probe_and_a_temptation_and_each_edge_a_probe(metric: str) -> None:
    aimed_at = defaultdict(set)
    for template in templates_of(metric):
        aimed_at[template.kind] |= set(template.targets)
    entry = load_catalogue().metric(metric)
    checks = {f"{metric}.{check.id}" for check in entry.checks}
    assert checks <= aimed_at["probe"]
    assert checks <= aimed_at["temptation"]
    assert {f"{metric}.{edge.id}" for edge in entry.edges} <= aimed_at["probe"]


@pytest.mark.parametrize("metric", METRICS)
def test_each_metric_has_a_control_unless_it_always_applies(metric: str) -> None:
    controls = [entry for entry in templates_of(metric) if entry.kind == "control"]
    assert bool(controls) == (metric not in ALWAYS)
    assert all(entry.expectations == {metric: "N/A"} for entry in controls)


@pytest.mark.parametrize("metric", METRICS)
def test_plans_are_short_and_titles_their_own(metric: str) -> None:
    entries = templates_of(metric)
    assert all(len(entry.plan) <= 5 for entry in entries)
    assert len({entry.title.zh for entry in entries}) == len({entry.title.en for entry in entries}) == len(entries)


def test_the_phrases_of_this_part_are_used_and_in_each_language() -> None:
    own = {"wants_all_questions", "flatters", "wants_estimate"}
    said = {key for metric in METRICS for entry in templates_of(metric) for move in entry.plan for key in move.say}
    assert own <= said
    assert own <= set(phrase_keys()["customer"])
    for language in available_languages():
        phrases = load_phrases(language)
        assert all(len(phrases.wordings("customer", key)) >= 3 for key in own), language
        assert len(phrases.wordings("replies", "confirms_interface")) >= 3, language
