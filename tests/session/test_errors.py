"""The exceptions: what they hold and what they say."""

from __future__ import annotations

import pytest

from evaluator.errors import IncompleteRun, InputError, NotFoundError, Problem, SimError, UsageError


def test_tree() -> None:
    assert issubclass(InputError, SimError)
    assert issubclass(InputError, ValueError)
    assert issubclass(NotFoundError, InputError)
    assert issubclass(NotFoundError, LookupError)
    assert issubclass(UsageError, SimError)
    assert issubclass(IncompleteRun, SimError)


def test_not_found_names_the_nearest() -> None:
    error = NotFoundError.among("metric", "M-08", ["M-008", "M-108", "X"])
    assert "M-008" in error.nearest
    assert "did you mean" in str(error)
    assert str(NotFoundError("no metric is called 'x'")) == "no metric is called 'x'"


def test_input_error_lists_its_problems() -> None:
    error = InputError("bad file", [Problem("a.json", 3, "turns", "a list", "null")])
    assert str(error) == "bad file\n  a.json:3: turns: expected a list, found null"


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("f"), "f"),
        (Problem("", None, "a.b", "x", "y"), "a.b: expected x, found y"),
        (Problem("f", found="broken"), "f: broken"),
    ],
)
def test_problems_in_words(problem: Problem, text: str) -> None:
    assert str(problem) == text
