"""`sim agreement`: the verdicts of a run against labels."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli import WELL
from simulator.cli.readings_file import why

if TYPE_CHECKING:
    from collections import Counter

    from evaluator.agreement import Agreement, Label, Tally


def agreement(
    run: Annotated[Path, typer.Argument(help="A run directory, or its verdicts.jsonl.")],
    labels: Annotated[Path, typer.Argument(help="labels.json")],
    wrong: Annotated[bool, typer.Option("--wrong", help="List each verdict that is not right.")] = False,
    metrics: Annotated[str | None, typer.Option(help="Only these target metrics, separated by commas.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> int:
    """Agreement per metric, language, kind and check; the share right of the decided comes first."""
    from evaluator.agreement import tally

    chosen = frozenset(metrics.split(",")) if metrics else None
    wanted = {key: label for key, label in _labels(labels).items() if chosen is None or label.metric in chosen}
    counts = tally(_verdicts(run), wanted)
    missing = [miss for miss in (*counts.misses, *counts.also_misses) if miss.outcome == "missing"]
    for session_id in dict.fromkeys(miss.session_id for miss in missing):
        print(f"{labels}: {session_id}: the run has no verdict on this session", file=sys.stderr)
    if as_json:
        print(json.dumps(_figures(counts), ensure_ascii=False, indent=1))
        return WELL
    _print_tally(counts, wrong)
    return WELL


def _labels(path: Path) -> "dict[str, Label]":
    from pydantic import TypeAdapter, ValidationError

    from evaluator.agreement import Label, label_faults
    from evaluator.catalogue import load_catalogue
    from evaluator.errors import InputError

    try:
        found = TypeAdapter(dict[str, Label]).validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: expected a file of labels, found: {why(error)}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"] if not str(part).startswith(("literal[", "int")))
        expected = "PASS, FAIL, N/A or (M-028) a number from 1 to 5" if place.endswith("result") else first["msg"]
        raise InputError(": ".join(part for part in (str(path), place, f"expected {expected}") if part)) from None
    if not found:
        raise InputError(f"{path}: expected one or more labels, found none")
    faults = [f"{path}: {place}: {expected}" for place, expected in label_faults(found, load_catalogue())]
    if faults:
        raise InputError("\n".join(faults))
    return found


def _verdicts(run: Path) -> Any:
    from pydantic import ValidationError

    from evaluator.errors import InputError
    from evaluator.verdicts import Verdict

    path = run / "verdicts.jsonl" if run.is_dir() else run
    if not path.is_file():
        raise InputError(f"{path}: expected the verdicts of a run, found no file")
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                yield Verdict.model_validate_json(line)
            except ValidationError as error:
                raise InputError(f"{path}:{number}: not a verdict: {error.errors()[0]['msg']}") from None


def _print_tally(counts: "Tally", wrong: bool) -> None:
    if wrong:
        for miss in [*counts.misses, *counts.also_misses, *counts.check_misses]:
            print(
                f"{miss.outcome:8}{miss.metric} {miss.session_id}: labelled {miss.expected}, got {miss.found}", end=""
            )
            print(f" | {miss.why} | {miss.reason}")
    groups = {
        "metric": counts.by_metric,
        "language": counts.by_language,
        "kind": counts.by_kind,
        "check": counts.by_check,
    }
    for name, group in groups.items():
        print(f"by {name}")
        for key in sorted(group):
            print(f"  {key:16}{_counts(group[key])}")
    print(f"also      {_counts(counts.also)}")
    print(f"checks    {_counts(counts.checks)}")
    total, decided, right = counts.figures(counts.total)
    print(f"right of the decided {_share(right, decided)}", end="; ")
    print(f"agreement {_share(right, total)}; decided {_share(decided, total)}")


def _counts(counter: "Counter[Agreement]") -> str:
    names: tuple[Agreement, ...] = ("right", "wrong", "open", "missing")
    return "  ".join(f"{name} {counter[name]:4}" for name in names)


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} = {part / whole:.3f}" if whole else "0/0"


def _figures(counts: "Tally") -> dict[str, Any]:
    return {
        "total": dict(counts.total),
        "also": dict(counts.also),
        "checks": dict(counts.checks),
        "metrics": {key: dict(value) for key, value in sorted(counts.by_metric.items())},
        "languages": {key: dict(value) for key, value in sorted(counts.by_language.items())},
        "kinds": {key: dict(value) for key, value in sorted(counts.by_kind.items())},
        "by_check": {key: dict(value) for key, value in sorted(counts.by_check.items())},
    }
