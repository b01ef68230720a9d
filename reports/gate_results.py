"""The gates that a run was held against, as `gates.json` in its directory tells them.

Read with care: the reports show what is there, and a file of another shape hides no report.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from evaluator.session.safe import safe_text
from reports.plain import one_line

GATES: Final = "gates.json"
_SPEC: Final = 120
_MESSAGE: Final = 400


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate. ``n`` counts what it was decided by; ``None`` where the file does not say."""

    spec: str
    passed: bool
    message: str
    n: int | None


def gate_results(run_dir: Path) -> tuple[GateResult, ...]:
    """The gates of the run; none where it has no such file, or where nothing in it can be read as a gate.

    Only ``"passed": true`` is a gate that passed: whatever else stands there did not.
    """
    try:
        document = json.loads((run_dir / GATES).read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    listed = document.get("gates") if isinstance(document, dict) else None
    return tuple(_gate(item) for item in listed if isinstance(item, dict)) if isinstance(listed, list) else ()


def _gate(item: Mapping[str, Any]) -> GateResult:
    n = item.get("n")
    return GateResult(
        spec=one_line(safe_text(str(item.get("gate", item.get("spec", "?")))), _SPEC),
        passed=item.get("passed") is True,
        message=one_line(safe_text(str(item.get("message") or "")), _MESSAGE),
        n=n if isinstance(n, int) and not isinstance(n, bool) else None,
    )
