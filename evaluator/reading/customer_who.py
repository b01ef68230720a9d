"""Who a customer says he is, and whom he wants to talk to."""

from collections.abc import Iterator

from evaluator.ontology import BUYER_ROLES, CUSTOMER_TYPES, CustomerAct, Field
from evaluator.reading.asking import Before, asks, requests
from evaluator.reading.matcher import Hit
from evaluator.reading.segment import OR, Unit

_A = CustomerAct


def identity(unit: Unit, before: Before) -> Iterator[tuple[str, str | None, bool]]:
    said = not asks(unit) and not unit.has("negation")
    for kind in CUSTOMER_TYPES:
        if unit.has(f"type_{kind}"):
            yield _A.STATES_CUSTOMER_TYPE, kind, said
    types = unit.spans(*(f"type_{kind}" for kind in CUSTOMER_TYPES))
    for role in BUYER_ROLES:
        if role == "purchaser" and unit.has("personal_use"):
            continue
        # "I have an online shop", "my own brand" say the type and no role; "shop owner" may say both.
        for hit in unit.spans(f"role_{role}"):
            shared = [told for told in types if hit.start < told.end and told.start < hit.end]
            if all(told.start <= hit.start and hit.end <= told.end for told in shared):
                yield _A.STATES_ROLE, role, said and not shared and not (role == "owner" and _owns_a_brand(unit))
    short = unit.content_words <= 3 and not unit.has("greeting", "thanks")
    short = short and not unit.has("personal_use")
    if Field.BUYER_ROLE in before.asked and short and not unit.has("role_owner", "role_purchaser"):
        for concept, role in (("bare_owner", "owner"), ("bare_purchaser", "purchaser")):
            if unit.has(concept):
                yield _A.STATES_ROLE, role, said
    if unit.has("business"):
        yield _A.STATES_BUSINESS, None, said
    if unit.has("bare_buyer") and not unit.has("role_purchaser", "product", "business"):
        yield _A.STATES_BUYING, None, said
    if unit.has("personal_use"):
        yield _A.STATES_PERSONAL_USE, None, said
    if unit.has("company_name") or (Field.COMPANY in before.asked and not asks(unit)):
        yield _A.STATES_COMPANY, None, said and unit.has("company_name")


def _owns_a_brand(unit: Unit) -> bool:
    """Whether what is owned is a brand alone: that tells the customer's type, and perhaps not the role."""
    brands = unit.spans("type_own_brand")
    return all(
        any(hit.start <= brand.end + 1 and brand.start <= hit.end + 1 for brand in brands)
        for hit in unit.spans("role_owner")
    )


def people(unit: Unit) -> Iterator[tuple[str, str | None, bool]]:
    if unit.has("bot", "human") and _asks_which(unit):
        yield _A.ASKS_IDENTITY, None, True  # "do I talk to a person or to a bot?" wants to know, not to change over
        return
    if unit.has("bot"):
        yield _A.ASKS_IDENTITY, None, asks(unit) and not unit.has("talk_to")
    calls = unit.spans("anybody")
    if calls and unit.has("human", "talk_to") and not _beside(calls, unit.spans("human")):
        yield _A.ASKS_HUMAN, None, _beside(calls, unit.spans("talk_to")) and not unit.has("bot")
        return
    if unit.has("human") and unit.has("talk_to"):
        yield _A.ASKS_HUMAN, None, not unit.has("negation") or unit.has("bot")
    elif unit.has("human") and not unit.has("greeting", "role_owner", "role_purchaser", "bare_owner"):
        plain = requests(unit) and not unit.has("price", "sample", "product")
        yield _A.ASKS_HUMAN, None, plain and not unit.has("negation")
    if unit.has("contact_wechat", "contact_phone", "contact_mail"):
        connects = (unit.has("add_contact", "talk_to") or requests(unit)) or (
            asks(unit) and not unit.has("contact_mail")
        )
        if unit.has("contact_wechat") and connects:
            yield _A.WANTS_WECHAT, None, not unit.has("negation")
        else:
            given = any(char.isdigit() or char == "@" for char in unit.text)
            yield _A.GIVES_CONTACT, None, given and not asks(unit)
            if unit.has("contact_wechat") and not given:
                yield _A.WANTS_WECHAT, None, False  # "WhatsApp is handier for me"


def _beside(calls: list[Hit], hits: list[Hit]) -> bool:
    """Whether one of the hits is not a part of a call like "is anybody there"."""
    return any(not any(call.start <= hit.start and hit.end <= call.end for call in calls) for hit in hits)


def _asks_which(unit: Unit) -> bool:
    """Whether a question sets a person and a bot side by side."""
    if not asks(unit) or unit.has("negation", "request") or not (unit.has("bot") and unit.has("human")):
        return False
    spans = sorted(unit.spans("bot", "human"), key=lambda hit: hit.start)
    between = unit.prepared[spans[0].end : spans[-1].start]
    return bool(OR.search(between))
