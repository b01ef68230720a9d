"""Reads the file of a lexicon: what does not fit is named with file, line and what was expected.

    data = read_lexicon(files("evaluator.reading") / "lexicon" / "es.yaml", "lexicon/es.yaml")

A file that fits costs one pass of the fast loader; the lines are looked for only where something is wrong.
"""

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, Final, NoReturn

import yaml

from evaluator.errors import InputError, Problem

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Path = tuple[str | int, ...]
_SWITCHES: Final = ("spaced", "fold")


def read_lexicon(source: Traversable, name: str) -> dict[str, Any]:
    """The document of a lexicon file: `concepts` holds lists of texts (or nothing), `stopwords` texts.

    `name` is what messages call the file. Raises InputError.
    """
    text = _text(source, name)
    try:
        data = yaml.load(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        _refuse_yaml(error, name)
    except (TypeError, ValueError, RecursionError) as error:  # an unhashable key, a date that is none, endless nesting
        raise InputError(f"{name}: {error}", [Problem(name, None, "", "a lexicon in YAML", str(error))]) from None
    found = [
        Problem(name, _line_of(text, path), _written(path), expected, "nothing" if value is None else repr(value))
        for path, expected, value in _faults(data)
    ]
    if found:
        raise InputError(_headline(name, found[0]), found)
    document: dict[str, Any] = data
    return document


def _text(source: Traversable, name: str) -> str:
    content = source.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = Problem(name, line, "", "text in UTF-8", f"the byte {content[error.start]:#04x}")
        raise InputError(f"{name}: expected text in UTF-8", [problem]) from None


def _refuse_yaml(error: yaml.YAMLError, name: str) -> NoReturn:
    mark = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or str(error).splitlines()[0]
    problem = Problem(name, mark.line + 1 if mark else None, "", "YAML", str(what))
    raise InputError(f"{name}: expected YAML", [problem]) from None


def _headline(name: str, first: Problem) -> str:
    place = first.path.removeprefix("concepts.").partition("[")[0]
    hint = " (quote it)" if first.expected.startswith("text") else ""
    return ": ".join(part for part in (name, place, f"expected {first.expected}, found {first.found}{hint}") if part)


def _faults(data: object) -> Iterator[tuple[_Path, str, object]]:
    """Path, what was expected there, what stands there."""
    if not isinstance(data, dict):
        yield (), "a mapping with the key 'concepts'", data
        return
    concepts = data.get("concepts")
    if not isinstance(concepts, dict):
        yield ("concepts",) if "concepts" in data else (), "a mapping with the key 'concepts'", concepts
        return
    for switch in _SWITCHES:
        if not isinstance(data.get(switch, True), bool):
            yield (switch,), "true or false", data[switch]
    lists: list[tuple[_Path, object]] = [(("concepts", key), patterns) for key, patterns in concepts.items()]
    for path, texts in [*lists, (("stopwords",), data.get("stopwords"))]:
        if not isinstance(path[-1], str):
            yield ("concepts",), "text as the name of a concept", path[-1]
        elif texts is not None and not isinstance(texts, list):
            yield path, "a list of texts", texts
        else:
            for number, pattern in enumerate(texts or ()):
                if not isinstance(pattern, str):
                    yield (*path, number), "text", pattern


def _written(path: _Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def _line_of(text: str, path: _Path) -> int | None:
    """The line on which a part of the document stands, from 1."""
    node = yaml.compose(text, Loader=_LOADER)
    if node is None:
        return None
    line: int = node.start_mark.line
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pairs = [(key, value) for key, value in node.value if key.value == str(part)]
            if not pairs:
                break
            line, node = pairs[-1][0].start_mark.line, pairs[-1][1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part]
            line = node.start_mark.line
    return line + 1
