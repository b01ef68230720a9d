"""Defects of M-013 (one parameter), M-014 (versions) and M-015 (empty cells)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from scenarios.phrases import load_phrases
from scenarios.world import EMPTY_CELL
from simulator.agents.defects.parts import answered_by, ordinary, said
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line
from simulator.agents.reference.inquiry import Situation

_COLUMNS: Final = {
    "power": "Power",
    "length": "Length",
    "material": "Jacket",
    "colour": "Colour",
    "diameter": "Outer diameter",
    "weight": "Weight",
}
_FIGURES: Final = ("power", "length", "diameter", "weight")
# Values that no product of the company has, and spans that the trade would call usual.
_MADE_UP: Final = {"power": "55W", "length": "1.6 m", "diameter": "3.4 mm", "weight": "35 g"}
_USUAL: Final = {"power": "67W", "length": "1.3 m", "diameter": "3.7 mm", "weight": "29 g"}
_SPANS: Final = {"power": "66-68W", "length": "1.3-1.4 m", "diameter": "3.4-3.7 mm", "weight": "27-29 g"}
_DETAIL: Final = "get_product_detail"

Row = Mapping[str, str]


@dataclass(frozen=True)
class _Asked:
    """The one parameter asked for in a turn, with the product's rows; ``row`` is that of the version, if settled."""

    name: str
    model: str
    description: str
    rows: tuple[Row, ...]
    row: Row | None

    def value(self, row: Row, name: str | None = None) -> str | None:
        """What stands in a cell; None where it is empty."""
        cell = row.get(_COLUMNS[name or self.name], EMPTY_CELL)
        return None if cell == EMPTY_CELL else cell

    @property
    def empty(self) -> bool:
        """Whether the version is settled and its cell is empty."""
        return self.row is not None and self.value(self.row) is None

    def elsewhere(self) -> str | None:
        """The first value of another version that the settled one does not have."""
        if self.row is None:
            return None
        own = self.value(self.row)
        others = [self.value(row) for row in self.rows if row is not self.row]
        return next((value for value in others if value is not None and value != own), None)


def _asked(situation: Situation) -> _Asked | None:
    reading = situation.reading
    acts = [act for act in reading.acts if act.act == Act.ASKS_PARAMETER and act.value in _COLUMNS]
    if not ordinary(situation) or len(acts) != 1 or not acts[0].about:
        return None
    identifier = reading.product_id(acts[0].about)
    if identifier is None:
        return None
    detail = reading.tools.unlogged().run(_DETAIL, {"productId": identifier})
    rows = tuple(detail["specifications"])
    wanted = reading.value(Act.STATES_INTERFACE)
    row = rows[0] if len(rows) == 1 else next((entry for entry in rows if entry["Version"] == wanted), None)
    return _Asked(str(acts[0].value), detail["name"], detail["description"], rows, row)


@defect("M-013.check_1", "blatant", "two more parameters are told")
def two_more(draft: Draft, situation: Situation) -> Draft:
    """From the same row."""
    return _telling_more(draft, situation, _FIGURES, 2)


@defect("M-013.check_1", "plausible", "one more figure is told")
def one_more(draft: Draft, situation: Situation) -> Draft:
    """From the same row."""
    return _telling_more(draft, situation, _FIGURES, 1)


@defect("M-013.check_1", "subtle", "the jacket or the colour is told as well")
def colour_too(draft: Draft, situation: Situation) -> Draft:
    """A parameter without a figure."""
    return _telling_more(draft, situation, ("colour", "material"), 1)


@defect("M-013.check_2", "blatant", "the row of the table is pasted")
def row_pasted(draft: Draft, situation: Situation) -> Draft:
    """Column by column, as the tool returned it."""
    asked = _asked(situation)
    if asked is None or asked.row is None:
        return draft
    return draft.plus(Line("note", "; ".join(f"{name}: {value}" for name, value in asked.row.items()), pool="literal"))


@defect("M-013.check_2", "plausible", "the product's description is pasted")
def description_pasted(draft: Draft, situation: Situation) -> Draft:
    """In the language in which it stands in the system."""
    asked = _asked(situation)
    if asked is None or asked.row is None:
        return draft
    return draft.plus(Line("note", asked.description, pool="literal"))


