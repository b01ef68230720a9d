"""What the buyer sees of the agents' doings: the conditions of a plan, read from the replies that reached him.

Markers are compared with the company's own documents; what needs understanding (what a reply asks, whether it is a
closing) is read by the evaluator's reader, behind a small protocol. What the reader does not know is not known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from evaluator.ontology import ReplyAct
from evaluator.session import Turn
from scenarios.templates.conditions import ANYTHING, Tri
from scenarios.world import CATALOGUE_TITLE, POSTER_TITLES, World
from simulator.platform import Outcome

if TYPE_CHECKING:
    from evaluator.reading import ReplyReading

_IMAGE = re.compile(r"\[IMAGE:([^|\[\]]+)\|")
_DOCUMENT = re.compile(r"\[DOCUMENT:([^|\[\]]+)\|")
_SITE = re.compile(r"\[LINK:https://www\.beiyijia\.top/?\|")


class ReplyView(Protocol):
    """What a reply says, as far as the buyer must know."""

    @property
    def asked(self) -> frozenset[str] | None:
        """The fields that it surely asks for; None where it was not understood."""

    @property
    def closing(self) -> Tri:
        """Whether it is the off-hours closing."""


class ReplyReader(Protocol):
    """Reads the replies of one conversation, turn by turn."""

    def read(self, turn: Turn) -> ReplyView:
        """What the reply of the conversation's next turn says."""


class Observer:
    """The conversation so far as conditions see it (:class:`scenarios.templates.conditions.Signals`)."""

    def __init__(self, world: World, reader: ReplyReader) -> None:
        self._reader = reader
        self._sets = [
            frozenset(document.image_ids)
            for document in world.documents
            if document.title in POSTER_TITLES.values() and len(document.image_ids) == 2
        ]
        self._catalogues = frozenset(
            identifier
            for document in world.documents
            if document.title == CATALOGUE_TITLE
            for identifier in _DOCUMENT.findall(document.content)
        )
        self._asked: frozenset[str] | None = frozenset()
        self._signals: dict[str, Tri] = {}

    def note(self, turn: Turn, outcome: Outcome) -> None:
        """Takes in a turn that is over."""
        view = self._reader.read(turn)
        reply = outcome.reply
        self._asked = frozenset() if reply is None else view.asked
        self._signals["replied"] = reply is not None
        self._signals["converted"] = outcome.converted
        self._signals["taken_over"] = outcome.taken_over
        if reply is not None:
            shown = frozenset(_IMAGE.findall(reply))
            self._happened("posters_sent", any(entry <= shown for entry in self._sets))
            sent = not self._catalogues.isdisjoint(_DOCUMENT.findall(reply)) or bool(_SITE.search(reply))
            self._happened("catalogue_sent", sent)
            self._happened("closing_sent", view.closing)

    def signal(self, name: str) -> Tri:
        """One of the signals of a condition."""
        return self._signals.get(name, False)

    def asked(self, field: str) -> Tri:
        """Whether the last reply asks for the field, or for anything."""
        if self._asked is None:
            return None
        return bool(self._asked) if field == ANYTHING else field in self._asked

    @property
    def asked_fields(self) -> frozenset[str]:
        """The fields that the last reply surely asks for."""
        return self._asked or frozenset()

    def _happened(self, name: str, now: Tri) -> None:
        """What once happened stays so; what may have happened is not known."""
        before = self._signals.get(name, False)
        self._signals[name] = True if before or now else (None if None in (before, now) else False)


class RuleReplyReader:
    """The evaluator's rule reader as a :class:`ReplyReader`."""

    def __init__(self) -> None:
        from evaluator.reading import RuleReader, TurnReading  # loads its lexicons

        self._reader = RuleReader()
        self._before: list[TurnReading] = []

    def read(self, turn: Turn) -> ReplyView:
        """What the reply of the conversation's next turn says."""
        reading = self._reader.read_turn(turn, len(self._before) + 1, tuple(self._before))
        self._before.append(reading)
        return _RuleView(reading.reply)


class _RuleView:
    def __init__(self, reply: ReplyReading | None) -> None:
        self._reply = reply

    @property
    def asked(self) -> frozenset[str] | None:
        reply = self._reply
        if reply is None:
            return frozenset()
        fields = frozenset(str(field) for field in reply.asked())
        return fields if fields or reply.understood else None

    @property
    def closing(self) -> Tri:
        if self._reply is None:
            return False
        needed = (ReplyAct.SAYS_RECEIVED, ReplyAct.SAYS_NEXT_OPENING, ReplyAct.SAYS_SPECS_AND_QUOTE)
        found: list[Tri] = [self._reply.has(act) for act in needed]
        return False if False in found else (None if None in found else True)
