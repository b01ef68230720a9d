"""The language of decisions: reading it, and its three-valued logic."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.catalogue import ExpressionError, parse
from evaluator.errors import InputError
from evaluator.outcome import Outcome, Tri, conjunction

OUTCOMES: tuple[Outcome, ...] = ("PASS", "FAIL", "N/A", "OPEN")
NAMES = ("a", "b", "c")
outcomes = st.sampled_from(OUTCOMES)
scopes = st.fixed_dictionaries(dict.fromkeys(NAMES, outcomes))
formulas = st.recursive(
    st.sampled_from(NAMES),
    lambda inner: st.one_of(
        inner.map(lambda part: f"not ({part})"),
        st.tuples(inner, st.sampled_from(("and", "or")), inner).map(lambda parts: "({}) {} ({})".format(*parts)),
    ),
    max_leaves=6,
)
BRANCHED = "if x then a and b elif y then b or c elif not x then not c"


@pytest.mark.parametrize(
    ("joined", "expected"),
    [
        ([], "N/A"),
        (["N/A", "N/A"], "N/A"),
        (["PASS", "N/A"], "PASS"),
        (["PASS", "OPEN", "N/A"], "OPEN"),
        (["OPEN", "FAIL", "PASS"], "FAIL"),
    ],
)
def test_conjunction(joined: list[Outcome], expected: Outcome) -> None:
    assert conjunction(joined) == expected


@given(st.lists(outcomes), st.lists(outcomes))
def test_conjunction_may_be_taken_in_pieces(first: list[Outcome], second: list[Outcome]) -> None:
    assert conjunction([conjunction(first), conjunction(second)]) == conjunction(first + second)


@pytest.mark.parametrize(
    ("text", "a", "b", "expected"),
    [
        ("a and b", "PASS", "N/A", "PASS"),
        ("a and b", "N/A", "N/A", "N/A"),
        ("a and b", "OPEN", "FAIL", "FAIL"),
        ("a and b", "OPEN", "PASS", "OPEN"),
        ("a or b", "OPEN", "PASS", "PASS"),
        ("a or b", "OPEN", "FAIL", "OPEN"),
        ("a or b", "FAIL", "N/A", "FAIL"),
        ("a or b", "N/A", "N/A", "N/A"),
        ("not a", "N/A", "PASS", "N/A"),
        ("not a", "OPEN", "PASS", "OPEN"),
        ("not a and b", "FAIL", "PASS", "PASS"),
        ("not (a and b)", "FAIL", "PASS", "PASS"),
        ("a and b or not a", "FAIL", "FAIL", "PASS"),
        ("a and (b or not a)", "FAIL", "FAIL", "FAIL"),
    ],
)
def test_logic(text: str, a: Outcome, b: Outcome, expected: Outcome) -> None:
    assert parse(text).evaluate({"a": a, "b": b}) == expected


@given(formulas, scopes)
def test_a_decision_stands_whatever_the_open_checks_turn_out_to_be(text: str, scope: dict[str, Outcome]) -> None:
    expression = parse(text)
    decided = expression.evaluate(scope)
    unknown = [name for name in NAMES if scope[name] == "OPEN"]
    if decided == "OPEN":
        assert unknown
        return
    for values in product(OUTCOMES, repeat=len(unknown)):
        assert expression.evaluate(scope | dict(zip(unknown, values, strict=True))) == decided


@given(formulas, formulas, scopes)
def test_and_and_or_mirror_each_other(left: str, right: str, scope: dict[str, Outcome]) -> None:
    mirrored = parse(f"not (not ({left}) and not ({right}))")
    assert parse(f"({left}) or ({right})").evaluate(scope) == mirrored.evaluate(scope)


@given(formulas, scopes)
def test_what_dropped_out_leaves_no_trace(text: str, scope: dict[str, Outcome]) -> None:
    neutral = scope | {"gone": "N/A"}
    expected = parse(text).evaluate(scope)
    assert parse(f"({text}) and gone").evaluate(neutral) == expected
    assert parse(f"gone or ({text})").evaluate(neutral) == expected


@pytest.mark.parametrize(
    ("x", "y", "results", "expected"),
    [
        (True, False, ("PASS", "PASS", "FAIL"), "PASS"),
        (True, True, ("PASS", "FAIL", "PASS"), "FAIL"),
        (False, True, ("FAIL", "FAIL", "PASS"), "PASS"),
        (False, False, ("PASS", "PASS", "PASS"), "FAIL"),
        (None, True, ("PASS", "PASS", "N/A"), "PASS"),
        (None, True, ("FAIL", "PASS", "N/A"), "OPEN"),
    ],
)
def test_branches(x: Tri, y: Tri, results: tuple[Outcome, ...], expected: Outcome) -> None:
    scope = dict(zip(NAMES, results, strict=True))
    assert parse(BRANCHED).evaluate(scope, {"x": x, "y": y}) == expected


def test_no_branch_covers() -> None:
    expression = parse("if x then a elif y then b")
    assert expression.evaluate({"a": "PASS", "b": "FAIL"}, {"x": False, "y": False}) == "N/A"
    assert expression.evaluate({"a": "PASS", "b": "FAIL"}, {"x": None, "y": False}) == "OPEN"
    assert expression.evaluate({"a": "N/A", "b": "FAIL"}, {"x": None, "y": False}) == "N/A"


def test_only_the_branch_taken_needs_its_results() -> None:
    assert parse("if x then a elif y then b").evaluate({"a": "PASS"}, {"x": True}) == "PASS"


def test_a_check_can_be_a_condition_and_one_that_dropped_out_is_not_met() -> None:
    expression = parse("if a then b")
    assert expression.evaluate({"a": "PASS", "b": "FAIL"}) == "FAIL"
    assert expression.evaluate({"a": "N/A", "b": "FAIL"}) == "N/A"


@given(scopes, st.sampled_from((True, False, None)), st.sampled_from((True, False, None)))
def test_a_decided_branch_stands_whatever_the_conditions_turn_out_to_be(
    scope: dict[str, Outcome], x: Tri, y: Tri
) -> None:
    expression = parse(BRANCHED)
    decided = expression.evaluate(scope, {"x": x, "y": y})
    if decided == "OPEN":
        return
    for known_x, known_y in product((True, False), repeat=2):
        known: dict[str, Tri] = {"x": known_x if x is None else x, "y": known_y if y is None else y}
        assert expression.evaluate(scope, known) == decided


def test_names_and_conditions() -> None:
    expression = parse(BRANCHED)
    assert expression.names == {"a", "b", "c", "x", "y"}
    assert expression.conditions == {"x", "y"}
    assert parse("a and b").conditions == frozenset()
    assert str(expression) == BRANCHED


@pytest.mark.parametrize(
    ("text", "position", "problem"),
    [
        ("", 0, "a name is missing before the end"),
        ("   ", 0, "a name is missing before the end"),
        ("a and", 5, "a name is missing before the end"),
        ("a or or b", 5, "a name is missing before 'or'"),
        ("(a and b", 8, "')' is missing before the end"),
        ("a and b)", 7, "unexpected ')'"),
        ("a b", 2, "unexpected 'b'"),
        ("if a and b", 10, "'then' is missing before the end"),
        ("if a then b elif c", 18, "'then' is missing before the end"),
        ("a then b", 2, "unexpected 'then'"),
        ("if a then if b then c", 10, "a name is missing before 'if'"),
        ("a && b", 2, "unexpected character '&'"),
        ("a and 检查", 6, "unexpected character '检'"),
    ],
)
def test_malformed(text: str, position: int, problem: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.position == position
    assert caught.value.problem == problem
    assert isinstance(caught.value, InputError)


def test_the_message_points_at_the_place() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse("check_1 and chek_2", names={"check_1", "check_2"})
    assert str(caught.value).splitlines() == [
        "unknown name 'chek_2' at position 12",
        "  check_1 and chek_2",
        "              ^",
    ]


def test_a_name_without_a_value() -> None:
    with pytest.raises(ExpressionError, match="'b' has no value") as caught:
        parse("a and b").evaluate({"a": "PASS"})
    assert caught.value.position == 6


@given(st.text(alphabet="ab ()andorniftelh_1&", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        expression = parse(text)
    except ExpressionError as error:
        refused: ExpressionError | None = error
    else:
        refused = None
        assert expression.names
    assert refused is None or 0 <= refused.position <= len(text)
