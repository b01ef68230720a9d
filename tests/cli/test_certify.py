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
from simulator.certify import EDITS, Certification, DefectResult, MetricResult, Plan, certify_metric, implied
from simulator.cli.certify_print import printed

from .helpers import sim

SMALL = ("--languages", "en,vi", "--limit", "12", "--jobs", "1")


def test_a_defect_that_is_seen_is_killed_and_counted_by_kind(here: Path) -> None:
    result = sim("certify", "--defect", "M-008.check_1/blatant", *SMALL, "--out", "made")
    assert result.code == 0
    assert "blatant    defects caught: 1 of 1" in result.out
    assert "checks proven: 1 of 1 with a defect" in result.out
    told = json.loads((here / "made" / "certification.json").read_text(encoding="utf-8"))
    assert told["evaluator"] == evaluator_version()
    (found,) = told["metrics"]["M-008"]["defects"]
    assert found["killed"] == found["changed"] > 0
    assert (found["open"], found["missed"], found["alarms"]) == (0, 0, {})
    assert told["proven"] == {"M-008.check_1": True}
    kills = told["rates"]["M-008"]["kills"]["blatant"]
    assert kills["killed"] == kills["of"] == found["changed"]
    assert set(kills) == {"killed", "of", "low", "high"}
    assert found["fails"]["M-008"] == found["killed"]
    assert "Kill matrix" in (here / "made" / "certification.html").read_text(encoding="utf-8")
    assert "\ntook " in result.out


def test_edits_that_keep_the_meaning_are_counted_by_kind() -> None:
    told = json.loads(sim("certify", "--defect", "M-008.check_1/blatant", *SMALL, "--json").out)["edits"]
    assert sum(entry["conversations"] for entry in told["kinds"].values()) >= EDITS
    assert sum(entry["flipped"] for entry in told["kinds"].values()) == 0, told["changes"]
    without = json.loads(sim("certify", "--defect", "M-008.check_1/blatant", *SMALL, "--edits", "0", "--json").out)
    assert without["edits"] == {"kinds": {}, "metrics": {}, "changes": []}


def test_an_edit_that_turns_a_verdict_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evaluator that takes an emoji for a fault: each edited conversation flips, and each flip has its reason."""
    score = Scorer.score

    def shy(self: Scorer, session: Session) -> Scored:
        scored = score(self, session)
        if "🙂" not in session.to_json_line():
            return scored
        swapped = [
            entry.model_copy(update={"result": "FAIL", "reason": "an emoji"}) if entry.metric_id == "M-001" else entry
            for entry in scored.verdicts
        ]
        return replace(scored, verdicts=tuple(swapped))

    monkeypatch.setattr(Scorer, "score", shy)
    plan = Plan(("M-008.check_1/blatant",), ("vi",), limit=6)
    found = certify_metric("M-008", plan.defects, plan)
    emoji = found.edits["emoji"]
    assert emoji.flipped == emoji.conversations > 0
    assert {(entry["metric"], entry["before"], entry["after"]) for entry in emoji.changes} == {
        ("M-001", "PASS", "FAIL")
    }
    assert {entry["reason"] for entry in emoji.changes} == {"an emoji"}
    whole = Certification(plan, (found,))
    assert whole.edited_metrics()["M-001"]["flipped"] == emoji.flipped
    assert any("M-001 PASS→FAIL" in line for line in printed(whole))


OWN = """\
id: m008-mine
metric: M-008
kind: {kind}
title: {{zh: 一, en: one}}
purpose: {{zh: 二, en: two}}
targets: [{targets}]
factors: {{language: [vi, en], time: [work], burst: [single]}}
plan:
  - say: [greets]
  - say: [{say}]
"""


def test_own_templates_are_told_which_of_their_targets_are_proven(here: Path) -> None:
    (here / "mine").mkdir()
    text = OWN.format(kind="probe", targets="M-008.check_1, M-008.check_4", say="asks_product")
    (here / "mine" / "m008-mine.yaml").write_text(text, encoding="utf-8")
    control = OWN.format(kind="control", targets="M-008", say="thanks").replace("m008-mine", "m008-quiet")
    (here / "mine" / "m008-quiet.yaml").write_text(control, encoding="utf-8")
    result = sim("certify", "--scenarios", "mine", "--defect", "M-008.check_1/blatant", *SMALL, "--edits", "0")
    assert result.code == 0
    lines = [" ".join(line.split()) for line in result.out.partition("targets of these templates:")[2].splitlines()]
    assert lines[1].startswith("m008-mine M-008.check_1 proven: a seeded defect was caught in ")
    assert lines[2] == "m008-mine M-008.check_4 not proven: no defect of it was driven, or none is seeded"
    assert lines[3] == "m008-quiet M-008 a control: nothing to prove"
    (folder,) = (here / "runs").iterdir()
    assert sorted(path.name for path in folder.iterdir()) == ["certification.html", "certification.json"]


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
        (("--keep", "--scenarios", "x"), "--keep: expected all defects"),
        (("--scenarios", "no-such-folder"), "no-such-folder"),
        (("--metric", "M-008", "--out", "c.json"), "expected a folder"),
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
