"""Defects of M-020 (product facts), M-021 (policies) and M-022 (addresses): where things come from and go to."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from evaluator.ontology import CustomerAct as Act
from scenarios.world import EMPTY_CELL
from simulator.agents.defects.parts import answered_by, is_poster_call, ordinary, said
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line, Marker
from simulator.agents.reference.inquiry import Situation

SITE_ADDRESS: Final = "https://www.beiyijia.top/"
COLUMNS: Final = {
    "power": "Power",
    "length": "Length",
    "material": "Jacket",
    "colour": "Colour",
    "diameter": "Outer diameter",
    "weight": "Weight",
}
_SEARCH, _DETAIL, _KNOWLEDGE = "search_products", "get_product_detail", "knowledge_search"
_FACTS: Final = ("gives_parameter", "lists_parameter")
_IMAGE = re.compile(r"\[IMAGE:([^|\]]+)\|")
_KBVIDEO = re.compile(r"\[KBVIDEO:([^|\]]+)\|")
_POLICIES: Final = (
    Act.ASKS_MOQ,
    Act.ASKS_SAMPLE,
    Act.ASKS_PAYMENT,
    Act.ASKS_DELIVERY,
    Act.ASKS_SHIPPING,
    Act.ASKS_CERTIFICATION,
    Act.ASKS_CUSTOMIZATION,
    Act.ASKS_LOGO,
    Act.ASKS_COMPANY,
    Act.ASKS_AFTER_SALES,
)


@defect("M-020.check_1", "blatant", "values are told without any look-up")
def from_memory(draft: Draft, situation: Situation) -> Draft:
    """The same words, also where the version is asked first, and no product tool was called for them."""
    if not ordinary(situation) or not situation.reading.does(Act.ASKS_PARAMETER):
        return draft
    tools = (_SEARCH, _DETAIL) if draft.markers else (_SEARCH, _DETAIL, "get_product_media")
    return replace(draft, calls=tuple(call for call in draft.calls if call.name not in tools))


@defect("M-020.check_1", "plausible", "a category is searched that the catalogue context does not have")
def category_made_up(draft: Draft, situation: Situation) -> Draft:
    """Beside the search that is right."""
    return _searching_too(draft, situation, category="Phone cables")


@defect("M-020.check_1", "subtle", "a tag is searched that is nearly one of the catalogue context's")
def tag_made_up(draft: Draft, situation: Situation) -> Draft:
    """Beside the search that is right."""
    return _searching_too(draft, situation, tags=["braided nylon"])


@defect(
    "M-020.check_2", "blatant", "a product that nobody confirmed is taken for the customer's, and no question asked"
)
def unconfirmed(draft: Draft, situation: Situation) -> Draft:
    """He gave an interface; the power of the first cable found is told him as his."""
    return first_candidate(draft, situation).without("question") if _by_interface(situation) else draft


@defect("M-020.check_2", "plausible", "the first candidate is taken for the customer's product")
def first_candidate(draft: Draft, situation: Situation) -> Draft:
    """Its power is told before the look is asked."""
    interface = situation.reading.value(Act.STATES_INTERFACE)
    found = situation.reading.tools.unlogged().run(_SEARCH, {"keyword": str(interface)})["products"]
    if not _by_interface(situation) or not found:
        return draft
    call = Call(_DETAIL, {"productId": found[0]["productId"]})
    row = situation.reading.tools.unlogged().run(_DETAIL, dict(call.arguments))["specifications"][0]
    line = _fact(draft, found[0]["name"], "power", row["Power"])
    return replace(_answering_more(draft, line), calls=(*draft.calls, call))


@defect("M-020.check_2", "subtle", "the values are those of a product whose name is nearly the same")
def near_name(draft: Draft, situation: Situation) -> Draft:
    """The search finds both; the other one's details are read and told."""
    model = situation.reading.model
    asked = _asked_parameter(situation)
    if model is None or asked is None or not ordinary(situation) or not _states_facts(draft):
        return draft
    found = situation.reading.tools.unlogged().run(_SEARCH, {"keyword": model})["products"]
    other = next((entry for entry in found if entry["name"].casefold() != model.casefold()), None)
    if other is None:
        return draft
    call = Call(_DETAIL, {"productId": other["productId"]})
    row = situation.reading.tools.unlogged().run(_DETAIL, dict(call.arguments))["specifications"][0]
    value = row.get(COLUMNS[asked], EMPTY_CELL)
    changed = draft.mapped(lambda line: _with_value(line, value) if line.key == "gives_parameter" else line)
    return replace(changed, calls=tuple(call if entry.name == _DETAIL else entry for entry in draft.calls))


