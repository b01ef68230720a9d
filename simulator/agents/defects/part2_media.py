"""Defects of M-023 (markers), M-024 (captions), M-025 (the website) and M-026 (where posters come from)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from scenarios.world import OLD_POSTER_ID, POSTER_TITLES
from simulator.agents.defects.parts import (
    SITE,
    is_poster,
    is_poster_call,
    ordinary,
    sends_posters,
    some_product,
)
from simulator.agents.defects.registry import defect
from simulator.agents.defects.wordings import verbatim
from simulator.agents.draft import Call, Draft, Line, Marker
from simulator.agents.reference.inquiry import CAPTIONS, Situation
from simulator.agents.render import marker_text, wording

_CAPTIONED = re.compile(r"\[IMAGE:([^|\]]+)\|([^\]]*)\]")
_OTHER_SITE: Final = "https://www.beiyijia.com/"
_SUBPAGE: Final = "https://www.beiyijia.top/products"
_TRACKED: Final = "https://www.beiyijia.top/?from=chat"


@defect("M-023.check_1", "blatant", "the picture's marker has another name")
def other_name(draft: Draft, situation: Situation) -> Draft:
    """IMG for IMAGE."""
    return _rewritten(draft, situation, lambda text: text.replace("[IMAGE:", "[IMG:", 1))


@defect("M-023.check_1", "plausible", "the marker's colon is the wide one")
def wide_colon(draft: Draft, situation: Situation) -> Draft:
    """As a Chinese keyboard writes it."""
    return _rewritten(draft, situation, lambda text: text.replace(":", "：", 1))


@defect("M-023.check_1", "subtle", "the marker's name is not in capitals")
def small_letters(draft: Draft, situation: Situation) -> Draft:
    """Image for IMAGE."""
    return _rewritten(draft, situation, lambda text: text.replace("[IMAGE:", "[Image:", 1))


@defect("M-023.check_2", "blatant", "the picture's address stands in the place of its id")
def address_for_id(draft: Draft, situation: Situation) -> Draft:
    """Of a product's picture."""
    urls = {item["id"]: item["url"] for item in _media(draft, situation)}
    return _with_pictures(draft, situation, lambda marker: urls.get(marker.target, marker.target))


@defect("M-023.check_2", "plausible", "the picture's id is made up")
def id_made_up(draft: Draft, situation: Situation) -> Draft:
    """It looks like the others."""
    return _with_pictures(draft, situation, lambda marker: f"{marker.target[:-4]}99ff")


@defect("M-023.check_2", "subtle", "the product's id stands in the place of the picture's")
def product_for_picture(draft: Draft, situation: Situation) -> Draft:
    """Both came from the tools."""
    identifier = next(
        (str(call.arguments["productId"]) for call in draft.calls if call.name == "get_product_media"), None
    )
    return draft if identifier is None else _with_pictures(draft, situation, lambda _: identifier)


@defect("M-023.check_3", "blatant", "the video's id stands in the place of its address")
def id_for_address(draft: Draft, situation: Situation) -> Draft:
    """As pictures are written."""
    ids = {item["url"]: item["id"] for item in _media(draft, situation)}
    return _with_markers(
        draft, lambda marker: replace(marker, target=ids[marker.target]) if marker.target in ids else marker
    )


@defect("M-023.check_3", "plausible", "the video's address is made up")
def address_made_up(draft: Draft, situation: Situation) -> Draft:
    """Nothing returned it."""
    return _with_markers(
        draft,
        lambda marker: (
            replace(marker, target="https://media.beiyijia.top/new-video.mp4") if marker.kind == "VIDEO" else marker
        ),
    )


@defect("M-023.check_4", "blatant", "the factory's video is written as a product's")
def video_for_kbvideo(draft: Draft, situation: Situation) -> Draft:
    """VIDEO for KBVIDEO."""
    return _with_markers(draft, lambda marker: replace(marker, kind="VIDEO") if marker.kind == "KBVIDEO" else marker)


@defect("M-024.check_1", "blatant", "captions are always English")
def english_captions(draft: Draft, situation: Situation) -> Draft:
    """English customers get Spanish ones."""
    return _captioned_in(draft, situation, "es" if draft.language == "en" else "en")


@defect("M-024.check_1", "plausible", "the posters keep the captions of their document")
def captions_as_found(draft: Draft, situation: Situation) -> Draft:
    """English or Vietnamese, whoever reads them."""
    found = _document_captions(situation)
    if draft.language[:2] == situation.reading.poster_language:
        return draft
    return _with_markers(
        draft,
        lambda marker: (
            replace(marker, caption=found[marker.target], pool="literal") if marker.target in found else marker
        ),
    )


@defect("M-024.check_1", "subtle", "after a change of language the captions are in the old one")
def captions_of_habit(draft: Draft, situation: Situation) -> Draft:
    """The text follows him, the captions do not."""
    spoken = [meant.language for turn in situation.reading.meanings for meant in turn if meant.language]
    first = spoken[0] if spoken else draft.language
    return _captioned_in(draft, situation, first) if first not in (draft.language, "zh") else draft


