"""`sim score`: recorded conversations, scored one after another."""

import sys
from typing import Annotated, Any

import typer

from simulator.cli import BAD_INPUT, WELL
from simulator.cli.compare_command import GATE, GATE_OPEN
from simulator.cli.gate_checks import checked, parsed_gates
from simulator.cli.options import (
    BUDGET,
    CACHE,
    CONFIG,
    FORCE,
    JUDGE,
    JUDGE_MODEL,
    JUDGE_PROMPT,
    JUDGE_VOTES,
    LANG,
    OUT,
    READINGS,
    REDACT,
    REPLAY,
    RESUME,
)


def score(
    paths: Annotated[list[str], typer.Argument(help="Records: .json, .jsonl, folders, or - for stdin.")],
    out: OUT = None,
    force: FORCE = False,
    resume: RESUME = False,
    readings: READINGS = None,
    judge: JUDGE = "rules",
    judge_model: JUDGE_MODEL = None,
    judge_votes: JUDGE_VOTES = 1,
    judge_prompt: JUDGE_PROMPT = None,
    redact: REDACT = False,
    concurrency: Annotated[int, typer.Option(min=1, help="Sessions at a time, where a model judges.")] = 8,
    config: CONFIG = None,
    budget: BUDGET = None,
    replay: REPLAY = False,
    cache: CACHE = None,
    gate: GATE = None,
    gate_open: GATE_OPEN = None,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> int:
    """Scores records one after another; refused ones are named on stderr, the others are scored all the same."""
    from evaluator.session import read_sessions
    from evaluator.version import evaluator_version
    from simulator.cli.judge_options import chosen_judge, desk_for
    from simulator.cli.names import check_resume
    from simulator.cli.readings_file import read_readings
    from simulator.cli.show_commands import chosen_language
    from simulator.finish import finish, show_again
    from simulator.models import ModelChoice, describe_judge
    from simulator.rundir import fingerprint, warn
    from simulator.score_run import ScoreRun

    language = chosen_language(lang)
    check_resume(resume, out)
    gates = parsed_gates(gate, gate_open)
    choice = chosen_judge(judge, judge_model, judge_votes, judge_prompt)
    desk = desk_for(choice, {}, ModelChoice(config, tuple(budget or ()), replay, cache))
    desk.check_replay(out)
    desk.check_keys()
    stream = read_sessions(paths, sys.stdin.buffer if "-" in paths else None)
    manifest: dict[str, Any] = {
        "command": "score",
        "options": {
            "paths": paths,
            "readings": str(readings) if readings else None,
            "redact": redact,
            "inputs": fingerprint([*paths, *([readings] if readings else [])]),
        },
        "seed": None,
        "agents": None,
        "evaluator": {"version": evaluator_version(), "judge": describe_judge(choice, desk)},
        "tokens": {},
        "cost": {},
    }
    given = read_readings(readings) if readings else {}
    run = ScoreRun(
        manifest=manifest,
        out=out,
        force=force,
        resume=resume,
        judge=choice,
        desk=desk,
        redact=redact,
        concurrency=concurrency,
        given=given,
        readings=readings,
    )
    writer = run.scored(stream)
    if writer.complete:
        return checked(writer.path, gates, show_again(writer, language, None, as_json), language)
    for stray in sorted(run.unused):
        warn(f"a reading is given for {stray!r}, which is not among the records")
    counts = finish(writer, lang=language, refused=run.refused, as_json=as_json, gates=gates)
    run.tell(counts)
    code = BAD_INPUT if run.refused or run.unused else WELL
    return checked(writer.path, gates, code, language)
