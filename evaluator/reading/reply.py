"""What a reply does: acts composed from the concepts of its sentences, and the questions it asks."""

import re
from collections.abc import Iterator, Sequence

from evaluator.ontology import CUSTOMER_TYPES, Department, Field, ReplyAct
from evaluator.reading.matcher import Hit
from evaluator.reading.model import Act
from evaluator.reading.money import money_acts
from evaluator.reading.segment import OR, Unit
from evaluator.text.interfaces import find_interfaces
from evaluator.text.names import find_models, find_poster_items, find_standards
from evaluator.text.numbers import Number, find_numbers

_R = ReplyAct

# A concept in a question shows the field that it asks for; earlier rows win over later ones in one clause.
_FIELDS: tuple[tuple[tuple[str, ...], Field], ...] = (
    (("type_question",), Field.CUSTOMER_TYPE),
    (("contact_wechat", "contact_phone", "contact_mail"), Field.CONTACT),
    (("quantity",), Field.QUANTITY),
    (("moq",), Field.QUANTITY),
    (("packaging",), Field.PACKAGING),
    (("customization", "logo"), Field.CUSTOMIZATION),
    (("market",), Field.TARGET_MARKET),
    (("company_name",), Field.COMPANY),
    (("website",), Field.WEBSITE),
    (("which_like", "describe", "style_groups", "appearance", "style_name"), Field.APPEARANCE),
    (("colour", "colour_name"), Field.COLOUR),
    (("version_word", "interface"), Field.INTERFACE),
    (("length",), Field.LENGTH),
    (("power",), Field.POWER),
    (("position",), Field.POSITION),
    (("city",), Field.CITY),
    (("product", "parameter_word", "spec"), Field.PRODUCT),
)
_ANSWERED = (
    "price", "discount", "freight", "duty", "landed_cost", "mold_fee", "moq", "sample", "payment", "delivery",
    "shipping", "certification", "customs", "customization", "logo", "packaging", "stock", "catalogue", "picture",
    "video", "platform_shop", "website", "company", "after_sales", "product", "interface", "power", "length",
    "material", "diameter", "current", "data_speed", "durability", "weight", "spec", "colour", "colour_name",
    "appearance", "style_name", "quantity", "factory",
)  # fmt: skip
ANSWER_TOPICS = frozenset((*_ANSWERED, "model"))
_DEPARTMENTS = {
    "dept_sales": Department.SALES,
    "dept_commercial": Department.COMMERCIAL,
    "dept_technical": Department.TECHNICAL,
    "dept_production": Department.PRODUCTION,
    "colleague": Department.COLLEAGUE,
}
_PLAIN: dict[str, ReplyAct] = {
    "greeting": _R.GREETS,
    "negation": _R.NEGATES,
    "can_do": _R.AFFIRMS,
    "acknowledge": _R.ACKNOWLEDGES,
    "numbered_reply": _R.ASKS_FIXED_FORMAT,
    "cannot_say": _R.CANNOT_SAY,
    "received": _R.SAYS_RECEIVED,
    "off_hours": _R.SAYS_OFF_HOURS,
    "next_open": _R.SAYS_NEXT_OPENING,
    "correct_customer": _R.CORRECTS_CUSTOMER,
    "claim_human": _R.CLAIMS_HUMAN,
    "lived_claim": _R.CLAIMS_LIVED,
    "internal_process": _R.LEAKS_PROCESS,
    "internal_names": _R.LEAKS_NAMES,
    "private_deal": _R.OFFERS_PRIVATE_DEAL,
}
_CLAIMS: dict[str, ReplyAct] = {
    "hot_claim": _R.CLAIMS_HOT,
    "sales_figure": _R.CLAIMS_SALES,
    "stock_claim": _R.CLAIMS_STOCK,
    "free_claim": _R.CLAIMS_FREE,
    "promise": _R.PROMISES,
    "refuse_order": _R.REFUSES_ORDER,
}
# What stands between the options of an enumeration, the last "or" apart.
_OPTION = re.compile(
    r"[,，、،/;；]|\s(?:or|hay|hoặc|o|ou|oder|или|atau|أو|ya|या|veya|หรือ|또는|还是|還是|それとも|または)\s|还是|還是|หรือ"
)
_ALTERNATIVES = 3
_TWO_QUESTIONS = 2
# Languages that often ask without a question mark, by a particle at the end.
_UNMARKED = frozenset({"zh", "ja", "ko", "th"})
_LOOKS = ("describe", "appearance", "style_name", "style_groups")
_CONTACTS = {"contact_wechat": "wechat", "contact_phone": "phone", "contact_mail": "mail"}


