"""What can go wrong with one try of a request, told apart by what helps: waiting, asking otherwise, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

FaultKind: TypeAlias = Literal[
    "rate", "quota", "server", "overload", "connection", "timeout", "body", "dialect", "request", "key", "name"
]
"""``rate``, ``overload``, ``server``, ``connection``, ``timeout`` and ``body`` (an answer that cannot be read) may
pass; ``dialect`` = the endpoint does not know an option; ``quota`` stops the run; the others fail at once."""

Option: TypeAlias = Literal["response_format", "max_tokens", "temperature"]
"""What of a request an endpoint may not know."""

PASSING: Final = frozenset({"rate", "overload", "server", "connection", "timeout", "body"})


@dataclass(frozen=True, slots=True)
class Fault:
    """One failed try. ``said`` is the server's own text, scrubbed; ``wait`` the seconds that it asks to wait.

    ``option`` is what a fault of the kind ``dialect`` is about.
    """

    kind: FaultKind
    said: str
    status: int | None = None
    wait: float | None = None
    option: Option | None = None


_QUOTA: Final = re.compile(
    r"insufficient[_ ]quota|insufficient[_ ](?:account )?balance|billing[_ ](?:hard_limit|not_active)|arrearage|"
    r"credit balance|free[_ ]?tier[_ ]?only|quota[_ ]exhausted"
)
_DAY: Final = re.compile(r"per[_ ]?day|\bdaily\b|\b[rt]pd\b|per[_ ]?month|\bmonthly\b")
_MINUTE: Final = re.compile(r"per[_ ]?(?:min|second)|\b[rt]pm\b")
_LOOSE_QUOTA: Final = re.compile(r"exceeded your (?:current|monthly) quota|billing")
_AGAIN: Final = re.compile(r"(?:try again|retry) in ([0-9]+(?:\.[0-9]+)?) ?(ms|s)\b")
_FORMAT: Final = re.compile(r"response_format|json_schema|json_object|structured output")
_UNKNOWN: Final = r"(?:unsupported|unknown|unrecognized|not support)"
_TOKENS: Final = re.compile(rf"max_completion_tokens|{_UNKNOWN}.{{0,60}}max_tokens|max_tokens.{{0,60}}{_UNKNOWN}")
_TEMPERATURE: Final = re.compile(rf"{_UNKNOWN}.{{0,60}}temperature|temperature.{{0,60}}{_UNKNOWN}")


def of_status(status: int, body: object, said: str, wait: float | None) -> Fault:
    """The fault of an answer with an error's status; ``body`` is its JSON or text, ``said`` what may be shown of it."""
    words = _words(body)
    if status in (402, 429) or (status == 403 and _QUOTA.search(words)):
        return _of_limit(status, words, said, wait)
    if status in (400, 404, 415, 422):
        option = _option(words)
        if option is not None:
            return Fault("dialect", said, status, option=option)
        return Fault("name" if status == 404 else "request", said, status)
    if status in (401, 403):
        return Fault("key", said, status)
    if status in (503, 529):
        return Fault("overload", said, status, wait)
    if status in (408, 409, 425) or status >= 500:
        return Fault("server", said, status, wait)
    return Fault("request", said, status)


def _option(words: str) -> Option | None:
    if _FORMAT.search(words):
        return "response_format"
    if _TOKENS.search(words):
        return "max_tokens"
    return "temperature" if _TEMPERATURE.search(words) else None


def _of_limit(status: int, words: str, said: str, wait: float | None) -> Fault:
    """A rate limit passes by itself, a quota does not; the words of the two are alike, and a code outweighs them."""
    again = _AGAIN.search(words)
    soon = _MINUTE.search(words) or again is not None
    of_a_day = _DAY.search(words) and not _MINUTE.search(words)  # some list all their limits
    if status == 402 or _QUOTA.search(words) or of_a_day or (_LOOSE_QUOTA.search(words) and not soon):
        return Fault("quota", said, status)
    if wait is None and again is not None:
        wait = float(again[1]) / (1000 if again[2] == "ms" else 1)
    return Fault("rate", said, status, wait)


def _words(body: object) -> str:
    """All that an error's body says, in lower case."""
    parts: list[str] = []

    def gather(value: object) -> None:
        if isinstance(value, Mapping):
            for item in value.values():
                gather(item)
        elif isinstance(value, list):
            for item in value:
                gather(item)
        elif isinstance(value, str):
            parts.append(value)

    gather(body)
    return " ".join(parts).lower()


def message_of(body: Any) -> str:
    """The message inside an error's body, else the whole body as text."""
    if isinstance(body, Mapping):
        error = body.get("error", body)
        if isinstance(error, Mapping):
            parts = [str(error[name]) for name in ("code", "message", "detail") if error.get(name)]
            if parts:
                return ": ".join(parts)
        elif isinstance(error, str):
            return error
    return str(body)


HELP: Final[Mapping[FaultKind, str]] = {
    "rate": "the endpoint limits the rate",
    "quota": "the quota is used up",
    "server": "the server failed",
    "overload": "the server is overloaded",
    "connection": "the connection failed",
    "timeout": "no answer in time",
    "body": "the answer cannot be read",
    "dialect": "the endpoint does not know an option of the request",
    "request": "the endpoint refuses the request",
    "key": "the endpoint refuses the key",
    "name": "no such address or model",
}
