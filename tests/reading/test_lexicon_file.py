"""Lexicon files that cannot be used are named with file, line and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.errors import InputError, Problem
from evaluator.reading.lexicon_file import read_lexicon
from evaluator.reading.matcher import languages

_SHIPPED = Path(__file__).parents[2] / "evaluator" / "reading" / "lexicon"


def refused(tmp_path: Path, content: bytes) -> InputError:
    """The error of a lexicon file with these bytes."""
    path = tmp_path / "xx.yaml"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        read_lexicon(path, "lexicon/xx.yaml")
    return error.value


@pytest.mark.parametrize(
    ("content", "line", "place", "expected", "found"),
    [
        (b"", None, "", "a mapping with the key 'concepts'", "nothing"),
        (b"- price\n- moq\n", 1, "", "a mapping with the key 'concepts'", "['price', 'moq']"),
        (b"language: xx\n", 1, "", "a mapping with the key 'concepts'", "nothing"),
        (b"language: xx\nconcepts: [price]\n", 2, "concepts", "a mapping with the key 'concepts'", "['price']"),
        (b"concepts:\n  price: [cost]\n  negation: [not,\n    no]\n", 4, "concepts.negation[1]", "text", "False"),
        (b"concepts:\n  promise: [100]\n", 2, "concepts.promise[0]", "text", "100"),
        (b"concepts:\n  price: cost\n", 2, "concepts.price", "a list of texts", "'cost'"),
        (b"concepts:\n  price: {a: b}\n", 2, "concepts.price", "a list of texts", "{'a': 'b'}"),
        (b"concepts: {price: [null]}\n", 1, "concepts.price[0]", "text", "nothing"),
        (b"concepts: {}\nspaced: maybe\n", 2, "spaced", "true or false", "'maybe'"),
        (b"concepts: {}\nstopwords: [a, on]\n", 2, "stopwords[1]", "text", "True"),
        (b"concepts: {}\nstopwords: 5\n", 2, "stopwords", "a list of texts", "5"),
        (b"concepts:\n  yes: [a]\n", 1, "concepts", "text as the name of a concept", "True"),
        (b"concepts:\n  price: [\xff]\n", 2, "", "text in UTF-8", "the byte 0xff"),
    ],
)
def test_what_does_not_fit(
    tmp_path: Path, content: bytes, line: int | None, place: str, expected: str, found: str
) -> None:
    error = refused(tmp_path, content)
    assert error.problems == (Problem("lexicon/xx.yaml", line, place, expected, found),)
    assert error.message.startswith("lexicon/xx.yaml")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"concepts:\n  price: [a, b\n  moq: [c]\n", 3),
        (b"concepts:\n  price: [*a]\n", 2),
        (b"concepts:\n\tprice: [a]\n", 2),
        (b'concepts:\n  price: "a\n', 3),
        (b"concepts: !!python/object:os.system {}\n", 1),
        (b"concepts: {? [a] : b}\n", 1),
        (b"a\x00b", None),
    ],
)
def test_what_is_no_yaml(tmp_path: Path, content: bytes, line: int | None) -> None:
    (problem,) = refused(tmp_path, content).problems
    assert (problem.file, problem.expected) == ("lexicon/xx.yaml", "YAML")
    assert line is None or problem.line == line


def test_every_fault_is_named(tmp_path: Path) -> None:
    error = refused(tmp_path, b"concepts:\n  a: [1]\n  b: [x, 2]\n")
    assert [problem.line for problem in error.problems] == [2, 3]


def test_the_first_line_of_a_message_tells_what_to_do(tmp_path: Path) -> None:
    error = refused(tmp_path, b"concepts: {price: [cost], negation: [no]}\n")
    assert error.message == "lexicon/xx.yaml: negation: expected text, found False (quote it)"


@pytest.mark.parametrize("code", languages())
def test_a_shipped_lexicon_fits(code: str) -> None:
    data = read_lexicon(_SHIPPED / f"{code}.yaml", code)
    assert data["language"] == code
