"""YAML files as data, with the file, the line and the field in every complaint.

Only a file that is wrong is parsed a second time, for its lines. A key that stands twice in a mapping is a fault:
YAML forbids it, and PyYAML by itself would drop the first in silence.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from evaluator.errors import InputError, Problem

Source: TypeAlias = Path | Traversable
ModelT = TypeVar("ModelT", bound=BaseModel)
_COMMA = 'quotes around a text with a comma in it, such as {en: "One, and another"}'
_NEEDS_QUOTES = ("mapping values are not allowed", "expected ',' or '}'")
_Fast: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Loader(_Fast):  # type: ignore[misc]  # which of the two loaders there is depends on how PyYAML was built
    """PyYAML's safe loader, which also refuses a key that stands twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """The mapping. Raises PyYAML's error at the second of two equal keys."""
        seen: set[Any] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"each key once, {key.value} stands twice", key.start_mark
                )
            seen.add(key.value if isinstance(key, yaml.ScalarNode) else None)
        return super().construct_mapping(node, deep=deep)


def read_text(source: Source) -> str:
    """The text of a file in UTF-8. Raises :class:`InputError`."""
    try:
        return source.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            "a file cannot be read", [Problem(str(source), expected="UTF-8", found=str(error.reason))]
        ) from None
    except OSError as error:
        raise InputError("a file cannot be read", [Problem(str(source), found=str(error.strerror or error))]) from None


def read_yaml(source: Source) -> Any:
    """The data in a YAML file. Raises :class:`InputError` with file and line where it is no YAML, or none in UTF-8."""
    return parse_yaml(read_text(source), str(source))


def read_valid(model: type[ModelT], source: Source) -> ModelT:
    """A YAML file as ``model``. Raises :class:`InputError` with file, line and field of each fault."""
    text = read_text(source)
    return validate(model, parse_yaml(text, str(source)), text, str(source))


def parse_yaml(text: str, name: str) -> Any:
    """The data in a YAML text; ``name`` is the file to complain about."""
    try:
        return yaml.load(text, Loader=Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        line = None if mark is None else mark.line + 1
        what = getattr(error, "problem", None) or str(error)
        if any(sign in str(what) for sign in _NEEDS_QUOTES):
            what = f"{what} (a text with a colon, or inside {{ }} with a comma, needs quotes)"
        raise InputError(f"{name} is not YAML", [Problem(name, line=line, expected="YAML", found=str(what))]) from None


class Lines:
    """Where each field of a YAML text stands. ``path`` is a sequence of keys and indices."""

    def __init__(self, text: str) -> None:
        try:
            self._root = yaml.compose(text, Loader=Loader)
        except yaml.YAMLError:
            self._root = None

    def of(self, path: Sequence[str | int]) -> int | None:
        """The line (from 1) of the field, or of the nearest one around it that exists."""
        node, line = self._root, None
        for part in path:
            found = _child(node, part)
            if found is None:
                break
            mark, node = found
            line = mark.line + 1
        return line


def _child(node: Any, part: str | int) -> tuple[Any, Any] | None:
    """Where a part of a node begins, and the node that it is."""
    if isinstance(node, yaml.MappingNode):
        return next(((key.start_mark, value) for key, value in node.value if key.value == str(part)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        return node.value[part].start_mark, node.value[part]
    return None


def validate(model: type[ModelT], data: object, text: str, name: str) -> ModelT:
    """``data`` as ``model``. Raises :class:`InputError` with one problem a fault: file, line, field, what to write."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{name} is not valid", problems_of(error, text, name, model)) from None


def problems_of(error: ValidationError, text: str, name: str, model: type[BaseModel] | None = None) -> list[Problem]:
    """pydantic's complaints as problems with the line of each field; a wrong key with the keys of ``model`` like it."""
    lines = Lines(text)
    problems = []
    faults = error.errors(include_url=False, include_context=False)
    for fault in faults:
        path = fault["loc"]
        if fault["type"] == "too_short" and any(
            other["loc"][: len(path)] == path for other in faults if other is not fault
        ):
            continue  # it seems empty only because each of its entries is wrong
        found = "" if fault["type"] == "missing" else _shown(fault["input"])
        expected = _expected(fault["msg"])
        if fault["type"] == "extra_forbidden" and model is not None:
            if fault["input"] is None and " " in str(path[-1]):
                expected, found = _COMMA, f"{path[-1]!r} taken for a key"
            else:
                expected += near(str(path[-1]), known_keys(model, path[:-1]))
        problems.append(Problem(name, lines.of(path), dotted(path), expected, found))
    return problems


def known_keys(model: type[BaseModel], path: Sequence[str | int]) -> tuple[str, ...]:
    """The keys that a mapping at that place may have; none where it may have any."""
    schema = model.model_json_schema(by_alias=True)
    kinds: dict[str, Any] = schema.get("$defs", {})
    found = [schema]
    for part in path:
        found = [inner for node in found for inner in _inside(node, part, kinds)]
    return tuple(dict.fromkeys(key for node in found for key in node.get("properties", ())))


def _inside(node: dict[str, Any], part: str | int, kinds: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas of a part of what a schema describes, with references and alternatives followed."""
    inner = node.get("items") if isinstance(part, int) else node.get("properties", {}).get(part)
    waiting, resolved = [inner] if isinstance(inner, dict) else [], []
    while waiting:
        entry = waiting.pop()
        if "$ref" in entry:
            waiting.append(kinds[entry["$ref"].rpartition("/")[2]])
        elif "anyOf" in entry or "allOf" in entry:
            waiting += [*entry.get("anyOf", ()), *entry.get("allOf", ())]
        else:
            resolved.append(entry)
    return resolved


def dotted(path: Iterable[str | int]) -> str:
    """``plan[2].say`` from its parts."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def near(name: str, known: Iterable[str]) -> str:
    """A hint with the known names most like ``name``; empty where none is."""
    best = difflib.get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f" (did you mean {', '.join(best)}?)" if best else ""


def _expected(message: str) -> str:
    text = message.removeprefix("Value error, ").removeprefix("Input should be ")
    return {"Field required": "this field, which is missing", "Extra inputs are not permitted": "no such field"}.get(
        text, text
    )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
