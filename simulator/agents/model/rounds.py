"""The talk with a model in rounds: it calls tools, gets their results, and at last answers.

Whatever it gets wrong on the way is logged as it wrote it, with an error for a result, and told to it: a tool that it
was not offered, arguments that are no JSON object, more calls than a platform would bear.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

import yaml  # type: ignore[import-untyped, unused-ignore]

from evaluator.client.ports import Ask, Completion, Message, Models, ToolCall
from evaluator.session.safe import safe_json, safe_text
from scenarios.world import Tools
from simulator.agents.output import read_arguments

Offer: TypeAlias = tuple[Mapping[str, Any], ...]
ROUNDS: Final = 8
CALLS: Final = 16  # of one round
_ODD: Final = re.compile(r"[^A-Za-z0-9_-]")


@cache
def offered(agent: Literal["inquiry", "opportunity"]) -> Offer:
    """The tools that a model in that place is offered, in the chat protocol's shape."""
    listed = yaml.safe_load((files("simulator.agents.model") / "tools.yaml").read_text(encoding="utf-8"))
    return tuple({"type": "function", "function": entry} for entry in listed[agent])


async def answer(models: Models, ask: Ask, tools: Tools) -> str:
    """What the model says at last, as it came: its text, its refusal, or nothing.

    A model that still calls tools after :data:`ROUNDS` rounds is cut off, with what it said last. Raises what the
    models' port raises.
    """
    names = tuple(entry["function"]["name"] for entry in ask.tools)
    said = ""
    for number in range(ROUNDS + 1):
        completion = await models.complete(ask)
        said = completion.text or completion.refusal or said
        if not completion.tool_calls:
            return completion.text or completion.refusal or ""
        over = number == ROUNDS
        results = [
            carried_out(call, tools, names, over or place >= CALLS) for place, call in enumerate(completion.tool_calls)
        ]
        ask = replace(ask, messages=(*ask.messages, *_told(number, completion, results)))
    return said


def carried_out(call: ToolCall, tools: Tools, names: tuple[str, ...], over: bool) -> Any:
    """The result of a call; one that cannot be carried out, or comes when all is ``over``, gets an error."""
    name, arguments = safe_text(call.name), read_arguments(call.arguments)
    given = safe_text(call.arguments) if arguments is None else arguments
    if name not in names:
        return tools.refuse(name, given, f"there is no such tool: expected one of {', '.join(names)}")
    if arguments is None:
        return tools.refuse(name, given, "the arguments are not readable: expected a JSON object")
    if over:
        return tools.refuse(name, given, "too many calls: nothing more is looked up for this answer")
    return tools.run(name, arguments)


def _told(number: int, completion: Completion, results: list[Any]) -> list[Message]:
    """The round as the next request tells it. What an endpoint might choke on is put plainly: the log has the rest.

    The ids are our own: models leave them empty or give one twice, and some endpoints want nine letters and digits.
    """
    ids = [f"c{number:03d}n{place:04d}" for place in range(len(results))]
    calls = [
        {"id": key, "type": "function", "function": {"name": _plain_name(call.name), "arguments": _plain_json(call)}}
        for key, call in zip(ids, completion.tool_calls, strict=True)
    ]
    assistant = {"role": "assistant", "content": safe_text(completion.text or ""), "tool_calls": calls}
    answers = [
        {"role": "tool", "tool_call_id": key, "content": json.dumps(safe_json(result), ensure_ascii=False)}
        for key, result in zip(ids, results, strict=True)
    ]
    return [assistant, *answers]


def _plain_name(name: str) -> str:
    return _ODD.sub("_", name)[:64] or "unnamed"


def _plain_json(call: ToolCall) -> str:
    arguments = read_arguments(call.arguments)
    return json.dumps({"unreadable": safe_text(call.arguments)} if arguments is None else arguments, ensure_ascii=False)
