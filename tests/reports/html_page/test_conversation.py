from typing import Any

import pytest

from evaluator.verdicts import CheckResult, Verdict
from reports.html.conversation import code_of, conversation

from .made import failed, session, turn, verdict

_RAW = '{"shouldAutoConvert": true, "shouldForceHumanTakeover": false, "conversationIntent": "business"}'


def _run(raw: str, phase: str = "inbound") -> dict[str, Any]:
    return {"phase": phase, "raw": raw}


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (verdict("M-001"), "P"),
        (verdict("M-001", "FAIL"), "F"),
        (verdict("M-001", "N/A"), "N"),
        (verdict("M-001", "N/A", undetermined=True), "U"),
        (verdict("M-001", exercised=False), "O"),
        (verdict("M-028", score=4), "4"),
    ],
)
def test_one_letter_a_verdict(found: Verdict, code: str) -> None:
    assert code_of(found) == code


def test_quotes_of_failed_checks_are_marked_where_they_stand() -> None:
    of = session("s", [turn("hi"), turn("price?", "It is 2 USD. Anything else?")])
    talk = conversation(of, [verdict("M-031", "FAIL", failed("check_1", "2 USD", number=2))])
    assert talk["turns"][1]["out"]["s"] == ["It is ", {"s": "2 USD", "f": [0]}, ". Anything else?"]
    assert talk["turns"][1]["f"] == [0]
    assert "f" not in talk["turns"][0]
    assert talk["faults"] == [{"m": "M-031", "k": "check_1", "n": 2}]


def test_passed_and_undetermined_quotes_are_not_marked() -> None:
    held = CheckResult(check="check_1", result="PASS", by="rule", turn=1, quote="Hello", source="reply")
    verdicts = [verdict("M-001", "PASS", held), verdict("M-002", "N/A", held, undetermined=True)]
    assert conversation(session("s"), verdicts)["turns"][0]["out"]["s"] == ["Hello."]


@pytest.mark.parametrize(
    ("source", "place"),
    [("inbound", ("in", 0, "s")), ("reply", ("out", "s")), ("tool", ("tools", 0, "res")), ("raw", ("runs", 0, "s"))],
)
def test_each_source_is_marked(source: str, place: tuple[Any, ...]) -> None:
    call = {
        "agent": "inquiry",
        "name": "knowledge_search",
        "arguments": {},
        "result": {"documents": [{"title": "needle"}]},
    }
    of = turn("a needle", "needle", tool_calls=[call], opportunity=[_run("needle")])
    pieces: Any = conversation(session("s", [of]), [verdict("M-001", "FAIL", failed("check_1", "needle", source))])
    pieces = pieces["turns"][0]
    for step in place:
        pieces = pieces[step]
    assert {"s": "needle", "f": [0]} in pieces


def test_a_quote_of_the_asked_fields_is_marked() -> None:
    of = turn("hi")
    of["inquiry"]["askedFieldKeys"] = ["power", "length"]
    talk = conversation(session("s", [of]), [verdict("M-006", "FAIL", failed("check_2", "length", "form"))])
    assert talk["turns"][0]["out"]["asked"] == ["power, ", {"s": "length", "f": [0]}]


def test_both_runs_that_say_it_are_marked_for_no_verdict_names_the_run() -> None:
    of = turn("hi", opportunity=[_run(_RAW), _run(_RAW, "after_reply")])
    talk = conversation(session("s", [of]), [verdict("M-103", "FAIL", failed("check_1", _RAW, "raw"))])
    assert [run["s"] for run in talk["turns"][0]["runs"]] == [[{"s": _RAW, "f": [0]}]] * 2


def test_a_quote_that_stands_nowhere_marks_nothing_and_breaks_nothing() -> None:
    talk = conversation(session("s"), [verdict("M-001", "FAIL", failed("check_1", "gone", number=9))])
    assert talk["turns"][0]["out"]["s"] == ["Hello."]
    assert talk["verdicts"][0]["c"][0]["q"] == "gone"


def test_no_log_is_not_an_empty_log() -> None:
    unlogged = turn("hi", tool_calls=None, opportunity=None)
    first, second = conversation(session("s", [unlogged, turn("hi")]), [])["turns"]
    assert (first["tools"], first["runs"]) == (False, False)
    assert (second["tools"], second["runs"]) == ([], [])


def test_silence_and_an_unreadable_answer_differ() -> None:
    unreadable = turn("hi")
    unreadable["inquiry"] = {"replyText": None, "raw": "oops"}
    silent, other = conversation(session("s", [turn("hi", None), unreadable]), [])["turns"]
    assert "out" not in silent
    assert other["out"] == {"sent": False, "raw": ["oops"]}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (_RAW, ["true", "false", "business"]),
        ('{"shouldAutoConvert": null}', ["null", "?", "?"]),
        ("[1]", None),
        ("```json", None),
        ("[" * 100_000, None),
    ],
)
def test_decisions_are_told_where_they_can_be_read(raw: str, said: list[str] | None) -> None:
    talk = conversation(session("s", [turn("hi", opportunity=[_run(raw)])]), [])
    assert talk["turns"][0]["runs"][0].get("said") == said


def test_checks_that_had_nothing_to_decide_are_left_out() -> None:
    idle = CheckResult(check="check_1", result="N/A", note="no event")
    [found] = conversation(session("s"), [verdict("M-001", "PASS", idle)])["verdicts"]
    assert found == {"m": "M-001", "r": "P"}


def test_what_the_simulation_says_is_shown() -> None:
    of = session(
        "s",
        simulation={
            "template": "m008-vi",
            "factors": {"language": "vi", "burst": True},
            "targets": ["M-008.check_1"],
            "missed": [{"metric": "M-008", "check": "check_1"}],
            "invalid": "left the plan",
        },
    )
    about = conversation(of, [])["about"]
    assert about["factors"] == {"language": "vi", "burst": "True"}
    assert about["missed"] == ["M-008.check_1"]
    assert about["invalid"] == "left the plan"


def test_a_result_nested_beyond_reason_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object, **__: object) -> str:
        raise RecursionError

    of = session("s", [turn("hi", tool_calls=[{"name": "knowledge_search", "result": [[]]}])])
    monkeypatch.setattr("reports.html.conversation.json.dumps", too_deep)
    monkeypatch.setattr("reports.html.conversation.to_json", too_deep)
    assert conversation(of, [])["turns"][0]["tools"][0]["res"] == ["…"]
