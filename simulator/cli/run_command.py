"""`sim run`: templates × factors → conversations → verdicts → coverage."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from simulator.cli import WELL
from simulator.cli.options import FORCE, LANG, OUT, RESUME

if TYPE_CHECKING:
    from scenarios.cases import CasePlan
    from scenarios.templates import Template
    from simulator.agents.protocols import Agents
    from simulator.rundir import RunWriter

_WHAT = "What to drive"
_WHOM = "Whom to test"


@dataclass(frozen=True)
class Choice:
    """What to drive, as it was asked for; part of the manifest, so that a resumed run is the same run."""

    metrics: tuple[str, ...]
    stages: tuple[str, ...]
    templates: tuple[str, ...]
    scenarios: tuple[str, ...]
    languages: tuple[str, ...]
    factors: tuple[str, ...]
    cover: str
    repeat: int
    limit: int | None

    def options(self) -> dict[str, Any]:
        """For `run.json`."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in vars(self).items()}


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
    agents: Annotated[
        str, typer.Option(help="reference, or defect:M-008.check_1", rich_help_panel=_WHOM)
    ] = "reference",
    inquiry_agent: Annotated[
        str | None, typer.Option(help="Only the inquiry assistant.", rich_help_panel=_WHOM)
    ] = None,
    opportunity_agent: Annotated[
        str | None, typer.Option(help="Only the opportunity assistant.", rich_help_panel=_WHOM)
    ] = None,
    out: OUT = None,
    resume: RESUME = False,
    force: FORCE = False,
    concurrency: Annotated[int, typer.Option(min=1, help="Conversations at a time.")] = 8,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be driven, and stop.")] = False,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the coverage as JSON.")] = False,
) -> int:
    """Exit code 0 also where metrics fail: a FAIL is a result."""
    from evaluator.errors import UsageError
    from simulator.cli.names import check_resume
    from simulator.cli.show_commands import chosen_language

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
    wanted = chosen_metrics(choice)
    every = all_templates(choice)
    plan = plan_of(choice, every, wanted, seed)
    pair = pair_of_agents(agents, inquiry_agent, opportunity_agent)
    if dry_run:
        print_plan(plan, as_json)
        return WELL
    check_resume(resume, out)
    writer = _open(choice, seed, pair, out, resume, force)
    from simulator.finish import finish, show_again

    if writer.complete:
        return show_again(writer, language, wanted or None, as_json)
    _drive(writer, plan, pair, concurrency)

    counts = finish(
        writer,
        lang=language,
        as_json=as_json,
        declared=declared_by(every),
        pairs=_pairs(writer, plan),
        metrics=wanted or None,
    )
    if counts.errors:
        from evaluator.errors import IncompleteRun
        from simulator.cli.messages import counted

        ended = counted(counts.errors, "conversation")
        raise IncompleteRun(f"{ended} ended in an error: see {writer.path / 'errors.jsonl'}")
    return WELL


def chosen_metrics(choice: Choice) -> list[str]:
    """The metrics asked for by id or stage. Raises NotFoundError with the nearest names."""
    from evaluator.catalogue import load_catalogue
    from simulator.cli.messages import unknown

    catalogue = load_catalogue()
    wanted = [catalogue.metric(name).id for name in choice.metrics]
    for stage in choice.stages:
        if stage not in catalogue.stages:
            raise unknown("stage", stage, catalogue.stages)
        wanted += [entry.id for entry in catalogue if entry.stage == stage]
    return list(dict.fromkeys(wanted))


def all_templates(choice: Choice) -> "list[Template]":
    """The templates to choose from: the shipped ones, or a team's own."""
    from scenarios.templates import load_templates, shipped_templates

    if choice.scenarios:
        return load_templates([Path(path) for path in choice.scenarios])
    return list(shipped_templates())


def plan_of(choice: Choice, every: "list[Template]", wanted: list[str], seed: int) -> "CasePlan":
    """The cases of the run. Raises NotFoundError or UsageError."""
    from evaluator.errors import UsageError
    from scenarios.cases import plan_cases
    from scenarios.combine import Cover
    from scenarios.factors import parse_choices
    from scenarios.templates import select_templates
    from simulator.cli.messages import unknown
    from simulator.cli.names import check_levels, check_metrics, check_templates

    check_levels(choice.factors, choice.languages)
    named = parse_choices(choice.factors)
    if choice.languages and "language" in named:
        raise UsageError("--languages and --factor language=… say the same thing: give one of them")
    covers = ("run", "template", "3", "full")
    if choice.cover not in covers:
        raise unknown("cover", choice.cover, covers)
    if choice.stages and not choice.metrics:
        wanted = [name for name in wanted if any(entry.metric == name for entry in every)]
        if not wanted:
            raise UsageError(f"stage {', '.join(choice.stages)}: no template aims at a metric of it")
    check_templates(choice.templates, every)
    check_metrics(wanted, every)
    plan = plan_cases(
        select_templates(every, choice.templates, wanted),
        languages=choice.languages or None,
        factors=named or None,
        cover=cast("Cover", choice.cover),
        repeat=choice.repeat,
        seed=seed,
        limit=choice.limit,
    )
    if not plan.cases:
        raise UsageError(f"nothing to drive: these choices leave out {', '.join(plan.left_out) or 'every template'}")
    return plan


