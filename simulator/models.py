"""Which models a run needs, in which roles, and the client that answers for them.

A run that needs none opens none: nothing is imported, asked for or written.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from evaluator.client.endpoint import is_loopback
from evaluator.errors import InputError, UsageError

if TYPE_CHECKING:
    from evaluator.client import Ask, Client, Completion, Endpoint, Role
    from evaluator.judge import Prompt

RESPONSES: Final = "responses.sqlite"
JudgeKind: TypeAlias = Literal["rules", "openai"]
JUDGES: Final[tuple[JudgeKind, ...]] = ("rules", "openai")


@dataclass(frozen=True)
class JudgeChoice:
    """How the sessions are judged: by the rules alone, or with a model that reads and judges beside them."""

    kind: JudgeKind = "rules"
    model: str | None = None
    votes: int = 1
    prompt: Path | None = None

    def own_prompt(self) -> Prompt | None:
        """The team's own judge prompt, if one was named. Raises InputError where it cannot be used."""
        from evaluator.judge import own_judge_prompt

        return own_judge_prompt(self.prompt) if self.prompt is not None else None

    def check(self) -> None:
        """Raises UsageError for options of a judge that was not chosen."""
        given = {"--judge-model": self.model, "--judge-prompt": self.prompt}
        stray = [name for name, value in given.items() if value is not None]
        if self.votes != 1:
            stray.append("--judge-votes")
        if self.kind == "rules" and stray:
            raise UsageError(f"{', '.join(stray)}: the rules alone take no such option; add --judge openai")


@dataclass(frozen=True)
class ModelChoice:
    """What is said of all models at once: the file of endpoints, the budget, the recorded responses."""

    config: Path | None = None
    budget: tuple[str, ...] = ()
    replay: bool = False
    cache: Path | None = None


@dataclass
class ModelDesk:
    """The roles that a run needs with the models named for them; ``open`` gives the client."""

    models: Mapping[Role, str | None]
    choice: ModelChoice = field(default_factory=ModelChoice)
    endpoints: dict[Role, Endpoint] = field(init=False)
    client: Client | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if not self.models:
            self.endpoints = {}
            self._refuse_options()
            return
        from evaluator.client import load_endpoints, parse_budget

        if self.choice.config is not None and not self.choice.config.is_file():
            raise InputError(f"{self.choice.config}: expected a file of endpoints, found none")

        self.endpoints = load_endpoints(self.choice.config, os.environ, self.models)
        budget = parse_budget(self.choice.budget)
        if budget is not None:
            budget.check(self.endpoints)

    def _refuse_options(self) -> None:
        choice = self.choice
        given = {
            "--replay": choice.replay,
            "--budget": choice.budget,
            "--cache": choice.cache,
            "--config": choice.config,
        }
        if stray := [name for name, value in given.items() if value]:
            raise UsageError(f"{', '.join(stray)}: about models, and nothing here asks one")

    def check_keys(self) -> None:
        """Raises UsageError where a key's variable is not set: every call would fail."""
        if self.choice.replay:
            return
        for role, endpoint in self.endpoints.items():
            name = endpoint.key_variable
            if name and not os.environ.get(name) and not is_loopback(endpoint.base_url):
                raise UsageError(f"the {role} needs a key, and the environment variable {name} is not set")

    def store(self, run: Path) -> Path:
        """The file of recorded responses."""
        return self.choice.cache or run / RESPONSES

    def check_replay(self, out: Path | None) -> None:
        """Raises UsageError where a replay has no recorded responses to replay."""
        if not self.models or not self.choice.replay:
            return
        if out is None and self.choice.cache is None:
            raise UsageError("--replay needs recorded responses: name their run with --out, or their file with --cache")
        store = self.store(out or Path())
        if not store.is_file():
            raise InputError(f"{store}: expected the recorded responses that --replay answers from, found no file")

    @asynccontextmanager
    async def open(self, run: Path) -> AsyncIterator[Client | None]:
        """The client, or None where no model is needed; ``run`` is the run's directory."""
        if not self.models:
            yield None
            return
        from evaluator.client import open_client, parse_budget
        from simulator.rundir import warn

        async with open_client(
            self.endpoints,
            store=self.store(run),
            replay=self.choice.replay,
            budget=parse_budget(self.choice.budget),
            warn=lambda message: warn(f"warning: {message}"),
            run=str(run.resolve().name),
        ) as client:
            self.client = client
            yield client

    async def complete(self, ask: Ask) -> Completion:
        """One completion (:class:`evaluator.client.Models`): agents are made before the client is opened."""
        if self.client is None:
            raise UsageError("the models are asked before their client is open")
        return await self.client.complete(ask)

    def name(self, role: Role) -> str:
        """The model that plays the role."""
        return self.endpoints[role].model

    def ledger(self) -> dict[str, Any]:
        """``tokens`` and ``cost`` of the manifest; empty where no model was asked."""
        return {} if self.client is None else self.client.ledger()

    def describe(self, role: Role) -> dict[str, Any]:
        """A role's model and address for the manifest; never a key."""
        endpoint = self.endpoints[role]
        return {"model": endpoint.model, "base_url": endpoint.base_url}


def describe_judge(choice: JudgeChoice, desk: ModelDesk) -> dict[str, Any] | None:
    """The manifest's ``judge``: None for the rules alone."""
    if choice.kind == "rules":
        return None
    from evaluator.judge import shipped

    prompt = choice.own_prompt() or shipped("judge")
    reader = shipped("reader")
    return {
        **desk.describe("judge"),
        "votes": choice.votes,
        "prompt": {"file": prompt.file, "sha256": prompt.sha256},
        "reader": {**desk.describe("reader"), "prompt": {"file": reader.file, "sha256": reader.sha256}},
    }


def same_model(desk: ModelDesk, tested: tuple[Role, ...]) -> list[str]:
    """The models that judge and are under test at once: their verdicts on themselves are no proof."""
    judging = {desk.endpoints[role].model for role in ("judge", "reader") if role in desk.endpoints}
    return sorted(judging & {desk.endpoints[role].model for role in tested if role in desk.endpoints})
