"""Finds the concepts of a lexicon in one sentence.

    >>> lexicon = load_lexicon("en")
    >>> [hit.concept for hit in lexicon.find("How much per piece?")]
    ['q_word', 'price', 'per_unit']

Try a lexicon by hand: `python -m evaluator.reading.matcher es "cuánto sale la muestra?" …`. The pattern language is
described in `lexicon/README.md`. Patterns are indexed by the first letters of what they can begin with, so that a
sentence costs a look-up a word instead of a scan of every pattern.
"""

import itertools
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from evaluator.errors import InputError
from evaluator.reading.lexicon_file import read_lexicon
from evaluator.text.normalise import fold, fold_arabic, strip_marks, to_simplified

_GAP_WORDS, _GAP_CHARS = 4, 8
_MOST_TEXTS = 40  # that a pattern with choices is written out into
_WORDS_KEPT = 20_000  # by language, whose patterns are remembered
_KEY = 3  # letters that an index key holds at most
# Vowel signs of Devanagari are no \w, and stand inside words all the same.
_W = r"[\w\u0900-\u0963\u0966-\u097f]"
_WORD = re.compile(rf"{_W}+")
_WORD_START = re.compile(rf"{_W}+|[^\w\s]")
_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_ODD_SPACE = re.compile(r"\s{2,}|[^\S ]")
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


class _Words:
    """A pattern that is one text: words in a row, without gap or choice. Most are, and need no regular expression."""

    __slots__ = ("_bounded", "_open", "concept", "literal")
    solid = True

    def __init__(self, literal: str, concept: str, *, open_ended: bool, bounded: bool) -> None:
        self.literal = literal
        self.concept = concept
        self._open = open_ended
        self._bounded = bounded  # what follows must not go on with the last word

    def match(self, text: str, position: int) -> int:
        """Where the text ends if it stands at this position, else -1."""
        if not text.startswith(self.literal, position):
            return -1
        end = position + len(self.literal)
        if self._open:
            rest = _WORD.match(text, end)
            return rest.end() if rest else end
        return -1 if self._bounded and _WORD.match(text, end) else end


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
        if not text.startswith(self.literal, position):
            return -1
        if self._regex is None:
            self._regex = re.compile(self._body)
        found = self._regex.match(text, position)
        return found.end() if found else -1


class _Index:
    """Where to look for a pattern: under its first word, or under the first letters where that word may go on."""

    def __init__(self) -> None:
        self._words: dict[str, list[_Words | _Entry]] = {}
        self._letters: dict[str, list[_Words | _Entry]] = {}
        self.beginning = lru_cache(maxsize=_WORDS_KEPT)(self._beginning)

    def add(self, entry: _Words | _Entry, word: str | None) -> None:
        """`word` is the pattern's whole first word, None where that may go on or words have no ends."""
        if word:
            self._words.setdefault(word, []).append(entry)
        else:
            self._letters.setdefault(entry.literal[:_KEY], []).append(entry)

    def _beginning(self, word: str) -> tuple[_Words | _Entry, ...]:
        """The patterns that may begin with this word, or with these first letters in a language without spaces."""
        keys = dict.fromkeys(word[:size] for size in range(_KEY, 0, -1))
        under = (entry for key in keys for entry in self._letters.get(key, ()))
        return (*self._words.get(word, ()), *(entry for entry in under if word.startswith(entry.literal[: len(word)])))


@dataclass(frozen=True)
class Lexicon:
    """The wordings of one language, indexed. `find` takes text that `prepare` made."""

    language: str
    spaced: bool
    folds: bool
    index: _Index
    plain_index: _Index | None  # Vietnamese typed without diacritics
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
        odd = _ODD_SPACE.search(text) is not None
        sought = _ODD_SPACE.sub(" ", text) if odd else text
        index = self.index
        if self.plain_index and strip_marks(sought) == sought:
            index = self.plain_index
        best: dict[tuple[str, int, bool], int] = {}
        for position, word in self._starts(sought):
            for entry in index.beginning(word):
                end = entry.match(sought, position)
                if end >= 0:
                    key = (entry.concept, position, entry.solid)
                    best[key] = max(best.get(key, 0), end)
        found = (Hit(concept, start, end, solid) for (concept, start, solid), end in best.items())
        hits = sorted(found, key=lambda hit: (hit.start, -hit.end))
        return tuple(_moved(hits, text) if odd else hits)

    def _starts(self, text: str) -> Iterator[tuple[int, str]]:
        if not self.spaced:
            yield from ((position, text[position : position + _KEY]) for position in range(len(text)))
            return
        for match in _WORD_START.finditer(text):
            word, start = match.group(), match.start()
            yield start, word
            if self.language == "ar":
                for clitic in _ARABIC_CLITICS:
                    if word.startswith(clitic) and len(word) > len(clitic) + 1:
                        yield start + len(clitic), word[len(clitic) :]


