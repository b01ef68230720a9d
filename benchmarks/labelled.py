"""Sets of labelled conversations, and their scores one at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from benchmarks import ROOT, RUNS
from evaluator.agreement import Label
from evaluator.errors import InputError
from evaluator.scoring import Scored, Scorer
from evaluator.session.load import Refused, read_sessions
from tests.labelled.build import build

OWN: Final = RUNS / "accuracy"
SHARED: Final = ROOT.parent / "shared" / "cases"  # lies beside the project in some places only
WHOLE: Final = "whole"
_PARTS: Final = {"a-": "small", "b-": "small", "c-": WHOLE, "d-": "small, added last"}  # by what an id begins with


@dataclass(frozen=True)
class LabelledSet:
    """A folder of session records, and their labels by session id."""

    sessions: Path
    labels: Mapping[str, Label]


def own_set(folder: Path = OWN) -> LabelledSet:
    """The project's own set, built anew so that it never lags behind its sources."""
    build(folder)
    return read_set(folder)


def read_set(folder: Path) -> LabelledSet:
    """A set as `build` writes it: `sessions/` and `labels.json`."""
    labels = TypeAdapter(dict[str, Label]).validate_json((folder / "labels.json").read_bytes())
    return LabelledSet(folder / "sessions", labels)


def part(session_id: str) -> str:
    """The part of the own set that a conversation belongs to. Raises KeyError for an id of none.

    What was added last is counted apart: nothing in the evaluator was mended after looking at it.
    """
    return _PARTS[session_id[:2]]


def is_whole(session_id: str) -> bool:
    """Whether one of the own conversations is a whole one (labelled on all metrics) rather than a small one."""
    return part(session_id) == WHOLE


def scored_with_labels(labelled: LabelledSet, scorer: Scorer) -> Iterator[tuple[Label, Scored]]:
    """Each labelled session with its verdicts. Raises InputError where one is refused or missing.

    A set that was scored in part would give figures that look better or worse than they are.
    """
    missing = set(labelled.labels)
    for loaded in read_sessions([labelled.sessions]):
        if isinstance(loaded, Refused):
            raise InputError(f"{loaded.where}: a labelled session cannot be used", loaded.problems)
        label = labelled.labels.get(loaded.session.session_id)
        if label is not None:
            missing.discard(loaded.session.session_id)
            yield label, scorer.score(loaded.session)
    if missing:
        raise InputError(f"{labelled.sessions}: no session for the labels of {', '.join(sorted(missing))}")
