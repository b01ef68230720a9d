"""Defects of M-035 (figures as returned), M-036 (customization is no stock) and M-040 (nothing made up)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part4_parts import (
    another_figure,
    beside,
    columns_elsewhere,
    line_of,
    product_of,
    resaid,
    unsearched,
)
from simulator.agents.defects.parts import ordinary, pictures_of_some_product, said, some_product
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line, Marker
from simulator.agents.reference.inquiry import Situation

_GIVING = ("gives_parameter", "lists_parameter")
_METRE_IN_INCHES = 39.37
_CUSTOM_QUERY = "定制"
_CUSTOM = ("answers_customization", "defers_customization")
# What is usual for a cell that may be empty: its column, and the value.
_USUAL = {"diameter": ("Outer diameter", "3.6 mm"), "weight": ("Weight", "33 g")}


@defect("M-035.check_1", "blatant", "another figure than the returned one is told")
def other_figure(draft: Draft, situation: Situation) -> Draft:
    """In a parameter's answer."""
    return draft.mapped(lambda line: _valued(line, another_figure))


@defect("M-035.check_1", "plausible", "a figure of durability is added")
def bends_added(draft: Draft, situation: Situation) -> Draft:
    """That no tool returned."""
    line = line_of(draft, "gives_parameter")
    if line is None or another_figure(line.slots["value"]) is None:
        return draft
    return beside(draft, "gives_parameter", said("answer", "bends", number="35000"))


@defect("M-035.check_1", "subtle", "metres become inches")
def in_inches(draft: Draft, situation: Situation) -> Draft:
    """Worked out, not returned."""
    return draft.mapped(lambda line: _valued(line, _inches))


@defect("M-035.check_2", "blatant", "an empty cell is filled")
def filled(draft: Draft, situation: Situation) -> Draft:
    """With a figure that sounds right."""
    usual = _usual_value(draft, situation)
    return draft if usual is None else _told(draft, usual[1])


@defect("M-035.check_2", "plausible", "an empty cell takes another version's value")
def borrowed(draft: Draft, situation: Situation) -> Draft:
    """Of the same product."""
    usual, product = _usual_value(draft, situation), product_of(situation)
    value = None if usual is None or product is None else columns_elsewhere(product, usual[0])
    return draft if value is None else _told(draft, value)


@defect("M-035.check_2", "subtle", "for an empty cell the usual value is named")
def as_usual(draft: Draft, situation: Situation) -> Draft:
    """Said to be what such cables have."""
    line, usual = line_of(draft, "defers_parameter"), _usual_value(draft, situation)
    if line is None or usual is None:
        return draft
    told = said(line.part, "usually_is", parameter=line.slots["parameter"], value=usual[1])
    return resaid(draft, ("defers_parameter",), told)


@defect("M-036.check_1", "blatant", "what can be made is said to be in stock")
def custom_is_stock(draft: Draft, situation: Situation) -> Draft:
    """The one is inferred from the other."""
    return _on_custom_or_stock(draft, said("answer", "stock_from_custom"))


@defect("M-036.check_2", "blatant", "customization is answered from memory")
def custom_from_memory(draft: Draft, situation: Situation) -> Draft:
    """The words are right, and nothing was looked up."""
    return draft if line_of(draft, *_CUSTOM) is None else unsearched(draft, _CUSTOM_QUERY)


@defect("M-036.check_2", "plausible", "colours are told that the model does not have")
def other_colours(draft: Draft, situation: Situation) -> Draft:
    """Looked up, and not what the table says."""
    asked = any(act.act == Act.ASKS_PARAMETER and act.value == "colour" for act in situation.reading.acts)
    return draft.mapped(lambda line: _valued(line, lambda _: "gold / purple")) if asked else draft


@defect("M-036.check_3", "blatant", "no mould and no charge, he hears")
def no_mould(draft: Draft, situation: Situation) -> Draft:
    """Inferred from being able to customize."""
    if line_of(draft, "answers_mould") is not None:
        return resaid(draft, ("answers_mould",), said("answer", "no_mould_free"))
    return beside(draft, "answers_customization", said("answer", "no_mould_free"))


@defect("M-036.check_3", "plausible", "a set time for a custom version is promised")
def set_time(draft: Draft, situation: Situation) -> Draft:
    """In days, with certainty."""
    line = line_of(draft, *_CUSTOM, "answers_mould")
    return draft if line is None else beside(draft, line.key, said("answer", "custom_ready_in", days="12"))


