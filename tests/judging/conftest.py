"""Sessions that many tests look at: the labelled conversations and a few simulated ones, each scored once."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from evaluator.scoring import Scored, Scorer
from evaluator.session import Session
from scenarios.cases import build_cases
from scenarios.templates import shipped_templates
from simulator.agents import make_agents
from simulator.runner import run_cases

_ROOT = str(Path(__file__).parents[2])
if _ROOT not in sys.path:  # `pytest` alone does not put the project's folder there, `python -m pytest` does
    sys.path.insert(0, _ROOT)

from tests.labelled.build import Case, load  # noqa: E402


@dataclass(frozen=True)
class Labelled:
    """A labelled conversation with its verdicts."""

    case: Case
    scored: Scored


@pytest.fixture(scope="session")
def labelled() -> tuple[Labelled, ...]:
    """Every labelled conversation, scored by the rules."""
    scorer = Scorer()
    return tuple(Labelled(case, scorer.score(Session.from_json(case.session()))) for case in load())


@pytest.fixture(scope="session")
def simulated() -> tuple[Scored, ...]:
    """A conversation of each of a dozen templates with the reference agents."""
    templates = shipped_templates()
    chosen = templates[:: max(1, len(templates) // 12)]
    cases = [case for template in chosen for case in build_cases([template], languages=["en", "vi"], seed=11, limit=1)]
    outcomes = asyncio.run(run_cases(cases, make_agents()))
    scorer = Scorer()
    return tuple(scorer.score(outcome.session) for outcome in outcomes if outcome.session is not None)
