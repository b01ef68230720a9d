"""Counts of agreement, of flips, and of conclusions."""

from collections import Counter
from typing import cast

from benchmarks.figures import Counts, Figures, shares
from benchmarks.tables import by_language, by_metric, mark
from benchmarks.whole import Conclusions, expected_conclusion, p0_metrics
from evaluator.agreement import Label
from evaluator.catalogue import load_catalogue
from evaluator.verdicts import CheckOutcome, CheckResult, Conclusion, Result, Verdict
from simulator.edits import Steadiness


def verdict(metric: str, result: Result, *, undetermined: bool = False, **checks: CheckOutcome) -> Verdict:
    found = tuple(CheckResult(check=name, result=outcome) for name, outcome in checks.items())
    return Verdict(metric_id=metric, result=result, session_id="s", undetermined=undetermined, checks=found, reason="r")


def label(metric: str = "M-001", result: Result = "PASS", **also: Result | int) -> Label:
    named = {f"M-{key[1:]}": value for key, value in also.items()}
    return Label(metric=metric, result=result, also=named, lang="en", why="w")


def test_figures_keep_target_also_and_the_tiered_metric_apart() -> None:
    figures = Figures()
    wanted = label(m002="FAIL", m003="N/A", m028=4).model_copy(
        update={"checks": {"check_1": "PASS", "check_2": "FAIL"}}
    )
    found = [
        verdict("M-001", "PASS", check_1="PASS", check_2="OPEN"),
        verdict("M-002", "PASS"),
        verdict("M-003", "N/A", undetermined=True),
        verdict("M-028", "N/A", undetermined=True),
    ]
    figures.add("s", wanted, found)
    assert figures.target.total == {"right": 1}
    assert figures.also.total == {"wrong": 1, "open": 1}
    assert figures.also.tiered == {"open": 1}
    assert figures.every_label == {"right": 1, "wrong": 1, "open": 2}
    assert figures.every_check == {"right": 1, "open": 1}
    assert [(miss.check, miss.expected, miss.found) for miss in figures.wrong_checks] == []
    assert [(miss.metric, miss.expected, miss.found, miss.target) for miss in figures.wrong] == [
        ("M-002", "FAIL", "PASS", False)
    ]


def test_shares_of_nothing_are_none() -> None:
    figures = Figures()
    assert shares(figures.target.total)["right_of_decided"] is None
    figures.target.add("M-001", "en", "right")
    figures.target.add("M-001", "en", "open")
    counts = shares(figures.target.metrics["M-001"])
    assert (counts["right_of_decided"], counts["agreement"], counts["decided"]) == (1.0, 0.5, 0.5)
    assert by_metric("all", figures).rows[0] == ("M-001", "2", "1", "1", "0", "1", *"00000", "1.000", "0.500")
    assert by_language("all", figures).rows[0][:6] == ("en", "2", "1", "1", "0", "1")


def test_a_language_is_marked_where_few_are_decided_or_many_are_wrong() -> None:
    def marked(**counts: int) -> str:
        return mark(cast("Counts", Counter(counts)))

    assert marked(right=24, open=9) == "under 25 decided"
    assert marked(right=25) == ""
    assert marked(right=38, wrong=2) == ""
    assert marked(right=37, wrong=2) == "over 5% wrong"
    assert marked(wrong=1) == "under 25 decided, over 5% wrong"
    assert marked(open=1) == "under 25 decided"


def test_the_expected_conclusion_follows_from_p0_labels() -> None:
    p0 = p0_metrics()
    assert len(p0) == 53
    assert expected_conclusion(label(m017="FAIL", m028=1), p0) == "qualified"
    assert expected_conclusion(label(m002="FAIL"), p0) == "unqualified"
    assert expected_conclusion(label(result="FAIL"), p0) == "unqualified"


def test_conclusions_count_false_alarms_on_clean_conversations() -> None:
    found = Conclusions()
    found.add(label(), Conclusion(session_id="a", conclusion="qualified"), turns=4)
    found.add(label(), Conclusion(session_id="b", conclusion="unqualified", failed_p0=("M-016",)), turns=4)
    found.add(label(m002="FAIL"), Conclusion(session_id="c", conclusion="undetermined"), turns=4)
    assert (found.right, found.undetermined, found.wrong, found.clean) == (1, 1, 1, 2)
    assert found.false_alarms == {"b": ("M-016",)}


def test_a_whole_conversation_is_complete_with_all_labels_and_4_to_10_turns() -> None:
    found, result = Conclusions(), Conclusion(session_id="a", conclusion="qualified")
    every = Label(metric="M-001", result="PASS", also=dict.fromkeys(load_catalogue().ids, "PASS"))
    for turns in (3, 4, 10, 11):
        found.add(every, result, turns)
    found.add(label(), result, 4)
    assert found.complete == 2


def test_flips_are_told_from_what_was_opened_or_newly_decided() -> None:
    before = [verdict("M-001", "PASS", check_1="PASS"), verdict("M-002", "PASS"), verdict("M-003", "FAIL")]
    before.append(verdict("M-004", "N/A", undetermined=True))
    after = [verdict("M-001", "N/A", check_1="N/A"), verdict("M-002", "PASS")]
    after += [verdict("M-003", "N/A", undetermined=True), verdict("M-004", "FAIL")]
    steadiness = Steadiness()
    steadiness.add(before, after)
    assert steadiness.decided == 3
    assert steadiness.changes == {"flipped": 1, "opened": 1, "decided": 1}
    assert steadiness.found[0].checks == ("check_1 PASS→N/A",)
    both = steadiness + steadiness
    assert (both.sessions, both.decided, len(both.found), both.changes["flipped"]) == (2, 6, 6, 2)
