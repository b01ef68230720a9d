"""Reading session records from files, folders and standard input.

A record that cannot be used is handed on as :class:`Refused`, with its faults; the others still come. Records of a
``.jsonl`` file are read one at a time. Only what no record can be blamed for (a missing file, an empty folder) is
raised, as :class:`~evaluator.errors.InputError`, before the first record is read.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from evaluator.errors import InputError, Problem
from evaluator.session.models import Session
from evaluator.session.parse import BadJsonError, decode_utf8, line_of, parse
from evaluator.session.schema import Fault, faults, found_words, json_path
from evaluator.session.unknown import remarks

STDIN = "-"
_SUFFIXES = (".json", ".jsonl")
_MANIFEST, _SESSIONS = "run.json", "sessions.jsonl"  # a folder with both is a run directory


@dataclass(frozen=True, slots=True)
class Where:
    """Where a record stands: the file, in a ``.jsonl`` the line (from 1), in a JSON array the index (from 0)."""

    file: str
    line: int | None = None
    index: int | None = None

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        return f"{self.file}{line}" + ("" if self.index is None else f"[{self.index}]")


@dataclass(frozen=True, slots=True)
class Record:
    """A record that can be scored. ``remarks`` tells what may be a mistake in it, such as a misspelt key."""

    session: Session
    where: Where
    remarks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A record, or a whole file, that cannot be used. ``problems`` is never empty."""

    where: Where
    problems: tuple[Problem, ...]


Loaded = Record | Refused


def read_sessions(paths: Sequence[str | Path], stdin: IO[bytes] | IO[str] | None = None) -> Iterator[Loaded]:
    """All records of ``paths`` in order: ``.json``, ``.jsonl``, folders (with all below them, sorted), ``-``.

    A ``.json`` file holds one record or an array of them, a ``.jsonl`` one a line; ``-`` reads either kind from
    ``stdin`` (by default the process's own). Of a run directory only ``sessions.jsonl`` is read. A file named twice is
    read once. Two records with the same id are one too many: the second is refused. Raises :class:`InputError` at once
    where a path is missing, cannot be read or holds nothing; a file that fails while it is read is a :class:`Refused`.
    """
    sources: list[Path | None] = []
    problems: list[Problem] = []
    for path in paths:
        if str(path) == STDIN:
            sources.append(None)
            continue
        try:
            sources.extend(_files(Path(path)))
        except InputError as error:
            problems.extend(error.problems)
    if problems:
        raise InputError("there is nothing to read", problems)
    return _unique(_read_all(dict.fromkeys(sources), stdin))


def _files(path: Path) -> list[Path]:
    """The files that ``path`` stands for; raises :class:`InputError` where there are none."""
    try:
        if path.is_dir():
            found = _records(
                sorted(file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES and not _hidden(file, path))
            )
            if found:
                return found
            expected, what = "a folder with .json or .jsonl files", "none in it"
        elif not path.exists():
            expected, what = "a file or folder", "that it does not exist"
        elif path.is_file() and path.suffix.lower() not in _SUFFIXES:
            expected, what = "a .json or .jsonl file, a folder or -", f"a file that ends in {path.suffix or 'nothing'}"
        else:
            return [path]
    except OSError as error:
        expected, what = "a file or folder that can be read", error.strerror or str(error)
    raise InputError("there is nothing to read", [Problem(str(path), expected=expected, found=what)])


def _records(files: list[Path]) -> list[Path]:
    """The files without those beside the records in a run directory: its manifest and verdicts are no records."""
    names = {(file.parent, file.name) for file in files}
    runs = {folder for folder, name in names if name == _MANIFEST and (folder, _SESSIONS) in names}
    return [file for file in files if file.parent not in runs or file.name == _SESSIONS]


def _hidden(file: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(root).parts) or not file.is_file()


def _unique(loaded: Iterable[Loaded]) -> Iterator[Loaded]:
    seen: dict[str, Where] = {}
    for item in loaded:
        if isinstance(item, Record):
            first = seen.setdefault(item.session.session_id, item.where)
            if first is not item.where:
                found = f"{item.session.session_id!r}, which {first} has too"
                path = "session_id" if item.where.index is None else f"[{item.where.index}].session_id"
                problem = Problem(item.where.file, item.where.line, path, "an id of its own", found)
                yield Refused(item.where, (problem,))
                continue
        yield item


