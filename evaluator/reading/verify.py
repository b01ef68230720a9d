"""Does a given reading fit its session? A reading may have been corrected by hand, or be a model's.

Its quotes must stand in the text that they are said to be of: what cannot be shown decides nothing. Values are checked
against what an act can carry, sentence numbers against the text, a judge's answers against what can be asked.
"""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from evaluator.errors import InputError, Problem
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Act, Reading, ReplyReading, TextReading, TurnReading
from evaluator.reading.segment import sentences
from evaluator.reading.values import expected_value
from evaluator.reading.verify_answers import wrong_answers
from evaluator.session.models import Session, Turn
from evaluator.text.markers import find_markers
from evaluator.text.normalise import contains_quote

_CUSTOMER = frozenset(CustomerAct)
_REPLY = frozenset(ReplyAct)


def verify_reading(session: Session, reading: Reading, file: str = "readings", line: int | None = None) -> None:
    """Raises InputError with every place where a reading does not fit its session; `line` is its line in `file`."""
    problems = [
        *_Verifier(file, line).session(session, reading),
        *wrong_answers(session, reading.answers, file, line),
    ]
    if problems:
        raise InputError(f"the reading of {session.session_id!r} does not fit the session", problems)


@dataclass(frozen=True)
class _Verifier:
    """Finds what does not fit; knows where the reading was read from."""

    file: str
    line: int | None

    def problem(self, path: str, expected: str, found: str) -> Problem:
        return Problem(self.file, self.line, path, expected, found)

    def session(self, session: Session, reading: Reading) -> Iterator[Problem]:
        if len(reading.turns) != len(session.turns):
            yield self.problem("turns", f"{len(session.turns)} turns as in the session", f"{len(reading.turns)}")
            return
        for number, (turn, read) in enumerate(zip(session.turns, reading.turns, strict=True), start=1):
            yield from self.turn(turn, read, number)

    def turn(self, turn: Turn, read: TurnReading, number: int) -> Iterator[Problem]:
        place = f"turns[{number - 1}]"
        if read.turn != number:
            yield self.problem(f"{place}.turn", str(number), str(read.turn))
        if len(read.messages) != len(turn.inbound):
            yield self.problem(f"{place}.messages", f"{len(turn.inbound)} messages", str(len(read.messages)))
            return
        for index, (message, text) in enumerate(zip(turn.inbound, read.messages, strict=True)):
            yield from self.text(text, message.text, _CUSTOMER, f"{place}.messages[{index}]")
        said = turn.inquiry.reply_text if turn.inquiry else None
        if (said is None) != (read.reply is None):
            expected = "null: there is no reply" if said is None else "a reading of the reply"
            yield self.problem(f"{place}.reply", expected, "none" if read.reply is None else "one")
        elif said is not None and read.reply is not None:
            yield from self.text(read.reply, said, _REPLY, f"{place}.reply")
            yield from self.captions(read.reply, said, f"{place}.reply.captions")

    def captions(self, reply: ReplyReading, said: str, place: str) -> Iterator[Problem]:
        captions = [marker.caption for marker in find_markers(said) if marker.caption]
        if len(captions) != len(reply.captions):
            yield self.problem(place, f"{len(captions)} captions as in the reply", str(len(reply.captions)))
            return
        for index, (caption, text) in enumerate(zip(captions, reply.captions, strict=True)):
            yield from self.text(text, caption, _REPLY, f"{place}[{index}]")

    def text(self, text: TextReading, said: str, known: frozenset[str], place: str) -> Iterator[Problem]:
        parts = [sentence.text for sentence in sentences(said)] if text.acts else []
        for index, act in enumerate(text.acts):
            where = f"{place}.acts[{index}]"
            if act.act not in known:
                side = "a customer's message" if known is _CUSTOMER else "a reply"
                yield self.problem(f"{where}.act", f"an act of {side}", f"{act.act!r}{_hint(act.act, known)}")
            elif (expected := expected_value(act)) is not None:
                found = "null" if act.value is None else repr(act.value)
                yield self.problem(f"{where}.value", f"{expected} ({act.act})", found)
            if not contains_quote(said, act.quote):
                yield self.problem(f"{where}.quote", "words of the text itself", repr(act.quote))
            elif (right := _right_places(act, parts)) is not None:
                yield self.problem(f"{where}.at", f"the number of the quote's sentence, {right}", str(act.at))


def _hint(name: str, known: frozenset[str]) -> str:
    """What else was perhaps meant: an act of the other side, or one that is spelt alike."""
    if name in (_CUSTOMER | _REPLY) - known:
        return f", which is one of {'a reply' if known is _CUSTOMER else 'a customer'}"
    near = difflib.get_close_matches(name, known, n=2)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _right_places(act: Act, parts: list[str]) -> str | None:
    """Which sentences a quote stands in where it does not stand in the one named; None where that fits.

    A quote that runs over several sentences may name any that there is.
    """
    if 0 <= act.at < max(1, len(parts)) and (not parts or contains_quote(parts[act.at], act.quote)):
        return None
    right = [str(number) for number, part in enumerate(parts) if contains_quote(part, act.quote)]
    if right:
        return " or ".join(right)
    return None if 0 <= act.at < max(1, len(parts)) else f"from 0 to {max(0, len(parts) - 1)}"
