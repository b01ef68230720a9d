"""What is known of one model's endpoint, and how each of its fields is read."""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

Structured: TypeAlias = Literal["auto", "schema", "json", "plain"]
"""How an answer's schema is sent: as ``json_schema``, ``json_object``, not at all, or the first that is understood."""

_STRUCTURED: Final[tuple[Structured, ...]] = ("auto", "schema", "json", "plain")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_KEY_LIKE: Final = re.compile(r"(sk|pk|ak|key|xai|gsk)[-_][A-Za-z0-9_-]{12,}\Z|[A-Za-z0-9+/=_.-]{40,}\Z")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a role's model is, and how it is asked.

    ``key_variable`` names the environment variable that holds the key (``""``: no key is sent); the key itself is in no
    field. Prices are in ``currency`` per million tokens, ``None`` = not known. ``timeout`` is in seconds for one try.
    ``concurrency`` caps the requests in flight. ``temperature`` holds where a request names none. ``extra`` is sent in
    the body as it is.
    """

    base_url: str
    model: str
    key_variable: str = ""
    price_in: float | None = None
    price_out: float | None = None
    currency: str = ""
    timeout: float = 120.0
    concurrency: int = 32
    structured: Structured = "auto"
    temperature: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def priced(self) -> bool:
        """Are both prices known?"""
        return self.price_in is not None and self.price_out is not None

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """What so many tokens cost, in ``currency``; ``None`` without a price."""
        if self.price_in is None or self.price_out is None:
            return None
        return (prompt_tokens * self.price_in + completion_tokens * self.price_out) / 1_000_000


def is_loopback(base_url: str) -> bool:
    """Is the endpoint on this machine? Then it needs no key, and no proxy stands before it."""
    host = urlsplit(base_url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def looks_like_key(value: str) -> bool:
    """Does a text look like a key rather than a name?"""
    return bool(_KEY_LIKE.match(value))


def _text(value: object) -> str | None:
    return value.strip() if isinstance(value, str) and value.strip() else None


def _url(value: object) -> str | None:
    text = _text(value)
    if text is None or any(letter.isspace() for letter in text):
        return None
    try:
        parts = urlsplit(text)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        return None
    plain = not (parts.username or parts.password or parts.query or parts.fragment)
    return text.rstrip("/") if parts.scheme in ("http", "https") and parts.hostname and plain and port_is_fine else None


def _variable(value: object) -> str | None:
    if value == "":
        return ""
    text = _text(value)
    return text if text is not None and _VARIABLE.match(text) and not looks_like_key(text) else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _positive(value: object) -> float | None:
    number = _number(value)
    return number if number else None


def _count(value: object) -> int | None:
    number = _positive(value)
    return int(number) if number is not None and number == int(number) else None


def _structured(value: object) -> str | None:
    return value if isinstance(value, str) and value in _STRUCTURED else None


def _table(value: object) -> dict[str, Any] | None:
    return dict(value) if isinstance(value, Mapping) and not value.get("stream") else None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an endpoint: ``read`` gives its value, or ``None`` where what was given is not ``expected``."""

    read: Callable[[object], Any]
    expected: str
    secret: bool = False  # what was found is not shown: it may be a key


FIELDS: Final[Mapping[str, Field]] = {
    "base_url": Field(_url, "an address such as https://api.example.com/v1, without a key in it", secret=True),
    "key_variable": Field(
        _variable, "the name of the environment variable that holds the key, not the key (or empty: none)", secret=True
    ),
    "model": Field(_text, "the model's name"),
    "price_in": Field(_number, "a price per million tokens, 0 or more"),
    "price_out": Field(_number, "a price per million tokens, 0 or more"),
    "currency": Field(_text, "a currency such as USD"),
    "timeout": Field(_positive, "seconds, more than 0"),
    "concurrency": Field(_count, "a whole number, 1 or more"),
    "structured": Field(_structured, f"one of {', '.join(_STRUCTURED)}"),
    "temperature": Field(_number, "a number, 0 or more"),
    "extra": Field(_table, "a table of options that are sent with each request (stream is not possible)"),
}
