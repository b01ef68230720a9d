"""A page read back: what is markup, what is data, what is said."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from reports.html import write_html
from reports.plain import Lang
from reports.render import coverage_from_run

from .made import Run, file_run


class Page(HTMLParser):
    """Tags with their attributes, and what stands in scripts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.scripts: dict[str | None, str] = {}
        self.words: list[str] = []
        self._script: str | None = None
        self._inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))
        self._inside = tag in ("script", "style")
        self._script = dict(attrs).get("id") if tag == "script" else None

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data
        else:
            self.words.append(data)

    def data(self, name: str) -> Any:
        """What the page hands to its code."""
        return json.loads(self.scripts[name])

    @property
    def text(self) -> str:
        """What a reader without the code sees."""
        return re.sub(r"\s+", " ", " ".join(self.words))


def page_of(folder: Path, run: Run, lang: Lang = "en") -> Page:
    """Writes the run and its page, and reads the page."""
    file_run(folder, run)
    write_html(folder, coverage_from_run(folder), lang)
    return Page((folder / "report.html").read_text(encoding="utf-8"))
