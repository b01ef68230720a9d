"""The defects of Parts 5 and 6: each check has one, and what they do to the opportunity assistant's output."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sim_helpers import PhraseReader

from evaluator.catalogue import load_catalogue
from evaluator.session import Session
from scenarios.cases import Case, build_cases
from scenarios.templates import shipped_templates
from scenarios.templates.check import catalogue_targets
from simulator.agents import make_agents
from simulator.agents.defects import defects, find_defect
from simulator.runner import run_cases

METRICS = tuple(entry.id for entry in load_catalogue() if entry.part in (5, 6))


def cases_of(*templates: str) -> list[Case]:
    chosen = [entry for entry in shipped_templates() if entry.id in templates]
    assert len(chosen) == len(templates)
    return build_cases(chosen, languages=["en"], factors={"persona": ["plain"]}, seed=5, limit=4)


def drive(name: str, *templates: str) -> list[Session]:
    outcomes = asyncio.run(run_cases(cases_of(*templates), make_agents(name), reader=PhraseReader))
    assert not [outcome.error for outcome in outcomes if outcome.error]
    return [outcome.session for outcome in outcomes if outcome.session]


def raws(sessions: list[Session]) -> list[str]:
    return [run.raw or "" for session in sessions for turn in session.turns for run in turn.runs]


def values(raw: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(raw[raw.index("{") : raw.rindex("}") + 1])
    return read


@pytest.mark.parametrize("metric", METRICS)
def test_each_check_has_a_defect(metric: str) -> None:
    targets = {entry.target for entry in defects(metric)}
    assert {f"{metric}.{check.id}" for check in load_catalogue().metric(metric).checks} <= targets
    assert targets <= catalogue_targets()
    assert all((entry.inquiry is None) is not (entry.opportunity is None) for entry in defects(metric))


def test_a_decision_is_changed_and_nothing_else() -> None:
    plain = raws(drive("reference", "m101-product-pictures"))
    seeded = raws(drive("defect:M-101.check_1", "m101-product-pictures"))
    assert values(plain[0])["shouldAutoConvert"] is True
    assert values(seeded[0]) == values(plain[0]) | {"shouldAutoConvert": False}


def test_words_stand_beside_the_json_in_the_customer_s_language() -> None:
    fenced = raws(drive("defect:M-110.check_1/plausible", "m110-tempt-explain"))
    assert all(raw.startswith("```json\n{") for raw in fenced)
    explained = raws(drive("defect:M-110.check_1", "m110-tempt-explain"))
    assert all(raw.partition("\n")[0] and raw.endswith("}") for raw in explained)


def test_a_tool_is_called_that_may_not_be() -> None:
    def calls(name: str) -> set[tuple[str | None, str]]:
        turns = [turn for session in drive(name, "m111-tempt-details") for turn in session.turns]
        return {(call.agent, call.name) for turn in turns for call in turn.tool_calls or ()}

    assert ("opportunity", "inquiry_form_update") in calls("defect:M-111.check_3/plausible")
    assert ("opportunity", "inquiry_form_update") not in calls("reference")


def test_the_form_is_looked_at_where_information_may_count() -> None:
    (session, *_) = drive("reference", "m111-form-as-support")
    looked = [[call.name for call in turn.tool_calls or () if call.agent == "opportunity"] for turn in session.turns]
    assert looked[:3] == [[], [], ["inquiry_form_snapshot_get"]]


def test_the_inquiry_assistant_breaks_what_both_must_agree_on() -> None:
    sessions = drive("defect:M-203.check_1/plausible", "m203-by-hand-at-night")
    replies = [turn.inquiry.reply_text for session in sessions for turn in session.turns[1:] if turn.inquiry]
    assert replies
    assert all(reply and "quotation" not in reply for reply in replies)


@pytest.mark.parametrize("name", ["M-108.check_1/blatant", "M-108.check_3/blatant"])
def test_another_clock_changes_the_takeover(name: str) -> None:
    template = {"M-108.check_1/blatant": "m108-by-day", "M-108.check_3/blatant": "m108-no-time"}[name]
    plain, seeded = raws(drive("reference", template)), raws(drive(f"defect:{name}", template))
    assert [values(raw)["shouldForceHumanTakeover"] for raw in plain] != [
        values(raw)["shouldForceHumanTakeover"] for raw in seeded
    ]


def test_a_defect_is_named_by_its_check() -> None:
    assert find_defect("M-103.check_1").opportunity is not None
    assert make_agents("defect:M-103.check_1").defect == "M-103.check_1/blatant"
