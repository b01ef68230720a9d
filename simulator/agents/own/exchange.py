"""The exchange with a team's own system: one request, one response, in rounds where it asks for our tools.

A response holds an answer, or ``call_tools``: calls that we carry out and whose results come with the next request.
``tool_calls`` in an answer is the system's own log. Without it, and without ``call_tools`` before it, nothing is known
of what was called, and the record says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, Protocol

from evaluator.client.ports import ToolCall
from evaluator.session.safe import safe_json
from scenarios.world import Tools
from simulator.agents.model.rounds import CALLS, ROUNDS, carried_out
from simulator.agents.output import DEEPEST, deeper_than
from simulator.agents.protocols import AgentInfo
from simulator.errors import AgentError

_KEYS: Final = frozenset({"replyText", "askedFieldKeys", "raw", "call_tools", "tool_calls"})
MOST_CALLS: Final = 1000  # in one response: what has more of them is broken


class Transport(Protocol):
    """Carries a request to the system and its response back, both JSON values."""

    @property
    def info(self) -> AgentInfo:
        """What it leads to, for messages and the manifest."""

    async def send(self, request: Mapping[str, Any]) -> Any:
        """The response. Raises EndpointError or AgentError where there is none."""

    async def aclose(self) -> None:
        """Lets go of connections."""


async def exchange(transport: Transport, request: Mapping[str, Any], tools: Tools) -> dict[str, Any]:
    """The response with the answer; the calls on the way are carried out and logged.

    A system that asks for tools without end is cut off: what it said last is its answer. Raises
    :class:`AgentError` naming the field where a response is not what was agreed.
    """
    names = tuple(entry["name"] for entry in request["tools"])
    results: list[dict[str, Any]] = []
    for number in range(ROUNDS + 1):
        response = _checked(await transport.send({**request, "tool_results": results}), transport)
        wanted = _calls(response, "call_tools", transport)
        if not wanted:
            break
        for place, call in enumerate(wanted):
            over = number == ROUNDS or place >= CALLS
            result = carried_out(_as_call(call), tools, names, over)
            results.append({"name": call["name"], "arguments": call.get("arguments"), "result": result})
    _log(response, tools, transport, used=bool(results))
    return response


def _log(response: Mapping[str, Any], tools: Tools, transport: Transport, used: bool) -> None:
    for call in _calls(response, "tool_calls", transport):
        tools.report(call["name"], call.get("arguments"), call.get("result"))
    if response.get("tool_calls") is None and not used:
        tools.leave_gap()


def _checked(response: Any, transport: Transport) -> dict[str, Any]:
    if not isinstance(response, dict):
        raise wrong(transport, "", "a JSON object", response)
    if deeper_than(response, DEEPEST):
        raise AgentError(f"{transport.info.address}: expected a JSON object nested at most {DEEPEST} deep")
    safe = safe_json(response)
    assert isinstance(safe, dict)
    for key in safe.keys() - _KEYS:
        meant = next((known for known in _KEYS if _spelling(known) == _spelling(key)), None)
        if meant is not None and meant not in safe:
            raise AgentError(f"{transport.info.address}: unknown key {key!r} in the response: did you mean {meant!r}?")
    return safe


def _spelling(key: str) -> str:
    return key.replace("_", "").replace("-", "").casefold()


def _calls(response: Mapping[str, Any], field: str, transport: Transport) -> list[dict[str, Any]]:
    calls = response.get(field)
    if calls is None:
        return []
    if not isinstance(calls, list):
        raise wrong(transport, field, "a list of calls", calls)
    if len(calls) > MOST_CALLS:
        raise AgentError(f"{transport.info.address}: {field}: expected at most {MOST_CALLS} calls, found {len(calls)}")
    for place, call in enumerate(calls):
        if not isinstance(call, dict):
            raise wrong(transport, f"{field}[{place}]", "a call with name and arguments", call)
        if not isinstance(call.get("name"), str):
            raise wrong(transport, f"{field}[{place}].name", "the name of a tool", call.get("name"))
    return calls


def _as_call(call: Mapping[str, Any]) -> ToolCall:
    given = call.get("arguments")
    text = given if isinstance(given, str) else "" if given is None else json.dumps(given)
    return ToolCall("", call["name"], text)


def text_in(response: Mapping[str, Any], field: str, transport: Transport) -> str | None:
    """The text under a key; None where it is missing or null."""
    value = response.get(field)
    if value is not None and not isinstance(value, str):
        raise wrong(transport, field, "a text", value)
    return value


def wrong(transport: Transport, field: str, expected: str, found: Any) -> AgentError:
    """The error for a response that is not what was agreed: the address, the field, what was expected and found."""
    shown = json.dumps(found, ensure_ascii=True, default=str)
    shown = shown if len(shown) <= 80 else shown[:80] + "…"
    place = f"{transport.info.address}: {field}" if field else f"{transport.info.address}"
    return AgentError(f"{place}: expected {expected}, found {shown}")
