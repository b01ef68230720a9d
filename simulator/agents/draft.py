"""A reply before it is worded: tool calls, the lines to say, the markers to send, the field that is asked for.

The reference agent writes drafts; a seeded defect changes one; rendering turns it into the reply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

# What a line is there for. `answer` responds to the message, `note` takes up what was said, `list` is one item of a
# list, `invite` invites to the posters, `question` asks for something.
Part: TypeAlias = Literal["opening", "answer", "note", "list", "invite", "question", "closing"]
MarkerKind: TypeAlias = Literal["IMAGE", "DOCUMENT", "VIDEO", "KBVIDEO", "LINK"]
Pool: TypeAlias = Literal["replies", "defects", "literal"]


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call to make."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say. ``key`` is a phrase of the pool, or with the pool ``literal`` the words themselves."""

    part: Part
    key: str
    slots: Mapping[str, str] = field(default_factory=dict)
    asks: str | None = None
    pool: Pool = "replies"


@dataclass(frozen=True, slots=True)
class Marker:
    """One media marker: ``target`` is its id or address, ``caption`` a phrase key of the pool."""

    kind: MarkerKind
    target: str
    caption: str
    slots: Mapping[str, str] = field(default_factory=dict)
    file_name: str | None = None
    pool: Pool = "replies"


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole reply in the making. ``language`` is the phrase file that words it."""

    language: str
    calls: tuple[Call, ...] = ()
    lines: tuple[Line, ...] = ()
    markers: tuple[Marker, ...] = ()
    asked: tuple[str, ...] = ()

    def having(self, part: Part) -> tuple[Line, ...]:
        """The lines of one part."""
        return tuple(line for line in self.lines if line.part == part)

    def without(self, *parts: Part) -> Draft:
        """The draft less the lines of these parts; without a question nothing is asked."""
        kept = tuple(line for line in self.lines if line.part not in parts)
        return replace(self, lines=kept, asked=() if "question" in parts else self.asked)

    def plus(self, *lines: Line) -> Draft:
        """The draft with more lines at its end."""
        return replace(self, lines=(*self.lines, *lines))

    def asking(self, line: Line | None) -> Draft:
        """The draft with this question in the place of its own."""
        kept = self.without("question")
        return kept if line is None else kept.plus(line)

    def mapped(self, change: Callable[[Line], Line]) -> Draft:
        """The draft with each line changed."""
        return replace(self, lines=tuple(change(line) for line in self.lines))
