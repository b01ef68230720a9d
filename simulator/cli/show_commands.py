"""Commands that show or check something: `metrics`, `schema`, `sessions check`, `scenarios`, `report`."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli import BAD_INPUT, WELL
from simulator.cli.options import LANG

if TYPE_CHECKING:
    from scenarios.templates import Template
    from simulator.cli.show import Lang

sessions = typer.Typer(no_args_is_help=True)
AS_JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def metrics(
    metric: Annotated[str | None, typer.Argument(help="A metric, such as M-008.")] = None,
    lang: LANG = "en",
    as_json: AS_JSON = False,
) -> int:
    """Lists the 58 metrics, or shows one whole: its nine fields, checks, decision and edges."""
    from evaluator.catalogue import load_catalogue
    from simulator.cli.show import metric_lines, metric_row

    catalogue = load_catalogue()
    chosen = list(catalogue) if metric is None else [catalogue.metric(metric)]
    if as_json:
        documents = [entry.model_dump(mode="json") for entry in chosen]
        print(json.dumps(documents if metric is None else documents[0], ensure_ascii=False, indent=1))
        return WELL
    for entry in chosen:
        print(
            metric_row(entry, chosen_language(lang))
            if metric is None
            else "\n".join(metric_lines(entry, chosen_language(lang)))
        )
    return WELL


def schema(what: Annotated[str, typer.Argument(help="session, scenario or world")]) -> int:
    """Prints a JSON Schema (draft 2020-12)."""
    from evaluator.errors import NotFoundError

    if what == "session":
        from evaluator.session import session_schema

        document: dict[str, Any] = session_schema()
    elif what == "scenario":
        from scenarios.templates import template_schema

        document = template_schema()
    elif what == "world":
        from scenarios.world import world_schema

        document = world_schema()
    else:
        names = ("session", "scenario", "world")
        raise NotFoundError(f"no schema {what!r}: expected one of {', '.join(names)}", names)
    print(json.dumps(document, ensure_ascii=False, indent=1))
    return WELL


@sessions.command("check", help="Validate records: what is wrong, in which file, line and field.")
def sessions_check(
    paths: Annotated[list[str], typer.Argument(help="Records: .json, .jsonl, folders, or - for stdin.")],
    as_json: AS_JSON = False,
) -> int:
    """Exit code 2 where a record is refused."""
    from evaluator.session import Refused, read_sessions

    good = 0
    problems: list[str] = []
    for loaded in read_sessions(paths, sys.stdin.buffer if "-" in paths else None):
        if isinstance(loaded, Refused):
            problems += [str(problem) for problem in loaded.problems]
        else:
            good += 1
    if as_json:
        print(json.dumps({"valid": good, "problems": problems}, ensure_ascii=False, indent=1))
    else:
        print("\n".join([*problems, f"{good} valid records" + (f", {len(problems)} problems" if problems else "")]))
    return BAD_INPUT if problems else WELL


def scenarios(
    words: Annotated[
        list[str] | None, typer.Argument(help="Nothing: the list. ID: one whole. check FILE…: validate template files.")
    ] = None,
    own: Annotated[list[Path] | None, typer.Option("--scenarios", help="A team's own templates.")] = None,
    lang: LANG = "en",
    as_json: AS_JSON = False,
) -> int:
    """Lists the templates, shows one, or checks files (exit code 2 where one has a mistake)."""
    if not words:
        return _list_scenarios(own, lang, as_json)
    if words[0] == "check":
        return _check_scenarios(words[1:], as_json)
    for word in words:
        _show_scenario(word, own, lang, as_json)
    return WELL


def _list_scenarios(own: list[Path] | None, lang: str, as_json: bool) -> int:
    from simulator.cli.show import template_row

    found = _templates(own)
    if as_json:
        print(json.dumps([entry.model_dump(mode="json", exclude_defaults=True) for entry in found], ensure_ascii=False))
        return WELL
    for entry in found:
        print(template_row(entry, chosen_language(lang)))
    return WELL


def _show_scenario(name: str, own: list[Path] | None, lang: str, as_json: bool) -> None:
    from scenarios.templates import select_templates
    from simulator.cli.show import template_lines

    entry = select_templates(_templates(own), [name])[0]
    if as_json:
        print(json.dumps(entry.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False, indent=1))
    else:
        print("\n".join(template_lines(entry, chosen_language(lang))))


def _check_scenarios(names: list[str], as_json: bool) -> int:
    from evaluator.errors import UsageError
    from scenarios.templates import load_templates

    if not names:
        raise UsageError("scenarios check: expected one or more template files or folders")
    found = load_templates([Path(name) for name in names])
    print(json.dumps({"valid": len(found)}) if as_json else f"{len(found)} valid templates")
    return WELL


def _templates(own: list[Path] | None) -> "list[Template]":
    from scenarios.templates import load_templates, shipped_templates

    return load_templates(own) if own else list(shipped_templates())


def report(
    run: Annotated[Path, typer.Argument(help="A run directory.")],
    formats: Annotated[
        str, typer.Option("--format", help="html, md, junit, csv, or several separated by commas.")
    ] = "html,md,junit,csv",
    lang: LANG = "en",
) -> int:
    """Writes the reports of a run again, from its files alone."""
    from reports import render

    for path in render(run, tuple(formats.split(",")), chosen_language(lang)):
        print(path)
    return WELL


def chosen_language(lang: str) -> "Lang":
    """`en` or `zh`. Raises NotFoundError for another."""
    from evaluator.errors import NotFoundError

    if lang not in ("en", "zh"):
        raise NotFoundError(f"--lang {lang!r}: expected en or zh", ("en", "zh"))
    return "en" if lang == "en" else "zh"