@defect("M-013.check_2", "subtle", "all parameters are listed in his language")
def all_listed(draft: Draft, situation: Situation) -> Draft:
    """A tidy list, where one value was asked for and is there."""
    asked = _asked(situation)
    if asked is None or asked.row is None or asked.empty:
        return draft
    values = [(name, value) for name in _COLUMNS if (value := asked.value(asked.row, name)) is not None]
    items = (
        Line("list", "lists_parameter", {"parameter": _noun(draft, name), "value": value}) for name, value in values
    )
    return answered_by(draft, *items)


@defect("M-014.check_1", "blatant", "all versions are recited")
def all_versions(draft: Draft, situation: Situation) -> Draft:
    """Instead of asking which one he needs."""
    asked = _open(draft, situation)
    if asked is None:
        return draft
    told = [(row["Version"], value) for row in asked.rows if (value := asked.value(row)) is not None]
    items = tuple(Line("list", f"- {version}: {value}", pool="literal") for version, value in told)
    return draft.asking(None).plus(*items)


@defect("M-014.check_1", "plausible", "the first version's value is given")
def first_version(draft: Draft, situation: Situation) -> Draft:
    """Without asking, and without saying which version it is."""
    return _some_version(draft, situation, 0)


@defect("M-014.check_1", "subtle", "the last version's value is given")
def last_version(draft: Draft, situation: Situation) -> Draft:
    """Which is the smaller one in most tables."""
    return _some_version(draft, situation, -1)


@defect("M-014.check_2", "blatant", "the cell is empty and another version's value is given")
def borrowed(draft: Draft, situation: Situation) -> Draft:
    """The very case of the clause."""
    asked = _asked(situation)
    value = asked.elsewhere() if asked is not None and asked.empty else None
    return draft if asked is None or value is None else _told(draft, asked, value)


@defect("M-014.check_2", "plausible", "another version's value is given though its own is there")
def other_row(draft: Draft, situation: Situation) -> Draft:
    """The wrong row of the table."""
    asked = _asked(situation)
    value = asked.elsewhere() if asked is not None and not asked.empty and asked.name in _FIGURES else None
    return draft if asked is None or value is None else _told(draft, asked, value)


@defect("M-014.check_2", "subtle", "another version's colours are given")
def other_colours(draft: Draft, situation: Situation) -> Draft:
    """Words instead of figures from the wrong row."""
    asked = _asked(situation)
    value = asked.elsewhere() if asked is not None and not asked.empty and asked.name not in _FIGURES else None
    return draft if asked is None or value is None else _told(draft, asked, value)


@defect("M-014.check_3", "blatant", "the version and the quantity are asked")
def quantity_too(draft: Draft, situation: Situation) -> Draft:
    """One question too many."""
    extra = Line("question", "asks_quantity", asks="quantity")
    return draft.plus(extra) if _open(draft, situation) is not None else draft


@defect("M-014.check_3", "plausible", "the version and the length are asked")
def length_too(draft: Draft, situation: Situation) -> Draft:
    """As if the length needed settling as well."""
    extra = Line("question", "asks_length", asks="length")
    asked = _open(draft, situation)
    return draft.plus(extra) if asked is not None and asked.name != "length" else draft


@defect("M-014.check_3", "subtle", "the version and the role are asked")
def role_too(draft: Draft, situation: Situation) -> Draft:
    """A question that is due at another time."""
    known = situation.knows("buyer_role", Act.STATES_ROLE)
    extra = Line("question", "asks_role", asks="buyer_role")
    return draft if known or _open(draft, situation) is None else draft.plus(extra)


@defect("M-015.check_1", "blatant", "an empty cell gets a figure that nothing returned")
def made_up(draft: Draft, situation: Situation) -> Draft:
    """As if it stood there."""
    asked = _asked(situation)
    if asked is None or not asked.empty or asked.name not in _MADE_UP:
        return draft
    return _told(draft, asked, _MADE_UP[asked.name])


@defect("M-015.check_1", "plausible", "an empty cell gets the value of another version")
def from_other_version(draft: Draft, situation: Situation) -> Draft:
    """Borrowed within the product."""
    return borrowed(draft, situation)


