"""Does a text follow the customer's language? (rulings, "Language"; M-017, M-024, M-027)."""

import re
from typing import Final

from evaluator.checks.facts import TurnFacts
from evaluator.reading.model import TextReading, Tri
from evaluator.text.language_words import LATIN_WORDS, NEUTRAL_WORDS
from evaluator.text.links import find_links
from evaluator.text.normalise import fold


def follows(text: TextReading, turn: TurnFacts) -> Tri:
    """Whether a text is in a language that is right for the turn; None where the guess is too weak to say."""
    if text.language is None or turn.newest is None:
        return True
    newest = turn.newest[1]
    right = {newest.language}
    if newest.language is None:
        here = {reading.language for _, reading in turn.customer_messages if reading.language}
        right = {*here, turn.before.language or "en", "en"}
    if text.language in right:
        return True
    if newest.language is None and _strange(turn.newest[0].text):
        return None
    if newest.language is None and any(
        reading.language and not reading.reliable for _, reading in turn.customer_messages
    ):
        return None  # a word beside the thumb may be of the reply's language
    if not text.reliable or (not newest.reliable if newest.language else not turn.before.language_sure):
        return None
    return False


def _strange(text: str) -> bool:
    """Whether a message without a language that was made out is one or two words that are not known ("Grüezi")."""
    told = _WORD.findall(text)
    odd = [word for word in told if len(word) >= _LONG_WORD and not word.isupper() and not find_links(text)]
    known = NEUTRAL_WORDS | frozenset(LATIN_WORDS["en"])
    return len(told) <= _FEW and any(fold(word) not in known for word in odd)


_WORD: Final = re.compile(r"[^\W\d_]+")
_LONG_WORD: Final = 4
_FEW: Final = 2


def variant_follows(text: TextReading, turn: TurnFacts) -> Tri:
    """Whether a Chinese text has the right characters: simplified unless the customer writes traditional himself."""
    if text.language != "zh" or turn.newest is None:
        return True
    newest = turn.newest[1]
    customer: str | None = newest.variant
    if customer != "traditional" and any(reading.variant == "traditional" for _, reading in turn.customer_messages):
        return True  # both were written in one go: either is right
    if (newest.language == "zh" and customer == "neutral") or newest.language is None:
        customer = turn.before.variant if turn.before.variant == "traditional" else None
        if customer == "traditional":
            return True  # established: traditional is right, simplified the default
    if customer == "traditional":
        return text.variant != "simplified"
    return text.variant != "traditional"
