"""Names in an answer on the company, and facts of another model: what nothing returned was seen to hold."""

import re
from typing import Final

from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.sources import said_before, sources_of
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.text.normalise import fold, strip_marks

# Languages that write names, and hardly anything else, with a capital inside a sentence.
_CAPITALS: Final = frozenset({"en", "es", "pt", "fr", "it", "vi", "id", "ru", "tr"})
_NAME: Final = re.compile(r"(?<=[^\W\d_A-Z][ ,])\s?([^\W\d_a-z][^\W\d_A-Z]{2,})(?!\w|-)")
_OURS: Final = frozenset(
    {"tom", "jasper", "beiyijia", "shenzhen", "guangdong", "china", "chine", "cina", "tiongkok", "type", "lightning"}
)
_OF_A_MODEL: Final = frozenset(
    {
        "material", "power", "length", "interface", "style_name", "diameter", "current", "data_speed", "durability",
        "weight",
    }
)  # fmt: skip


def unheard_name(facts: Facts, turn: TurnFacts) -> str | None:
    """A name in an answer on the company that no tool, customer or greeting has brought up before."""
    if turn.reply.language not in _CAPITALS or turn.customer(CustomerAct.ASKS_COMPANY) is not True:
        return None
    sources = sources_of(facts, turn)
    introduced = {act.at for act in turn.reply.find(ReplyAct.INTRODUCES)}
    greeted = strip_marks(fold(facts.turns[0].text)) if turn.number > 1 else ""
    for sentence in turn.sentences:
        if sentence.at in introduced:
            continue
        for match in _NAME.finditer(sentence.text):
            word = match.group(1)
            if word[0].islower():
                continue
            name = fold(word)
            bare = strip_marks(name)
            if bare in _OURS or bare in greeted or sources.mentions(name):
                continue
            if not (said_before(facts, turn, name) or said_before(facts, turn, bare)):
                return word
    return None


def tells_of_a_model(turn: TurnFacts) -> bool:
    """Whether a reply tells what goods are like, and does not say that it cannot, or who will."""
    aside = {
        act.at for act in turn.reply.find(ReplyAct.ASKS, ReplyAct.DEFERS_TO, ReplyAct.CANNOT_SAY, ReplyAct.NEGATES)
    }
    return any(act.value in _OF_A_MODEL and act.at not in aside for act in turn.reply.find(ReplyAct.ANSWERS))
