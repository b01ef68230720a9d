"""Defects of M-038 (certificates and market access) and M-039 (platforms, links, footage)."""

from __future__ import annotations

from dataclasses import replace

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part4_parts import beside, line_of, resaid
from simulator.agents.defects.parts import SITE, said
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line, Marker
from simulator.agents.reference.inquiry import Situation

_CERTIFICATES = ("answers_certification", "defers_certification")
_NO_STORE = "answers_no_platform"
# A product that has a video of its own.
_FILMED = "p-3001"


@defect("M-038.check_1", "blatant", "the company's certificates open the market")
def levels_mixed(draft: Draft, situation: Situation) -> Draft:
    """Company, product and market are one."""
    line = line_of(draft, "answers_certification")
    if line is None:
        return draft
    mixed = said("answer", "levels_mixed", certificates=line.slots["certificates"])
    return resaid(draft, _CERTIFICATES, mixed)


@defect("M-038.check_2", "blatant", "the company's certificates are laid on the model")
def model_certified(draft: Draft, situation: Situation) -> Draft:
    """Which has none on file."""
    line, model = line_of(draft, "answers_certification"), situation.reading.model
    if line is None or model is None:
        return draft
    told = said("answer", "model_certified", model=model, certificates=line.slots["certificates"])
    return resaid(draft, _CERTIFICATES, told)


@defect("M-038.check_3", "blatant", "clearance is guaranteed")
def guaranteed(draft: Draft, situation: Situation) -> Draft:
    """Beside the right answer."""
    return _on_access(draft, situation, said("answer", "sure_clearance"))


@defect("M-038.check_3", "subtle", "there is no barrier, he hears")
def no_barrier(draft: Draft, situation: Situation) -> Draft:
    """Nothing is guaranteed in so many words."""
    return _on_access(draft, situation, said("answer", "never_trouble"))


@defect("M-038.edge_1", "blatant", "the model's certificate is affirmed and left to nobody")
def affirmed(draft: Draft, situation: Situation) -> Draft:
    """The very case of the clause."""
    asked = situation.reading.does(Act.ASKS_CERTIFICATION)
    return model_certified(draft, situation) if asked else draft


@defect("M-039.check_1", "blatant", "an Alibaba shop is claimed")
def shop_claimed(draft: Draft, situation: Situation) -> Draft:
    """There is none."""
    return resaid(draft, (_NO_STORE,), said("answer", "claims_store"))


@defect("M-039.check_1", "plausible", "he may search for the shop")
def shop_to_search(draft: Draft, situation: Situation) -> Draft:
    """And will find it first."""
    return resaid(draft, (_NO_STORE,), said("answer", "search_store"))


@defect("M-039.check_1", "subtle", "a screenshot of the shop is promised")
def screenshot_promised(draft: Draft, situation: Situation) -> Draft:
    """Behind the answer that there is no shop on Alibaba."""
    return beside(draft, _NO_STORE, said("answer", "promises_screenshot"))


@defect("M-039.check_2", "blatant", "the official site is sent as a link")
def site_sent(draft: Draft, situation: Situation) -> Draft:
    """To verify the company."""
    if line_of(draft, _NO_STORE) is None or any(marker.kind == "LINK" for marker in draft.markers):
        return draft
    return replace(draft, markers=(*draft.markers, SITE))


@defect("M-039.check_2", "plausible", "the official site is named in the text")
def site_named(draft: Draft, situation: Situation) -> Draft:
    """As a bare address."""
    return beside(draft, _NO_STORE, said("answer", "see_site", site="www.beiyijia.top"))


@defect("M-039.check_3", "blatant", "a workshop video is made up")
def video_made_up(draft: Draft, situation: Situation) -> Draft:
    """Its id was never returned."""
    if not _video_missing(draft, situation):
        return draft
    changed = resaid(draft, ("no_video",), Line("answer", "sends_factory_video"))
    marker = Marker("KBVIDEO", "kbv-factory-0001", "factory_video_caption")
    return replace(changed, markers=(*changed.markers, marker))


@defect("M-039.check_3", "plausible", "a product's video goes out as the workshop's")
def product_video(draft: Draft, situation: Situation) -> Draft:
    """A real one, of something else."""
    if not _video_missing(draft, situation):
        return draft
    call = Call("get_product_media", {"productId": _FILMED})
    items = situation.reading.tools.unlogged().run(call.name, call.arguments)["items"]
    video = next(item["url"] for item in items if item["type"] == "VIDEO")
    changed = resaid(draft, ("no_video",), Line("answer", "sends_factory_video"))
    marker = Marker("VIDEO", video, "factory_video_caption")
    return replace(changed, calls=(*changed.calls, call), markers=(*changed.markers, marker))


@defect("M-039.edge_1", "blatant", "asked for it, the shop is claimed")
def edge_shop(draft: Draft, situation: Situation) -> Draft:
    """The very case of the clause."""
    return shop_claimed(draft, situation)


def _on_access(draft: Draft, situation: Situation, line: Line) -> Draft:
    answer = line_of(draft, *_CERTIFICATES)
    if answer is None or not situation.reading.does(Act.ASKS_MARKET_ACCESS):
        return draft
    return beside(draft, answer.key, line)


def _video_missing(draft: Draft, situation: Situation) -> bool:
    return situation.reading.does(Act.ASKS_VIDEO) and line_of(draft, "no_video") is not None
