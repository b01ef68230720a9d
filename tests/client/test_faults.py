"""Each fault of an endpoint, through the real client over HTTP."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from evaluator.client import RetryPolicy, Usage
from evaluator.errors import EndpointError, EndpointTimeout, QuotaSpent

from .server import HTML, QUOTA, RESET, STALL, Answer, failed, in_turn, said
from .setting import PATIENT, QUICK, ask, in_loop, setting

GOOD = said("well")
HUGE = {"prompt_tokens": 10**30, "completion_tokens": 1}


@pytest.mark.parametrize(
    ("fault", "warned"),
    [
        pytest.param(failed(429), "limits the rate", id="429"),
        pytest.param(failed(429, retry_after="0.01"), "limits the rate", id="429 with seconds"),
        pytest.param(failed(429, retry_after_ms="5"), "limits the rate", id="429 with milliseconds"),
        pytest.param(failed(429, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"), "limits the rate", id="429 with a date"),
        pytest.param(failed(429, retry_after="soon"), "limits the rate", id="429 with nonsense"),
        pytest.param(failed(500), "the server failed", id="500"),
        pytest.param(failed(502), "the server failed", id="502"),
        pytest.param(failed(503), "overloaded", id="503"),
        pytest.param(failed(504), "the server failed", id="504"),
        pytest.param(RESET, "the connection failed", id="reset"),
        pytest.param(Answer(said("x").body, cut="half"), "the connection failed", id="half a body"),
        pytest.param(Answer('{"choices": [{"mess'), "it is not JSON", id="half a JSON"),
        pytest.param(Answer(""), "it is empty", id="empty"),
        pytest.param(HTML, "it is HTML", id="HTML"),
        pytest.param(Answer({"choices": None}), "no choices", id="choices null"),
        pytest.param(Answer({"choices": []}), "no choices", id="no choices"),
        pytest.param(Answer({"choices": [{"message": None}]}), "no message", id="message null"),
        pytest.param(Answer([1]), "a JSON object was expected", id="a list"),
        pytest.param(Answer({"error": {"message": "overloaded", "code": 503}}), "overloaded", id="an error in a 200"),
        pytest.param(Answer("[" * 100_000), "it is not JSON", id="too deep"),
    ],
)
@in_loop
async def test_what_passes_is_tried_again_with_one_warning(fault: Answer, warned: str) -> None:
    async with setting(in_turn(fault, fault, GOOD)) as here:
        completion = await here.client.complete(ask())
        assert completion.text == "well"
        assert here.server.asked() == 3
        assert len(here.warnings) == 1
        assert warned in here.warnings[0]
        assert "m-1" in here.warnings[0]
        assert here.server.base_url in here.warnings[0]
        figures = here.client.ledger()["tokens"]["judge"]
        assert (figures["calls"], figures["retries"], figures["failed"]) == (1, 2, 0)


@in_loop
async def test_tries_are_bounded_and_the_error_names_role_model_and_address() -> None:
    async with setting(in_turn(failed(500, "boom"))) as here:
        with pytest.raises(EndpointError) as caught:
            await here.client.complete(ask())
        assert str(caught.value) == (
            f"judge model m-1 at {here.server.base_url}: the server failed (tried 3 times): 500: boom"
        )
        assert here.server.asked() == QUICK.tries
        figures = here.client.ledger()["tokens"]["judge"]
        assert (figures["calls"], figures["retries"], figures["failed"]) == (1, 2, 1)


@in_loop
async def test_a_stall_is_a_time_out_of_each_try() -> None:
    async with setting(in_turn(STALL), endpoint={"timeout": 0.05}) as here:
        with pytest.raises(EndpointTimeout, match=r"no answer in time \(tried 3 times\): nothing within 0.05 s"):
            await here.client.complete(ask())
        assert here.server.asked() == 3


@in_loop
async def test_a_trickle_is_a_time_out_too() -> None:
    # Bytes keep coming, each soon after the last; the whole would take far longer than the time-out.
    endless = Answer("x" * 10_000_000, piece=1)
    async with setting(in_turn(endless), endpoint={"timeout": 0.2}) as here:
        with pytest.raises(EndpointTimeout):
            await here.client.complete(ask())


@in_loop
async def test_nobody_listens() -> None:
    async with setting(in_turn(GOOD), endpoint={"base_url": "http://127.0.0.1:1/v1"}) as here:
        with pytest.raises(EndpointError, match=r"127\.0\.0\.1:1/v1: the connection failed"):
            await here.client.complete(ask())


@in_loop
async def test_an_address_that_is_none() -> None:
    async with setting(in_turn(GOOD), endpoint={"base_url": "http://exa mple:x/v1"}) as here:
        with pytest.raises(EndpointError, match="no such address or model"):
            await here.client.complete(ask())


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(QUOTA, id="insufficient_quota"),
        pytest.param(failed(429, "You exceeded your current quota, please check your billing details"), id="words"),
        pytest.param(failed(429, "Rate limit reached on requests per day (RPD): try again in 7m12s"), id="a day"),
        pytest.param(failed(429, "Billing hard limit", code="billing_hard_limit_reached"), id="billing"),
        pytest.param(failed(402, "Insufficient Balance"), id="402"),
        pytest.param(failed(403, "free tier only", code="AllocationQuota.FreeTierOnly"), id="403"),
    ],
)
@in_loop
async def test_a_spent_quota_stops_the_run_at_once(answer: Answer) -> None:
    async with setting(in_turn(answer)) as here:
        with pytest.raises(QuotaSpent, match=r"the quota is used up.*resumed"):
            await here.client.complete(ask())
        assert here.server.asked() == 1


@pytest.mark.parametrize(
    "message",
    [
        "Rate limit reached for tokens per min (TPM). Please try again in 6ms.",
        "You exceeded your current quota, limit: 15 per minute. Please retry in 0.01s.",
        "Requests rate limit exceeded",
        "Limits: 60 requests per minute, 10000 requests per day",
    ],
)
@in_loop
async def test_a_rate_limit_is_no_spent_quota(message: str) -> None:
    async with setting(in_turn(failed(429, message), GOOD)) as here:
        assert (await here.client.complete(ask())).text == "well"


@in_loop
async def test_an_absurd_wait_is_capped_and_said() -> None:
    async with setting(in_turn(failed(429, retry_after="3000"), GOOD)) as here:
        assert (await here.client.complete(ask())).text == "well"
        assert len(here.warnings) == 2
        assert "asks to wait 3000 s" in here.warnings[1]


@in_loop
async def test_who_asks_to_wait_for_hours_has_spent_a_quota() -> None:
    async with setting(in_turn(failed(429, retry_after="86400"))) as here:
        with pytest.raises(QuotaSpent):
            await here.client.complete(ask())
        assert here.server.asked() == QUICK.rate_tries


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (failed(400, "messages: expected a list"), "refuses the request: 400: messages: expected a list"),
        (failed(401, "bad key"), "refuses the key: 401: bad key \\(is MY_KEY set, and right\\?\\)"),
        (failed(403, "not allowed"), "refuses the key: 403: not allowed"),
        (failed(404, "no model m-1"), "no such address or model: 404: no model m-1"),
        (failed(413, "too long"), "refuses the request: 413: too long"),
        (Answer(status=307, headers={"Location": "http://elsewhere.example/v1"}), "redirects to .*is the address righ"),
    ],
)
@in_loop
async def test_what_stays_fails_at_once(answer: Answer, says: str) -> None:
    endpoint = {"key_variable": "MY_KEY"}
    async with setting(in_turn(answer), endpoint=endpoint, environment={"MY_KEY": "k-123456789"}) as here:
        with pytest.raises(EndpointError, match=says):
            await here.client.complete(ask())
        assert here.server.asked() == 1
        assert here.warnings == []


@in_loop
async def test_a_refusal_is_an_answer() -> None:
    async with setting(in_turn(said(None, refusal="I cannot help with that."))) as here:
        completion = await here.client.complete(ask())
        assert (completion.text, completion.refusal) == (None, "I cannot help with that.")


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": -3, "completion_tokens": 1}, {"prompt_tokens": "9"}, [], HUGE]
)
@in_loop
async def test_usage_that_cannot_be_true_is_estimated_and_said(usage: object) -> None:
    async with setting(in_turn(said("twelve chars", usage=usage))) as here:
        completion = await here.client.complete(ask("eight ch"))
        assert completion.usage == Usage(prompt_tokens=6, completion_tokens=3, estimated=True)
        assert "estimated" in here.warnings[0]
        assert here.client.ledger()["tokens"]["judge"]["estimated"] == 1


@in_loop
async def test_unicode_cut_between_packets_arrives_whole() -> None:
    text = "Bạn có cáp sạc nhanh không? 有没有快充线 🔌 مرحبا"
    async with setting(in_turn(replace(said(text), piece=1))) as here:
        assert (await here.client.complete(ask())).text == text


@in_loop
async def test_half_a_surrogate_pair_harms_nothing() -> None:
    body = '{"choices": [{"message": {"content": "a\\ud83db"}}]}'
    async with setting(in_turn(Answer(body))) as here:
        assert (await here.client.complete(ask("bad \ud83d text"))).text == "a\ufffdb"


@in_loop
async def test_a_fault_is_warned_of_once_however_many_meet_it() -> None:
    script = lambda request: failed(500) if request.number <= 20 else GOOD  # noqa: E731
    policy = RetryPolicy(tries=40, first=0.001, longest_backoff=0.002, random=lambda: 0.5)
    async with setting(script, policy=policy, endpoint={"timeout": PATIENT}) as here:
        await asyncio.gather(*(here.client.complete(ask(str(number))) for number in range(20)))
        assert len(here.warnings) == 1
