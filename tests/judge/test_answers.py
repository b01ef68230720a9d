"""What a judge may write: what holds is kept, what does not is told back once, and then stays open."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judging.records import document, image, run, session, turn

from evaluator.client import Ask, Completion, ScriptedModels
from evaluator.errors import UsageError
from evaluator.evidence import source_of
from evaluator.judge.panel import Judge
from evaluator.judge.replies import check_answers, listed

from .scripted import Reply, answers, asked_in, entry, in_turn, judge_says, judged, only, pursuit, questions_of

RECORD = pursuit()
ONE = "M-036.check_2"
ASKED = only(RECORD, ONE)
TRUE = "Colours and lengths vary"
GOOD = entry(ONE, "FAIL", [3], TRUE)


def kept(*replies: Reply) -> tuple[dict[str, Any], list[Ask]]:
    """What is kept of a judge's replies to the one question, and its requests."""
    found = judged(RECORD, ASKED, in_turn(*replies))
    return {name: answer.result for name, answer in found.answers.items()}, found.asks


@pytest.mark.parametrize(
    "text",
    [
        answers(GOOD),
        answers({**GOOD, "result": "不通过"}),
        f"```json\n{answers(GOOD)}\n```",
        f"Here it is {{as asked}}:\n\n{answers(GOOD)}\nI hope {{this}} helps.",
        f"<think>Perhaps {answers(entry(ONE, 'PASS', [3], TRUE))}? No.</think>\n{answers(GOOD)}",
        json.dumps({"note": {"answers": 3}, "answers": [GOOD]}),
        '{"reasoning": "…"} ' + answers(GOOD),
        answers({**GOOD, "result": " fail "}),
        answers({**GOOD, "turns": 3}),
        answers({**GOOD, "turns": []}),
        answers({**GOOD, "more": [1, 2]}),
        answers({**GOOD, "why": None}),
        answers({**GOOD, "why": {"a": "\ud83d"}}),
        answers({**GOOD, "quote": "Colours\n and   lengths ｖary"}),
        answers(GOOD, entry("M-999.check_1", "PASS", [1], "hi"), entry("M-028.score", "5")),
        answers("FAIL", None, GOOD),  # type: ignore[arg-type]
    ],
)
def test_an_answer_that_holds_is_kept_without_a_second_request(text: str) -> None:
    found, asks = kept(text)
    assert found == {ONE: "FAIL"}
    assert len(asks) == 1


