"""What the defects are made of: posters put in, taken out or changed, texts that only a defect says."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from scenarios.languages import VIETNAMESE
from scenarios.world import CATALOGUE_TITLE, POSTER_TITLES
from simulator.agents.draft import Call, Draft, Line, Marker, Part
from simulator.agents.reference.inquiry import CAPTIONS, Situation, poster_markers

SITE: Final = Marker("LINK", "https://www.beiyijia.top/", "link_caption")
_SEARCH: Final = "knowledge_search"
_DOCUMENT = re.compile(r"\[DOCUMENT:([^|\]]+)\|([^|\]]+)\|")


def said(part: Part, key: str, asks: str | None = None, **slots: str) -> Line:
    """A line that only a defect says."""
    return Line(part, key, slots, asks, "defects")


def asking(draft: Draft, line: Line, situation: Situation) -> Draft:
    """The draft with another question in the place of its own; what is asked is listed where the platform wants it."""
    changed = draft.asking(line)
    return replace(changed, asked=(line.asks,) if line.asks and line.asks == situation.pending else ())


def answered_by(draft: Draft, *lines: Line) -> Draft:
    """The draft with these lines in the place of its answers and notes."""
    rest = draft.without("answer", "note", "list")
    return replace(rest, lines=(*lines, *rest.lines), asked=draft.asked)


def is_poster(marker: Marker) -> bool:
    """Whether a marker is one of the posters."""
    return marker.kind == "IMAGE" and marker.caption in CAPTIONS


def sends_posters(draft: Draft) -> bool:
    """Whether the draft sends posters."""
    return any(is_poster(marker) for marker in draft.markers)


def is_poster_call(call: Call) -> bool:
    """Whether a call looks one of the poster documents up."""
    return call.name == _SEARCH and call.arguments.get("query") in POSTER_TITLES.values()


def without_posters(draft: Draft) -> Draft:
    """The draft less posters, invitation and look-up."""
    kept = draft.without("invite")
    return replace(
        kept,
        calls=tuple(call for call in kept.calls if not is_poster_call(call)),
        markers=tuple(marker for marker in kept.markers if not is_poster(marker)),
        asked=draft.asked,
    )


def with_posters(draft: Draft, situation: Situation, language: str, *lines: Line, count: int = 2) -> Draft:
    """The draft with the posters of a language, looked up, after these lines."""
    markers = poster_markers(situation.reading.poster_sets[language])[:count]
    call = Call(_SEARCH, {"query": POSTER_TITLES[language]})
    question = draft.having("question")
    body = tuple(line for line in draft.lines if line.part != "question")
    return replace(
        draft, calls=(*draft.calls, call), lines=(*body, *lines, *question), markers=(*draft.markers, *markers)
    )


def in_language(draft: Draft, situation: Situation, language: str) -> Draft:
    """The draft with the posters of another language in the place of its own, look-up included."""
    if not sends_posters(draft):
        return draft
    query = {"query": POSTER_TITLES[language]}
    calls = tuple(Call(_SEARCH, query) if is_poster_call(call) else call for call in draft.calls)
    ids = situation.reading.poster_sets[language]
    others = tuple(marker for marker in draft.markers if not is_poster(marker))
    return replace(draft, calls=calls, markers=(*others, *poster_markers(ids)))


def language_of_posters(situation: Situation) -> str:
    """The language that posters sent now would have: that of the trigger, else of the newest message."""
    reading = situation.reading
    meant = reading.trigger or (reading.meanings[-1][-1] if reading.meanings[-1] else None)
    return "vi" if meant is not None and meant.language in VIETNAMESE else "en"


def set_sent(situation: Situation) -> str:
    """The language of the posters that were sent before."""
    sets = situation.reading.poster_sets
    return next(
        (language for language, ids in sets.items() if any(ids[0] in reply for reply in situation.reading.replies)),
        "en",
    )


def other_set(language: str) -> str:
    """The other of the two languages of the posters."""
    return "en" if language == "vi" else "vi"


def some_product(situation: Situation) -> tuple[str, str]:
    """The id and name of a product that nobody spoke of."""
    found = situation.reading.tools.unlogged().run("search_products", {"keyword": "PD cable"})["products"]
    chosen = next(entry for entry in found if entry["name"] != situation.reading.model)
    return str(chosen["productId"]), str(chosen["name"])


def pictures_of_some_product(draft: Draft, situation: Situation) -> Draft:
    """The draft with the picture of a product that nobody spoke of."""
    identifier, name = some_product(situation)
    items = situation.reading.tools.unlogged().run("get_product_media", {"productId": identifier})["items"]
    image = next(item["id"] for item in items if item["type"] == "IMAGE")
    call = Call("get_product_media", {"productId": identifier})
    marker = Marker("IMAGE", image, "picture_caption", {"model": name})
    return replace(draft, calls=(*draft.calls, call), markers=(*draft.markers, marker))


def catalogue_document(situation: Situation) -> Marker | None:
    """The catalogue's PDF as the knowledge base has it."""
    found = situation.reading.tools.unlogged().run(_SEARCH, {"query": CATALOGUE_TITLE})["documents"]
    for entry in found:
        match = _DOCUMENT.match(entry["content"])
        if match:
            return Marker("DOCUMENT", match[1], "document_caption", file_name=match[2])
    return None


def with_catalogue(draft: Draft, situation: Situation, *, site: bool = True) -> Draft:
    """The draft with the catalogue: looked up, its PDF, and the site where it is wanted."""
    document = catalogue_document(situation)
    markers = [*([document] if document else []), *([SITE] if site or document is None else [])]
    call = Call(_SEARCH, {"query": CATALOGUE_TITLE})
    question = draft.having("question")
    body = tuple(line for line in draft.lines if line.part != "question")
    line = Line("answer", "sends_catalogue" if document else "sends_site_only")
    return replace(
        draft,
        calls=(*draft.calls, *(() if call in draft.calls else (call,))),
        lines=(*body, line, *question),
        markers=(*draft.markers, *markers),
    )


def ordinary(situation: Situation) -> bool:
    """Whether the turn is neither the fixed first one nor the handover's."""
    return not situation.first and not situation.handover_due
