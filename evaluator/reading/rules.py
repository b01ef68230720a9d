"""The rule reader: a session's reading without a model, in every language that has a lexicon.

In a language without one the acts are unread (`understood: false`), and what needs them stays open.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from evaluator.ontology import CustomerAct, Field
from evaluator.reading.asking import Before
from evaluator.reading.customer import customer_acts
from evaluator.reading.matcher import Lexicon, load_lexicon
from evaluator.reading.model import Act, Reading, ReplyReading, TextReading, TurnReading
from evaluator.reading.reply import reply_acts
from evaluator.reading.segment import Sentence, Unit, clauses, sentences, unit
from evaluator.session.models import Session, Turn
from evaluator.text.language import LanguageGuess, chinese_variant, detect
from evaluator.text.language_words import LATIN_WORDS, STRONG_WORDS
from evaluator.text.markers import find_markers, strip_markers
from evaluator.text.normalise import HAN, strip_marks

READER: Final = "rules/1"

_LATIN = frozenset({"en", "vi", "es", "pt", "fr", "de", "id", "tr", "it"})
_SMALL_TALK = frozenset({CustomerAct.GREETS, CustomerAct.THANKS, CustomerAct.ACKNOWLEDGES, CustomerAct.SAYS_GOODBYE})
_WORD = re.compile(r"[^\W\d_]+")
_UNKNOWN_SHARE = 0.5  # of the content words of a message with no act but small talk: it is not understood
_UNKNOWN_WORDS = 1
_UNKNOWN_WORDS_IN_SMALL_TALK = 3  # the message does at least something that was read


@dataclass(frozen=True)
class RuleReader:
    """Reads sessions turn by turn; holds no state of its own."""

    def read(self, session: Session) -> Reading:
        """The reading of a whole session, in time linear in its length."""
        state = _State()
        turns = tuple(self._turn(turn, number, state) for number, turn in enumerate(session.turns, start=1))
        return Reading(session_id=session.session_id, reader=READER, turns=turns)

    def read_turn(self, turn: Turn, number: int, before: Sequence[TurnReading]) -> TurnReading:
        """One turn, given the readings of the turns before it (what the simulated buyer reads replies with)."""
        state = _State()
        for earlier in before:
            state.note(earlier)
        return self._turn(turn, number, state)

    def _turn(self, turn: Turn, number: int, state: "_State") -> TurnReading:
        messages = tuple(self._message(message.text, state) for message in turn.inbound)
        reply = None
        state.hear(messages)
        if turn.inquiry is not None and turn.inquiry.reply_text is not None:
            reply = self._reply(turn.inquiry.reply_text, state)
        reading = TurnReading(turn=number, messages=messages, reply=reply)
        state.note(reading)
        if turn.inquiry is not None and turn.inquiry.was_published and turn.inquiry.reply_text:
            shown = sum(marker.kind == "IMAGE" for marker in find_markers(turn.inquiry.reply_text))
            state.styles_shown = state.styles_shown or shown > 0
        return reading

    def _message(self, text: str, state: "_State") -> TextReading:
        guess = _settled(detect(text), text, state.language)
        code = _language_of(guess, state.language)
        lexicons = _lexicons(code, text)
        parsed = _units(text, lexicons)
        if code != guess.code and not guess.neutral and not guess.reliable:  # perhaps the spoken one has changed
            other = _lexicons(guess.code, text)
            again = _units(text, other)
            if sum(part.known_words for part in again) > sum(part.known_words for part in parsed):
                code, lexicons, parsed = guess.code, other, again
        elif _may_be(guess, state.language):
            other = _lexicons(state.language, text)
            again = _units(text, other)
            if sum(part.known_words for part in again) > sum(part.known_words for part in parsed):
                code, lexicons, parsed = state.language, other, again
                guess = replace(guess, reliable=False)
        acts = customer_acts(parsed, code, Before(state.asked, state.styles_shown))
        own = None if guess.neutral else guess.code
        return TextReading(
            language=own,
            variant=chinese_variant(text) if own == "zh" else None,
            reliable=guess.reliable,
            read=bool(lexicons),
            understood=guess.neutral or not text.strip() or (bool(lexicons) and _understood(parsed, acts)),
            acts=acts,
        )

    def _reply(self, text: str, state: "_State") -> ReplyReading:
        body = strip_markers(text)
        guess = _settled(detect(body), body, state.language)
        code = _language_of(guess, state.language)
        lexicons = _lexicons(code, body)
        parsed = [(_whole(sentence, lexicons), _parts(sentence, lexicons)) for sentence in sentences(text)]
        own = None if guess.neutral else guess.code
        return ReplyReading(
            language=own,
            variant=chinese_variant(body) if own == "zh" else None,
            reliable=guess.reliable,
            read=bool(lexicons) or not body.strip(),
            understood=bool(lexicons) or not body.strip(),
            acts=reply_acts(parsed, code),
            captions=tuple(self._caption(marker.caption, code) for marker in find_markers(text) if marker.caption),
        )

    def _caption(self, text: str, code: str | None) -> TextReading:
        guess = detect(text)
        if code == "ja":
            guess = _settled(guess, text, code)
        lexicons = _lexicons(code if guess.neutral else guess.code, text)
        if _may_be(guess, code):
            known, other = (
                sum(part.known_words for part in _units(text, lex)) for lex in (lexicons, _lexicons(code, text))
            )
            # A few words tell two near languages apart only so far.
            guess = replace(guess, reliable=known > other and (guess.reliable or not other))
        parsed: list[tuple[Unit, list[Unit]]] = [(_whole(sentence, lexicons), []) for sentence in sentences(text)]
        own = None if guess.neutral else guess.code
        return TextReading(
            language=own,
            variant=chinese_variant(text) if own == "zh" else None,
            reliable=guess.reliable,
            read=bool(lexicons),
            understood=bool(lexicons),
            acts=reply_acts(parsed, code),
        )


def _units(text: str, lexicons: tuple[Lexicon, ...]) -> list[Unit]:
    found: list[Unit] = []
    for sentence in sentences(text):
        parts = list(clauses(sentence))
        for number, part in enumerate(parts, start=1):
            # A question mark belongs to the last clause; the ones before it ask by words of their own.
            found.append(unit(part, replace(sentence, marked=sentence.marked and number == len(parts)), lexicons))
    return found


_FEW_WORDS = 3
_SHORT_TEXT = 6  # words, too few for n-grams to tell near languages apart


def _settled(guess: LanguageGuess, text: str, established: str | None) -> LanguageGuess:
    """The guess for a text in the light of the language spoken before.

    A few words that are that language's too ("certo", "super", "import") do not leave it, nor does a short text of
    which no known word is the guessed language's alone. Where words of both stand in it, the guess is weak.
    """
    if established == "ja" and guess.code == "zh" and _may_be_japanese(text):
        return replace(guess, code=established, reliable=False)
    if not _may_be(guess, established) or established is None:
        return guess
    words = [strip_marks(word) for word in _WORD.findall(text.casefold())]
    if not words or len(words) > _SHORT_TEXT or any(word in _strong(guess.code) for word in words):
        return guess
    here = [_is_listed(word, established) for word in words]
    if len(words) <= _FEW_WORDS and (all(here) or _all_known(text, _lexicons(established, text))):
        return replace(guess, code=established, reliable=False)
    there = [_is_listed(word, guess.code) for word in words]
    if sum(here) >= len(words) - 1 and all(mine or not theirs for mine, theirs in zip(here, there, strict=True)):
        return replace(guess, code=established, reliable=False)
    mixed = any(mine and not theirs and len(word) > 2 for word, mine, theirs in zip(words, here, there, strict=True))
    return replace(guess, reliable=guess.reliable and not mixed)


def _is_listed(word: str, code: str | None) -> bool:
    """Whether a word is one that a language is known by, or that its lexicon reads."""
    return code is not None and (word in _listed(code) or _is_known(word, _lexicons(code, word)))


def _may_be_japanese(text: str) -> bool:
    """Whether a text in Chinese characters has none that Japanese does not write ("連絡先", "製品画像")."""
    letters = "".join(HAN.findall(text))
    try:
        letters.encode("shift_jis")
    except UnicodeEncodeError:
        return False
    return not _CHINESE_ONLY.search(letters)


# In the Japanese character set, and hardly ever in a Japanese text.
_CHINESE_ONLY = re.compile("[你您他她是那吧啊呢嗎很什麼怎沒給這們哪想要我的了有]")


def _all_known(text: str, lexicons: tuple[Lexicon, ...]) -> bool:
    parsed = _units(text, lexicons)
    words = sum(part.content_words for part in parsed)
    return 0 < words == sum(part.known_words for part in parsed)


def _is_known(word: str, lexicons: tuple[Lexicon, ...]) -> bool:
    return any(word in lexicon.stopwords for lexicon in lexicons) or _all_known(word, lexicons)


@cache
def _listed(code: str) -> frozenset[str]:
    return frozenset(strip_marks(word) for word in LATIN_WORDS.get(code, ()))


@cache
def _strong(code: str | None) -> frozenset[str]:
    return frozenset(strip_marks(word) for word in STRONG_WORDS.get(code or "", ()))


def _may_be(guess: LanguageGuess, established: str | None) -> bool:
    """Whether a guess in Latin letters may really be the language that the customer has written before."""
    return (
        not guess.neutral
        and guess.script == "Latn"
        and established is not None
        and established != guess.code
        and established in _LATIN
    )


class _State:
    """What is carried from turn to turn while a session is read."""

    def __init__(self) -> None:
        self.language: str | None = None
        self.asked: frozenset[Field] = frozenset()
        self.styles_shown = False

    def hear(self, messages: Sequence[TextReading]) -> None:
        """The language that the customer writes now; what is heard twice changes nothing."""
        for message in messages:
            if message.reliable or self.language is None:
                self.language = message.language or self.language

    def note(self, reading: TurnReading) -> None:
        self.hear(reading.messages)
        if reading.reply is not None:
            self.asked = reading.reply.asked()
            self.language = self.language or reading.reply.language


def _language_of(guess: LanguageGuess, established: str | None) -> str | None:
    if guess.neutral:
        return established or "en"
    if not guess.reliable and established in _LATIN and guess.script == "Latn":
        return established
    return guess.code


def _lexicons(code: str | None, text: str) -> tuple[Lexicon, ...]:
    """The lexicon of a language and, where the text is not in Latin letters, English for the words mixed in."""
    main = load_lexicon(code) if code else None
    if main is None:
        return ()
    english = load_lexicon("en")
    mixed = code not in _LATIN and any(char.isascii() and char.isalpha() for char in text)
    return (main, english) if mixed and english is not None else (main,)


def _whole(sentence: Sentence, lexicons: tuple[Lexicon, ...]) -> Unit:
    return unit(sentence.text, sentence, lexicons)


def _parts(sentence: Sentence, lexicons: tuple[Lexicon, ...]) -> list[Unit]:
    return [unit(part, sentence, lexicons) for part in clauses(sentence)]


def _understood(parsed: list[Unit], acts: tuple[Act, ...]) -> bool:
    """Whether nothing of weight was left unread: a sure act of substance, or few words that no concept covers."""
    if any(act.sure and act.act not in _SMALL_TALK for act in acts):
        return True
    if any(act.act == CustomerAct.ASKS_UNKNOWN for act in acts):
        return False
    words = sum(part.content_words for part in parsed)
    unknown = words - sum(part.known_words for part in parsed)
    few = _UNKNOWN_WORDS_IN_SMALL_TALK if acts else _UNKNOWN_WORDS
    return unknown <= few or unknown / words < _UNKNOWN_SHARE
