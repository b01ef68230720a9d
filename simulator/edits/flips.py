"""What an edit changed in the verdicts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from evaluator.verdicts import Verdict

Change = Literal["flipped", "opened", "decided"]


@dataclass(frozen=True)
class Flip:
    """A verdict that differs after an edit, with the checks that differ."""

    session_id: str
    metric: str
    change: Change
    before: str
    after: str
    checks: tuple[str, ...]
    reason_before: str
    reason_after: str


def state(verdict: Verdict) -> str:
    """The verdict in a word."""
    return "OPEN" if verdict.undetermined else verdict.result


def flips(before: Sequence[Verdict], after: Sequence[Verdict]) -> Iterator[Flip]:
    """The metrics whose verdicts differ: a decided one turned into another or open, or an open one was decided."""
    for old, new in zip(before, after, strict=True):
        was, now = state(old), state(new)
        if was == now:
            continue
        change: Change = "opened" if now == "OPEN" else "decided" if was == "OPEN" else "flipped"
        checks = tuple(
            f"{check.check} {check.result}→{other.result}"
            for check, other in zip(old.checks, new.checks, strict=True)
            if check.result != other.result
        )
        yield Flip(old.session_id, old.metric_id, change, was, now, checks, old.reason, new.reason)


@dataclass
class Steadiness:
    """The verdicts of one kind of edit, over the conversations that it changed."""

    sessions: int = 0
    decided: int = 0  # verdicts decided before the edit
    changes: Counter[Change] = field(default_factory=Counter)
    found: list[Flip] = field(default_factory=list)

    def add(self, before: Sequence[Verdict], after: Sequence[Verdict]) -> None:
        """Counts one conversation."""
        self.sessions += 1
        self.decided += sum(not verdict.undetermined for verdict in before)
        for flip in flips(before, after):
            self.changes[flip.change] += 1
            self.found.append(flip)

    def __add__(self, other: "Steadiness") -> "Steadiness":
        return Steadiness(
            self.sessions + other.sessions,
            self.decided + other.decided,
            self.changes + other.changes,
            self.found + other.found,
        )