def print_plan(plan: "CasePlan", as_json: bool) -> None:
    """What `--dry-run` says."""
    import json
    from collections import Counter

    from simulator.cli.messages import counted

    pairs = plan.report_pairs()
    by_language = Counter(case.levels.get("language", "?") for case in plan.cases)
    document = {
        "conversations": len(plan.cases),
        "templates": len({case.template.id for case in plan.cases}),
        "languages": dict(sorted(by_language.items())),
        "pairs": {"required": pairs.required, "covered": pairs.observed},
        "left_out": list(plan.left_out),
        "model_calls": 0,
        "tokens": 0,
    }
    if as_json:
        print(json.dumps(document, ensure_ascii=False, indent=1))
        return
    driven, templates = counted(len(plan.cases), "conversation"), {case.template.id for case in plan.cases}
    print(f"{driven} from {counted(len(templates), 'template')}")
    print("languages: " + ", ".join(f"{code} {count}" for code, count in sorted(by_language.items())))
    print(f"factor pairs covered: {pairs.observed} of {pairs.required}")
    print("model calls: 0, tokens: 0 (reference agents, phrase buyer, rules)")
    if plan.left_out:
        print(f"left out by these choices: {', '.join(plan.left_out)}")


def pair_of_agents(both: str, inquiry: str | None, opportunity: str | None) -> "Agents":
    """The agents under test, together or one at a time."""
    from simulator.agents.protocols import Agents
    from simulator.cli.names import make_agents

    pair = make_agents(both)
    if inquiry is None and opportunity is None:
        return pair
    first, second = make_agents(inquiry or both), make_agents(opportunity or both)
    defects = [agents.defect for agents in (first, second) if agents.defect]
    return Agents(
        first.inquiry, second.opportunity, f"{inquiry or both}+{opportunity or both}", defects[0] if defects else None
    )


def declared_by(templates: "list[Template]") -> frozenset[str]:
    """The checks and edges that templates aim at, as `M-008.check_1`; a control aims at none."""
    return frozenset(str(target) for entry in templates if entry.kind != "control" for target in entry.targets)


def _open(choice: Choice, seed: int, pair: "Agents", out: Path | None, resume: bool, force: bool) -> "RunWriter":
    from evaluator.version import evaluator_version
    from simulator.rundir import fingerprint, open_run

    manifest: dict[str, Any] = {
        "command": "run",
        "options": {**choice.options(), "inputs": fingerprint(choice.scenarios)},
        "seed": seed,
        "agents": {"name": pair.name, "defect": pair.defect},
        "evaluator": {"version": evaluator_version(), "judge": None},
        "tokens": {},
        "cost": {},
    }
    return open_run(out, manifest, resume=resume, force=force)


def _drive(writer: "RunWriter", plan: "CasePlan", pair: "Agents", concurrency: int) -> None:
    """Drives and scores what is not done yet; whatever stops it, what was finished is on disk."""
    from simulator.cli.messages import Interrupted
    from simulator.cli.score_command import keep

    try:
        asyncio.run(_drive_all(writer, plan, pair, concurrency))
    except KeyboardInterrupt:
        keep(writer)
        raise Interrupted.with_kept(len(writer.done), writer.path) from None
    except BaseException:
        keep(writer)
        raise


async def _drive_all(writer: "RunWriter", plan: "CasePlan", pair: "Agents", concurrency: int) -> None:
    from tqdm import tqdm

    from evaluator.scoring import Scorer
    from simulator.runner import run_as_they_come

    waiting = [case for case in plan.cases if case.session_id not in writer.done]
    scorer = Scorer()
    with tqdm(
        total=len(plan.cases), initial=len(plan.cases) - len(waiting), desc="running", unit="chat", disable=None
    ) as bar:
        async for outcome in run_as_they_come(waiting, pair, concurrency=concurrency):
            key = outcome.case.session_id
            if outcome.session is None:
                writer.add_error({"session_id": key, "kind": outcome.error_kind, "message": outcome.error})
            else:
                writer.add(key, outcome.case.index, scorer.score(outcome.session))
            bar.update()


def _pairs(writer: "RunWriter", plan: "CasePlan") -> tuple[int, int]:
    report = plan.report_pairs([case.levels for case in plan.cases if case.session_id in writer.done])
    return report.required, report.observed
