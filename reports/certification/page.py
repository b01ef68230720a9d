"""The page of a certification, from its document alone: one file without an address in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from evaluator.catalogue import Catalogue, Metric, load_catalogue
from evaluator.errors import InputError
from reports.html.embed import policy
from reports.plain import Lang, visible
from reports.rates import Rate, percent

FILE: Final = "certification.json"
PAGE: Final = "certification.html"
KINDS: Final = ("blatant", "plausible", "subtle")
SOURCES: Final = ("reference", *KINDS)

Json: TypeAlias = Mapping[str, Any]
# A metric that failed with a defect: the one it was seeded for, one that the catalogue implies, or a false alarm.
CellKind: TypeAlias = Literal["own", "implied", "alarm"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A metric that failed in ``count`` of the conversations that a defect changed."""

    kind: CellKind
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """One defect of the kill matrix; ``cells`` by metric id."""

    defect: Json
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Rates:
    """One metric: kill rates by kind of defect, false alarm rates by kind and of the reference agents."""

    metric: Metric
    kills: Mapping[str, Rate]
    alarms: Mapping[str, Rate]


def write_certification(folder: Path, document: Json, lang: Lang = "en") -> list[Path]:
    """Writes both files into the folder, which is made. Raises InputError where it cannot be written to."""
    paths = [folder / FILE, folder / PAGE]
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in zip(paths, (text, page(document, lang)), strict=True):
            part = path.with_name(f".{path.name}.part")
            part.write_text(content, encoding="utf-8")
            part.replace(path)
    except OSError as error:
        raise InputError(f"{folder}: expected a folder that can be written to, {error.strerror or error}") from None
    return paths


def page(document: Json, lang: Lang = "en") -> str:
    """The page as text. Every text of the document is escaped by the template, and made visible where it is not."""
    import jinja2  # only here: the command line starts without it
    import yaml
    from markupsafe import Markup

    catalogue = load_catalogue()
    code, style = _asset("page.js"), _asset("page.css")
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.filters["visible"] = lambda value: visible(str(value))
    return environment.from_string(_asset("page.html.j2")).render(
        lang=lang,
        words=yaml.safe_load(_asset("words.yaml")),
        found=document,
        caught={kind: Rate(entry["caught"], entry["of"]) for kind, entry in document["kinds"].items()},
        rates=list(rates_of(document, catalogue)),
        columns=[metric.id for metric in catalogue],
        rows=list(matrix(document)),
        short=[row for row in defects_of(document) if not row["killed"] or row["alarms"]],
        kinds=KINDS,
        sources=SOURCES,
        percent=percent,
        policy=policy(code, style),
        style=Markup(style),
        script=Markup(code),
    )


def defects_of(document: Json) -> Iterator[Json]:
    """All defects, in the document's order."""
    for metric in document["metrics"].values():
        yield from metric["defects"]


def matrix(document: Json) -> Iterator[Row]:
    """The defects that changed a conversation, each with the metrics that failed with it."""
    for defect in defects_of(document):
        if defect["changed"]:
            yield Row(defect, {name: _cell(defect, name, count) for name, count in defect["fails"].items()})


def _cell(defect: Json, metric: str, count: int) -> Cell:
    if metric == defect["target"].partition(".")[0]:
        return Cell("own", count)
    return Cell("alarm" if metric in defect["alarms"] else "implied", count)


def rates_of(document: Json, catalogue: Catalogue) -> Iterator[Rates]:
    """The rates of each metric that has any, in the catalogue's order."""
    for metric in catalogue:
        if found := document["rates"].get(metric.id):
            kills = {kind: Rate(entry["killed"], entry["of"]) for kind, entry in found["kills"].items()}
            alarms = {kind: Rate(entry["failed"], entry["of"]) for kind, entry in found["false_alarms"].items()}
            yield Rates(metric, kills, alarms)


def _asset(name: str) -> str:
    return (files("reports.certification") / "assets" / name).read_text(encoding="utf-8")
