"""`sim certify`: the seeded defects against the evaluator."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulator.cli import WELL

if TYPE_CHECKING:
    from simulator.certify import Certification, DefectResult


def certify(
    metric: Annotated[list[str] | None, typer.Option(help="Only the defects of this metric; repeatable.")] = None,
    defect: Annotated[list[str] | None, typer.Option(help="Only this defect, such as M-008.check_1.")] = None,
    languages: Annotated[
        str | None, typer.Option(help="Languages of the buyers, by default en,zh-Hans,es,vi; or all.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed drives the same conversations.")] = 1,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many conversations a metric.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; by default one a core.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the whole result here, as JSON.")] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Make it the certification of this evaluator (for its developers).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> int:
    """Drives each defect over the templates of its metric and counts what the evaluator says of it."""
    from evaluator.errors import UsageError
    from scenarios.phrases import available_languages
    from simulator.certify import LANGUAGES, Certification, Plan, chosen_defects
    from simulator.certify import certify as certified
    from simulator.progress import progress

    chosen = available_languages() if languages == "all" else _listed(languages) or LANGUAGES
    names = chosen_defects(metric or (), defect or ())
    if not names:
        raise UsageError(f"no defect is seeded for {', '.join(metric or ())} yet")
    if keep and (metric or defect or limit):
        raise UsageError("--keep: expected all defects, without --metric, --defect or --limit")
    plan = Plan(names, tuple(chosen), seed, limit)
    total = len(plan.by_metric())
    found = tuple(progress(certified(plan, jobs or os.cpu_count() or 1), "certifying", "metric", total))
    result = Certification(plan, found)
    text = json.dumps(result.to_json(), ensure_ascii=False, indent=1)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text + "\n", encoding="utf-8")
    if keep:
        _keep(result)
    if as_json:
        print(text)
    else:
        _print(result)
    return WELL


def _listed(languages: str | None) -> tuple[str, ...]:
    return tuple(code.strip() for code in (languages or "").split(",") if code.strip())


def _keep(result: "Certification") -> None:
    """Writes the package data that coverage reads; without the conversations, which the seed brings back."""
    import evaluator.certification as kept

    short = result.to_json()
    for metric in short["metrics"].values():
        metric["reference_alarms"] = len(metric["reference_alarms"])
        for entry in metric["defects"]:
            entry["alarms"] = {name: len(ids) for name, ids in entry["alarms"].items()}
            del entry["reason"]
    path = Path(kept.__file__).with_name(kept.SUMMARY)
    path.write_text(json.dumps(short, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"kept in {path.name}", file=sys.stderr)


def _print(result: "Certification") -> None:
    from reports.rates import Rate

    print(f"{'metric':8}{'defects':>8}{'caught':>8}{'changed':>9}{'killed':>8}{'open':>7}{'missed':>8}  false alarms")
    for metric in result.metrics:
        rows = metric.defects
        sums = [sum(getattr(row, name) for row in rows) for name in ("changed", "killed", "open", "missed")]
        alarms = sorted({name for row in rows for name in row.alarms})
        if metric.reference_alarms:
            alarms.append(f"reference × {len(metric.reference_alarms)}")
        figures = "".join(f"{number:>{width}}" for number, width in zip(sums, (9, 8, 7, 8), strict=True))
        caught = sum(row.caught for row in rows)
        print(f"{metric.metric:8}{len(rows):>8}{caught:>8}{figures}  {', '.join(alarms) or '-'}")
    print()
    for kind, (caught, of) in result.kinds().items():
        print(f"{kind:10} defects caught: {caught} of {of}, {Rate(caught, of).text('en')}")
    proven = result.proven()
    for what in ("check", "edge"):
        known = [value for target, value in proven.items() if f".{what}_" in target]
        print(f"{what}s proven: {sum(known)} of {len(known)} with a defect")
    alarmed, scored = result.false_alarms()
    print(f"conversations with a false alarm: {alarmed} of {scored}")
    for row in result.results:
        if line := _shortcoming(row):
            print(f"  {row.defect:26} {line}")


def _shortcoming(row: "DefectResult") -> str:
    """What is to be said of a defect that was not caught, or not alone; empty for any other."""
    parts = []
    if row.changed == 0:
        parts.append(f"changed none of {row.driven} conversations")
    elif not row.caught:
        parts.append(f"not caught: open {row.open}, missed {row.missed}; {row.reason}")
    for name, ids in sorted(row.alarms.items()):
        parts.append(f"false alarm {name} × {len(ids)}, such as {ids[0]}")
    return "; ".join(parts)
