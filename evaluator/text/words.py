"""Word lists written as plain text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a white-space separated list."""
    return frozenset(text.split())