@defect("M-020.check_3", "blatant", "another product's value is told for a model that does not exist")
def value_of_another(draft: Draft, situation: Situation) -> Draft:
    """As if it were the model's own."""
    asked = _asked_parameter(situation)
    if not _not_found(situation) or asked is None:
        return draft
    other, row = _similar(situation)
    line = _fact(draft, str(situation.reading.model), asked, row[COLUMNS[asked]])
    looked_up = Call(_DETAIL, {"productId": other["productId"]})
    return replace(answered_by(draft, line).without("question"), calls=(*draft.calls, looked_up))


@defect("M-020.check_3", "plausible", "a similar product is passed off as the one he named")
def passed_off(draft: Draft, situation: Situation) -> Draft:
    """They are said to be the same cable."""
    if not _not_found(situation):
        return draft
    other, _ = _similar(situation)
    line = said("answer", "substitutes_similar", model=str(situation.reading.model), other=other["name"])
    call = Call(_SEARCH, {"keyword": other["name"]})
    return replace(answered_by(draft, line).without("question"), calls=(*draft.calls, call))


@defect("M-020.check_3", "subtle", "the model is said not to exist, and no clue is asked for")
def no_clue_asked(draft: Draft, situation: Situation) -> Draft:
    """There the talk ends."""
    if not _not_found(situation):
        return draft
    line = said("answer", "not_found_stop", model=str(situation.reading.model))
    return answered_by(draft, line).without("question")


@defect("M-021.check_1", "blatant", "policies are told without any look-up")
def policy_from_memory(draft: Draft, situation: Situation) -> Draft:
    """What is said happens to be right."""
    return replace(draft, calls=_without_policy_calls(draft)) if _on_policy(situation) else draft


@defect("M-021.check_1", "plausible", "policies are looked for among the products")
def policy_among_products(draft: Draft, situation: Situation) -> Draft:
    """search_products stands in the place of knowledge_search."""
    if not _on_policy(situation):
        return draft
    kept = _without_policy_calls(draft)
    searches = tuple(
        Call(_SEARCH, {"keyword": str(call.arguments["query"])}) for call in draft.calls if _is_policy_call(call)
    )
    return replace(draft, calls=(*kept, *searches))


@defect("M-021.check_1", "subtle", "another policy is looked up than the one told")
def other_policy(draft: Draft, situation: Situation) -> Draft:
    """The company's introduction for everything, and the packaging for the company."""
    if not _on_policy(situation):
        return draft
    query = "包装说明" if situation.reading.does(Act.ASKS_COMPANY) else "公司介绍"
    return replace(draft, calls=(*_without_policy_calls(draft), Call(_KNOWLEDGE, {"query": query})))


@defect("M-021.check_2", "blatant", "the factory video goes along with every policy")
def video_along(draft: Draft, situation: Situation) -> Draft:
    """Though nobody wanted to see anything."""
    if not _on_policy(situation) or situation.reading.does(Act.ASKS_VIDEO):
        return draft
    call = Call(_KNOWLEDGE, {"query": "工厂视频"})
    found = _documents(situation, call)
    video = next((match[1] for content in found if (match := _KBVIDEO.match(content))), None)
    if video is None:
        return draft
    marker = Marker("KBVIDEO", video, "factory_video_caption")
    return replace(draft, calls=(*draft.calls, call), markers=(*draft.markers, marker))


