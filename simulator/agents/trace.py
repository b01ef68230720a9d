"""Whether a seeded defect really changed something in the conversation that is being driven.

The agents hold no state between calls, and serve many conversations at a time. Each conversation runs in a task of its
own, so that a context variable tells them apart; what an agent does in a task beside it still reaches the same list.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_CHANGES: ContextVar[list[str] | None] = ContextVar("changes", default=None)


@contextmanager
def traced() -> Iterator[list[str]]:
    """Within it, `note` adds to the list."""
    changes: list[str] = []
    token = _CHANGES.set(changes)
    try:
        yield changes
    finally:
        _CHANGES.reset(token)


def note(agent: str) -> None:
    """A defect changed what this agent would have said or decided."""
    changes = _CHANGES.get()
    if changes is not None:
        changes.append(agent)
