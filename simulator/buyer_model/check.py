"""Whether a model's words for a message of the buyer may be sent: form, language, facts, nothing of the plan shown.

Everything is measured against the plan's own wording of the same message: what that says, the model may say, and it
must give the facts that it gives. A message that repeats the plan's wording is always right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from evaluator.text import chinese_variant, detect, find_markers, fold, strip_marks
from scenarios.languages import base_of
from simulator.buyer import Utterance
from simulator.buyer_model.facts import fact_problems, withheld_problems
from simulator.buyer_model.leaks import copied, leaks

_LONGEST: Final = 240  # characters that a message may always have; else three times the plan's own wording
_UNSENDABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffd]")
_WORDS_TO_BE_SURE: Final = 4
_HAN_TO_BE_SURE: Final = 8  # characters: a short Japanese message can be all Han
# What has figures of its own that nobody plans: the fraud's millions, the hour where he is.
_FREE: Final = frozenset({"sends_scam", "advertises", "says_local_time", "goes_off_topic", "asks_other_task"})
# Where a buyer himself speaks of prompts, machines and roles.
_ABOUT_MACHINES: Final = frozenset(
    {"injects", "injects_decision", "asks_identity", "asks_persona", "asks_source", "asks_other_task"}
)
_WITHOUT_MARKS: Final = "vi-ascii"
_SCRIPTS: Final = {
    "zh": "Hani", "ja": "Jpan", "ko": "Hang", "th": "Thai", "ar": "Arab", "ru": "Cyrl", "hi": "Deva",
}  # fmt: skip
_VARIANTS: Final = {"zh-Hans": "simplified", "zh-Hant": "traditional"}
_NAMES: Final = {
    "en": "English", "vi": "Vietnamese", "es": "Spanish", "ar": "Arabic", "ru": "Russian", "fr": "French",
    "de": "German", "pt": "Portuguese", "ja": "Japanese", "ko": "Korean", "th": "Thai", "id": "Indonesian",
    "tr": "Turkish", "hi": "Hindi, in Devanagari", "zh-Hans": "Chinese, in simplified characters",
    "zh-Hant": "Chinese, in traditional characters", "vi-ascii": "Vietnamese, typed without any diacritics (a-z only)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Context:
    """What a check knows beside the message: the language, the orders given, what was heard, what is not to be told."""

    language: str
    orders: str
    heard: str = ""
    withheld: tuple[tuple[str, str], ...] = ()


def language_name(code: str) -> str:
    """A language of the phrases as a model is told it; the code itself where it has no name here."""
    return _NAMES.get(code, code)


def problems_of(text: str, planned: Utterance, context: Context) -> list[str]:
    """What is wrong with a model's words for a message, said so that the model can mend it; empty where nothing is."""
    if not text.strip():
        return ["it is empty"]
    if _UNSENDABLE.search(text):
        return ["it has characters that cannot be sent"]
    if fold(text) == fold(planned.text):
        return []
    return list(dict.fromkeys(_problems(text, planned, context)))


def given_facts(planned: Utterance) -> dict[str, str]:
    """The facts that the plan's wording of a message gives, by slot."""
    return {slot: value for saying in planned.sayings for slot, value in saying.values.items()}


def without_facts(text: str, planned: Utterance) -> str:
    """The words alone: what a message gives by name (a company, a model) has no part in its language."""
    for value in sorted(given_facts(planned).values(), key=len, reverse=True):
        text = re.sub(re.escape(value), " {given} ", text, flags=re.IGNORECASE)
    return text


def _problems(text: str, planned: Utterance, context: Context) -> Iterator[str]:
    reference = planned.text
    limit = max(_LONGEST, 3 * len(reference))
    if len(text) > limit:
        yield f"it has {len(text)} characters; at most {limit} are natural here"
    if find_markers(text) and not find_markers(reference):
        yield "it has a marker or an address in brackets; a buyer types plain text"
    for saying in planned.sayings:
        if saying.verbatim and saying.text not in text:
            yield f"it does not have the exact words {saying.text!r}"
    yield from _language_problems(without_facts(text, planned).replace("{given}", ""), context.language)
    free = any(saying.key in _FREE for saying in planned.sayings)
    yield from fact_problems(text, reference, given_facts(planned), context.language, free)
    known = "\n".join((reference, context.heard, *given_facts(planned).values()))
    yield from withheld_problems(text, known, context.withheld)
    yield from leaks(text, reference, of_machines=any(saying.key in _ABOUT_MACHINES for saying in planned.sayings))
    if copied(text, context.orders, reference):
        yield "it copies its orders"
    if copied(text, context.heard, reference):
        yield "it repeats what the assistant said; you are the buyer"


def _language_problems(words: str, language: str) -> Iterator[str]:
    """Only what is sure: a guess that is weak, or of words without a language of their own, is no problem."""
    guess, variant = detect(words), _VARIANTS.get(language)
    few = len(words.strip()) < _HAN_TO_BE_SURE if guess.script == "Hani" else len(words.split()) < _WORDS_TO_BE_SURE
    foreign = guess.reliable and not guess.neutral and guess.code != base_of(language)
    foreign = foreign and not (few and _same_script(guess.script, language))
    marked = language == _WITHOUT_MARKS and strip_marks(words) != unicodedata.normalize("NFC", words)
    other_script = variant is not None and chinese_variant(words) not in (variant, "neutral")
    if foreign or marked or other_script:
        yield f"it is not written in {language_name(language)}"


def _same_script(script: str, language: str) -> bool:
    """Whether words in this script could be of the language: related ones are not told apart by two or three words."""
    wanted = _SCRIPTS.get(base_of(language), "Latn")
    return script == wanted or (script == "Hani" and wanted == "Jpan")
