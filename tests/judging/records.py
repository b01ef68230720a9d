"""Small session records, made turn by turn, and what the judge makes of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.checks.facts import Facts
from evaluator.judging import judge
from evaluator.reading import RuleReader
from evaluator.session import Session
from evaluator.verdicts import Verdict

Json = dict[str, Any]

INTRODUCTION = (
    "Hello, this is Tom Jasper of Beiyijia, a charging cable factory. Which fits you: wholesale or import, online"
    " sales, your own brand, or gifts?"
)
INVITATION = "Please have a look at our two style groups. Which style do you prefer?"
CLOSING = (
    "We have received your details. It is outside our working hours now; tomorrow when we are back we will confirm the"
    " specifications and the quotation with you."
)
DAY, NIGHT = "2026-05-06T11:00:00+08:00", "2026-05-06T22:30:00+08:00"


def image(*labels: str, status: str = "ok", description: str | None = None) -> Json:
    """A customer's image as the recogniser saw it."""
    return {"id": "i-1", "recognition": {"status": status, "labels": list(labels), "description": description}}


def document(title: str, content: str) -> Json:
    """A search of the inquiry assistant's that found one document."""
    result = {"documents": [{"title": title, "content": content}]}
    return {"agent": "inquiry", "name": "knowledge_search", "arguments": {"query": title}, "result": result}


def posters(language: str = "en", *ids: str) -> Json:
    """A search that found the poster document of a language; by default with two posters in it."""
    title = {"en": "英文快速选品海报", "vi": "越南语快速选品海报"}[language]
    return document(title, "\n".join(f"[IMAGE:{name}|board]" for name in ids or (f"{language}-1", f"{language}-2")))


def shown(*ids: str, text: str = INVITATION) -> str:
    """A reply that shows pictures."""
    return "\n".join([text, "", *(f"[IMAGE:{name}|board]" for name in ids)])


def decision(convert: object = False, takeover: object = False, intent: object = "business") -> str:
    """An output of the opportunity assistant."""
    values = {"shouldAutoConvert": convert, "shouldForceHumanTakeover": takeover, "conversationIntent": intent}
    return json.dumps(values)


def run(raw: str | None, at: object = DAY, phase: str = "inbound", **context: Any) -> Json:
    """A run of the opportunity assistant with its own context."""
    return {"phase": phase, "context": {"createdAt": at, "leadToOpportunityStatus": None, **context}, "raw": raw}


def recheck(raw: str | None, reply: str | None, *, published: bool = True, at: object = DAY, **context: Any) -> Json:
    """A run after the reply, told that the lead is converted unless the context says otherwise."""
    told = {"leadToOpportunityStatus": "converted", "replyPublished": published, "actualLastAiReply": reply}
    return run(raw, at, "after_reply", **{**told, **context})


def turn(
    text: str | Sequence[str] = "hi",
    reply: str | None = "Noted.",
    *,
    at: object = DAY,
    tools: Sequence[Json] | None = (),
    images: Sequence[Json] = (),
    status: str | None = None,
    published: bool | None = True,
    media: Mapping[str, bool | None] | None = None,
    staff: str | None = None,
    runs: Sequence[Json] | None = None,
    decided: str | None = None,
    **more: Any,
) -> Json:
    """A turn. By default it is day, nothing was called, and the opportunity assistant decided for neither."""
    texts = [text] if isinstance(text, str) else list(text)
    inbound: list[Json] = [{"sender": "customer", "created_at": at, "text": line} for line in texts]
    if images:
        inbound[-1]["images"] = list(images)
    if staff is not None:
        inbound.append({"sender": "staff", "created_at": at, "text": staff})
    inquiry: Json | None = None
    if reply is not None:
        inquiry = {"replyText": reply, "askedFieldKeys": [], "published": published}
        if media is not None:
            inquiry["media"] = [{"id": name, "delivered": arrived} for name, arrived in media.items()]
    opportunity = [run(decided or decision(), at, leadToOpportunityStatus=status)] if runs is None else list(runs)
    return {
        "inbound": inbound,
        "context": {"leadToOpportunityStatus": status, "nextPendingField": None, "inquiry_form_snapshot": {}},
        "tool_calls": None if tools is None else list(tools),
        "inquiry": inquiry,
        "opportunity": opportunity,
        **more,
    }


def session(*turns: Json, name: str = "s", **more: Any) -> Session:
    """A session record."""
    return Session.from_json({"schema": "sim.session/1", "session_id": name, "turns": list(turns), **more})


def facts_of(*turns: Json) -> Facts:
    """The facts of a session as the rule reader reads it."""
    record = session(*turns)
    return Facts.of(record, RuleReader().read(record))


def verdicts_of(record: Session) -> tuple[Verdict, ...]:
    """All verdicts of a session, by the rules."""
    return judge(record, RuleReader().read(record))


def verdicts(*turns: Json) -> dict[str, Verdict]:
    """The verdicts of a session by metric."""
    return {verdict.metric_id: verdict for verdict in verdicts_of(session(*turns))}


def outcome(verdict: Verdict) -> str:
    """`PASS`, `FAIL`, `N/A`, or `OPEN` where it is undetermined."""
    return "OPEN" if verdict.undetermined else verdict.result


def check(verdict: Verdict, number: int) -> str:
    """What one check of a verdict came to."""
    return next(item.result for item in verdict.checks if item.check == f"check_{number}")
