"""Writing the run directory (`contracts/run.md`).

Finished sessions go to a journal at once, one line each; when the run ends, complete or not, the files of the contract
are written from it in canonical order. A half-written last line (the process was killed) is dropped on resume.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from evaluator.errors import IncompleteRun, InputError
from evaluator.reading.rules import READER
from evaluator.scoring import WITH_MODEL, Scored
from evaluator.session.safe import safe_text

State = Literal["running", "complete", "interrupted"]
_MOST_TOLD: Final = 2000  # characters of an error's message
MANIFEST: Final = "run.json"
JOURNAL: Final = "journal.jsonl"
ERRORS: Final = "errors.jsonl"
_FILES: Final = ("sessions.jsonl", "readings.jsonl", "verdicts.jsonl", "conclusions.jsonl")
_OWN: Final = (
    MANIFEST,
    JOURNAL,
    ERRORS,
    *_FILES,
    "coverage.json",
    "expectations.json",
    "report.html",
    "report.md",
    "junit.xml",
    "verdicts.csv",
    "gates.json",
    "compare.json",
    "compare.md",
    "compare.html",
)
_RESPONSES: Final = ("responses.sqlite", "responses.sqlite-wal", "responses.sqlite-shm")


@dataclass
class RunWriter:
    """The run directory of one run. Use `open_run`."""

    path: Path
    manifest: dict[str, Any]
    done: dict[str, tuple[int, int]] = field(default_factory=dict)  # key → order, offset in the journal
    complete: bool = False  # the run to resume was finished already
    first_error: str = ""
    errors: int = 0  # infrastructure errors of this go
    invalid: set[str] = field(default_factory=set)  # keys of what a buyer's model spoiled
    corrected: int = 0  # sessions whose reading is not the rules' own; counted when the files are written
    _end: int = 0

    def add(self, key: str, order: int, scored: Scored) -> None:
        """Keeps a finished session. `key` names the case for resume, `order` is its place in canonical order."""
        line = _line(
            {
                "order": order,
                "key": key,
                "session": scored.session.to_json_dict(),
                "reading": scored.reading.model_dump(mode="json"),
                "verdicts": [verdict.model_dump(mode="json") for verdict in scored.verdicts],
                "conclusion": scored.conclusion.model_dump(mode="json"),
            }
        )
        self._append(JOURNAL, line)
        self.done[key] = (order, self._end)
        if (scored.session.simulation or {}).get("invalid"):
            self.invalid.add(key)
        self._end += len(line)

    def _append(self, name: str, line: bytes) -> None:
        """Writes a line whole. Raises IncompleteRun where the disk is full; what was written of it is dropped later."""
        try:
            with (self.path / name).open("ab") as file:
                file.write(line)
        except OSError as error:
            why = error.strerror or str(error)
            raise IncompleteRun(
                f"{self.path / name} cannot be written to: {why}; add --resume --out {self.path} when it can"
            ) from None

    def add_error(self, error: Mapping[str, Any]) -> None:
        """Keeps an infrastructure error: never a verdict."""
        self.errors += 1
        told = {key: _short(value) if isinstance(value, str) else value for key, value in error.items()}
        self.first_error = self.first_error or str(told.get("message") or "")
        self._append(ERRORS, _line(told))

    def entries(self) -> Iterator[dict[str, Any]]:
        """The finished sessions in canonical order, read back one at a time."""
        if not self.done:
            return
        with (self.path / JOURNAL).open("rb") as journal:
            for _, offset in sorted(self.done.values()):
                journal.seek(offset)
                yield json.loads(journal.readline())

    def changed_by_defect(self) -> int | None:
        """The conversations that a seeded defect changed, read from the records; None where no agent has a defect."""
        agents = self.manifest.get("agents")
        if not isinstance(agents, Mapping) or not agents.get("defect"):
            return None
        told = ((entry["session"].get("simulation") or {}).get("changed") for entry in self.entries())
        return sum(value is True for value in told)

    def write_files(self) -> None:
        """Writes sessions, readings, verdicts and conclusions in canonical order; each file appears whole or not."""
        temporary = [self.path / f".{name}.part" for name in _FILES]
        sessions, readings, verdicts, conclusions = handles = [path.open("wb") for path in temporary]
        self.corrected = 0
        try:
            for entry in self.entries():
                sessions.write(_line(entry["session"]))
                readings.write(_line(entry["reading"]))
                self.corrected += _is_corrected(entry["reading"].get("reader"))
                conclusions.write(_line(entry["conclusion"]))
                for verdict in entry["verdicts"]:
                    verdicts.write(_line(verdict))
        finally:
            for handle in handles:
                handle.close()
        for path, name in zip(temporary, _FILES, strict=True):
            os.replace(path, self.path / name)
        (self.path / ERRORS).touch()

    def save_manifest(self, state: State, **changes: Any) -> None:
        """Writes `run.json`."""
        self.manifest.update(changes, state=state)
        if state != "running":
            self.manifest["ended"] = _now()
        text = json.dumps(self.manifest, ensure_ascii=False, indent=1)
        part = self.path / f".{MANIFEST}.part"
        part.write_text(text + "\n", encoding="utf-8")
        os.replace(part, self.path / MANIFEST)

    def close_journal(self) -> None:
        """Removes the journal of a complete run."""
        (self.path / JOURNAL).unlink(missing_ok=True)


def _is_corrected(reader: object) -> bool:
    """Whether a reading is neither the rules' own nor the joint one of the rules and a model."""
    return not (reader == READER or str(reader).startswith(f"{READER}{WITH_MODEL}"))


