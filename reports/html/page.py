"""Building the page of a run: one pass over its sessions, one template."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from evaluator.catalogue import Catalogue, load_catalogue
from reports import run_dir as run
from reports.coverage_model import Coverage
from reports.gate_model import read_gates
from reports.html.decision import Decision
from reports.html.embed import compact, harmless, policy
from reports.html.gather import Gathered, gather, part_names
from reports.html.metric_data import metric_data
from reports.html.northstar import GROUPS
from reports.html.store import Store
from reports.html.summary import Part, RunFacts, failures, matrix, run_facts
from reports.html.usage import usage
from reports.html.words import both, joined, words
from reports.plain import Lang
from reports.rates import percent

PAGE: Final = "report.html"


def write_html(run_dir: Path, coverage: Coverage, lang: Lang = "en") -> None:
    """Writes `report.html`, and for a large run `report_data/NNN.js`, into a run directory.

    Reads the other files of the directory line by line. Raises InputError where one is missing or damaged, or where
    they do not belong together.
    """
    catalogue, manifest = load_catalogue(), run.read_manifest(run_dir)
    store = Store(run_dir)
    gathered = gather(run_dir, catalogue, store)
    facts = run_facts(run_dir.resolve().name, manifest)
    parts = matrix(coverage, catalogue, gathered.scores)
    text = _rendered(
        values={
            "lang": lang,
            "run": facts,
            "decision": _decision(run_dir, gathered, coverage, facts, parts),
            "parts": parts,
            "usage": usage(manifest),
        },
        embedded={
            "data": compact(_data(catalogue, coverage, gathered)),
            "sessions": "[" + ",\n".join(gathered.lines) + "]",
            "conversations": store.close() or "null",
        },
    )
    part = run_dir / f".{PAGE}.part"
    part.write_text(text, encoding="utf-8")
    part.replace(run_dir / PAGE)


def _decision(
    run_dir: Path, gathered: Gathered, coverage: Coverage, facts: RunFacts, parts: tuple[Part, ...]
) -> Decision:
    held = read_gates(run_dir)
    return Decision(
        sessions=len(gathered.lines),
        invalid=gathered.invalid,
        errors=sum(1 for _ in run.errors(run_dir)),
        conclusions=gathered.conclusions,
        p0_verdicts=gathered.p0_verdicts,
        p0_metrics=len(failures(parts, "P0")),
        complete=facts.state == "complete",
        gates=held.gates if held else (),
        north=gathered.figures,
        pairs=(coverage.pairs.required, coverage.pairs.observed),
    )


def _data(catalogue: Catalogue, coverage: Coverage, gathered: Gathered) -> dict[str, Any]:
    """What the page's code reads besides the conversations."""
    return {
        "words": words(),
        "metrics": metric_data(catalogue, coverage),
        "parts": {str(number): both(title) for number, title in catalogue.parts.items()},
        "names": part_names(catalogue),
        "factors": gathered.factors,
        "groups": [{"name": group.name, "metrics": group.metrics} for group in GROUPS],
    }


def script() -> str:
    """The page's code: the numbered files in order, inside one function, so that no name of it is global."""
    return '(() => {\n"use strict";\n' + joined(".js") + "})();\n"


def style() -> str:
    """The page's style: the numbered files in order."""
    return joined(".css")


def _rendered(*, values: Mapping[str, Any], embedded: Mapping[str, str]) -> str:
    import jinja2  # only here: the command line starts without it
    from markupsafe import Markup

    code, looks = script(), style()
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("reports.html", "assets"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"words": words(), "percent": percent}
    parts = values["parts"]
    return environment.get_template("page.html.j2").render(
        **values,
        p0=failures(parts, "P0"),
        p1=failures(parts, "P1"),
        policy=policy(code, looks),
        # Markup is what the template does not escape: the page's own files, and JSON that `harmless` made safe.
        style=Markup(looks),
        script=Markup(code),
        **{name: Markup(harmless(text)) for name, text in embedded.items()},
    )