@defect("M-021.check_2", "plausible", "the promotion pictures go along with a policy")
def promotion_along(draft: Draft, situation: Situation) -> Draft:
    """All that the document holds."""
    call = Call(_KNOWLEDGE, {"query": "产品推广图"})
    pictures = [entry for content in _documents(situation, call) for entry in _IMAGE.findall(content)]
    chosen = [entry for entry in pictures if entry.startswith("promo-")]
    if not _on_policy(situation) or not chosen:
        return draft
    markers = tuple(Marker("IMAGE", entry, "some_pictures", pool="defects") for entry in chosen)
    return replace(draft, calls=(*draft.calls, call), markers=(*draft.markers, *markers))


@defect("M-022.check_1", "blatant", "get_catalog_url is called when the catalogue is asked for")
def catalogue_tool(draft: Draft, situation: Situation) -> Draft:
    """Its link is not sent."""
    return _calling_catalogue_tool(draft, situation, Act.ASKS_CATALOGUE)


@defect("M-022.check_1", "plausible", "get_catalog_url is called when the company or a shop is asked for")
def catalogue_tool_for_company(draft: Draft, situation: Situation) -> Draft:
    """To have something to show; it is not sent."""
    return _calling_catalogue_tool(draft, situation, Act.ASKS_COMPANY, Act.ASKS_PLATFORM)


@defect("M-022.check_2", "blatant", "the back-office catalogue goes out as the link")
def back_office_for_site(draft: Draft, situation: Situation) -> Draft:
    """In the place of the website."""
    url = situation.reading.tools.world.catalogue_url
    markers = tuple(replace(entry, target=url) if entry.kind == "LINK" else entry for entry in draft.markers)
    return replace(draft, markers=markers) if ordinary(situation) else draft


@defect("M-022.check_2", "plausible", "the back-office catalogue's address stands in the text where there is no PDF")
def back_office_in_text(draft: Draft, situation: Situation) -> Draft:
    """Beside the website's marker."""
    if not any(line.key == "sends_site_only" for line in draft.lines):
        return draft
    return _answering_more(draft, said("answer", "detail_page", url=situation.reading.tools.world.catalogue_url))


@defect("M-022.check_3", "blatant", "the website's address stands in the text")
def bare_site(draft: Draft, situation: Situation) -> Draft:
    """When he asks about the company or a shop."""
    return _with_bare(draft, situation, SITE_ADDRESS)


@defect("M-022.check_3", "plausible", "the website's address stands in the text without its scheme")
def bare_www(draft: Draft, situation: Situation) -> Draft:
    """It begins with www."""
    return _with_bare(draft, situation, "www.beiyijia.top")


@defect("M-022.check_3", "subtle", "the bare domain stands in the text")
def bare_domain(draft: Draft, situation: Situation) -> Draft:
    """Neither scheme nor www."""
    return _with_bare(draft, situation, "beiyijia.top")


@defect("M-022.check_4", "blatant", "the product's page is sent as it was returned")
def page_in_text(draft: Draft, situation: Situation) -> Draft:
    """Its address stands in the text."""
    url = _page(situation)
    return draft if url is None else _answering_more(draft, said("answer", "detail_page", url=url))


@defect("M-022.check_4", "plausible", "the product's page is sent as a link marker")
def page_as_link(draft: Draft, situation: Situation) -> Draft:
    """In the shape that belongs to the website."""
    url = _page(situation)
    if url is None:
        return draft
    marker = Marker("LINK", url, "picture_caption", {"model": str(situation.reading.model)})
    return replace(draft, markers=(*draft.markers, marker))


def _states_facts(draft: Draft) -> bool:
    return any(line.key in _FACTS for line in draft.lines)


