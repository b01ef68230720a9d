"""`sim certify`: which seeded defects the evaluator sees, and what else it fails with them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator import certification
from evaluator.catalogue import load_catalogue
from evaluator.scoring import Scored, Scorer
from evaluator.session import Session
from evaluator.version import evaluator_version
from simulator.agents.defects import find_defect
from simulator.certify import Certification, DefectResult, MetricResult, Plan, certify_metric, implied

from .helpers import sim

SMALL = ("--languages", "en,vi", "--limit", "12", "--jobs", "1")


def test_a_defect_that_is_seen_is_killed_and_counted_by_kind(here: Path) -> None:
    result = sim("certify", "--defect", "M-008.check_1/blatant", *SMALL, "--out", "c.json")
    assert result.code == 0
    assert "blatant    defects caught: 1 of 1" in result.out
    assert "checks proven: 1 of 1 with a defect" in result.out
    told = json.loads((here / "c.json").read_text(encoding="utf-8"))
    assert told["evaluator"] == evaluator_version()
    (found,) = told["metrics"]["M-008"]["defects"]
    assert found["killed"] == found["changed"] > 0
    assert (found["open"], found["missed"], found["alarms"]) == (0, 0, {})
    assert told["proven"] == {"M-008.check_1": True}


def test_the_same_seed_gives_the_same_result() -> None:
    first, second = (sim("certify", "--defect", "M-008.check_1", *SMALL, "--json").out for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--metric", "M-999"), "M-999"),
        (("--defect", "M-008.chek_1"), "M-008.check_1"),
        (("--languages", "xx", "--metric", "M-008"), "xx"),
        (("--keep", "--metric", "M-008"), "--keep: expected all defects"),
    ],
)
def test_wrong_names_are_told(options: tuple[str, ...], expected: str) -> None:
    result = sim("certify", *options, "--jobs", "1")
    assert result.code == 2
    assert expected in result.err


def test_what_an_evaluator_does_not_see_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the verdict on the check nothing is caught, and the other metric that fails is a false alarm."""
    score = Scorer.score

    def blind(self: Scorer, session: Session) -> Scored:
        scored = score(self, session)
        changed = bool(session.simulation and session.simulation.get("defect"))
        swapped = [
            entry.model_copy(update={"result": "PASS", "checks": ()})
            if entry.metric_id == "M-008"
            else entry.model_copy(update={"result": "FAIL"})
            if entry.metric_id == "M-029" and changed
            else entry
            for entry in scored.verdicts
        ]
        return replace(scored, verdicts=tuple(swapped))

    monkeypatch.setattr(Scorer, "score", blind)
    plan = Plan(("M-008.check_1/blatant",), ("vi",), limit=6)
    (result,) = certify_metric("M-008", plan.defects, plan).defects
    assert result.killed == 0
    assert result.missed == result.changed > 0
    assert set(result.alarms) == {"M-029"}
    assert not result.caught
    assert ": PASS: " in result.reason


def test_figures_of_a_certification() -> None:
    clean = DefectResult("M-008.check_1/blatant", "M-008.check_1", "blatant", 5, 3, killed=3)
    noisy = DefectResult("M-008.check_2/subtle", "M-008.check_2", "subtle", 5, 2, killed=2, alarms={"M-001": ["s1"]})
    idle = DefectResult("M-008.check_3/subtle", "M-008.check_3", "subtle", 5)
    whole = Certification(Plan(()), (MetricResult("M-008", 5, ["s9: M-002"], [clean, noisy, idle]),))
    assert whole.proven() == {"M-008.check_1": True, "M-008.check_2": False, "M-008.check_3": False}
    assert whole.kinds() == {"blatant": (1, 1), "plausible": (0, 0), "subtle": (1, 1)}
    assert whole.false_alarms() == (2, 10)


def test_what_is_implied_comes_from_the_catalogue() -> None:
    catalogue = load_catalogue()
    assert "M-007" in implied(catalogue, "M-008.check_1")
    assert implied(catalogue, "M-008.edge_1") >= implied(catalogue, "M-008.check_1")
    assert find_defect("M-008.check_1").target == "M-008.check_1"


def test_a_certification_of_another_version_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"evaluator": evaluator_version(), "proven": {"M-008.check_1": True}}
    monkeypatch.setattr(certification, "summary", lambda: kept)
    assert certification.proven() == {"M-008.check_1": True}
    monkeypatch.setattr(certification, "summary", lambda: {**kept, "evaluator": "0"})
    assert certification.proven() == {}