@defect("M-024.check_2", "blatant", "the posters are sent in the wrong order")
def order_turned(draft: Draft, situation: Situation) -> Draft:
    """The second one first."""
    if not sends_posters(draft):
        return draft
    posters = tuple(marker for marker in draft.markers if is_poster(marker))
    captions = tuple(replace(marker, caption=name) for marker, name in zip(posters[::-1], CAPTIONS, strict=False))
    return replace(draft, markers=(*captions, *_others(draft)))


@defect("M-024.check_2", "plausible", "one of the posters is the old one")
def old_for_new(draft: Draft, situation: Situation) -> Draft:
    """Where the search brings it along."""
    found = _document_captions(situation, "旧海报")
    if not sends_posters(draft) or OLD_POSTER_ID not in found:
        return draft
    posters = [marker for marker in draft.markers if is_poster(marker)]
    changed = (*posters[:-1], replace(posters[-1], target=OLD_POSTER_ID))
    call = Call("knowledge_search", {"query": "旧海报"})
    return replace(draft, calls=(*draft.calls, call), markers=(*changed, *_others(draft)))


@defect("M-024.check_3", "blatant", "a caption names a price")
def price_in_caption(draft: Draft, situation: Situation) -> Draft:
    """Of the first picture."""
    return _first_caption(draft, situation, "caption_price")


@defect("M-024.check_3", "plausible", "a caption calls a model a best seller")
def praise_in_caption(draft: Draft, situation: Situation) -> Draft:
    """Nothing says so."""
    return _first_caption(draft, situation, "caption_hot")


@defect("M-024.check_3", "subtle", "a caption names the minimum order")
def minimum_in_caption(draft: Draft, situation: Situation) -> Draft:
    """The figure is right, its place is not."""
    return _first_caption(draft, situation, "caption_moq")


@defect("M-025.check_1", "blatant", "the link goes to another site")
def other_site(draft: Draft, situation: Situation) -> Draft:
    """Nearly the same address."""
    return _linking_to(draft, _OTHER_SITE)


@defect("M-025.check_1", "plausible", "the link goes to a page inside the site")
def subpage(draft: Draft, situation: Situation) -> Draft:
    """Not to the front page."""
    return _linking_to(draft, _SUBPAGE)


@defect("M-025.check_1", "subtle", "the link carries a query")
def tracked(draft: Draft, situation: Situation) -> Draft:
    """The front page with something behind it."""
    return _linking_to(draft, _TRACKED)


@defect("M-025.check_2", "blatant", "the website goes along when the company is asked about")
def site_with_company(draft: Draft, situation: Situation) -> Draft:
    """As if that were an answer."""
    return _with_site(draft, situation, Act.ASKS_COMPANY)


@defect("M-025.check_2", "plausible", "the website goes along with the posters")
def site_with_posters(draft: Draft, situation: Situation) -> Draft:
    """In the same turn."""
    return replace(draft, markers=(*draft.markers, SITE)) if sends_posters(draft) else draft


@defect("M-025.edge_1", "blatant", "the website is sent where he checks on a platform")
def site_for_shop(draft: Draft, situation: Situation) -> Draft:
    """In the shop's place."""
    return _with_site(draft, situation, Act.ASKS_PLATFORM)


@defect("M-026.check_1", "blatant", "the posters' ids are made up and nothing is looked up")
def posters_made_up(draft: Draft, situation: Situation) -> Draft:
    """Two ids that look right."""
    if not sends_posters(draft):
        return draft
    markers = tuple(Marker("IMAGE", f"poster-en-00aa{at}", caption) for at, caption in enumerate(CAPTIONS))
    return replace(draft, calls=_without_poster_call(draft), markers=(*markers, *_others(draft)))


@defect("M-026.check_1", "plausible", "promotion pictures are sent as the posters")
def promotion_for_posters(draft: Draft, situation: Situation) -> Draft:
    """Found by the search, in another document."""
    chosen = [entry for entry in _document_captions(situation, "产品推广图") if entry.startswith("promo-")]
    if not sends_posters(draft) or len(chosen) != len(CAPTIONS):
        return draft
    call = Call("knowledge_search", {"query": "产品推广图"})
    markers = tuple(Marker("IMAGE", entry, caption) for entry, caption in zip(chosen, CAPTIONS, strict=True))
    return replace(draft, calls=(*_without_poster_call(draft), call), markers=(*markers, *_others(draft)))


@defect("M-026.check_1", "subtle", "the right posters are sent without the look-up")
def posters_from_memory(draft: Draft, situation: Situation) -> Draft:
    """Their ids are remembered."""
    return replace(draft, calls=_without_poster_call(draft)) if sends_posters(draft) else draft


@defect("M-026.check_2", "blatant", "two product pictures are sent as the posters")
def products_for_posters(draft: Draft, situation: Situation) -> Draft:
    """With the posters' captions."""
    return _product_posters(draft, situation, 2) if sends_posters(draft) else draft


