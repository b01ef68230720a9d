"""Template files as templates, with the file, the line and the field in every complaint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from evaluator.errors import InputError, NotFoundError, Problem
from scenarios.factors import EXCEPT, factors
from scenarios.phrases import phrase_keys
from scenarios.pictures import PICTURE_KINDS
from scenarios.templates.check import faults_of
from scenarios.templates.model import BY_FACTOR, ROLE_MOVE, TYPE_MOVE, Template
from scenarios.yamlfiles import Lines, Source, dotted, parse_yaml, read_text, validate

SUFFIXES = (".yaml", ".yml")


def read_template(source: Source) -> Template:
    """One template file.

    Raises :class:`InputError` with one problem a fault: file, line, field, what was expected, the nearest names.
    """
    text = read_text(source)
    name = str(source)
    template = validate(Template, parse_yaml(text, name), text, name)
    lines = Lines(text)
    problems = [
        Problem(name, lines.of(path), dotted(path), expected, found) for path, expected, found in faults_of(template)
    ]
    stem = source.name.rpartition(".")[0]
    if stem != template.id:
        problems.append(Problem(name, lines.of(("id",)), "id", f"the file's name, {stem}", template.id))
    if problems:
        raise InputError(f"{name} is not a valid template", problems)
    return template


def load_templates(paths: Iterable[Source]) -> list[Template]:
    """The templates in files and folders, by id; each id once. Raises :class:`InputError` with all faults of all."""
    found: dict[str, tuple[Template, str]] = {}
    problems: list[Problem] = []
    for source in _files(paths):
        try:
            template = read_template(source)
        except InputError as error:
            problems += error.problems or [Problem(str(source), found=error.message)]
            continue
        if template.id in found:
            problems.append(Problem(str(source), None, "id", "an id of its own", f"that of {found[template.id][1]}"))
        found[template.id] = (template, str(source))
    if problems:
        raise InputError("some templates are not valid", problems)
    return [found[name][0] for name in sorted(found)]


@cache
def shipped_templates() -> tuple[Template, ...]:
    """The templates that come with the project, by id."""
    return tuple(load_templates([files("scenarios.templates")]))


def select_templates(
    templates: Sequence[Template],
    ids: Collection[str] = (),
    metrics: Collection[str] = (),
) -> list[Template]:
    """The templates with one of the ids or metrics; all where neither is given. Raises :class:`NotFoundError`."""
    known_ids, known_metrics = {entry.id for entry in templates}, {entry.metric for entry in templates}
    for name in ids:
        if name not in known_ids:
            raise NotFoundError.among("template", name, known_ids)
    for name in metrics:
        if name not in known_metrics:
            raise NotFoundError.among("metric with a template", name, known_metrics)
    if not ids and not metrics:
        return list(templates)
    return [entry for entry in templates if entry.id in ids or entry.metric in metrics]


def template_schema() -> dict[str, Any]:
    """The JSON Schema of a template file, with the names that may stand in it, for editors."""
    schema = Template.model_json_schema(by_alias=True)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    move = schema["$defs"]["Move"]["properties"]
    move["say"]["items"] = {"enum": [TYPE_MOVE, ROLE_MOVE, *phrase_keys()["customer"]]}
    move["image"] = {**move["image"], "anyOf": [{"enum": [BY_FACTOR, *PICTURE_KINDS]}, {"type": "null"}]}
    levels = {name: _levels_schema(entry.levels) for name, entry in factors().items()}
    schema["properties"]["factors"] = {
        **{key: value for key, value in schema["properties"]["factors"].items() if key != "additionalProperties"},
        "properties": levels,
        "additionalProperties": False,
    }
    return schema


def _levels_schema(levels: Sequence[str]) -> dict[str, Any]:
    level = {"enum": [*levels, *(EXCEPT + level for level in levels)]}
    return {"anyOf": [level, {"type": "array", "items": level, "minItems": 1}]}


def _files(paths: Iterable[Source]) -> Iterator[Source]:
    for path in paths:
        if path.is_dir():
            entries = sorted(path.iterdir(), key=lambda entry: entry.name)
            yield from _files(entry for entry in entries if entry.is_dir() or entry.name.endswith(SUFFIXES))
        elif path.is_file():
            yield path
        else:
            raise InputError("a template cannot be read", [Problem(str(path), expected="a file or a folder")])
