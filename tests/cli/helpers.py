"""What the tests of the command line share: `sim` in this process, `sim` in one of its own, and the files of a run."""

from __future__ import annotations

import fcntl
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from simulator.cli import run

ROOT: Final = Path(__file__).parents[2]
SIM: Final = Path(sys.executable).with_name("sim")
TIME_LIMIT: Final = 300  # seconds that a process may take before it counts as hung

# The run that most tests look at. A run that is to be resumed needs the same options.
M008: Final = ("run", "--metric", "M-008", "--languages", "vi,en", "--limit", "6")
SESSIONS: Final = "sessions.jsonl"
READINGS: Final = "readings.jsonl"
VERDICTS: Final = "verdicts.jsonl"
CONCLUSIONS: Final = "conclusions.jsonl"
# What the same seed gives to the byte. The reports tell the folder's name and the time as well.
SAME_BYTES: Final = (SESSIONS, READINGS, VERDICTS, CONCLUSIONS, "coverage.json")


@dataclass(frozen=True)
class Result:
    """What a command came to."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class SharedRun:
    """A run directory that several tests look at and none changes, and what the command printed."""

    path: Path
    result: Result


def sim(*arguments: str | Path, stdin: bytes = b"") -> Result:
    """Runs `sim` in this process. Its streams are ASCII as in a poor terminal, so that it has to care for more."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2)]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]), _reading_from(stdin):
        code = run([str(argument) for argument in arguments])
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))
    return Result(code, *texts)


@contextmanager
def _reading_from(data: bytes) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        yield
    finally:
        sys.stdin = before


def sim_process(*arguments: str | Path, stdin: bytes = b"") -> Result:
    """Runs the script `sim` in a process of its own, with warnings as errors, in a C locale and another time zone."""
    return process([str(SIM), *(str(argument) for argument in arguments)], stdin)


def process(words: Sequence[str], stdin: bytes = b"", cwd: Path | None = None) -> Result:
    """Runs Python on these words."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *words],
        input=stdin,
        capture_output=True,
        timeout=TIME_LIMIT,
        env=strange_environment(),
        cwd=cwd,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def strange_environment() -> dict[str, str]:
    """An environment on which no byte of a run may depend."""
    return {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "America/New_York"}


_STOPPING = """
import os, signal, sys
from simulator.rundir import RunWriter

add, left = RunWriter.add, int(sys.argv[1])

def add_and_stop(self, *arguments, **named):
    global left
    add(self, *arguments, **named)
    left -= 1
    if not left:
        os.kill(os.getpid(), getattr(signal, sys.argv[2]))

RunWriter.add = add_and_stop
from simulator.cli import main
main(sys.argv[3:])
"""


def stopped(signal: str, after: int, *arguments: str | Path) -> Result:
    """Runs `sim` in a process that gets this signal as soon as so many sessions are in its journal."""
    return process(["-c", _STOPPING, str(after), signal, *(str(argument) for argument in arguments)])


def shared(base: Path, name: str, make: Callable[[Path], Result]) -> SharedRun:
    """Makes a run directory once for all tests, also for those in other worker processes."""
    folder, note = base / name, base / f"{name}.json"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            note.write_text(json.dumps(asdict(make(folder))), encoding="utf-8")
    return SharedRun(folder, Result(**json.loads(note.read_text(encoding="utf-8"))))


def documents(path: Path) -> list[dict[str, Any]]:
    """The lines of a `.jsonl` file."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def document(path: Path) -> dict[str, Any]:
    """A `.json` file with an object."""
    found = json.loads(path.read_bytes())
    assert isinstance(found, dict)
    return found


def verdicts_of(run_dir: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The verdicts of a run by session and metric."""
    return {(line["session_id"], line["metric_id"]): line for line in documents(run_dir / VERDICTS)}


def tree(folder: Path) -> dict[str, bytes | None]:
    """All that is in a folder: files with their bytes, folders with None."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def compact(value: Any) -> str:
    """A JSON value on one line, as `sessions.jsonl` has it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def refused(result: Result, *parts: str) -> None:
    """Asserts that a command was refused as bad input is: on stderr alone, in words, with these parts in them."""
    assert result.code == 2, result
    assert result.out == ""
    assert "Traceback" not in result.err
    for part in parts:
        assert part in result.err, f"{part!r} is not in {result.err!r}"
