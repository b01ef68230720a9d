"""`sim certify`: the seeded defects, and edits that keep the meaning, against the evaluator."""

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulator.cli import WELL
from simulator.cli.options import LANG

if TYPE_CHECKING:
    from simulator.certify import Certification


def certify(
    metric: Annotated[list[str] | None, typer.Option(help="Only the defects of this metric; repeatable.")] = None,
    defect: Annotated[list[str] | None, typer.Option(help="Only this defect, such as M-008.check_1.")] = None,
    scenarios: Annotated[
        list[Path] | None,
        typer.Option(help="Over a team's own templates, with the defects of their metrics: what do they prove?"),
    ] = None,
    languages: Annotated[
        str | None, typer.Option(help="Languages of the buyers, by default en,zh-Hans,es,vi; or all.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed drives the same conversations.")] = 1,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many conversations a metric.")] = None,
    edits: Annotated[
        int | None, typer.Option(min=0, help="Conversations a defect to edit without a change of meaning; 0: none.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; by default one a core.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="A folder for certification.json and certification.html, the kill matrix.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Make it the certification of this evaluator (for its developers).")
    ] = False,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> int:
    """Drives each defect over the templates of its metric and counts what the evaluator says of it."""
    from evaluator.errors import UsageError
    from simulator.certify import Certification
    from simulator.certify import certify as certified
    from simulator.certify.targets import prove
    from simulator.cli.certify_plan import make_plan, out_folder, own_templates
    from simulator.cli.certify_print import printed
    from simulator.cli.show_commands import chosen_language
    from simulator.progress import progress

    language = chosen_language(lang)
    if keep and (metric or defect or limit or scenarios or edits is not None):
        raise UsageError("--keep: expected all defects, without --metric, --defect, --limit, --scenarios or --edits")
    plan = make_plan(metric or (), defect or (), scenarios or (), languages, seed, limit, edits)
    folder = out_folder(out, bool(plan.scenarios))
    started, processes = time.monotonic(), jobs or os.cpu_count() or 1
    found = tuple(progress(certified(plan, processes), "certifying", "metric", len(plan.by_metric())))
    results = [entry for of_metric in found for entry in of_metric.defects]
    result = Certification(plan, found, tuple(prove(own_templates(plan), results)))
    document = result.to_json()
    if folder is not None:
        from reports.certification import write_certification

        paths = write_certification(folder, document, language)
        print("\n".join(str(path) for path in paths), file=sys.stderr)
    if keep:
        _keep(result)
    if as_json:
        print(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        print("\n".join(printed(result)))
        print(f"took {time.monotonic() - started:.0f} s with {processes} process{'es' if processes > 1 else ''}")
    return WELL


def _keep(result: "Certification") -> None:
    """Writes the package data that coverage reads; without the conversations, which the seed brings back."""
    import evaluator.certification as kept

    short = result.to_json()
    del short["targets"], short["edits"]["changes"]
    for metric in short["metrics"].values():
        metric["reference_alarms"] = len(metric["reference_alarms"])
        for entry in metric["defects"]:
            entry["alarms"] = {name: len(ids) for name, ids in entry["alarms"].items()}
            del entry["reason"], entry["fails"], entry["templates"]
    path = Path(kept.__file__).with_name(kept.SUMMARY)
    path.write_text(json.dumps(short, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"kept in {path.name}", file=sys.stderr)
