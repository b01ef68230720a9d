"""A template with its factors' levels applied: the moves that this buyer makes, each with language, words and picture.

Here the factors become story: catalogue requests are put in, the language changes midway, the picture takes its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from scenarios.cases import Case
from scenarios.factors import NONE
from scenarios.languages import switched
from scenarios.phrases import available_languages
from scenarios.pictures import PictureKind
from scenarios.templates.model import BY_FACTOR, FACTS, OTHER_LANGUAGE, ROLE_MOVE, TYPE_MOVE, Move

CATALOGUE = "asks_catalogue_full"
CATALOGUE_AGAIN = "asks_catalogue_again"


@dataclass(frozen=True)
class Step:
    """One move, ready to be worded: phrase keys, the language they are said in, and what happens around it."""

    say: tuple[str, ...]
    language: str
    slots: Mapping[str, str]
    text: str | None = None
    when: str | None = None
    until: str | None = None
    picture: PictureKind | None = None
    answers: bool = True
    publish_fails: bool = False
    converted_by_hand: bool = False
    extra: bool = False  # put in by a factor: the template's probe does not hang on it


@dataclass(frozen=True)
class Story:
    """What one buyer does in one conversation, and what he knows."""

    steps: tuple[Step, ...]
    facts: Mapping[str, str]
    unknown: tuple[str, ...]
    mode: Literal["sequential", "parallel"]
    burst: bool
    persona: str
    time: str


def tell(case: Case) -> Story:
    """The story of a case; the same for the same case and seed."""
    template, levels = case.template, case.levels
    facts = _facts(case)
    other = _other_language(case)
    moves = list(template.plan)
    turning = len(moves) // 2 if levels["language_switch"] != NONE else len(moves)
    steps = []
    for number, move in enumerate(moves):
        language = levels["language"] if number < max(turning, 1) else other
        steps.append(_step(move, language, other, facts, levels["image"]))
    steps = _with_catalogue(steps, levels["catalogue"])
    return Story(
        steps=tuple(steps),
        facts=facts,
        unknown=template.unknown,
        mode=cast("Literal['sequential', 'parallel']", levels["mode"]),
        burst=levels["burst"] == "burst",
        persona=levels["persona"],
        time=levels["time"],
    )


def _facts(case: Case) -> dict[str, str]:
    """One value of each fact, by the case's seed and variant."""
    random = case.random("facts")
    facts = {}
    for name in FACTS:
        values: Sequence[str] | None = getattr(case.template.facts, name)
        if values is not None:
            facts[name] = values[(random.randrange(len(values)) + case.variant) % len(values)]
    return facts


def _other_language(case: Case) -> str:
    language = case.levels["language"]
    speaks = [move.language for move in case.template.plan]
    if case.levels["language_switch"] == NONE and OTHER_LANGUAGE not in speaks:
        return language
    return switched(language, available_languages(), case.random("language").randrange(1000))


def _step(move: Move, language: str, other: str, facts: Mapping[str, str], picture: str) -> Step:
    wanted = picture if move.image == BY_FACTOR else move.image
    return Step(
        say=tuple(_resolved(key, facts) for key in move.say),
        language={None: language, OTHER_LANGUAGE: other}.get(move.language, str(move.language)),
        slots=dict(move.with_),
        text=move.text,
        when=move.when,
        until=move.until,
        picture=None if wanted in (None, NONE) else cast("PictureKind", wanted),
        answers=move.answers,
        publish_fails=move.publish == "fails",
        converted_by_hand=move.meanwhile == "converted",
    )


def _resolved(key: str, facts: Mapping[str, str]) -> str:
    if key == TYPE_MOVE:
        return f"states_type_{facts['customer_type']}"
    if key == ROLE_MOVE:
        return f"states_role_{facts['buyer_role']}"
    return key


def _with_catalogue(steps: list[Step], level: str) -> list[Step]:
    """Puts the requests for the full catalogue in. ``first``: in the first message; ``before_posters``: right after."""
    if level == NONE:
        return steps
    first, rest = steps[0], steps[1:]
    last = steps[-1]
    asking = Step(say=(CATALOGUE,), language=last.language, slots={}, when="posters_sent", extra=True)
    again = replace(asking, say=(CATALOGUE_AGAIN,))
    match level:
        case "first":
            return [replace(first, say=(*first.say, CATALOGUE)), *rest]
        case "before_posters":
            early = replace(asking, language=first.language, when=None)
            return [first, early, *rest]
        case "after_posters":
            return [*steps, asking]
        case _:
            return [*steps, asking, again]
