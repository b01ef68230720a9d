"""The tables of docs/accuracy.md: each block of it between two comments is written by a benchmark."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from benchmarks import ROOT
from benchmarks.table import Table, as_markdown

DOCUMENT: Final = ROOT / "docs" / "accuracy.md"


def replaced(text: str, block: str, tables: Iterable[Table], note: str) -> str:
    """The document with other tables in that block. Raises ValueError where it has no such block."""
    begin, end = f"<!-- {block}: begin -->", f"<!-- {block}: end -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"no block between {begin} and {end}")
    lines = [begin, note, "", *(line for table in tables for line in as_markdown(table))]
    return before + "\n".join(lines) + "\n" + end + after


def update(block: str, tables: Iterable[Table], note: str, path: Path = DOCUMENT) -> None:
    """Writes the tables of a block into the document."""
    path.write_text(replaced(path.read_text(encoding="utf-8"), block, tables, note), encoding="utf-8")