FAULTY: dict[str, Reply] = {
    "no JSON": "The reply does not answer.",
    "nothing": "",
    "null text": Completion(None),
    "a refusal": Completion(None, refusal="I cannot help with that."),
    "null": "null",
    "a bare list": json.dumps([GOOD]),
    "a number": "3",
    "answers is no list": json.dumps({"answers": GOOD}),
    "answers is null": json.dumps({"answers": None}),
    "an empty list": answers(),
    "truncated": answers(GOOD)[:-3],
    "truncated early": answers(GOOD)[:20],
    "doubled": answers(GOOD, GOOD),
    "doubled in two objects": answers(GOOD) + "\n" + answers(GOOD),
    "only another's id": answers({**GOOD, "id": "M-036.check_1"}),
    "id in another case": answers({**GOOD, "id": ONE.lower()}),
    "id is a number": answers({**GOOD, "id": 36}),
    "id is a list": answers({**GOOD, "id": [ONE]}),
    "a doubled key": answers(GOOD).replace('"result": "FAIL"', '"result": "PASS", "result": "FAIL"'),
    "answers stands twice": answers(GOOD)[:-1] + ', "answers": []}',
    "a wrong word": answers({**GOOD, "result": "OK"}),
    "a word of another kind": answers({**GOOD, "result": "YES"}),
    "a score": answers({**GOOD, "result": 3}),
    "OPEN": answers({**GOOD, "result": "OPEN"}),
    "true": answers({**GOOD, "result": True}),
    "result is null": answers({**GOOD, "result": None}),
    "result is a list": answers({**GOOD, "result": ["FAIL"]}),
    "turn 0": answers({**GOOD, "turns": [0, 3]}),
    "turn too high": answers({**GOOD, "turns": [3, 5]}),
    "turn in words": answers({**GOOD, "turns": ["three"]}),
    "turn with a fraction": answers({**GOOD, "turns": [3.0]}),
    "turn true": answers({**GOOD, "turns": [True]}),
    "turns an object": answers({**GOOD, "turns": {"turn": 3}}),
    "a turn that was not asked about": answers({**GOOD, "turns": [4], "quote": "It depends"}),
    "false quote": answers({**GOOD, "quote": "Colours and lengths never vary"}),
    "quote translated": answers({**GOOD, "quote": "颜色和长度各不相同"}),
    "quote of another turn": answers({**GOOD, "quote": "It depends on many things"}),
    "no quote": answers({**GOOD, "quote": None}),
    "empty quote": answers({**GOOD, "quote": " \u3000 "}),
    "quote is a list": answers({**GOOD, "quote": [TRUE]}),
    "lone surrogate in the quote": answers({**GOOD, "quote": "Colours \ud83d"}),
    "false quote of an N/A": answers({**GOOD, "result": "N/A", "quote": "no such words"}),
    "deep nesting": '{"answers":' * 5000,
    "many braces": "{" * 100_000,
    "a number of ten thousand digits": answers({**GOOD, "turns": [3]}).replace("[3]", f"[{'9' * 10_000}]"),
}


@pytest.mark.parametrize("reply", FAULTY.values(), ids=FAULTY.keys())
def test_a_fault_is_told_back_once_and_then_stays_open(reply: Reply) -> None:
    assert kept(reply, answers(GOOD))[0] == {ONE: "FAIL"}
    found, asks = kept(reply, reply)
    assert found == {}
    assert len(asks) == 2
    assert list(asked_in(asks[1])) == [ONE]
    repair = asks[1].messages[0]["content"]
    assert repair.startswith(asks[0].messages[0]["content"])
    assert f"\n- {ONE}: " in repair[len(asks[0].messages[0]["content"]) :]


def test_a_very_large_answer_is_read_to_its_end() -> None:
    noise = [entry(f"M-001.check_{number}", "PASS", [1], "x" * 50) for number in range(20_000)]
    assert kept(answers(*noise, GOOD))[0] == {ONE: "FAIL"}
    assert kept(answers({**GOOD, "why": "x" * 1_000_000}))[0] == {ONE: "FAIL"}
    assert kept(answers({**GOOD, "quote": "x" * 1_000_000}), answers(GOOD))[0] == {ONE: "FAIL"}


def test_what_is_kept_is_short() -> None:
    found = judged(RECORD, ASKED, in_turn(answers({**GOOD, "why": "y" * 10_000})))
    assert len(found.answers[ONE].why) == 300


def test_only_the_faulty_ones_are_asked_again_and_the_good_ones_are_kept() -> None:
    good = judge_says(RECORD)

    def say(ask: Ask) -> str:
        document = json.loads(good(ask))
        if len(asked_in(ask)) == 6:
            document["answers"][0]["quote"] = "no such words"
            document["answers"][1:2] = []
        else:  # the second time it answers one that it was not asked, otherwise than before
            document["answers"].append(entry("M-020.check_1", "FAIL", [2], "Which style"))
        return json.dumps(document)

    found = judged(RECORD, only(RECORD, *(item.id for item in questions_of(RECORD))), say)
    assert [list(asked_in(ask)) for ask in found.asks][1:] == [["M-003.check_1", "M-003.check_2"]]
    assert {name: answer.result for name, answer in found.answers.items()} == {
        "M-003.check_1": "PASS",
        "M-003.check_2": "PASS",
        "M-019.check_1": "PASS",
        "M-020.check_1": "PASS",
        "M-028.score": 4,
        ONE: "PASS",
    }