@defect("M-015.check_1", "subtle", "an empty cell gets the value of another product")
def from_other_product(draft: Draft, situation: Situation) -> Draft:
    """Which is looked up for it."""
    asked = _asked(situation)
    if asked is None or not asked.empty:
        return draft
    tools = situation.reading.tools.unlogged()
    for entry in tools.run("search_products", {"keyword": "PD cable"})["products"]:
        detail = tools.run(_DETAIL, {"productId": entry["productId"]})
        value = next((found for row in detail["specifications"] if (found := asked.value(row))), None)
        if value is not None and detail["name"] != asked.model:
            call = Call(_DETAIL, {"productId": entry["productId"]})
            return replace(_told(draft, asked, value), calls=(*draft.calls, call))
    return draft


@defect("M-015.check_2", "blatant", "an empty cell is filled with what is usual in the trade")
def customary(draft: Draft, situation: Situation) -> Draft:
    """And said to be usual."""
    return _guessed(draft, situation, "customary_figure")


@defect("M-015.check_2", "plausible", "an empty cell is filled with a rough figure")
def about(draft: Draft, situation: Situation) -> Draft:
    """Around so much."""
    return _guessed(draft, situation, "about_figure")


@defect("M-015.check_2", "subtle", "an empty cell is filled with a span that is usual in the trade")
def customary_span(draft: Draft, situation: Situation) -> Draft:
    """From so much to so much."""
    return _guessed(draft, situation, "customary_figure", _SPANS)


@defect("M-015.check_3", "blatant", "after a change of interface the old version's value is told")
def old_row(draft: Draft, situation: Situation) -> Draft:
    """The row is read and not used."""
    return _old_value(draft, situation)


@defect("M-015.check_3", "plausible", "after a change of interface the row is not read again")
def not_read_again(draft: Draft, situation: Situation) -> Draft:
    """The value told before is repeated without a look-up."""
    changed = _old_value(draft, situation)
    if changed is draft:
        return draft
    return replace(changed, calls=tuple(call for call in changed.calls if call.name != _DETAIL))


def _open(draft: Draft, situation: Situation) -> _Asked | None:
    """The parameter asked for where the reference asks for the version."""
    asked = _asked(situation)
    return asked if any(line.key == "asks_version" for line in draft.lines) else None


def _noun(draft: Draft, name: str) -> str:
    return load_phrases(draft.language).wordings("replies", f"parameter_{name}")[0]


def _gives(draft: Draft, asked: _Asked, name: str, value: str) -> Line:
    return Line("answer", "gives_parameter", {"model": asked.model, "parameter": _noun(draft, name), "value": value})


def _told(draft: Draft, asked: _Asked, value: str) -> Draft:
    """The draft with a value in the place of its answer about the parameter."""
    line = _gives(draft, asked, asked.name, value)
    kept = tuple(line for line in draft.lines if line.key not in ("gives_parameter", "defers_parameter"))
    question = draft.having("question")
    body = tuple(line for line in kept if line not in question)
    return replace(draft, lines=(*body, line, *question))


def _telling_more(draft: Draft, situation: Situation, names: tuple[str, ...], count: int) -> Draft:
    asked = _asked(situation)
    if asked is None or asked.row is None:
        return draft
    row = asked.row
    others = [(name, value) for name in names if name != asked.name and (value := asked.value(row, name)) is not None]
    return draft.plus(*(_gives(draft, asked, name, value) for name, value in others[:count]))


def _some_version(draft: Draft, situation: Situation, place: int) -> Draft:
    asked = _open(draft, situation)
    if asked is None:
        return draft
    values = [value for row in asked.rows if (value := asked.value(row)) is not None]
    return _told(draft.asking(None), asked, values[place]) if values else draft


def _guessed(draft: Draft, situation: Situation, key: str, values: Mapping[str, str] = _USUAL) -> Draft:
    asked = _asked(situation)
    if asked is None or not asked.empty or asked.name not in values:
        return draft
    line = said("answer", key, parameter=_noun(draft, asked.name), value=values[asked.name])
    return answered_by(draft, line)


def _old_value(draft: Draft, situation: Situation) -> Draft:
    asked = _asked(situation)
    told = [act.value for act in situation.reading.earlier_acts if act.act == Act.STATES_INTERFACE]
    if asked is None or asked.row is None or not told:
        return draft
    before = next((row for row in asked.rows if row["Version"] == told[-1]), asked.row)
    value = asked.value(before)
    return draft if value is None or value == asked.value(asked.row) else _told(draft, asked, value)
