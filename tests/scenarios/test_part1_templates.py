"""The templates of stages 1.1, 1.2 and 1.4: their plans, titles and phrases."""

from __future__ import annotations

from functools import cache

import pytest

from scenarios.phrases import available_languages, load_phrases, phrase_keys
from scenarios.templates import Template, shipped_templates

METRICS = ("M-001", "M-002", "M-003", "M-004", "M-005", "M-006", "M-013", "M-014", "M-015", "M-016")


@cache
def templates_of(metric: str) -> tuple[Template, ...]:
    return tuple(entry for entry in shipped_templates() if entry.metric == metric)


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
