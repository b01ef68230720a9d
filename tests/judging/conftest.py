"""Sessions that many tests look at: the labelled conversations and a few simulated ones, each scored once."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

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

Made = TypeVar("Made")


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[], Made]) -> Made:
    """What `make` gives, made once for all worker processes of this test run."""
    base = factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    stored = folder / f"{name}.pickle"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stored.exists():
            stored.write_bytes(pickle.dumps(make()))
    found: Made = pickle.loads(stored.read_bytes())
    return found


@dataclass(frozen=True)
class Labelled:
    """A labelled conversation with its verdicts."""

    case: Case
    scored: Scored


@pytest.fixture(scope="session")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Labelled, ...]:
    """Every labelled conversation, scored by the rules."""

    def make() -> tuple[Labelled, ...]:
        scorer = Scorer()
        return tuple(Labelled(case, scorer.score(Session.from_json(case.session()))) for case in load())

    return once(tmp_path_factory, "labelled", make)


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scored, ...]:
    """A conversation of each of a dozen templates with the reference agents."""

    def make() -> tuple[Scored, ...]:
        templates = shipped_templates()
        chosen = templates[:: max(1, len(templates) // 12)]
        cases = [case for one in chosen for case in build_cases([one], languages=["en", "vi"], seed=11, limit=1)]
        outcomes = asyncio.run(run_cases(cases, make_agents()))
        scorer = Scorer()
        return tuple(scorer.score(outcome.session) for outcome in outcomes if outcome.session is not None)

    return once(tmp_path_factory, "simulated", make)
