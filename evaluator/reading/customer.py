"""What a customer message does: acts composed from the concepts of its clauses.

A topic that is asked about, requested, or stands in a short clause is a sure act; one that is only mentioned, or that
stands beside a negation, is an unsure one, and decides nothing.
"""

import re
from collections.abc import Iterator

from evaluator.ontology import CustomerAct, Field, Parameter
from evaluator.reading.asking import Before, asks, requests, wanted
from evaluator.reading.customer_senses import ELSEWHERE, in_another_sense, is_cargo, of_something_else
from evaluator.reading.customer_who import identity, people
from evaluator.reading.model import Act, Tri
from evaluator.reading.segment import Unit
from evaluator.text.interfaces import find_interfaces
from evaluator.text.names import find_models, find_poster_items, find_standards
from evaluator.text.numbers import Number, find_numbers
from evaluator.text.units import unit_at

_A = CustomerAct
_MANY = 50  # pieces that nobody has as a sample

_TOPICS: dict[str, CustomerAct] = {
    "price": _A.ASKS_PRICE,
    "discount": _A.ASKS_DISCOUNT,
    "freight": _A.ASKS_FREIGHT,
    "landed_cost": _A.ASKS_FREIGHT,
    "duty": _A.ASKS_DUTY,
    "moq": _A.ASKS_MOQ,
    "sample": _A.ASKS_SAMPLE,
    "payment": _A.ASKS_PAYMENT,
    "delivery": _A.ASKS_DELIVERY,
    "shipping": _A.ASKS_SHIPPING,
    "certification": _A.ASKS_CERTIFICATION,
    "customs": _A.ASKS_MARKET_ACCESS,
    "customization": _A.ASKS_CUSTOMIZATION,
    "logo": _A.ASKS_LOGO,
    "packaging": _A.ASKS_PACKAGING,
    "stock": _A.ASKS_STOCK,
    "picture": _A.ASKS_PICTURE,
    "video": _A.ASKS_VIDEO,
    "platform_shop": _A.ASKS_PLATFORM,
    "company": _A.ASKS_COMPANY,
    "after_sales": _A.ASKS_AFTER_SALES,
}
_PARAMETERS: dict[str, Parameter] = {
    "power": Parameter.POWER,
    "length": Parameter.LENGTH,
    "material": Parameter.MATERIAL,
    "colour": Parameter.COLOUR,
    "diameter": Parameter.DIAMETER,
    "current": Parameter.CURRENT,
    "data_speed": Parameter.DATA_SPEED,
    "durability": Parameter.DURABILITY,
    "weight": Parameter.WEIGHT,
    "interface": Parameter.INTERFACE,
    "spec": Parameter.GENERAL,
}
_SMALL_TALK: dict[str, CustomerAct] = {
    "greeting": _A.GREETS,
    "thanks": _A.THANKS,
    "bye": _A.SAYS_GOODBYE,
    "ack": _A.ACKNOWLEDGES,
    "agree": _A.ACKNOWLEDGES,
}
_TALK = frozenset({_A.GREETS, _A.THANKS, _A.ACKNOWLEDGES, _A.SAYS_GOODBYE})
_FIGURES = frozenset({_A.STATES_QUANTITY, _A.STATES_POWER, _A.STATES_LENGTH})
_WHO = frozenset({_A.STATES_CUSTOMER_TYPE, _A.STATES_ROLE, _A.STATES_BUSINESS})
# What is of cables: an advertisement that does none of it asks for nothing of ours.
_OF_OURS = frozenset(
    {_A.ASKS_PRODUCT, _A.ASKS_PARAMETER, _A.ASKS_SAMPLE, _A.ASKS_MOQ, _A.NAMES_MODEL, _A.STATES_INTERFACE}
)
_HOSTILE = frozenset({_A.SENDS_SCAM, _A.ADVERTISES, _A.SENDS_SEXUAL})
# Topics that are spoken of in passing as often as asked about: a short clause alone is no question.
_IN_PASSING = frozenset({"shipping", "delivery", "company", "packaging", "stock", "customs", "freight", "duty"})
_INTENTS: dict[str, CustomerAct] = {
    "insult": _A.INSULTS,
    "sexual": _A.SENDS_SEXUAL,
    "scam": _A.SENDS_SCAM,
    "advert": _A.ADVERTISES,
    "off_topic": _A.GOES_OFF_TOPIC,
    "other_task": _A.ASKS_OTHER_TASK,
    "injection": _A.INJECTS,
    "haggle": _A.HAGGLES,
}


