"""Gates on a run: parsed before anything is driven, checked when its files are written."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Gates:
    """The gates asked for; ``allow_open`` lets undetermined verdicts through."""

    specs: tuple[str, ...]
    allow_open: bool = False

    def check(self, run: Path) -> None:
        """Checks them over the run's files, and writes what came of it beside them."""


def parsed_gates(specs: Sequence[str] | None, gate_open: str | None) -> Gates | None:
    """The gates asked for, or None. Raises UsageError for one that cannot be read."""
    return Gates(tuple(specs), gate_open == "allow") if specs else None


def checked(run: Path, gates: Gates | None, code: int, lang: Literal["en", "zh"]) -> int:
    """Says what the gates came to; the exit code, that of a failed gate where one failed."""
    return code
