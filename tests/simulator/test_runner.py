"""The runner: the same bytes at any concurrency, errors kept apart, cancelling that loses nothing finished."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sim_helpers import PhraseReader, Scripted, template_of

from evaluator.session import Session, session_schema
from scenarios.cases import Case, build_cases
from scenarios.templates import shipped_templates
from scenarios.world import Tools
from simulator.agents import Agents, HistoryTurn, InquiryBrief, InquiryReply, make_agents
from simulator.errors import AgentError
from simulator.runner import Outcome, run_as_they_come, run_cases

CASES = build_cases(shipped_templates(), languages=["en", "vi", "zh-Hant"], seed=3, limit=80)


def lines(concurrency: int, cases: list[Case] = CASES) -> list[str]:
    outcomes = asyncio.run(run_cases(cases, make_agents(), concurrency=concurrency, reader=PhraseReader))
    return [outcome.session.to_json_line() for outcome in outcomes if outcome.session]


def test_the_same_cases_give_the_same_bytes_at_any_concurrency() -> None:
    alone = lines(1)
    assert alone == lines(7)
    assert [json.loads(line)["session_id"] for line in alone] == [case.session_id for case in CASES]


def test_nothing_hangs_on_the_order_of_a_hash() -> None:
    script = (
        "import asyncio, hashlib; from scenarios.cases import build_cases; "
        "from scenarios.templates import shipped_templates; from simulator.agents import make_agents; "
        "from simulator.runner import run_cases; from sim_helpers import PhraseReader; "
        "cases = build_cases(shipped_templates(), seed=3, limit=20); "
        "out = asyncio.run(run_cases(cases, make_agents(), reader=PhraseReader)); "
        "print(hashlib.sha256(''.join(o.session.to_json_line() for o in out).encode()).hexdigest())"
    )
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[2])])
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(digests) == 1


def test_each_case_stands_by_itself() -> None:
    alone = lines(1, [CASES[40]])
    assert alone == [lines(7)[40]]


def test_the_records_are_valid_and_hold_what_the_contract_says() -> None:
    import jsonschema

    validator = jsonschema.Draft202012Validator(session_schema())
    for line in lines(4)[:12]:
        document = json.loads(line)
        assert not list(validator.iter_errors(document))
        assert Session.from_json(document).to_json_dict() == document
        keys = {
            "template",
            "variant",
            "repeat",
            "seed",
            "factors",
            "targets",
            "missed",
            "invalid",
            "defect",
            "mode",
            "meant",
        }
        assert keys <= set(document["simulation"])
        assert len(document["simulation"]["meant"]) == len(document["turns"])


def test_the_reference_misses_no_probe() -> None:
    outcomes = asyncio.run(run_cases(CASES, make_agents(), reader=PhraseReader))
    assert [
        outcome.case.session_id for outcome in outcomes if outcome.session and outcome.session.simulation["missed"]
    ] == []  # type: ignore[index]


class Failing(Scripted):
    """Fails in the second turn."""

    async def reply(self, context: InquiryBrief, history: tuple[HistoryTurn, ...], tools: Tools) -> InquiryReply:
        if len(history) == 2:
            raise AgentError("the endpoint is down")
        return await super().reply(context, history, tools)


def two_turn_cases(count: int) -> list[Case]:
    template = template_of([{"say": ["greets"]}, {"say": ["asks_price"]}])
    base = CASES[0]
    return [replace(base, index=at, template=template, variant=at + 1) for at in range(count)]


def test_an_error_is_recorded_apart() -> None:
    failing = Failing()
    outcomes = asyncio.run(run_cases(two_turn_cases(2), Agents(failing, failing, "x"), reader=PhraseReader))
    assert [(outcome.session, outcome.error_kind) for outcome in outcomes] == [(None, "AgentError")] * 2
    assert outcomes[0].error == "the endpoint is down"


class Faulty(Scripted):
    """Has a fault in its code."""

    async def reply(self, context: InquiryBrief, history: tuple[HistoryTurn, ...], tools: Tools) -> InquiryReply:
        raise KeyError("a fault")


def test_a_fault_in_the_code_is_not_hidden() -> None:
    faulty = Faulty()
    with pytest.raises(KeyError, match="a fault"):
        asyncio.run(run_cases(two_turn_cases(3), Agents(faulty, faulty, "x"), reader=PhraseReader))


class Slow(Scripted):
    """Waits; the first conversation is the quickest. Counts how many wait at a time."""

    waiting = 0
    most = 0

    async def reply(self, context: InquiryBrief, history: tuple[HistoryTurn, ...], tools: Tools) -> InquiryReply:
        Slow.waiting += 1
        Slow.most = max(Slow.most, Slow.waiting)
        await asyncio.sleep(0.01)
        Slow.waiting -= 1
        return InquiryReply("fine")


def test_no_more_than_so_many_at_a_time_and_each_is_handed_over_as_it_comes() -> None:
    Slow.waiting = Slow.most = 0
    agents = Agents(Slow(), Scripted(), "slow")
    seen: list[str] = []

    async def note(outcome: Outcome) -> None:
        seen.append(outcome.case.session_id)

    asyncio.run(run_cases(two_turn_cases(9), agents, concurrency=3, on_session=note, reader=PhraseReader))
    assert Slow.most == 3
    assert len(seen) == 9


def test_stopping_early_cancels_what_is_under_way() -> None:
    Slow.waiting = 0

    async def first_two() -> list[Outcome]:
        kept = []
        stream = run_as_they_come(
            two_turn_cases(9), Agents(Slow(), Scripted(), "slow"), concurrency=3, reader=PhraseReader
        )
        async for outcome in stream:
            kept.append(outcome)
            if len(kept) == 2:
                break
        await stream.aclose()  # type: ignore[attr-defined]
        return kept

    kept = asyncio.run(first_two())
    assert all(outcome.session for outcome in kept)


def test_a_handler_may_be_a_plain_function() -> None:
    seen: list[int] = []
    agents = Scripted()
    asyncio.run(
        run_cases(
            two_turn_cases(2),
            Agents(agents, agents, "x"),
            on_session=lambda outcome: seen.append(outcome.case.index),
            reader=PhraseReader,
        )
    )
    assert sorted(seen) == [0, 1]
