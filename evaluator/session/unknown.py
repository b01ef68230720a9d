"""What is odd about a record that is valid all the same: misspelt keys and names, results of another shape, time.

Unknown keys are allowed and kept, so a misspelt one counts as not provided, and the verdicts would be silently others.
"""

from __future__ import annotations

import difflib
import itertools
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from evaluator.session.models import RecordPart, Session, ToolCall
from evaluator.text.clock import beijing_time

_ALIKE = 0.7  # "reply" and "replyTxt" are like "replyText"; "city" is not like "country"
_SHORTEST_STEM = 4  # letters that a beginning needs to stand for the whole name
MAX_REMARKS = 20  # of one record

# The tools of the contract, with the key that a result of each holds what it found in.
_TOOLS: Final = {
    "knowledge_search": "documents",
    "search_products": "products",
    "get_product_detail": "specifications",
    "get_product_media": "items",
    "get_catalog_url": None,
    "inquiry_form_snapshot_get": None,
    "inquiry_form_update": None,
}
_FORM_KEYS: Final = (
    "customer_type", "buyer_role", "product", "interface", "appearance", "power", "length", "quantity", "packaging",
    "customization", "target_market", "company", "website", "position", "city", "country",
)  # fmt: skip

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """One oddity: the path to it, and what is to be said of it."""

    path: Path
    text: str


def remarks(session: Session) -> list[Remark]:
    """The oddities of a record, in its order, at most `MAX_REMARKS`."""
    found: list[Remark] = []
    if not session.turns:
        found.append(Remark(("turns",), "the record has no turns: there is nothing to judge"))
    for remark in itertools.chain(_of_part(session, ()), _of_times(session)):
        found.append(remark)
        if len(found) == MAX_REMARKS:
            break
    return found


def like(name: str, known: Collection[str], present: Collection[str]) -> str | None:
    """The known key that `name` was perhaps meant to be.

    That is one spelt alike but for case and underscores, or a near one that the object (its keys: `present`) lacks.
    """
    plain = {_plain(key): key for key in known}
    if _plain(name) in plain:
        return plain[_plain(name)]
    absent = [key for key in plain if plain[key] not in present]
    if len(_plain(name)) >= _SHORTEST_STEM:
        for key in absent:
            if key.startswith(_plain(name)):
                return plain[key]
    nearest = difflib.get_close_matches(_plain(name), absent, n=1, cutoff=_ALIKE)
    return plain[nearest[0]] if nearest else None


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").replace(" ", "").casefold()


@cache
def _keys(part: type[RecordPart]) -> dict[str, str]:
    """The keys of an object in the record's spelling, and the attributes that they are."""
    return {str(field.validation_alias or name): name for name, field in part.model_fields.items()}


def _of_part(part: RecordPart, path: Path) -> Iterator[Remark]:
    keys = _keys(type(part))
    for name in part.model_extra or ():
        present = {key for key, attribute in keys.items() if attribute in part.model_fields_set}
        meant = like(name, keys, present)
        if meant is not None:
            quoted = json.dumps(name, ensure_ascii=False)
            yield Remark((*path, name), f'unknown field {quoted}; did you mean "{meant}"?')
    if "inquiry" in keys and "inquiry" not in part.model_fields_set:
        yield Remark(path, 'the turn has no "inquiry": there is no reply to judge (null says that it stayed silent)')
    if isinstance(part, ToolCall):
        yield from _of_call(part, path)
    for key in getattr(part, "form", None) or ():
        if key not in _FORM_KEYS and (meant := like(key, _FORM_KEYS, part.form or {})):  # type: ignore[attr-defined]
            yield Remark((*path, "inquiry_form_snapshot", key), f'unknown form key "{key}"; did you mean "{meant}"?')
    for key, attribute in keys.items():
        value = getattr(part, attribute)
        if isinstance(value, RecordPart):
            yield from _of_part(value, (*path, key))
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                if isinstance(item, RecordPart):
                    yield from _of_part(item, (*path, key, index))


def _of_call(call: ToolCall, path: Path) -> Iterator[Remark]:
    """A tool that the contract does not have counts as none of them; a result of another shape as empty."""
    if call.name is not None and call.name not in _TOOLS:
        meant = like(call.name, _TOOLS, ())
        hint = f'; did you mean "{meant}"?' if meant else f"; the tools are {', '.join(_TOOLS)}"
        yield Remark((*path, "name"), f'unknown tool "{call.name}"{hint}')
    key = _TOOLS.get(call.name or "")
    fits = isinstance(call.result, dict) and (key in call.result or not call.result or "error" in call.result)
    if key is not None and call.result is not None and not fits:
        yield Remark((*path, "result"), f'expected an object with "{key}"; a result of another shape counts as empty')


def _of_times(session: Session) -> Iterator[Remark]:
    """A message that is older than the one before it: perhaps the turns are not in the order of time."""
    newest: datetime | None = None
    for number, turn in enumerate(session.turns):
        for index, message in enumerate(turn.inbound):
            at = beijing_time(message.created_at)
            if at is not None and newest is not None and at < newest:
                path = ("turns", number, "inbound", index, "created_at")
                yield Remark(path, "older than the message before it: turns must be in the order of time")
                return
            newest = at or newest
