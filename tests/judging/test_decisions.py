"""The opportunity assistant's output as a decision: one JSON object, three keys, and what is wrong otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.checks.decisions import Decision, parse_decision
from evaluator.session import OpportunityRun

from .records import decision

PLAIN = decision(True, False, "off_topic")


def parsed(raw: str | None, **run: Any) -> Decision:
    """The decision in an output."""
    return parse_decision(OpportunityRun.from_json({"raw": raw, **run}), 3)


def values(found: Decision) -> tuple[object, object, object]:
    """What was decided."""
    return found.convert, found.takeover, found.intent


@pytest.mark.parametrize("raw", [PLAIN, f" \n{PLAIN}\t\n", json.dumps(json.loads(PLAIN), indent=2)])
def test_a_bare_object_is_read_and_has_no_fault(raw: str) -> None:
    found = parsed(raw)
    assert values(found) == (True, False, "off_topic")
    assert (found.bare, found.form_problem, found.stray_keys, found.turn) == (True, "", (), 3)


@pytest.mark.parametrize(
    "raw", [f"```json\n{PLAIN}\n```", f"I decide: {PLAIN} so far", f"{{see below}} {PLAIN}", f"[{PLAIN}]"]
)
def test_the_one_object_inside_a_fence_or_prose_is_read_and_not_bare(raw: str) -> None:
    found = parsed(raw)
    assert values(found) == (True, False, "off_topic")
    assert (found.bare, found.form_problem) == (False, "")


@pytest.mark.parametrize(
    "raw",
    ["", None, "yes", "null", "[]", "{", PLAIN + PLAIN, f"{PLAIN} or {{}}", PLAIN.replace("true", "True"), "{'a': 1}"],
)
def test_without_one_object_nothing_is_decided(raw: str | None) -> None:
    found = parsed(raw)
    assert values(found) == (None, None, None)
    assert not found.bare
    assert found.form_problem
    assert found.raw == (raw or "")


@pytest.mark.parametrize("value", [1, 0, "true", "false", None, [], {}, 1.0])
def test_only_booleans_are_decisions(value: object) -> None:
    found = parsed(decision(value, True))
    assert values(found) == (None, True, "business")
    assert "shouldAutoConvert" in found.form_problem
    assert "shouldForceHumanTakeover" not in found.form_problem


@pytest.mark.parametrize("value", ["Business", "spam", "", None, True, ["business"]])
def test_the_intent_is_one_of_three(value: object) -> None:
    found = parsed(decision(False, False, value))
    assert values(found) == (False, False, None)
    assert "conversationIntent" in found.form_problem


@pytest.mark.parametrize("value", ["business", "off_topic", "harassment"])
def test_the_three_intents(value: str) -> None:
    assert (parsed(decision(intent=value)).intent, parsed(decision(intent=value)).form_problem) == (value, "")


@pytest.mark.parametrize("key", json.loads(PLAIN))
def test_a_missing_key_is_named_and_the_others_still_count(key: str) -> None:
    document = json.loads(PLAIN)
    del document[key]
    found = parsed(json.dumps(document))
    assert found.form_problem == f"{key} is missing"
    assert [value is None for value in values(found)] == [name == key for name in json.loads(PLAIN)]


def test_a_further_key_is_a_fault_and_bends_no_value() -> None:
    found = parsed(PLAIN[:-1] + ', "reason": "because"}')
    assert values(found) == (True, False, "off_topic")
    assert (found.bare, found.stray_keys) == (True, ("reason",))
    assert "reason" in found.form_problem


def test_an_object_with_a_key_twice_is_not_bare() -> None:
    assert not parsed(PLAIN[:-1] + ', "shouldAutoConvert": true}').bare


def test_a_decision_wrapped_in_another_object_is_none() -> None:
    assert values(parsed(f'{{"result": {PLAIN}}}')) == (None, None, None)


@pytest.mark.parametrize(
    ("run", "phase"),
    [
        ({"phase": "inbound", "context": {"replyPublished": True}}, "inbound"),
        ({"phase": "after_reply"}, "after_reply"),
        ({"context": {"replyPublished": False}}, "after_reply"),
        ({"context": {"replyPublished": None}}, "inbound"),
        ({"context": None}, "inbound"),
        ({}, "inbound"),
    ],
)
def test_a_run_that_names_no_phase_is_taken_by_what_it_was_told(run: dict[str, Any], phase: str) -> None:
    assert parsed(PLAIN, **run).phase == phase


@pytest.mark.parametrize("raw", ['{"a":' * 3000, "{" * 5000, "[" * 5000, '{"a":[' * 2000 + "]}" * 2000, '{"a"' * 900])
def test_deep_nesting_ends_without_a_decision(raw: str) -> None:
    assert parsed(raw).convert is None


@given(st.text(st.sampled_from('{}[]":,truefalsn \\"shouldAutoConvert123'), max_size=60))
def test_no_text_breaks_it(raw: str) -> None:
    found = parsed(raw)
    assert found.convert in (True, False, None)
    assert bool(found.form_problem) or found.convert is not None
