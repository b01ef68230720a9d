"""Text without keys: whatever a server says is cleaned before it reaches an error, a warning or a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from evaluator.session.safe import safe_text

_SHOWN: Final = 300
_STAR: Final = "[key]"
_LIKE: Final = re.compile(r"(?i)\bbearer\s+[^\s\"',}]+|\b(?:sk|pk|xai|gsk)-[A-Za-z0-9_-]{8,}")
_SHORTEST: Final = 4  # a shorter key is a placeholder, and occurs in words


def without(text: str, keys: Iterable[str]) -> str:
    """``text`` with each of the keys replaced."""
    for key in keys:
        if len(key) >= _SHORTEST and key in text:
            text = text.replace(key, _STAR)
    return text


def scrubbed(text: str, keys: Iterable[str]) -> str:
    """One short line of what a server said, without the keys and without whatever else looks like one."""
    line = " ".join(str(safe_text(_LIKE.sub(_STAR, without(text, keys)))).split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
