"""Lexicons that a test makes for itself, and a reader for single texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluator.reading import RuleReader, matcher
from evaluator.reading.matcher import Lexicon
from evaluator.reading.model import ReplyReading, TextReading
from evaluator.session import Session

LexiconMaker = Callable[..., Lexicon]
FileLoader = Callable[[str, bytes], Lexicon | None]


@pytest.fixture
def load_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileLoader:
    """Loads a lexicon file with these bytes in place of the shipped ones, past the cache."""
    monkeypatch.setattr(matcher, "files", lambda package: tmp_path)
    (tmp_path / "lexicon").mkdir()

    def load(language: str, content: bytes) -> Lexicon | None:
        (tmp_path / "lexicon" / f"{language}.yaml").write_bytes(content)
        return matcher.load_lexicon.__wrapped__(language)

    return load


@pytest.fixture
def make_lexicon(load_file: FileLoader) -> LexiconMaker:
    """A lexicon of `concept: [patterns]`; by default of a language with spaces and accents that do not count."""

    def make(concepts: dict[str, list[str]], language: str = "xx", **settings: Any) -> Lexicon:
        document = {"language": language, "concepts": concepts, **settings}
        lexicon = load_file(language, yaml.safe_dump(document, allow_unicode=True).encode())
        assert lexicon is not None
        return lexicon

    return make


def found(lexicon: Lexicon, text: str) -> list[tuple[str, str]]:
    """The hits in a text: concept and the words that it stands on, as they are compared."""
    prepared = lexicon.prepare(text)
    return [(hit.concept, prepared[hit.start : hit.end]) for hit in lexicon.find(prepared)]


def read_message(text: str, reply_before: str | None = None) -> TextReading:
    """The reading of one customer message, perhaps after a reply."""
    turns: list[dict[str, Any]] = []
    if reply_before is not None:
        turns.append({"inbound": [], "inquiry": {"replyText": reply_before, "published": True}})
    turns.append({"inbound": [{"sender": "customer", "text": text}]})
    return RuleReader().read(_session(turns)).turns[-1].messages[0]


def read_reply(text: str, message: str = "…") -> ReplyReading:
    """The reading of one reply, to a message that says nothing unless another is given."""
    turn = {"inbound": [{"sender": "customer", "text": message}], "inquiry": {"replyText": text, "published": True}}
    reading = RuleReader().read(_session([turn])).turns[0].reply
    assert reading is not None
    return reading


def sure(reading: TextReading) -> list[str]:
    """The sure acts of a text as `act` or `act=value`."""
    return [act.act + (f"={act.value}" if act.value else "") for act in reading.acts if act.sure]


def _session(turns: list[dict[str, Any]]) -> Session:
    return Session.from_json({"schema": "sim.session/1", "session_id": "s", "turns": turns})
