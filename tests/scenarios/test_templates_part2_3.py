"""The templates of Parts 2 and 3: what each check, edge and metric must have, and what their own phrases mean."""

from __future__ import annotations

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.ontology import CustomerAct
from scenarios.cases import build_cases
from scenarios.phrases import available_languages, load_phrases
from scenarios.phrases.meaning import FACTORY, MeantAct, meaning_of
from scenarios.templates import Template, shipped_templates

PARTS_2_3 = tuple(f"M-{number:03d}" for number in range(17, 31))
# Nothing keeps the occasion of a metric away that always applies.
ALWAYS = frozenset({"M-017", "M-022", "M-028", "M-029"})


def of_kind(metric: str, kind: str) -> list[Template]:
    return [entry for entry in shipped_templates() if entry.metric == metric and entry.kind == kind]


@pytest.mark.parametrize("metric", PARTS_2_3)
def test_each_check_and_edge_is_probed_and_each_check_tempted(metric: str) -> None:
    entry = load_catalogue().metric(metric)
    probed = {target for template in of_kind(metric, "probe") for target in template.targets}
    tempted = {target for template in of_kind(metric, "temptation") for target in template.targets}
    for check in entry.checks:
        assert f"{metric}.{check.id}" in probed
        assert f"{metric}.{check.id}" in tempted
    for edge in entry.edges:
        assert f"{metric}.{edge.id}" in probed
    assert bool(of_kind(metric, "control")) == (metric not in ALWAYS)
    assert entry.always_triggered == (metric in ALWAYS)


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
