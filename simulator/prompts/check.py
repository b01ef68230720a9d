"""Which of the sections that the metrics refer to a prompt has, and where; what comes near to those it lacks."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from simulator.prompts.files import Prompt, PromptKind
from simulator.prompts.headings import FRAME, Heading, folded, headings
from simulator.prompts.references import Wanted, wanted

KINDS: Final[tuple[PromptKind, ...]] = ("inquiry", "opportunity")
_SPARE: Final = 12  # letters that a heading may have beside the section's name
_NEAR: Final = 0.5


@dataclass(frozen=True, slots=True)
class Found:
    """What a prompt has of one thing wanted: the line where it is; None and perhaps what comes near where it lacks."""

    wanted: Wanted
    line: int | None
    near: str | None = None


@dataclass(frozen=True, slots=True)
class PromptReport:
    """One prompt."""

    file: str
    kind: PromptKind
    found: tuple[Found, ...]

    @property
    def lacking(self) -> tuple[Found, ...]:
        """What is not there."""
        return tuple(entry for entry in self.found if entry.line is None)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        sections = [
            {
                "section": entry.wanted.label,
                "metrics": list(entry.wanted.metrics),
                "line": entry.line,
                **({} if entry.near is None else {"near": entry.near}),
            }
            for entry in self.found
        ]
        return {"file": self.file, "kind": self.kind, "lacking": len(self.lacking), "sections": sections}


@dataclass(frozen=True, slots=True)
class _Section:
    """A section of the prompt: its heading, the headings in its body, and the body's words."""

    heading: Heading
    inner: tuple[Heading, ...]
    words: str


def check_prompt(prompt: Prompt, file: str, kind: PromptKind) -> PromptReport:
    """What the prompt has of all that the metrics refer to."""
    lines, every = prompt.text.splitlines(), headings(prompt.text)
    names = dict.fromkeys(entry.section for entry in wanted(kind))
    starts = {name: heading for name in names if (heading := _best(name, every)) is not None}
    for name in names:  # one name may be short for another
        longer = next((starts[other] for other in names if name in other and other in starts), None)
        if name not in starts and longer is not None:
            starts[name] = longer
    begun = {heading.line for heading in starts.values()}
    sections = {name: _section(heading, begun, lines, every) for name, heading in starts.items()}
    return PromptReport(file, kind, tuple(_look(entry, sections.get(entry.section), every) for entry in wanted(kind)))


def recognised_kind(prompt: Prompt) -> PromptKind | None:
    """Whose prompt it is, by the sections that only one of the two has; None where that does not tell."""
    every = headings(prompt.text)
    names = {kind: {entry.section for entry in wanted(kind)} for kind in KINDS}
    counts = {
        kind: sum(_best(name, every) is not None for name in names[kind] - names[other])
        for kind, other in (KINDS, KINDS[::-1])
    }
    first, second = KINDS
    if counts[first] == counts[second]:
        return None
    return first if counts[first] > counts[second] else second


def _best(name: str, every: Sequence[Heading]) -> Heading | None:
    """The heading of a section: of that name, else beginning with it, else holding it; the highest of these."""
    wanted_name = folded(name)
    fits = [(_fit(wanted_name, heading), heading) for heading in every]
    good = [(fit, heading.rank, heading.line, heading) for fit, heading in fits if fit is not None]
    return min(good, key=lambda entry: entry[:3])[3] if good else None


def _fit(name: str, heading: Heading) -> int | None:
    if heading.name == name:
        return 0
    if heading.plain or name not in heading.name or len(heading.name) > len(name) + _SPARE:
        return None
    return 1 if heading.name.startswith(name) else 2


def _section(heading: Heading, starts: set[int], lines: Sequence[str], every: Sequence[Heading]) -> _Section:
    later = [entry for entry in every if entry.line > heading.line]
    end = next((entry.line for entry in later if _ends(heading, entry, starts)), len(lines) + 1)
    inner = tuple(entry for entry in later if entry.line < end)
    return _Section(heading, inner, folded("".join(lines[heading.line - 1 : end - 1])))


def _ends(heading: Heading, later: Heading, starts: set[int]) -> bool:
    """Whether a section is over: where another section begins, or at a heading as high that is no item of it.

    Framed lines serve as headings of both, so that they end a section only where both are numbered (`一、`, `二、`).
    """
    if later.line in starts:
        return True
    item = later.rank == heading.rank and later.number is not None and heading.number is None
    framed = later.rank == FRAME and (heading.rank != FRAME or later.number is None)
    return later.rank <= min(heading.rank, FRAME) and not item and not framed


def _look(entry: Wanted, section: _Section | None, every: Sequence[Heading]) -> Found:
    if entry.item is None:
        return Found(entry, section.heading.line) if section else Found(entry, None, _near(entry.section, every))
    whole = _whole_name(entry, every)
    if whole is not None:
        return Found(entry, whole.line)
    if section is None:
        return Found(entry, None, _near(entry.section, every))
    line = _numbered(entry, section) if entry.item.isdigit() else _named(entry.item, section)
    return Found(entry, line, None if line is not None else _items(section))


def _whole_name(entry: Wanted, every: Sequence[Heading]) -> Heading | None:
    """A heading that names section and number together: `红线-4 MOQ`, `红线 4`."""
    if not (entry.item or "").isdigit():
        return None
    shape = re.compile(rf"^{re.escape(folded(entry.section))}\w{{0,4}}?(?<!\d){entry.item}(?!\d)")
    return next((heading for heading in every if shape.match(heading.name)), None)


def _numbered(entry: Wanted, section: _Section) -> int | None:
    """The item of that number among those that stand highest in the section, or one with its title."""
    numbered = [heading for heading in section.inner if heading.number is not None]
    top = min((heading.rank for heading in numbered), default=0)
    for heading in numbered:
        if heading.rank == top and heading.number == int(entry.item or 0):
            return heading.line
    titles = [folded(title) for title in entry.titles]
    return next((entry.line for entry in section.inner if any(title in entry.name for title in titles)), None)


def _named(item: str, section: _Section) -> int | None:
    name = folded(item)
    line = next((heading.line for heading in section.inner if name in heading.name), None)
    if line is None and name in section.words:
        return section.heading.line
    return line


def _near(name: str, every: Sequence[Heading]) -> str | None:
    """The heading that comes nearest, with its line."""
    known = {heading.name: heading for heading in reversed(every)}
    close = difflib.get_close_matches(folded(name), known, n=1, cutoff=_NEAR)
    return f"{known[close[0]].text} (line {known[close[0]].line})" if close else None


def _items(section: _Section) -> str:
    numbers = sorted({heading.number for heading in section.inner if heading.number is not None})
    listed = ", ".join(map(str, numbers)) or "no numbered items"
    return f"{section.heading.text} (line {section.heading.line}) has {listed}"
