"""What `sim certify` was asked for, checked before anything is driven."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.errors import InputError, UsageError

if TYPE_CHECKING:
    from scenarios.templates import Template
    from simulator.certify import Plan


def make_plan(
    metrics: Sequence[str],
    names: Sequence[str],
    scenarios: Sequence[Path],
    languages: str | None,
    seed: int,
    limit: int | None,
    edits: int | None,
) -> "Plan":
    """The plan. Raises NotFoundError for unknown names, InputError for bad templates, UsageError where nothing is left.

    Over a team's own templates, the defects are by default those of the metrics that these aim at.
    """
    from scenarios.phrases import available_languages
    from simulator.certify import EDITS, LANGUAGES, Plan, chosen_defects, templates_of
    from simulator.certify.drive import aims

    chosen = available_languages() if languages == "all" else _listed(languages) or LANGUAGES
    paths = tuple(str(path) for path in scenarios)
    most = EDITS if edits is None else edits
    defects = chosen_defects(metrics, names)
    if paths:
        aimed = frozenset[str]().union(*(aims(entry) for entry in templates_of(Plan((), scenarios=paths))))
        defects = tuple(name for name in defects if name.partition(".")[0] in aimed)
        if not defects:
            raise UsageError(f"no defect to drive: these templates aim at {', '.join(sorted(aimed)) or 'nothing'}")
    if not defects:
        raise UsageError(f"no defect is seeded for {', '.join(metrics)} yet")
    plan = Plan(defects, tuple(chosen), seed, limit, most, paths)
    if paths:
        _tell_left_out(plan)
    return plan


def own_templates(plan: "Plan") -> "list[Template]":
    """The templates whose targets are to be proven one by one: a team's own; of the shipped ones, none."""
    from simulator.certify import templates_of

    return templates_of(plan) if plan.scenarios else []


def out_folder(out: Path | None, own: bool) -> Path | None:
    """Where the result goes; a team's own templates have no other place for it. Raises InputError for a file."""
    if out is None:
        return Path("runs") / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-certify" if own else None
    if (out.exists() and not out.is_dir()) or out.suffix == ".json":
        raise InputError(f"--out {out}: expected a folder for certification.json and certification.html")
    return out


def _tell_left_out(plan: "Plan") -> None:
    from scenarios.cases import plan_cases
    from simulator.certify import templates_of

    cases = plan_cases(templates_of(plan), languages=list(plan.languages), seed=plan.seed)
    named = ", ".join(plan.languages)
    if not cases.cases:
        raise UsageError(f"nothing to drive: none of these templates allows the languages {named} (--languages all?)")
    if cases.left_out:
        print(f"left out, they do not allow {named}: {', '.join(cases.left_out)}", file=sys.stderr)


def _listed(languages: str | None) -> tuple[str, ...]:
    return tuple(code.strip() for code in (languages or "").split(",") if code.strip())
