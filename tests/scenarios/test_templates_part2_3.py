"""The templates of Parts 2 and 3: that they can be driven, and what their phrases mean."""

from __future__ import annotations

import pytest

from evaluator.ontology import CustomerAct
from scenarios.cases import build_cases
from scenarios.phrases import available_languages, load_phrases
from scenarios.phrases.meaning import FACTORY, MeantAct, meaning_of
from scenarios.templates import shipped_templates

PARTS_2_3 = tuple(f"M-{number:03d}" for number in range(17, 31))


@pytest.mark.parametrize("metric", PARTS_2_3)
def test_plans_are_short_and_have_cases(metric: str) -> None:
    templates = [entry for entry in shipped_templates() if entry.metric == metric]
    assert all(len(template.plan) <= 6 for template in templates)
    driven = {case.template.id for case in build_cases(templates, languages=["en", "zh-Hans", "es"], seed=1)}
    assert {template.id for template in templates} == driven


@pytest.mark.parametrize(
    ("key", "slots", "meant"),
    [
        ("asks_video_of", {"model": "M"}, MeantAct(CustomerAct.ASKS_VIDEO, None, "M")),
        ("asks_factory_video", {}, MeantAct(CustomerAct.ASKS_VIDEO, FACTORY)),
        ("asks_test", {"model": "M"}, MeantAct(CustomerAct.ASKS_UNKNOWN, None, "M")),
        ("corrects_interface", {"new_interface": "I"}, MeantAct(CustomerAct.STATES_INTERFACE, "I")),
        ("shows_shop", {"shop": "S"}, MeantAct(CustomerAct.STATES_BUSINESS, "S")),
    ],
)
def test_what_their_phrases_mean(key: str, slots: dict[str, str], meant: MeantAct) -> None:
    assert meaning_of(key, slots) == (meant,)


def test_their_phrases_are_in_each_language() -> None:
    english = load_phrases("en")
    for language in available_languages():
        phrases = load_phrases(language)
        for key in ("sends_video", "no_video", "defers_test"):
            assert len(phrases.wordings("replies", key)) >= 3
            assert language == "en" or phrases.wordings("replies", key) != english.wordings("replies", key)
