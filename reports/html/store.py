"""Where the conversations of a page lie: inside it, or, where they are many, in files beside it.

A page opened from disk may fetch nothing, but it may load scripts: each file is a script of one call that hands over
text. The files are cut by the same rule either way, so the page finds a conversation by file and place in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from reports.html.embed import compact, script_call

FOLDER: Final = "report_data"
CALLBACK: Final = "simReportShard"
MOST_INLINE: Final = 300
"""Conversations that a page holds itself."""
_LARGEST_INLINE: Final = 12_000_000  # characters: a browser opens that much at once, and not much more
_MOST_IN_FILE: Final = 40
_LARGEST_FILE: Final = 3_000_000  # characters
_OWN: Final = re.compile(r"\d{3,}\.js")


class Store:
    """Takes conversations one after another; holds no more of them than a page does."""

    def __init__(self, beside: Path) -> None:
        """``beside`` is the folder of the page; files of an earlier page in it are removed."""
        self._folder = beside / FOLDER
        self._groups: list[list[str]] = []  # not yet written; the last one may grow
        self._written = 0  # groups on disk, which came before
        self._count = self._size = self._last_size = 0
        self._spilt = False
        _clear(self._folder)

    def add(self, conversation: dict[str, Any]) -> tuple[int, int]:
        """Keeps a conversation; returns its file's number and its place in it, both from 0."""
        text = compact(conversation)
        full = self._groups and (len(self._groups[-1]) >= _MOST_IN_FILE or self._last_size + len(text) > _LARGEST_FILE)
        if full or not self._groups:
            if self._spilt:
                self._write()
            self._groups.append([])
            self._last_size = 0
        self._groups[-1].append(text)
        self._count += 1
        self._size += len(text)
        self._last_size += len(text)
        place = (self._written + len(self._groups) - 1, len(self._groups[-1]) - 1)
        if not self._spilt and (self._count > MOST_INLINE or self._size > _LARGEST_INLINE):
            self._spilt = True
            self._folder.mkdir(exist_ok=True)
            last = self._groups.pop()
            self._write()
            self._groups.append(last)
        return place

    def close(self) -> str | None:
        """The conversations as JSON text for the page itself, or ``None`` where they lie in files."""
        if self._spilt:
            self._write()
            return None
        return "[" + ",".join(_array(group) for group in self._groups) + "]"

    def _write(self) -> None:
        for group in self._groups:
            path = self._folder / f"{self._written:03}.js"
            path.write_text(script_call(CALLBACK, self._written, _array(group)), encoding="utf-8")
            self._written += 1
        self._groups.clear()


def _array(texts: list[str]) -> str:
    return "[" + ",".join(texts) + "]"


def _own_files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if _OWN.fullmatch(path.name) and path.is_file())


def _clear(folder: Path) -> None:
    """Removes what an earlier page left, and the folder where nothing else is in it."""
    if not folder.is_dir():
        return
    for path in list(_own_files(folder)):
        path.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
