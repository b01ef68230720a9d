"""What the defects of Part 4 are made of: lines put in the place of others, look-ups left out, a model's own data."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from scenarios.world import EMPTY_CELL
from simulator.agents.draft import Call, Draft, Line
from simulator.agents.reference.inquiry import Situation

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_PRICE: Final = re.compile(r"(?:USD|RMB) \d+(?:\.\d+)?")
_SEARCH: Final = "knowledge_search"


def line_of(draft: Draft, *keys: str) -> Line | None:
    """The draft's first line of one of these keys."""
    return next((line for line in draft.lines if line.pool == "replies" and line.key in keys), None)


def resaid(draft: Draft, keys: Collection[str], *lines: Line) -> Draft:
    """The draft with these lines in the place of the first of those keys, and without the rest of them."""
    said: list[Line] = []
    put = False
    for line in draft.lines:
        if line.pool != "replies" or line.key not in keys:
            said.append(line)
        elif not put:
            said += lines
            put = True
    return replace(draft, lines=tuple(said))


def beside(draft: Draft, key: str, *lines: Line, before: bool = False) -> Draft:
    """The draft with these lines after (or before) its line of that key."""
    said: list[Line] = []
    for line in draft.lines:
        here = lines if line.pool == "replies" and line.key == key else ()
        said += [*here, line] if before else [line, *here]
    return replace(draft, lines=tuple(said))


def unsearched(draft: Draft, query: str) -> Draft:
    """The draft without the look-up of that query."""
    wanted = Call(_SEARCH, {"query": query})
    return replace(draft, calls=tuple(call for call in draft.calls if call != wanted))


def product_of(situation: Situation) -> dict[str, Any] | None:
    """The detail of the model that the conversation speaks of; None where there is none of that name."""
    reading = situation.reading
    identifier = None if reading.model is None else reading.product_id(reading.model)
    if identifier is None:
        return None
    found: dict[str, Any] = reading.tools.unlogged().run("get_product_detail", {"productId": identifier})
    return found


def price_on_file(situation: Situation) -> str | None:
    """The price that stands in the model's description, where one does."""
    product = product_of(situation)
    found = None if product is None else _PRICE.search(str(product["description"]))
    return found.group() if found else None


def another_figure(value: str) -> str | None:
    """The value with other figures in it; None where it has none."""
    if not _NUMBER.search(value):
        return None
    return _NUMBER.sub(lambda found: _more(found.group()), value)


def _more(figure: str) -> str:
    return f"{float(figure) * 1.3:.1f}" if "." in figure else str(int(int(figure) * 1.3) + 2)


def columns_elsewhere(product: dict[str, Any], column: str) -> str | None:
    """The value of an empty cell in another version of the same product."""
    values = (str(row.get(column, EMPTY_CELL)) for row in product["specifications"])
    return next((value for value in values if value != EMPTY_CELL), None)