def holds_run(path: Path) -> bool:
    """Whether a run was begun in the folder."""
    return (path / MANIFEST).exists() or (path / JOURNAL).exists()


def open_run(
    out: Path | None,
    manifest: dict[str, Any],
    *,
    resume: bool = False,
    force: bool = False,
    keep_responses: bool = False,
) -> RunWriter:
    """Makes or re-opens a run directory. ``keep_responses``: the recorded ones outlive `force`, to be replayed.

    Raises InputError where the folder holds a run already and neither `resume` nor `force` was asked for, and where a
    run to resume was made with other options.
    """
    path = out or Path("runs") / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{manifest['command']}-{os.getpid()}"
    if path.exists() and not path.is_dir():
        raise InputError(f"{path}: expected a folder for the run, found a file")
    held = holds_run(path)
    if held and not (resume or force):
        if (path / JOURNAL).exists() or read_manifest(path).get("state") != "complete":
            raise InputError(f"{path} holds a run already: add --resume to finish it, or --force to write over it")
        raise InputError(
            f"{path} holds a run already, complete (--resume has nothing to finish): choose another --out, or add"
            " --force to write over it"
        )
    if held and force and not resume:
        for name in (*_OWN, *(() if keep_responses else _RESPONSES)):
            (path / name).unlink(missing_ok=True)
        held = False
    writer = RunWriter(path, {"package": _package_version(), **manifest, "started": _now()})
    try:
        path.mkdir(parents=True, exist_ok=True)
        if held:
            _reopen(writer)
        if not writer.complete:
            writer.save_manifest("running")
    except OSError as error:
        raise InputError(f"{path}: expected a folder that can be written to, {error.strerror or error}") from None
    return writer


def _package_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("inquiry-sim")
    except PackageNotFoundError:
        return "not installed"


def _reopen(writer: RunWriter) -> None:
    from simulator.cli.messages import differences

    old = read_manifest(writer.path)
    if differs := differences(old, writer.manifest):
        raise InputError(f"{writer.path}: cannot resume: {'; '.join(differs)}")
    writer.manifest["started"] = old.get("started", writer.manifest["started"])
    if old.get("state") == "complete":
        writer.complete = True
        writer.manifest.update(old)
        return
    (writer.path / ERRORS).unlink(missing_ok=True)  # what failed is tried again
    journal = writer.path / JOURNAL
    if not journal.exists():
        return
    offset = 0
    with journal.open("rb") as lines:
        for line in lines:
            if not line.endswith(b"\n"):
                break
            try:
                entry = json.loads(line)
                writer.done[entry["key"]] = (entry["order"], offset)
                if (entry["session"].get("simulation") or {}).get("invalid"):
                    writer.invalid.add(entry["key"])
            except (ValueError, KeyError, TypeError):
                raise InputError(f"{journal}: damaged at byte {offset}: cannot resume, --force starts anew") from None
            offset += len(line)
    writer._end = offset
    os.truncate(journal, offset)


def read_manifest(path: Path) -> dict[str, Any]:
    """`run.json` of a run directory. Raises InputError where there is none or it is damaged."""
    try:
        document = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: expected a run directory with {MANIFEST}, found none") from None
    except (ValueError, OSError) as error:
        raise InputError(f"{path / MANIFEST}: expected JSON, {error}") from None
    if not isinstance(document, dict):
        raise InputError(f"{path / MANIFEST}: expected a JSON object")
    return document


def fingerprint(paths: Sequence[Path | str]) -> dict[str, str]:
    """The contents of input files by path, so that a run is resumed with the inputs that it was started with."""
    found: dict[str, str] = {}
    for name in paths:
        path = Path(name)
        files = sorted(entry for entry in path.rglob("*") if entry.is_file()) if path.is_dir() else [path]
        for file in files:
            if str(file) != "-" and file.is_file():
                with file.open("rb") as content:
                    found[str(file)] = hashlib.file_digest(content, "sha256").hexdigest()[:16]
    return found


def _short(text: str) -> str:
    """A message as it can be kept: of bounded length, and without what cannot be encoded."""
    text = safe_text(text)
    return text if len(text) <= _MOST_TOLD else f"{text[:_MOST_TOLD]}… ({len(text)} characters)"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _line(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def warn(message: str) -> None:
    """A line on stderr."""
    print(message, file=sys.stderr)
