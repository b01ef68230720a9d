"""Where a stated figure comes from: product tables, policy documents, the customer (M-014 to M-016, M-031 to M-037).

A figure is traced by its value and kind. What was said by the customer may be repeated; what no tool has returned is
without a source.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final

from evaluator.checks.answers import TOPICS
from evaluator.checks.documents import documents_of, mentions, query_of
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.ontology import CustomerAct, Parameter, ReplyAct
from evaluator.reading.model import Act, Tri
from evaluator.reading.segment import sentences
from evaluator.session.models import ToolCall
from evaluator.text.interfaces import Interface, find_interfaces
from evaluator.text.normalise import fold
from evaluator.text.numbers import Number, find_numbers

EMPTY_CELLS: Final = frozenset({"", "-", "–", "—", "/", "n/a", "na", "null", "none", "无", "暂无"})
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
# Policies by the words that their documents and the searches for them carry.
_POLICIES: Final[dict[str, tuple[str, ...]]] = {
    CustomerAct.ASKS_MOQ: ("moq", "起订", "起訂", "最低订", "最小订", "minimum order", "minimum quantity", "订量"),
    CustomerAct.ASKS_SAMPLE: ("样品", "樣品", "sample", "打样", "样费"),
    CustomerAct.ASKS_PAYMENT: (
        "付款",
        "支付",
        "payment",
        "结算",
        "定金",
        "t/t",
        "币种",
        "账期",
        "net 30",
        "net 60",
        "credit",
    ),
    CustomerAct.ASKS_DELIVERY: ("交期", "生产周期", "交货", "lead time", "delivery", "production time", "发货"),
    CustomerAct.ASKS_SHIPPING: ("物流", "运输", "shipping", "logistic", "freight", "货运", "交期"),
    CustomerAct.ASKS_CERTIFICATION: ("认证", "認證", "证书", "certif", "合规", "인증", "rohs", "fcc"),
    CustomerAct.ASKS_MARKET_ACCESS: ("认证", "準入", "准入", "清关", "certif", "customs", "合规", "market access"),
    CustomerAct.ASKS_COMPANY: ("公司", "工厂", "company", "factory", "企业", "关于我们"),
    CustomerAct.ASKS_CUSTOMIZATION: ("定制", "訂製", "custom", "oem", "odm", "logo"),
    CustomerAct.ASKS_LOGO: ("定制", "logo", "custom", "oem", "印刷"),
    CustomerAct.ASKS_AFTER_SALES: ("售后", "质保", "保修", "after-sales", "after sales", "warranty", "退换"),
    CustomerAct.ASKS_PLATFORM: ("平台", "店铺", "阿里", "alibaba", "platform", "store", "核验"),
    CustomerAct.ASKS_VIDEO: ("视频", "车间", "video", "实拍"),
    CustomerAct.ASKS_CATALOGUE: ("目录", "海报", "catalog", "poster"),
}
_PHYSICAL: Final = frozenset({"power", "length", "current", "voltage", "data_speed", "weight", "cycles"})


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


@dataclass(frozen=True)
class Sources:
    """Everything that the tools returned and the customer said up to a turn."""

    rows: tuple[Row, ...]
    numbers: frozenset[tuple[str, Decimal]]  # kind, value
    values: frozenset[Decimal]
    customers: frozenset[Decimal]
    complete: bool  # every turn so far has a tool log
    texts: tuple[str, ...]

    def trace(self, number: Number) -> Tri:
        """Whether a figure was returned (or said by the customer) with its kind; None where only its digits were."""
        ends = {number.low, number.high}
        if all((number.kind, end) in self.numbers for end in ends):
            return True
        if ends <= self.customers:
            return True
        if ends <= self.values or not self.complete:
            return None
        return False


def sources_of(facts: Facts, turn: TurnFacts) -> Sources:
    """The sources of what a turn's reply states."""
    rows: list[Row] = []
    texts: list[str] = []
    complete = True
    said: set[Decimal] = set()
    for earlier in facts.turns[: turn.number]:
        complete = complete and earlier.turn.tool_calls is not None
        for call in earlier.turn.tool_calls or ():
            rows.extend(product_rows(call))
            texts.extend(_leaves(call.result))
        for message, reading in earlier.customer_messages:
            for number in find_numbers(message.text, reading.language or "en"):
                said |= {number.low, number.high}
    found = [number for text in texts for number in _numbers(text)]
    kinds = {(number.kind, end) for number in found for end in (number.low, number.high)}
    values = {end for number in found for end in (number.low, number.high)}
    return Sources(tuple(rows), frozenset(kinds), frozenset(values), frozenset(said), complete, tuple(texts))


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


def stated_numbers(turn: TurnFacts) -> tuple[Number, ...]:
    """The figures that the published reply states: not those that it only asks about."""
    told = (sentence.text for sentence in sentences(turn.text) if not sentence.marked)
    return tuple(number for text in told for number in find_numbers(text, turn.reply.language or "en"))


def physical(number: Number) -> bool:
    """Whether a figure is a product parameter by its unit."""
    return number.kind in _PHYSICAL


