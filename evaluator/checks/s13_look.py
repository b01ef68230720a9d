"""Stage 1.3, the look of the product and the full catalogue: M-010, M-011, M-012."""

from collections.abc import Iterator, Mapping
from typing import Final

from evaluator.checks.base import Event, Finding, Metric, absent, failed, lacking, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.s13_posters import look_settled, wrong_language
from evaluator.ontology import CustomerAct, Field, ReplyAct
from evaluator.reading.model import Tri, any_of
from evaluator.text.markers import Marker

OFFICIAL_SITE: Final = "https://www.beiyijia.top/"
H5_HOST: Final = "beiyijia.product.kzdatong.com"
OLD_POSTER: Final = "74115cba-"
_BESIDE: Final = (
    CustomerAct.STATES_POWER,
    CustomerAct.STATES_QUANTITY,
    CustomerAct.STATES_LENGTH,
    CustomerAct.STATES_APPEARANCE,
    CustomerAct.CHOOSES_STYLE,
    CustomerAct.NAMES_MODEL,
)
_LOOKS: Final = frozenset({Field.APPEARANCE, Field.COLOUR})
_TALK_ABOUT_IT: Final = ("interface", "power", "length", "material", "spec", "current", "data_speed", "model")


class M010(Metric):
    """Interface known, look unknown: the look is the only thing to ask."""

    id = "M-010"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            stated = turn.customer(CustomerAct.STATES_INTERFACE)
            if not turn.ordinary or stated is False:
                continue
            beside = turn.customer_hints(*_BESIDE)
            known = facts.history.so_far(_look_known, turn.number - 1)
            settled = look_settled(facts, turn)
            if beside or known or settled:
                continue
            certain = stated and beside is False and known is False and settled is False and not _asks_else(turn)
            yield Event(turn, True if certain else None, why="only the interface is given")

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.says(ReplyAct.ASKS, value=Field.POWER):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        return absent(
            event.turn.says(ReplyAct.CORRECTS_CUSTOMER),
            event.turn.said(ReplyAct.CORRECTS_CUSTOMER),
            "the reply's language is not read: whether it corrects the customer's wording is not known",
            "the customer's wording is corrected",
        )

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.before.posters:
            return not_applicable("the posters were sent before")
        if turn.posters is not None and (wrong := wrong_language(facts, turn)) is not False:
            note = "the posters are not those of the message's language"
            return failed(note, turn.due_quote, "inbound") if wrong else undecided(f"{note}, perhaps")
        if turn.posters is not None:
            return passed("the posters help to settle the look", turn.posters.ids[0])
        if turn.knowledge.poster_search and len(turn.knowledge.posters) < 2:
            return not_applicable("the poster document was not found")
        if turn.calls is None:
            return lacking("no tool log: whether the posters could be found is not known")
        return failed("the posters that would settle the look were not sent", turn.due_quote, "inbound")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        reply = event.turn.reply
        unsure = False
        for act in reply.find(ReplyAct.ASKS):
            if act.value in _LOOKS:
                continue
            if act.sure and act.value not in (Field.OTHER, Field.INTERFACE, Field.PRODUCT):
                return failed(f"asks for {act.value} beside the look", act.quote)
            unsure = True
        if unsure or not reply.understood:
            return undecided("whether the question is about the look alone is not plain")
        asked = next(reply.find(ReplyAct.ASKS), None)
        note = "the look is all that is asked" if asked else "nothing else is asked"
        return passed(note, asked.quote if asked else None)


def _sought_in_vain(turn: TurnFacts) -> bool:
    """Whether a model that the customer names was searched for, and no product came back."""
    searches = [call for call in turn.calls or () if call.name == "search_products"]
    results = [call.result if isinstance(call.result, dict) else {} for call in searches]
    named = turn.customer(CustomerAct.NAMES_MODEL)
    return named is True and bool(searches) and not any(result.get("products") for result in results)


class M011(Metric):
    """The look is settled: no posters, go on with interface and parameters."""

    id = "M-011"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            if turn.ordinary and (evidence := _look_evidence(turn)) is not False:
                yield Event(turn, evidence, why="the customer settles the look")

    def session_edges(self, facts: Facts) -> Iterator[str]:
        for turn in facts.turns[1:]:
            unclear = [image for sender, image in turn.images if sender == "customer"]
            if turn.ordinary and unclear and turn.image_settles_look is False and not turn.customer_image_hit:
                yield "edge_1"
                return

    def check_1(self, facts: Facts, event: Event) -> Finding:
        posters = event.turn.posters
        if posters is not None:
            if _sought_in_vain(event.turn) and event.turn.image_settles_look is not True:
                return undecided("overview posters for a model that was not found: whether it settles the look is open")
            return failed("overview posters although the look is settled", posters.ids[0])
        return passed("no overview posters")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        general = [act for act in turn.reply.find(ReplyAct.ASKS, value=Field.APPEARANCE) if act.sure]
        if general and _sought_in_vain(turn):
            return passed("the model was not found: it has to be shown", general[0].quote)
        sought = any(call.name == "search_products" for call in turn.calls or ())
        if general and sought and turn.says(ReplyAct.NEGATES, ReplyAct.CANNOT_SAY):
            return undecided("the reply denies something: whether the model named was found is not plain")
        if general:
            return failed("the look is asked again in general", general[0].quote)
        fields = [act for act in turn.reply.find(ReplyAct.ASKS) if act.sure and act.value not in (None, Field.OTHER)]
        if fields:
            return passed(f"goes on with {fields[0].value}", fields[0].quote)
        for act in turn.reply.find(ReplyAct.ANSWERS, ReplyAct.GIVES_NUMBER):
            if act.act == ReplyAct.GIVES_NUMBER or act.value in _TALK_ABOUT_IT:
                return passed("stays with the product", act.quote)
        specific = turn.reply.first(ReplyAct.DEFERS_TO, ReplyAct.ANSWERS)
        if specific is not None:
            return passed("answers what was asked about it", specific.quote)
        return undecided("whether the reply goes on with this product is not plain")


