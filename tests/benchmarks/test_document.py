"""docs/accuracy.md: its tables are those that the benchmarks write, and it speaks of each wrong shared verdict."""

import re
from collections.abc import Iterable
from typing import Final

import pytest

from benchmarks.accuracy import Own, document_tables
from benchmarks.document import DOCUMENT
from benchmarks.edits import tables
from benchmarks.figures import Figures
from benchmarks.table import Table, as_markdown
from simulator.edits import Steadiness
from tests.labelled.build import load

TEXT: Final = DOCUMENT.read_text(encoding="utf-8")
MADE: Final = {
    "accuracy": list(document_tables(Own(), Figures())),
    "edits": tables({"emoji": Steadiness()}),
}


def block(name: str) -> str:
    """What stands between the two comments of a block."""
    return TEXT.partition(f"<!-- {name}: begin -->")[2].partition(f"<!-- {name}: end -->")[0]


def headers(made: Iterable[Table]) -> Iterable[str]:
    """Heading and header row of each table."""
    for table in made:
        yield "\n".join(list(as_markdown(Table(table.title, table.header, [table.header])))[:4])


@pytest.mark.parametrize("name", MADE)
def test_a_block_holds_the_tables_of_its_benchmark(name: str) -> None:
    text = block(name)
    assert re.search(r"evaluator [0-9a-f]{16}\.", text)
    assert re.findall(r"^### (.*)$", text, re.M) == [table.title for table in MADE[name]]
    for table, header in zip(MADE[name], headers(MADE[name]), strict=True):
        assert header in text or f"### {table.title}\n\nNone.\n" in text


def test_every_wrong_shared_verdict_is_read_anew() -> None:
    text = block("accuracy")
    rows = text.partition("### Shared set: wrong verdicts and checks")[2]
    wrong = set(re.findall(r"^\| M-\d{3}\S* \| (\S+) \|", rows, re.M))
    told = TEXT.partition("## Wrong verdicts on the shared conversations")[2].partition("\n## ")[0]
    assert wrong <= set(re.findall(r"^\| (case-\d+) \|", told, re.M))


def test_every_conversation_named_in_the_text_exists() -> None:
    known = {case.id for case in load()}
    named = set(re.findall(r"\b[abcd]-(?:m\d{3}-)?[a-z]+-\d+\b", TEXT))
    assert named <= known
