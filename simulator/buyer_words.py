"""Who words the buyer's turns: a port, and the wording by phrases.

The plan (:mod:`simulator.buyer`) hands over each turn in the words of the phrases; a :class:`Wording` puts it in the
words that are sent. What it means, and which facts it gives, it may not change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from scenarios.cases import Case
from simulator.buyer import BuyerTurn


@dataclass(frozen=True, slots=True)
class Scene:
    """What a wording may know of the conversation.

    ``heard`` is the assistant's last reply that reached the buyer, ``said`` his own messages so far, oldest first.
    """

    case: Case
    heard: str | None = None
    said: tuple[str, ...] = ()


class Wording(Protocol):
    """Puts turns into words; one serves many conversations at a time."""

    async def word(self, turn: BuyerTurn, scene: Scene) -> BuyerTurn:
        """The turn in the words that are sent.

        Raises :class:`simulator.errors.SpoiledWordsError`, and what a model's endpoint raises.
        """


class PhraseWording:
    """The words of the phrases, as the plan chose them."""

    async def word(self, turn: BuyerTurn, scene: Scene) -> BuyerTurn:
        """The turn as it is."""
        return turn
