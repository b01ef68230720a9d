"""From the options of a command to the judge and the models that it needs."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.cli.messages import unknown
from simulator.models import JUDGES, JudgeChoice, ModelChoice, ModelDesk, same_model

if TYPE_CHECKING:
    from evaluator.client import Role


def chosen_judge(kind: str, model: str | None, votes: int, prompt: Path | None) -> JudgeChoice:
    """The judge that was asked for. Raises NotFoundError, UsageError or InputError."""
    if kind not in JUDGES:
        raise unknown("judge", kind, JUDGES)
    choice = JudgeChoice(kind, model, votes, prompt)
    choice.check()
    choice.own_prompt()
    return choice


def desk_for(judge: JudgeChoice, tested: "Mapping[Role, str | None]", choice: ModelChoice) -> ModelDesk:
    """The models of a run: those under test (and the buyer's) with the judge's. Warns where one judges itself."""
    from simulator.rundir import warn

    models: dict[Role, str | None] = dict(tested)
    if judge.kind == "openai":
        models |= {"reader": judge.model, "judge": judge.model}
    desk = ModelDesk(models, choice)
    for model in same_model(desk, tuple(role for role in tested if role != "buyer")):
        warn(
            f"warning: {model} judges itself: its verdicts on its own replies are no proof; name another --judge-model"
        )
    return desk
