"""How a session is scored in a run: by the rules alone or with a model, behind one method."""

from __future__ import annotations

from typing import Protocol

from evaluator.client.ports import Models
from evaluator.scoring import Scored, Scorer
from evaluator.session import Session
from simulator.models import JudgeChoice


class SessionScorer(Protocol):
    """Scores one session after another, or many at a time."""

    async def score(self, session: Session) -> Scored:
        """The verdicts. Raises InputError for a given reading that does not fit, and what a model's client raises."""


class RulesAlone:
    """The rules behind the same method."""

    def __init__(self, rules: Scorer) -> None:
        self._rules = rules

    async def score(self, session: Session) -> Scored:
        """The verdicts; nothing is waited for."""
        return self._rules.score(session)


def make_scorer(rules: Scorer, judge: JudgeChoice, models: Models | None) -> SessionScorer:
    """The scorer that was asked for; ``models`` is needed for a judge."""
    if judge.kind == "rules" or models is None:
        return RulesAlone(rules)
    from evaluator.judge import ModelScorer

    return ModelScorer(models, rules, votes=judge.votes, judge_prompt=judge.own_prompt())
