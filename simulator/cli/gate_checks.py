"""Gates on a run: parsed before anything is driven, checked when its files are written."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from simulator.cli import GATE_FAILED


@dataclass(frozen=True)
class Gates:
    """The gates asked for; ``allow_open`` lets undetermined verdicts through."""

    specs: tuple[str, ...]
    allow_open: bool = False

    def check(self, run: Path) -> None:
        """Checks them over the run's files, and writes what came of it beside them (`gates.json`)."""
        from reports.gates import check_gates

        check_gates(run, self.specs, self.allow_open)


def parsed_gates(specs: Sequence[str] | None, gate_open: str | None) -> Gates | None:
    """The gates asked for, or None. Raises UsageError for one that cannot be read."""
    if not specs and gate_open is None:
        return None
    from reports.gates import parse_gates, parse_open

    allow_open = parse_open(gate_open)
    parse_gates(specs or [])
    return Gates(tuple(specs or ()), allow_open) if specs else None


def checked(run: Path, gates: Gates | None, code: int, lang: Literal["en", "zh"]) -> int:
    """Says what the gates came to; the exit code, that of a failed gate where one failed.

    Checked anew: a run that was complete before may be asked about other gates.
    """
    if gates is None:
        return code
    from reports.gates import check_gates
    from simulator.cli.compare_command import print_gates

    report = check_gates(run, gates.specs, gates.allow_open)
    print_gates(report, lang)
    return code if report.passed else GATE_FAILED