def customer_acts(units: list[Unit], language: str | None, before: Before) -> tuple[Act, ...]:
    """The acts of one message, from the units of its clauses."""
    found: list[Act] = []
    for unit in units:
        numbers = find_numbers(unit.text, language or "en")
        acts = list(_unit_acts(unit, numbers, before))
        unread = requests(unit) and unit.known_words < unit.content_words  # something is wanted, and not read what
        if (asks(unit) or unread) and not any(act not in _TALK for act, _, _ in acts):
            acts.append((_A.ASKS_UNKNOWN, None, False))
        for act, value, sure in (*acts, *_half_read(unit, acts)):
            found.append(Act(act=act, value=value, quote=unit.text.strip(), at=unit.at, sure=sure))
    return tuple(dict.fromkeys(_weighed(found, units)))


def _half_read(unit: Unit, acts: list[tuple[str, str | None, bool]]) -> Iterator[tuple[str, str | None, bool]]:
    """A question of which only a figure was read, or who it may be about: what is asked is not known."""
    told = [(act, sure) for act, _, sure in acts if act not in _TALK]
    if not told or not unit.has("q_word") or unit.known_words >= unit.content_words:
        return
    if all(act in _FIGURES or (act in _WHO and not sure) for act, sure in told):
        yield _A.ASKS_UNKNOWN, None, False


def _weighed(acts: list[Act], units: list[Unit]) -> list[Act]:
    """What a clause does in the light of the others.

    Goods that are only mentioned beside what the customer is or does are no question about goods, nor is a gift
    maker's "customized for our clients" a wish; a cost asked in the sentence of a sample may be the sample's, and
    what is pointed at beside the catalogue ("the catalogue, the one as a file") may be the catalogue.
    """
    asking = {unit.at for unit in units if asks(unit) or requests(unit)}
    told = any(act.act in _WHO and act.sure for act in acts)
    hostile = any(act.act in _HOSTILE and act.sure for act in acts)
    catalogue = {at for act in acts if act.act == _A.ASKS_CATALOGUE and act.sure for at in (act.at, act.at + 1)}
    of_gifts = any(act.act == _A.STATES_CUSTOMER_TYPE and act.value == "gift" for act in acts)
    of_samples = {at for act in acts if act.act == _A.ASKS_SAMPLE for at in (act.at, act.at + 1)}
    if any(act.act == _A.ADVERTISES and act.sure for act in acts) and not _OF_OURS & {act.act for act in acts}:
        acts = [act for act in acts if act.at in asking or not act.act.startswith("asks_")]
    return [
        act.model_copy(update={"sure": False})
        if (told and act.act == _A.ASKS_PRODUCT and act.at not in asking)
        or (act.act == _A.ASKS_PRICE and act.at in of_samples)
        or (of_gifts and act.act == _A.ASKS_CUSTOMIZATION and act.at not in asking)
        or (act.act == _A.CHOOSES_STYLE and act.at in catalogue and not find_poster_items(act.quote))
        or (hostile and act.act.startswith("asks_"))
        else act
        for act in acts
    ]


def _unit_acts(unit: Unit, numbers: tuple[Number, ...], before: Before) -> Iterator[tuple[str, str | None, bool]]:
    yield from _small_talk(unit)
    yield from _topics(unit, numbers, before)
    yield from _catalogue_and_products(unit, numbers)
    yield from _parameters(unit, numbers)
    yield from _statements(unit, numbers, before)
    yield from identity(unit, before)
    yield from people(unit)
    for concept, act in _INTENTS.items():
        if unit.has(concept):
            in_a_task = concept == "insult" and unit.has("other_task", "off_topic")
            yield act, None, not unit.has("negation") and not in_a_task


def _small_talk(unit: Unit) -> Iterator[tuple[str, str | None, bool]]:
    for concept, act in _SMALL_TALK.items():
        if unit.has(concept):
            yield act, None, True


