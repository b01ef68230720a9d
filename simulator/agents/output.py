"""How the platform reads an inquiry assistant's whole output, and what a tool call's arguments are worth.

The platform publishes ``replyText`` where one JSON object can be read, bare or inside a fence or prose, and the reply
in it is a text; else nothing. Whatever is not to the letter of the protocol is kept beside it as it came.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

from evaluator.session.safe import safe_json
from simulator.agents.protocols import InquiryReply

_KEYS: Final = {"replyText", "askedFieldKeys"}
DEEPEST: Final = 32


def read_reply(raw: str) -> InquiryReply:
    """The reply in a whole output; ``raw`` is kept unless the output is exactly what the protocol asks for."""
    bare = _object(raw)
    found = bare if bare is not None else _object(raw[raw.find("{") : raw.rfind("}") + 1])
    if found is None or not isinstance(found.get("replyText"), str):
        return InquiryReply(None, None, raw)
    text, keys = found["replyText"], found.get("askedFieldKeys")
    listed = tuple(keys) if isinstance(keys, list) and all(isinstance(key, str) for key in keys) else None
    exact = bare is not None and set(bare) == _KEYS and listed is not None
    return InquiryReply(text, listed, None if exact else raw)


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_arguments(text: str) -> dict[str, Any] | None:
    """The arguments of a call as a JSON object; None where they are none, or hold what a record could not.

    Nothing at all stands for no arguments, as models write it for tools that take none.
    """
    if not text.strip():
        return {}
    try:
        found = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or deeper_than(found, DEEPEST):
        return None
    safe = safe_json(found)
    assert isinstance(safe, dict)
    return safe


def deeper_than(value: Any, levels: int) -> bool:
    """Whether a JSON value nests deeper: such a one is no argument, and would break what copies it."""
    if not isinstance(value, dict | list):
        return False
    if levels == 0:
        return True
    parts = value.values() if isinstance(value, dict) else value
    return any(deeper_than(part, levels - 1) for part in parts)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value