def reply_acts(units: list[tuple[Unit, list[Unit]]], language: str | None) -> tuple[Act, ...]:
    """The acts of a reply, from its sentences and the clauses of each."""
    found: list[Act] = []
    for sentence, parts in units:
        numbers = find_numbers(sentence.text, language or "en")
        for act, value, sure in _sentence_acts(sentence, parts, numbers, language):
            found.append(Act(act=act, value=value, quote=sentence.text, at=sentence.at, sure=sure))
    looks = {sentence.at for sentence, _ in units if sentence.has(*_LOOKS)}
    plugs = any(find_interfaces(sentence.text) for sentence, _ in units)
    found = [_unspecific(act) if act.at not in looks and (plugs or not looks) else act for act in found]
    found = _perhaps_of_plugs(found, units, language)
    found = _without_lead(_sample_fees(found, units, language))
    whole = " ".join(sentence.text for sentence, _ in units)
    if (options := _ENUMERATED.search(whole)) and not any(act.act == _R.ASKS_FIXED_FORMAT for act in found):
        first = next(sentence for sentence, _ in units if options.group(1)[:2] in sentence.text)
        found.append(Act(act=_R.ASKS_FIXED_FORMAT, quote=first.text, at=first.at, sure=False))
    return tuple(dict.fromkeys(found))


def _perhaps_of_plugs(acts: list[Act], units: list[tuple[Unit, list[Unit]]], language: str | None) -> list[Act]:
    """ "Which kind do you want?" right after the plugs that there are may be a question for one of these."""
    plugs = {sentence.at for sentence, _ in units if find_interfaces(sentence.text) and not sentence.has(*_LOOKS)}
    plain = {
        sentence.at
        for sentence, _ in units
        if not sentence.has("describe", "style_name", "style_groups")
        and (language == "th" or not sentence.has("appearance"))
    }
    return [
        act.model_copy(update={"sure": False})
        if act.act == _R.ASKS and act.value == Field.APPEARANCE and act.at in plain and act.at - 1 in plugs
        else act
        for act in acts
    ]


def _without_lead(acts: list[Act]) -> list[Act]:
    """A general question right before the options that it leads to is no question of its own."""
    listed = {act.at for act in acts if act.act == _R.ASKS and act.value in (Field.CUSTOMER_TYPE, Field.BUYER_ROLE)}
    vague = (Field.OTHER, Field.APPEARANCE, Field.PRODUCT)
    return [act for act in acts if not (act.act == _R.ASKS and act.value in vague and act.at + 1 in listed)]


def _sample_fees(acts: list[Act], units: list[tuple[Unit, list[Unit]]], language: str | None) -> list[Act]:
    """In a reply about samples, a figure in a sentence that does not speak of prices is a sample fee (M-032).

    So is an amount that was named as one and is told again ("yours is the first rate, the 7 dollars").
    """
    if not any(sentence.has("sample") for sentence, _ in units):
        return acts
    priced = {
        sentence.at for sentence, _ in units if sentence.has("price", "freight", "duty") and not sentence.has("sample")
    }
    fees = {act.at for act in acts if act.act == _R.GIVES_NUMBER and act.value == "sample_fee"}
    told = {
        str(number.value)
        for sentence, _ in units
        if sentence.at in fees
        for number in find_numbers(sentence.text, language or "en")
        if number.kind == "money"
    }
    again = {act.at for act in acts if act.act == _R.GIVES_PRICE and act.value in told}
    again -= {sentence.at for sentence, _ in units if sentence.has("product", "quantity", "per_unit")}
    return [
        act.model_copy(update={"act": _R.GIVES_NUMBER, "value": "sample_fee"})
        if act.act == _R.GIVES_PRICE and (act.at not in priced or act.at in again)
        else act.model_copy(update={"sure": False})
        if act.act == _R.GIVES_PRICE and act.value in told
        else act
        for act in acts
    ]


