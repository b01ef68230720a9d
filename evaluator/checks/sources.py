"""Where a stated figure comes from: product tables, policy documents, the customer (M-014 to M-016, M-031 to M-037).

A figure is traced by its value and kind. What was said by the customer may be repeated; what no tool has returned is
without a source.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from evaluator.checks.answers import TOPICS
from evaluator.checks.documents import mentions, query_of
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.history import per_turn, remembered
from evaluator.checks.ledger import NEVER, Firsts, Haystack, Timeline
from evaluator.checks.tables import Row, Tables
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Act, Tri
from evaluator.text.interfaces import Interface, find_interfaces
from evaluator.text.names import Name, find_standards
from evaluator.text.normalise import fold
from evaluator.text.numbers import Number, find_numbers

EMPTY_CELLS: Final = frozenset({"", "-", "–", "—", "/", "n/a", "na", "null", "none", "无", "暂无"})
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
class Sources:
    """Everything that the tools returned and the customer said up to a turn: a view of the session's history."""

    facts: Facts
    turn: int

    @property
    def complete(self) -> bool:
        """Whether every turn so far has a tool log."""
        return self.facts.history.first(without_log) > self.turn

    def trace(self, number: Number) -> Tri:
        """Whether a figure was returned (or said by the customer) with its kind; None where only its digits were."""
        ends = {number.low, number.high}
        returned, said = self._returned, self._said
        if all(returned.first((number.kind, end)) <= self.turn for end in ends):
            return True
        if all(said.first(end) <= self.turn for end in ends):
            return True
        if not self.complete or all(returned.first((_ANY_KIND, end)) <= self.turn for end in ends):
            return None
        return False

    def knows(self, value: Decimal) -> bool:
        """Whether a tool returned a value of any kind, or the customer said it."""
        return min(self._returned.first((_ANY_KIND, value)), self._said.first(value)) <= self.turn

    def priced(self) -> bool:
        """Whether a tool returned an amount of money."""
        return self.facts.history.kept(_money_from) <= self.turn

    def mentions(self, *words: str) -> bool:
        """Whether a folded word stands in anything that a tool returned."""
        texts = self.facts.history.kept(_returned_folded)
        return any(texts.first(word) <= self.turn for word in words)

    def names_standard(self, name: Name) -> bool:
        """Whether a standard or mark stands in anything that a tool returned, in whatever spelling."""
        return self.facts.history.firsts(_standards_returned).first(name.code) <= self.turn or self.mentions(
            fold(name.raw)
        )

    def matches(self, pattern: re.Pattern[str]) -> bool:
        """Whether a text that a tool returned matches."""
        matched = self.facts.history.kept(_matches)
        if pattern not in matched:
            texts = self.facts.history.firsts(_returned_texts).turn_of
            matched[pattern] = next((turn for text, turn in texts.items() if pattern.search(text)), NEVER)
        return matched[pattern] <= self.turn

    def rows(self) -> tuple[Row, ...]:
        """The rows of the product that was returned last: of each version the newest."""
        return tables_of(self.facts).newest(self.turn)

    def product_holds(self, row: Row, number: Number) -> bool:
        """Whether a figure stands in any row that was returned of the product that a row is of."""
        return tables_of(self.facts).holds(row.product_id, number, self.turn)

    @property
    def _returned(self) -> Firsts[tuple[str, Decimal]]:
        return self.facts.history.kept(_returned_figures)

    @property
    def _said(self) -> Firsts[Decimal]:
        return self.facts.history.firsts(_said_figures)


_ANY_KIND: Final = ""


def sources_of(facts: Facts, turn: TurnFacts) -> Sources:
    """The sources of what a turn's reply states."""
    return Sources(facts, turn.number)


def without_log(turn: TurnFacts) -> bool:
    """Whether a turn has no log of tool calls."""
    return turn.turn.tool_calls is None


def said_before(facts: Facts, turn: TurnFacts, folded: str) -> bool:
    """Whether the customer has written this, up to the turn."""
    return facts.history.kept(_customer_texts).first(folded) <= turn.number


def tables_of(facts: Facts) -> Tables:
    """The product tables of the session."""
    return facts.history.kept(_tables)


def _tables(facts: Facts) -> Tables:
    return Tables(turn.turn.tool_calls for turn in facts.turns)


