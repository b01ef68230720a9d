"""The evaluator's version, a hash of its files: verdicts of different versions are not compared."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

_SUFFIXES: Final = (".py", ".yaml", ".json", ".txt", ".md")
_DIGITS: Final = 16
# The client carries questions to a model and decides nothing, the redaction works on records before they are judged;
# the certification is made of the version itself.
_APART: Final = ("__pycache__", "certification", "client", "redaction")


@cache
def evaluator_version() -> str:
    """Sixteen hexadecimal digits over the names and contents of the evaluator's code and data."""
    digest = hashlib.sha256()
    for name, content in sorted(_contents(files("evaluator"), "")):
        digest.update(name.encode())
        digest.update(b"\0")
        digest.update(content)
        digest.update(b"\0")
    return digest.hexdigest()[:_DIGITS]


def _contents(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in _APART:
            yield from _contents(entry, f"{prefix}{entry.name}/")
        elif entry.is_file() and entry.name.endswith(_SUFFIXES):
            yield prefix + entry.name, entry.read_bytes()
