"""Stage 2.2, where facts come from: M-020, M-021."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, failed, lacking, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.ledger import Needles
from evaluator.checks.s14_single import asked_parameters, looked_up, may_answer_parameter
from evaluator.checks.sources import physical, searched_for, topic, without_log
from evaluator.checks.unheard import tells_of_a_model
from evaluator.ontology import CustomerAct, Field, ReplyAct
from evaluator.reading.model import Act
from evaluator.session.models import ToolCall
from evaluator.text.markers import Marker
from evaluator.text.names import find_models
from evaluator.text.normalise import fold

_PRODUCT_TOOLS: Final = ("search_products", "get_product_detail", "get_product_media")
_POLICIES: Final = (
    CustomerAct.ASKS_MOQ,
    CustomerAct.ASKS_SAMPLE,
    CustomerAct.ASKS_PAYMENT,
    CustomerAct.ASKS_DELIVERY,
    CustomerAct.ASKS_SHIPPING,
    CustomerAct.ASKS_CERTIFICATION,
    CustomerAct.ASKS_COMPANY,
    CustomerAct.ASKS_CUSTOMIZATION,
    CustomerAct.ASKS_LOGO,
    CustomerAct.ASKS_AFTER_SALES,
)
_NO_LOG: Final = "no tool log in the record"


def detail_urls_in(facts: Facts, turn: TurnFacts) -> list[str]:
    """The back office's addresses, as returned by now, that stand in the reply."""
    addresses = facts.history.kept(_detail_urls)
    return [addresses.written[folded] for folded in addresses.needles.within(fold(turn.text), turn.number)]


@dataclass(frozen=True)
class _Addresses:
    needles: Needles
    written: dict[str, str]  # each as it was returned first


def _detail_urls(facts: Facts) -> _Addresses:
    first: dict[str, int] = {}
    written: dict[str, str] = {}
    for url, turn in facts.returned.detail_urls.turn_of.items():
        first.setdefault(fold(url), turn)
        written.setdefault(fold(url), url)
    return _Addresses(Needles(first), written)


def calls_any(turn: TurnFacts, tools: tuple[str, ...]) -> bool:
    """Whether the inquiry assistant calls one of these tools in a turn."""
    return any(call.name in tools for call in turn.calls or ())


_NEXT_WORD: Final = re.compile(r"[ -]([A-Za-z][\w]{1,12})")  # what a model's name may go on with: Max, Lite, Plus


class M020(Metric):
    """Product facts come from the product tools, of a product that is confirmed."""

    id = "M-020"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            sure = bool(asked_parameters(turn)) or _asks_by_clue(turn)
            if turn.ordinary and (sure or _used(turn) or (turn.unread and may_answer_parameter(turn))):
                yield Event(turn, True if sure else None)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if detail_urls_in(facts, event.turn):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if facts.history.first(calls_any, _PRODUCT_TOOLS) <= turn.number:
            return self._arguments(turn)
        if facts.history.first(without_log) <= turn.number:
            return lacking(_NO_LOG)
        states = [number for number in turn.stated_numbers if physical(number)]
        if states:
            return failed("a product fact without a look-up", states[0].raw)
        if turn.says(ReplyAct.ASKS, value=Field.PRODUCT) or turn.says(ReplyAct.ASKS, value=Field.INTERFACE):
            return passed("the product has to be known first")
        return undecided("whether a product fact is stated without a look-up is not plain")

    @staticmethod
    def _arguments(turn: TurnFacts) -> Finding:
        """Category and tags of a search are among those that the platform offered."""
        context = turn.turn.context.catalog_context if turn.turn.context else None
        for call in turn.calls or ():
            if call.name != "search_products":
                continue
            arguments = call.argument_map
            category, tags = arguments.get("category"), arguments.get("tags")
            if not category and not tags:
                continue
            if context is None:
                return lacking("the record has no catalog_context: category and tags cannot be checked")
            offered = set(context.categories or ()) | set(context.tags or ())
            wanted = [value for value in [category, *(tags if isinstance(tags, list) else [tags])] if value]
            if stray := [value for value in wanted if value not in offered]:
                return failed(f"{stray[0]} is not among the categories and tags offered", str(stray[0]), "tool")
        return passed("looked up with the product tools")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.calls is None:
            return lacking(_NO_LOG)
        details = [call for call in turn.calls if call.name in ("get_product_detail", "get_product_media")]
        if not details:
            return not_applicable("no productId was used")
        found = facts.history.firsts(_found_products).by(turn.number)
        for call in details:
            number = call.argument_map.get("productId")
            if isinstance(number, str) and number not in found:
                return failed("a productId that no search returned", number, "tool")
        candidates = [name for call in turn.calls if call.name == "search_products" for name in _names(call)]
        if len(candidates) > 1 and not _confirmed(facts, turn, candidates):
            if [number for number in turn.stated_numbers if physical(number)] and not turn.says(ReplyAct.ASKS):
                return failed("one of several candidates is taken as the customer's", candidates[0], "tool")
            return undecided("several candidates: whether the customer's product is confirmed is not plain")
        return passed("the product is confirmed")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.calls is None:
            return lacking(_NO_LOG)
        searches = [call for call in turn.calls if call.name == "search_products"]
        named = [act.value for act in turn.customer_acts() if act.act == CustomerAct.NAMES_MODEL and act.value]
        found = [name for call in searches for name in _names(call)]
        other = bool(named and found) and not any(_same_model(model, name) for model in named for name in found)
        if other and (tells_of_a_model(turn) or any(physical(number) for number in turn.stated_numbers)):
            return undecided(f"{named[0]} was not found, {found[0]} was: whether it stands in is not plain")
        if not searches or found:
            return not_applicable("the product was found")
        states = [number for number in turn.stated_numbers if physical(number)]
        details = [call for call in turn.calls if call.name == "get_product_detail"]
        if states and not details:
            return failed("the model was not found, and facts are given all the same", states[0].raw)
        asked = next((act for act in turn.reply.find(ReplyAct.ASKS) if act.sure), None)
        if asked is not None:
            return passed("the customer is asked for more about it", asked.quote)
        return undecided("whether another product stands in for it is not plain")