def _standards_returned(turn: TurnFacts) -> Iterator[str]:
    """The standards that stand in what the tools returned in a turn, in their usual spelling."""
    for text in _returned_texts(turn):
        yield from (name.code for name in find_standards(text))


def _returned_texts(turn: TurnFacts) -> Iterator[str]:
    for call in turn.turn.tool_calls or ():
        yield from _leaves(call.result)


def _returned_figures(facts: Facts) -> Firsts[tuple[str, Decimal]]:
    """Kind and value of all figures that the tools returned; a value of any kind under none."""
    figures: Firsts[tuple[str, Decimal]] = Firsts()
    for text, turn in facts.history.firsts(_returned_texts).turn_of.items():
        for number in find_numbers(text, "zh"):
            for end in (number.low, number.high):
                figures.add((number.kind, end), turn)
                figures.add((_ANY_KIND, end), turn)
    return figures


def _money_from(facts: Facts) -> int:
    figures = facts.history.kept(_returned_figures).turn_of
    return next((turn for (kind, _), turn in figures.items() if kind == "money"), NEVER)


def _returned_folded(facts: Facts) -> Haystack:
    return _haystack(facts.history.firsts(_returned_texts))


def _matches(facts: Facts) -> dict[re.Pattern[str], int]:
    """The first turn whose tools returned a text that matches, pattern by pattern as they are asked for."""
    return {}


def _customer_texts(facts: Facts) -> Haystack:
    return _haystack(facts.history.firsts(_messages))


def _messages(turn: TurnFacts) -> Iterator[str]:
    for message, _ in turn.customer_messages:
        yield message.text


def _haystack(texts: Firsts[str]) -> Haystack:
    folded: Firsts[str] = Firsts()
    for text, turn in texts.turn_of.items():
        folded.add(fold(text), turn)
    return Haystack(folded.turn_of)


def _said_figures(turn: TurnFacts) -> Iterator[Decimal]:
    for message, reading in turn.customer_messages:
        for number in find_numbers(message.text, reading.language or "en"):
            yield number.low
            yield number.high


def physical(number: Number) -> bool:
    """Whether a figure is a product parameter by its unit."""
    return number.kind in _PHYSICAL


def is_empty(cell: str | None) -> bool:
    """Whether a cell holds no value."""
    return cell is None or fold(cell).strip() in EMPTY_CELLS


@per_turn
def rows_in_question(facts: Facts, turn: TurnFacts) -> tuple[tuple[Row, ...], Tri]:
    """The rows that an answer in this turn may read, and whether the version is settled.

    The product is that of the newest detail call; the version the one whose connectors the customer named last.
    """
    newest = sources_of(facts, turn).rows()
    if not newest:
        return (), None
    if len(newest) == 1:
        return newest, True
    wanted = _interface_named(facts, turn)
    matching = tuple(row for row in newest if wanted is not None and _is_version(wanted, row))
    if len(matching) == 1:
        return matching, True
    named = tuple(row for row in newest if row.version and said_before(facts, turn, fold(row.version)))
    if len(named) == 1:
        return named, True
    return newest, False


def searched_for(turn: TurnFacts, asked: str) -> tuple[bool, bool]:
    """Whether the knowledge base was searched for a policy up to this turn, and whether something on it came back."""
    return turn.knowledge.searched(_POLICIES.get(asked, ()))


@remembered
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


def figures_on(turn: TurnFacts, asked: str) -> Set[tuple[str, Decimal]]:
    """Kind and lower end of the figures that came back on a policy."""
    return turn.knowledge.figures_on(_POLICIES.get(asked, ()))


def _interface_named(facts: Facts, turn: TurnFacts) -> Interface | None:
    """The connectors that the customer named last."""
    return facts.history.kept(_interfaces_named).at(turn.number)


def _interfaces_named(facts: Facts) -> Timeline[Interface]:
    named: Timeline[Interface] = Timeline()
    for turn in facts.turns:
        for text in _messages(turn):
            for found in find_interfaces(text):
                named.set(found, turn.number)
    return named


def _is_version(wanted: Interface, row: Row) -> bool:
    """Whether a version has the connectors: both ends of a pair, or a single end that is no end of a C to C as well."""
    found = row.interfaces
    if not found:
        return False
    return found[0].ends == wanted.ends if wanted.is_pair else wanted.ends[0] in found[0].ends


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
