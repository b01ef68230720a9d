"""Where in a reply a customer's question is answered, or said who will answer it."""

from typing import Final

from evaluator.checks.facts import TurnFacts
from evaluator.checks.history import remembered
from evaluator.ontology import CustomerAct, Parameter, ReplyAct
from evaluator.reading.model import Act

# What a kind of question is answered by: statements on these topics.
TOPICS: Final[dict[str, tuple[str, ...]]] = {
    CustomerAct.ASKS_PRICE: ("price", "discount"),
    CustomerAct.ASKS_DISCOUNT: ("discount", "price"),
    CustomerAct.ASKS_FREIGHT: ("freight", "shipping", "landed_cost", "price"),
    CustomerAct.ASKS_DUTY: ("duty", "customs"),
    CustomerAct.ASKS_MOQ: ("moq", "quantity"),
    CustomerAct.ASKS_SAMPLE: ("sample",),
    CustomerAct.ASKS_PAYMENT: ("payment",),
    CustomerAct.ASKS_DELIVERY: ("delivery", "shipping"),
    CustomerAct.ASKS_SHIPPING: ("shipping", "freight", "delivery"),
    CustomerAct.ASKS_CERTIFICATION: ("certification", "customs"),
    CustomerAct.ASKS_MARKET_ACCESS: ("customs", "certification", "market"),
    CustomerAct.ASKS_CUSTOMIZATION: ("customization", "logo", "packaging", "colour", "colour_name"),
    CustomerAct.ASKS_LOGO: ("logo", "customization"),
    CustomerAct.ASKS_PACKAGING: ("packaging",),
    CustomerAct.ASKS_STOCK: ("stock",),
    CustomerAct.ASKS_COMPANY: ("company", "factory"),
    CustomerAct.ASKS_AFTER_SALES: ("after_sales",),
    CustomerAct.ASKS_PLATFORM: ("platform_shop", "website"),
    CustomerAct.ASKS_VIDEO: ("video",),
    CustomerAct.ASKS_PICTURE: ("picture",),
    CustomerAct.ASKS_CATALOGUE: ("catalogue",),
}
_PARAMETER_TOPICS: Final[dict[str, tuple[str, ...]]] = {
    Parameter.POWER: ("power",),
    Parameter.LENGTH: ("length",),
    Parameter.MATERIAL: ("material", "style_name"),
    Parameter.COLOUR: ("colour", "colour_name"),
    Parameter.DIAMETER: ("diameter", "length"),
    Parameter.CURRENT: ("current", "voltage"),
    Parameter.DATA_SPEED: ("data_speed",),
    Parameter.DURABILITY: ("durability", "cycles"),
    Parameter.WEIGHT: ("weight",),
    Parameter.INTERFACE: ("interface",),
}
_FIGURES: Final = (ReplyAct.GIVES_NUMBER, ReplyAct.GIVES_TIME, ReplyAct.GIVES_PRICE)
_YES_OR_NO: Final = frozenset(
    {
        CustomerAct.ASKS_CUSTOMIZATION,
        CustomerAct.ASKS_LOGO,
        CustomerAct.ASKS_PARAMETER,
        CustomerAct.ASKS_PACKAGING,
        CustomerAct.ASKS_SAMPLE,
        CustomerAct.ASKS_STOCK,
        CustomerAct.ASKS_COMPANY,
    }
)
_BY_FIGURE: Final = frozenset(
    {CustomerAct.ASKS_MOQ, CustomerAct.ASKS_PARAMETER, CustomerAct.ASKS_SAMPLE, CustomerAct.ASKS_DELIVERY}
)
# Questions that M-003, M-007 and M-019 want answered; a wish to see the goods is answered by the posters themselves.
SPECIFIC: Final = frozenset(TOPICS) - {CustomerAct.ASKS_CATALOGUE, CustomerAct.ASKS_PICTURE} | {
    CustomerAct.ASKS_PARAMETER
}


def answered_at(turn: TurnFacts, asked: Act) -> int | None:
    """The first sentence that answers a question, or says who will or that nobody can; None where none was found."""
    topics = TOPICS.get(asked.act) or _PARAMETER_TOPICS.get(asked.value or "", ("spec",))
    places = [act.at for act in turn.reply.find(ReplyAct.ANSWERS) if act.value in topics]
    places += [act.at for act in turn.reply.find(ReplyAct.DEFERS_TO, ReplyAct.CANNOT_SAY)]
    if asked.act in _BY_FIGURE:
        places += [act.at for act in turn.reply.find(*_FIGURES)]
    if asked.act in _YES_OR_NO:
        places += [act.at for act in turn.reply.find(ReplyAct.AFFIRMS)]
    return min(places, default=None)


# What a sentence may do beside answering: if all of them do only this, the question is passed over.
_ASIDE: Final = frozenset(
    {
        ReplyAct.GREETS,
        ReplyAct.INTRODUCES,
        ReplyAct.ASKS,
        ReplyAct.OFFERS_HELP,
        ReplyAct.INVITES_TO_LOOK,
        ReplyAct.NAMES_DIRECTION,
        ReplyAct.ASKS_FIXED_FORMAT,
    }
)


@remembered
def unread_sentences(turn: TurnFacts) -> bool:
    """Whether a sentence of the reply shows no act at all: what it does is not known."""
    read = {act.at for act in turn.reply.acts}
    return any(sentence.at not in read for sentence in turn.sentences)


def passes_over(turn: TurnFacts) -> bool:
    """Whether a reply that was read whole holds nothing but invitations, greetings and questions of its own."""
    if not turn.reply.read or unread_sentences(turn):
        return False
    aside = {act.at for act in turn.reply.acts if act.act in _ASIDE and act.sure}
    return all(sentence.at in aside for sentence in turn.sentences)


@remembered
def specific_questions(turn: TurnFacts) -> list[Act]:
    """The customer's sure questions of the turn that want an answer, one of a kind."""
    found: dict[tuple[str, str | None], Act] = {}
    for act in turn.customer_acts():
        if act.act in SPECIFIC and act.sure:
            found.setdefault((act.act, act.value), act)
    return list(found.values())