def test_unsure_is_an_answer_and_no_fault() -> None:
    found, asks = kept(answers(entry(ONE, "UNSURE")))
    assert (found, len(asks)) == ({}, 1)


def test_no_question_no_request() -> None:
    assert judged(RECORD, (), in_turn()).asks == []


def test_a_fail_with_no_turn_is_about_the_one_asked_about_and_with_several_must_say_which() -> None:
    several = only(RECORD, "M-003.check_1")
    vague, told = entry("M-003.check_1", "FAIL", [], "It depends"), entry("M-003.check_1", "FAIL", [4], "It depends")
    found = judged(RECORD, several, in_turn(answers(vague), answers(told)))
    assert found.answers["M-003.check_1"].turns == (4,)
    assert "turns must name some of those asked about: 2, 3, 4" in found.asks[1].messages[0]["content"]
    assert judged(RECORD, ASKED, in_turn(answers({**GOOD, "turns": []}))).answers[ONE].turns == (3,)


def test_the_turn_of_the_quote_comes_first() -> None:
    told = entry("M-003.check_1", "FAIL", [3, 4], "It depends")
    found = judged(RECORD, only(RECORD, "M-003.check_1"), in_turn(answers(told)))
    assert found.answers["M-003.check_1"].turns == (4, 3)


@pytest.mark.parametrize("score", [1, "5", " 3 "])
def test_a_score(score: object) -> None:
    found = judged(RECORD, only(RECORD, "M-028.score"), in_turn(answers(entry("M-028.score", score, [], "It depends"))))
    assert found.answers["M-028.score"].result == int(str(score))
    assert found.answers["M-028.score"].turns == (4,)


@pytest.mark.parametrize("score", [0, 6, 2.5, "five", "PASS", None])
def test_no_score(score: object) -> None:
    bad = answers(entry("M-028.score", score, [], "It depends"))
    assert judged(RECORD, only(RECORD, "M-028.score"), in_turn(bad, bad)).answers == {}


def test_a_score_needs_a_quote() -> None:
    bad = answers(entry("M-028.score", 4))
    assert judged(RECORD, only(RECORD, "M-028.score"), in_turn(bad, bad)).answers == {}


def test_quotes_may_be_of_all_that_the_judge_is_shown() -> None:
    record = session(
        turn(
            "hi",
            "hello",
            at="2026-05-06T11:00:00+08:00",
            images=[image("data_cable", description='a "braided"\ncable')],
            tools=[document("MOQ", 'three\n"hundred" pieces')],
            runs=[run('{"a": 1}', leadToOpportunityStatus="new")],
        )
    )
    question = only(RECORD, ONE)[0].questions[0]
    for quote in ('a "braided"\ncable', 'three "hundred" pieces', "2026-05-06T11:00", '{"a": 1}', "knowledge_search"):
        wanted = type(question)(ONE, "check", "", (1,))
        checked = check_answers(answers(entry(ONE, "PASS", [1], quote)), [wanted], record)
        assert checked.faults == {}, quote


# ---------- votes


def votes(*results: tuple[str, list[int], str] | None, name: str = "M-003.check_1") -> Any:
    """What several votes on one question come to; None is a vote that is not sure."""
    told = [entry(name, *vote) if vote else entry(name, "UNSURE") for vote in results]
    found = judged(RECORD, only(RECORD, name), in_turn(*(answers(vote) for vote in told)), votes=len(results))
    assert [ask.repeat for ask in found.asks] == list(range(len(results)))
    assert {ask.temperature for ask in found.asks} == {None}
    return found.answers.get(name)


PASS, FAIL, NONE = ("PASS", [4], "It depends"), ("FAIL", [4], "It depends"), ("N/A", [4], "It depends")


