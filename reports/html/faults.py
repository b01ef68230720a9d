"""The faults of one session: its failed checks, and where in the transcript their quotes stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluator.verdicts import Source, Verdict
from reports.html.quotes import locate
from reports.html.spans import Mark


@dataclass(frozen=True, slots=True)
class Fault:
    """A failed check of a failed metric. ``number`` counts from 0 within the session, ``turn`` from 1."""

    number: int
    metric: str
    check: str
    turn: int | None
    quote: str | None
    source: Source | None


def faults_of(verdicts: Iterable[Verdict]) -> tuple[Fault, ...]:
    """All failed checks, in the order of the verdicts."""
    failed = (
        (verdict.metric_id, check)
        for verdict in verdicts
        if verdict.result == "FAIL"
        for check in verdict.checks
        if check.result == "FAIL"
    )
    return tuple(
        Fault(number, metric, check.check, check.turn, check.quote, check.source)
        for number, (metric, check) in enumerate(failed)
    )


class Marker:
    """Hands out the marks of a turn's texts. A fault is marked in the first text that holds its quote."""

    def __init__(self, faults: Sequence[Fault], turn: int) -> None:
        self._open = [fault for fault in faults if fault.turn == turn and fault.quote]

    def marks(self, text: str, source: Source, *, again: bool = False) -> list[Mark]:
        """The marks of one text. With ``again`` the quote is looked for in later texts of that source too.

        The opportunity assistant often says the same twice in a turn, and a verdict does not name the run.
        """
        found: list[Mark] = []
        for fault in list(self._open):
            place = locate(text, fault.quote or "") if fault.source == source else None
            if place is not None:
                found.append(Mark(*place, fault.number))
                if not again:
                    self._open.remove(fault)
        return found
