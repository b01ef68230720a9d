"""Whether the quotes of verdicts really stand in the record, by the contract and not by the code that finds them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator

from evaluator.session import Session, Turn
from evaluator.verdicts import CheckResult, Verdict


def folded(text: str) -> str:
    """A text as quotes are compared (contracts/run.md): after NFKC and white-space folding."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def texts(value: object) -> Iterator[str]:
    """All texts inside a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)


def source_texts(turn: Turn, source: str) -> Iterator[str]:
    """What a quote from this source may stand in."""
    record = turn.to_json_dict()
    if source == "inbound":
        yield from (message["text"] for message in record["inbound"])
    elif source == "reply":
        yield (record["inquiry"] or {}).get("replyText") or ""
    elif source == "raw":
        yield from (run.get("raw") or "" for run in record["opportunity"] or ())
    elif source == "tool":
        yield from texts(record["tool_calls"])
        yield json.dumps(record["tool_calls"], ensure_ascii=False)
    elif source == "form":
        yield ", ".join((record["inquiry"] or {}).get("askedFieldKeys") or ())


def quoted(verdicts: Iterable[Verdict]) -> Iterator[tuple[Verdict, CheckResult]]:
    """The checks that carry a quote."""
    for verdict in verdicts:
        for check in verdict.checks:
            if check.quote is not None:
                yield verdict, check


def misquoted(session: Session, verdicts: Iterable[Verdict]) -> list[str]:
    """The quotes of a session's verdicts that do not stand where they are said to."""
    wrong = []
    for verdict, check in quoted(verdicts):
        turn = session.turns[check.turn - 1] if check.turn else None
        if turn is None or check.source is None or check.quote is None:
            wrong.append(f"{verdict.session_id} {verdict.metric_id}.{check.check}: no turn or source")
            continue
        if not any(folded(check.quote) in folded(text) for text in source_texts(turn, check.source)):
            wrong.append(f"{verdict.session_id} {verdict.metric_id}.{check.check}: {check.source}: {check.quote!r}")
    return wrong