@pytest.mark.parametrize(
    ("cast", "result"),
    [
        ((PASS, PASS, FAIL), "PASS"),
        ((FAIL, PASS, FAIL), "FAIL"),
        ((PASS, FAIL, NONE), None),
        ((PASS, FAIL), None),
        ((PASS, None, None), None),
        ((PASS, PASS, None), "PASS"),
        ((PASS, FAIL, None), None),
        ((PASS, PASS, FAIL, FAIL), None),
        ((None, None, None), None),
    ],
)
def test_the_majority_of_votes_counts_and_without_one_it_stays_open(cast: tuple[Any, ...], result: str | None) -> None:
    found = votes(*cast)
    assert (found and found.result) == result


@pytest.mark.parametrize(
    ("cast", "score"),
    [((1, 5, 4), 4), ((2, 2, 5), 2), ((5, 4), 4), ((1, 2, 3, 4), 2), ((4, None, None), None), ((4, 2, None), 2)],
)
def test_scores_by_their_lower_median(cast: tuple[int | None, ...], score: int | None) -> None:
    told = [None if item is None else (str(item), [4], "It depends") for item in cast]
    found = votes(*told, name="M-028.score")
    assert (found and found.result) == score


def test_one_vote_is_asked_coldly_and_all_the_same_way() -> None:
    (ask,) = judged(RECORD, ASKED, in_turn(answers(GOOD))).asks
    assert (ask.temperature, ask.repeat, ask.role, ask.conversation, ask.schema_name) == (
        0.0,
        0,
        "judge",
        "s",
        "answers",
    )
    again = judged(RECORD, ASKED, in_turn(answers(GOOD))).asks[0]
    assert ask == again


def test_each_vote_is_repaired_by_itself() -> None:
    bad, good = answers(entry("M-003.check_1", "MAYBE")), answers(entry("M-003.check_1", *PASS))
    asked = only(RECORD, "M-003.check_1")
    found = judged(RECORD, asked, in_turn(bad, good, good, bad, bad), votes=3)
    assert found.answers["M-003.check_1"].result == "PASS"
    assert [ask.repeat for ask in found.asks] == [0, 0, 1, 2, 2]


# ---------- whatever a model writes

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_ENTRY = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from([ONE, "M-028.score", "x"]) | _JSON,
        "result": st.sampled_from(["PASS", "FAIL", "N/A", "YES", "3", 3, "UNSURE"]) | _JSON,
        "turns": st.lists(st.integers(-1, 6), max_size=3) | _JSON,
        "quote": st.sampled_from([TRUE, "It depends", "false"]) | _JSON,
        "why": _JSON,
    },
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_ENTRY | _JSON, max_size=3), st.text(max_size=20), st.integers(0, 400))
def test_whatever_comes_each_question_is_answered_with_a_true_quote_or_is_a_fault(
    entries: list[Any], noise: str, end: int
) -> None:
    questions = [item for item in questions_of(RECORD) if item.id in (ONE, "M-028.score")]
    text = noise + json.dumps({"answers": entries})
    for written in (text, text[:end]):
        checked = check_answers(written, questions, RECORD)
        found = {**checked.answers, **checked.faults, **dict.fromkeys(checked.unsure)}
        assert set(found) == {ONE, "M-028.score"}
        assert len(checked.answers) + len(checked.faults) + len(checked.unsure) == 2
        for answer in checked.answers.values():
            if answer.quote is None:
                assert answer.result == "N/A"
            else:
                assert source_of(RECORD, answer.turns[0], answer.quote)
            answer.model_dump_json().encode()


@given(st.text())
def test_any_text_has_entries_or_none(text: str) -> None:
    assert listed(text, "answers") is None or '"answers"' in text


def test_the_votes_must_be_one_at_least() -> None:
    with pytest.raises(UsageError, match="expected 1 or more, found 0"):
        Judge(ScriptedModels(lambda ask: ""), votes=0)
