"""Words of a topic that stand for something else in a customer's clause than they most often do."""

from evaluator.reading.asking import Before, asks, requests
from evaluator.reading.matcher import Hit
from evaluator.reading.segment import Unit

_SUMS = frozenset({"valor", "valores", "valeur", "montant", "importe"})  # of money or of anything else


def of_something_else(concept: str, unit: Unit, before: Before) -> bool:
    """Whether a topic's word may stand here for another topic that its clause names, or points at."""
    told = not (asks(unit) or requests(unit))
    match concept:
        case "payment":  # whether samples or customs are paid for, more often than how one pays
            return unit.has("sample")
        case "freight" | "landed_cost":  # one price with the way in it: whether the way is asked about is arguable
            return unit.has("landed_cost")
        case "price":  # "a rough value will do" may be of what was asked before
            sums = {unit.prepared[hit.start : hit.end] for hit in unit.spans("price")} <= _SUMS
            return told and sums and unit.has("estimate")
        case "picture":  # "the middle one in the second picture" points at a style
            return told and before.styles_shown and unit.has("choice_ref")
    return False


# As the lexicons prepare them. Beside a question they are hardly ever what is asked for.
_CARGO = frozenset(
    {
        "goods", "merchandise", "mercancia", "mercancias", "mercaderia", "mercadoria", "mercadorias", "marchandise",
        "marchandises", "ware", "waren", "товар", "товара", "товару", "товаром", "товары", "товаров", "barang",
        "barangnya", "माल", "सामान", "maal", "saman", "samaan", "بضاعه", "البضاعه",
    }
)  # fmt: skip


def is_cargo(unit: Unit) -> bool:
    """Whether goods are named by a word for what is sent, more often than for what is sought."""
    named = [unit.prepared[hit.start : hit.end].split() or [""] for hit in unit.spans("product")]
    plain = not unit.has("appearance", "style_name", "range")
    return plain and bool(named) and all(words[-1] in _CARGO for words in named)


ELSEWHERE = ("off_topic", "other_task", "injection", "scam")  # clauses that speak of nothing in trade
_FEES = ("duty", "freight", "landed_cost", "mold_fee")


def in_another_sense(concept: str, unit: Unit) -> bool:
    """Whether the word for a topic may stand here for something else than that topic.

    Who asks what duty he has to pay asks for no terms of payment, "send it to Poland" names a place, and a picture
    that the customer has is not one that he wants.
    """
    if unit.has(*ELSEWHERE):
        return True
    if concept in ("payment", "packaging") and unit.has(*_FEES):  # in Vietnamese one word is "pay" and "pack"
        return not _set_beside(unit, concept, _FEES)
    if concept in ("landed_cost", "freight", "shipping") and unit.has("price") and unit.has("landed_cost"):
        return all(
            _overlaps(way, unit.spans("landed_cost")) for way in unit.spans(concept)
        )  # a price, the way included
    if concept in ("picture", "video"):
        return unit.has("asks_nothing")
    if concept == "shipping" and not asks(unit):
        return all(_overlaps(way, unit.spans("request")) for way in unit.spans(concept))
    return False


def _overlaps(hit: Hit, others: list[Hit]) -> bool:
    return any(hit.start < other.end and other.start < hit.end for other in others)


def _set_beside(unit: Unit, concept: str, others: tuple[str, ...]) -> bool:
    """Whether a word like "and" stands between a topic and the nearest of others: both are asked about."""
    for hit in unit.spans(concept):
        near = min(unit.spans(*others), key=lambda other: max(other.start - hit.end, hit.start - other.end))
        first, second = sorted((hit, near), key=lambda part: part.start)
        if any(first.start < join.start and join.end <= second.start for join in unit.spans("joins")):
            return True
    return False
