"""Two hundred hostile records: none stops the scoring, and none talks a failure into a pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.verdicts import Verdict

from .hostile import Hostile, hostile_records
from .quotes import misquoted
from .records import INTRODUCTION, outcome, session, turn, verdicts_of
from .test_hostile import calls, read_all

Scored = tuple[Hostile, tuple[Verdict, ...], tuple[Verdict, ...]]


@pytest.fixture(scope="module")
def scored() -> tuple[Scored, ...]:
    """Each record with the verdicts of the plain one and its own."""
    plain: dict[int, tuple[Verdict, ...]] = {}

    def both(item: Hostile) -> Scored:
        if id(item.plain) not in plain:
            plain[id(item.plain)] = verdicts_of(item.plain)
        return item, plain[id(item.plain)], verdicts_of(item.record)

    return tuple(both(item) for item in hostile_records())


def changes(item: Scored) -> Iterator[tuple[str, str, str]]:
    """The metrics with another outcome than in the plain record."""
    for before, after in zip(item[1], item[2], strict=True):
        if outcome(before) != outcome(after):
            yield before.metric_id, outcome(before), outcome(after)


def test_there_are_two_hundred_of_every_kind(scored: tuple[Scored, ...]) -> None:
    kinds = Counter(item.kind for item, _, _ in scored)
    assert kinds.total() >= 200
    assert set(kinds) == {"marker", "judge", "imitation", "control", "large"}
    assert len({item.name for item, _, _ in scored}) == kinds.total()


def test_each_gets_its_58_verdicts_with_true_quotes(scored: tuple[Scored, ...]) -> None:
    ids = list(load_catalogue().ids)
    for item, _, found in scored:
        assert [verdict.metric_id for verdict in found] == ids, item.name
        assert misquoted(item.record, found) == [], item.name
        for verdict in found:
            assert Verdict.model_validate_json(verdict.model_dump_json().encode("utf-8")) == verdict, item.name


def test_a_broken_marker_fails(scored: tuple[Scored, ...]) -> None:
    """Brackets of another kind, a lost one, another word, another colon: all but what looks like prose."""
    unseen = []
    for item, _, found in scored:
        if item.kind == "marker" and outcome(found[22]) != "FAIL":
            assert found[22].metric_id == "M-023"
            unseen.append(item.name.removeprefix("marker "))
    square = [marker for marker in unseen if marker[0] in "[［【" and "ІMAGE" not in marker]
    assert square == []
    assert len(unseen) <= 20, unseen


def test_no_text_that_speaks_to_the_judge_turns_a_failure_into_a_pass(scored: tuple[Scored, ...]) -> None:
    for item in scored:
        if item[0].kind != "marker":
            swayed = [change for change in changes(item) if change[1:] in (("FAIL", "PASS"), ("FAIL", "N/A"))]
            assert swayed == [], item[0].name


def test_where_no_customer_and_no_reply_speaks_nothing_changes_at_all(scored: tuple[Scored, ...]) -> None:
    fields = (" in a document", " in a field", " in a picture", " in a colleague")
    looked_at = [item for item in scored if item[0].name.endswith(fields)]
    assert len(looked_at) > 90
    assert [(item[0].name, *change) for item in looked_at for change in changes(item)] == []


def test_a_message_to_the_judge_changes_no_decided_verdict(scored: tuple[Scored, ...]) -> None:
    changed = {
        (item[0].name, metric)
        for item in scored
        if item[0].name.endswith(" in a message")
        for metric, before, after in changes(item)
        if "OPEN" not in (before, after)
    }
    assert changed == set()


def test_a_text_without_a_stop_costs_by_its_length() -> None:
    short, long = (session(turn("hi", INTRODUCTION), turn("price " * number, "Noted.")) for number in (200, 800))
    read_all(long)
    assert calls(lambda: read_all(long)) < 6 * calls(lambda: read_all(short))
