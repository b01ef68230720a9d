"""`sim score` and `sim agreement`."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli import BAD_INPUT, WELL
from simulator.cli.options import FORCE, LANG, OUT, READINGS, RESUME

if TYPE_CHECKING:
    from collections import Counter

    from evaluator.agreement import Agreement, Label, Tally
    from evaluator.reading import Reading
    from simulator.rundir import RunWriter


def score(
    paths: Annotated[list[str], typer.Argument(help="Records: .json, .jsonl, folders, or - for stdin.")],
    out: OUT = None,
    force: FORCE = False,
    resume: RESUME = False,
    readings: READINGS = None,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> int:
    """Scores records one after another; refused ones are named on stderr, the others are scored all the same."""
    from evaluator.errors import InputError
    from evaluator.session import Refused, read_sessions
    from evaluator.version import evaluator_version
    from simulator.cli.messages import Interrupted, Teller, counted
    from simulator.cli.names import check_resume
    from simulator.cli.show_commands import chosen_language
    from simulator.finish import finish, show_again
    from simulator.progress import progress
    from simulator.rundir import fingerprint, holds_run, open_run, warn

    from evaluator.scoring import Scorer  # isort: skip

    language = chosen_language(lang)
    check_resume(resume, out)
    stream = read_sessions(paths, sys.stdin.buffer if "-" in paths else None)
    given = read_readings(readings) if readings else {}
    used = set(given)  # those that no record has claimed yet
    scorer = Scorer(
        {key: reading for key, (reading, _) in given.items()},
        places={key: (str(readings), line) for key, (_, line) in given.items()},
    )
    manifest: dict[str, Any] = {
        "command": "score",
        "options": {
            "paths": paths,
            "readings": str(readings) if readings else None,
            "inputs": fingerprint([*paths, *([readings] if readings else [])]),
        },
        "seed": None,
        "agents": None,
        "evaluator": {"version": evaluator_version(), "judge": None},
        "tokens": {},
        "cost": {},
    }
    # A folder that holds a run is checked first. A new one is made, and an old run written over, only once there is a
    # record to score: bad input alone leaves nothing behind and takes nothing away.
    writer = None if out is None or force or not holds_run(out) else open_run(out, manifest, resume=resume)
    refused = 0
    refusals, warnings = Teller("refused"), Teller("warning")
    try:
        for order, loaded in enumerate(progress(stream, "scoring", unit="session")):
            if isinstance(loaded, Refused):
                refused += 1
                refusals.tell(loaded.problems)
                continue
            warnings.tell(loaded.remarks)
            if writer is not None and writer.complete:
                return show_again(writer, language, None, as_json)
            key = loaded.session.session_id
            used.discard(key)
            if writer is not None and key in writer.done:
                continue
            try:
                scored = scorer.score(loaded.session)
            except InputError as error:  # the reading given for it does not fit
                refused += 1
                warn(f"refused: {error}")
                continue
            if writer is None:
                writer = open_run(out, manifest, resume=resume, force=force)
            writer.add(key, order, scored)
    except KeyboardInterrupt:
        if writer is None:
            raise
        keep(writer)
        raise Interrupted.with_kept(len(writer.done), writer.path) from None
    except BaseException:
        if writer is not None:
            keep(writer)
        raise
    refusals.close()
    warnings.close()
    if writer is None or not writer.done:
        raise InputError(f"no record could be scored: {refused} refused" if refused else "no record was found")
    for stray in sorted(used):
        warn(f"a reading is given for {stray!r}, which is not among the records")
    counts = finish(writer, lang=language, refused=refused, as_json=as_json)
    if refused:
        every = counted(refused + counts.sessions, "record")
        warn(f"{refused} of {every} {'was' if refused == 1 else 'were'} refused, {counts.sessions} scored")
    return BAD_INPUT if refused or used else WELL


def keep(writer: "RunWriter") -> None:
    """What was finished is on disk, whatever stopped the run."""
    writer.write_files()
    writer.save_manifest("interrupted", counts={"sessions": len(writer.done)})


def read_readings(path: Path) -> "dict[str, tuple[Reading, int]]":
    """Readings by session id, each with its line, from a `readings.jsonl` that may have been corrected by hand."""
    from pydantic import ValidationError

    from evaluator.errors import InputError, Problem
    from evaluator.reading import Reading
    from simulator.cli.messages import first_problems

    found: dict[str, tuple[Reading, int]] = {}
    problems: list[Problem] = []
    lines = [(number, line) for number, line in enumerate(_lines(path), start=1) if line.strip()]
    if lines and lines[0][1].strip() in ("{", "["):  # laid out over many lines, each of which would be a problem
        told = Problem(str(path), lines[0][0], "", "one JSON object per line", "JSON over several lines")
        raise InputError("the readings cannot be used", [told])
    for number, line in lines:
        try:
            reading = Reading.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            if first["type"] == "json_invalid":
                problems.append(Problem(str(path), number, "", "one JSON object per line", "a line that is no JSON"))
            else:
                place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
                expected, value = _reading_fault(first["type"], first["msg"], first["input"])
                problems.append(Problem(str(path), number, place.lstrip("."), expected, value))
            continue
        if reading.session_id in found:
            problems.append(Problem(str(path), number, "session_id", "each session once", repr(reading.session_id)))
        found[reading.session_id] = reading, number
    if problems:
        raise InputError("the readings cannot be used", first_problems(problems))
    return found


def _reading_fault(kind: str, message: str, value: object) -> tuple[str, str]:
    """What was expected of a field of a reading, and what was found."""
    found = json.dumps(value, ensure_ascii=False, default=str)[:60]
    match kind:
        case "extra_forbidden":
            return "no such key here", found
        case "missing":
            return "this key, which is missing", ""
        case "bool_type":
            return "true or false", found
        case "int_type":
            return "a whole number", found
        case _:
            return message, found


def _lines(path: Path) -> list[str]:
    from evaluator.errors import InputError

    try:
        return path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected a file of readings, found text that is not UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: expected a file of readings, found: {_why(error)}") from None


def _why(error: OSError) -> str:
    """What the system says, without its number and the path once more."""
    return error.strerror or str(error)


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
        raise InputError(f"{path}: expected a file of labels, found: {_why(error)}") from None
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
