"""The opportunity assistant's outputs as decisions (§5.4): what it said, and what is wrong with how it said it."""

import json
from dataclasses import dataclass
from typing import Final

from evaluator.session.models import OpportunityRun

KEYS: Final = ("shouldAutoConvert", "shouldForceHumanTakeover", "conversationIntent")
INTENTS: Final = ("business", "off_topic", "harassment")
_MISSING: Final = object()


@dataclass(frozen=True)
class Decision:
    """One run's output. The values are None where the output does not give them (rulings, M-110)."""

    turn: int
    run: OpportunityRun
    convert: bool | None
    takeover: bool | None
    intent: str | None
    bare: bool  # the whole output is one JSON object and nothing else
    form_problem: str  # what is wrong with keys and values; empty where nothing is
    stray_keys: tuple[str, ...]  # keys beyond the three

    @property
    def phase(self) -> str:
        """`inbound` or `after_reply`; a run that does not say is taken by whether it knows of a reply."""
        if self.run.phase is not None:
            return self.run.phase
        context = self.run.context
        return "after_reply" if context is not None and context.reply_published is not None else "inbound"

    @property
    def raw(self) -> str:
        """The output as it came."""
        return self.run.raw or ""


def parse_decision(run: OpportunityRun, turn: int) -> Decision:
    """The decision in a run's raw output; reads the one JSON object inside a fence or prose where it is not bare."""
    raw = run.raw or ""
    document = _whole(raw)
    bare = isinstance(document, dict)
    if not bare:
        document = _embedded(raw)
    if not isinstance(document, dict):
        return Decision(turn, run, None, None, None, False, "no JSON object in the output", ())
    values = {key: document.get(key, _MISSING) for key in KEYS}
    intent = values[KEYS[2]]
    return Decision(
        turn=turn,
        run=run,
        convert=_boolean(values[KEYS[0]]),
        takeover=_boolean(values[KEYS[1]]),
        intent=intent if isinstance(intent, str) and intent in INTENTS else None,
        bare=bare,
        form_problem=_problem(document, values),
        stray_keys=tuple(str(key) for key in document if key not in KEYS),
    )


def _boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _problem(document: dict[str, object], values: dict[str, object]) -> str:
    problems = [f"{key} is missing" for key, value in values.items() if value is _MISSING]
    problems += [
        f"{key} is {value!r}, not a boolean"
        for key, value in values.items()
        if key != KEYS[2] and value is not _MISSING and not isinstance(value, bool)
    ]
    intent = values[KEYS[2]]
    if intent is not _MISSING and (not isinstance(intent, str) or intent not in INTENTS):
        problems.append(f"conversationIntent is {intent!r}, not one of {', '.join(INTENTS)}")
    problems += [f"key {key!r} is none of the three" for key in document if key not in KEYS]
    return "; ".join(problems)


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _whole(raw: str) -> object:
    try:
        document: object = json.loads(raw, object_pairs_hook=_pairs)
    except (ValueError, RecursionError):
        return None
    return document


_MOST_VAIN = 200  # braces that begin no object: what has more of them is garbage, and trying each takes time


def _embedded(raw: str) -> object:
    """The only JSON object inside other text, None where there is none or more than one."""
    decoder = json.JSONDecoder()
    found: list[object] = []
    position, vain = raw.find("{"), 0
    while position >= 0 and len(found) < 2 and vain < _MOST_VAIN:
        try:
            document, position_after = decoder.raw_decode(raw, position)
        except (ValueError, RecursionError):
            position, vain = raw.find("{", position + 1), vain + 1
            continue
        found.append(document)
        position = raw.find("{", position_after)
    return found[0] if len(found) == 1 else None
