"""What a run may spend, and what it has spent."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from evaluator.client import Budget, Endpoint, open_client, parse_budget
from evaluator.errors import BudgetSpent, IncompleteRun, UsageError

from .server import Answer, failed, in_turn, said
from .setting import QUICK, ask, in_loop, setting

USED = {"prompt_tokens": 600, "completion_tokens": 400}
PRICED = {"price_in": 1.0, "price_out": 2.0, "currency": "USD"}


def test_the_options() -> None:
    assert parse_budget([]) is None
    assert parse_budget(["calls=100", "tokens=2000000", "money=5.50"]) == Budget(100, 2_000_000, 5.5)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["call=1"], "--budget call=1: expected calls=NUMBER"),
        (["calls"], "--budget calls: expected calls=NUMBER"),
        (["calls=many"], "expected a whole number, found 'many'"),
        (["calls=1.5"], "expected a whole number, found '1.5'"),
        (["money=5 USD"], "expected an amount such as 5.50, found '5 USD'"),
        (["money=inf"], "expected more than 0"),
        (["tokens=0"], "expected more than 0"),
        (["calls=1", "calls=2"], "given twice"),
    ],
)
def test_bad_options(options: list[str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        parse_budget(options)


@in_loop
async def test_calls_are_counted_exactly_however_many_come_at_once() -> None:
    async with setting(in_turn(said("well")), budget=Budget(calls=7)) as here:
        results = await asyncio.gather(
            *(here.client.complete(ask(str(number))) for number in range(20)), return_exceptions=True
        )
        assert here.server.asked() == 7
        spent = [result for result in results if isinstance(result, BudgetSpent)]
        assert len(spent) == 13
        assert isinstance(spent[0], IncompleteRun)
        assert "the budget is spent: calls=7 (7 used)" in str(spent[0])


@in_loop
async def test_tries_again_are_no_further_calls() -> None:
    async with setting(in_turn(failed(500), failed(500), said("well")), budget=Budget(calls=1)) as here:
        assert (await here.client.complete(ask())).text == "well"


@in_loop
async def test_tokens_overshoot_by_no_more_than_what_is_in_flight() -> None:
    options = {"budget": Budget(tokens=10_000), "endpoint": {"concurrency": 4}}
    async with setting(in_turn(Answer(said("x", usage=USED).body, latency=0.005)), **options) as here:
        results = await asyncio.gather(
            *(here.client.complete(ask(str(number))) for number in range(60)), return_exceptions=True
        )
        assert any(isinstance(result, BudgetSpent) for result in results)
        used = here.client.ledger()["tokens"]["total"]
        assert used["prompt"] + used["completion"] >= 10_000
        assert here.server.asked() <= 10 + 4


@in_loop
async def test_who_waits_for_the_budget_goes_on_when_there_is_room() -> None:
    answer = said("x", usage={"prompt_tokens": 1, "completion_tokens": 1})
    async with setting(in_turn(answer), budget=Budget(tokens=400)) as here:  # room for one guess, and many true costs
        results = await asyncio.gather(*(here.client.complete(ask(str(number))) for number in range(10)))
        assert len(results) == 10


@in_loop
async def test_money() -> None:
    async with setting(in_turn(said("x", usage=USED)), budget=Budget(money=0.0035), endpoint=PRICED) as here:
        for number in range(3):
            await here.client.complete(ask(str(number)))
        with pytest.raises(BudgetSpent, match=r"money=0\.0035 \(0\.0042 used\)"):
            await here.client.complete(ask("more"))
        assert here.client.ledger()["cost"] == {"judge": 0.0042, "total": 0.0042, "currency": "USD"}


@in_loop
async def test_without_a_price_there_is_no_cost() -> None:
    async with setting(in_turn(said("x"))) as here:
        await here.client.complete(ask())
        assert here.client.ledger()["cost"] == {"judge": None, "total": None, "currency": None}


@in_loop
async def test_money_needs_prices_in_one_currency() -> None:
    one = Endpoint("http://127.0.0.1:1/v1", "a", **PRICED)
    bad = [
        ({"judge": one, "buyer": Endpoint("http://127.0.0.1:1/v1", "b")}, "price_in and price_out of buyer"),
        ({"judge": one, "buyer": Endpoint("http://127.0.0.1:1/v1", "b", **{**PRICED, "currency": "CNY"})}, "CNY, USD"),
    ]
    for endpoints, says in bad:
        with pytest.raises(UsageError, match=says):
            async with open_client(endpoints, store=None, budget=Budget(money=1.0), warn=print, policy=QUICK):
                pass


@in_loop
async def test_a_resumed_run_has_spent_what_it_spent_and_pays_nothing_twice(tmp_path: Path) -> None:
    script = in_turn(said("x", usage=USED))
    options = {"budget": Budget(calls=3), "store": tmp_path / "s", "run": "r-1"}
    async with setting(script, endpoint=PRICED, **options) as here:
        at = {**PRICED, "base_url": here.server.base_url}
        await here.client.complete(ask("1"))
        await here.client.complete(ask("2"))
        before = here.client.ledger()
        async with setting(script, endpoint=at, **options) as there:
            assert there.client.ledger() == before
            assert (await there.client.complete(ask("1"))).cached
            assert not (await there.client.complete(ask("3"))).cached
            assert (await there.client.complete(ask("2"))).cached  # also once all is spent
            with pytest.raises(BudgetSpent):
                await there.client.complete(ask("4"))
            figures = there.client.ledger()["tokens"]["judge"]
            assert (figures["calls"], figures["cached"], figures["prompt"]) == (3, 2, 1800)
        async with setting(script, endpoint=at, **{**options, "run": "r-2"}) as there:
            assert there.client.ledger()["tokens"]["judge"]["calls"] == 0  # another run has its own ledger
