"""The opportunity assistant played by a model."""

from __future__ import annotations

import json
from dataclasses import dataclass

from evaluator.client.ports import Ask, Models
from scenarios.world import Tools
from simulator.agents.model.rounds import answer, offered
from simulator.agents.protocols import AgentInfo, History, OpportunityBrief, Phase, PictureView
from simulator.agents.view import opportunity_view
from simulator.prompts import Prompt


@dataclass(frozen=True)
class OpenAIOpportunity:
    """Decides by a prompt file. Its output is handed on as it came: M-110 and its like judge the form."""

    models: Models
    prompt: Prompt
    temperature: float | None = None

    @property
    def info(self) -> AgentInfo:
        """For the manifest."""
        return AgentInfo("openai", self.models.name("opportunity"), self.prompt.name, self.prompt.sha256)

    async def decide(
        self,
        phase: Phase,
        context: OpportunityBrief,
        history: History,
        recognitions: tuple[PictureView, ...],
        tools: Tools,
    ) -> str:
        """The whole output for one run. Raises what the models' port raises."""
        data = json.dumps(opportunity_view(phase, context, history, recognitions), ensure_ascii=False)
        ask = Ask(
            role="opportunity",
            messages=({"role": "system", "content": self.prompt.text}, {"role": "user", "content": data}),
            conversation=context.scope.conversation,
            tools=offered("opportunity"),
            temperature=self.temperature,
            repeat=context.scope.repeat,
        )
        return await answer(self.models, ask, tools)
