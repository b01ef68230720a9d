"""The sections of the two prompts that the metrics refer to, out of the catalogue's ``prompt_refs``.

A reference names a section and perhaps items of it, by number (with their title) or by name: ``询盘 §红线-4/5/8/9``,
``商机 §自动转商机-2 快速选品海报后命中``, ``询盘 §工具与信息路由-knowledge_search``, ``询盘 §输出协议 askedFieldKeys``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError
from simulator.prompts.files import PromptKind

_KINDS: Final[dict[str, PromptKind]] = {"询盘": "inquiry", "商机": "opportunity"}
_SHAPE: Final = re.compile(r"^(?P<kind>\S+) §(?P<section>[^-\s]+)(?:-(?P<items>.+)| (?P<named>.+))?$")
_NUMBERED: Final = re.compile(r"^(?P<numbers>\d+(?:/\d+)*)(?: (?P<title>.+))?$")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One section, or one item of it, and the metrics that refer to it. ``titles``: what the item is called."""

    section: str
    item: str | None
    titles: tuple[str, ...]
    metrics: tuple[str, ...]

    @property
    def label(self) -> str:
        """As the metrics write it."""
        return f"§{self.section}" if self.item is None else f"§{self.section}-{self.item}"


def parse_reference(text: str) -> tuple[PromptKind, str, tuple[str | None, ...], str | None]:
    """Kind, section, items (None alone: the section itself) and title. Raises InputError for another shape."""
    shape = _SHAPE.match(text)
    if shape is None or shape["kind"] not in _KINDS:
        raise InputError(f"{text!r} is no reference to a prompt: expected one such as 询盘 §红线-1")
    kind, section = _KINDS[shape["kind"]], shape["section"]
    if shape["named"] is not None:
        return kind, section, (shape["named"],), None
    if shape["items"] is None:
        return kind, section, (None,), None
    numbered = _NUMBERED.match(shape["items"])
    if numbered is not None:
        return kind, section, tuple(numbered["numbers"].split("/")), numbered["title"]
    return kind, section, tuple(name.strip() for name in shape["items"].split(" / ")), None


@cache
def wanted(kind: PromptKind) -> tuple[Wanted, ...]:
    """What the metrics refer to in the prompt of that kind: the sections in the order of the metrics, then items."""
    metrics: dict[tuple[str, str | None], dict[str, None]] = {}
    titles: dict[tuple[str, str | None], dict[str, None]] = {}
    for metric_id, section, item, title in _references(kind):
        metrics.setdefault((section, item), {})[metric_id] = None
        known = titles.setdefault((section, item), {})
        if title is not None:
            known[title] = None
    sections = dict.fromkeys(section for section, _ in metrics)
    keys = [key for section in sections for key in sorted(metrics, key=_by_number) if key[0] == section]
    return tuple(Wanted(*key, tuple(titles[key]), tuple(metrics[key])) for key in keys)


def _by_number(key: tuple[str, str | None]) -> int:
    """The section itself, its items by number, then those with names."""
    item = key[1]
    return 0 if item is None else int(item) if item.isdigit() else 1000


def _references(kind: PromptKind) -> Iterator[tuple[str, str, str | None, str | None]]:
    for metric in load_catalogue():
        for reference in metric.prompt_refs:
            of, section, items, title = parse_reference(reference)
            if of == kind:
                for item in items:
                    yield metric.id, section, item, title
