"""The phrases: what buyers say and what a correct assistant answers, one file a language.

``keys.yaml`` lists every key with the slots that its wordings may use; a language file must have at least three
wordings of each. A folder with a ``keys.yaml`` of its own (one a Part of the specification) adds keys, in the same
languages. Buyer and reference agent take their words from here alone; the evaluator never reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeAlias

from evaluator.errors import InputError, NotFoundError, Problem
from scenarios.yamlfiles import Lines, Source, parse_yaml, read_text, read_yaml

Group: TypeAlias = Literal["customer", "replies"]
GROUPS: tuple[Group, ...] = ("customer", "replies")
WORDINGS = 3
ORDER = ("en", "zh-Hans", "zh-Hant", "vi", "vi-ascii", "es", "ar")
_SLOT = re.compile(r"\{(\w+)\}")
_NO_LANGUAGES = frozenset({"keys.yaml"})


@dataclass(frozen=True, slots=True)
class Joiners:
    """What stands between sentences, between the items of a list, and between messages said in one breath."""

    sentence: str = " "
    list: str = ", "
    burst: str = "\n"


@dataclass(frozen=True, slots=True)
class Phrases:
    """The wordings of one language."""

    language: str
    locale: str
    joiners: Joiners
    customer: Mapping[str, tuple[str, ...]]
    replies: Mapping[str, tuple[str, ...]]

    def wordings(self, group: Group, key: str) -> tuple[str, ...]:
        """All wordings of a key. Raises :class:`NotFoundError`."""
        known = self.customer if group == "customer" else self.replies
        if key not in known:
            raise NotFoundError.among(f"phrase of {self.language}.yaml ({group})", key, known)
        return known[key]


def fill(wording: str, slots: Mapping[str, object]) -> str:
    """A wording with its slots filled. Raises :class:`InputError` naming a slot without a value."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name not in slots:
            raise InputError(
                f"the phrase {wording!r} needs a value for {{{name}}}; given: {', '.join(slots) or 'none'}"
            )
        return str(slots[name])

    return _SLOT.sub(value, wording)


def slots_of(wording: str) -> frozenset[str]:
    """The names of a wording's slots."""
    return frozenset(_SLOT.findall(wording))


Keys: TypeAlias = Mapping[Group, Mapping[str, tuple[str, ...]]]


@cache
def phrase_keys() -> Keys:
    """Every phrase key with its slots, by group, from all ``keys.yaml``."""
    merged: dict[Group, dict[str, tuple[str, ...]]] = {group: {} for group in GROUPS}
    for folder in _folders():
        for group, keys in _keys_in(folder.name).items():
            if doubled := merged[group].keys() & keys:
                raise InputError(f"phrases/{folder.name}/keys.yaml: {min(doubled)} is already a key of another folder")
            merged[group].update(keys)
    return merged


@cache
def customer_keys() -> Mapping[str, str]:
    """What each customer phrase says, in plain English, by its key."""
    found: dict[str, str] = {}
    for folder in _folders():
        data = read_yaml(folder / "keys.yaml")
        found |= {key: str((entry or {}).get("about", "")) for key, entry in (data.get("customer") or {}).items()}
    return found


def _folders() -> list[Traversable]:
    """The folder of the phrases itself, then those inside it that have keys of their own."""
    base = files("scenarios.phrases")
    inner = sorted((entry for entry in base.iterdir() if entry.is_dir()), key=lambda entry: entry.name)
    return [base, *(entry for entry in inner if (entry / "keys.yaml").is_file())]


@cache
def _keys_in(folder: str) -> Keys:
    """The keys that the language files of a folder must have."""
    data = read_yaml(next(entry for entry in _folders() if entry.name == folder) / "keys.yaml")
    return {
        group: {key: tuple((entry or {}).get("slots", ())) for key, entry in (data.get(group) or {}).items()}
        for group in GROUPS
    }


