"""What is asked: only what a verdict hangs on, never what the record lacks, each thing once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judging.records import INTRODUCTION, decision, outcome, posters, run, session, shown, turn, verdicts_of

from evaluator.answers import RESULTS, kind_of
from evaluator.answers import questions_of as askable
from evaluator.catalogue import load_catalogue
from evaluator.judging import judge
from evaluator.reading import RuleReader
from evaluator.reading.model import Answer
from evaluator.session import Session

from .scripted import asked_about, pursuit, questions_of, said


def test_what_is_open_is_asked_once_with_its_turns_and_the_catalogues_words() -> None:
    found = questions_of(pursuit())
    assert [(item.id, item.turns) for item in found] == [
        ("M-003.check_1", (2, 3, 4)),
        ("M-003.check_2", (2, 3, 4)),
        ("M-019.check_1", (2,)),
        ("M-020.check_1", (2,)),
        ("M-028.score", ()),
        ("M-036.check_2", (3,)),
    ]
    assert found[0].text == load_catalogue().metric("M-003").check("check_1").text.en


@pytest.mark.parametrize(
    "record",
    [session(), session(turn("hi", None)), session(turn("hi", "hello", published=False)), session(turn([], None))],
)
def test_where_nothing_was_said_to_the_customer_there_is_nothing_to_score(record: Session) -> None:
    assert [item.id for item in questions_of(record) if item.kind == "score"] == []


def test_a_session_without_replies_asks_nothing_of_what_was_never_said() -> None:
    record = session(turn("hi", None, runs=[]), turn("what is the price?", None, runs=[]))
    assert questions_of(record) == []


def test_without_a_tool_log_nothing_is_asked_that_only_the_log_shows() -> None:
    record = session(
        turn("hi", INTRODUCTION, tools=None),
        turn("what cables do you have?", shown("en-1", "en-2"), tools=None),
        turn("is the A-03 65W? please send the catalogue", "Yes, 65W.", tools=None),
    )
    open_checks = {
        f"{verdict.metric_id}.{check.check}": check.note
        for verdict in verdicts_of(record)
        if verdict.undetermined
        for check in verdict.checks
        if check.result == "OPEN"
    }
    lacking = {name for name, note in open_checks.items() if "no tool log" in note}
    assert len(lacking) > 5
    assert lacking.isdisjoint(item.id for item in questions_of(record))


def test_without_a_log_of_the_opportunity_assistant_no_check_of_it_is_asked_about() -> None:
    """Whether a metric applies may be: a NO makes it N/A, log or no log."""
    record = session(*(turn(text, "Noted.", opportunity=None) for text in ("hi", "300 pieces, a person please")))
    found = [item for asked in asked_about(record) if asked.entry.part > 4 for item in asked.questions]
    assert [item.id for item in found if item.kind != "applies"] == []


def test_a_run_without_output_is_not_asked_about_where_only_the_output_shows_it() -> None:
    names = {item.id for item in questions_of(session(turn("hi", INTRODUCTION, runs=[run(None)])))}
    assert not any(name.startswith(("M-110.", "M-111.")) for name in names)


def test_a_lost_reply_leaves_the_metrics_that_always_apply_unasked() -> None:
    lost = turn("what is the price?", "x")
    lost["inquiry"] = {"published": True}
    record = session(turn("hi", INTRODUCTION), lost)
    always = {entry.id for entry in load_catalogue() if entry.always_triggered and entry.checks and entry.part <= 4}
    asked = {asked.entry.id for asked in asked_about(record)}
    assert (always - {"M-001"}).isdisjoint(asked)


def test_a_metric_that_fails_by_the_rules_is_not_asked_about() -> None:
    first = turn("What is the price? And the material?", "How many pieces? Which style?")
    record = session(turn("hi", INTRODUCTION), first, *[turn("what is the price of it", "It depends on many things.")])
    failed = {verdict.metric_id for verdict in verdicts_of(record) if verdict.result == "FAIL"}
    assert "M-004" in failed
    assert failed.isdisjoint(asked.entry.id for asked in asked_about(record))


def test_each_question_of_the_labelled_conversations_is_one_of_the_catalogues(labelled: tuple[Any, ...]) -> None:
    catalogue = load_catalogue()
    for case in labelled:
        record, reading = case.scored.session, case.scored.reading
        found = questions_of(record, reading)
        assert len({item.id for item in found}) == len(found)
        undetermined = {verdict.metric_id for verdict in case.scored.verdicts if verdict.undetermined}
        assert {item.id[:5] for item in found} <= undetermined
        for item in found:
            assert kind_of(catalogue, item.id) == item.kind
            assert all(1 <= number <= len(record.turns) for number in item.turns)


def _answered(record: Session, seed: int) -> list[Answer]:
    """A decided answer to every question, by chance, at chance turns."""
    chance = random.Random(seed)
    found = []
    for item in questions_of(record):
        result = chance.choice(RESULTS[item.kind])
        some = tuple(sorted(chance.sample(item.turns, chance.randint(1, len(item.turns))))) if item.turns else (1,)
        value: Any = int(result) if item.kind == "score" else result
        found.append(Answer(id=item.id, result=value, turns=some, quote=said(record, some[0]) or None, why="so"))
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_once_all_is_answered_nothing_is_open_but_what_the_record_lacks(labelled: tuple[Any, ...], seed: int) -> None:
    """Over every seventh labelled conversation: the questions are enough, none is asked again."""
    for case in labelled[seed::7]:
        record = case.scored.session
        reading = case.scored.reading.model_copy(update={"answers": tuple(_answered(record, seed))})
        assert questions_of(record, reading) == [], record.session_id
        before = {verdict.metric_id: verdict for verdict in case.scored.verdicts}
        for verdict in judge(record, reading):
            if outcome(before[verdict.metric_id]) != "OPEN":
                assert outcome(verdict) == outcome(before[verdict.metric_id])
            elif verdict.undetermined:
                notes = [check.note for check in verdict.checks if check.result == "OPEN"]
                assert any("the record" in note or "no tool log" in note for note in (*notes, verdict.reason))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_answer_changes_what_the_rules_decided(data: st.DataObject) -> None:
    """Any answers, also to what was not asked: a rule's PASS, FAIL or N/A of a verdict stays."""
    record = session(
        turn("hi", INTRODUCTION),
        turn("What is the price? And the material?", "How many pieces? Which style?", tools=[posters("vi")]),
        turn("what is the price of it", "It depends.", decided=decision(True)),
    )
    names = [f"{entry.id}.{what}" for entry in load_catalogue() for what in askable(entry)]
    chosen = data.draw(st.lists(st.sampled_from(names), unique=True, max_size=40))
    given_answers = []
    for name in chosen:
        kind = kind_of(load_catalogue(), name)
        assert kind is not None
        result = data.draw(st.sampled_from(RESULTS[kind]))
        turns = tuple(data.draw(st.lists(st.integers(1, 3), unique=True, max_size=3)))
        given_answers.append(
            Answer(id=name, result=int(result) if kind == "score" else result, turns=turns)  # type: ignore[arg-type]
        )
    reading = RuleReader().read(record)
    before = judge(record, reading)
    after = judge(record, reading.model_copy(update={"answers": tuple(given_answers)}))
    for old, new in zip(before, after, strict=True):
        if not old.undetermined:
            assert outcome(new) == outcome(old)
        by_rule = {check.check: check.result for check in old.checks if check.result == "FAIL"}
        assert by_rule.items() <= {check.check: check.result for check in new.checks}.items()