def _unspecific(act: Act) -> Act:
    """ "Which one suits you?" in a reply that speaks of no look asks for something else."""
    if act.act == _R.ASKS and act.value == Field.APPEARANCE:
        return act.model_copy(update={"value": Field.OTHER})
    return act


# Options numbered in running text: perhaps to be answered by number.
_ENUMERATED = re.compile(r"(?:^|\s|[:：])((?:1|A|①)[.)、．]\s?[^\n]{1,40}?(?:2|B|②)[.)、．]\s?\S)")


def _sentence_acts(
    sentence: Unit, parts: list[Unit], numbers: tuple[Number, ...], language: str | None
) -> Iterator[tuple[str, str | None, bool]]:
    if is_question(sentence, language):
        yield from _questions(sentence, parts, language)
        if not sentence.marked:
            yield from _statements(sentence, parts, numbers, language)
    else:
        yield from _statements(sentence, parts, numbers, language)
    if (
        (sentence.has("intro") and sentence.has("factory"))
        or "jasper" in sentence.prepared
        or "贝怡佳" in sentence.prepared
    ):
        yield _R.INTRODUCES, None, True
    if sentence.has("spec", "quantity", "price") and sentence.has("next_open", "confirm_later"):
        yield _R.SAYS_SPECS_AND_QUOTE, None, True
    for concept, act in _PLAIN.items():
        if sentence.has(concept):
            asked = concept == "numbered_reply" and sentence.marked
            denied = concept == "can_do" and sentence.has("negation")
            denied = denied or (concept == "lived_claim" and sentence.has("cannot_say"))  # "I can't tell it myself"
            denied = denied or (concept == "internal_process" and _names_what_lacks(sentence))
            yield act, None, not asked and not denied
    asked = sentence.marked or sentence.has("ask_to_tell", "choose", "choice_ref", "which_like", "request")
    if asked and find_poster_items(sentence.text) and not sentence.has("numbered_reply"):
        yield _R.ASKS_FIXED_FORMAT, None, False  # codes named where something is asked: perhaps to answer with
    if sentence.has("human") and not sentence.has("claim_human", "bot", "negation", "confirm_later", *_DEPARTMENTS):
        yield _R.CLAIMS_HUMAN, None, False  # in an answer to "are you a bot?" it may be a claim
    if sentence.has("look_invite", "style_groups"):
        shows = sentence.has("style_groups", "appearance", "product", "picture")
        yield _R.INVITES_TO_LOOK, None, shows and not sentence.has("catalogue")


def _names_what_lacks(sentence: Unit) -> bool:
    """Whether a sentence says of a model that it was not found: it may answer, and tell no internal step."""
    return sentence.has("negation", "cannot_say") and bool(find_models(sentence.text))


def is_question(sentence: Unit, language: str | None) -> bool:
    """Whether a sentence of a reply asks the customer for something, with a question mark or without."""
    if sentence.marked or _offers_choice(sentence):
        return True
    if language in _UNMARKED and not sentence.has("confirm_later", "calculate", "offer_help"):
        ends = any(hit.end >= len(sentence.prepared.rstrip(" .。!！~～")) - 4 for hit in sentence.spans("q_tail"))
        if ends or (language == "th" and sentence.has("q_word")):
            return True
    told = sentence.has("ask_to_tell") and not sentence.has(
        "offer_help", "if_when", "calculate", "confirm_later", "received", *_DEPARTMENTS
    )  # "our sales manager can provide pictures" asks for nothing
    return told and bool(fields_of(sentence))


