"""How a metric is written: events, one small method a check, and what each may answer.

A metric's class yields the events that its trigger finds; the engine calls `check_1`, `check_2`, … for each event,
evaluates the catalogue's decision over the answers, and takes the AND over the events (rulings, "Aggregation").
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from evaluator.checks.facts import Facts, TurnFacts
from evaluator.reading.model import Act, Tri
from evaluator.verdicts import CheckOutcome, DecidedBy, Source


@dataclass(frozen=True)
class Finding:
    """What a check found on one event, with the span of the record that it rests on."""

    result: CheckOutcome
    note: str = ""
    quote: str | None = None
    source: Source | None = None
    turn: int | None = None  # where the quote stands; the event's turn by default
    by: DecidedBy = "rule"
    lacking: bool = False  # open for want of data in the record: no judge can see it either, so none is asked


@dataclass(frozen=True)
class Event:
    """One occasion on which a metric applies. `applies` is None where the trigger itself is not certain."""

    turn: TurnFacts
    applies: Tri = True
    exercised: bool = True
    why: str = ""  # what triggered it, or what would have to be known
    data: Mapping[str, object] = field(default_factory=dict)


class Metric:
    """Base of all metrics. Subclasses set `id`, yield events, and define the methods `check_1`, `check_2`, …"""

    id: ClassVar[str]

    def events(self, facts: Facts) -> Iterator[Event]:
        """The occasions on which the metric applies; none means N/A."""
        raise NotImplementedError

    def conditions(self, facts: Facts, event: Event) -> Mapping[str, Tri]:
        """The conditions of an IF/ELIF decision for an event."""
        return {}

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        """The EDGE clauses that an event falls under."""
        return iter(())

    def session_edges(self, facts: Facts) -> Iterator[str]:
        """The EDGE clauses that apply to the session although (or because) it has no event."""
        return iter(())

    def missing(self, facts: Facts) -> str:
        """Why the trigger cannot be told for want of data; empty where it can."""
        return ""


class OpportunityMetric(Metric):
    """A metric that the opportunity assistant's runs trigger: without a log of them nothing can be said."""

    def missing(self, facts: Facts) -> str:
        return "" if facts.has_opportunity_log else "the record has no log of the opportunity assistant"


def passed(
    note: str = "", quote: str | None = None, source: Source | None = "reply", turn: int | None = None
) -> Finding:
    """The check holds."""
    return Finding("PASS", note, quote, source if quote else None, turn)


def failed(note: str, quote: str | None = None, source: Source | None = "reply", turn: int | None = None) -> Finding:
    """The check does not hold."""
    return Finding("FAIL", note, quote, source if quote else None, turn)


def not_applicable(note: str = "") -> Finding:
    """The check has no occasion in this event."""
    return Finding("N/A", note)


def undecided(note: str) -> Finding:
    """Neither: the note says what it would take."""
    return Finding("OPEN", note)


def lacking(note: str) -> Finding:
    """Open, as the record lacks what would decide it: the note names it."""
    return Finding("OPEN", note, lacking=True)


def absent(act: Tri, found: Act | None, unread: str, present_note: str, ok_note: str = "") -> Finding:
    """The check that something was not said: FAIL with its quote, PASS, or OPEN where the text was not read."""
    if act:
        return failed(present_note, found.quote if found else None)
    return undecided(unread) if act is None else passed(ok_note)


def present(act: Tri, found: Act | None, unread: str, absent_note: str, due: str | None = None) -> Finding:
    """The check that something was said: PASS with its quote, else FAIL with the quote of what made it due."""
    if act:
        return passed("", found.quote if found else None)
    return undecided(unread) if act is None else failed(absent_note, due, "inbound" if due else None)
