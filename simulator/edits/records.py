"""Session records with other texts: those of an edit, or of a rewriting by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Rewrite: TypeAlias = Callable[[int, int, str], str]  # turn, number of the customer message in it (from 0), text
RewriteReply: TypeAlias = Callable[[int, str], str]


def edited(session: Json, edit: Callable[[str], str]) -> Json:
    """A record with an edit of each customer message and each reply."""
    return rewritten(session, lambda turn, number, text: edit(text), lambda turn, text: edit(text))


def rewritten(session: Json, message: Rewrite, reply: RewriteReply) -> Json:
    """The record with other texts. What a run was told was the last reply is still that reply.

    The assistant's `raw` output stays: no check reads it.
    """
    new = deepcopy(session)
    replies: dict[str, str] = {}
    for number, turn in enumerate(new["turns"]):
        own = [item for item in turn["inbound"] if item["sender"] == "customer"]
        for place, item in enumerate(own):
            item["text"] = message(number, place, item["text"])
        text = reply_of(turn)
        if text is not None:
            replies[text] = turn["inquiry"]["replyText"] = reply(number, text)
        for run in turn.get("opportunity") or ():
            _replace_last_reply(run.get("context"), replies)
    return new


def reply_of(turn: Json) -> str | None:
    """The text of a turn's reply, if it has one."""
    inquiry = turn.get("inquiry")
    text = inquiry.get("replyText") if inquiry else None
    return text if isinstance(text, str) else None


def _replace_last_reply(context: Json | None, replies: Mapping[str, str]) -> None:
    last = context.get("actualLastAiReply") if context else None
    if context and isinstance(last, str):
        context["actualLastAiReply"] = replies.get(last, last)