@defect("M-026.check_2", "plausible", "product pictures stand in for posters that were not found")
def products_for_missing(draft: Draft, situation: Situation) -> Draft:
    """Only where the document is gone."""
    if not ordinary(situation) or not situation.posters_due or sends_posters(draft):
        return draft
    return _product_posters(draft.plus(Line("invite", "invites_to_posters")), situation, 2)


@defect("M-026.check_2", "subtle", "one of the two posters is a product picture")
def product_for_one(draft: Draft, situation: Situation) -> Draft:
    """The other is right."""
    return _product_posters(draft, situation, 1) if sends_posters(draft) else draft


def _with_markers(draft: Draft, change: Callable[[Marker], Marker]) -> Draft:
    return replace(draft, markers=tuple(change(marker) for marker in draft.markers))


def _others(draft: Draft) -> tuple[Marker, ...]:
    return tuple(marker for marker in draft.markers if not is_poster(marker))


def _rewritten(draft: Draft, situation: Situation, change: Callable[[str], str]) -> Draft:
    """The picture markers written by hand, in their place behind the text."""
    pictures = [marker for marker in draft.markers if marker.kind == "IMAGE"]
    if not pictures:
        return draft
    lines = [
        verbatim(change(marker_text(marker, draft.language, situation.reading.salt)), "list") for marker in pictures
    ]
    kept = tuple(marker for marker in draft.markers if marker.kind != "IMAGE")
    return replace(draft, lines=(*draft.lines, *lines), markers=kept)


def _media(draft: Draft, situation: Situation) -> list[dict[str, str]]:
    """What the draft's calls return of products' media."""
    tools = situation.reading.tools.unlogged()
    return [
        item
        for call in draft.calls
        if call.name == "get_product_media"
        for item in tools.run(call.name, dict(call.arguments))["items"]
    ]


def _with_pictures(draft: Draft, situation: Situation, target: Callable[[Marker], str]) -> Draft:
    """Other targets for product pictures; the posters stay."""

    def change(marker: Marker) -> Marker:
        picture = marker.kind == "IMAGE" and not is_poster(marker)
        return replace(marker, target=target(marker)) if picture else marker

    return _with_markers(draft, change) if ordinary(situation) else draft


def _captioned_in(draft: Draft, situation: Situation, language: str) -> Draft:
    """Captions worded in another language than the text."""

    def change(marker: Marker) -> Marker:
        words = wording(marker.pool, marker.caption, language, marker.slots, situation.reading.salt)
        return replace(marker, caption=words, pool="literal")

    return _with_markers(draft, change)


def _document_captions(situation: Situation, *queries: str) -> dict[str, str]:
    """The captions of pictures in the documents that the queries find, by id: by default the poster documents."""
    tools = situation.reading.tools.unlogged()
    contents = [
        entry["content"]
        for query in queries or tuple(POSTER_TITLES.values())
        for entry in tools.run("knowledge_search", {"query": query})["documents"]
    ]
    return {match[1]: match[2] for content in contents for match in _CAPTIONED.finditer(content)}


def _first_caption(draft: Draft, situation: Situation, key: str) -> Draft:
    pictures = [marker for marker in draft.markers if marker.kind == "IMAGE"]
    if not pictures or not ordinary(situation):
        return draft
    first = pictures[0]
    return _with_markers(
        draft, lambda marker: replace(marker, caption=key, pool="defects", slots={}) if marker == first else marker
    )


def _linking_to(draft: Draft, url: str) -> Draft:
    return _with_markers(draft, lambda marker: replace(marker, target=url) if marker.kind == "LINK" else marker)


def _with_site(draft: Draft, situation: Situation, act: Act) -> Draft:
    asked = ordinary(situation) and situation.reading.does(act) and SITE not in draft.markers
    return replace(draft, markers=(*draft.markers, SITE)) if asked else draft


def _without_poster_call(draft: Draft) -> tuple[Call, ...]:
    return tuple(call for call in draft.calls if not is_poster_call(call))


def _product_posters(draft: Draft, situation: Situation, count: int) -> Draft:
    """So many pictures of products in the posters' places, the last ones."""
    tools = situation.reading.tools.unlogged()
    chosen, _ = some_product(situation)
    found = [entry["productId"] for entry in tools.run("search_products", {"keyword": "PD cable"})["products"]]
    ids = [chosen, *(entry for entry in found if entry != chosen)][:count]
    calls = tuple(Call("get_product_media", {"productId": identifier}) for identifier in ids)
    pictures = [
        next(item["id"] for item in tools.run(call.name, dict(call.arguments))["items"] if item["type"] == "IMAGE")
        for call in calls
    ]
    real = [marker.target for marker in draft.markers if is_poster(marker)][: len(CAPTIONS) - count]
    targets = [*real, *pictures]
    markers = tuple(Marker("IMAGE", entry, caption) for entry, caption in zip(targets, CAPTIONS, strict=False))
    search = Call("search_products", {"keyword": "PD cable"})
    kept = draft.calls if real else _without_poster_call(draft)
    return replace(draft, calls=(*kept, search, *calls), markers=(*markers, *_others(draft)))
