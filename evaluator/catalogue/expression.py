"""The language of decisions: how a metric's checks combine (§0.3.2, DECISION).

    decision := either | 'if' either 'then' either ('elif' either 'then' either)*
    either   := both ('or' both)*
    both     := unit ('and' unit)*
    unit     := 'not' unit | '(' either ')' | name

Names stand for results of checks or for conditions. The value is found in Kleene's three-valued logic: PASS is true,
FAIL false, OPEN unknown. N/A is neutral: it drops out of `and` and `or`, and a formula in which everything dropped out
is N/A. A branch whose condition is unknown makes the whole OPEN, unless every branch that is still possible comes to
the same; a condition that dropped out counts as not met; where no branch covers the case the decision is N/A (rulings,
"Aggregation").
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from evaluator.errors import InputError
from evaluator.outcome import Outcome, Tri, conjunction

__all__ = ["Expression", "ExpressionError", "parse"]

_KEYWORDS = frozenset({"and", "or", "not", "if", "then", "elif"})
_TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*)|([()]))", re.ASCII)
_NEGATED: Mapping[Outcome, Outcome] = {"PASS": "FAIL", "FAIL": "PASS", "N/A": "N/A", "OPEN": "OPEN"}


class ExpressionError(InputError):
    """A decision is malformed or names something unknown; the message shows the place."""

    def __init__(self, problem: str, text: str, position: int) -> None:
        super().__init__(f"{problem} at position {position}\n  {text}\n  {' ' * position}^")
        self.problem = problem
        self.text = text
        self.position = position


@dataclass(frozen=True, slots=True)
class _Name:
    name: str
    position: int

    def value(self, scope: "_Scope") -> Outcome:
        return scope.look_up(self)

    def names(self) -> Iterator["_Name"]:
        yield self


@dataclass(frozen=True, slots=True)
class _Not:
    part: "_Formula"

    def value(self, scope: "_Scope") -> Outcome:
        return _NEGATED[self.part.value(scope)]

    def names(self) -> Iterator[_Name]:
        return self.part.names()


@dataclass(frozen=True, slots=True)
class _And:
    parts: tuple["_Formula", ...]

    def value(self, scope: "_Scope") -> Outcome:
        return conjunction(part.value(scope) for part in self.parts)

    def names(self) -> Iterator[_Name]:
        return _names(self.parts)


@dataclass(frozen=True, slots=True)
class _Or:
    parts: tuple["_Formula", ...]

    def value(self, scope: "_Scope") -> Outcome:
        return _NEGATED[conjunction(_NEGATED[part.value(scope)] for part in self.parts)]

    def names(self) -> Iterator[_Name]:
        return _names(self.parts)


_Formula = _Name | _Not | _And | _Or


@dataclass(frozen=True, slots=True)
class _Branches:
    branches: tuple[tuple[_Formula, _Formula], ...]

    def value(self, scope: "_Scope") -> Outcome:
        return self._settled(set(self._possible(scope)))

    def _possible(self, scope: "_Scope") -> Iterator[Outcome]:
        for condition, result in self.branches:
            met = condition.value(scope)
            if met in ("PASS", "OPEN"):
                yield result.value(scope)
            if met == "PASS":
                return
        yield "N/A"

    @staticmethod
    def _settled(possible: set[Outcome]) -> Outcome:
        return possible.pop() if len(possible) == 1 else "OPEN"

    def names(self) -> Iterator[_Name]:
        for condition, result in self.branches:
            yield from condition.names()
            yield from result.names()


@dataclass(frozen=True, slots=True)
class _Scope:
    text: str
    results: Mapping[str, Outcome]
    conditions: Mapping[str, Tri]

    def look_up(self, leaf: _Name) -> Outcome:
        if leaf.name in self.results:
            return self.results[leaf.name]
        if leaf.name not in self.conditions:
            raise ExpressionError(f"{leaf.name!r} has no value", self.text, leaf.position)
        known = self.conditions[leaf.name]
        return "OPEN" if known is None else "PASS" if known else "FAIL"


@dataclass(frozen=True, slots=True)
class Expression:
    """A decision that has been read; `str()` gives its text back."""

    text: str
    root: _Formula | _Branches

    def __str__(self) -> str:
        return self.text

    @property
    def names(self) -> frozenset[str]:
        """Every name that occurs."""
        return frozenset(leaf.name for leaf in self.root.names())

    @property
    def conditions(self) -> frozenset[str]:
        """The names that stand between `if` or `elif` and `then`."""
        if not isinstance(self.root, _Branches):
            return frozenset()
        return frozenset(leaf.name for condition, _ in self.root.branches for leaf in condition.names())

    def evaluate(self, results: Mapping[str, Outcome], conditions: Mapping[str, Tri] | None = None) -> Outcome:
        """Decide for one event, from the results of the checks and from what is known of the conditions (§0.3.2).

        Only the branches that are still possible need values; a name that is needed and has none is an
        `ExpressionError`.
        """
        return self.root.value(_Scope(self.text, results, conditions or {}))


def parse(text: str, names: Collection[str] | None = None) -> Expression:
    """Read a decision (§0.3.2); with `names`, any other name in it is an error."""
    parser = _Parser(text)
    root = parser.decision()
    for leaf in root.names():
        if names is not None and leaf.name not in names:
            raise ExpressionError(f"unknown name {leaf.name!r}", text, leaf.position)
    return Expression(text, root)


def _names(parts: Iterable[_Formula]) -> Iterator[_Name]:
    for part in parts:
        yield from part.names()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))
        self.index = 0

    def decision(self) -> _Formula | _Branches:
        root = self._branches() if self._accept("if") else self._either()
        word, position = self.tokens[self.index]
        if word:
            raise ExpressionError(f"unexpected {word!r}", self.text, position)
        return root

    def _branches(self) -> _Branches:
        branches = [self._branch()]
        while self._accept("elif"):
            branches.append(self._branch())
        return _Branches(tuple(branches))

    def _branch(self) -> tuple[_Formula, _Formula]:
        condition = self._either()
        self._expect("then")
        return condition, self._either()

    def _either(self) -> _Formula:
        parts = [self._both()]
        while self._accept("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else _Or(tuple(parts))

    def _both(self) -> _Formula:
        parts = [self._unit()]
        while self._accept("and"):
            parts.append(self._unit())
        return parts[0] if len(parts) == 1 else _And(tuple(parts))

    def _unit(self) -> _Formula:
        if self._accept("not"):
            return _Not(self._unit())
        if self._accept("("):
            inner = self._either()
            self._expect(")")
            return inner
        word, position = self.tokens[self.index]
        if not word or word == ")" or word in _KEYWORDS:
            raise ExpressionError(f"a name is missing before {_shown(word)}", self.text, position)
        self.index += 1
        return _Name(word, position)

    def _accept(self, word: str) -> bool:
        if self.tokens[self.index][0] != word:
            return False
        self.index += 1
        return True

    def _expect(self, word: str) -> None:
        found, position = self.tokens[self.index]
        if not self._accept(word):
            raise ExpressionError(f"{word!r} is missing before {_shown(found)}", self.text, position)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Words with their positions; an empty word marks the end."""
    end = len(text.rstrip())
    position = 0
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            start = end - len(text[position:end].lstrip())
            raise ExpressionError(f"unexpected character {text[start]!r}", text, start)
        yield match[match.lastindex or 0], match.start(match.lastindex or 0)
        position = match.end()
    yield "", end


def _shown(word: str) -> str:
    return repr(word) if word else "the end"