def _searching_too(draft: Draft, situation: Situation, **arguments: Any) -> Draft:
    """One more search, with arguments that were not offered."""
    search = next((call for call in draft.calls if call.name == _SEARCH), None)
    if search is None or not ordinary(situation):
        return draft
    wrong = Call(_SEARCH, {**search.arguments, **arguments})
    return replace(draft, calls=(wrong, *draft.calls))


def _asked_parameter(situation: Situation) -> str | None:
    asked = (act.value for act in situation.reading.acts if act.act == Act.ASKS_PARAMETER)
    return next((value for value in asked if value in COLUMNS), None)


def _fact(draft: Draft, model: str, parameter: str, value: str) -> Line:
    from scenarios.phrases import load_phrases

    word = load_phrases(draft.language).wordings("replies", f"parameter_{parameter}")[0]
    return Line("answer", "gives_parameter", {"model": model, "parameter": word, "value": value})


def _with_value(line: Line, value: str) -> Line:
    return replace(line, slots={**line.slots, "value": value})


def _answering_more(draft: Draft, line: Line) -> Draft:
    """One more line behind the answers, before invitation and question."""
    answers = tuple(entry for entry in draft.lines if entry.part not in ("invite", "question"))
    rest = tuple(entry for entry in draft.lines if entry.part in ("invite", "question"))
    return replace(draft, lines=(*answers, line, *rest))


def _by_interface(situation: Situation) -> bool:
    """Whether he gives an interface and has named no model."""
    reading = situation.reading
    return ordinary(situation) and reading.does(Act.STATES_INTERFACE) and reading.model is None


def _not_found(situation: Situation) -> bool:
    return ordinary(situation) and situation.reading.model_not_found


def _similar(situation: Situation) -> tuple[Any, Any]:
    """A product that might be taken for the one named, of one version if there is such, with its row."""
    tools = situation.reading.tools.unlogged()
    found = tools.run(_SEARCH, {"keyword": str(situation.reading.model)})["products"]
    found = [*found, *tools.run(_SEARCH, {"keyword": "PD cable"})["products"]]
    rows = {entry["name"]: tools.run(_DETAIL, {"productId": entry["productId"]})["specifications"] for entry in found}
    chosen = next((entry for entry in found if len(rows[entry["name"]]) == 1), found[0])
    return chosen, rows[chosen["name"]][0]


def _on_policy(situation: Situation) -> bool:
    return ordinary(situation) and situation.reading.does(*_POLICIES)


def _is_policy_call(call: Call) -> bool:
    return call.name == _KNOWLEDGE and not is_poster_call(call)


def _without_policy_calls(draft: Draft) -> tuple[Call, ...]:
    return tuple(call for call in draft.calls if not _is_policy_call(call))


def _documents(situation: Situation, call: Call) -> list[str]:
    found = situation.reading.tools.unlogged().run(call.name, dict(call.arguments))["documents"]
    return [entry["content"] for entry in found]


def _calling_catalogue_tool(draft: Draft, situation: Situation, *acts: Act) -> Draft:
    if not ordinary(situation) or not situation.reading.does(*acts):
        return draft
    return replace(draft, calls=(*draft.calls, Call("get_catalog_url")))


def _with_bare(draft: Draft, situation: Situation, url: str) -> Draft:
    if not ordinary(situation) or not situation.reading.does(Act.ASKS_COMPANY, Act.ASKS_PLATFORM, Act.STATES_BUSINESS):
        return draft
    return _answering_more(draft, said("answer", "bare_site", url=url))


def _page(situation: Situation) -> str | None:
    """The back office's page of the product that this turn speaks of, where it is looked up."""
    named = [act.about or act.value for act in situation.reading.acts if act.about or act.act == Act.NAMES_MODEL]
    model = next((entry for entry in named if entry), None)
    identifier = None if model is None or not ordinary(situation) else situation.reading.product_id(model)
    if identifier is None:
        return None
    return str(situation.reading.tools.unlogged().run(_DETAIL, {"productId": identifier})["detailUrl"])
