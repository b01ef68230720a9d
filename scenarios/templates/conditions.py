"""The conditions of a template's moves: what the agents did, with ``and``, ``or``, ``not`` and brackets.

``asked(customer_type)`` and ``asked(any)`` speak of the last reply, the others of the conversation so far. A reader
may not know; what is not known counts as not met.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol, TypeAlias

from evaluator.ontology import Field
from scenarios.yamlfiles import near

Tri: TypeAlias = bool | None  # None: not known; the reader's own, kept apart so that checking a file loads no reader

# What may be asked of the conversation, with what it means.
SIGNALS: Final[dict[str, str]] = {
    "posters_sent": "a complete set of posters reached the customer",
    "catalogue_sent": "the catalogue file or the web site reached the customer",
    "closing_sent": "the off-hours closing reached the customer",
    "converted": "the platform has created the opportunity",
    "taken_over": "a human has taken over",
    "replied": "the last message got a reply",
}
ANYTHING: Final = "any"
_ASKABLE: Final = (ANYTHING, *(str(entry) for entry in Field))
_TOKEN = re.compile(r"\s*(?:(\()|(\))|(\w+)(?:\s*\(\s*(\w+)\s*\))?)")


class Signals(Protocol):
    """What a condition asks. None: not known."""

    def signal(self, name: str) -> Tri:
        """One of :data:`SIGNALS`."""

    def asked(self, field: str) -> Tri:
        """Whether the last reply asks for the field, or for anything (``any``)."""


Condition: TypeAlias = Callable[[Signals], Tri]


class ConditionError(ValueError):
    """A condition that cannot be read; the message says what was expected."""


@lru_cache(maxsize=512)
def parse_condition(text: str) -> Condition:
    """A condition as a function. Raises :class:`ConditionError`."""
    parser = _Parser(text)
    condition = parser.alternatives()
    parser.finish()
    return condition


def met(text: str | None, signals: Signals) -> bool:
    """Whether a condition holds; one that is not there always does, one that is not known does not."""
    return text is None or parse_condition(text)(signals) is True


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    name: str = ""
    argument: str | None = None


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._at = 0

    def alternatives(self) -> Condition:
        parts = [self._conjunction()]
        while self._take("or"):
            parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else lambda signals: _any([part(signals) for part in parts])

    def finish(self) -> None:
        if self._at < len(self._tokens):
            raise ConditionError(f"{self._text!r}: expected and, or, or the end")

    def _conjunction(self) -> Condition:
        parts = [self._negation()]
        while self._take("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else lambda signals: _all([part(signals) for part in parts])

    def _negation(self) -> Condition:
        if self._take("not"):
            denied = self._negation()
            return lambda signals: _not(denied(signals))
        if self._take("("):
            inner = self.alternatives()
            if not self._take(")"):
                raise ConditionError(f"{self._text!r}: expected a closing bracket")
            return inner
        return self._atom()

    def _atom(self) -> Condition:
        token = self._tokens[self._at] if self._at < len(self._tokens) else None
        if token is None or token.kind != "name":
            raise ConditionError(f"{self._text!r}: expected a condition, one of {_listing()}")
        self._at += 1
        name, argument = token.name, token.argument
        if name == "asked":
            if argument not in _ASKABLE:
                hint = near(argument or "", _ASKABLE)
                raise ConditionError(
                    f"{self._text!r}: expected asked(…) with a form key or any, found {argument}{hint}"
                )
            return lambda signals: signals.asked(str(argument))
        if name not in SIGNALS or argument is not None:
            raise ConditionError(f"{self._text!r}: no condition {name!r}{near(name, SIGNALS)}; there are {_listing()}")
        return lambda signals: signals.signal(name)

    def _take(self, kind: str) -> bool:
        if self._at < len(self._tokens) and self._tokens[self._at].kind == kind:
            self._at += 1
            return True
        return False


def _tokens(text: str) -> list[_Token]:
    tokens, position = [], 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ConditionError(f"{text!r}: {text[position:].strip()[:1]!r} does not belong in a condition")
        position = match.end()
        opening, closing, name, argument = match.groups()
        if opening or closing:
            tokens.append(_Token(opening or closing))
        elif name in ("and", "or", "not"):
            tokens.append(_Token(name))
            if argument is not None:  # not(posters_sent): the bracket groups, it is no argument
                tokens += [_Token("("), _Token("name", argument), _Token(")")]
        else:
            tokens.append(_Token("name", name, argument))
    return tokens


def _listing() -> str:
    return ", ".join(["asked(…)", *SIGNALS])


def _any(values: Sequence[Tri]) -> Tri:
    if True in values:
        return True
    return None if None in values else False


def _all(values: Sequence[Tri]) -> Tri:
    if False in values:
        return False
    return None if None in values else True


def _not(value: Tri) -> Tri:
    return None if value is None else not value
