"""A key reaches the endpoint that it belongs to, and nothing else."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from evaluator.client import Endpoint, open_client
from evaluator.client.scrub import scrubbed
from evaluator.errors import EndpointError

from .server import Answer, Script, failed, in_turn, said
from .setting import ask, in_loop, setting

KEY = "sk-test-4f1d8a7c2e9b"
AT = {"key_variable": "MY_KEY"}
HAS_KEY = {"MY_KEY": KEY}


def spelt(text: str) -> str:
    """JSON with every letter of a key escaped."""
    return text.replace(KEY, "".join(f"\\u{ord(letter):04x}" for letter in KEY))


def echoing(status: int) -> Script:
    """A server that repeats the key in its error, as one that debugs does."""
    return lambda request: failed(status, f"you sent {request.headers.get('authorization')} and {KEY}", code=KEY)


@in_loop
async def test_the_key_is_sent() -> None:
    async with setting(in_turn(said("well")), endpoint=AT, environment=HAS_KEY) as here:
        await here.client.complete(ask())
        assert here.server.requests[0].headers["authorization"] == f"Bearer {KEY}"


@in_loop
async def test_it_is_read_when_a_call_is_made() -> None:
    environment = dict(HAS_KEY)
    async with setting(in_turn(said("well")), endpoint=AT, environment=environment) as here:
        await here.client.complete(ask("1"))
        environment["MY_KEY"] = "another-key"
        await here.client.complete(ask("2"))
        assert here.server.requests[1].headers["authorization"] == "Bearer another-key"


@in_loop
async def test_loopback_needs_none_and_gets_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, KEY)
    async with setting(in_turn(said("well"))) as here:
        await here.client.complete(ask())
        headers = here.server.requests[0].headers
        assert "authorization" not in headers
        assert KEY not in str(headers)


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({}, "the variable is not set .*is MY_KEY set"),
        ({"MY_KEY": "ключ-123456"}, "holds characters that no key has"),
        ({"MY_KEY": "two words"}, "holds characters that no key has"),
    ],
)
@in_loop
async def test_a_key_that_cannot_be_sent(environment: dict[str, str], says: str) -> None:
    endpoint = Endpoint("http://models.example.invalid/v1", "m", key_variable="MY_KEY")
    async with open_client({"judge": endpoint}, store=None, warn=print, environment=environment) as client:
        with pytest.raises(EndpointError, match=says) as caught:
            await client.complete(ask())
        assert not any(value in str(caught.value) for value in environment.values())


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
@in_loop
async def test_an_echoed_key_is_in_no_error_warning_log_or_file(
    status: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    options = {"endpoint": AT, "environment": HAS_KEY, "store": tmp_path / "store.sqlite"}
    async with setting(echoing(status), **options) as here:
        with pytest.raises(EndpointError) as caught:
            await here.client.complete(ask())
        told = [str(caught.value), repr(caught.value), *here.warnings, caplog.text, repr(here.client)]
        assert caught.value.__cause__ is None
        assert caught.value.__context__ is None
        assert "[key]" in str(caught.value)
    held = [file.read_bytes().decode("latin-1") for file in tmp_path.iterdir()]
    assert not any(KEY in text for text in told + held)


@pytest.mark.parametrize("spell", [str, spelt])
@in_loop
async def test_a_key_echoed_in_an_answer_is_not_kept(spell: type, tmp_path: Path) -> None:
    answer = Answer(spell(said(f"your key is {KEY}").bytes().partition(b"\r\n\r\n")[2].decode()))
    options = {"endpoint": AT, "environment": HAS_KEY, "store": tmp_path / "store.sqlite"}
    async with setting(in_turn(answer), **options) as here:
        assert (await here.client.complete(ask())).text == "your key is [key]"
        await here.client.complete(ask("another"))
    for file in tmp_path.iterdir():
        assert KEY.encode() not in file.read_bytes()


@in_loop
async def test_a_redirect_with_the_key_in_it() -> None:
    answer = Answer(status=302, headers={"Location": f"http://elsewhere.example/?key={KEY}"})
    async with setting(in_turn(answer), endpoint=AT, environment=HAS_KEY) as here:
        with pytest.raises(EndpointError, match=r"redirects to .*\[key\]"):
            await here.client.complete(ask())


def test_what_looks_like_a_key_is_cleaned_away_too() -> None:
    assert scrubbed("Incorrect key: sk-abcdefgh1234, Bearer qwertz-1", []) == "Incorrect key: [key], [key]"
    assert len(scrubbed("x" * 10_000, [])) < 400
