"""The inquiry assistant played by a model."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from evaluator.client.ports import Ask, Models
from scenarios.world import Tools
from simulator.agents.model.rounds import answer, offered
from simulator.agents.output import read_reply
from simulator.agents.protocols import AgentInfo, History, InquiryBrief, InquiryReply
from simulator.agents.view import data_url, inquiry_view, pictures_of
from simulator.prompts import Prompt


@dataclass(frozen=True)
class OpenAIInquiry:
    """Answers by a prompt file, with real tool calling. ``vision``: the pictures go along as image parts.

    No structured output is asked for: whether the model keeps to the protocol by its prompt is part of the test.
    """

    models: Models
    prompt: Prompt
    vision: bool = False
    temperature: float | None = None

    @property
    def info(self) -> AgentInfo:
        """For the manifest."""
        name = self.models.name("inquiry")
        return AgentInfo("openai", name, self.prompt.name, self.prompt.sha256, self.vision)

    async def reply(self, context: InquiryBrief, history: History, tools: Tools) -> InquiryReply:
        """The answer to the last turn of ``history``. Raises what the models' port raises."""
        ask = Ask(
            role="inquiry",
            messages=(
                {"role": "system", "content": self.prompt.text},
                {"role": "user", "content": self._content(context, history)},
            ),
            conversation=context.scope.conversation,
            tools=offered("inquiry"),
            temperature=self.temperature,
            repeat=context.scope.repeat,
        )
        return read_reply(await answer(self.models, ask, tools))

    def _content(self, context: InquiryBrief, history: History) -> str | list[dict[str, Any]]:
        data = json.dumps(inquiry_view(context, history), ensure_ascii=False)
        pictures = list(pictures_of(history)) if self.vision else []
        if not pictures:
            return data
        parts: list[dict[str, Any]] = [{"type": "text", "text": data}]
        for entry in pictures:
            parts.append({"type": "text", "text": f"image {entry.id}"})
            parts.append({"type": "image_url", "image_url": {"url": data_url(entry)}})
        return parts