def is_empty(cell: str | None) -> bool:
    """Whether a cell holds no value."""
    return cell is None or fold(cell).strip() in EMPTY_CELLS


def rows_in_question(facts: Facts, turn: TurnFacts, rows: Sequence[Row]) -> tuple[tuple[Row, ...], Tri]:
    """The rows that an answer in this turn may read, and whether the version is settled.

    The product is that of the newest detail call; the version the one whose connectors the customer named last.
    """
    if not rows:
        return (), None
    newest = tuple(row for row in rows if row.product_id == rows[-1].product_id)
    newest = tuple({row.version: row for row in newest}.values())
    if len(newest) == 1:
        return newest, True
    wanted = _interface_named(facts, turn)
    matching = tuple(row for row in newest if wanted is not None and _is_version(wanted, row.version))
    if len(matching) == 1:
        return matching, True
    named = tuple(row for row in newest if row.version and _version_named(facts, turn, row.version))
    if len(named) == 1:
        return named, True
    return newest, False


def same_product(rows: Sequence[Row], chosen: Sequence[Row]) -> tuple[Row, ...]:
    """All versions of the product that the chosen rows are of."""
    ids = {row.product_id for row in chosen}
    return tuple(row for row in rows if row.product_id in ids)


def searched_for(turn: TurnFacts, asked: str) -> tuple[bool, Tri]:
    """Whether the knowledge base was searched for a policy up to this turn, and whether something on it came back."""
    words = _POLICIES.get(asked, ())
    searched, hit = False, False
    for call in turn.knowledge.searches:
        relevant = [doc for doc in documents_of(call) if mentions(doc[0], words) or mentions(doc[1], words)]
        if mentions(query_of(call), words) or relevant:
            searched = True
            hit = hit or bool(relevant)
    return searched, hit


def topic(turn: TurnFacts, kind: str) -> tuple[Tri, Act | None]:
    """Whether a policy is asked about: by what the customer says or, where that was not read, by what was looked up."""
    applies, act = turn.topic(kind)
    if act is not None and not act.sure and turn.customer_act(kind) is None:
        return (None, act) if _may_be_about(turn, kind) else (False, None)
    if act is not None or turn.newest is None:
        return applies, act
    words = _POLICIES.get(kind, ())
    made = [call for call in turn.calls or () if call.name == "knowledge_search" and mentions(query_of(call), words)]
    if made and not all(mentions(query_of(call), _OVERVIEW) for call in made):
        return None, Act(act=kind, quote=turn.newest[0].text, sure=False)
    return False, None


def _may_be_about(turn: TurnFacts, kind: str) -> bool:
    """Whether an unread question may be about a policy: the reply speaks of it, it was looked up, or nothing tells."""
    if not turn.reply.read:
        return True
    if any(act.value in TOPICS.get(kind, ()) for act in turn.reply.find(ReplyAct.ANSWERS)):
        return True
    words = _POLICIES.get(kind, ())
    return any(call.name == "knowledge_search" and mentions(query_of(call), words) for call in turn.calls or ())


_OVERVIEW: Final = ("目录", "海报", "catalog", "poster")  # their searches mention cables, samples of looks and the like


def any_search(turn: TurnFacts) -> bool:
    """Whether the knowledge base was searched for anything up to this turn."""
    return bool(turn.knowledge.searches)


def documents_on(turn: TurnFacts, asked: str) -> tuple[str, ...]:
    """The contents that came back on a policy."""
    words = _POLICIES.get(asked, ())
    return tuple(
        content
        for call in turn.knowledge.searches
        for title, content in documents_of(call)
        if mentions(title, words) or mentions(content, words)
    )


def _interface_named(facts: Facts, turn: TurnFacts) -> Interface | None:
    """The connectors that the customer named last."""
    for earlier in reversed(facts.turns[: turn.number]):
        for message, _ in reversed(earlier.customer_messages):
            found = find_interfaces(message.text)
            if found:
                return found[-1]
    return None


def _is_version(wanted: Interface, version: str) -> bool:
    """Whether a version has the connectors: both ends of a pair, or a single end that is no end of a C to C as well."""
    found = find_interfaces(version)
    if not found:
        return False
    return found[0].ends == wanted.ends if wanted.is_pair else wanted.ends[0] in found[0].ends


def _version_named(facts: Facts, turn: TurnFacts, version: str) -> bool:
    wanted = fold(version)
    return any(
        wanted in fold(message.text)
        for earlier in facts.turns[: turn.number]
        for message, _ in earlier.customer_messages
    )


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[Number, ...]:
    return find_numbers(text, "zh")


def _leaves(value: object) -> Iterator[str]:
    """Every text of a tool result, iteratively."""
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if isinstance(current, str):
            yield current
        elif isinstance(current, dict):
            waiting.extend(current.values())
        elif isinstance(current, list):
            waiting.extend(current)
        elif isinstance(current, int | float) and not isinstance(current, bool):
            yield str(current)


def untraced(numbers: Iterable[Number], sources: Sources) -> list[Number]:
    """The figures that surely have no source."""
    return [number for number in numbers if sources.trace(number) is False]
