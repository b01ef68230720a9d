"""Product tables as `get_product_detail` returned them: the newest product's rows, and what any of its rows hold."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from evaluator.checks.documents import mentions
from evaluator.checks.ledger import Firsts, Timeline
from evaluator.ontology import Parameter
from evaluator.session.models import ToolCall
from evaluator.text.interfaces import Interface, find_interfaces
from evaluator.text.numbers import Number, find_numbers

# Columns of a specification table by what they hold.
_COLUMNS: Final[dict[Parameter, tuple[str, ...]]] = {
    Parameter.POWER: ("power", "watt", "功率", "công suất", "potencia"),
    Parameter.LENGTH: ("length", "线长", "長度", "长度", "chiều dài", "longitud"),
    Parameter.MATERIAL: ("jacket", "material", "shell", "外皮", "外被", "材质", "材質", "vỏ"),
    Parameter.COLOUR: ("colour", "color", "颜色", "顏色", "màu"),
    Parameter.DIAMETER: ("diameter", "od", "线径", "外径", "thickness", "đường kính"),
    Parameter.CURRENT: ("current", "voltage", "电流", "电压", "dòng"),
    Parameter.DATA_SPEED: ("data", "speed", "transfer", "传输", "速率"),
    Parameter.DURABILITY: ("bend", "cycle", "life", "durab", "弯折", "寿命", "摇摆"),
    Parameter.WEIGHT: ("weight", "重量", "净重", "trọng lượng", "peso"),
}
_NO_KIND: Final = "none"  # of a figure without a unit: it may be of any kind
_ANY_KIND: Final = ""


@dataclass(frozen=True)
class Row:
    """One version of a product as `get_product_detail` returned it."""

    product_id: str
    product: str
    version: str
    cells: Mapping[str, str]

    def cell(self, parameter: Parameter) -> str | None:
        """The cell of a parameter; None where the table has no such column."""
        for column, value in self.cells.items():
            if mentions(column, _COLUMNS.get(parameter, ())):
                return value
        return None

    @cached_property
    def figures(self) -> frozenset[tuple[str, frozenset[Decimal]]]:
        """Kind and ends of all figures of the row: each end alone, and both of a range."""
        numbers = [number for cell in (*self.cells.values(), self.product) for number in find_numbers(cell, "en")]
        return frozenset(
            (kind, frozenset(ends))
            for number in numbers
            for ends in ((number.low,), (number.high,), (number.low, number.high))
            for kind in (number.kind, _ANY_KIND)
        )

    @cached_property
    def interfaces(self) -> tuple[Interface, ...]:
        """The connectors that the version's name gives."""
        return tuple(find_interfaces(self.version))

    def holds(self, number: Number) -> bool:
        """Whether a figure stands in the row, as a figure of its kind or where one of the two has none."""
        return any(figure in self.figures for figure in _alike(number))


class Tables:
    """The product tables of a session, by the turn that each row came in."""

    def __init__(self, turns: Iterable[Iterable[ToolCall] | None]) -> None:
        self._newest: Timeline[str] = Timeline()
        self._versions: dict[str, dict[str, Timeline[Row]]] = {}
        self._figures: dict[str, Firsts[tuple[str, frozenset[Decimal]]]] = {}
        self._came: dict[str, Firsts[str]] = {}
        for turn, calls in enumerate(turns, start=1):
            for call in calls or ():
                for row in product_rows(call):
                    self._add(row, turn)

    def newest(self, turn: int) -> tuple[Row, ...]:
        """The rows of the product that was returned last by the end of a turn: of each version the newest."""
        product = self._newest.at(turn)
        if product is None:
            return ()
        versions = self._versions[product]
        rows = (versions[version].at(turn) for version in self._came[product].by(turn))
        return tuple(row for row in rows if row is not None)

    def holds(self, product_id: str, number: Number, turn: int) -> bool:
        """Whether a figure stands in any row of a product that was returned by the end of a turn."""
        figures = self._figures.get(product_id)
        return figures is not None and any(figures.first(figure) <= turn for figure in _alike(number))

    def _add(self, row: Row, turn: int) -> None:
        self._newest.set(row.product_id, turn)
        rows = self._versions.setdefault(row.product_id, {}).setdefault(row.version, Timeline())
        if rows.at(turn) == row:
            return  # as it was returned before
        rows.set(row, turn)
        self._came.setdefault(row.product_id, Firsts()).add(row.version, turn)
        figures = self._figures.setdefault(row.product_id, Firsts())
        for figure in row.figures:
            figures.add(figure, turn)


def product_rows(call: ToolCall) -> Iterator[Row]:
    """The versions that a product call returned."""
    result = call.result
    if call.name != "get_product_detail" or not isinstance(result, dict):
        return
    table = result.get("specifications")
    name, number = str(result.get("name") or ""), str(result.get("productId") or "")
    for line in table if isinstance(table, list) else ():
        if isinstance(line, dict):
            cells = {str(key): str(value) for key, value in line.items() if value is not None}
            yield Row(number, name, cells.get("Version", cells.get("版本", "")), cells)


def _alike(number: Number) -> Iterator[tuple[str, frozenset[Decimal]]]:
    """What a row may hold of a figure."""
    ends = frozenset({number.low, number.high})
    kinds = (_ANY_KIND,) if number.kind == _NO_KIND else (number.kind, _NO_KIND)
    return ((kind, ends) for kind in kinds)