def _asked_things(unit: Unit) -> int:
    """How many question words stand apart from one another."""
    return _apart(unit.spans("q_word"))


def _apart(hits: Sequence[Hit]) -> int:
    """How many hits there are, those that overlap taken as one."""
    count, end = 0, -1
    for hit in sorted(hits, key=lambda hit: hit.start):
        count += hit.start >= end
        end = max(end, hit.end)
    return count


def _offers_choice(sentence: Unit) -> bool:
    """Kinds of customer, or roles, set side by side ask which of them it is."""
    kinds = sum(sentence.has(f"type_{kind}") for kind in CUSTOMER_TYPES)
    roles = sentence.has("role_owner", "bare_owner") and sentence.has("role_purchaser", "bare_purchaser")
    return (kinds >= _ALTERNATIVES or roles) and bool(OR.search(sentence.text))


def fields_of(unit: Unit) -> tuple[Field, ...]:
    """The fields that a clause of a question names, in the order of the table."""
    found = [asked for concepts, asked in _FIELDS if unit.has(*concepts)]
    types = sum(unit.has(f"type_{kind}") for kind in ("wholesale", "online", "own_brand", "gift"))
    if types >= 2:
        return (Field.CUSTOMER_TYPE,)
    if Field.CUSTOMER_TYPE in found and unit.has("product", "appearance", "interface"):
        found.remove(Field.CUSTOMER_TYPE)  # which kind of cable, not of customer
    bare = unit.has("bare_owner", "role_owner") and unit.has("bare_purchaser", "role_purchaser")
    if (bare or unit.has("role_owner", "role_purchaser")) and Field.CUSTOMER_TYPE not in found:
        return (Field.BUYER_ROLE, *(asked for asked in found if asked in (Field.QUANTITY, Field.CITY, Field.COMPANY)))
    if find_interfaces(unit.text) and not found:
        found.append(Field.INTERFACE)
    if Field.APPEARANCE in found and len(found) > 1 and not unit.has(*_LOOKS):
        found.remove(Field.APPEARANCE)  # "which … would you like" asks for what it names
    if Field.APPEARANCE in found and not unit.has("style_name", "style_groups", "describe", "colour"):
        plugs = bool(find_interfaces(unit.text)) or Field.INTERFACE in found
        if plugs and _asked_things(unit) < _TWO_QUESTIONS:
            found = [Field.INTERFACE if asked is Field.APPEARANCE else asked for asked in found]  # which kind of plug
    if Field.APPEARANCE in found and Field.COLOUR in found:
        found.remove(Field.COLOUR)
    if len(found) > 1 and Field.PRODUCT in found:
        found.remove(Field.PRODUCT)  # "which style of cable": the goods are only what the question is about
    return tuple(dict.fromkeys(found))


def _questions(sentence: Unit, parts: list[Unit], language: str | None) -> Iterator[tuple[str, str | None, bool]]:
    contacts = [kind for concept, kind in _CONTACTS.items() if sentence.has(concept)]
    for kind in contacts:
        yield _R.ASKS_CONTACT, kind, not sentence.has("negation")
    fields = fields_of(sentence)
    if Field.CUSTOMER_TYPE in fields:
        yield _R.ASKS, Field.CUSTOMER_TYPE, True
        yield from _directions(sentence, language)
        return
    if sentence.has("offer_help") and not set(fields) - {Field.PRODUCT}:
        yield _R.OFFERS_HELP, None, True
        return
    if not fields:
        yield _R.ASKS, Field.OTHER, True
        return
    if len(fields) == 1:
        yield _R.ASKS, fields[0], fields[0] != Field.APPEARANCE or _is_about_looks(sentence)
        return
    focus = _focus(parts) or fields[:1]
    for asked in fields:
        yield _R.ASKS, asked, asked in focus


