"""Conversations that flipped, side by side at the turn where they part."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from evaluator.catalogue import Catalogue
from evaluator.session import Session, Turn
from evaluator.verdicts import Verdict
from reports.compare.model import Entry, Flip, MetricFlip, Parting
from reports.compare.side import DECIDED, Talk, scored
from reports.html.simulated import simulated
from reports.plain import one_line, visible

SHOWN: Final = 60
"""Flipped conversations that are shown with their turns; the others are named alone."""
_TEXT: Final = 3_000  # characters of one message
_TOOL: Final = 400  # of a call or its result
_QUOTE: Final = 300
_RESULTS: Final = {"P": "PASS", "F": "FAIL"}

_Stored = tuple[Session, Mapping[str, Verdict]]


def flipped_metrics(before: Talk, now: Talk) -> list[int]:
    """The places of the metrics that both runs decided, and decided differently; a score flips where it falls."""
    return [
        place
        for place, (code, other) in enumerate(zip(before.codes, now.codes, strict=True))
        if code != other and code in DECIDED and other in DECIDED
    ]


def flips(
    pairs: Sequence[tuple[Talk, Talk]], paths: tuple[Path, Path], catalogue: Catalogue, regressed: Collection[str]
) -> tuple[Flip, ...]:
    """All conversations that flipped: those of a regressed metric first, then those with a failure of a P0 metric."""
    metrics = list(catalogue)
    found: list[tuple[tuple[int, ...], Talk, Talk, list[int]]] = []
    for order, (before, now) in enumerate(pairs):
        if places := flipped_metrics(before, now):
            worse = [metrics[place] for place in places if now.codes[place] == "F"]
            rank = (
                -sum(metric.id in regressed for metric in worse),
                -sum(metric.grade == "P0" for metric in worse),
                -len(worse),
                order,
            )
            found.append((rank, before, now, places))
    found.sort(key=lambda one: one[0])
    stored = tuple(
        _stored(path, {pair[side].session_id for _, *pair in ((r, b, n) for r, b, n, _ in found[:SHOWN])})
        for side, path in enumerate(paths)
    )
    return tuple(
        _flip(before, now, [metrics[place].id for place in places], stored, catalogue)
        for _, before, now, places in found
    )


def _stored(path: Path, wanted: Collection[str]) -> dict[str, _Stored]:
    """The records and verdicts of a few conversations: the only ones that are held whole."""
    found: dict[str, _Stored] = {}
    if not wanted:
        return found
    for session, verdicts, _ in scored(path):
        if session.session_id in wanted:
            found[session.session_id] = session, {verdict.metric_id: verdict for verdict in verdicts}
            if len(found) == len(wanted):
                break
    return found


def _flip(
    before: Talk, now: Talk, metrics: Sequence[str], stored: tuple[dict[str, _Stored], ...], catalogue: Catalogue
) -> Flip:
    one, other = stored[0].get(before.session_id), stored[1].get(now.session_id)
    codes = dict(zip(catalogue.ids, zip(before.codes, now.codes, strict=True), strict=True))
    changes = tuple(_metric_flip(name, codes[name], catalogue.metric(name).grade, one, other) for name in metrics)
    variant = simulated(one[0]).variant if one else (int(before.case[2]) if before.template else None)
    parting = None if one is None or other is None else part(one[0], other[0])
    return Flip(
        base_session=visible(before.session_id),
        candidate_session=visible(now.session_id),
        template=visible(before.template) if before.template else None,
        variant=variant,
        repeat=before.repeat,
        factors={visible(name): visible(level) for name, level in before.factors.items()},
        metrics=changes,
        same_record=one is not None and other is not None and parting is None,
        parting=parting,
    )


def _metric_flip(
    name: str, codes: tuple[str, str], grade: str, one: _Stored | None, other: _Stored | None
) -> MetricFlip:
    base, candidate = (_RESULTS.get(code, code) for code in codes)
    failing = other if codes[1] == "F" else one
    verdict = failing[1].get(name) if failing else None
    check = next((item for item in verdict.checks if item.result == "FAIL"), None) if verdict else None
    return MetricFlip(
        metric_id=name,
        grade=grade,
        base=base,
        candidate=candidate,
        check=check.check if check else None,
        turn=check.turn if check else None,
        quote=one_line(check.quote, _QUOTE) if check and check.quote else None,
        why=one_line(check.note if check and check.note else verdict.reason, _QUOTE) if verdict else "",
    )


def part(one: Session, other: Session) -> Parting | None:
    """The first turn that is not the same in both; ``None`` where all are."""
    for number in range(1, max(len(one.turns), len(other.turns)) + 1):
        sides = tuple(session.turns[number - 1] if number <= len(session.turns) else None for session in (one, other))
        if _substance(sides[0]) != _substance(sides[1]):
            first, second = (tuple(_entries(turn)) if turn else () for turn in sides)
            return Parting(turn=number, base=first, candidate=second)
    return None


def _substance(turn: Turn | None) -> str | None:
    """All that was said, called and decided in a turn, in a form that can be compared."""
    return None if turn is None else json.dumps(turn.to_json_dict(), sort_keys=True, ensure_ascii=False)


def _entries(turn: Turn) -> Iterator[Entry]:
    for message in turn.inbound:
        pictures = "".join(f" [{image.id or 'image'}]" for image in message.pictures)
        yield Entry(who=message.sender, text=_cut(message.text + pictures, _TEXT))
    for call in turn.tool_calls or ():
        text = f"{call.name or '?'}({_cut(_plain(call.arguments), _TOOL)}) → {_cut(_plain(call.result), _TOOL)}"
        yield Entry(who="tool", text=text)
    if turn.inquiry is not None:
        reply = turn.inquiry.reply_text
        raw = turn.inquiry.raw or ""
        yield Entry(
            who="reply" if turn.inquiry.was_published else "unsent", text=_cut(raw if reply is None else reply, _TEXT)
        )
    for run in turn.runs:
        yield Entry(who="opportunity", text=f"{run.phase or '?'}: {_cut(run.raw or '', _TOOL)}")


def _plain(value: object) -> str:
    if value is None:
        return ""
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "…"


def _cut(text: str, limit: int) -> str:
    shown = visible(text[:limit])
    return shown + "…" if len(text) > limit else shown
