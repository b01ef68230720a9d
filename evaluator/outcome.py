"""The outcome of a check or a metric, and how several outcomes are joined into one.

`PASS` and `FAIL` are decisions. `N/A` says that there was nothing to decide, `OPEN` that there was and nobody could.
Only `PASS` and `FAIL` count in a rate (rulings, "Aggregation").
"""

from collections.abc import Iterable
from typing import Literal

__all__ = ["Outcome", "Tri", "conjunction"]

Outcome = Literal["PASS", "FAIL", "N/A", "OPEN"]

Tri = bool | None
"""True, False, or None where it is not known."""


def conjunction(outcomes: Iterable[Outcome]) -> Outcome:
    """Join outcomes that must all hold: a failure settles it, else whatever is open, else a pass (§0.3.2, §0.4.2).

    `N/A` is neutral: it drops out, and where nothing else is left the whole is `N/A`.
    """
    found = set(outcomes)
    if "FAIL" in found:
        return "FAIL"
    if "OPEN" in found:
        return "OPEN"
    return "PASS" if "PASS" in found else "N/A"
