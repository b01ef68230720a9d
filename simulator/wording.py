"""The buyer's words: which wording of a phrase he uses, what it means, and whether it has a language of its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Final

from scenarios.phrases import Phrases, fill, slots_of
from scenarios.phrases.meaning import CHINESE, MeantAct, meaning_of

# Words that belong to no language in a trade chat, and English ones that everybody uses.
_NEUTRAL: Final = frozenset(["ok", "oke", "okk", "okay", "moq", "oem", "odm", "pd", "qty", "sl", "pcs", "kg", "logo"])
_ENGLISH: Final = frozenset(["hi", "hello", "hey", "bye", "thanks", "thx", "shop", "sir", "ad"])
_WORD: Final = re.compile(r"[^\W\d_]+")
_SLOT: Final = re.compile(r"\{\w+\}")
_ENDS: Final = (".", "?", "!", "。", "？", "！", "…", "~", "؟", "।", ",", "，", "、")
_NO_SPACE: Final = frozenset({"zh-Hans", "zh-Hant", "ja"})
_NO_STOPS: Final = frozenset({"th"})  # a space ends a sentence


@dataclass(frozen=True, slots=True)
class Saying:
    """One phrase as said: its words, its acts, and its language, None where the words have none of their own.

    ``values`` are the facts that the words give, by slot. ``verbatim``: the template fixes these very words.
    """

    key: str
    text: str
    acts: tuple[MeantAct, ...]
    language: str | None
    values: Mapping[str, str] = field(default_factory=dict)
    verbatim: bool = False


def say(
    phrases: Phrases,
    key: str,
    slots: Mapping[str, str],
    persona: str,
    random: Random,
    *,
    look: str = "",
    used: Collection[str] = (),
) -> Saying:
    """A phrase in the buyer's words, others than the ``used`` ones where there are any.

    ``look`` is what the form will call a look that the phrase describes. Raises :class:`InputError` for a slot without
    a value.
    """
    fitting = _fitting(phrases, phrases.wordings("customer", key), persona)
    choices = [wording for wording in fitting if fill(wording, slots) not in used] or fitting
    chosen = choices[random.randrange(len(choices))]
    value = look or None if key == "states_appearance" else None
    acts, language = meaning_of(key, slots, value), own_language(chosen, phrases.language)
    return Saying(key, fill(chosen, slots), acts, language, values_in(chosen, slots))


def literal(text: str, keys: Sequence[str], slots: Mapping[str, str]) -> Saying:
    """Words with no language of their own, meaning what the phrases of ``keys`` mean."""
    acts = tuple(act for key in keys for act in meaning_of(key, slots))
    return Saying(keys[0], fill(text, slots), acts, None, values_in(text, slots), verbatim=True)


def values_in(wording: str, slots: Mapping[str, str]) -> dict[str, str]:
    """The slots that a wording fills, with their values."""
    return {name: str(slots[name]) for name in sorted(slots_of(wording))}


def in_one_breath(phrases: Phrases, texts: Sequence[str]) -> str:
    """Several sayings as one message; what does not end by itself gets a full stop before the next."""
    message = ""
    for text in texts:
        if not message:
            message = text
        elif message.endswith(_ENDS) or phrases.language in _NO_STOPS:
            message += ("" if phrases.language in _NO_SPACE else " ") + text
        else:
            message += ("。" if phrases.language in _NO_SPACE else ". ") + text
    return message


def _fitting(phrases: Phrases, wordings: Sequence[str], persona: str) -> list[str]:
    """Short wordings for a terse buyer, long ones for a polite one; English greetings are left to the English."""
    own = [wording for wording in wordings if phrases.language == "en" or not _is_english(wording)] or list(wordings)
    ordered = sorted(own, key=lambda wording: (len(wording), wording))
    half = (len(ordered) + 1) // 2
    return {"terse": ordered[:half], "polite": ordered[-half:]}.get(persona, own)


def own_language(wording: str, language: str) -> str | None:
    """The language that the words themselves show: none, or for characters common to both scripts just Chinese.

    ``wording`` is one of a buyer of ``language``, with its slots unfilled.
    """
    if _words(wording) <= _NEUTRAL:
        return None
    return CHINESE if language == "zh-Hant" and not _is_traditional(wording) else language


def _is_traditional(text: str) -> bool:
    return bool(_simplifier().convert(text) != text)


@cache
def _simplifier() -> Any:
    from opencc import OpenCC  # only where a buyer writes traditional characters

    return OpenCC("t2s")


def _is_english(wording: str) -> bool:
    words = _words(wording)
    return bool(words) and bool(words & _ENGLISH) and words <= _ENGLISH | _NEUTRAL


def _words(wording: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_SLOT.sub(" ", wording))}
