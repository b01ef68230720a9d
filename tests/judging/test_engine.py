"""From findings to a verdict: decision, AND over the events, uncertain triggers, quotes, the session's conclusion.

The engine is driven by a metric made here, which says of each event what the test wants, in the place of a real one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from evaluator import judging
from evaluator.catalogue import load_catalogue
from evaluator.checks import METRICS
from evaluator.checks.base import Event, Finding, Metric
from evaluator.checks.facts import Facts
from evaluator.outcome import Tri
from evaluator.reading import Reading, RuleReader
from evaluator.session import Session
from evaluator.verdicts import CheckResult, Verdict

from .records import decision, document, session, turn

_CALL = document("MOQ policy", "MOQ is 300 pieces")
RECORD = session(
    turn("first  message", "first reply", tools=[_CALL], decided=decision(True)),
    turn("ｓｅｃｏｎｄ message", "second reply"),
    turn("third " + "x" * 900, "third reply"),
)
RECORD_READING = RuleReader().read(RECORD)
Checks = tuple[Any, ...]  # a result or a Finding for each check


@dataclass
class Scripted(Metric):
    """Yields events with the findings that it was given."""

    script: list[tuple[Tri, Checks]] = field(default_factory=list)
    scope: Mapping[str, Tri] = field(default_factory=dict)
    exercised: bool = True
    lacking: str = ""

    def events(self, facts: Facts) -> Iterator[Event]:
        for number, (applies, checks) in enumerate(self.script):
            turn_facts = facts.turns[number % len(facts.turns)]
            yield Event(turn_facts, applies, self.exercised, data={"checks": checks})

    def conditions(self, facts: Facts, event: Event) -> Mapping[str, Tri]:
        return self.scope

    def missing(self, facts: Facts) -> str:
        return self.lacking

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.applies:
            yield from ("edge_9", "edge_1")

    def _given(self, event: Event, number: int) -> Finding:
        checks = event.data["checks"]
        assert isinstance(checks, tuple)
        given_check = checks[number - 1]
        return given_check if isinstance(given_check, Finding) else Finding(given_check, f"note {number}")

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return self._given(event, 1)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        return self._given(event, 2)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        return self._given(event, 3)


JudgeScript = Callable[..., Verdict]


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> JudgeScript:
    """The verdict of a scripted metric that stands in for M-105 (both checks) or another."""

    def run(
        *script: tuple[Tri, Checks],
        metric: str = "M-105",
        record: Session = RECORD,
        reading: Reading = RECORD_READING,
        **options: Any,
    ) -> Verdict:
        monkeypatch.setitem(METRICS, metric, Scripted(list(script), **options))
        catalogue = load_catalogue()
        alone = catalogue.model_copy(update={"metrics": (catalogue.metric(metric),)})
        (verdict,) = judging.judge(record, reading, alone)
        return verdict

    return run


def result(verdict: Verdict) -> str:
    """The result, `OPEN` for an undetermined one."""
    return "OPEN" if verdict.undetermined else verdict.result


# ---------- one event


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        (("PASS", "PASS"), "PASS"),
        (("PASS", "FAIL"), "FAIL"),
        (("OPEN", "FAIL"), "FAIL"),
        (("N/A", "FAIL"), "FAIL"),
        (("PASS", "OPEN"), "OPEN"),
        (("N/A", "OPEN"), "OPEN"),
        (("PASS", "N/A"), "PASS"),
        (("N/A", "N/A"), "N/A"),
    ],
)
def test_the_decision_over_the_checks_of_one_event(judged: JudgeScript, checks: Checks, expected: str) -> None:
    assert result(judged((True, checks))) == expected


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        (("PASS", "PASS"), "OPEN"),
        (("FAIL", "PASS"), "OPEN"),
        (("OPEN", "PASS"), "OPEN"),
        (("N/A", "N/A"), "N/A"),
    ],
)
def test_an_event_that_may_not_apply_decides_nothing(judged: JudgeScript, checks: Checks, expected: str) -> None:
    assert result(judged((None, checks))) == expected


def test_no_event_is_not_applicable_and_not_exercised(judged: JudgeScript) -> None:
    verdict = judged()
    assert (verdict.result, verdict.undetermined, verdict.exercised) == ("N/A", False, False)
    assert [(check.result, check.by, check.turn) for check in verdict.checks] == [("N/A", None, None)] * 2
    assert verdict.reason


@pytest.mark.parametrize(
    ("scope", "checks", "expected"),
    [
        ({"working_hours": True, "off_hours": False}, ("PASS", "FAIL", "PASS"), "PASS"),
        ({"working_hours": False, "off_hours": True}, ("PASS", "FAIL", "PASS"), "FAIL"),
        ({"working_hours": False, "off_hours": False}, ("FAIL", "FAIL", "FAIL"), "N/A"),
        ({"working_hours": None, "off_hours": False}, ("FAIL", "FAIL", "PASS"), "OPEN"),
        ({"working_hours": None, "off_hours": True}, ("FAIL", "FAIL", "PASS"), "FAIL"),  # whichever it is
        ({"working_hours": None, "off_hours": True}, ("PASS", "FAIL", "PASS"), "OPEN"),
    ],
)
def test_branches(judged: JudgeScript, scope: Mapping[str, Tri], checks: Checks, expected: str) -> None:
    assert result(judged((True, checks), metric="M-106", scope=scope)) == expected


def test_a_check_of_another_branch_does_not_show_as_failed(judged: JudgeScript) -> None:
    scope = {"working_hours": True, "off_hours": False}
    verdict = judged((True, ("PASS", "FAIL", "PASS")), metric="M-106", scope=scope)
    assert [check.result for check in verdict.checks] == ["PASS", "N/A", "PASS"]


# ---------- several events

_RESULTS = st.sampled_from(["PASS", "FAIL", "N/A", "OPEN"])
_EVENT = st.tuples(st.sampled_from([True, None]), st.tuples(_RESULTS, _RESULTS))
_EVENTS = st.lists(_EVENT, max_size=5)
_QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@_QUICK
@given(_EVENTS, st.randoms(use_true_random=False))
def test_the_order_of_events_does_not_matter(judged: JudgeScript, script: list[Any], random: Any) -> None:
    mixed = random.sample(script, len(script))
    assert result(judged(*script)) == result(judged(*mixed))


@_QUICK
@given(_EVENTS, st.integers(0, 5))
def test_one_failed_event_fails_the_metric_wherever_it_stands(judged: JudgeScript, script: list[Any], at: int) -> None:
    assert result(judged(*script[:at], (True, ("FAIL", "PASS")), *script[at:])) == "FAIL"


@_QUICK
@given(_EVENTS, st.sampled_from([True, None]))
def test_an_event_without_anything_to_decide_is_neutral(judged: JudgeScript, script: list[Any], applies: Tri) -> None:
    assert result(judged(*script, (applies, ("N/A", "N/A")))) == result(judged(*script))


@_QUICK
@given(_EVENTS, st.tuples(_RESULTS, _RESULTS))
def test_an_uncertain_event_neither_fails_nor_passes_the_metric(
    judged: JudgeScript, script: list[Any], checks: Checks
) -> None:
    without, with_it = result(judged(*script)), result(judged(*script, (None, checks)))
    assert with_it in (without, "OPEN")
    if without == "FAIL":
        assert with_it == "FAIL"


@_QUICK
@given(_EVENTS)
def test_a_pass_needs_a_certain_event_that_passes_and_none_against_it(judged: JudgeScript, script: list[Any]) -> None:
    verdict = judged(*script)
    certain = [set(checks) - {"N/A"} for applies, checks in script if applies]
    if result(verdict) == "PASS":
        assert {"PASS"} in certain
        assert not any({"FAIL", "OPEN"} & results for results in certain)
    assert verdict.exercised is (verdict.result != "N/A")


@_QUICK
@given(_EVENTS)
def test_a_failed_check_shows_only_where_the_metric_fails(judged: JudgeScript, script: list[Any]) -> None:
    verdict = judged(*script)
    shown = [check.result for check in verdict.checks]
    assert ("FAIL" in shown) is (verdict.result == "FAIL")
    assert all((check.by == "rule") is (check.result in ("PASS", "FAIL")) for check in verdict.checks)
    assert all((check.turn is None) is (check.result == "N/A") for check in verdict.checks)


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        ([(True, ("PASS", "PASS")), (True, ("FAIL", "OPEN"))], ["FAIL", "OPEN"]),
        ([(True, ("OPEN", "N/A")), (True, ("PASS", "PASS"))], ["OPEN", "PASS"]),
        ([(None, ("FAIL", "PASS")), (True, ("PASS", "N/A"))], ["OPEN", "PASS"]),
        ([(True, ("N/A", "N/A")), (True, ("PASS", "N/A"))], ["PASS", "N/A"]),
    ],
)
def test_a_check_over_its_events_shows_the_weightiest(
    judged: JudgeScript, script: list[tuple[Tri, Checks]], shown: list[str]
) -> None:
    assert [check.result for check in judged(*script).checks] == shown


def test_what_would_fail_where_the_trigger_is_not_certain_is_open_and_says_so(judged: JudgeScript) -> None:
    verdict = judged((None, ("FAIL", "PASS")))
    assert "note 1" in verdict.checks[0].note
    assert "not certain" in verdict.checks[0].note
    assert "check_1" in verdict.reason


def test_lacking_data_leaves_a_metric_without_events_undetermined(judged: JudgeScript) -> None:
    verdict = judged(lacking="no log")
    assert (verdict.result, verdict.undetermined, verdict.reason, verdict.evidence) == ("N/A", True, "no log", "")
    assert result(judged((True, ("PASS", "PASS")), lacking="no log")) == "PASS"


def test_an_event_that_had_no_occasion_is_decided_and_not_exercised(judged: JudgeScript) -> None:
    verdict = judged((True, ("PASS", "PASS")), exercised=False)
    assert (verdict.result, verdict.exercised, verdict.counts) == ("PASS", False, False)


def test_only_edges_that_the_catalogue_has_are_named(judged: JudgeScript) -> None:
    assert judged((True, ("PASS", "PASS"))).edges == ("edge_1",)
    assert judged((None, ("PASS", "PASS"))).edges == ()


# ---------- quotes


def quoted(judged: JudgeScript, quote: str | None, source: Any, at: int | None = None) -> CheckResult:
    """The check that a finding on the first turn with this quote becomes."""
    found = Finding("PASS", "so", quote, source, at)
    return judged((True, (found, "PASS"))).checks[0]


@pytest.mark.parametrize(
    ("quote", "source", "at"),
    [
        ("first reply", "reply", None),
        ("first message", "inbound", None),  # white space is folded
        (" first reply \n", "reply", None),
        ("second", "inbound", 2),  # NFKC
        ("knowledge_search", "tool", None),
        ("MOQ is 300 pieces", "tool", None),
        ('"shouldAutoConvert": true', "raw", None),
    ],
)
def test_a_quote_that_stands_in_the_record_is_kept(
    judged: JudgeScript, quote: str, source: str, at: int | None
) -> None:
    kept = quoted(judged, quote, source, at)
    assert (kept.quote, kept.source, kept.turn) == (quote.strip(), source, at or 1)


@pytest.mark.parametrize(
    ("quote", "source", "at"),
    [
        ("never said", "reply", None),
        ("first reply", "inbound", None),  # another source
        ("first message", "reply", None),
        ("first reply", "reply", 2),  # another turn
        ("FIRST REPLY", "reply", None),  # another case
        ("", "reply", None),
        ("   ", "reply", None),
        (None, "reply", None),
        ("first reply", None, None),
        ("first reply", "form", None),
    ],
)
def test_a_quote_that_does_not_is_dropped_and_the_result_stays(
    judged: JudgeScript, quote: str | None, source: str | None, at: int | None
) -> None:
    kept = quoted(judged, quote, source, at)
    assert (kept.quote, kept.source, kept.result) == (None, None, "PASS")


def test_a_long_quote_is_cut_and_still_true(judged: JudgeScript) -> None:
    kept = quoted(judged, RECORD.turns[2].inbound[0].text, "inbound", 3)
    assert kept.quote is not None
    assert len(kept.quote) <= 400
    assert RECORD.turns[2].inbound[0].text.startswith(kept.quote)


def test_the_evidence_names_turn_and_quote(judged: JudgeScript) -> None:
    fault = Finding("FAIL", "wrong", "second reply", "reply", 2)
    verdict = judged((True, ("PASS", fault)))
    assert verdict.evidence == "turn 2: second reply"
    assert verdict.reason == "check_2 failed: wrong"


# ---------- verdicts and conclusions


def verdict_of(metric: str, outcome: str, score: int | None = None) -> Verdict:
    """A bare verdict."""
    found: Any = "N/A" if outcome == "OPEN" else outcome
    return Verdict(metric_id=metric, result=found, session_id="s", undetermined=outcome == "OPEN", score=score)


@pytest.mark.parametrize("outcome", ["PASS", "FAIL"])
def test_an_undetermined_verdict_is_never_decided(outcome: Any) -> None:
    with pytest.raises(ValidationError, match="M-001"):
        Verdict(metric_id="M-001", result=outcome, session_id="s", undetermined=True)


@pytest.mark.parametrize(
    ("outcomes", "conclusion", "failed", "improvements", "undetermined"),
    [
        ({}, "qualified", (), (), ()),
        ({"M-001": "PASS", "M-002": "N/A"}, "qualified", (), (), ()),
        ({"M-001": "FAIL"}, "unqualified", ("M-001",), (), ()),
        ({"M-001": "FAIL", "M-002": "OPEN"}, "unqualified", ("M-001",), (), ("M-002",)),
        ({"M-001": "PASS", "M-002": "OPEN"}, "undetermined", (), (), ("M-002",)),
        ({"M-017": "FAIL"}, "qualified", (), ("M-017",), ()),
        ({"M-018": "FAIL", "M-019": "FAIL", "M-109": "FAIL"}, "qualified", (), ("M-018", "M-019", "M-109"), ()),
        ({"M-017": "OPEN"}, "qualified", (), (), ("M-017",)),
        ({"M-017": "FAIL", "M-204": "FAIL"}, "unqualified", ("M-204",), ("M-017",), ()),
        ({"M-028": 1}, "qualified", (), ("M-028",), ()),
        ({"M-028": 2}, "qualified", (), ("M-028",), ()),
        ({"M-028": 3}, "qualified", (), (), ()),
        ({"M-028": "OPEN"}, "qualified", (), (), ("M-028",)),
    ],
)
def test_conclusions(
    outcomes: dict[str, Any],
    conclusion: str,
    failed: tuple[str, ...],
    improvements: tuple[str, ...],
    undetermined: tuple[str, ...],
) -> None:
    given_verdicts = [
        verdict_of(metric, "PASS", found) if isinstance(found, int) else verdict_of(metric, found)
        for metric, found in outcomes.items()
    ]
    found = judging.conclude("s", given_verdicts)
    assert (found.session_id, found.conclusion) == ("s", conclusion)
    assert (found.failed_p0, found.improvements, found.undetermined) == (failed, improvements, undetermined)


def _without(document_: dict[str, Any], number: int, *path: str) -> Session:
    """The record without one thing of one turn."""
    place = document_["turns"][number]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = None
    return Session.model_validate(document_)


def _dump(record: Session) -> dict[str, Any]:
    return record.model_dump(mode="json", by_alias=True)


def test_a_published_reply_whose_text_is_lost_leaves_open_what_always_applies() -> None:
    record = _without(_dump(RECORD), 1, "inquiry", "replyText")
    verdicts = {v.metric_id: v for v in judging.judge(record, RuleReader().read(record))}
    for metric in ("M-004", "M-017", "M-029", "M-041"):
        assert verdicts[metric].undetermined, metric
        assert verdicts[metric].reason.startswith("turn 2: the reply was published, but the record")
    assert verdicts["M-001"].reason != verdicts["M-041"].reason  # it judges the first turn, which is there


def test_a_turn_without_a_log_of_the_opportunity_assistant_leaves_its_metrics_open() -> None:
    whole = session(turn("hi", "hello", decided=decision()), turn("price?", "later", decided=decision()))
    verdicts = {v.metric_id: v for v in judging.judge(whole, RuleReader().read(whole))}
    assert not verdicts["M-110"].undetermined
    part = _without(_dump(whole), 1, "opportunity")
    verdicts = {v.metric_id: v for v in judging.judge(part, RuleReader().read(part))}
    for metric in ("M-108", "M-109", "M-110", "M-111"):
        assert verdicts[metric].undetermined, metric
