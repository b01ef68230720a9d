"""Progress on stderr: a bar on a terminal, nothing otherwise (and with TQDM_DISABLE=1)."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def progress(items: Iterable[Item], what: str, unit: str, total: int | None = None) -> Iterator[Item]:
    """Passes the items on, with a bar on stderr while they are worked on."""
    from tqdm import tqdm

    yield from tqdm(items, desc=what, unit=unit, total=total, file=sys.stderr, disable=None, leave=False)