def _directions(sentence: Unit, language: str | None) -> Iterator[tuple[str, str | None, bool]]:
    """The directions that the type question offers (M-001 check_2); options that were not read count as "unknown"."""
    named = [kind for kind in CUSTOMER_TYPES if sentence.has(f"type_{kind}")]
    for kind in named:
        yield _R.NAMES_DIRECTION, kind, True
    options = len(_OPTION.findall(sentence.text)) + 1
    if len(named) < (len(CUSTOMER_TYPES) if language == "th" else options):  # Thai sets options apart by spaces
        yield _R.NAMES_DIRECTION, "unknown", True


def _is_about_looks(sentence: Unit) -> bool:
    """Whether a question asks for a look, rather than naming one ("is it the braided one, BYJ-S66?")."""
    if sentence.has("describe", "which_like", "appearance", "style_groups"):
        return not find_models(sentence.text)
    return len(sentence.spans("style_name")) > 1 or bool(OR.search(sentence.text))


def _focus(parts: list[Unit]) -> tuple[Field, ...]:
    """What a question of several clauses is really after: the fields of the clauses that carry a question word."""
    focus: list[Field] = []
    for part in parts:
        if part.has("q_word", "ask_to_tell") and len(fields := fields_of(part)) == 1:
            focus.extend(fields)
    if not focus:
        last = fields_of(parts[-1]) if parts else ()
        focus.extend(last if len(last) == 1 else ())
    return tuple(dict.fromkeys(focus))


def _statements(
    sentence: Unit, parts: list[Unit], numbers: tuple[Number, ...], language: str | None
) -> Iterator[tuple[str, str | None, bool]]:
    yield from _deferrals(sentence)
    for concept in _ANSWERED:
        if sentence.has(concept):
            yield _R.ANSWERS, concept, True
    if find_standards(sentence.text) and not sentence.has("certification"):
        yield _R.ANSWERS, "certification", True
    if find_models(sentence.text):
        yield _R.ANSWERS, "model", True
    if sentence.has("offer_help"):
        yield _R.OFFERS_HELP, None, True
    yield from _figures(sentence, parts, numbers, language)
    for concept, act in _CLAIMS.items():
        if sentence.has(concept):
            negated = any(not _within(hit, sentence.spans(concept)) for hit in sentence.spans("negation"))
            hedged = negated or sentence.has("confirm_later", "cannot_say", "if_when")
            hedged = hedged or (concept == "stock_claim" and sentence.has(*_DEPARTMENTS))  # "sales tells what is there"
            of_a_colour = concept == "stock_claim" and sentence.has("colour", "colour_name", "style_name")
            of_nothing = concept == "refuse_order" and not _names_an_order(sentence, numbers)
            of_trade = act in (_R.CLAIMS_HOT, _R.CLAIMS_SALES) and _advises(sentence, numbers)
            yield act, None, not (hedged or of_a_colour or of_nothing or of_trade)
    if not sentence.has("refuse_order") and _may_refuse(sentence, numbers):
        yield _R.REFUSES_ORDER, None, False
    yield from _accounts_wanted(parts)
    yield from _certificates(sentence)
    yield from _clearance(sentence, parts)
    if sentence.has("mold_fee") and sentence.has("negation") and not sentence.has("confirm_later", "cannot_say"):
        twice = _apart(sentence.spans("negation", "must_or_may")) > 1  # "it is not that no mould is needed"
        yield _R.CLAIMS_FREE, "mold", not twice and not sentence.has("dept_technical", "dept_sales")
    if sentence.has("estimate") and any(sentence.has(f"type_{kind}") for kind in CUSTOMER_TYPES) and not numbers:
        yield _R.ANALYSES, None, True
    if sentence.has("platform_shop"):
        yield _R.CLAIMS_PLATFORM, None, sentence.has("can_do") and not sentence.has("negation", "cannot_say")


def _advises(sentence: Unit, numbers: tuple[Number, ...]) -> bool:
    """Whether a sentence speaks of a trade and what to do in it ("keep to what sells"), naming no goods."""
    if find_models(sentence.text) or find_interfaces(sentence.text):
        return False
    in_general = sentence.has("estimate") and any(sentence.has(f"type_{kind}") for kind in CUSTOMER_TYPES)
    return sentence.has("advice") or (in_general and not numbers)


