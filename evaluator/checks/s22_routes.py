"""Stage 2.2, where facts come from: M-020, M-021."""

from collections.abc import Iterator
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, failed, not_applicable, passed, undecided
from evaluator.checks.documents import is_catalogue_search, is_poster_search
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.s14_single import asked_parameters, looked_up, may_answer_parameter
from evaluator.checks.sources import physical, searched_for, stated_numbers, topic
from evaluator.ontology import CustomerAct, Field, ReplyAct
from evaluator.reading.model import Act
from evaluator.session.models import ToolCall
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


class M020(Metric):
    """Product facts come from the product tools, of a product that is confirmed."""

    id = "M-020"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            sure = bool(asked_parameters(turn)) or _asks_by_clue(turn)
            if turn.ordinary and (sure or _used(turn) or (turn.unread and may_answer_parameter(turn))):
                yield Event(turn, True if sure else None)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        text = fold(event.turn.text)
        if any(fold(url) in text for url in event.turn.knowledge.detail_urls):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        earlier = [call for t in facts.turns[: turn.number] for call in t.calls or () if call.name in _PRODUCT_TOOLS]
        if earlier:
            return self._arguments(turn)
        if any(t.turn.tool_calls is None for t in facts.turns[: turn.number]):
            return undecided(_NO_LOG)
        states = [number for number in stated_numbers(turn) if physical(number)]
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
                return undecided("the record has no catalog_context: category and tags cannot be checked")
            offered = set(context.categories or ()) | set(context.tags or ())
            wanted = [value for value in [category, *(tags if isinstance(tags, list) else [tags])] if value]
            if stray := [value for value in wanted if value not in offered]:
                return failed(f"{stray[0]} is not among the categories and tags offered", str(stray[0]), "tool")
        return passed("looked up with the product tools")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.calls is None:
            return undecided(_NO_LOG)
        details = [call for call in turn.calls if call.name in ("get_product_detail", "get_product_media")]
        if not details:
            return not_applicable("no productId was used")
        found = _found_products(facts, turn)
        for call in details:
            number = call.argument_map.get("productId")
            if isinstance(number, str) and number not in found:
                return failed("a productId that no search returned", number, "tool")
        candidates = [name for call in turn.calls if call.name == "search_products" for name in _names(call)]
        if len(candidates) > 1 and not _confirmed(facts, turn, candidates):
            if [number for number in stated_numbers(turn) if physical(number)] and not turn.says(ReplyAct.ASKS):
                return failed("one of several candidates is taken as the customer's", candidates[0], "tool")
            return undecided("several candidates: whether the customer's product is confirmed is not plain")
        return passed("the product is confirmed")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.calls is None:
            return undecided(_NO_LOG)
        searches = [call for call in turn.calls if call.name == "search_products"]
        named = [act.value for act in turn.customer_acts() if act.act == CustomerAct.NAMES_MODEL and act.value]
        found = [name for call in searches for name in _names(call)]
        other = bool(named and found) and not any(_same_model(model, name) for model in named for name in found)
        if other and any(physical(number) for number in stated_numbers(turn)):
            return undecided(f"{named[0]} was not found, {found[0]} was: whether it stands in is not plain")
        if not searches or found:
            return not_applicable("the product was found")
        states = [number for number in stated_numbers(turn) if physical(number)]
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
            if any(is_catalogue_search(call) or is_poster_search(call) for call in turn.knowledge.searches):
                return passed("looked up", asked.quote, "inbound")
            if turn.calls is None:
                return undecided(_NO_LOG)
            return failed("knowledge_search was not called for it", asked.quote, "inbound")
        return looked_up(turn, asked)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        wanted = turn.customer_hints(
            CustomerAct.ASKS_VIDEO, CustomerAct.ASKS_PICTURE, CustomerAct.ASKS_CATALOGUE, CustomerAct.ASKS_CERTIFICATION
        )
        shown = turn.knowledge.images - turn.knowledge.product_images - turn.knowledge.posters.keys()
        stray = [m for m in turn.markers if (m.kind == "KBVIDEO" or m.id in shown) and wanted is False]
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


def _found_products(facts: Facts, turn: TurnFacts) -> set[str]:
    found: set[str] = set()
    for earlier in facts.turns[: turn.number]:
        for call in earlier.calls or ():
            products = call.result.get("products") if isinstance(call.result, dict) else None
            for product in products if isinstance(products, list) else ():
                if isinstance(product, dict):
                    found.add(str(product.get("productId")))
            if (
                call.name == "get_product_detail"
                and isinstance(call.result, dict)
                and call.result.get("specifications")
            ):
                found.add(str(call.result.get("productId")))
    return found


def _confirmed(facts: Facts, turn: TurnFacts, candidates: list[str]) -> bool:
    """Whether the customer named one of the candidates, or pointed at a style."""
    for earlier in facts.turns[: turn.number]:
        for act in earlier.customer_acts():
            if act.act == CustomerAct.NAMES_MODEL and act.value:
                code = fold(act.value)
                if sum(code in fold(name) for name in candidates) == 1:
                    return True
    return False


def knows(turn: TurnFacts, asked: str) -> bool:
    """Whether the knowledge base returned something on a policy."""
    return bool(searched_for(turn, asked)[1])
