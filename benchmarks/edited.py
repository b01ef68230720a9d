"""Session records in other words: paraphrases, read from a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import yaml
from pydantic import BaseModel, ConfigDict

from benchmarks import ROOT
from simulator.edits import Json, rewritten
from simulator.edits.records import reply_of

PARAPHRASES: Final = ROOT / "tests" / "labelled" / "paraphrases.yml"


class Wording(BaseModel):
    """Other words for a turn; null leaves a text as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    c: str | list[str | None] | None = None
    a: str | None = None

    @property
    def messages(self) -> Sequence[str | None] | None:
        """The customer's messages; None leaves them all."""
        return [self.c] if isinstance(self.c, str) else self.c


class Paraphrase(BaseModel):
    """Other words for a labelled conversation."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    case: str
    turns: tuple[Wording, ...]


def paraphrased(session: Json, other: Paraphrase) -> Json:
    """A record in other words. Raises ValueError where the paraphrase does not fit it."""
    turns = session["turns"]
    if len(turns) != len(other.turns):
        raise ValueError(f"{other.case}: {len(turns)} turns, the paraphrase has {len(other.turns)}")
    for number, (turn, wording) in enumerate(zip(turns, other.turns, strict=True), start=1):
        own = sum(message["sender"] == "customer" for message in turn["inbound"])
        if wording.messages is not None and len(wording.messages) != own:
            raise ValueError(f"{other.case}: turn {number}: {own} messages, the paraphrase has {len(wording.messages)}")
        if wording.a is not None and reply_of(turn) is None:
            raise ValueError(f"{other.case}: turn {number}: no reply to paraphrase")

    def message(turn: int, number: int, text: str) -> str:
        messages = other.turns[turn].messages
        new = None if messages is None else messages[number]
        return text if new is None else new

    def reply(turn: int, text: str) -> str:
        new = other.turns[turn].a
        return text if new is None else new

    return rewritten(session, message, reply)


def read_paraphrases(path: Path = PARAPHRASES) -> list[Paraphrase] | None:
    """The paraphrases; None while there is no such file. Raises ValueError for one that does not fit the format."""
    if not path.is_file():
        return None
    return [Paraphrase.model_validate(document) for document in yaml.safe_load(path.read_text(encoding="utf-8")) or []]