class M012(Metric):
    """The full catalogue comes late: after the posters, on a further request."""

    id = "M-012"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            asked = turn.customer_hints(CustomerAct.ASKS_CATALOGUE)
            if turn.ordinary and asked is not False:
                yield Event(turn, asked, why="the catalogue is asked for")

    def conditions(self, facts: Facts, event: Event) -> Mapping[str, Tri]:
        turn = event.turn
        sent: Tri = True if turn.before.complete_set else None if turn.before.posters.uncertain else False
        first = turn.number == 1
        return {
            "first_message_asks": first,
            "posters_sent_before": False if first else sent,
            "posters_not_sent": False if first else (None if sent is None else not sent),
        }

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        turn = event.turn
        if turn.number > 1 and turn.before.complete_set and _catalogue_missing(turn):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.number > 1:
            return not_applicable("not the first message")
        if turn.markers:
            return failed("media or a link in the first turn", turn.markers[0].raw)
        intro, asked = turn.says(ReplyAct.INTRODUCES), turn.says(ReplyAct.ASKS, value=Field.CUSTOMER_TYPE)
        if intro and asked:
            return passed("introduces himself and asks the customer's type")
        if intro is False or (asked is False and turn.says(ReplyAct.ASKS) is False):
            return failed("does not do the two things of the first turn", turn.due_quote, "inbound")
        return undecided("whether the reply introduces and asks the type is not plain")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.number == 1 or not turn.before.posters:
            return not_applicable("the posters were not sent before")
        site = [marker for marker in turn.markers if marker.kind == "LINK" and is_official(marker.url)]
        files = [marker for marker in turn.markers if marker.kind == "DOCUMENT" and marker.well_formed]
        if not site:
            return failed("the web site is not sent", turn.due_quote, "inbound")
        if _catalogue_missing(turn):
            if files:
                return failed("a catalogue file that was not found", files[0].raw)
            return passed("the file was not found; the web site is sent", site[0].raw)
        if not files:
            if turn.calls is None:
                return lacking("no tool log: whether the catalogue file could be found is not known")
            return failed("the catalogue file is not sent", turn.due_quote, "inbound")
        real = turn.knowledge.documents
        if turn.calls is not None and files[0].id not in real:
            return failed("the file's id was not returned by any tool", files[0].raw)
        return passed("the catalogue file and the web site", files[0].raw)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.number == 1 or turn.before.complete_set:
            return not_applicable("not the first request before the posters")
        early = [marker for marker in turn.markers if marker.kind in ("DOCUMENT", "LINK")]
        if early:
            return failed("the catalogue goes out before the posters", early[0].raw)
        if turn.posters is not None and turn.posters.complete:
            return passed("the posters go out, no catalogue", turn.posters.ids[0])
        if turn.knowledge.poster_search and len(turn.knowledge.posters) < 2:
            return passed("the posters were not found; no catalogue")
        if turn.calls is None:
            return lacking("no tool log: whether the posters could be found is not known")
        return failed("the posters are not sent", turn.due_quote, "inbound")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        for link in turn.links:
            if link.host == H5_HOST:
                return failed("an H5 catalogue link", link.url)
        if OLD_POSTER in turn.text:
            return failed("the old poster is sent", OLD_POSTER)
        if turn.calls is None:
            return lacking("no tool log in the record")
        if any(call.name == "get_catalog_url" for call in turn.calls):
            return failed("get_catalog_url was called", "get_catalog_url", "tool")
        return passed("no forbidden source of a catalogue")


def is_official(url: str | None) -> bool:
    """Whether an address is the official site, to the letter but for a missing last slash."""
    return (url or "").rstrip("/") == OFFICIAL_SITE.rstrip("/")


def link_markers(turn: TurnFacts) -> list[Marker]:
    """The LINK markers of the published reply."""
    return [marker for marker in turn.markers if marker.kind == "LINK"]


def _look_evidence(turn: TurnFacts) -> Tri:
    """Whether the customer settles the look in this turn."""
    chosen: Tri = turn.customer_hints(CustomerAct.CHOOSES_STYLE) if turn.before.posters else False
    named = turn.customer_hints(CustomerAct.NAMES_MODEL)
    return any_of((chosen, named, turn.image_settles_look))


def _look_known(facts: Facts, turn: TurnFacts) -> Tri:
    return turn.customer(CustomerAct.STATES_APPEARANCE, CustomerAct.CHOOSES_STYLE) or False


def _asks_else(turn: TurnFacts) -> bool:
    """Something beside the interface is asked: then whether it is "the interface alone" is arguable."""
    allowed = (CustomerAct.ASKS_PRODUCT, CustomerAct.ASKS_CATALOGUE, CustomerAct.ASKS_PICTURE)
    return any(act.act.startswith("asks_") and act.act not in allowed and act.sure for act in turn.customer_acts())


def _catalogue_missing(turn: TurnFacts) -> bool:
    return turn.knowledge.catalogue_searched and not turn.knowledge.catalogue_files