def _topics(unit: Unit, numbers: tuple[Number, ...], before: Before) -> Iterator[tuple[str, str | None, bool]]:
    sought = wanted(unit)
    if unit.has("landed_cost") and not unit.has("price"):
        yield _A.ASKS_PRICE, None, sought and not unit.has(*ELSEWHERE)  # a price with the way in it is a price
    of_way = False if unit.has("landed_cost") else _cost_of_the_way(unit, numbers)
    for concept, act in _TOPICS.items():
        if not unit.has(concept):
            continue
        if in_another_sense(concept, unit):
            yield act, None, False
            continue
        if concept == "price" and of_way is not False:
            yield (_A.ASKS_PRICE, None, False) if of_way is None else (_A.ASKS_FREIGHT, None, sought)
            continue
        if concept == "price" and (of_other := _how_much_of_another(unit, numbers)) is not False:
            if of_other is None:
                yield act, None, False
            continue
        if concept == "price" and not (asks(unit) or requests(unit)) and unit.has("ack", "agree"):
            if not _price_is_approved(unit):
                yield act, None, False
            continue
        if concept == "price" and unit.has("sample") and not any(number.kind == "pieces" for number in numbers):
            continue  # the price of a sample is the sample fee (M-032), not a quotation
        thanked = unit.has("thanks") and not unit.marked
        if concept == "price" and (thanked or (unit.has(*_PARAMETERS) and _only_how_much(unit))):
            yield act, None, False  # "how much does it weigh", "c'est combien de W"
            continue
        if concept == "sample" and find_models(unit.text) and not asks(unit) and unit.has("choose", "appearance"):
            yield act, None, False  # in some languages one word is "sample" and "model"
            continue
        if concept == "sample" and not asks(unit) and any(n.kind == "pieces" and n.value >= _MANY for n in numbers):
            yield act, None, False  # "let's try 500" is an order to try, no sample
            continue
        if of_something_else(concept, unit, before):
            yield act, None, False
            continue
        if concept == "delivery" and unit.has("company") and not unit.has("shipping", "product", "unit"):
            yield act, None, False  # how long the firm exists
            continue
        if concept == "company" and not asks(unit) and not requests(unit):
            continue
        if concept == "shipping" and unit.has("delivery"):
            continue
        if concept == "platform_shop" and not (asks(unit) or requests(unit)):
            if not unit.has("type_online", "business"):  # else the customer's own shop
                yield act, None, False
            continue
        side = concept in ("delivery", "shipping") and unit.has("after_sales", "duty", "landed_cost")
        side = side or (concept in _IN_PASSING and not (asks(unit) or requests(unit)))
        telling = Field.CUSTOMER_TYPE in before.asked or unit.has("type_gift")
        as_type = concept in ("customization", "logo") and telling and not asks(unit)
        as_type = as_type or (concept == "customization" and _of_the_gifts(unit))
        if as_type and concept == "customization":
            yield _A.STATES_CUSTOMER_TYPE, "gift", False
        condition = concept in ("logo", "packaging") and unit.has("delivery", "moq", "price", "sample", "payment")
        yield act, None, sought and not side and not as_type and not condition
    if find_standards(unit.text) and not unit.has("certification"):
        yield _A.ASKS_CERTIFICATION, None, asks(unit) or requests(unit)


def _of_the_gifts(unit: Unit) -> bool:
    """Whether all that is custom made here are the customer's gifts: "we make custom gifts, do you have cables?"."""
    gifts = unit.spans("type_gift")
    return all(
        any(hit.start <= gift.end + 1 and gift.start <= hit.end + 1 for gift in gifts)
        for hit in unit.spans("customization")
    )


_INCOTERM = re.compile(r"\b(?:exw|fob|fca|cif|cfr|cnf|c&f|cpt|cip|dap|ddp|ddu)\b", re.I)


def _cost_of_the_way(unit: Unit, numbers: tuple[Number, ...]) -> Tri:
    """Whether a price in this clause is that of the way alone ("how much is the freight?"), or perhaps so (None)."""
    prices, ways = unit.spans("price"), unit.spans("freight", "shipping")
    if not prices or not ways:
        return False
    for price in prices:
        for way in ways:
            first, second = sorted((price, way), key=lambda hit: hit.start)
            conditions = unit.spans("if_when")  # Japanese "to" is "and" as well as "if"
            joins = [
                join
                for join in unit.spans("joins")
                if not any(part.start <= join.start and join.end <= part.end for part in conditions)
            ]
            if any(first.start <= join.start <= second.start for join in joins):
                return False  # "the price and the freight"
    goods = unit.has("product", "per_unit", "unit", "quantity", "landed_cost", "sample", "appearance", "discount")
    goods = goods or bool(numbers) or bool(find_models(unit.text)) or bool(find_interfaces(unit.text))
    if not unit.has("freight"):
        return False if _INCOTERM.search(unit.text) else None  # "your price to our port"
    return None if goods or _INCOTERM.search(unit.text) else True


