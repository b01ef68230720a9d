"""Does a given reading fit its session? A reading may have been corrected by hand, or be a model's.

Its quotes must stand in the text that they are said to be of: what cannot be shown decides nothing.
"""

from collections.abc import Iterator

from evaluator.errors import InputError, Problem
from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Reading, TextReading, TurnReading
from evaluator.session.models import Session, Turn
from evaluator.text.normalise import contains_quote

_CUSTOMER = frozenset(CustomerAct)
_REPLY = frozenset(ReplyAct)


def verify_reading(session: Session, reading: Reading, file: str = "readings") -> None:
    """Raises InputError with every place where a reading does not fit its session."""
    problems = list(_problems(session, reading, file))
    if problems:
        raise InputError(f"the reading of {session.session_id!r} does not fit the session", problems)


def _problems(session: Session, reading: Reading, file: str) -> Iterator[Problem]:
    if len(reading.turns) != len(session.turns):
        yield Problem(file, None, "turns", f"{len(session.turns)} turns as in the session", f"{len(reading.turns)}")
        return
    for number, (turn, read) in enumerate(zip(session.turns, reading.turns, strict=True), start=1):
        yield from _turn_problems(turn, read, number, file)


def _turn_problems(turn: Turn, read: TurnReading, number: int, file: str) -> Iterator[Problem]:
    place = f"turns[{number - 1}]"
    if read.turn != number:
        yield Problem(file, None, f"{place}.turn", str(number), str(read.turn))
    if len(read.messages) != len(turn.inbound):
        yield Problem(file, None, f"{place}.messages", f"{len(turn.inbound)} messages", str(len(read.messages)))
        return
    for index, (message, text) in enumerate(zip(turn.inbound, read.messages, strict=True)):
        yield from _act_problems(text, message.text, _CUSTOMER, f"{place}.messages[{index}]", file)
    said = turn.inquiry.reply_text if turn.inquiry else None
    if (said is None) != (read.reply is None):
        expected = "null: there is no reply" if said is None else "a reading of the reply"
        yield Problem(file, None, f"{place}.reply", expected, "none" if read.reply is None else "one")
    elif said is not None and read.reply is not None:
        yield from _act_problems(read.reply, said, _REPLY, f"{place}.reply", file)


def _act_problems(text: TextReading, said: str, known: frozenset[str], place: str, file: str) -> Iterator[Problem]:
    for index, act in enumerate(text.acts):
        where = f"{place}.acts[{index}]"
        if act.act not in known:
            yield Problem(file, None, f"{where}.act", "an act of the ontology", repr(act.act))
        if not contains_quote(said, act.quote):
            yield Problem(file, None, f"{where}.quote", "words of the text itself", repr(act.quote))
