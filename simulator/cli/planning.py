"""From the options of `sim run` to the conversations that are driven."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from scenarios.cases import CasePlan
    from scenarios.templates import Template
    from simulator.drive import Whom
    from simulator.models import JudgeChoice


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


def print_plan(plan: "CasePlan", as_json: bool, whom: "Whom", judged: "JudgeChoice") -> None:
    """What `--dry-run` says."""
    import json
    from collections import Counter

    from simulator.cli.messages import counted
    from simulator.estimate import estimate

    pairs = plan.report_pairs()
    by_language = Counter(case.levels.get("language", "?") for case in plan.cases)
    expected = estimate(plan.cases, whom, judged)
    document = {
        "conversations": len(plan.cases),
        "templates": len({case.template.id for case in plan.cases}),
        "languages": dict(sorted(by_language.items())),
        "pairs": {"required": pairs.required, "covered": pairs.observed},
        "left_out": list(plan.left_out),
        "model_calls": expected.calls,
        "tokens": expected.tokens,
        "by_role": expected.by_role,
    }
    if as_json:
        print(json.dumps(document, ensure_ascii=False, indent=1))
        return
    driven, templates = counted(len(plan.cases), "conversation"), {case.template.id for case in plan.cases}
    print(f"{driven} from {counted(len(templates), 'template')}")
    print("languages: " + ", ".join(f"{code} {count}" for code, count in sorted(by_language.items())))
    print(f"factor pairs covered: {pairs.observed} of {pairs.required}")
    print(expected.in_words())
    if plan.left_out:
        print(f"left out by these choices: {', '.join(plan.left_out)}")


def declared_by(templates: "list[Template]") -> frozenset[str]:
    """The checks and edges that templates aim at, as `M-008.check_1`; a control aims at none."""
    return frozenset(str(target) for entry in templates if entry.kind != "control" for target in entry.targets)