def _how_much_of_another(unit: Unit, numbers: tuple[Number, ...]) -> Tri:
    """Whether "how much" asks for something else than a price ("how much is the deposit?"), or perhaps so (None)."""
    prices, words = unit.spans("price"), unit.spans("q_word")
    asking = [price for price in prices if any(price.start < word.end and word.start < price.end for word in words)]
    asked = [any(whole.start <= price.start and price.end <= whole.end for whole in asking) for price in prices]
    others = unit.spans("payment", "moq", "mold_fee", "packaging", "logo", "duty", "customs")
    joined = any(
        not any(price.start <= join.start and join.end <= price.end for price in prices) for join in unit.spans("joins")
    )
    if not all(asked) or not others or joined or unit.has("per_unit"):
        return False
    goods = unit.has("product", "appearance", "quantity") or bool(numbers)
    goods = goods or bool(find_models(unit.text)) or bool(find_interfaces(unit.text))
    if unit.has("payment", "moq", "duty", "customs"):
        return None if goods else True
    return False if goods else None  # what packing, printing or a mould costs is a price of a kind


def _price_is_approved(unit: Unit) -> bool:
    """Whether a statement says of a price that it is well: "the price is fine"."""
    last = max(hit.end for hit in unit.spans("price"))
    return any(hit.end > last for hit in unit.spans("ack", "agree"))


def _only_how_much(unit: Unit) -> bool:
    """Whether the price is there as the mere question word, which may ask for another quantity."""
    asked = unit.spans("q_word")
    return all(any(hit.start < word.end and word.start < hit.end for word in asked) for hit in unit.spans("price"))


def _catalogue_and_products(unit: Unit, numbers: tuple[Number, ...]) -> Iterator[tuple[str, str | None, bool]]:
    sought = wanted(unit)
    goods = _names_goods(unit)
    if unit.has("catalogue"):
        yield _A.ASKS_CATALOGUE, "full" if unit.has("full") else "plain", sought
    elif unit.has("website") and not unit.has("platform_shop"):
        yield _A.ASKS_PLATFORM, None, asks(unit) or requests(unit)
    elif goods and unit.has("picture") and not find_models(unit.text):
        yield _A.ASKS_PRODUCT, None, sought
    elif unit.has(*_NARROWER):
        if goods and requests(unit) and not unit.has(*_TOPICS, *_INTENTS):
            yield _A.ASKS_PRODUCT, None, False  # who one is and what one wants in one clause, as in Thai
    elif unit.has("range"):
        yield _A.ASKS_PRODUCT, None, sought
        if unit.has("full"):
            yield _A.ASKS_CATALOGUE, "full", False  # "the whole range" may be meant as a document
    elif goods and is_cargo(unit) and (asks(unit) or not requests(unit)):
        if asks(unit) or not unit.has("market"):
            yield _A.ASKS_PRODUCT, None, False  # "by what means do you send the goods"
    elif goods and asks(unit) and not requests(unit) and (_generic(unit) or not unit.has("product", "style_name")):
        yield _A.ASKS_PRODUCT, None, False  # "how will the goods be sent"; a word for a look alone names no goods
    elif goods and _generic(unit) and not asks(unit) and _tells_of_goods(unit):
        yield _A.ASKS_PRODUCT, None, False  # "the goods go to Kenya"
    elif goods:
        yield _A.ASKS_PRODUCT, None, asks(unit) or requests(unit) or (sought and unit.has("product"))
    elif asks(unit) and not unit.has(*_PARAMETERS) and _by_clue(unit, numbers):
        yield _A.ASKS_PRODUCT, None, True  # "anything with 240 W?"


