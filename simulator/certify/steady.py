"""The sample of driven conversations that is edited without a change of meaning, and what that changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from evaluator.scoring import Scorer
from evaluator.session import Session
from evaluator.verdicts import Verdict
from simulator.certify.model import EditCount
from simulator.edits import KINDS, Json, edited, flips

Driven: TypeAlias = tuple[Session, Sequence[Verdict]]


def edit_sample(
    agents: str, driven: Sequence[Driven], number: int, first: int, scorer: Scorer, counts: dict[str, EditCount]
) -> None:
    """Edits ``number`` of the driven conversations, each in another way, and adds what changed to ``counts``.

    ``first`` is the kind of edit to begin with, so that different defects get different ones.
    """
    for kind, before, record in _sample(driven, number, first):
        after = scorer.score(Session.from_json(record)).verdicts
        count = counts.setdefault(kind, EditCount())
        count.conversations += 1
        count.decided += sum(not verdict.undetermined for verdict in before)
        for flip in flips(before, after):
            match flip.change:
                case "flipped":
                    count.flipped += 1
                case "opened":
                    count.opened += 1
                case _:
                    count.newly_decided += 1
            count.changes.append(
                {
                    "edit": kind,
                    "agents": agents,
                    "session_id": flip.session_id,
                    "metric": flip.metric,
                    "change": flip.change,
                    "before": flip.before,
                    "after": flip.after,
                    "checks": ", ".join(flip.checks),
                    "reason": flip.reason_after if flip.after in ("FAIL", "OPEN") else flip.reason_before,
                }
            )


def _sample(driven: Sequence[Driven], number: int, first: int) -> Iterator[tuple[str, Sequence[Verdict], Json]]:
    """Conversations one after another, kinds one after another; an edit that changes nothing is passed over."""
    if not driven:
        return
    kinds = tuple(KINDS)
    made: set[tuple[int, str]] = set()
    for step in range(2 * len(kinds)):
        place, kind = step % len(driven), kinds[(first + step) % len(kinds)]
        if len(made) >= number:
            return
        if (place, kind) in made:
            continue
        session, verdicts = driven[place]
        record = session.to_json_dict()
        changed = edited(record, partial(KINDS[kind], language=_language(session.simulation or {})))
        if changed != record:
            made.add((place, kind))
            yield kind, verdicts, changed


def _language(simulation: Mapping[str, object]) -> str:
    factors = simulation.get("factors")
    return str(factors.get("language", "en")) if isinstance(factors, Mapping) else "en"
