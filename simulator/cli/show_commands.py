"""Commands that show or check something: `metrics`, `schema`, `sessions check`, `scenarios`, `report`."""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli import BAD_INPUT, GATE_FAILED, WELL
from simulator.cli.compare_command import GATE, GATE_OPEN, print_gates
from simulator.cli.options import LANG

if TYPE_CHECKING:
    from scenarios.templates import Template
    from simulator.cli.show import Lang

sessions = typer.Typer(no_args_is_help=True)
_METRIC = re.compile(r"M-\d{3}")
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


def schema(what: Annotated[str | None, typer.Argument(help="session, scenario or world")] = None) -> int:
    """Prints a JSON Schema (draft 2020-12)."""
    from evaluator.errors import NotFoundError, UsageError

    if what is None:
        raise UsageError("schema: expected one of session, scenario, world")
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
        raise NotFoundError(f"no schema {what!r}: expected one of {', '.join(names)}")
    print(json.dumps(document, ensure_ascii=False, indent=1))
    return WELL


@sessions.command("check", help="Validate records: what is wrong, in which file, line and field.")
def sessions_check(
    paths: Annotated[list[str], typer.Argument(help="Records: .json, .jsonl, folders, or - for stdin.")],
    as_json: AS_JSON = False,
) -> int:
    """Exit code 2 where a record is refused."""
    from evaluator.session import Refused, read_sessions
    from simulator.cli.messages import MOST_PROBLEMS, Teller, counted

    good = 0
    problems: dict[str, list[str]] = {}
    warnings = Teller("warning")
    for loaded in read_sessions(paths, sys.stdin.buffer if "-" in paths else None):
        if isinstance(loaded, Refused):
            problems.setdefault(loaded.where.file, []).extend(str(problem) for problem in loaded.problems)
        else:
            good += 1
            warnings.tell(loaded.remarks)
    warnings.close()
    every = [problem for of_file in problems.values() for problem in of_file]
    if as_json:
        print(json.dumps({"valid": good, "problems": every}, ensure_ascii=False, indent=1))
        return BAD_INPUT if every else WELL
    for file, found in problems.items():
        print("\n".join(found[:MOST_PROBLEMS]))
        if len(found) > MOST_PROBLEMS:
            print(f"{file}: … and {len(found) - MOST_PROBLEMS} more")
    print(counted(good, "valid record") + (f", {counted(len(every), 'problem')}" if every else ""))
    return BAD_INPUT if every else WELL


def scenarios(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="Nothing: the list. M-012: its templates. ID: one whole. new M-012 [NAME]: print a template to begin"
            " with. check FILE…: validate files."
        ),
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
    if words[0] == "new":
        return _new_scenario(words[1:])
    for word in words:
        if _METRIC.fullmatch(word):
            _list_scenarios(own, lang, as_json, word)
        else:
            _show_scenario(word, own, lang, as_json)
    return WELL


def _list_scenarios(own: list[Path] | None, lang: str, as_json: bool, metric: str | None = None) -> int:
    """The templates, or those that aim at one metric."""
    from simulator.cli.names import check_metrics
    from simulator.cli.show import template_row

    found = _templates(own)
    if metric is not None:
        check_metrics([metric], found)
        found = [entry for entry in found if entry.metric == metric]
    if as_json:
        print(json.dumps([entry.model_dump(mode="json", exclude_defaults=True) for entry in found], ensure_ascii=False))
        return WELL
    for entry in found:
        print(template_row(entry, chosen_language(lang)))
    return WELL


def _show_scenario(name: str, own: list[Path] | None, lang: str, as_json: bool) -> None:
    from scenarios.templates import select_templates
    from simulator.cli.names import check_templates
    from simulator.cli.show import template_lines

    every = _templates(own)
    check_templates([name], every)
    entry = select_templates(every, [name])[0]
    if as_json:
        print(json.dumps(entry.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False, indent=1))
    else:
        print("\n".join(template_lines(entry, chosen_language(lang))))


