"""What the newest certification of this evaluator found: which checks and edges a seeded defect has proven.

`summary.json` beside this is written by `sim certify --keep`. It speaks of one version of the evaluator; for any other,
nothing is proven. The folder is no part of that version.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

from evaluator.version import evaluator_version

SUMMARY: Final = "summary.json"


@cache
def summary() -> dict[str, Any] | None:
    """The kept certification, of whatever version; None where there is none."""
    source = files("evaluator.certification") / SUMMARY
    if not source.is_file():
        return None
    found = json.loads(source.read_text(encoding="utf-8"))
    return found if isinstance(found, dict) else None


def proven() -> dict[str, bool]:
    """The checks and edges that defects were seeded for, with whether one was caught cleanly; empty for another
    version of the evaluator."""
    kept = summary()
    if kept is None or kept.get("evaluator") != evaluator_version():
        return {}
    return {str(target): bool(value) for target, value in kept.get("proven", {}).items()}
