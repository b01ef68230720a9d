"""The factors that vary around a template's story, and their levels.

A template allows levels; of a factor that it leaves out it takes the *standard* ones: all levels where the factor
does not change the story (language, hour, …), the plain one where it would (pictures, catalogue requests, switching).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from evaluator.errors import InputError, NotFoundError
from scenarios.phrases import available_languages
from scenarios.pictures import PICTURE_KINDS

NONE: Final = "none"
EXCEPT: Final = "!"  # before a level: all standard levels but this one
Levels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor: its levels in order, and those that a template takes which does not speak of it."""

    name: str
    levels: tuple[str, ...]
    standard: tuple[str, ...]
    about: str


_TIME = (
    "work",
    "off",
    "open_edge",
    "before_open",
    "close_edge",
    "before_close",
    "missing",
    "malformed",
    "no_offset",
    "epoch_ms",
    "epoch_s",
    "other_offset",
)
_CATALOGUE = (NONE, "first", "before_posters", "after_posters", "repeated")


@cache
def factors() -> Mapping[str, Factor]:
    """All factors by name; the languages are those that have a phrase file."""
    languages = available_languages()
    pictures = (NONE, *PICTURE_KINDS)
    listed = (
        Factor("language", languages, languages, "the language that the buyer writes in"),
        Factor("language_switch", (NONE, "midway"), (NONE,), "whether he goes on in another language"),
        Factor("time", _TIME, _TIME, "the hour of his messages, and how the platform writes it"),
        Factor("image", pictures, (NONE,), "a picture that comes with the move that the template names"),
        Factor("catalogue", _CATALOGUE, (NONE,), "when he asks for the full catalogue"),
        Factor("burst", ("single", "burst"), ("single", "burst"), "one message a turn, or one for each thing said"),
        Factor("mode", ("sequential", "parallel"), ("sequential", "parallel"), "the platform's order of events"),
        Factor("persona", ("plain", "polite", "terse"), ("plain", "polite", "terse"), "long wordings or short ones"),
    )
    return {factor.name: factor for factor in listed}


def factor(name: str) -> Factor:
    """The factor of that name. Raises :class:`NotFoundError`."""
    known = factors()
    if name not in known:
        raise NotFoundError.among("factor", name, known)
    return known[name]


def check_level(name: str, level: str) -> None:
    """Raises :class:`NotFoundError` where the factor or its level (without a ``!``) does not exist."""
    known = factor(name)
    if level.removeprefix(EXCEPT) not in known.levels:
        raise NotFoundError.among(f"level of the factor {name}", level, known.levels)


def chosen_levels(name: str, levels: Sequence[str]) -> tuple[str, ...]:
    """The levels that a choice means, in the factor's order: those named, or with ``!`` the standard ones but these.

    A language without a phrase file is left out: what a template allows does not depend on which files there are.
    """
    known = factor(name)
    named = [level for level in levels if not level.startswith(EXCEPT)]
    barred = {level.removeprefix(EXCEPT) for level in levels if level.startswith(EXCEPT)}
    wanted = set(named) if named else set(known.standard)
    return tuple(level for level in known.levels if level in wanted - barred)


def allowed_levels(
    own: Mapping[str, Sequence[str]],
    languages: Sequence[str] | None = None,
    chosen: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, tuple[str, ...]] | None:
    """The levels that a template (``own``) and a run (``languages``, ``chosen``) both allow, in the factors' order.

    None where they have no level of some factor in common: the run leaves the template out. Raises
    :class:`NotFoundError` for an unknown factor or level.
    """
    wanted = {name: tuple(levels) for name, levels in (chosen or {}).items()}
    if languages is not None:
        wanted["language"] = tuple(languages)
    for name, levels in wanted.items():
        for level in levels:
            check_level(name, level)
    result = {}
    for name, known in factors().items():
        kept = chosen_levels(name, own.get(name, known.standard))
        asked = chosen_levels(name, wanted[name]) if name in wanted else kept
        result[name] = tuple(level for level in kept if level in asked)
        if not result[name]:
            return None
    return result


def parse_choices(choices: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """``time=off`` or ``time=off,work`` as levels by factor. Raises :class:`InputError` or :class:`NotFoundError`."""
    result: dict[str, tuple[str, ...]] = {}
    for choice in choices:
        name, sign, levels = choice.partition("=")
        if not sign or not levels.strip():
            raise InputError(f"{choice!r}: expected FACTOR=LEVEL, such as time=off")
        named = tuple(level.strip() for level in levels.split(","))
        for level in named:
            check_level(name.strip(), level)
        result[name.strip()] = (*result.get(name.strip(), ()), *named)
    return result
