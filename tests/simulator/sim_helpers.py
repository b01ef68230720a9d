"""What the simulator's tests share: a reader without lexicons, agents that do as told, templates from a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from evaluator.session import Turn
from scenarios.phrases import available_languages, load_phrases
from scenarios.templates import Template
from scenarios.templates.conditions import Tri
from scenarios.world import Tools
from simulator.agents import HistoryTurn, InquiryBrief, InquiryReply, OpportunityBrief, PictureView
from simulator.agents.situation import is_closing

_FIELDS = {"asks_role": "buyer_role", "asks_version": "interface", "introduces_and_asks_type": "customer_type"}


@cache
def _questions() -> tuple[tuple[str, str], ...]:
    found = []
    for language in available_languages():
        for key, wordings in load_phrases(language).replies.items():
            field_ = _FIELDS.get(key, key.removeprefix("asks_"))
            if key.startswith("asks_") or key in _FIELDS:
                found += [(wording, field_) for wording in wordings if "{" not in wording]
    return tuple(found)


@dataclass
class View:
    """A reply as far as the phrases tell."""

    asked: frozenset[str] | None
    closing: Tri


class PhraseReader:
    """Reads replies by the phrases that the reference agent takes its words from: no lexicon, no evaluator."""

    def read(self, turn: Turn) -> View:
        text = turn.inquiry.reply_text or "" if turn.inquiry else ""
        return View(frozenset(name for wording, name in _questions() if wording in text), is_closing(text))


@dataclass
class Scripted:
    """Agents that say and decide what they were told to, turn by turn, and note what they were told."""

    replies: list[str | None] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)
    told: list[Mapping[str, Any]] = field(default_factory=list)
    runs: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    histories: list[tuple[HistoryTurn, ...]] = field(default_factory=list)

    async def reply(self, context: InquiryBrief, history: tuple[HistoryTurn, ...], tools: Tools) -> InquiryReply:
        self.told.append(context.turn.to_json_dict())
        self.histories.append(history)
        await tools.call("knowledge_search", {"query": f"turn {len(history)}"})
        text = self.replies.pop(0) if self.replies else "fine"
        return InquiryReply(text, (), None if text is not None else "no JSON")

    async def decide(
        self,
        phase: str,
        context: OpportunityBrief,
        history: tuple[HistoryTurn, ...],
        recognitions: tuple[PictureView, ...],
        tools: Tools,
    ) -> str:
        self.runs.append((phase, context.run.to_json_dict()))
        await tools.call("inquiry_form_snapshot_get")
        return self.decisions.pop(0) if self.decisions else NO


NO = '{"shouldAutoConvert":false,"shouldForceHumanTakeover":false,"conversationIntent":"business"}'
CONVERT = NO.replace('Convert":false', 'Convert":true')
TAKE_OVER = NO.replace('Takeover":false', 'Takeover":true')
BOTH = CONVERT.replace('Takeover":false', 'Takeover":true')


def template_of(plan: list[dict[str, Any]], **changes: Any) -> Template:
    """A template with this plan."""
    base: dict[str, Any] = {
        "id": "m008-mine",
        "metric": "M-008",
        "kind": "probe",
        "title": {"zh": "一", "en": "one"},
        "purpose": {"zh": "二", "en": "two"},
        "targets": ["M-008.check_1"],
        "plan": plan,
    }
    return Template.model_validate({**base, **changes})
