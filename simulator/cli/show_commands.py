"""Commands that show or check something: `metrics`, `schema`, `sessions check`, `scenarios`, `report`."""

import json
import sys
from typing import Annotated, Any

import typer

from simulator.cli import BAD_INPUT, WELL
from simulator.cli.options import LANG

sessions = typer.Typer(no_args_is_help=True)
scenarios = typer.Typer(invoke_without_command=True)
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
        print(metric_row(entry, _lang(lang)) if metric is None else "\n".join(metric_lines(entry, _lang(lang))))
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


def _lang(lang: str) -> str:
    from evaluator.errors import NotFoundError

    if lang not in ("en", "zh"):
        raise NotFoundError(f"--lang {lang!r}: expected en or zh", ("en", "zh"))
    return lang