def _names_goods(unit: Unit) -> bool:
    """Whether a clause names goods or a look of theirs; the "look" of "have a look" is none."""
    looks = [hit for hit in unit.spans("ack", "will_look") if hit.solid]
    named = unit.spans("product", "appearance", "style_name")
    return any(not any(look.start <= hit.start and hit.end <= look.end for look in looks) for hit in named)


def _generic(unit: Unit) -> bool:
    """Whether goods are named by a word for any goods, which a question of how they are sent or paid has as well."""
    return all(
        (unit.prepared[hit.start : hit.end].split() or [""])[-1] in _ANY_GOODS for hit in unit.spans("product")
    ) and not unit.has("appearance", "style_name")


def _tells_of_goods(unit: Unit) -> bool:
    """Whether a clause tells something of any goods rather than wanting some."""
    if requests(unit):
        return unit.has("market", "shipping", "delivery", "payment", "customs")
    return unit.content_words > 1


def _by_clue(unit: Unit, numbers: tuple[Number, ...]) -> bool:
    """Whether a clause names what goods can be found by: connectors, power, length."""
    return bool(find_interfaces(unit.text)) or any(number.kind in ("power", "length") for number in numbers)


# As the lexicons prepare them: without accents, in simplified characters.
_ANY_GOODS = frozenset(
    {
        "goods", "good", "merchandise", "mercancia", "mercancias", "mercaderia", "mercadoria", "mercadorias",
        "marchandise", "marchandises", "ware", "waren", "товар", "товара", "товары", "товаров", "barang", "barangnya",
        "货", "货物", "产品", "商品", "品物", "물건", "상품", "제품", "hàng", "hang", "สินค้า", "ของ", "माल", "सामान",
        "بضاعه", "البضاعه", "بضاعة", "البضاعة", "منتجات", "ürün", "urun", "product", "products", "produkt", "produkte",
        "producto", "productos", "produto", "produtos",
    }
)  # fmt: skip

_NARROWER = (
    *_TOPICS,
    *_INTENTS,
    "type_wholesale", "type_online", "type_own_brand", "type_gift", "role_owner", "role_purchaser",
)  # fmt: skip


_FINER = re.compile(r"[粗细](?:一点|点|些|啲)")


def _parameters(unit: Unit, numbers: tuple[Number, ...]) -> Iterator[tuple[str, str | None, bool]]:
    given = {number.kind for number in numbers}
    named = [concept for concept in _PARAMETERS if unit.has(concept)]
    bare = unit.content_words <= 2 and not unit.has("choose", "ack", "negation", "thanks")
    sought = asks(unit) or requests(unit) or len(named) > 1 or bare
    for concept in named:
        parameter = _PARAMETERS[concept]
        if concept == "interface" and find_interfaces(unit.text) and not asks(unit):
            continue  # it is stated
        if concept == "length" and unit.has("company", "factory", "delivery", "certification", "after_sales"):
            continue  # how long the firm exists, how long it takes, how long one is covered
        if concept == "length" and "多长时间" in unit.prepared:
            continue
        if concept == "length" and unit.has("shipping", "customs", "freight", "payment"):
            yield _A.ASKS_PARAMETER, parameter.value, False  # how long it is on its way
            continue
        if parameter.value not in given:
            alone = concept in ("colour", "interface") and not asks(unit)
            if concept == "colour":  # typed without accents, Vietnamese "colour" is "model" as well
                looks = {(hit.start, hit.end) for hit in unit.spans("appearance", "product", "range")}
                alone = alone or all((hit.start, hit.end) in looks for hit in unit.spans(concept))
            if concept == "spec":  # "tell me in detail": of goods only where goods are named
                alone = not (unit.has("product", "appearance", "interface", "style_name") or find_models(unit.text))
            if concept == "diameter" and not unit.has("product"):  # "a little finer" may be of anything
                alone = all(_FINER.fullmatch(unit.prepared, hit.start, hit.end) for hit in unit.spans(concept))
            yield _A.ASKS_PARAMETER, parameter.value, sought and not alone