def _new_scenario(words: list[str]) -> int:
    """Prints a valid template for a metric, to be written on: `sim scenarios new M-012 > m012-mine.yaml`."""
    from evaluator.errors import UsageError
    from scenarios.templates import new_template

    if len(words) not in (1, 2):
        raise UsageError("scenarios new: expected a metric and perhaps a name, such as: sim scenarios new M-012 mine")
    print(new_template(*words), end="")
    return WELL


def _check_scenarios(names: list[str], as_json: bool) -> int:
    from evaluator.errors import UsageError
    from scenarios.templates import load_templates
    from simulator.cli.messages import counted

    if not names:
        raise UsageError("scenarios check: expected one or more template files or folders")
    found = load_templates([Path(name) for name in names])
    print(json.dumps({"valid": len(found)}) if as_json else counted(len(found), "valid template"))
    return WELL


def _templates(own: list[Path] | None) -> "list[Template]":
    from scenarios.templates import load_templates, shipped_templates

    return load_templates(own) if own else list(shipped_templates())


def report(
    run: Annotated[Path, typer.Argument(help="A run directory.")],
    formats: Annotated[
        str | None,
        typer.Option("--format", help="html, md, junit, csv, or several separated by commas (default: all)."),
    ] = None,
    blame: Annotated[
        bool, typer.Option("--blame", help="Print the failed checks with their prompt sections (--format md, --json).")
    ] = False,
    gate: GATE = None,
    gate_open: GATE_OPEN = None,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="With --blame: print JSON.")] = False,
) -> int:
    """Writes the reports of a run again, from its files alone. Exit code 1 where a gate failed."""
    from evaluator.errors import IncompleteRun, InputError, UsageError
    from reports import FORMATS, render
    from reports.gates import check_gates, parse_gates, parse_open
    from simulator.cli.messages import unknown

    language = chosen_language(lang)
    specs, allow_open = gate or [], parse_open(gate_open)
    parse_gates(specs)
    named = () if formats is None else tuple(name.strip() for name in formats.split(","))
    if run.exists() and not run.is_dir():
        raise InputError(f"{run}: expected a run directory (sim run or sim score write one), found a file")
    if not blame:
        for name in named:
            if name not in FORMATS:
                raise unknown("format", name, FORMATS)
        if as_json:
            raise UsageError("--json: only with --blame (coverage.json holds the figures of a run)")
    checked = check_gates(run, specs, allow_open)
    if blame:
        _print_blame(run, named, language, as_json)
    else:
        for path in render(run, named, language):
            print(path)
    print_gates(checked, language)
    if not checked.passed:
        return GATE_FAILED
    if specs and not checked.complete:
        raise IncompleteRun(f"{run} is not complete: its gates speak of the conversations finished so far")
    return WELL


def _print_blame(run: Path, formats: tuple[str, ...], lang: "Lang", as_json: bool) -> None:
    """The failed checks on stdout: as text, as Markdown or as JSON."""
    from evaluator.errors import UsageError
    from reports.blame import blame
    from reports.blame_text import markdown, terminal_lines

    if formats not in ((), ("md",)):
        raise UsageError(f"--blame --format {','.join(formats)}: expected md, or no format for plain text")
    if formats and as_json:
        raise UsageError("--blame: --format md and --json exclude each other")
    found = blame(run, lang)
    if as_json:
        print(json.dumps(found.to_json_dict(), ensure_ascii=False, indent=1))
    elif formats:
        print(markdown(found, lang), end="")
    else:
        print("\n".join(terminal_lines(found, lang)))


def chosen_language(lang: str) -> "Lang":
    """`en` or `zh`. Raises NotFoundError for another."""
    from evaluator.errors import NotFoundError

    if lang not in ("en", "zh"):
        raise NotFoundError(f"--lang {lang!r}: expected en or zh")
    return "en" if lang == "en" else "zh"
