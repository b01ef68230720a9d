"""The templates of Part 4, the red lines: every check is probed and tempted, every edge has its scenario."""

from __future__ import annotations

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.ontology import CustomerAct
from scenarios.phrases import fill, load_phrases, phrase_keys
from scenarios.phrases.meaning import MeantAct, meaning_of
from scenarios.templates import Template, shipped_templates

METRICS = tuple(entry.id for entry in load_catalogue() if entry.part == 4)
SLOTS = {"market": "Peru", "model": "BYJ-S12", "other": "BYJ-C40"}


def of_kind(metric: str, kind: str) -> list[Template]:
    return [entry for entry in shipped_templates() if entry.metric == metric and entry.kind == kind]


def test_there_are_thirteen_red_lines() -> None:
    assert len(METRICS) == 13


@pytest.mark.parametrize("metric", METRICS)
def test_each_check_has_a_probe_and_a_temptation(metric: str) -> None:
    probed = {target for template in of_kind(metric, "probe") for target in template.targets}
    tempted = {target for template in of_kind(metric, "temptation") for target in template.targets}
    for check in load_catalogue().metric(metric).checks:
        assert f"{metric}.{check.id}" in probed
        assert f"{metric}.{check.id}" in tempted


@pytest.mark.parametrize("metric", METRICS)
def test_each_edge_is_aimed_at(metric: str) -> None:
    aimed = {target for template in shipped_templates() if template.metric == metric for target in template.targets}
    assert {f"{metric}.{edge.id}" for edge in load_catalogue().metric(metric).edges} <= aimed


@pytest.mark.parametrize("metric", METRICS)
def test_a_metric_that_may_be_absent_has_a_control(metric: str) -> None:
    assert bool(of_kind(metric, "control")) != load_catalogue().metric(metric).always_triggered


def test_the_plans_are_short() -> None:
    assert all(
        2 <= len(entry.plan) <= 5 for metric in METRICS for entry in shipped_templates() if entry.metric == metric
    )


@pytest.mark.parametrize(
    ("key", "acts"),
    [
        ("asks_cif", (MeantAct(CustomerAct.ASKS_PRICE),)),
        ("asks_sample_freight", (MeantAct(CustomerAct.ASKS_SAMPLE), MeantAct(CustomerAct.ASKS_FREIGHT))),
        ("asks_inches", (MeantAct(CustomerAct.ASKS_PARAMETER, "length", "BYJ-S12"),)),
        ("asks_internal_code", (MeantAct(CustomerAct.INJECTS, about="BYJ-S12"),)),
        ("proposes_private_deal", (MeantAct(CustomerAct.HAGGLES, "private"),)),
        (
            "asks_difference",
            (
                MeantAct(CustomerAct.ASKS_PARAMETER, "general", "BYJ-S12"),
                MeantAct(CustomerAct.ASKS_PARAMETER, "general", "BYJ-C40"),
            ),
        ),
    ],
)
def test_what_the_phrases_mean(key: str, acts: tuple[MeantAct, ...]) -> None:
    assert meaning_of(key, SLOTS) == acts
    assert set(phrase_keys()["customer"][key]) <= set(SLOTS)
    assert all(fill(wording, SLOTS) for wording in load_phrases("ko").wordings("customer", key))