class M021(Metric):
    """Policies come from knowledge_search, and its media only where they are wanted."""

    id = "M-021"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if not turn.ordinary:
                continue
            for kind in _POLICIES:
                applies, act = topic(turn, kind)
                if act is not None:
                    yield Event(turn, applies, data={"asked": act})
            if turn.customer_hints(CustomerAct.ASKS_CATALOGUE):
                yield Event(turn, data={"asked": turn.customer_act(CustomerAct.ASKS_CATALOGUE)})

    def session_edges(self, facts: Facts) -> Iterator[str]:
        if any(turn.posters and turn.posters.from_document for turn in facts.turns):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn, asked = event.turn, event.data["asked"]
        assert isinstance(asked, Act)
        if asked.act == CustomerAct.ASKS_CATALOGUE:
            if turn.knowledge.catalogue_searched or turn.knowledge.poster_search:
                return passed("looked up", asked.quote, "inbound")
            if turn.calls is None:
                return lacking(_NO_LOG)
            return failed("knowledge_search was not called for it", asked.quote, "inbound")
        return looked_up(turn, asked)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        wanted = turn.customer_hints(
            CustomerAct.ASKS_VIDEO, CustomerAct.ASKS_PICTURE, CustomerAct.ASKS_CATALOGUE, CustomerAct.ASKS_CERTIFICATION
        )
        stray = [m for m in turn.markers if (m.kind == "KBVIDEO" or _from_documents(turn, m)) and wanted is False]
        if stray:
            return undecided(f"whether {stray[0].raw} is wanted here is not plain")
        return passed("no media beyond what is wanted")


_CLUES: Final = (
    CustomerAct.STATES_APPEARANCE,
    CustomerAct.STATES_POWER,
    CustomerAct.STATES_INTERFACE,
    CustomerAct.NAMES_MODEL,
)


def _asks_by_clue(turn: TurnFacts) -> bool:
    """The customer asks for goods by a clue that a product can be found by."""
    return bool(turn.customer(CustomerAct.ASKS_PRODUCT)) and any(act.act in _CLUES for act in turn.customer_acts())


def _same_model(code: str, name: str) -> bool:
    """Whether a product's name holds a model's code, with or without the brand before it."""
    return fold(code).rsplit("byj-", maxsplit=1)[-1] in fold(name)


def _used(turn: TurnFacts) -> bool:
    return any(call.name == "search_products" for call in turn.calls or ()) and bool(
        turn.customer_hints(CustomerAct.NAMES_MODEL)
    )


def _names(call: ToolCall) -> list[str]:
    products = call.result.get("products") if isinstance(call.result, dict) else None
    return (
        [str(product.get("name")) for product in products if isinstance(product, dict)]
        if isinstance(products, list)
        else []
    )


def _found_products(turn: TurnFacts) -> Iterator[str]:
    """The ids of products that a turn's searches and detail calls returned."""
    for call in turn.calls or ():
        result = call.result if isinstance(call.result, dict) else {}
        products = result.get("products")
        for product in products if isinstance(products, list) else ():
            if isinstance(product, dict):
                yield str(product.get("productId"))
        if call.name == "get_product_detail" and result.get("specifications"):
            yield str(result.get("productId"))


def _confirmed(facts: Facts, turn: TurnFacts, candidates: list[str]) -> bool:
    """Whether the customer named just one of the candidates by now: exactly, though others' names go on from it."""
    named = facts.history.firsts(_codes)
    if any(named.first(_bare(name)) <= turn.number for name in candidates):
        return True
    codes = facts.history.kept(_codes_named)
    hits = Counter(code for name in candidates for code in codes.within(fold(name), turn.number))
    return 1 in hits.values()


def _codes_named(facts: Facts) -> Needles:
    return Needles(facts.history.firsts(_codes).turn_of)


def _bare(name: str) -> str:
    """A product's name without the spaces and hyphens that are written or not."""
    return re.sub(r"[\s_-]+", "", fold(name))


def _codes(turn: TurnFacts) -> Iterator[str]:
    """The models that a customer names: as they were read, and with the word behind them ("BYJ-K20 Max")."""
    for act in turn.customer_acts():
        if act.act == CustomerAct.NAMES_MODEL and act.value:
            yield fold(act.value)
            yield _bare(act.value)
    for message, _ in turn.customer_messages:
        for model in find_models(message.text):
            following = _NEXT_WORD.match(message.text, model.end)
            if following:
                yield _bare(model.code + following[1])


def _from_documents(turn: TurnFacts, marker: Marker) -> bool:
    """Whether a marker's picture comes from a document of the knowledge base that holds no posters."""
    known = turn.knowledge
    return marker.id in known.images and marker.id not in known.product_images and marker.id not in known.posters


def knows(turn: TurnFacts, asked: str) -> bool:
    """Whether the knowledge base returned something on a policy."""
    return bool(searched_for(turn, asked)[1])
