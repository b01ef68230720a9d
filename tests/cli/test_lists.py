"""`sim defects` and `sim phrases`: lists for those who write scenarios."""

from __future__ import annotations

import json

import pytest

from scenarios.phrases import phrase_keys
from simulator.agents.defects import defects

from .helpers import refused, sim


def test_all_defects_stand_below_their_metric() -> None:
    lines = sim("defects").out.splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed == [entry.id for entry in defects()]
    assert "M-008 Poster language chosen correctly" in lines


@pytest.mark.parametrize("word", ["M-008", "M-008.check_1", "M-008.check_1/subtle"])
def test_defects_of_a_metric_or_a_check(word: str) -> None:
    told = json.loads(sim("defects", word, "--json").out)
    assert [entry["defect"] for entry in told] == [entry.id for entry in defects() if entry.id.startswith(word)]
    assert {entry["agent"] for entry in told} == {"inquiry"}


def test_wrong_names_are_told() -> None:
    refused(sim("defects", "M-999"), "M-999")
    refused(sim("defects", "M-008.chek_1"), "M-008.check_1")
    refused(sim("phrases", "no-such-thing"), "no-such-thing")
    refused(sim("phrases", "--language", "xx"), "xx")


def test_phrases_with_their_meaning_and_a_sample() -> None:
    told = json.loads(sim("phrases", "--json").out)
    assert [entry["phrase"] for entry in told] == list(phrase_keys()["customer"])
    assert all(entry["about"] and entry["sample"] for entry in told)
    of_model = next(entry for entry in told if entry["phrase"] == "asks_picture_of")
    assert of_model["slots"] == ["model"]


def test_phrases_by_a_part_of_their_name_in_a_language() -> None:
    lines = sim("phrases", "catalogue", "--language", "vi").out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == [key for key in phrase_keys()["customer"] if "catalogue" in key]
    assert "catalogue" in lines[1]
