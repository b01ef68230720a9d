"""Finds the concepts of a lexicon in one sentence.

    >>> lexicon = load_lexicon("en")
    >>> [hit.concept for hit in lexicon.find("How much per piece?")]
    ['q_word', 'price', 'per_unit']

Try a lexicon by hand: `python -m evaluator.reading.matcher es "cuánto sale la muestra?" …`. The pattern language is
described in `lexicon/README.md`. Patterns are indexed by the first letters of what they can begin with, so that a
sentence costs a look-up a word instead of a scan of every pattern.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from evaluator.errors import InputError
from evaluator.text.normalise import fold, fold_arabic, strip_marks, to_simplified

_GAP_WORDS, _GAP_CHARS = 4, 8
_KEY = 3  # letters that an index key holds at most
# Vowel signs of Devanagari are no \w, and stand inside words all the same.
_W = r"[\w\u0900-\u0963\u0966-\u097f]"
_WORD_START = re.compile(rf"{_W}+|[^\w\s]")
_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_SPACE_IN_CJK = re.compile(f"(?<=[{_CJK}])\\s+|\\s+(?=[{_CJK}])")
_ARABIC_CLITICS = ("وال", "فال", "بال", "كال", "لل", "ال", "و", "ف", "ب", "ل", "ك")
_TOKEN = re.compile(r"\{[^{}]*\}|~\d*|\s+|[^\s{}~]+")


@dataclass(frozen=True, slots=True)
class Hit:
    """A concept found; `start` and `end` are offsets in the text as `Lexicon.prepare` gives it."""

    concept: str
    start: int
    end: int
    solid: bool = True  # the pattern has no gap: all that it spans belongs to it


class _Entry:
    """A pattern that can begin with `literal`; its regular expression is compiled when that is first met."""

    __slots__ = ("_body", "_regex", "concept", "literal", "solid")

    def __init__(self, literal: str, body: str, concept: str, solid: bool) -> None:
        self.literal = literal
        self.concept = concept
        self.solid = solid
        self._body = body
        self._regex: re.Pattern[str] | None = None

    def match(self, text: str, position: int) -> int:
        """Where the pattern ends if it stands at this position, else -1."""
        if self._regex is None:
            self._regex = re.compile(self._body)
        found = self._regex.match(text, position)
        return found.end() if found else -1


@dataclass(frozen=True)
class Lexicon:
    """The wordings of one language, indexed. `find` takes text that `prepare` made."""

    language: str
    spaced: bool
    folds: bool
    index: dict[str, tuple[_Entry, ...]]
    plain_index: dict[str, tuple[_Entry, ...]]  # Vietnamese typed without diacritics
    stopwords: frozenset[str]

    def prepare(self, text: str) -> str:
        """The form of a text in which patterns are looked for."""
        text = fold(text)
        if self.language == "ar":
            return fold_arabic(text)
        if self.language == "zh":
            text = to_simplified(text)
        if self.language == "hi":
            text = text.replace("\u093c", "")  # the dot of borrowed sounds is left out as often as not
        if not self.spaced:
            return _SPACE_IN_CJK.sub("", text)
        return strip_marks(text) if self.folds else text

    def find(self, text: str) -> tuple[Hit, ...]:
        """All concepts in a sentence that `prepare` made, in order; of one concept at one place the longest."""
        index = self.index
        if self.plain_index and strip_marks(text) == text:
            index = self.plain_index
        best: dict[tuple[str, int, bool], int] = {}
        for position in self._starts(text):
            for size in range(_KEY, 0, -1):
                for entry in index.get(text[position : position + size], ()):
                    if not text.startswith(entry.literal, position):
                        continue
                    end = entry.match(text, position)
                    if end >= 0:
                        key = (entry.concept, position, entry.solid)
                        best[key] = max(best.get(key, 0), end)
        found = (Hit(concept, start, end, solid) for (concept, start, solid), end in best.items())
        return tuple(sorted(found, key=lambda hit: (hit.start, -hit.end)))

    def _starts(self, text: str) -> Iterator[int]:
        if not self.spaced:
            yield from range(len(text))
            return
        for match in _WORD_START.finditer(text):
            yield match.start()
            if self.language == "ar":
                word = match.group()
                for clitic in _ARABIC_CLITICS:
                    if word.startswith(clitic) and len(word) > len(clitic) + 1:
                        yield match.start() + len(clitic)


@cache
def load_lexicon(language: str) -> Lexicon | None:
    """The lexicon of a language code, or None where there is none. Loaded and compiled once a process.

    Raises InputError for a lexicon file that does not fit (README.md beside it).
    """
    source = files("evaluator.reading") / "lexicon" / f"{language}.yaml"
    if not source.is_file():
        return None
    name = f"lexicon/{language}.yaml"
    data = yaml.load(source.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if not isinstance(data, dict) or not isinstance(data.get("concepts"), dict):
        raise InputError(f"{name}: expected a mapping with the key 'concepts'")
    spaced, folds = bool(data.get("spaced", True)), bool(data.get("fold", True))
    bare = Lexicon(language, spaced, folds, {}, {}, frozenset())
    index = _build(name, bare, data["concepts"], plain=False)
    plain = _build(name, bare, data["concepts"], plain=True) if language == "vi" else {}
    stop = frozenset(bare.prepare(str(word)) for word in data.get("stopwords", ()))
    return Lexicon(language, spaced, folds, index, plain, stop | frozenset(strip_marks(word) for word in stop))


def languages() -> tuple[str, ...]:
    """The codes of the languages that have a lexicon."""
    folder = files("evaluator.reading") / "lexicon"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".yaml") and name != "concepts.yaml"))


def _build(
    name: str, lexicon: Lexicon, concepts: dict[str, list[str]], *, plain: bool
) -> dict[str, tuple[_Entry, ...]]:
    index: dict[str, list[_Entry]] = {}
    for concept, patterns in concepts.items():
        for pattern in patterns or ():
            if not isinstance(pattern, str):
                raise InputError(f"{name}: {concept}: expected text, found {pattern!r} (quote it)")
            for literal, body in _compile(lexicon, strip_marks(pattern) if plain else pattern):
                index.setdefault(literal[:_KEY], []).append(_Entry(literal, body, concept, "~" not in pattern))
    return {key: tuple(entries) for key, entries in index.items()}


def _compile(lexicon: Lexicon, pattern: str) -> Iterator[tuple[str, str]]:
    """The pattern as a regular expression, once for each literal that it can begin with."""
    pattern = pattern.strip()
    items = _items(lexicon, pattern)
    if not items:
        return
    body = _join(lexicon, items)
    for literal in dict.fromkeys(_first_literals(items)):
        if literal:
            yield literal, body


def _items(lexicon: Lexicon, pattern: str) -> list[list[str]]:
    """The pattern as a list of items; an item is the list of the texts that it can be ("" = may be left out).

    A gap is the one-element list ["~n"]; a trailing "*" stays on its text.
    """
    items: list[list[str]] = []
    glued = False
    for token in _TOKEN.findall(pattern):
        if token.isspace():
            glued = False
            continue
        if token.startswith("~"):
            items.append(["~" + (token[1:] or str(_GAP_WORDS if lexicon.spaced else _GAP_CHARS))])
            glued = False
            continue
        options = token[1:-1].split("|") if token.startswith("{") else [token]
        options = [lexicon.prepare(option.strip()) for option in options]
        if glued:
            items[-1] = [left + right for left in items[-1] for right in options]
        else:
            items.append(options)
        glued = True
    return items


def _first_literals(items: list[list[str]]) -> Iterator[str]:
    for item in items:
        if item[0].startswith("~"):
            continue
        yield from (option.rstrip("*") for option in item if option)
        if "" not in item:
            return


def _join(lexicon: Lexicon, items: list[list[str]]) -> str:
    space = r"\s+" if lexicon.spaced else r"\s*"
    parts: list[str] = []
    for number, item in enumerate(items):
        if item[0].startswith("~"):
            count = item[0][1:]
            parts.append(f"(?:\\s+\\S+){{0,{count}}}" if lexicon.spaced else f"[^\\n。！？!?]{{0,{count}}}")
            continue
        options = "|".join(_option(lexicon, option) for option in sorted(item, key=len, reverse=True) if option)
        text = f"(?:{options})"
        led = any(not earlier[0].startswith("~") for earlier in items[:number])
        if "" in item:
            parts.append(f"(?:{space}{text})?" if led else f"(?:{text}{space})?")
        else:
            leading_optional = number > 0 and all("" in earlier for earlier in items[:number])
            parts.append(text if number == 0 or leading_optional else space + text)
    return "".join(parts)


def _option(lexicon: Lexicon, option: str) -> str:
    open_ended = option.endswith("*")
    literal = re.escape(option.rstrip("*")).replace(r"\ ", r"\s+")
    last = option.rstrip("*")[-1:]
    if lexicon.spaced:
        wordy = last.isalnum() or "\u0900" <= last <= "\u097f"
        return literal + (f"{_W}*" if open_ended else f"(?!{_W})" if wordy else "")
    before = "(?<![a-z0-9])" if option[:1].isascii() and option[:1].isalnum() else ""
    after = "(?![a-z0-9])" if last.isascii() and last.isalnum() and not open_ended else ""
    return before + literal + after


def _main(arguments: list[str]) -> None:
    lexicon = load_lexicon(arguments[0])
    for sentence in arguments[1:]:
        if lexicon is None:
            print(f"no lexicon for {arguments[0]!r}; there are: {', '.join(languages())}")
            return
        prepared = lexicon.prepare(sentence)
        hits = ", ".join(f"{hit.concept}={prepared[hit.start : hit.end]!r}" for hit in lexicon.find(prepared))
        print(f"{sentence}\n    {hits}")


if __name__ == "__main__":
    _main(sys.argv[1:])