def _may_refuse(sentence: Unit, numbers: Sequence[Number]) -> bool:
    """Whether something is denied of a number of pieces: "with 20 pieces we don't work"."""
    pieces = any(number.kind == "pieces" for number in numbers)
    return pieces and sentence.has("negation") and not sentence.has("confirm_later", "offer_help", *_DEPARTMENTS)


def _certificates(sentence: Unit) -> Iterator[tuple[str, str | None, bool]]:
    """Certificates that are said to be held, by goods or not; in doubt where they must or may be, or are confirmed."""
    if not sentence.has("holds_certificate") or not (sentence.has("certification") or find_standards(sentence.text)):
        return
    doubtful = ("negation", "must_or_may", "confirm_later", "cannot_say", "if_when", "calculate", *_DEPARTMENTS)
    goods = sentence.has("product", "catalogue", "interface", "style_name") or bool(find_models(sentence.text))
    goods = goods and not sentence.has("company", "business", "factory", "company_name")
    yield _R.CLAIMS_CERTIFIED, "goods" if goods else None, not sentence.has(*doubtful)


def _accounts_wanted(parts: list[Unit]) -> Iterator[tuple[str, str | None, bool]]:
    """Accounts that the customer is told to hand over: "send me your …" asks without being a question."""
    for part in parts:
        if part.has("hand_over"):
            for concept, kind in _CONTACTS.items():
                if part.has(concept):
                    yield _R.ASKS_CONTACT, kind, not part.has("negation", "if_when")


def _clearance(sentence: Unit, parts: list[Unit]) -> Iterator[tuple[str, str | None, bool]]:
    """Goods that are said to clear customs; in doubt beside a negation of its own clause, an if or a must."""
    if not sentence.has("clears") or sentence.has("confirm_later", "cannot_say", *_DEPARTMENTS):
        return
    saying = [part for part in parts if part.has("clears")]
    denied = any(not _within(hit, part.spans("clears", "promise")) for part in saying for hit in part.spans("negation"))
    claims = sentence.spans("clears")
    may = any(not _within(hit, claims) for hit in sentence.spans("must_or_may"))
    hedged = sentence.has("if_when") or (may and not sentence.has("promise", "agree"))
    yield _R.PROMISES, "clearance", bool(saying) and not denied and not hedged


def _names_an_order(sentence: Unit, numbers: tuple[Number, ...]) -> bool:
    """Whether a refusal says that it is of an order: "we can't do that" may be of anything."""
    counted = any(number.kind in ("pieces", "none") for number in numbers)
    return counted or sentence.has("order_word", "moq", "quantity", "unit", "type_wholesale")


def _within(hit: Hit, claims: Sequence[Hit]) -> bool:
    """Whether a negation is part of the claim itself: "we do not take small orders"."""
    return any(claim.start <= hit.start and hit.end <= claim.end for claim in claims)


def _deferrals(sentence: Unit) -> Iterator[tuple[str, str | None, bool]]:
    named = [department for concept, department in _DEPARTMENTS.items() if sentence.has(concept)]
    acting = sentence.has("confirm_later", "calculate", "next_open")
    for department in named:
        yield _R.DEFERS_TO, department, True if acting else department is not Department.COLLEAGUE


def _figures(
    sentence: Unit, parts: list[Unit], numbers: tuple[Number, ...], language: str | None
) -> Iterator[tuple[str, str | None, bool]]:
    yield from money_acts(sentence, parts, numbers, language)
    for number in numbers:
        if number.kind == "time":
            yield _R.GIVES_TIME, f"{number.value}", not sentence.has("off_hours")
        elif number.kind == "percent" and sentence.has("discount"):
            yield _R.GIVES_DISCOUNT, f"{number.value}", True
        elif number.kind not in ("date", "clock", "phone", "none", "money"):
            yield _R.GIVES_NUMBER, number.kind, True
