"""The page's own words, in both languages of the project, and its other parts as they lie in `assets/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml  # type: ignore[import-untyped, unused-ignore]

from evaluator.catalogue import Text


def asset(name: str) -> str:
    """A file of the page: its template, style, code or words."""
    return (files("reports.html") / "assets" / name).read_text(encoding="utf-8")


@cache
def words() -> Mapping[str, Mapping[str, str]]:
    """The texts by key, each by ``en`` and ``zh``; an empty one is meant to be empty."""
    found: dict[str, dict[str, str]] = yaml.safe_load(asset("words.yaml"))
    return found


def both(text: Text) -> Mapping[str, str]:
    """A catalogue text in the same form."""
    return {"en": text.en, "zh": text.zh}
