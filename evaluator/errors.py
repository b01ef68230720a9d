"""Every exception that this project raises on purpose.

    SimError (Exception)
    ├── InputError (ValueError)           a file, a record or a value from outside is bad
    │   └── NotFoundError (LookupError)   a name that nothing has (a metric, a template, a file)
    ├── UsageError                        options that do not fit together
    ├── EndpointError (OSError)           a model's endpoint failed for one conversation, retries included
    │   ├── EndpointTimeout (TimeoutError)   it did not answer in time
    │   └── ReplayMiss (LookupError)         with --replay: the response was never recorded
    └── IncompleteRun                     the run stopped before its end and can be resumed
        ├── QuotaSpent                       the endpoint's quota is used up: asking again does not help
        └── BudgetSpent                      the run's own budget (calls, tokens, money) is used up

``except SimError`` catches them all; each also is the built-in that a caller would expect.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with what came from outside: where it is, what was expected there and what was found.

    ``line`` counts from 1. ``path`` is the JSON path (``turns[2].inbound[0].sender``), empty for the whole document.
    """

    file: str
    line: int | None = None
    path: str = ""
    expected: str = ""
    found: str = ""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        what = f"expected {self.expected}" if self.expected else ""
        if self.found:
            what = f"{what}, found {self.found}" if what else self.found
        return ": ".join(part for part in (place, self.path, what) if part)


class SimError(Exception):
    """The root of the tree; never raised itself."""


class InputError(SimError, ValueError):
    """What came from outside cannot be used. ``problems`` says why, one entry a fault; it may be empty."""

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.problems: tuple[Problem, ...] = tuple(problems)

    def __str__(self) -> str:
        return "\n".join([self.message, *(f"  {problem}" for problem in self.problems)])


class NotFoundError(InputError, LookupError):
    """A name that nothing has. ``nearest`` holds the names most like it, best first."""

    def __init__(self, message: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.nearest: list[str] = list(nearest)

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> NotFoundError:
        """The error for a ``name`` that is none of the ``known`` ones: ``kind`` says what it should have named."""
        nearest = difflib.get_close_matches(name, list(known), n=3, cutoff=0.5)
        return cls(f"no {kind} is called {name!r}", nearest)

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.nearest)}?" if self.nearest else ""
        return f"{self.message}{hint}"


class UsageError(SimError):
    """Options or arguments that do not fit together."""


class IncompleteRun(SimError):  # noqa: N818 - it names a state of the run rather than a fault
    """The run stopped before its end (interrupted, budget or quota spent); ``--resume`` continues it."""


class EndpointError(SimError, OSError):
    """A model's endpoint failed, after the retries. It ends one conversation, and is never a verdict."""


class EndpointTimeout(EndpointError, TimeoutError):  # noqa: N818 - as the built-in that it is
    """The endpoint did not answer in time, as often as it was tried."""


class ReplayMiss(EndpointError, LookupError):  # noqa: N818 - names what is missing
    """A replay needs a response that was never recorded."""


class QuotaSpent(IncompleteRun):
    """The endpoint says that its quota is used up: waiting a little does not help. It stops the run."""


class BudgetSpent(IncompleteRun):
    """The budget of the run (calls, tokens or money) is used up. It stops the run."""
