"""Stage 4.1, red lines on facts and on what is claimed: M-035, M-036, M-038 to M-040."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, failed, not_applicable, passed, undecided
from evaluator.checks.certificates import claim_of, company_standard
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.history import remembered
from evaluator.checks.ledger import Timeline, Values
from evaluator.checks.s13_look import is_official
from evaluator.checks.s14_single import durability_figures, in_rows, looked_up
from evaluator.checks.s22_routes import calls_any
from evaluator.checks.s41_terms import asked_of, first_topic
from evaluator.checks.sources import (
    physical,
    rows_in_question,
    said_before,
    searched_for,
    sources_of,
    untraced,
)
from evaluator.checks.unheard import tells_of_a_model, unheard_name
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Act
from evaluator.text.interfaces import find_interfaces
from evaluator.text.names import find_models
from evaluator.text.normalise import fold
from evaluator.text.numbers import Number

_UNREAD: Final = "the reply's language is not read"
_NUMBERS: Final = (
    "money",
    "power",
    "length",
    "current",
    "voltage",
    "data_speed",
    "weight",
    "cycles",
    "percent",
    "pieces",
    "time",
)
_FEW: Final = 10  # pieces below this are mere counting ("two styles")
_SHORT: Final = ("hour", "h", "minute", "min")


@remembered
def factual_numbers(turn: TurnFacts) -> list[Number]:
    """The parameter and policy figures that a reply states (M-035)."""
    bare = durability_figures(turn)
    return [
        number
        for number in turn.stated_numbers
        if (number.kind in _NUMBERS or number.raw in bare)
        and not (number.kind == "pieces" and number.high < _FEW)
        and not (number.kind == "time" and number.unit in _SHORT)
    ]


class M035(Metric):
    """Figures only from what the tools returned."""

    id = "M-035"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.published and factual_numbers(turn):
                yield Event(turn)

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        figures, sources = factual_numbers(turn), sources_of(facts, turn)
        if invented := untraced(figures, sources):
            return failed("a figure that nothing returned", invented[0].raw)
        if any(sources.trace(number) is None for number in figures):
            return undecided("whether a figure was returned in this sense is not plain")
        return passed("as returned", figures[0].raw)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        sources = sources_of(facts, turn)
        rows, settled = rows_in_question(facts, turn)
        figures = [number for number in factual_numbers(turn) if physical(number)]
        if not rows or not settled or not figures:
            return not_applicable("no version in question")
        for number in figures:
            said = any(fold(number.raw) in fold(message.text) for message, _ in turn.customer_messages)
            if not said and not in_rows(rows, number) and sources.product_holds(rows[0], number):
                return failed("the figure stands in another version's row", number.raw)
        return passed("from the version's own row", figures[0].raw)


class M036(Metric):
    """What can be made is not what is there."""

    id = "M-036"

    def events(self, facts: Facts) -> Iterator[Event]:
        kinds = (CustomerAct.ASKS_CUSTOMIZATION, CustomerAct.ASKS_LOGO, CustomerAct.ASKS_STOCK)
        for turn in facts.turns[1:]:
            applies, asked = first_topic(turn, kinds)
            colour = next((act for act in turn.customer_acts() if act.value == "colour" and act.sure), None)
            if colour is not None and applies is not True:
                applies, asked = True, colour
            if turn.ordinary and asked is not None:
                yield Event(turn, applies, data={"asked": asked})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.says(ReplyAct.ANSWERS, value="mold_fee"):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        act = event.turn.said(ReplyAct.CLAIMS_STOCK)
        pieces = [number for number in factual_numbers(event.turn) if number.kind == "pieces"]
        if event.turn.customer(CustomerAct.ASKS_STOCK) and untraced(pieces, sources_of(facts, event.turn)):
            return failed("a stock that nothing returned", pieces[0].raw)
        if act is not None and act.sure:
            if _stock_returned(facts, event.turn):
                return undecided("a tool speaks of stock: whether it covers the claim is not plain")
            return failed("what can be made is offered as ready", act.quote)
        if act is not None or not event.turn.reply.read:
            return undecided("whether something is offered as ready is not plain")
        if _affirms_a_colour(event.turn):
            return undecided("whether the colour named is there now is not plain")
        return passed("kept apart")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, asked_of(event)
        assert asked is not None
        if asked.act in (CustomerAct.ASKS_CUSTOMIZATION, CustomerAct.ASKS_LOGO):
            return looked_up(turn, asked)
        claimed = turn.said(ReplyAct.CLAIMS_STOCK) is not None and not _stock_returned(facts, turn)
        if claimed or (asked.act == CustomerAct.ASKS_STOCK and _affirms_a_colour(turn)):
            return undecided("what can be made is perhaps taken for what is there")
        if facts.history.first(calls_any, ("get_product_detail", "search_products")) <= turn.number:
            return passed("read from the product", asked.quote, "inbound")
        if turn.says(ReplyAct.DEFERS_TO):
            return passed("left to those who know", asked.quote, "inbound")
        return undecided("what the answer rests on is not plain")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        for kind in (ReplyAct.CLAIMS_STOCK, ReplyAct.CLAIMS_FREE):
            act = turn.said(kind)
            if act is not None and act.sure and not _stock_returned(facts, turn):
                if kind == ReplyAct.CLAIMS_FREE and turn.says(ReplyAct.ANSWERS, value="sample"):
                    continue
                return failed(f"the reply {kind.replace('_', ' ')}", act.quote)
            if act is not None and kind == ReplyAct.CLAIMS_STOCK:
                return undecided(f"whether something is offered as ready is not plain: {act.quote}")
        times = [number for number in turn.stated_numbers if number.kind == "time" and number.unit not in _SHORT]
        if invented := untraced(times, sources_of(facts, turn)):
            return failed("a time that nothing returned", invented[0].raw)
        if turn.customer_act(CustomerAct.ASKS_STOCK) and _affirms_a_colour(turn):
            return undecided("whether the colour named is there now is not plain")
        return passed("nothing is inferred") if turn.reply.read else undecided(_UNREAD)


def _affirms_a_colour(turn: TurnFacts) -> bool:
    """Whether a reply says yes and names a colour: it may be one that is there, or one that can be made."""
    return bool(turn.says(ReplyAct.AFFIRMS) and turn.says(ReplyAct.ANSWERS, value="colour_name"))


class M038(Metric):
    """Company, product and market certificates apart, and no promise."""

    id = "M-038"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            kinds = (CustomerAct.ASKS_CERTIFICATION, CustomerAct.ASKS_MARKET_ACCESS)
            applies, asked = first_topic(turn, kinds)
            if turn.ordinary and asked is not None:
                yield Event(turn, True if self._promise(turn) else applies, data={"asked": asked})
            elif turn.published and (self._promise(turn) or self._unfounded(facts, turn)):
                yield Event(turn, data={"asked": None})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.says(ReplyAct.DEFERS_TO):
            yield "edge_1"

    @staticmethod
    def _promise(turn: TurnFacts) -> Act | None:
        topics = {
            act.at for act in turn.reply.find(ReplyAct.ANSWERS) if act.value in ("customs", "certification", "market")
        }
        promises = (act for act in turn.reply.find(ReplyAct.PROMISES) if act.sure)
        return next((act for act in promises if act.value == "clearance" or act.at in topics), None)

    @staticmethod
    def _unfounded(facts: Facts, turn: TurnFacts) -> Act | None:
        """A sure statement that goods hold certificates which nothing returned."""
        claim = claim_of(facts, turn)
        return claim.act if claim is not None and claim.of_goods and claim.founded is False else None

    @staticmethod
    def _perhaps_promised(turn: TurnFacts) -> Act | None:
        """What may tell a customer who asks for it that goods get in, where it is not left to anybody."""
        clearance = turn.reply.first(ReplyAct.PROMISES, value="clearance")
        if clearance is not None or turn.customer_act(CustomerAct.ASKS_MARKET_ACCESS) is None:
            return clearance
        if turn.says(ReplyAct.DEFERS_TO) or turn.says(ReplyAct.CANNOT_SAY):
            return None
        return turn.said(ReplyAct.AFFIRMS, ReplyAct.PROMISES)

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if (unfounded := self._unfounded(facts, turn)) is not None:
            return failed("goods are said to hold certificates that nothing returned", unfounded.quote)
        if turn.says(ReplyAct.DEFERS_TO):
            act = turn.said(ReplyAct.DEFERS_TO)
            return passed("what is not known is left to those who know", act.quote if act else None)
        if self._promise(turn):
            return undecided("promised: check_3")
        return undecided("whether the levels are kept apart is not plain")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        for act in turn.reply.find(ReplyAct.CLAIMS_CERTIFIED, value="goods"):
            if act.sure and company_standard(act):
                return failed(f"{company_standard(act)} is a company's, and is said of goods", act.quote)
        if turn.says(ReplyAct.DEFERS_TO):
            return passed("the model's certificate is left to those who know")
        return undecided("whether a company certificate is said of a model is not plain")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        promise = self._promise(event.turn)
        if promise is not None:
            return failed("clearance or access is promised", promise.quote)
        if (loose := self._perhaps_promised(event.turn)) is not None:
            return undecided(f"whether clearance or access is promised is not plain: {loose.quote}")
        return passed("nothing is promised") if event.turn.reply.read else undecided(_UNREAD)


class M039(Metric):
    """No shop, platform or link that does not exist."""

    id = "M-039"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            applies, asked = first_topic(turn, (CustomerAct.ASKS_PLATFORM,))
            claimed = turn.said(ReplyAct.CLAIMS_PLATFORM)
            catalogue = turn.customer_hints(CustomerAct.ASKS_CATALOGUE)
            if turn.ordinary and asked is not None and not catalogue and not (claimed and claimed.sure):
                yield Event(turn, applies, data={"asked": asked})
            elif turn.published and claimed is not None and claimed.sure:
                yield Event(turn, data={"asked": None})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.says(ReplyAct.CLAIMS_PLATFORM):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, asked_of(event)
        claimed = turn.said(ReplyAct.CLAIMS_PLATFORM)
        if claimed is not None and claimed.sure:
            if turn.says(ReplyAct.AFFIRMS) or turn.says(ReplyAct.PROMISES):
                return failed("a shop that does not exist is claimed", claimed.quote)
            return undecided("whether a shop is claimed is not plain")
        if not turn.reply.read:
            return undecided(_UNREAD)
        return looked_up(turn, asked) if asked is not None else passed("no shop is claimed")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        for link in event.turn.links:
            if is_official(link.url) or "beiyijia.top" in link.host:
                return failed("the official site is sent", link.url)
        return passed("the official site is not sent")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        videos = [marker for marker in turn.markers if marker.kind in ("KBVIDEO", "VIDEO")]
        if not videos:
            return not_applicable("no video")
        known = (turn.knowledge.knowledge_videos, turn.knowledge.videos)
        if all(any((marker.id or marker.url) in clips for clips in known) for marker in videos):
            return passed("as the knowledge base returned it", videos[0].raw)
        return failed("a video that nothing returned", videos[0].raw)


def _tells_apart(facts: Facts, turn: TurnFacts) -> bool:
    """Whether the reply sets models or versions apart by figures of one kind that all were returned (edge_1)."""
    figures = [number for number in factual_numbers(turn) if physical(number)]
    values = {(number.kind, number.unit, number.high) for number in figures}
    if len(values) <= len({kind for kind, _, _ in values}) or untraced(figures, sources_of(facts, turn)):
        return False
    models = {found.code for found in find_models(turn.plain)}
    return len(models) > 1 or len({found.ends for found in find_interfaces(turn.plain)}) > 1


class M040(Metric):
    """Nothing is made up: products, figures, stock, sales, media."""

    id = "M-040"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.published:
                stated = bool(turn.markers) or any(turn.reply.find(ReplyAct.ANSWERS, ReplyAct.CLAIMS_HOT))
                yield Event(turn, exercised=stated)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if _tells_apart(facts, event.turn):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        for kind in (ReplyAct.CLAIMS_SALES, ReplyAct.CLAIMS_STOCK):
            act = turn.said(kind)
            if act is not None and act.sure and not _stock_returned(facts, turn):
                return failed(f"the reply {kind.replace('_', ' ')}, and nothing returned that", act.quote)
        sources = sources_of(facts, turn)
        if invented := untraced(factual_numbers(turn), sources):
            return failed("a figure that nothing returned", invented[0].raw)
        if sources.complete:
            known = turn.knowledge
            for marker in turn.markers:
                told = marker.id in known.images or marker.id in known.documents
                if marker.kind in ("IMAGE", "DOCUMENT") and marker.id and not told:
                    return failed("media that nothing returned", marker.raw)
                clips = (known.knowledge_videos, known.videos, known.video_ids)
                if marker.kind in ("KBVIDEO", "VIDEO") and all((marker.id or marker.url) not in ids for ids in clips):
                    return failed("a video that nothing returned", marker.raw)
        shop = turn.said(ReplyAct.CLAIMS_PLATFORM)
        if shop is not None and shop.sure and turn.says(ReplyAct.AFFIRMS) and turn.customer(CustomerAct.ASKS_PLATFORM):
            return failed("a shop that does not exist is claimed", shop.quote)
        claim = claim_of(facts, turn)
        if claim is not None and claim.founded is False:
            return failed(f"a certificate that nothing returned: {claim.missing}", claim.act.quote)
        if claim is not None and claim.founded is None and claim.act.sure:
            return undecided("whether the certificates are held was not looked up, or is not plain")
        mould = turn.said(ReplyAct.CLAIMS_FREE, value="mold")
        if mould is not None:
            return undecided(f"whether no mould is needed was not looked up: {mould.quote}")
        if loose := self._unsupported(facts, turn):
            return undecided(f"nothing looked up can bear this out: {loose}")
        if (name := unheard_name(facts, turn)) is not None:
            return undecided(f"a name that nothing returned: {name}")
        if turn.says(ReplyAct.AFFIRMS) and turn.says(ReplyAct.ANSWERS, value="colour_name") and sources.rows():
            return undecided("whether the colour named is one of the product's is not plain")
        return passed("nothing is made up") if turn.reply.read else undecided(_UNREAD)

    @staticmethod
    def _unsupported(facts: Facts, turn: TurnFacts) -> str:
        """A statement on a policy or the company, or a bare figure, with no look-up that could hold it."""
        aside = (ReplyAct.ASKS, ReplyAct.DEFERS_TO, ReplyAct.CANNOT_SAY, ReplyAct.INTRODUCES)
        asking = {act.at for act in turn.reply.find(*aside)}
        for topic_of, kind in _LOOKED_UP.items():
            said = turn.reply.first(ReplyAct.ANSWERS, value=topic_of)
            if said is not None and said.at not in asking and not searched_for(turn, kind)[1]:
                affirmed = {act.at for act in turn.reply.find(ReplyAct.AFFIRMS, ReplyAct.GIVES_TIME)}
                if said.at in affirmed or turn.customer(kind) is True:
                    return said.quote
        sources = sources_of(facts, turn)
        for number in turn.stated_numbers:
            bare = number.kind == "none" and number.low >= _FEW and not number.spelled
            if bare and not sources.knows(number.low):
                return number.raw
        return ""

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        missed = [name for name in _named_by_customer(facts, turn) if not _is_known(facts, turn, name)]
        if missed and (physical_facts(turn) or tells_of_a_model(turn)):
            return undecided(f"{missed[0]} was not found, and facts are given: whether another stands in is not plain")
        if _foreign_picture(facts, turn):
            return undecided("a picture of another product than the one named is shown")
        named = find_models(turn.body)
        if not named:
            return passed("no product stands in for another")
        sources = sources_of(facts, turn)
        for name in named:
            code = fold(name.raw)
            if not sources.mentions(code) and not said_before(facts, turn, code):
                return undecided(f"{name.raw} was neither returned nor named by the customer")
        return passed("the products are those looked up or named", named[0].raw)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        act = event.turn.said(ReplyAct.CLAIMS_HOT)
        if act is not None and act.sure:
            return failed("a claim of popularity without figures", act.quote)
        for caption in event.turn.reply.captions:
            if (claim := caption.first(ReplyAct.CLAIMS_HOT)) is not None and claim.sure:
                return failed("a caption claims popularity without figures", claim.quote)
        if act is not None:
            return undecided("whether popularity is claimed is not plain")
        return passed("no claim of popularity") if event.turn.reply.read else undecided(_UNREAD)


# Topics that only the knowledge base can bear out, and the question that looks them up.
_LOOKED_UP: Final = {
    "after_sales": CustomerAct.ASKS_AFTER_SALES,
    "payment": CustomerAct.ASKS_PAYMENT,
    "certification": CustomerAct.ASKS_CERTIFICATION,
    "company": CustomerAct.ASKS_COMPANY,
}


def physical_facts(turn: TurnFacts) -> bool:
    """Whether a reply gives product figures."""
    return any(physical(number) for number in turn.stated_numbers)


def _named_by_customer(facts: Facts, turn: TurnFacts) -> list[str]:
    named = facts.history.kept(_models_named).at(turn.number)
    return [] if named is None else [named]


def _models_named(facts: Facts) -> Timeline[str]:
    named: Timeline[str] = Timeline()
    for turn in facts.turns:
        for act in turn.customer_acts():
            if act.act == CustomerAct.NAMES_MODEL and act.value:
                named.set(act.value, turn.number)
    return named


def _is_known(facts: Facts, turn: TurnFacts, name: str) -> bool:
    """Whether a tool returned a product of that name; without a complete log that cannot be denied."""
    sources = sources_of(facts, turn)
    tail = fold(name).rsplit("byj-", maxsplit=1)[-1]
    return not sources.complete or sources.mentions(tail)


def _foreign_picture(facts: Facts, turn: TurnFacts) -> bool:
    """Whether a picture belongs to a product whose name is not that of the model that the customer named."""
    named = _named_by_customer(facts, turn)
    if not named:
        return False
    code = fold(named[0]).rsplit("byj-", maxsplit=1)[-1]
    known = facts.history.kept(_catalogue)
    names, owners = known.names.by(turn.number), known.owners.by(turn.number)
    shown = [owners.get(marker.id) for marker in turn.markers if marker.kind == "IMAGE" and marker.id is not None]
    return any(owner is not None and names.get(owner) and code not in names[owner] for owner in shown)


@dataclass(frozen=True)
class _Catalogue:
    names: Values[str, str] = field(default_factory=Values)  # product id → folded name
    owners: Values[str, str] = field(default_factory=Values)  # media id → product id


def _catalogue(facts: Facts) -> _Catalogue:
    """What the tools returned of products' names and media."""
    found = _Catalogue()
    for turn in facts.turns:
        for call in turn.calls or ():
            result = call.result if isinstance(call.result, dict) else {}
            products = result.get("products")
            for product in [*(products if isinstance(products, list) else ()), result]:
                number = product.get("productId") if isinstance(product, dict) else None
                if isinstance(product, dict) and isinstance(number, str):
                    found.names.set(number, fold(str(product.get("name") or "")), turn.number)
            items = result.get("items")
            for item in items if isinstance(items, list) else ():
                number = item.get("id") if isinstance(item, dict) else None
                if isinstance(number, str):
                    found.owners.set(number, str(call.argument_map.get("productId") or ""), turn.number)
    return found


def _stock_returned(facts: Facts, turn: TurnFacts) -> bool:
    """Whether a tool spoke of stock at all."""
    return sources_of(facts, turn).mentions("现货", "库存", "stock", "inventory")
