"""How a schema is asked for, and what is learned of an endpoint that does not know it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from evaluator.client import Endpoint, Role, open_client
from evaluator.errors import EndpointError

from .server import Answer, Request, Script, failed, said, serve
from .setting import ask, in_loop, setting

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
WITH_SCHEMA: dict[str, Any] = {"schema": SCHEMA, "schema_name": "verdict"}


def asked_for(request: Request) -> str | None:
    """The kind of response_format."""
    kind = request.body.get("response_format", {}).get("type")
    return kind if isinstance(kind, str) else None


def knowing(*kinds: str | None, status: int = 400) -> Script:
    """An endpoint that knows only some of them."""

    def answer(request: Request) -> Answer:
        if asked_for(request) in kinds:
            return said('{"a": "b"}')
        return failed(status, f"This response_format type is unavailable: {asked_for(request)}")

    return answer


@in_loop
async def test_a_schema_is_sent_where_it_is_known() -> None:
    async with setting(knowing("json_schema")) as here:
        await here.client.complete(ask(**WITH_SCHEMA))
        assert here.server.requests[0].body["response_format"] == {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": SCHEMA},
        }
        assert here.warnings == []


@pytest.mark.parametrize(
    ("script", "tried"),
    [
        (knowing("json_object"), ["json_schema", "json_object"]),
        (knowing(None), ["json_schema", "json_object", None]),
        (knowing(None, status=422), ["json_schema", "json_object", None]),
    ],
)
@in_loop
async def test_it_falls_back_once_for_all(script: Script, tried: list[str | None]) -> None:
    async with setting(script) as here:
        for number in range(3):
            assert (await here.client.complete(ask(str(number), **WITH_SCHEMA))).text == '{"a": "b"}'
        assert [asked_for(request) for request in here.server.requests] == [*tried, tried[-1], tried[-1]]
        assert len(here.warnings) == 1
        assert "response_format" in here.warnings[0]


@in_loop
async def test_many_at_once_learn_it_together() -> None:
    async with setting(knowing("json_object")) as here:
        await asyncio.gather(*(here.client.complete(ask(str(number), **WITH_SCHEMA)) for number in range(20)))
        assert None not in [asked_for(request) for request in here.server.requests]


@pytest.mark.parametrize(("structured", "kind"), [("schema", "json_schema"), ("json", "json_object"), ("plain", None)])
@in_loop
async def test_what_is_configured_is_sent_and_not_unlearned(structured: str, kind: str | None) -> None:
    async with setting(knowing("nothing"), endpoint={"structured": structured}) as here:
        with pytest.raises(EndpointError, match="does not know an option of the request: 400"):
            await here.client.complete(ask(**WITH_SCHEMA))
        assert [asked_for(request) for request in here.server.requests] == [kind]


@in_loop
async def test_without_a_schema_nothing_is_asked_for() -> None:
    async with setting(knowing(None)) as here:
        await here.client.complete(ask())
        assert "response_format" not in here.server.requests[0].body


@in_loop
async def test_newer_names_and_fixed_temperatures_are_learned_too() -> None:
    def answer(request: Request) -> Answer:
        if "max_tokens" in request.body:
            return failed(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "temperature" in request.body:
            return failed(400, "Unsupported value: 'temperature' does not support 0 with this model.")
        return said("well")

    async with setting(answer) as here:
        for number in range(2):
            await here.client.complete(ask(str(number), temperature=0.0, max_tokens=50))
        assert here.server.asked() == 4
        assert here.server.requests[-1].body["max_completion_tokens"] == 50


@in_loop
async def test_what_is_sent() -> None:
    endpoint = {"temperature": 0.3, "extra": {"top_p": 0.5, "thinking": {"type": "disabled"}}}
    tools = ({"type": "function", "function": {"name": "f", "parameters": {}}},)
    async with setting(lambda request: said("x"), endpoint=endpoint) as here:
        await here.client.complete(ask("你好", tools=tools))
        await here.client.complete(ask("x", temperature=0.0))
    assert here.server.requests[0].body == {
        "model": "m-1",
        "messages": [{"role": "user", "content": "你好"}],
        "tools": list(tools),
        "temperature": 0.3,
        "top_p": 0.5,
        "thinking": {"type": "disabled"},
    }
    assert here.server.requests[1].body["temperature"] == 0.0
    assert here.server.requests[0].path == "/v1/chat/completions"


@in_loop
async def test_odd_tool_calls_and_contents() -> None:
    calls = [
        {"function": {"name": "a", "arguments": {"x": "é"}}},
        {"id": "7", "function": {"name": "b", "arguments": None}},
        {"id": "8", "function": {"name": "c", "arguments": "{not json"}},
        {"id": "9"},
        None,
    ]
    async with setting(
        lambda request: said([{"type": "text", "text": "one"}, {"type": "x"}], tool_calls=calls)
    ) as here:  # type: ignore[arg-type]
        completion = await here.client.complete(ask())
    assert completion.text == "one"
    assert [(call.id, call.name, call.arguments) for call in completion.tool_calls] == [
        ("call_0", "a", '{"x": "é"}'),
        ("7", "b", "{}"),
        ("8", "c", "{not json"),
    ]


@in_loop
async def test_a_proxy_of_the_environment_is_passed_by_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with setting(lambda request: said("well")) as here:
        assert (await here.client.complete(ask())).text == "well"


@in_loop
async def test_two_roles_of_one_model_are_asked_each_in_its_own_way() -> None:
    async with serve(lambda request: said("well")) as server:
        at = {"base_url": server.base_url, "model": "m"}
        endpoints: dict[Role, Endpoint] = {
            "judge": Endpoint(**at, structured="json", concurrency=1),
            "reader": Endpoint(**at, structured="plain"),
        }
        async with open_client(endpoints, store=None, warn=print) as client:
            for role in ("judge", "reader"):
                await client.complete(ask(role=role, **WITH_SCHEMA))
        assert [asked_for(request) for request in server.requests] == ["json_object", None]
