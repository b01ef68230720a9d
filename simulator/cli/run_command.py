"""`sim run`: templates × factors → conversations → verdicts → coverage."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli import WELL
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
    REDACT,
    REPLAY,
    RESUME,
)
from simulator.cli.planning import Choice, all_templates, chosen_metrics, declared_by, plan_of, print_plan

if TYPE_CHECKING:
    from scenarios.cases import CasePlan
    from simulator.drive import Whom
    from simulator.models import JudgeChoice, ModelDesk
    from simulator.rundir import RunWriter

_WHAT = "What to drive"
_WHOM = "Whom to test"


def run(
    metric: Annotated[
        list[str] | None,
        typer.Option(
            help="Drive the scenarios of this metric; --stage and --template add to them.",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    stage: Annotated[list[str] | None, typer.Option(help="… of a stage, such as 1.3.", rich_help_panel=_WHAT)] = None,
    template: Annotated[list[str] | None, typer.Option(help="… this template.", rich_help_panel=_WHAT)] = None,
    scenarios: Annotated[
        list[Path] | None,
        typer.Option(help="A team's own templates, instead of the shipped ones.", rich_help_panel=_WHAT),
    ] = None,
    languages: Annotated[str | None, typer.Option(help="Only these, such as vi,en.", rich_help_panel=_WHAT)] = None,
    factor: Annotated[
        list[str] | None, typer.Option(help="Fix a factor, such as time=off.", rich_help_panel=_WHAT)
    ] = None,
    cover: Annotated[
        str,
        typer.Option(help="Pairs over the run, within each template, all triples (3), or full.", rich_help_panel=_WHAT),
    ] = "run",
    repeat: Annotated[int, typer.Option(min=1, help="Times each conversation.", rich_help_panel=_WHAT)] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.", rich_help_panel=_WHAT)] = 1,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many.", rich_help_panel=_WHAT)] = None,
    world: Annotated[
        Path | None,
        typer.Option(help="Your own company: products.yaml and documents.yaml.", rich_help_panel=_WHAT),
    ] = None,
    agents: Annotated[
        str,
        typer.Option(
            help="reference, openai, http:URL, python:module:function, defect:M-008.check_1", rich_help_panel=_WHOM
        ),
    ] = "reference",
    inquiry_agent: Annotated[
        str | None, typer.Option(help="Only the inquiry assistant.", rich_help_panel=_WHOM)
    ] = None,
    opportunity_agent: Annotated[
        str | None, typer.Option(help="Only the opportunity assistant.", rich_help_panel=_WHOM)
    ] = None,
    inquiry_prompt: Annotated[
        Path | None, typer.Option(help="The inquiry assistant's prompt file.", rich_help_panel=_WHOM)
    ] = None,
    opportunity_prompt: Annotated[
        Path | None, typer.Option(help="The opportunity assistant's.", rich_help_panel=_WHOM)
    ] = None,
    model: Annotated[str | None, typer.Option(help="The model of both assistants.", rich_help_panel=_WHOM)] = None,
    opportunity_model: Annotated[
        str | None, typer.Option(help="Another one for the opportunity assistant.", rich_help_panel=_WHOM)
    ] = None,
    vision: Annotated[
        bool,
        typer.Option("--vision", help="Show the inquiry assistant the pictures themselves.", rich_help_panel=_WHOM),
    ] = False,
    buyer: Annotated[
        str, typer.Option(help="phrases, or openai: a model words the buyer's moves.", rich_help_panel=_WHOM)
    ] = "phrases",
    buyer_model: Annotated[str | None, typer.Option(help="The buyer's model.", rich_help_panel=_WHOM)] = None,
    judge: JUDGE = "rules",
    judge_model: JUDGE_MODEL = None,
    judge_votes: JUDGE_VOTES = 1,
    judge_prompt: JUDGE_PROMPT = None,
    redact: REDACT = False,
    out: OUT = None,
    resume: RESUME = False,
    force: FORCE = False,
    concurrency: Annotated[int, typer.Option(min=1, help="Conversations at a time.")] = 8,
    config: CONFIG = None,
    budget: BUDGET = None,
    replay: REPLAY = False,
    cache: CACHE = None,
    gate: GATE = None,
    gate_open: GATE_OPEN = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be driven, and stop.")] = False,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the coverage as JSON.")] = False,
) -> int:
    """Exit code 0 also where metrics fail: a FAIL is a result."""
    from evaluator.client import parse_budget
    from evaluator.errors import UsageError
    from scenarios.world import load_world
    from simulator.cli.judge_options import chosen_judge, desk_for
    from simulator.cli.names import check_resume
    from simulator.cli.show_commands import chosen_language
    from simulator.drive import Whom
    from simulator.models import ModelChoice

    choice = Choice(
        metrics=tuple(metric or ()),
        stages=tuple(stage or ()),
        templates=tuple(template or ()),
        scenarios=tuple(str(path) for path in scenarios or ()),
        languages=tuple(code.strip() for code in (languages or "").split(",") if code.strip()),
        factors=tuple(factor or ()),
        cover=cover,
        repeat=repeat,
        limit=limit,
    )
    language = chosen_language(lang)
    if languages is not None and not choice.languages:
        raise UsageError("--languages: expected one or more codes, such as vi,en")
    gates = parsed_gates(gate, gate_open)
    wanted = chosen_metrics(choice)
    every = all_templates(choice)
    plan = plan_of(choice, every, wanted, seed)
    whom = Whom(
        agents=agents,
        inquiry=inquiry_agent,
        opportunity=opportunity_agent,
        inquiry_prompt=inquiry_prompt,
        opportunity_prompt=opportunity_prompt,
        model=model,
        opportunity_model=opportunity_model,
        vision=vision,
        buyer=buyer,
        buyer_model=buyer_model,
    )
    judged = chosen_judge(judge, judge_model, judge_votes, judge_prompt)
    company = load_world(world)
    if dry_run:
        parse_budget(tuple(budget or ()))
        print_plan(plan, as_json, whom, judged)
        return WELL
    desk = desk_for(judged, whom.roles(), ModelChoice(config, tuple(budget or ()), replay, cache))
    pair = whom.pair(desk)
    check_resume(resume, out)
    desk.check_replay(out)
    desk.check_keys()
    manifest = _manifest(choice, seed, whom, pair.describe(), judged, desk, redact, world)
    writer = _open(manifest, out, resume, force, desk)
    from simulator.drive import drive
    from simulator.finish import finish, show_again

    if writer.complete:
        code = show_again(writer, language, wanted or None, as_json)
        return checked(writer.path, gates, code, language)
    drive(writer, plan, pair, desk, judged, concurrency=concurrency, world=company, buyer=whom.buyer, redact=redact)
    counts = finish(
        writer,
        lang=language,
        as_json=as_json,
        declared=declared_by(every),
        pairs=_pairs(writer, plan),
        metrics=wanted or None,
        gates=gates,
    )
    if counts.errors:
        from evaluator.errors import IncompleteRun
        from simulator.cli.messages import counted

        ended = counted(counts.errors, "conversation")
        raise IncompleteRun(
            f"{ended} ended in an error ({writer.first_error[:200]}): see {writer.path / 'errors.jsonl'}; "
            f"add --resume --out {writer.path} to try again"
        )
    return checked(writer.path, gates, WELL, language)


def _manifest(
    choice: Choice,
    seed: int,
    whom: "Whom",
    agents: dict[str, Any],
    judged: "JudgeChoice",
    desk: "ModelDesk",
    redact: bool,
    world: Path | None,
) -> dict[str, Any]:
    from evaluator.version import evaluator_version
    from simulator.models import describe_judge
    from simulator.rundir import fingerprint

    own: list[Path | str] = [*choice.scenarios, *([world] if world else [])]
    return {
        "command": "run",
        "options": {
            **choice.options(),
            "world": str(world) if world else None,
            "redact": redact,
            "inputs": fingerprint(own),
        },
        "seed": seed,
        "agents": agents,
        "buyer": whom.describe_buyer(desk),
        "evaluator": {"version": evaluator_version(), "judge": describe_judge(judged, desk)},
        "tokens": {},
        "cost": {},
    }


def _open(manifest: dict[str, Any], out: Path | None, resume: bool, force: bool, desk: "ModelDesk") -> "RunWriter":
    from simulator.rundir import open_run

    return open_run(out, manifest, resume=resume, force=force, keep_responses=desk.choice.replay)


def _pairs(writer: "RunWriter", plan: "CasePlan") -> tuple[int, int]:
    valid = writer.done.keys() - writer.invalid
    report = plan.report_pairs([case.levels for case in plan.cases if case.session_id in valid])
    return report.required, report.observed
