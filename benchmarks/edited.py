"""Session records with other texts: those of an edit, or a paraphrase's."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import BaseModel, ConfigDict

from benchmarks import ROOT

PARAPHRASES: Final = ROOT / "tests" / "labelled" / "paraphrases.yml"

Json = dict[str, Any]
Rewrite = Callable[[int, int, str], str]  # turn, number of the customer message in it (from 0), text
RewriteReply = Callable[[int, str], str]


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


def edited(session: Json, edit: Callable[[str], str]) -> Json:
    """A record with an edit of each customer message and each reply."""
    return _rewritten(session, lambda turn, number, text: edit(text), lambda turn, text: edit(text))


def paraphrased(session: Json, other: Paraphrase) -> Json:
    """A record in other words. Raises ValueError where the paraphrase does not fit it."""
    turns = session["turns"]
    if len(turns) != len(other.turns):
        raise ValueError(f"{other.case}: {len(turns)} turns, the paraphrase has {len(other.turns)}")
    for number, (turn, wording) in enumerate(zip(turns, other.turns, strict=True), start=1):
        own = sum(message["sender"] == "customer" for message in turn["inbound"])
        if wording.messages is not None and len(wording.messages) != own:
            raise ValueError(f"{other.case}: turn {number}: {own} messages, the paraphrase has {len(wording.messages)}")
        if wording.a is not None and _reply(turn) is None:
            raise ValueError(f"{other.case}: turn {number}: no reply to paraphrase")

    def message(turn: int, number: int, text: str) -> str:
        messages = other.turns[turn].messages
        new = None if messages is None else messages[number]
        return text if new is None else new

    def reply(turn: int, text: str) -> str:
        new = other.turns[turn].a
        return text if new is None else new

    return _rewritten(session, message, reply)


def read_paraphrases(path: Path = PARAPHRASES) -> list[Paraphrase] | None:
    """The paraphrases; None while there is no such file. Raises ValueError for one that does not fit the format."""
    if not path.is_file():
        return None
    return [Paraphrase.model_validate(document) for document in yaml.safe_load(path.read_text(encoding="utf-8")) or []]


def _rewritten(session: Json, message: Rewrite, reply: RewriteReply) -> Json:
    """The record with other texts. What a run was told was the last reply is still that reply.

    The assistant's `raw` output stays: no check reads it.
    """
    new = deepcopy(session)
    replies: dict[str, str] = {}
    for number, turn in enumerate(new["turns"]):
        own = [item for item in turn["inbound"] if item["sender"] == "customer"]
        for place, item in enumerate(own):
            item["text"] = message(number, place, item["text"])
        text = _reply(turn)
        if text is not None:
            replies[text] = turn["inquiry"]["replyText"] = reply(number, text)
        for run in turn.get("opportunity") or ():
            _replace_last_reply(run.get("context"), replies)
    return new


def _replace_last_reply(context: Json | None, replies: Mapping[str, str]) -> None:
    last = context.get("actualLastAiReply") if context else None
    if context and isinstance(last, str):
        context["actualLastAiReply"] = replies.get(last, last)


def _reply(turn: Json) -> str | None:
    inquiry = turn.get("inquiry")
    return inquiry.get("replyText") if inquiry else None
