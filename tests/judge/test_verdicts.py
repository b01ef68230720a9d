"""From answers to verdicts: whom the result is by, what a FAIL or a YES is about, and what the rules keep."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from judging.quotes import misquoted
from judging.records import INTRODUCTION, outcome, session, turn, verdicts_of

from evaluator.client import ScriptedModels
from evaluator.errors import InputError, Problem
from evaluator.judge import ModelScorer
from evaluator.judging import conclude, judge
from evaluator.reading.model import Answer, Reading
from evaluator.scoring import Scored, Scorer
from evaluator.session import Session
from evaluator.verdicts import CheckResult, Verdict

from .scripted import acts, judge_says, pursuit, questions_of, read

RECORD = pursuit()


def with_answers(*answers: Answer, record: Session = RECORD) -> dict[str, Verdict]:
    """The verdicts of a session by the rules and these answers."""
    reading = read(record).model_copy(update={"answers": answers})
    return {verdict.metric_id: verdict for verdict in judge(record, reading)}


def check(verdict: Verdict, name: str) -> CheckResult:
    return next(item for item in verdict.checks if item.check == name)


def test_a_check_that_a_judge_decided_says_so() -> None:
    found = with_answers(Answer(id="M-036.check_2", result="FAIL", turns=(3,), quote="Colours and lengths", why="no"))
    decided = check(found["M-036"], "check_2")
    assert decided.model_dump() == {
        "check": "check_2",
        "result": "FAIL",
        "by": "judge",
        "turn": 3,
        "quote": "Colours and lengths",
        "source": "reply",
        "note": "no",
    }
    assert found["M-036"].result == "FAIL"
    assert {item.by for item in found["M-036"].checks if item.check != "check_2"} <= {"rule", None}


def test_a_fail_at_one_turn_leaves_the_others_whole_and_fails_the_metric() -> None:
    first = Answer(id="M-003.check_1", result="FAIL", turns=(3,), quote="Colours", why="it does not answer")
    found = with_answers(first, Answer(id="M-003.check_2", result="PASS", turns=(2,), quote="Which style", why=""))
    assert found["M-003"].result == "FAIL"
    assert check(found["M-003"], "check_1").turn == 3
    assert check(found["M-003"], "check_2").result == "PASS"
    alone = with_answers(first)  # a FAIL decides although the other check is open
    assert alone["M-003"].result == "FAIL"


def test_a_fail_that_names_no_turn_that_is_open_decides_nothing() -> None:
    """It must not turn into a PASS of every turn."""
    found = with_answers(
        Answer(id="M-003.check_1", result="FAIL", turns=(1,), quote="Tom Jasper"),
        Answer(id="M-003.check_2", result="PASS", turns=(2,), quote="Which style"),
    )
    assert outcome(found["M-003"]) == "OPEN"
    assert check(found["M-003"], "check_1").result == "OPEN"


def test_a_fail_without_turns_is_about_all_that_is_open() -> None:
    found = with_answers(Answer(id="M-036.check_2", result="FAIL"))
    assert found["M-036"].result == "FAIL"
    assert check(found["M-036"], "check_2").quote is None


def test_a_quote_that_is_not_there_is_not_shown() -> None:
    found = with_answers(Answer(id="M-036.check_2", result="FAIL", turns=(3,), quote="no such words"))
    assert check(found["M-036"], "check_2").quote is None


def test_applies(labelled: tuple[object, ...]) -> None:
    """A NO makes a metric N/A; a YES lets the checks speak; a YES about other turns says nothing."""
    record, name, turns = _labelled(labelled, "M-104.applies", "M-021.applies", "M-007.applies")
    metric = name[:5]
    before = {verdict.metric_id: verdict for verdict in verdicts_of(record)}[metric]
    assert before.undetermined
    no = with_answers(Answer(id=name, result="NO"), record=record)[metric]
    assert outcome(no) == "N/A"
    yes = with_answers(Answer(id=name, result="YES", turns=turns), record=record)[metric]
    assert outcome(yes) != "N/A"
    elsewhere = next(number for number in range(1, len(record.turns) + 2) if number not in turns)
    assert outcome(with_answers(Answer(id=name, result="YES", turns=(elsewhere,)), record=record)[metric]) == "OPEN"


def _labelled(labelled: tuple[object, ...], *names: str) -> tuple[Session, str, tuple[int, ...]]:
    for case in labelled:
        record = case.scored.session  # type: ignore[attr-defined]
        for item in questions_of(record, case.scored.reading):  # type: ignore[attr-defined]
            if item.id in names:
                return record, item.id, item.turns
    raise AssertionError(f"no labelled conversation leaves {names} open")


def test_conditions_choose_the_branch(labelled: tuple[object, ...]) -> None:
    record, name, turns = _labelled(labelled, "M-002.type_only")
    every = {item.id: item for item in questions_of(record) if item.id.startswith("M-002.")}
    yes = [Answer(id=name, result="YES", turns=turns)]
    no = [Answer(id=item.id, result="NO") for item in every.values() if item.kind == "condition"]
    fails = [Answer(id=item.id, result="FAIL") for item in every.values() if item.kind == "check"]
    assert outcome(with_answers(*no, record=record)["M-002"]) in ("N/A", "OPEN")
    assert outcome(with_answers(*yes, record=record)["M-002"]) != "N/A"
    others = [answer for answer in no if answer.id != name]
    branch = with_answers(*yes, *others, *fails, record=record)["M-002"]
    if fails:
        assert branch.result == "FAIL"


def test_a_rules_fail_stands_whatever_the_judge_says() -> None:
    record = session(turn("hi", INTRODUCTION), turn("wholesale", "How many pieces? Which style? The price is USD 2."))
    failed = {verdict.metric_id: verdict for verdict in verdicts_of(record) if verdict.result == "FAIL"}
    assert "M-004" in failed
    says = [
        Answer(id=f"{metric}.{item.check}", result="PASS", turns=(2,), quote="wholesale")
        for metric, verdict in failed.items()
        for item in verdict.checks
    ]
    says += [Answer(id=f"{metric}.applies", result="NO") for metric in failed]
    after = with_answers(*says, record=record)
    assert {metric: after[metric].result for metric in failed} == dict.fromkeys(failed, "FAIL")


@pytest.mark.parametrize("score", [1, 2, 3, 4, 5])
def test_the_score_of_m028_is_a_pass_and_an_improvement_where_it_is_low(score: int) -> None:
    quote = "It depends on many things"
    found = with_answers(Answer(id="M-028.score", result=score, turns=(4,), quote=quote, why="stiff"))
    verdict = found["M-028"]
    assert (verdict.result, verdict.score, verdict.undetermined, verdict.exercised) == ("PASS", score, False, True)
    assert (verdict.evidence, verdict.reason) == (f"turn 4: {quote}", "stiff")
    conclusion = conclude("s", tuple(found.values()))
    assert ("M-028" in conclusion.improvements) == (score <= 2)
    assert "M-028" not in (*conclusion.failed_p0, *conclusion.undetermined)


def test_without_a_score_m028_is_undetermined() -> None:
    assert outcome(with_answers()["M-028"]) == "OPEN"


# ---------- the scorer: rules, reader, judge, and again without a model


def scored_with(record: Session, reader: str, results: dict[str, str] | None = None) -> tuple[Scored, ScriptedModels]:
    """A session scored with scripted models."""
    judge_of = judge_says(record, results)
    models = ScriptedModels(lambda ask: reader if ask.role == "reader" else judge_of(ask), model="m")
    return asyncio.run(ModelScorer(models).score(record)), models


def test_two_calls_a_session_and_the_same_verdicts_again_without_any_model(tmp_path: Path) -> None:
    scored, models = scored_with(RECORD, "no reading", {"M-003.check_1": "FAIL", "M-028.score": "2"})
    assert [ask.role for ask in models.asked] == ["reader", "reader", "judge"]
    assert scored.conclusion.conclusion == "unqualified"
    assert "M-028" in scored.conclusion.improvements
    assert misquoted(RECORD, scored.verdicts) == []
    stored = Reading.model_validate_json(scored.reading.model_dump_json())
    again = Scorer({"s": stored}).score(RECORD)
    assert (again.verdicts, again.conclusion, again.reading) == (scored.verdicts, scored.conclusion, scored.reading)
    assert scored.reading.reader == "rules/1 + m"


def test_the_answers_of_labelled_conversations_are_taken_back(labelled: tuple[object, ...]) -> None:
    for case in labelled[::20]:
        record = case.scored.session  # type: ignore[attr-defined]
        scored, _ = scored_with(record, "none")
        assert Scorer({record.session_id: scored.reading}).score(record).verdicts == scored.verdicts
        assert misquoted(record, scored.verdicts) == []


def test_a_given_reading_is_not_read_again_and_only_what_is_open_in_it_is_asked() -> None:
    answer = Answer(id="M-036.check_2", result="PASS", turns=(3,), quote="Colours")
    given = read(RECORD).model_copy(update={"answers": (answer,), "reader": "by hand"})
    models = ScriptedModels(judge_says(RECORD))
    scored = asyncio.run(ModelScorer(models, Scorer({"s": given})).score(RECORD))
    assert [ask.role for ask in models.asked] == ["judge"]
    assert "M-036.check_2" not in models.asked[0].messages[0]["content"]
    assert scored.reading.answers[0] == answer
    assert scored.reading.reader == "by hand"
    assert len({item.id for item in scored.reading.answers}) == len(scored.reading.answers)


def test_an_answer_that_settled_nothing_is_replaced_and_not_doubled() -> None:
    idle = Answer(id="M-003.check_1", result="FAIL", turns=(1,), quote="Tom Jasper")
    given = read(RECORD).model_copy(update={"answers": (idle,)})
    models = ScriptedModels(judge_says(RECORD))
    scored = asyncio.run(ModelScorer(models, Scorer({"s": given})).score(RECORD))
    (found,) = [answer for answer in scored.reading.answers if answer.id == "M-003.check_1"]
    assert found.result == "PASS"
    Scorer({"s": scored.reading}).score(RECORD)


def test_with_a_reader_that_finds_what_the_rules_did_not_fewer_questions_are_left() -> None:
    sure = acts(
        (2, "c1", "asks_price", None, "What is the price"),
        (2, "c1", "asks_parameter", "material", "the material"),
        (2, "r", "asks", "appearance", "Which style do you prefer"),
        (3, "c1", "asks_stock", None, "do you have stock"),
        (4, "c1", "asks_price", None, "what is the price"),
        (1, "c1", "greets", None, "hi"),
        (1, "r", "introduces", None, "this is Tom Jasper of Beiyijia"),
        (1, "r", "asks", "customer_type", "Which fits you"),
    )
    scored, models = scored_with(RECORD, sure)
    assert [ask.role for ask in models.asked] == ["reader", "judge"]
    assert scored.reading.turns[0].messages[0].exhaustive


# ---------- given answers


def refused(*answers: Answer) -> list[Problem]:
    """What is refused of answers in line 7 of a file."""
    reading = read(RECORD).model_copy(update={"answers": answers})
    with pytest.raises(InputError) as error:
        Scorer({"s": reading}, places={"s": ("given.jsonl", 7)}).score(RECORD)
    assert {(problem.file, problem.line) for problem in error.value.problems} == {("given.jsonl", 7)}
    return list(error.value.problems)


A_METRIC = "the id of a metric, a dot, and what is asked (M-008.check_3)"
OF_M036 = "one of M-036's: check_1, check_2, check_3, applies"


@pytest.mark.parametrize(
    ("answer", "path", "expected", "found"),
    [
        ({"id": "M-099.check_1"}, "id", A_METRIC, "'M-099.check_1'"),
        ({"id": "M-036.check_9"}, "id", OF_M036, "'M-036.check_9'"),
        ({"id": "M-036.score", "result": 3}, "id", OF_M036, "'M-036.score'"),
        ({"id": "M-002.type"}, "id", "one of M-002's: check_1, check_2, check_3, check_4, check_5, type_only, "
         "type_and_product, role_stated, applies", "'M-002.type'"),
        ({"id": "M-028.check_1"}, "id", "one of M-028's: score", "'M-028.check_1'"),
        ({"result": "YES"}, "result", "PASS or FAIL or N/A (M-036.check_2)", "'YES'"),
        ({"result": 3}, "result", "PASS or FAIL or N/A (M-036.check_2)", "3"),
        ({"id": "M-036.applies"}, "result", "YES or NO (M-036.applies)", "'PASS'"),
        ({"id": "M-002.type_only"}, "result", "YES or NO (M-002.type_only)", "'PASS'"),
        ({"id": "M-028.score"}, "result", "1 or 2 or 3 or 4 or 5 (M-028.score)", "'PASS'"),
        ({"turns": (3, 5)}, "turns", "turns from 1 to 4", "5"),
        ({"turns": (0, -1)}, "turns", "turns from 1 to 4", "0, -1"),
        ({"quote": "no such words"}, "quote", "words of the record of turn 3", "'no such words'"),
        ({"quote": "It depends"}, "quote", "words of the record of turn 3", "'It depends'"),
        ({"quote": "no such words", "turns": ()}, "quote", "words of the record of the session", "'no such words'"),
        ({"quote": ""}, "quote", "words of the record of turn 3", "''"),
    ],
)  # fmt: skip
def test_a_given_answer_that_does_not_fit(answer: dict[str, object], path: str, expected: str, found: str) -> None:
    made = Answer.model_validate({"id": "M-036.check_2", "result": "PASS", "turns": (3,), **answer})
    (problem,) = refused(made)
    assert (problem.path, problem.expected, problem.found) == (f"answers[0].{path}", expected, found)


def test_a_question_that_is_answered_twice() -> None:
    answer = Answer(id="M-036.check_2", result="PASS", turns=(3,), quote="Colours")
    (problem,) = refused(answer, answer)
    expected = ("answers[1].id", "one answer to each question", "M-036.check_2 again")
    assert (problem.path, problem.expected, problem.found) == expected
