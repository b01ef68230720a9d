"""What holds for the verdicts of every conversation: quotes, what they may not depend on; and how right they are.

The labelled conversations are those of `tests/labelled`, expanded through `tests.labelled.build`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from evaluator.agreement import compare
from evaluator.catalogue import load_catalogue
from evaluator.scoring import Scored, Scorer
from evaluator.session import Session
from evaluator.verdicts import Verdict

from .quotes import misquoted, quoted

if TYPE_CHECKING:
    from .conftest import Labelled

Json = dict[str, Any]
FIRST_ISSUE: Final = frozenset(
    {"M-001", "M-004", "M-017"}
    | {f"M-{number:03}" for number in (*range(6, 13), *range(22, 28), *range(101, 112), *range(201, 205))}
)


def everything(labelled: tuple[Labelled, ...], simulated: tuple[Scored, ...]) -> list[Scored]:
    """The labelled and the simulated sessions."""
    return [*(item.scored for item in labelled), *simulated]


def test_58_verdicts_in_the_catalogues_order(labelled: tuple[Labelled, ...], simulated: tuple[Scored, ...]) -> None:
    ids = list(load_catalogue().ids)
    assert len(ids) == 58
    for scored in everything(labelled, simulated):
        assert [verdict.metric_id for verdict in scored.verdicts] == ids
        assert {verdict.session_id for verdict in scored.verdicts} == {scored.session.session_id}


def test_every_quote_stands_in_the_record_at_its_turn_and_source(
    labelled: tuple[Labelled, ...], simulated: tuple[Scored, ...]
) -> None:
    sessions = everything(labelled, simulated)
    assert [wrong for scored in sessions for wrong in misquoted(scored.session, scored.verdicts)] == []
    number = sum(1 for scored in sessions for _ in quoted(scored.verdicts))
    assert number > 10 * len(sessions)  # and there are quotes to speak of


def test_every_failure_says_why_and_points_at_a_turn(
    labelled: tuple[Labelled, ...], simulated: tuple[Scored, ...]
) -> None:
    for scored in everything(labelled, simulated):
        for verdict in scored.verdicts:
            failed = [check for check in verdict.checks if check.result == "FAIL"]
            assert bool(failed) is (verdict.result == "FAIL"), verdict
            assert all(check.note and check.by == "rule" for check in failed), verdict
            assert all(1 <= (check.turn or 0) <= len(scored.session.turns) for check in failed), verdict


def test_nothing_undetermined_is_decided_and_nothing_open_is_passed_over(
    labelled: tuple[Labelled, ...], simulated: tuple[Scored, ...]
) -> None:
    for scored in everything(labelled, simulated):
        for verdict in scored.verdicts:
            assert verdict.result == "N/A" or not verdict.undetermined, verdict
            assert verdict.score is None, verdict
            assert verdict.result != "PASS" or any(check.result == "PASS" for check in verdict.checks), verdict
            assert not verdict.exercised or verdict.result != "N/A", verdict


def test_the_conclusion_is_that_of_the_verdicts(labelled: tuple[Labelled, ...]) -> None:
    grades = {metric.id: metric.grade for metric in load_catalogue()}
    seen = set()
    for item in labelled:
        verdicts, conclusion = item.scored.verdicts, item.scored.conclusion
        p0 = [verdict for verdict in verdicts if grades[verdict.metric_id] == "P0"]
        failed = [verdict.metric_id for verdict in p0 if verdict.result == "FAIL"]
        expected = (
            "unqualified" if failed else "undetermined" if any(verdict.undetermined for verdict in p0) else "qualified"
        )
        assert (conclusion.conclusion, list(conclusion.failed_p0)) == (expected, failed)
        seen.add(expected)
    assert seen == {"unqualified", "undetermined", "qualified"}


# ---------- what a verdict may not depend on


def disguised(session: Session) -> Session:
    """The session under another id, with another `simulation` and with keys that the specification does not know."""
    record = session.to_json_dict()
    record["session_id"] = "m001-vi-fail"
    record["simulation"] = {"template": "m001", "targets": ["M-001.check_1"], "defect": "M-001.check_1", "invalid": "x"}
    record["customer"] = {**(record.get("customer") or {}), "x_language": "vi", "x_expected": "FAIL", "x_hour": 3}
    record["x_verdicts"] = {"M-001": "FAIL"}
    for turn in record["turns"]:
        turn["x_expected"] = "FAIL"
        for message in turn["inbound"]:
            message["x_means"] = ["asks_human"]
    return Session.from_json(record)


def stripped(session: Session) -> Session:
    """The session without its `simulation`, and without what no key of the specification holds."""
    record = session.to_json_dict()
    record.pop("simulation", None)
    if isinstance(record.get("customer"), dict):
        known = {"name", "phone", "country", "timezone", "avatar", "channel"}
        record["customer"] = {key: value for key, value in record["customer"].items() if key in known}
    return Session.from_json(record)


def comparable(verdicts: Iterable[Verdict]) -> list[Json]:
    """The verdicts but for the session's id."""
    return [verdict.model_dump(exclude={"session_id"}) for verdict in verdicts]


def test_a_verdict_does_not_depend_on_what_no_imported_record_has(
    labelled: tuple[Labelled, ...], simulated: tuple[Scored, ...]
) -> None:
    scorer = Scorer()
    assert all(scored.session.simulation for scored in simulated)
    for scored in (*(item.scored for item in labelled[::6]), *simulated):
        again = scorer.score(disguised(scored.session))
        assert again.reading.turns == scored.reading.turns
        assert comparable(again.verdicts) == comparable(scored.verdicts)
    for scored in simulated:
        bare = stripped(scored.session)
        assert bare.simulation is None
        assert comparable(scorer.score(bare).verdicts) == comparable(scored.verdicts)


# ---------- how right they are


def test_the_metrics_of_the_first_issue_agree_with_the_labels(labelled: tuple[Labelled, ...]) -> None:
    """Of the labelled conversations aimed at them, most are decided, and nearly all of these rightly."""
    right, wrong, undecided = 0, [], []
    for item in labelled:
        if item.case.metric not in FIRST_ISSUE:
            continue
        verdict = next(found for found in item.scored.verdicts if found.metric_id == item.case.metric)
        expected = item.case.result
        outcome = "open" if expected == "OPEN" else compare(verdict, expected)
        line = f"{item.case.id}: {item.case.metric} should be {expected}, is {verdict.result}: {verdict.reason}"
        if outcome == "right":
            right += 1
        elif outcome == "open":
            undecided.append(line)
        else:
            wrong.append(line)
    decided = right + len(wrong)
    total = decided + len(undecided)
    assert total >= 150
    assert right / decided >= 0.97, "\n".join([f"{right} of {decided} decided are right; wrong:", *wrong])
    assert decided / total >= 0.85, "\n".join([f"{decided} of {total} are decided; open:", *undecided])
