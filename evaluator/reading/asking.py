"""Does a clause of a customer's ask for something, or only mention it?"""

from dataclasses import dataclass, field

from evaluator.ontology import Field
from evaluator.reading.matcher import Hit
from evaluator.reading.segment import Unit

_SHORT_WORDS = 5  # content words of a clause that names its topic and little else


@dataclass(frozen=True)
class Before:
    """What a message is understood against: what the last reply asked, and whether styles were shown."""

    asked: frozenset[Field] = field(default_factory=frozenset)
    styles_shown: bool = False


def asks(unit: Unit) -> bool:
    """Whether a clause is a question, by its mark, a question word or a particle."""
    if unit.marked:
        return True
    told = unit.spans("asks_nothing")
    asked = unit.spans("q_word", "q_tail")
    return any(not any(part.start <= hit.start < part.end for part in told) for hit in asked)


def requests(unit: Unit) -> bool:
    """Whether a clause wants something given; "let me have a look" does not."""
    looks = unit.spans("will_look", "ack")

    def held(request: Hit) -> bool:
        return any(
            look.start <= request.start < look.end and (look.concept == "will_look" or request.end < look.end)
            for look in looks
        )

    return any(not held(hit) for hit in unit.spans("request"))


def looks_only(unit: Unit) -> bool:
    """Whether a customer only says that he will look for himself: what he names is not asked for."""
    return unit.has("will_look") and not asks(unit) and not requests(unit)


def wanted(unit: Unit) -> bool:
    """Whether a topic in this clause is surely asked for rather than only mentioned."""
    if asks(unit) or requests(unit):
        return asks(unit) or not unit.has("negation")
    if looks_only(unit) or unit.has("asks_nothing"):
        return False
    return unit.content_words <= _SHORT_WORDS and not unit.has("negation", "thanks", "received")
