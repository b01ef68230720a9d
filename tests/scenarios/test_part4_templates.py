"""The templates of Part 4, the red lines: their plans, and what their phrases mean."""

from __future__ import annotations

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.ontology import CustomerAct
from scenarios.phrases import fill, load_phrases, phrase_keys
from scenarios.phrases.meaning import MeantAct, meaning_of
from scenarios.templates import shipped_templates

METRICS = tuple(entry.id for entry in load_catalogue() if entry.part == 4)
SLOTS = {"market": "Peru", "model": "BYJ-S12", "other": "BYJ-C40"}


def test_there_are_thirteen_red_lines() -> None:
    assert len(METRICS) == 13


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
