"""One of two runs as a comparison reads it: for each conversation what the 58 metrics came to, and what it pairs by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from evaluator.catalogue import Catalogue
from evaluator.errors import InputError, Problem
from evaluator.session import Session
from evaluator.verdicts import Conclusion, Verdict
from reports import run_dir as run
from reports.coverage import paired
from reports.html.simulated import simulated

PASS: Final = "P"
FAIL: Final = "F"
UNDETERMINED: Final = "U"
NOT_APPLICABLE: Final = "-"
DECIDED: Final = frozenset("PF12345")
"""The outcomes that decide something: a pass, a fail, or one of the five scores."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation. ``codes`` has a letter a metric, in the catalogue's order.

    ``key`` is what it is paired by: the case (template, variant, repeat), or for an imported record the session id.
    ``case`` is the key without the repeat; ``template`` is the cluster that it belongs to.
    """

    session_id: str
    key: tuple[str, ...]
    case: tuple[str, ...]
    template: str | None
    factors: Mapping[str, str]
    codes: str
    conclusion: str
    invalid: bool
    repeat: int | None = None


@dataclass
class Side:
    """One run: its manifest and its conversations by key."""

    path: Path
    manifest: Mapping[str, Any]
    talks: dict[tuple[str, ...], Talk] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """The state of the run by its manifest."""
        return str(self.manifest.get("state", "unknown"))

    @property
    def complete(self) -> bool:
        """Whether the run came to its end."""
        return self.state == "complete"


def read_side(run_dir: Path, manifest: Mapping[str, Any], catalogue: Catalogue) -> Side:
    """Reads a run. Raises InputError where a file is damaged or two records are the same case."""
    side = Side(run_dir, manifest)
    places = {metric.id: number for number, metric in enumerate(catalogue)}
    try:
        for session, verdicts, conclusion in scored(run_dir):
            talk = _talk(session, _codes(verdicts, places, session.session_id), conclusion)
            if (other := side.talks.get(talk.key)) is not None:
                what = "the same case twice" if talk.template else "the same session id twice"
                names = " and ".join(dict.fromkeys((repr(other.session_id), repr(talk.session_id))))
                raise InputError(f"each conversation once is expected, found {what}: {names}")
            side.talks[talk.key] = talk
    except InputError as error:
        if error.problems:  # these name the file
            raise
        problem = Problem(str(run_dir), found=str(error))
        raise InputError("the run cannot be compared", [problem]) from None
    return side


def scored(run_dir: Path) -> Iterator[tuple[Session, Sequence[Verdict], Conclusion]]:
    """Each conversation with its verdicts and conclusion. Raises InputError where the files do not belong together."""
    conclusions = run.conclusions(run_dir)
    for session, verdicts in paired(run.sessions(run_dir), run.verdicts(run_dir)):
        conclusion = next(conclusions, None)
        if conclusion is None or conclusion.session_id != session.session_id:
            found = "none" if conclusion is None else f"that of {conclusion.session_id!r}"
            raise InputError(f"conclusions: expected that of session {session.session_id!r} next, found {found}")
        yield session, verdicts, conclusion


def _talk(session: Session, codes: str, conclusion: Conclusion) -> Talk:
    of = simulated(session)
    if of.template is None or of.variant is None or of.repeat is None:
        key: tuple[str, ...] = ("session", session.session_id)
        case, template, repeat = key, None, None
    else:
        case, template, repeat = ("case", of.template, str(of.variant)), of.template, of.repeat
        key = (*case, str(of.repeat))
    return Talk(
        session_id=session.session_id,
        key=key,
        case=case,
        template=template,
        factors=of.factors,
        codes=codes,
        conclusion=conclusion.conclusion,
        invalid=of.invalid is not None,
        repeat=repeat,
    )


def _codes(verdicts: Sequence[Verdict], places: Mapping[str, int], session_id: str) -> str:
    codes = [NOT_APPLICABLE] * len(places)
    seen: set[str] = set()
    for verdict in verdicts:
        if verdict.metric_id not in places:
            raise InputError(f"verdicts of {session_id!r}: no metric is called {verdict.metric_id!r}")
        if verdict.metric_id in seen:
            raise InputError(f"verdicts of {session_id!r}: {verdict.metric_id} comes twice")
        seen.add(verdict.metric_id)
        codes[places[verdict.metric_id]] = code_of(verdict)
    return "".join(codes)


def code_of(verdict: Verdict) -> str:
    """One letter for a verdict. A pass without an occasion is none."""
    if verdict.undetermined:
        return UNDETERMINED
    if not verdict.counts:
        return NOT_APPLICABLE
    if verdict.score is not None:
        return str(verdict.score)
    return PASS if verdict.result == "PASS" else FAIL
