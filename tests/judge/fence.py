"""What holds of every request that shows a conversation to a model: a function over its messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_OPENING = re.compile(r"<(data-[0-9a-f]{20})>")


def _no_constant(name: str) -> object:
    raise AssertionError(f"{name} is no JSON")


def inside_the_fence(messages: Sequence[Mapping[str, Any]], canaries: Iterable[str] = ()) -> list[Any]:
    """The lines inside the fence, parsed. Fails where a request is not one system message and one fenced user message,
    or where one of the `canaries`, words of the conversation, stands in the instructions."""
    assert [message["role"] for message in messages] == ["system", "user"]
    assert all(set(message) == {"role", "content"} for message in messages)
    system, user = messages[0]["content"], messages[1]["content"]
    for canary in canaries:
        assert canary.casefold() not in system.casefold(), canary
    opening = _OPENING.match(user)
    assert opening, user[:80]
    name = opening[1]
    assert user.startswith(f"<{name}>\n")
    assert user.endswith(f"\n</{name}>")
    assert user.count(name) == 2
    assert name not in system
    body = user[len(f"<{name}>\n") : -len(f"\n</{name}>")]
    assert "<" not in body
    lines = body.split("\n")
    assert lines == body.splitlines()
    parsed = [json.loads(line, parse_constant=_no_constant) for line in lines]
    assert all(isinstance(line, dict) for line in parsed)
    user.encode("utf-8")
    system.encode("utf-8")
    return parsed
