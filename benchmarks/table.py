"""A table, as lines of text and as Markdown: what is printed and what the document shows are the same rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reports.rates import wilson

NONE: Final = "–"
Row = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows of cells; the first column is a name, the others are figures or remarks."""

    title: str
    header: Row
    rows: Sequence[Row]


def as_text(table: Table) -> Iterator[str]:
    """Title, header and rows in columns; nothing for a table without rows."""
    if not table.rows:
        return
    widths = [max(len(row[column]) for row in (table.header, *table.rows)) for column in range(len(table.header))]
    yield f"{table.title}:"
    for row in (table.header, *table.rows):
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield f"  {row[0].ljust(widths[0])}  {'  '.join(cells)}".rstrip()


def as_markdown(table: Table) -> Iterator[str]:
    """Heading and table; a table without rows says so."""
    yield from (f"### {table.title}", "")
    if not table.rows:
        yield from ("None.", "")
        return
    yield _markdown_row(table.header)
    yield _markdown_row(("---", *("---:" for _ in table.header[1:])))
    yield from (_markdown_row(row) for row in table.rows)
    yield ""


def share(part: int, whole: int) -> str:
    """A share with three digits, a dash where there is none."""
    return f"{part / whole:.3f}" if whole else NONE


def with_interval(part: int, whole: int) -> str:
    """A share with its 95 % Wilson interval."""
    if not whole:
        return NONE
    low, high = wilson(part, whole)
    return f"{share(part, whole)} ({low:.3f}–{high:.3f})"


def percent(part: int, whole: int) -> str:
    """A share in per cent, a dash where there is none."""
    return f"{part / whole:.2%}" if whole else NONE


def _markdown_row(cells: Row) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