def _statements(unit: Unit, numbers: tuple[Number, ...], before: Before) -> Iterator[tuple[str, str | None, bool]]:
    yield from _quantities(unit, numbers, before)
    for interface in find_interfaces(unit.text):
        yield _A.STATES_INTERFACE, "-".join(interface.ends), True
    if unit.has("interface") and not find_interfaces(unit.text):
        yield _A.STATES_INTERFACE, None, False
    for model in find_models(unit.text):
        yield _A.NAMES_MODEL, model.code, True
    items = find_poster_items(unit.text)
    for item in items:
        yield _A.CHOOSES_STYLE, item.code, before.styles_shown
    for concept in ("colour_name", "style_name"):
        for hit in unit.spans(concept):
            # "weiß ich noch nicht" names no colour, "Wise and Brown Ltd" none either
            sure = not asks(unit) and not unit.has("cannot_say", "company_name")
            sure = sure and not (unit.has("business") and not unit.has("product"))
            yield _A.STATES_APPEARANCE, unit.prepared[hit.start : hit.end], sure
    pointing = unit.has("choice_ref")
    if not items and (pointing or unit.has("choose")) and not unit.has("catalogue"):
        seen = unit.has("style_name", "colour_name", "appearance", "picture")
        described = unit.has("style_name", "colour_name")
        sure = before.styles_shown and not unit.has("negation", "cannot_say") and (not asks(unit) or pointing)
        if pointing or seen:
            sure = sure and (described or (pointing and not _points_at_any(unit)))
            yield _A.CHOOSES_STYLE, unit.prepared, sure
    if unit.has("packaging") and not asks(unit) and not requests(unit):
        yield _A.STATES_PACKAGING, None, not unit.has("negation")
    if unit.has("market") and not asks(unit):
        unread = unit.content_words - unit.known_words > 1  # "Vietnam played well" names no market
        yield _A.STATES_MARKET, None, not unit.has("negation", "off_topic") and not unread


def _points_at_any(unit: Unit) -> bool:
    """Whether a pointing may leave open which style is meant.

    "The one with Type-C" tells the interface; "how much is this cable?" may speak of the goods in general.
    """
    if find_interfaces(unit.text):
        return True
    if asks(unit) and unit.has("payment", "duty", "customs", "company", "after_sales", "certification"):
        return True  # "how is that with the payment?"
    goods = unit.spans("product")
    return asks(unit) and all(
        any(hit.start < named.end and named.start < hit.end for named in goods) for hit in unit.spans("choice_ref")
    )


def _quantities(unit: Unit, numbers: tuple[Number, ...], before: Before) -> Iterator[tuple[str, str | None, bool]]:
    priced_to = -1
    for number in numbers:
        if number.start < priced_to:
            continue  # the "1" of "25k 1 sợi"
        priced_to = _priced_to(unit.text, number)
        value = str(number.value)
        if number.kind == "pieces" or (
            number.kind == "none" and (Field.QUANTITY in before.asked or unit.has("quantity", "unit"))
        ):
            yield _A.STATES_QUANTITY, value, priced_to < 0
        elif number.kind == "none" and number.value >= 50:
            yield _A.STATES_QUANTITY, value, False
        elif number.kind == "power":
            yield _A.STATES_POWER, value, True
        elif number.kind == "length":
            yield _A.STATES_LENGTH, value, True


_ONE = re.compile(
    r"\s*(?:(?:a|an|one|per|the|un|una|uno|la|el|por|uma|um|une|le|par|ein|eine|das|pro|je|một|mot|mỗi|moi|satu|ek|har|à)\b"
    r"|एक|हर|प्रति|одн\w*|за|一|每|หนึ่ง|ต่อ|한|하나|لكل|كل|/?\s*1(?=\s?[^\W\d]))\s*",
    re.I,
)
_FOR_ONE = re.compile(
    r"\s*(?:apiece\b|(?:satu|per)\s?(?:biji|buah|pcs|unit)|se(?:biji|buah|unit|potong)\b|ل(?:ل\w+|كل)|ال(?:قطع|حب|وحد|واحد)|\w+당|[เชอต]\S+ละ|/)"
)


def _priced_to(text: str, number: Number) -> int:
    """Where "one piece" after a number without a unit ends, else -1: it may be what a piece costs ("25k một sợi")."""
    if number.kind not in ("none", "money"):
        return -1
    one = _ONE.match(text, number.end)
    unit = unit_at(text, one.end()) if one else None
    if unit is not None and unit[0].kind == "pieces":
        return unit[1]
    glued = _FOR_ONE.match(text, number.end)
    return glued.end() if glued else -1
