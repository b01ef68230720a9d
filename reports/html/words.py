"""The page's own words, in both languages of the project, and its other parts as they lie in `assets/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import yaml  # type: ignore[import-untyped, unused-ignore]

from evaluator.catalogue import Text
from reports.plain import Lang
from reports.words import word

_LANGUAGES: Final[tuple[Lang, ...]] = ("en", "zh")


def asset(name: str) -> str:
    """A file of the page: a template, a part of its style or code, or its words."""
    return (files("reports.html") / "assets" / name).read_text(encoding="utf-8")


def joined(ending: str) -> str:
    """The files with that ending one after another; their names are numbered."""
    names = sorted(entry.name for entry in (files("reports.html") / "assets").iterdir() if entry.name.endswith(ending))
    return "\n".join(asset(name) for name in names)


@cache
def words() -> Mapping[str, Mapping[str, str]]:
    """The texts by key, each by ``en`` and ``zh``; an empty one is meant to be empty.

    What a text lacks is the word of the terminal's tables, so that both call a thing the same.
    """
    found: dict[str, dict[str, str]] = yaml.safe_load(asset("words.yaml"))
    return {
        key: {lang: texts[lang] if lang in texts else word(key, lang) for lang in _LANGUAGES}
        for key, texts in found.items()
    }


def both(text: Text) -> Mapping[str, str]:
    """A catalogue text in the same form."""
    return {"en": text.en, "zh": text.zh}