def _read_all(sources: Iterable[Path | None], stdin: IO[bytes] | IO[str] | None) -> Iterator[Loaded]:
    for source in sources:
        if source is None:
            yield from _read_stream(_bytes(stdin or sys.stdin.buffer), "<stdin>")
            continue
        name = str(source)
        try:
            if not source.is_file():  # a pipe, such as a shell's <(…)
                with source.open("rb") as pipe:
                    yield from _read_stream(iter(pipe), name)
            elif source.suffix.lower() == ".jsonl":
                with source.open("rb") as lines:
                    yield from _read_lines(iter(lines), name)
            else:
                yield from _read_document(source.read_bytes(), name)
        except OSError as error:
            problem = Problem(name, expected="a file that can be read", found=error.strerror or str(error))
            yield Refused(Where(name), (problem,))


def _bytes(stream: IO[bytes] | IO[str]) -> Iterator[bytes]:
    for line in stream:
        yield line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")


def _read_lines(lines: Iterator[bytes], name: str) -> Iterator[Loaded]:
    """One record a line. Blank lines are skipped; a file without any record is refused as a whole."""
    empty = True
    for number, data in enumerate(lines, start=1):
        if not data.strip(b" \t\r\n\xef\xbb\xbf"):
            continue
        where = Where(name, number)
        if empty and data.strip() in (b"{", b"["):
            problem = Problem(name, number, "", "one record a line", "JSON over several lines; call the file .json")
            yield Refused(where, (problem,))
            return
        empty = False
        try:
            yield _record(parse(decode_utf8(data, first=number == 1)), where)
        except BadJsonError as fault:
            yield Refused(where, (Problem(name, number, "", fault.expected, fault.found),))
    if empty:
        yield Refused(Where(name), (Problem(name, None, "", "at least one record", "none"),))


def _read_document(data: bytes, name: str) -> Iterator[Loaded]:
    """One record, or an array of them."""
    try:
        text = decode_utf8(data)
        value = parse(text)
    except BadJsonError as fault:
        found = fault.found
        if found == "more text after its end":
            found += "; call a file with one record a line .jsonl"
        yield Refused(Where(name), (Problem(name, fault.line, "", fault.expected, found),))
        return
    if not isinstance(value, list):
        yield _record(value, Where(name), text)
        return
    if not value:
        yield Refused(Where(name), (Problem(name, 1, "", "at least one record", "an empty array"),))
    for index, item in enumerate(value):
        yield _record(item, Where(name, None, index), text)


def _read_stream(lines: Iterator[bytes], name: str) -> Iterator[Loaded]:
    """Either kind: records a line are read one at a time, anything else is one document."""
    head: list[bytes] = []
    for line in lines:
        head.append(line)
        if line.strip():
            break
    if head and _is_object(head[-1], first=len(head) == 1):
        yield from _read_lines(itertools.chain(head, lines), name)
        return
    everything = [*head, *lines]
    # A broken first line of many records must not hide the others.
    if not _parses(b"".join(everything)) and any(_is_object(line, first=False) for line in everything[1:]):
        yield from _read_lines(iter(everything), name)
    else:
        yield from _read_document(b"".join(everything), name)


def _parses(data: bytes) -> bool:
    try:
        parse(decode_utf8(data))
    except BadJsonError:
        return False
    return True


def _is_object(line: bytes, *, first: bool) -> bool:
    try:
        return isinstance(parse(decode_utf8(line, first=first)), dict)
    except BadJsonError:
        return False


def _record(value: Any, where: Where, text: str | None = None) -> Loaded:
    """The record in a parsed document. ``text`` is the file it stands in, to find lines in, where it is not a line."""
    try:
        session = Session.from_json(value)
        return Record(session, where, _remarks(session, where, text))
    except ValidationError as error:
        found = faults(value) or [
            Fault(tuple(item["loc"]), item["msg"], found_words(item["input"])) for item in error.errors()
        ]
    return Refused(where, tuple(_problem(fault.path, where, text, fault.expected, fault.found) for fault in found))


def _remarks(session: Session, where: Where, text: str | None) -> tuple[Problem, ...]:
    return tuple(_problem(remark.path, where, text, "", remark.text) for remark in remarks(session))


def _problem(path: Sequence[str | int], where: Where, text: str | None, expected: str, found: str) -> Problem:
    whole = tuple(path) if where.index is None else (where.index, *path)
    line = where.line if text is None else line_of(text, whole)
    return Problem(where.file, line, json_path(whole), expected, found)
