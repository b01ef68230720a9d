"""Text that can do no harm later.

JSON may hold half of a surrogate pair (``"\\ud83d"``), which Python keeps and then cannot encode: written to a file,
hashed or sent to a model, it would end a whole run. Each is replaced by U+FFFD, as browsers do; the record is kept.
"""

from __future__ import annotations

import re
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")


def safe_text(value: Any) -> Any:
    """``value`` with each lone surrogate replaced by U+FFFD; anything but a text is returned as it is."""
    if isinstance(value, str) and not value.isascii():
        return _SURROGATE.sub("\ufffd", value)
    return value


def safe_json(value: Any) -> Any:
    """The same for all texts and keys inside a JSON value."""
    if isinstance(value, str):
        return safe_text(value)
    if isinstance(value, dict):
        return {safe_text(key): safe_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [safe_json(item) for item in value]
    return value
