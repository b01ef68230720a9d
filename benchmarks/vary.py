"""Records that differ from a simulated one by their id and their figures, for as many conversations as it takes."""

import re
from typing import Any, Final

# Whole numbers of three to six digits that stand alone: no ids, models, dates, clock times, prices with cents.
_FIGURE = re.compile(r"(?<![\w.,:/|#-])[1-9]\d{2,5}(?![\w%/|:-]|[.,]\d)")
_STEP: Final = 7  # what a figure grows by from one copy to the next: 1000 becomes 1007, 1014, …
_KEPT: Final = frozenset({"created_at", "createdAt", "id", "url", "detailUrl", "productId", "phone"})


def varied(session: dict[str, Any], copy: int) -> dict[str, Any]:
    """The copy of that number. A figure is changed alike wherever it stands, so that replies still follow tools."""
    record: dict[str, Any] = _walk(session, copy)
    record["session_id"] = f"{session['session_id']}.n{copy}"
    return record


def shifted(text: str, copy: int) -> str:
    """A text with other figures of as many digits."""
    return _FIGURE.sub(lambda match: _shift(match[0], copy), text)


def _shift(digits: str, copy: int) -> str:
    lowest = 10 ** (len(digits) - 1)
    return str(lowest + (int(digits) - lowest + _STEP * copy) % (9 * lowest))


def _walk(value: Any, copy: int) -> Any:
    if isinstance(value, str):
        return shifted(value, copy)
    if isinstance(value, list):
        return [_walk(item, copy) for item in value]
    if isinstance(value, dict):
        return {key: item if key in _KEPT else _walk(item, copy) for key, item in value.items()}
    return value