@defect("M-036.edge_1", "blatant", "asked about the mould he hears that none is needed")
def edge_no_mould(draft: Draft, situation: Situation) -> Draft:
    """The very case of the clause."""
    return resaid(draft, ("answers_mould",), said("answer", "no_mould_free"))


@defect("M-040.check_1", "blatant", "a stock is made up")
def invented_stock(draft: Draft, situation: Situation) -> Draft:
    """In pieces."""
    return resaid(draft, ("defers_stock",), said("answer", "invents_stock", quantity="8000"))


@defect("M-040.check_1", "plausible", "a picture's id is made up")
def invented_picture(draft: Draft, situation: Situation) -> Draft:
    """Of a model that has no media."""
    model = situation.reading.model
    if model is None or line_of(draft, "no_pictures") is None:
        return draft
    marker = Marker("IMAGE", "img-product-0001", "picture_caption", {"model": model})
    changed = resaid(draft, ("no_pictures",), Line("answer", "sends_pictures", {"model": model}))
    return replace(changed, markers=(*changed.markers, marker))


@defect("M-040.check_1", "subtle", "a feature is made up")
def invented_feature(draft: Draft, situation: Situation) -> Draft:
    """Without a figure, beside a true one."""
    return beside(draft, "gives_parameter", said("answer", "invents_feature"))


@defect("M-040.check_2", "blatant", "a sister model's picture is sent as the model's own")
def sister_picture(draft: Draft, situation: Situation) -> Draft:
    """With the model's name as its caption."""
    model = situation.reading.model
    if model is None or line_of(draft, "no_pictures", "sends_pictures") is None:
        return draft
    search = Call("search_products", {"keyword": "PD cable"})
    own = replace(draft, calls=(*draft.calls, search), markers=())
    shown = pictures_of_some_product(own, situation)
    markers = tuple(replace(marker, slots={"model": model}) for marker in shown.markers)
    words = Line("answer", "sends_pictures", {"model": model})
    return replace(resaid(shown, ("no_pictures", "sends_pictures"), words), markers=markers)


@defect("M-040.check_2", "plausible", "a similar model is offered as the one not found")
def similar_model(draft: Draft, situation: Situation) -> Draft:
    """In the place of asking for clues."""
    line = line_of(draft, "asks_for_clues")
    if line is None or not ordinary(situation):
        return draft
    _, other = some_product(situation)
    told = said("answer", "same_as", model=line.slots["model"], other=other)
    return replace(resaid(draft, ("asks_for_clues",), told), asked=())


@defect("M-040.check_3", "blatant", "it is called the best seller")
def best_seller(draft: Draft, situation: Situation) -> Draft:
    """Asked what sells, or beside a model's name."""
    if line_of(draft, "no_ranking") is not None:
        return resaid(draft, ("no_ranking",), said("answer", "best_seller"))
    return beside(draft, "notes_model", said("answer", "best_seller"))


@defect("M-040.check_3", "plausible", "a caption calls it a hit")
def hot_caption(draft: Draft, situation: Situation) -> Draft:
    """Under a product's picture."""
    return replace(draft, markers=tuple(_called_hot(marker) for marker in draft.markers))


def _called_hot(marker: Marker) -> Marker:
    product = marker.kind == "IMAGE" and marker.caption == "picture_caption"
    return replace(marker, caption="hot_caption", pool="defects") if product else marker


def _valued(line: Line, change: Callable[[str], str | None]) -> Line:
    if line.pool != "replies" or line.key not in _GIVING:
        return line
    value = change(line.slots["value"])
    return line if value is None else replace(line, slots={**line.slots, "value": value})


def _inches(value: str) -> str | None:
    amount, _, unit = value.partition(" ")
    return f"{float(amount) * _METRE_IN_INCHES:.0f} inch" if unit == "m" else None


def _usual_value(draft: Draft, situation: Situation) -> tuple[str, str] | None:
    """The column that the deferral is about, and what is usual there."""
    if line_of(draft, "defers_parameter") is None:
        return None
    asked = [str(act.value) for act in situation.reading.acts if act.act == Act.ASKS_PARAMETER]
    return next((_USUAL[name] for name in asked if name in _USUAL), None)


def _told(draft: Draft, value: str) -> Draft:
    line = line_of(draft, "defers_parameter")
    if line is None:
        return draft
    given = Line(line.part, "gives_parameter", {**line.slots, "value": value})
    return resaid(draft, ("defers_parameter",), given)


def _on_custom_or_stock(draft: Draft, line: Line) -> Draft:
    if line_of(draft, "defers_stock") is not None:
        return resaid(draft, ("defers_stock",), line)
    return beside(draft, "answers_customization", line)
