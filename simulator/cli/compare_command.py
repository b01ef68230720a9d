"""`sim compare`, and what the other commands need to have gates."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from simulator.cli import GATE_FAILED, WELL
from simulator.cli.options import LANG

if TYPE_CHECKING:
    from reports.gates import GateReport

GATE: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--gate",
        help="What must hold: p0=0, M-031=0, 'pass_rate>=0.95', 'M-008.pass_rate>=0.9', no-regression (compare only)."
        " Repeatable.",
    ),
]
GATE_OPEN: TypeAlias = Annotated[
    str | None, typer.Option("--gate-open", help="allow: gates also pass where verdicts are undetermined.")
]


def compare(
    base: Annotated[Path, typer.Argument(help="The run to compare with; it must be complete.")],
    candidate: Annotated[Path, typer.Argument(help="The run to judge.")],
    gate: GATE = None,
    gate_open: GATE_OPEN = None,
    out: Annotated[Path | None, typer.Option(help="Where the files go (default: the candidate's folder).")] = None,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print compare.json.")] = False,
) -> int:
    """Pairs the conversations of two runs and says what regressed.

    Exit code 1 where a metric regressed, a gate failed or nothing was decided in both runs; else 3 where the candidate
    is not complete.
    """
    from evaluator.errors import IncompleteRun
    from reports.compare import compare_runs, write_comparison
    from reports.compare.terminal import print_comparison
    from reports.compare.write import document, folder
    from reports.gates import check_gates, parse_gates, parse_open
    from simulator.cli.show_commands import chosen_language

    language = chosen_language(lang)
    specs, allow_open = gate or [], parse_open(gate_open)
    parse_gates(specs, comparing=True)
    comparison = compare_runs(base, candidate)
    target = folder(out or candidate)
    gates = check_gates(candidate, specs, allow_open, comparison=comparison, out=target)
    paths = write_comparison(comparison, target, gates, language)
    if as_json:
        print(json.dumps(document(comparison, gates), ensure_ascii=False))
    else:
        print_comparison(comparison, gates, language)
    print("\n".join(str(path) for path in paths), file=sys.stderr)
    if comparison.found("regressed") or not gates.passed or not comparison.decided:
        return GATE_FAILED
    if not comparison.complete:
        raise IncompleteRun(f"{candidate} is not complete (state: {comparison.candidate.state})")
    return WELL


def print_gates(report: "GateReport", lang: str) -> None:
    """The gates of one run, a line each, on stderr: the result of the command stays alone on stdout."""
    from reports.compare.words import say

    for gate in report.gates:
        told = say("gate_passed" if gate.passed else "gate_failed", "zh" if lang == "zh" else "en")
        print(f"gate {gate.gate}: {told}: {gate.message}", file=sys.stderr)
