"""The counting rules of coverage (`contracts/run.md`)."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError
from evaluator.session import Session
from evaluator.verdicts import Verdict
from reports.coverage import Coverage, MetricCoverage, build_coverage, origin_of

from .synthetic import Scored, not_applicable, session, small_run, undetermined, verdict


def cover(runs: Sequence[Scored], **more: Any) -> Coverage:
    verdicts = (item for _, items in runs for item in items)
    return build_coverage((one for one, _ in runs), verdicts, load_catalogue(), **more)


def posters(*runs: Scored, **more: Any) -> MetricCoverage:
    return cover(runs, **more).metrics["M-008"]


def figures(metric: MetricCoverage) -> tuple[int, int, int, int, int]:
    return metric.passed, metric.fail, metric.na, metric.undetermined, metric.missed_probes


def test_every_outcome_is_counted_in_its_own_place() -> None:
    found = posters(
        (session("a"), (verdict("a"),)),
        (session("b"), (verdict("b", result="FAIL"),)),
        (session("c"), (not_applicable("c"),)),
        (session("d"), (undetermined("d"),)),
    )
    assert figures(found) == (1, 1, 1, 1, 0)
    assert found.decided == 2


def test_a_pass_without_an_occasion_is_no_pass() -> None:
    found = posters((session("a"), (verdict("a", exercised=False, check_1="PASS", edges=("edge_1",)),)))
    assert figures(found) == (0, 0, 1, 0, 0)
    assert not found.checks["check_1"].observed
    assert found.edges["edge_1"].observed == 0
    assert found.factors == {}


def test_checks_of_an_undetermined_verdict_are_open_or_nothing() -> None:
    found = posters(
        (session("a"), (undetermined("a", check_1="FAIL", check_2="OPEN", check_3="PASS", edges=("edge_1",)),))
    )
    assert [(item.passed, item.fail, item.open) for item in found.checks.values()] == [
        (0, 0, 0),
        (0, 0, 1),
        (0, 0, 0),
        (0, 0, 0),
    ]
    assert found.edges["edge_1"].observed == 0


def test_open_checks_beside_a_failed_one_are_counted() -> None:
    found = posters((session("a"), (verdict("a", result="FAIL", check_1="FAIL", check_2="OPEN", check_3="N/A"),)))
    assert (found.checks["check_1"].fail, found.checks["check_2"].open, found.checks["check_3"].observed) == (
        1,
        1,
        False,
    )


def test_an_edge_that_ends_in_na_is_observed() -> None:
    found = posters((session("a"), (not_applicable("a", edges=("edge_1",)),)))
    assert found.edges["edge_1"].observed == 1


def test_a_missed_probe_is_never_a_silent_na() -> None:
    found = posters(
        (session("a", template="t", missed=["M-008.check_1", "M-008.check_2"]), (not_applicable("a"),)),
        (session("b", template="t", missed=["M-008"]), (verdict("b"),)),
        (session("c", template="t", missed=[{"metric": "M-008", "check": "check_1"}]), (not_applicable("c"),)),
        (session("d", template="t", missed=["M-009.check_1"]), (not_applicable("d"),)),
    )
    assert figures(found) == (1, 0, 1, 0, 3)


def test_invalid_sessions_are_counted_and_left_out() -> None:
    coverage = cover(
        [
            (
                session("a", template="t", targets=["M-008"], invalid="left its language"),
                (verdict("a", result="FAIL"),),
            ),
            (session("b", template="t", invalid=None), (verdict("b"),)),
        ]
    )
    assert (coverage.sessions, coverage.invalid_sessions) == (2, 1)
    assert figures(coverage.metrics["M-008"]) == (1, 0, 0, 0, 0)
    assert coverage.metrics["M-008"].templates == 0


def test_tiers_and_pairs() -> None:
    coverage = cover(
        small_run(),
        declared=frozenset({"M-008.check_1", "M-008.edge_1"}),
        proven={"M-008.check_1": True, "M-008.check_2": False},
        pairs=(310, 300),
    )
    found = coverage.metrics["M-008"]
    assert [item.declared for item in found.checks.values()] == [True, False, False, False]
    assert [item.proven for item in found.checks.values()] == [True, False, None, None]
    assert (found.edges["edge_1"].declared, found.edges["edge_1"].observed) == (True, 1)
    assert found.templates == 2
    assert (coverage.pairs.required, coverage.pairs.observed) == (310, 300)


def test_scores_are_averaged_over_those_scored() -> None:
    coverage = cover(small_run())
    assert coverage.metrics["M-028"].mean_score == 3.0
    assert coverage.metrics["M-028"].decided == 5
    assert coverage.metrics["M-008"].mean_score is None


def test_factors_of_simulated_and_the_language_of_imported_records() -> None:
    found = cover(small_run(), language_of=lambda one: "de").metrics["M-008"]
    assert list(found.factors) == ["language", "time"]
    levels = {name: (level.passed, level.fail, level.undetermined) for name, level in found.factors["language"].items()}
    assert levels == {"de": (1, 0, 0), "vi": (4, 1, 0)}
    assert cover(small_run()).metrics["M-008"].factors["language"]["?"].passed == 1


def test_the_document_has_the_shape_of_the_contract() -> None:
    document = cover(small_run(), pairs=(2, 1)).to_json_dict()
    assert set(document) == {"sessions", "invalid_sessions", "metrics", "pairs"}
    assert tuple(document["metrics"]) == load_catalogue().ids
    metric = document["metrics"]["M-008"]
    assert set(metric) == {
        *("grade", "pass", "fail", "na", "undetermined", "missed_probes", "mean_score", "templates"),
        *("checks", "edges", "factors"),
    }
    assert metric["checks"]["check_1"] == {"declared": False, "pass": 4, "fail": 1, "open": 0, "proven": None}
    assert metric["edges"]["edge_1"] == {"declared": False, "observed": 1, "proven": None}
    assert metric["factors"]["language"]["vi"] == {"pass": 4, "fail": 1, "undetermined": 0}
    assert document["pairs"] == {"required": 2, "observed": 1}
    assert Coverage.model_validate(document, by_alias=True, by_name=False).to_json_dict() == document


@pytest.mark.parametrize(
    ("runs", "problem"),
    [
        ([(session("a"), (verdict("b"),))], "those of session 'a'"),
        ([(session("a"), ())], "found none"),
        ([(session("a"), (verdict("a"), verdict("a")))], "M-008 comes twice"),
        ([(session("a"), (verdict("a", "M-999"),))], "'M-999'"),
        ([(session("a"), (verdict("a", check_9="PASS"),))], "'check_9'"),
        ([(session("a"), (verdict("a"), verdict("z")))], "those of 'z'"),
    ],
)
def test_files_that_do_not_belong_together_are_refused(runs: list[Scored], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        cover(runs)


def test_a_simulation_of_the_wrong_shape_counts_as_absent() -> None:
    origin = origin_of(session("a", template=3, factors=["vi"], targets="M-008", missed=[7], invalid=""))
    assert origin.template is None
    assert (origin.factors, origin.targets, origin.missed, origin.invalid) == ({"language": "?"}, (), (), False)


def test_sessions_and_verdicts_are_read_side_by_side() -> None:
    """No file is read ahead of the other, so neither is ever held whole."""
    sessions_read = 0

    def sessions() -> Iterator[Session]:
        nonlocal sessions_read
        for number in range(1000):
            sessions_read = number
            yield session(str(number))

    def verdicts() -> Iterator[Verdict]:
        for number in range(1000):
            assert abs(number - sessions_read) <= 1
            yield verdict(str(number), check_1="PASS")

    coverage = build_coverage(sessions(), verdicts(), load_catalogue())
    assert coverage.metrics["M-008"].passed == 1000
