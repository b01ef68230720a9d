"""The work of `sim run`: conversations are driven and scored side by side, and each is kept when it is done."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from evaluator.client.ports import Role
from evaluator.errors import UsageError
from simulator.agents.protocols import Agents
from simulator.models import JudgeChoice, ModelDesk
from simulator.rundir import RunWriter

if TYPE_CHECKING:
    from evaluator.scoring import Scored
    from evaluator.session import Session
    from scenarios.cases import CasePlan
    from scenarios.world import World
    from simulator.buyer_words import Wording

OPENAI: Final = "openai"
PHRASES: Final = "phrases"
_LETTERS_A_TOKEN: Final = 1.5  # of a Chinese prompt


@dataclass(frozen=True)
class Whom:
    """Whom to test, and who the buyer is, as it was asked for on the command line."""

    agents: str = "reference"
    inquiry: str | None = None
    opportunity: str | None = None
    inquiry_prompt: Path | None = None
    opportunity_prompt: Path | None = None
    model: str | None = None
    opportunity_model: str | None = None
    vision: bool = False
    buyer: str = PHRASES
    buyer_model: str | None = None

    def __post_init__(self) -> None:
        from simulator.cli.messages import unknown

        if self.buyer not in (PHRASES, OPENAI):
            raise unknown("buyer", self.buyer, (PHRASES, OPENAI))
        if self.buyer == PHRASES and self.buyer_model is not None:
            raise UsageError("--buyer-model: the buyer speaks in phrases; add --buyer openai")
        roles = self.roles()
        if self.model is not None and not roles.keys() & {"inquiry", "opportunity"}:
            raise UsageError(f"--model: no model is under test; add --agents {OPENAI}")
        if self.opportunity_model is not None and "opportunity" not in roles:
            raise UsageError(f"--opportunity-model: the opportunity assistant is no model; add --agents {OPENAI}")

    def roles(self) -> dict[Role, str | None]:
        """The roles that models play, with the names given for them."""
        found: dict[Role, str | None] = {}
        if (self.inquiry or self.agents) == OPENAI:
            found["inquiry"] = self.model
        if (self.opportunity or self.agents) == OPENAI:
            found["opportunity"] = self.opportunity_model or self.model
        if self.buyer == OPENAI:
            found["buyer"] = self.buyer_model
        return found

    def pair(self, desk: ModelDesk) -> Agents:
        """The agents under test. Raises NotFoundError, UsageError or InputError."""
        from simulator.agents.registry import AgentSetup
        from simulator.cli.names import make_agents

        for kind, path in (("inquiry", self.inquiry_prompt), ("opportunity", self.opportunity_prompt)):
            _warn_of_another(kind, path)
        setup = AgentSetup(
            models=desk if desk.models else None,
            inquiry_prompt=self.inquiry_prompt,
            opportunity_prompt=self.opportunity_prompt,
            vision=self.vision,
        )
        return make_agents(self.agents, inquiry=self.inquiry, opportunity=self.opportunity, setup=setup)

    def describe_buyer(self, desk: ModelDesk) -> dict[str, Any]:
        """The buyer for the manifest."""
        return {"kind": self.buyer, **(desk.describe("buyer") if self.buyer == OPENAI else {})}

    def prompt_tokens(self) -> dict[str, int]:
        """How long the prompts under test are, in tokens, about."""
        from simulator.prompts import default_prompt, load_prompt

        found: dict[str, int] = {}
        for role in self.roles():
            if role == "inquiry" or role == "opportunity":
                path = self.inquiry_prompt if role == "inquiry" else self.opportunity_prompt
                prompt = load_prompt(path) if path is not None else default_prompt(role)
                found[role] = round(len(prompt.text) / _LETTERS_A_TOKEN)
        return found


def _warn_of_another(kind: str, path: Path | None) -> None:
    """A prompt that looks like the other assistant's is most likely a slip."""
    from simulator.prompts import load_prompt
    from simulator.prompts.check import recognised_kind
    from simulator.rundir import warn

    if path is None:
        return
    looks = recognised_kind(load_prompt(path))
    if looks is not None and looks != kind:
        warn(f"warning: {path}: given as the {kind} assistant's prompt, its sections are the {looks} assistant's")


def drive(
    writer: RunWriter,
    plan: CasePlan,
    pair: Agents,
    desk: ModelDesk,
    judged: JudgeChoice,
    *,
    concurrency: int,
    world: World,
    buyer: str = PHRASES,
    redact: bool = False,
) -> None:
    """Drives and scores what is not done yet; whatever stops it, what was finished is on disk."""
    from simulator.cli.messages import Interrupted
    from simulator.score_run import keep

    try:
        asyncio.run(_drive_all(writer, plan, pair, desk, judged, concurrency, world, buyer, redact))
    except KeyboardInterrupt:
        keep(writer, desk)
        raise Interrupted.with_kept(len(writer.done), writer.path) from None
    except BaseException:
        keep(writer, desk)
        raise
    writer.manifest.update(desk.ledger())


async def _drive_all(
    writer: RunWriter,
    plan: CasePlan,
    pair: Agents,
    desk: ModelDesk,
    judged: JudgeChoice,
    concurrency: int,
    world: World,
    buyer: str,
    redact: bool,
) -> None:
    from tqdm import tqdm

    from evaluator.scoring import Scorer
    from simulator.runner import run_as_they_come
    from simulator.scorers import make_scorer

    waiting = [case for case in plan.cases if case.session_id not in writer.done]
    async with desk.open(writer.path) as client:
        scorer = make_scorer(Scorer(), judged, client)

        async def scored(session: Session) -> Scored:
            if redact:
                from evaluator.redaction import redact as redacted

                session = redacted(session)
            return await scorer.score(session)

        stream = run_as_they_come(
            waiting, pair, concurrency=concurrency, world=world, wording=_wording(buyer, desk), then=scored
        )
        done = len(plan.cases) - len(waiting)
        with tqdm(total=len(plan.cases), initial=done, desc="running", unit="chat", disable=None) as bar:
            async for outcome in stream:
                key = outcome.case.session_id
                if outcome.scored is None:
                    writer.add_error({"session_id": key, "kind": outcome.error_kind, "message": outcome.error})
                else:
                    writer.add(key, outcome.case.index, outcome.scored)
                bar.update()


def _wording(buyer: str, desk: ModelDesk) -> Wording | None:
    if buyer == PHRASES:
        return None
    from simulator.buyer_model import ModelWording

    return ModelWording(desk)
