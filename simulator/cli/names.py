"""Names and options given on the command line, checked before anything is done, with the answer that helps most."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.errors import NotFoundError, UsageError
from simulator.cli.messages import by_metric, unknown

if TYPE_CHECKING:
    from scenarios.templates import Template
    from simulator.agents.protocols import Agents
    from simulator.agents.registry import AgentSetup


def check_resume(resume: bool, out: Path | None) -> None:
    """Raises UsageError where there is no run to resume: a new one in its place would hide the mistake."""
    from simulator.rundir import holds_run

    if not resume:
        return
    if out is None:
        raise UsageError("--resume needs --out with the run to resume")
    if not holds_run(out):
        raise UsageError(f"--resume needs --out with the run to resume: {out} holds no run")


def check_levels(choices: Sequence[str], languages: Iterable[str]) -> None:
    """Raises NotFoundError for an unknown factor, level or language; a choice without a level is not looked at."""
    from scenarios.factors import EXCEPT, factors

    known = factors()
    for choice in choices:
        name, sign, levels = (part.strip() for part in choice.partition("="))
        if not sign or not levels:
            continue
        if name not in known:
            raise unknown("factor", name, known)
        for level in levels.split(","):
            if level.strip().removeprefix(EXCEPT) not in known[name].levels:
                raise unknown(f"level of the factor {name}", level.strip(), known[name].levels)
    for code in languages:
        if code.removeprefix(EXCEPT) not in known["language"].levels:
            raise unknown("language", code, known["language"].levels)


def check_templates(names: Iterable[str], every: "Sequence[Template]") -> None:
    """Raises NotFoundError for an unknown template; where none is like it, it says where the names are listed."""
    known = [entry.id for entry in every]
    for name in names:
        if name not in known:
            error = unknown("template", name, known)
            raise error if error.nearest else NotFoundError(f"{error.message}: sim scenarios lists them")


def check_metrics(names: Iterable[str], every: "Iterable[Template]") -> None:
    """Raises NotFoundError for a metric that no template aims at, and names those with templates."""
    from evaluator.catalogue import load_catalogue

    aimed_at = dict.fromkeys(sorted(entry.metric for entry in every))
    for name in names:
        if load_catalogue().metric(name).id not in aimed_at:
            raise NotFoundError(f"no template aims at {name}; there are templates for {', '.join(aimed_at)}")


def make_agents(
    name: str, *, inquiry: str | None = None, opportunity: str | None = None, setup: "AgentSetup | None" = None
) -> "Agents":
    """The agents of that name. Raises NotFoundError with the names there are, the defects by metric."""
    from simulator.agents import registry
    from simulator.agents.defects import defects
    from simulator.agents.defects.registry import PREFIX

    try:
        return registry.make_agents(name, inquiry=inquiry, opportunity=opportunity, setup=setup)
    except NotFoundError as error:
        if any(part is not None and part.startswith(PREFIX) for part in (name, inquiry, opportunity)):
            told = f"{error.message} (there are {by_metric(entry.target for entry in defects())})"
        else:
            told = f"{error.message} (expected one of {', '.join(registry.KINDS)})"
        raise NotFoundError(told, error.nearest) from None
