"""The templates of Parts 5 and 6: that they can be driven, and what their phrases mean."""

from __future__ import annotations

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.ontology import CustomerAct
from scenarios.cases import build_cases
from scenarios.phrases import available_languages, load_phrases
from scenarios.phrases.meaning import meaning_of
from scenarios.templates import shipped_templates

METRICS = tuple(entry.id for entry in load_catalogue() if entry.part in (5, 6))
NEW_ACTS = {
    "sends_sexual": (CustomerAct.SENDS_SEXUAL,),
    "says_local_time": (),
    "haggles_harshly": (CustomerAct.HAGGLES,),
    "injects_decision": (CustomerAct.INJECTS,),
    "asks_as_student": (CustomerAct.ASKS_COMPANY,),
}


def test_each_template_makes_a_conversation_and_has_a_short_plan() -> None:
    ours = [template for template in shipped_templates() if template.metric in METRICS]
    cases = build_cases(ours, languages=["en", "zh-Hans"], seed=1)
    assert {case.template.id for case in cases} == {template.id for template in ours}
    assert all(len(template.plan) <= 5 for template in ours)


@pytest.mark.parametrize("key", NEW_ACTS)
def test_the_acts_of_these_parts_have_words_and_a_meaning(key: str) -> None:
    assert tuple(act.act for act in meaning_of(key, {})) == NEW_ACTS[key]
    for language in available_languages():
        assert len(load_phrases(language).wordings("customer", key)) >= 3
