"""JSON text to values, with every fault named in words and none let through in silence.

Python's ``json`` is laxer than JSON: it takes ``NaN``, turns ``1e999`` into infinity and dies of deep nesting with a
``RecursionError``. Here each of these is a :class:`BadJsonError` with the line it stands on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from evaluator.session.safe import safe_json

# Deeper than any record needs, and well below what pydantic can write back (255) and Python recurse into (1000).
MAX_DEPTH = 100
_HALF_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[-+.\w]+')
_SPACE = re.compile(r"[ \t\r\n]*")
# What Python's decoder says, and what it means to somebody who looks at the file.
_SYNTAX = (
    ("Expecting value", "something that is no JSON value"),
    ("Expecting property name", "a key that is not in double quotes"),
    ("Expecting ',' delimiter", "two entries without a comma between them"),
    ("Expecting ':' delimiter", "a key without a colon after it"),
    ("Illegal trailing comma", "a comma after the last entry"),
    ("Invalid control character", "a line end or control character inside a text"),
    ("Invalid \\", "a backslash that begins no escape of JSON"),
)


@dataclass
class BadJsonError(Exception):
    """Text that is no usable JSON: what was expected, what was found, and on which line of the text (from 1)."""

    expected: str
    found: str
    line: int | None = None


class _OutOfRangeError(ValueError):
    """Raised by the hooks below, which know the literal but not its line."""


def _refuse_constant(literal: str) -> NoReturn:
    raise _OutOfRangeError(literal)


def _float(literal: str) -> float:
    value = float(literal)
    if value in (float("inf"), float("-inf")):
        raise _OutOfRangeError(literal)
    return value


def _int(literal: str) -> int:
    # CPython refuses longer ones itself, with a text about its own settings.
    if len(literal) > 4000:
        raise _OutOfRangeError(f"{literal[:20]}… ({len(literal)} digits)")
    return int(literal)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_float, parse_int=_int)


def decode_utf8(data: bytes, *, first: bool = True) -> str:
    """The text of ``data``; a UTF-8 byte order mark at the start of a file is dropped.

    Raises :class:`BadJsonError` where the bytes are not UTF-8 (a UTF-16 file is named as such).
    """
    if first and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise BadJsonError("UTF-8 text", "a UTF-16 byte order mark", 1)
    try:
        return data.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadJsonError("UTF-8 text", f"byte 0x{data[error.start]:02x} at position {error.start}", line) from None


def parse(text: str) -> Any:
    """The JSON value in ``text``, safe to write again (see :mod:`evaluator.session.safe`).

    Of a key that an object holds twice the last one counts, as everywhere in JSON. Raises :class:`BadJsonError`.
    """
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _syntax_fault(text, error) from None
    except _OutOfRangeError as error:
        raise BadJsonError("a JSON number", str(error), _line_of_literal(text, str(error))) from None
    except RecursionError:
        raise BadJsonError(f"at most {MAX_DEPTH} levels of nesting", "more", None) from None
    _check_depth(value)
    return safe_json(value) if _HALF_SURROGATE.search(text) else value


def _syntax_fault(text: str, error: json.JSONDecodeError) -> BadJsonError:
    if not text.strip():
        return BadJsonError("a JSON object", "an empty text", 1)
    if error.msg.startswith("Extra data"):
        return BadJsonError("one JSON value", "more text after its end", error.lineno)
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return BadJsonError("complete JSON", "that the text breaks off", error.lineno)
    words = next((words for start, words in _SYNTAX if error.msg.startswith(start)), error.msg)
    return BadJsonError("valid JSON", f"{words} (column {error.colno})", error.lineno)


def _line_of_literal(text: str, literal: str) -> int:
    """The line of the first number or constant outside a string that begins like ``literal``."""
    wanted = literal.split("…")[0]
    for token in _TOKEN.finditer(text):
        if token[0].startswith(wanted):
            return text.count("\n", 0, token.start()) + 1
    return 1


def _check_depth(value: Any) -> None:
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH + 1:
            raise BadJsonError(f"at most {MAX_DEPTH} levels of nesting", "more", None)
        deeper: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                deeper.extend(item.values())
            elif isinstance(item, list):
                deeper.extend(item)
        level = deeper


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line (from 1) on which the value at ``path`` of a valid JSON ``text`` begins.

    Where ``path`` leads to something missing, the line of the last value on the way to it.
    """
    position = _skip_space(text, 0)
    for step in path:
        found = _member(text, position, step)
        if found is None:
            break
        position = found
    return text.count("\n", 0, position) + 1


def _skip_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _member(text: str, position: int, step: str | int) -> int | None:
    """Where the member ``step`` of the object or array at ``position`` begins."""
    opening = text[position : position + 1]
    if opening not in ("{", "[") or isinstance(step, str) != (opening == "{"):
        return None
    found: int | None = None
    index = 0
    position = _skip_space(text, position + 1)
    while position < len(text) and text[position] not in "}]":
        key: str | int = index
        if opening == "{":
            key, position = _DECODER.raw_decode(text, position)
            position = _skip_space(text, _skip_space(text, position) + 1)
        if key == step:
            found = position  # of a doubled key the last one counts
        position = _skip_space(text, _DECODER.raw_decode(text, position)[1])
        if text[position : position + 1] == ",":
            position = _skip_space(text, position + 1)
        index += 1
    return found
