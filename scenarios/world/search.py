"""Full-text search over the company's products and documents: SQLite FTS5 with trigrams, for Chinese has no spaces.

A word of fewer than three characters has no trigram and is looked for as a substring. What is found as a whole word of
the query comes first; only where no word is found at all does a document count that shares a good part of the query's
trigrams, or one that stands in its title.
"""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# What a query says after so many letters finds nothing that it did not find before, and SQLite takes no endless one.
LONGEST_QUERY = 1000
SHARE_OF_TRIGRAMS = 0.4
SHARE_IN_HEAD = 0.1


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to be found: what stands in ``head`` weighs more than what stands in ``body``."""

    head: str
    body: str


class Index:
    """An index in memory, built once. Its results are indices into the entries, best first."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._texts = [f"{entry.head}\n{entry.body}".casefold() for entry in entries]
        self._heads = [entry.head.casefold() for entry in entries]
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._db.close)
        self._db.execute("CREATE VIRTUAL TABLE texts USING fts5(head, body, tokenize='trigram')")
        self._db.executemany(
            "INSERT INTO texts(rowid, head, body) VALUES (?, ?, ?)",
            [(number, entry.head, entry.body) for number, entry in enumerate(entries)],
        )

    def search(self, query: str, limit: int, *, whole_words: bool = False) -> list[int]:
        """The best entries for ``query``; none where nothing of it is found.

        With ``whole_words`` a word that is not there finds nothing: half a model's name is another model.
        """
        plain = query[:LONGEST_QUERY].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
        words = list(dict.fromkeys(plain.casefold().split()))
        if not words:
            return []
        scores = self._by_words(words) or ({} if whole_words else self._by_trigrams("".join(words)))
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        return ranked[:limit]

    def _by_words(self, words: Iterable[str]) -> dict[int, float]:
        """For each entry with at least one of the words: how many it has, words in the head counted more."""
        scores: dict[int, float] = {}
        for word in words:
            for number in self._holding(word):
                head = self._heads[number]
                weight = 1.0 + (1.0 if word in head else 0.0) + (2.0 if word in head.split("\n") else 0.0)
                scores[number] = scores.get(number, 0.0) + weight
        return scores

    def _holding(self, word: str) -> list[int]:
        if len(word) >= 3:
            rows = self._db.execute("SELECT rowid FROM texts WHERE texts MATCH ?", (_quoted(word),))
        else:
            pattern = f"%{_escaped(word)}%"
            rows = self._db.execute(
                "SELECT rowid FROM texts WHERE head LIKE ? ESCAPE '!' OR body LIKE ? ESCAPE '!'", (pattern, pattern)
            )
        return [int(row[0]) for row in rows]

    def _by_trigrams(self, text: str) -> dict[int, float]:
        grams = {text[start : start + 3] for start in range(len(text) - 2)}
        if not grams:
            return {}
        match = " OR ".join(_quoted(gram) for gram in sorted(grams))
        rows = self._db.execute("SELECT rowid FROM texts WHERE texts MATCH ?", (match,))
        found = {}
        for number in (int(row[0]) for row in rows):
            share = _share(grams, self._texts[number])
            in_head = _share(grams, self._heads[number])
            if share >= SHARE_OF_TRIGRAMS or in_head >= SHARE_IN_HEAD:
                found[number] = share + in_head
        return found


def _share(grams: set[str], text: str) -> float:
    return sum(gram in text for gram in grams) / len(grams)


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _escaped(word: str) -> str:
    return word.replace("!", "!!").replace("%", "!%").replace("_", "!_")
