"""Reading a run directory, one line at a time: nothing here holds a whole file of sessions or verdicts."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from evaluator.errors import InputError, Problem
from evaluator.session import Session
from evaluator.verdicts import Conclusion, Verdict
from reports.coverage import Coverage

MANIFEST: Final = "run.json"
SESSIONS: Final = "sessions.jsonl"
READINGS: Final = "readings.jsonl"
VERDICTS: Final = "verdicts.jsonl"
CONCLUSIONS: Final = "conclusions.jsonl"
ERRORS: Final = "errors.jsonl"
COVERAGE: Final = "coverage.json"

_Model = TypeVar("_Model", bound=BaseModel)


def read_manifest(run_dir: Path) -> dict[str, Any]:
    """`run.json`. Raises InputError where the folder holds no run or the file is damaged."""
    return _document(run_dir / MANIFEST, "a run directory with run.json (sim run or sim score write one)")


def read_coverage(run_dir: Path) -> Coverage:
    """`coverage.json`. Raises InputError where it is missing or damaged."""
    path = run_dir / COVERAGE
    document = _document(path, "the coverage of the run")
    try:
        return Coverage.model_validate(document, by_alias=True, by_name=False)
    except ValidationError as error:
        raise _invalid(path, None, error) from None


def sessions(run_dir: Path) -> Iterator[Session]:
    """The session records in the order of the run. Raises InputError with file and line."""
    path = run_dir / SESSIONS
    for number, document in _lines(path):
        try:
            yield Session.from_json(document)
        except ValidationError as error:
            raise _invalid(path, number, error) from None


def verdicts(run_dir: Path) -> Iterator[Verdict]:
    """The verdicts, session by session. Raises InputError with file and line."""
    return _models(run_dir / VERDICTS, Verdict)


def conclusions(run_dir: Path) -> Iterator[Conclusion]:
    """The conclusions, one a session. Raises InputError with file and line."""
    return _models(run_dir / CONCLUSIONS, Conclusion)


def readings(run_dir: Path) -> Iterator[dict[str, Any]]:
    """The readings as they stand in the file, one a session; none where there is no such file."""
    for number, document in _lines(run_dir / READINGS, needed=False):
        if not isinstance(document, dict):
            raise _bad(run_dir / READINGS, number, "a JSON object", type(document).__name__)
        yield document


def errors(run_dir: Path) -> Iterator[dict[str, Any]]:
    """The infrastructure errors; none where there is no such file."""
    for number, document in _lines(run_dir / ERRORS, needed=False):
        if not isinstance(document, dict):
            raise _bad(run_dir / ERRORS, number, "a JSON object", type(document).__name__)
        yield document


def languages(run_dir: Path) -> "Languages":
    """The language of each session by its reading."""
    return Languages(readings(run_dir))


class Languages:
    """Names the customer's language of one session after another, from readings in the same order.

    Only one reading is held at a time: a session whose reading is not the next one has no language.
    """

    def __init__(self, found: Iterator[dict[str, Any]]) -> None:
        self._found = found
        self._next = next(found, None)

    def __call__(self, session: Session) -> str | None:
        """The language that most of the customer's messages are in, the earlier one where two are even."""
        if self._next is None or self._next.get("session_id") != session.session_id:
            return None
        reading, self._next = self._next, next(self._found, None)
        return _language(session, reading)


def _language(session: Session, reading: Mapping[str, Any]) -> str | None:
    counts: dict[str, int] = {}
    turns = reading.get("turns")
    for turn, read in zip(session.turns, turns if isinstance(turns, list) else (), strict=False):
        messages = read.get("messages") if isinstance(read, dict) else None
        for message, of_message in zip(turn.inbound, messages if isinstance(messages, list) else (), strict=False):
            language = of_message.get("language") if isinstance(of_message, dict) else None
            if message.sender == "customer" and isinstance(language, str):
                counts[language] = counts.get(language, 0) + 1
    return max(counts, key=lambda name: counts[name], default=None)


def _models(path: Path, model: type[_Model]) -> Iterator[_Model]:
    for number, line in _raw_lines(path):
        try:
            yield model.model_validate_json(line)
        except ValidationError as error:
            raise _invalid(path, number, error) from None


def _lines(path: Path, needed: bool = True) -> Iterator[tuple[int, Any]]:
    """The JSON values of a file of lines, with their numbers from 1."""
    for number, line in _raw_lines(path, needed):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _bad(path, number, "a JSON value", str(error)) from None


def _raw_lines(path: Path, needed: bool = True) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, with their numbers from 1; empty ones are passed over."""
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line
    except FileNotFoundError:
        if needed:
            raise _bad(path, None, "a file of the run directory", "that it does not exist") from None
    except OSError as error:
        raise _bad(path, None, "a file that can be read", error.strerror or str(error)) from None


def _document(path: Path, expected: str) -> dict[str, Any]:
    try:
        document = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise _bad(path, None, expected, "that it does not exist") from None
    except (OSError, ValueError, RecursionError) as error:
        raise _bad(path, None, "a JSON object", str(error)) from None
    if not isinstance(document, dict):
        raise _bad(path, None, "a JSON object", type(document).__name__)
    return document


def _bad(path: Path, line: int | None, expected: str, found: str) -> InputError:
    return InputError("the run cannot be read", [Problem(str(path), line, expected=expected, found=found)])


def _invalid(path: Path, line: int | None, error: ValidationError) -> InputError:
    problems = [
        Problem(str(path), line, ".".join(map(str, item["loc"])), found=item["msg"])
        for item in error.errors(include_url=False)[:5]
    ]
    return InputError("the run cannot be read", problems)