@cache
def phrase_meanings(group: Group) -> Mapping[str, str]:
    """What each key of a group means, in the words of the `keys.yaml` files."""
    return {
        key: str((entry or {}).get("about", ""))
        for folder in _folders()
        for key, entry in (read_yaml(folder / "keys.yaml").get(group) or {}).items()
    }


@cache
def available_languages() -> tuple[str, ...]:
    """The languages that have a phrase file: the first seven in their order, the others by name."""
    names = [entry.name for entry in files("scenarios.phrases").iterdir()]
    found = {name.removesuffix(".yaml") for name in names if name.endswith(".yaml") and name not in _NO_LANGUAGES}
    return tuple(code for code in ORDER if code in found) + tuple(sorted(found - set(ORDER)))


@cache
def load_phrases(language: str) -> Phrases:
    """The phrases of a language. Raises :class:`NotFoundError`, or :class:`InputError` for a bad file."""
    if language not in available_languages():
        raise NotFoundError.among("language with a phrase file", language, available_languages())
    base, *others = (read_phrases(folder / f"{language}.yaml", _keys_in(folder.name)) for folder in _folders())
    customer, replies = dict(base.customer), dict(base.replies)
    for other in others:
        customer |= other.customer
        replies |= other.replies
    return replace(base, customer=customer, replies=replies)


def read_phrases(source: Source, keys: Keys | None = None) -> Phrases:
    """A phrase file, checked against its keys (by default all): every key and no other, wordings, slots."""
    text = read_text(source)
    data = parse_yaml(text, str(source))
    problems = list(_faults(data, str(source), text, phrase_keys() if keys is None else keys))
    if problems:
        raise InputError(f"{source} is not a usable phrase file", problems)
    joiners = Joiners(**{"sentence": " ", "list": ", ", "burst": "\n", **(data.get("joiners") or {})})
    groups = {group: {key: tuple(wordings) for key, wordings in (data.get(group) or {}).items()} for group in GROUPS}
    return Phrases(data["language"], data.get("locale", "en_US"), joiners, groups["customer"], groups["replies"])


def _faults(data: Any, name: str, text: str, expected: Keys) -> list[Problem]:
    if not isinstance(data, dict) or not isinstance(data.get("language"), str):
        return [Problem(name, 1, "language", "the language's code", "none")]
    problems: list[Problem] = []
    for group, keys in expected.items():
        given = data.get(group) or ({} if not keys else None)
        if not isinstance(given, dict):
            problems.append(Problem(name, None, group, "a mapping of keys to wordings", type(given).__name__))
            continue
        problems += [
            Problem(name, None, f"{group}.{key}", "this key, which is missing") for key in keys if key not in given
        ]
        for key, wordings in given.items():
            problems += _wording_faults(name, group, key, wordings, keys.get(key))
    if problems and all(problem.line is None for problem in problems):
        lines = Lines(text)
        return [_placed(problem, lines) for problem in problems]
    return problems


def _placed(problem: Problem, lines: Lines) -> Problem:
    return Problem(problem.file, lines.of(problem.path.split(".")), problem.path, problem.expected, problem.found)


def _wording_faults(name: str, group: str, key: str, wordings: object, slots: tuple[str, ...] | None) -> list[Problem]:
    where = f"{group}.{key}"
    if slots is None:
        return [Problem(name, None, where, "a key of keys.yaml", key)]
    if not isinstance(wordings, list) or not all(isinstance(entry, str) and entry.strip() for entry in wordings):
        return [Problem(name, None, where, "a list of texts", repr(wordings)[:60])]
    faults = []
    if len(set(wordings)) < WORDINGS:
        faults.append(Problem(name, None, where, f"at least {WORDINGS} wordings", str(len(set(wordings)))))
    for wording in wordings:
        strange = slots_of(wording) - set(slots)
        if strange:
            expected = f"only the slots {', '.join(slots)}" if slots else "no slots"
            faults.append(Problem(name, None, where, expected, f"{{{min(strange)}}} in {wording!r}"))
    return faults
