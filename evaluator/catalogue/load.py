"""Reads the catalogue from the package's data, one YAML file a Part, on the first call and once only."""

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml  # type: ignore[import-untyped, unused-ignore]
from pydantic import ValidationError

from evaluator.catalogue.models import Catalogue, Metric
from evaluator.errors import InputError

__all__ = ["cross_check", "load_catalogue", "read_metrics"]

_PARTS: Final = range(1, 7)
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def load_catalogue() -> Catalogue:
    """The catalogue of all metrics, in the order of the specification's index.

    Its version is a hash of the data, so that verdicts of different catalogues are not compared unawares.
    """
    data = files("evaluator.catalogue") / "data"
    sources = {name: (data / name).read_bytes() for name in (*(f"part{part}.yaml" for part in _PARTS), "stages.yaml")}
    titles = _parsed("stages.yaml", sources["stages.yaml"])
    metrics = tuple(
        metric for part in _PARTS for metric in read_metrics(f"part{part}.yaml", sources[f"part{part}.yaml"], part)
    )
    version = hashlib.sha256(b"\0".join(sources.values())).hexdigest()[:12]
    try:
        catalogue = Catalogue.model_validate({"metrics": metrics, "version": version, **titles})
    except ValidationError as error:
        raise InputError(f"stages.yaml: {_first(error)}") from error
    cross_check(catalogue)
    return catalogue


def read_metrics(name: str, source: bytes, part: int) -> Iterator[Metric]:
    """The metrics of one data file (§0.3.1); `name` is what errors call it."""
    items = _parsed(name, source)
    if not isinstance(items, list):
        raise InputError(f"{name}: a list of metrics is expected")
    for number, item in enumerate(items, start=1):
        label = item.get("id", f"metric {number}") if isinstance(item, Mapping) else f"metric {number}"
        try:
            metric = Metric.model_validate(item)
        except ValidationError as error:
            raise InputError(f"{name}: {label}: {_first(error)}") from error
        if metric.part != part:
            raise InputError(f"{name}: {label}: part {metric.part} does not belong into this file")
        yield metric


def _parsed(name: str, source: bytes) -> Any:
    try:
        return yaml.load(source, Loader=_LOADER)  # the safe loader, in C where there is one
    except yaml.YAMLError as error:
        raise InputError(f"{name}: {error}") from error


def _first(error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]
    place = ".".join(map(str, problem["loc"]))
    return f"{place}: {problem['msg']}" if place else problem["msg"]


def cross_check(catalogue: Catalogue) -> None:
    """Refuse a catalogue whose ids are not unique, or where a metric refers to itself or to what is not there."""
    if len(catalogue.ids) != len(catalogue.metrics):
        raise InputError("two metrics share an id")
    for metric in catalogue:
        where = f"part{metric.part}.yaml: {metric.id}"
        if metric.stage not in catalogue.stages or metric.part not in catalogue.parts:
            raise InputError(f"{where}: stages.yaml has no title for stage {metric.stage}")
        named = {name for item in metric.implications for name in item.fails}
        named |= {name for edge in metric.edges for name in edge.implies}
        if strays := sorted(name for name in named if name not in catalogue or name == metric.id):
            raise InputError(f"{where}: refers to {', '.join(strays)}")
