"""A reading: the facts about a session that verdicts rest on (`readings.jsonl`).

Two readers write it, the rules and (with a model) the model reader; a reviewer may correct the file, and it is judged
again without any reader. What needs no understanding (markers, tool results, hours) is not in it: the checks take
that from the record itself.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt
from pydantic import Field as PydanticField

from evaluator.ontology import MODEL_REPLY_ACTS, CustomerAct, Field, ReplyAct
from evaluator.outcome import Tri


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Act(_Frozen):
    """Something that a text does. `at` is the sentence (from 0); an act that is not `sure` decides nothing."""

    act: str
    value: str | None = None
    quote: str
    at: StrictInt = 0
    sure: StrictBool = True


class TextReading(_Frozen):
    """One message or reply.

    `read` is false where its acts were not looked for (a language without a lexicon), `understood` where some of it may
    have been missed. `exhaustive`: every clause was taken in, also those that no act quotes (a model read it).
    """

    language: str | None = None  # None: none of its own
    variant: Literal["simplified", "traditional", "neutral"] | None = None
    reliable: StrictBool = True
    read: StrictBool = True
    understood: StrictBool = True
    exhaustive: StrictBool = False
    acts: tuple[Act, ...] = ()

    def find(self, *kinds: str, value: str | None = None) -> Iterator[Act]:
        """The acts of these kinds, sure ones first."""
        found = [act for act in self.acts if act.act in kinds and (value is None or act.value == value)]
        yield from sorted(found, key=lambda act: not act.sure)

    def has(self, *kinds: str, value: str | None = None) -> Tri:
        """Whether the text does one of these; None where the reader cannot tell."""
        first = next(self.find(*kinds, value=value), None)
        if first is not None:
            return True if first.sure else None
        return False if self.understood or self._asked_of_a_model(kinds) else None

    def hints(self, *kinds: str, value: str | None = None) -> Tri:
        """Like `has`, for acts that hardly go without a word of their own (a person, a catalogue, a picture): in a text
        that was read and shows no trace of one, it is not there."""
        first = next(self.find(*kinds, value=value), None)
        if first is not None:
            return True if first.sure else None
        return False if self.read or self._asked_of_a_model(kinds) else None

    def _asked_of_a_model(self, kinds: tuple[str, ...]) -> bool:
        """Whether a model looked for all of these; of a customer's acts it always does, and the text is then `read`."""
        return self.exhaustive and MODEL_REPLY_ACTS.issuperset(kinds)

    def first(self, *kinds: str, value: str | None = None) -> Act | None:
        """The first sure act of these kinds, else the first unsure one."""
        return next(self.find(*kinds, value=value), None)


class ReplyReading(TextReading):
    """What the inquiry assistant said in a turn; `captions` in the order of the markers that carry one."""

    captions: tuple[TextReading, ...] = ()

    def asked(self) -> frozenset[Field]:
        """The fields that the reply surely asks for."""
        return frozenset(Field(act.value) for act in self.find(ReplyAct.ASKS) if act.sure and act.value)


class TurnReading(_Frozen):
    """One turn: a reading for each inbound message (`senders` beside it), and for the reply where there is one."""

    turn: int
    messages: tuple[TextReading, ...] = ()
    reply: ReplyReading | None = None


class Answer(_Frozen):
    """A judge's answer to one question that was left open (`evaluator.judge`).

    `id` names what was asked: `M-008.check_3`, `M-008.applies` (does the metric apply?), a condition of a decision
    (`M-002.type_only`), `M-028.score`. `turns` are those that a YES, or a FAIL, is about; `quote` stands in the record
    at the first of them.
    """

    id: Annotated[str, PydanticField(pattern=r"^M-\d{3}\.[a-z_]+[0-9]?$")]
    result: Literal["PASS", "FAIL", "N/A", "YES", "NO"] | Annotated[StrictInt, PydanticField(ge=1, le=5)]
    turns: tuple[StrictInt, ...] = ()
    quote: str | None = None
    why: str = ""


class Reading(_Frozen):
    """One session, as one line of `readings.jsonl`. `answers` are the judge's, where one was asked."""

    session_id: str
    reader: str
    turns: tuple[TurnReading, ...] = ()
    answers: tuple[Answer, ...] = ()


def any_of(values: Iterable[Tri]) -> Tri:
    """Three-valued OR."""
    unknown = False
    for value in values:
        if value:
            return True
        unknown = unknown or value is None
    return None if unknown else False


def all_of(values: Iterable[Tri]) -> Tri:
    """Three-valued AND."""
    unknown = False
    for value in values:
        if value is False:
            return False
        unknown = unknown or value is None
    return None if unknown else True


def negate(value: Tri) -> Tri:
    """Three-valued NOT."""
    return None if value is None else not value


__all__ = [
    "Act",
    "Answer",
    "CustomerAct",
    "Reading",
    "ReplyReading",
    "TextReading",
    "Tri",
    "TurnReading",
    "all_of",
    "any_of",
    "negate",
]
