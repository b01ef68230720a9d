"""Stage 2.3, the media protocol: M-023, M-024, M-025, M-026."""

from collections.abc import Iterator

from evaluator.checks.base import Event, Finding, Metric, failed, lacking, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.languages import follows, variant_follows
from evaluator.checks.s13_look import is_official, link_markers
from evaluator.checks.s13_posters import look_settled, poster_trigger
from evaluator.checks.sources import without_log
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.text.links import find_links

_NO_LOG = "no tool log in the record: ids cannot be traced"


class M023(Metric):
    """The marker protocol, to the letter, with real ids."""

    id = "M-023"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.markers:
                yield Event(turn)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if all(marker.well_formed for marker in event.turn.markers):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        for marker in event.turn.markers:
            if not marker.well_formed:
                return failed(marker.problem, marker.raw)
        return passed("every marker keeps the protocol", event.turn.markers[0].raw)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        media = [marker for marker in turn.markers if marker.kind in ("IMAGE", "DOCUMENT") and marker.id]
        if not media:
            return not_applicable("no picture and no file")
        for marker in media:
            if find_links(marker.id or ""):
                return failed("an address stands in place of an id", marker.raw)
        images, documents = turn.knowledge.images, turn.knowledge.documents
        unknown = [marker for marker in media if marker.id not in images and marker.id not in documents]
        if not unknown:
            return passed("every id was returned by a tool", media[0].raw)
        if _log_incomplete(facts, turn):
            return lacking(_NO_LOG)
        return failed("no tool returned this id", unknown[0].raw)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        videos = [marker for marker in turn.markers if marker.kind == "VIDEO"]
        if not videos:
            return not_applicable("no video")
        for marker in videos:
            if marker.url in turn.knowledge.video_ids:
                return failed("the video's id stands in place of its url", marker.raw)
        unknown = [marker for marker in videos if marker.url not in turn.knowledge.videos]
        if not unknown:
            return passed("the url that get_product_media returned", videos[0].raw)
        if unknown[0].url in turn.knowledge.knowledge_videos:
            return not_applicable("a knowledge video: check_4")
        if _log_incomplete(facts, turn):
            return lacking(_NO_LOG)
        return failed("get_product_media returned no such url", unknown[0].raw)

    def check_4(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        for marker in turn.markers:
            if marker.kind != "KBVIDEO" and (marker.url or marker.id) in turn.knowledge.knowledge_videos:
                return failed("a knowledge video under another marker", marker.raw)
        kept = [marker for marker in turn.markers if marker.kind == "KBVIDEO"]
        if not kept:
            return not_applicable("no knowledge video")
        return passed("KBVIDEO as it came", kept[0].raw)


class M024(Metric):
    """Captions in the customer's language; posters with nothing but the caption changed."""

    id = "M-024"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if any(marker.caption for marker in turn.markers):
                yield Event(turn)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        newest = event.turn.newest
        if newest is not None and newest[1].language is None and event.turn.before.language is None:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        captioned = [marker for marker in turn.markers if marker.caption]
        unsure = ""
        for marker, caption in zip(captioned, turn.reply.captions, strict=False):
            right = follows(caption, turn)
            if right is False or (right and not variant_follows(caption, turn)):
                return failed(f"the caption is {caption.variant or caption.language}", marker.raw)
            if right is None:
                unsure = marker.raw
        if unsure:
            return undecided(f"too short to tell its language: {unsure}")
        return passed("the captions are in the customer's language", captioned[0].raw)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        posters = event.turn.posters
        if posters is None:
            return not_applicable("no posters")
        shown = [marker for marker in event.turn.markers if marker.kind == "IMAGE"]
        if not all(marker.well_formed for marker in shown):
            bad = next(marker for marker in shown if not marker.well_formed)
            return failed("the poster's marker was changed", bad.raw)
        if not posters.from_document:
            return lacking(_NO_LOG)
        order = [event.turn.knowledge.poster_order[number] for number in posters.ids]
        if order != sorted(order):
            return failed("the posters are not in the document's order", shown[0].raw)
        return passed("only the captions differ from the document", shown[0].raw)

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        captioned = [marker for marker in turn.markers if marker.caption]
        unread = False
        for marker, caption in zip(captioned, turn.reply.captions, strict=False):
            for act in caption.find(
                ReplyAct.GIVES_PRICE, ReplyAct.GIVES_DISCOUNT, ReplyAct.CLAIMS_HOT, ReplyAct.CLAIMS_SALES
            ):
                if act.sure:
                    return failed(f"the caption {act.act.replace('_', ' ')}", marker.raw)
            if caption.has(ReplyAct.ANSWERS, value="price") or caption.has(ReplyAct.ANSWERS, value="moq"):
                return failed("the caption speaks of price or MOQ", marker.raw)
            unread = unread or not caption.understood
        return undecided("a caption is in a language that is not read") if unread else passed("nothing added")


class M025(Metric):
    """The web site only as the answer to a further request for the full catalogue."""

    id = "M-025"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if link_markers(turn):
                yield Event(turn)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.customer(CustomerAct.ASKS_PLATFORM) and not event.turn.customer(CustomerAct.ASKS_CATALOGUE):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        for marker in link_markers(event.turn):
            if not is_official(marker.url):
                return failed("not the official site", marker.raw)
        return passed("the official site", link_markers(event.turn)[0].raw)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        raw = link_markers(turn)[0].raw
        if not turn.before.posters:
            return failed("the posters were not sent before: this is no further request", raw)
        asked = turn.customer_hints(CustomerAct.ASKS_CATALOGUE)
        if asked is None:
            return undecided("whether the customer asks for the full catalogue here is not plain")
        if not asked:
            return failed("the full catalogue was not asked for here", raw)
        if turn.before.complete_set is None:
            return undecided("whether a complete set was sent before is not known")
        return passed("a further request for the catalogue", raw)


class M026(Metric):
    """The posters come from knowledge_search, not from a product's media."""

    id = "M-026"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if not turn.published or turn.handover_due:
                continue
            if turn.posters is not None:
                yield Event(turn)
            elif turn.number > 1 and not turn.before.posters and _replaced(facts, turn):
                yield Event(turn, poster_trigger(turn))

    def session_edges(self, facts: Facts) -> Iterator[str]:
        for turn in facts.turns:
            named = turn.customer(CustomerAct.NAMES_MODEL, CustomerAct.CHOOSES_STYLE)
            if turn.ordinary and turn.customer(CustomerAct.ASKS_PICTURE) and named and _product_media(turn):
                yield "edge_1"
                return

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.posters is not None and turn.posters.from_document:
            return passed("the ids come from a poster document", turn.posters.ids[0])
        if turn.calls is None:
            return lacking("no tool log in the record")
        if turn.posters is None and not _product_media(turn):
            searched = turn.knowledge.poster_search is not None
            return passed("looked up, not found") if searched else undecided("no posters went out")
        images = [marker for marker in turn.markers if marker.kind == "IMAGE"]
        return failed("the pictures come from no poster document", images[0].raw)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        media = _product_media(turn)
        if media and turn.posters is None:
            return failed("a product's media stand for the posters", media[0])
        if turn.calls is None:
            return lacking("no tool log in the record")
        return passed("get_product_media was not used")


def _product_media(turn: TurnFacts) -> list[str]:
    return [m.raw for m in turn.markers if m.kind == "IMAGE" and m.id in turn.knowledge.product_images]


def _replaced(facts: Facts, turn: TurnFacts) -> bool:
    """Posters were due, and a product's pictures (or invented ones) went out in their place, or a look-up failed."""
    if poster_trigger(turn) is False or look_settled(facts, turn) is not False:
        return False
    return len(_product_media(turn)) >= 2


def _log_incomplete(facts: Facts, turn: TurnFacts) -> bool:
    return facts.history.first(without_log) <= turn.number