def _moved(hits: list[Hit], text: str) -> Iterator[Hit]:
    """The hits at their places in the text from before its white space was folded."""
    places: list[int] = []
    end = 0
    for space in _ODD_SPACE.finditer(text):
        places += [*range(end, space.start()), space.start()]
        end = space.end()
    places += range(end, len(text) + 1)
    for hit in hits:
        yield Hit(hit.concept, places[hit.start], places[hit.end - 1] + 1, hit.solid)


@cache
def load_lexicon(language: str) -> Lexicon | None:
    """The lexicon of a language code, or None where there is none. Loaded and compiled once a process.

    Raises InputError for a lexicon file that does not fit (README.md beside it).
    """
    source = files("evaluator.reading") / "lexicon" / f"{language}.yaml"
    if not source.is_file():
        return None
    name = f"lexicon/{language}.yaml"
    data = read_lexicon(source, name)
    spaced, folds = bool(data.get("spaced", True)), bool(data.get("fold", True))
    bare = Lexicon(language, spaced, folds, _Index(), None, frozenset())
    index = _build(name, bare, data["concepts"], plain=False)
    plain = _build(name, bare, data["concepts"], plain=True) if language == "vi" else None
    stop = frozenset(bare.prepare(str(word)) for word in data.get("stopwords", ()))
    return Lexicon(language, spaced, folds, index, plain, stop | frozenset(strip_marks(word) for word in stop))


def languages() -> tuple[str, ...]:
    """The codes of the languages that have a lexicon."""
    folder = files("evaluator.reading") / "lexicon"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".yaml") and name != "concepts.yaml"))


def _build(name: str, lexicon: Lexicon, concepts: dict[str, list[str]], *, plain: bool) -> _Index:
    index = _Index()
    for concept, patterns in concepts.items():
        for pattern in patterns or ():
            if not isinstance(pattern, str):
                raise InputError(f"{name}: {concept}: expected text, found {pattern!r} (quote it)")
            for entry, goes_on in _compile(lexicon, strip_marks(pattern) if plain else pattern, concept):
                first = _WORD_START.match(entry.literal) if lexicon.spaced else None
                whole = first is not None and not (goes_on and first.end() == len(entry.literal))
                index.add(entry, first.group() if first and whole else None)
    return index


def _compile(lexicon: Lexicon, pattern: str, concept: str) -> Iterator[tuple[_Words | _Entry, bool]]:
    """The pattern's entries, one for each text that it can begin with, and whether that text's last word may go on."""
    pattern = pattern.strip()
    items = _items(lexicon, pattern)
    if not items:
        return
    if lexicon.spaced and "~" not in pattern and math.prod(map(len, items)) <= _MOST_TEXTS:
        texts = [" ".join(part for part in parts if part) for parts in itertools.product(*items)]
        if all(text and "*" not in text[:-1] for text in texts):
            for text in dict.fromkeys(texts):
                literal = text.rstrip("*")
                entry = _Words(literal, concept, open_ended=literal != text, bounded=_is_wordy(literal[-1:]))
                yield entry, literal != text
            return
    body = _join(lexicon, items)
    for option in dict.fromkeys(_first_options(items)):
        if literal := option.rstrip("*"):
            yield _Entry(literal, body, concept, "~" not in pattern), literal != option


def _is_wordy(character: str) -> bool:
    """Whether a word could go on after this character."""
    return character.isalnum() or "\u0900" <= character <= "\u097f"


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


def _first_options(items: list[list[str]]) -> Iterator[str]:
    for item in items:
        if item[0].startswith("~"):
            continue
        yield from (option for option in item if option)
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
        return literal + (f"{_W}*" if open_ended else f"(?!{_W})" if _is_wordy(last) else "")
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
