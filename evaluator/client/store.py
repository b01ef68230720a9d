"""The responses that were received, in one SQLite file: each is asked for, and paid, once.

One thread writes, in short transactions that each hold whatever has come meanwhile; a write-ahead log keeps the file
whole when the process is killed. A response and what it cost are written together, so that a resumed run neither
pays twice nor forgets what it has paid.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from evaluator.client.ledger import COLUMNS, Entry
from evaluator.errors import IncompleteRun, InputError

_FORMAT: Final = 1
_APPLICATION: Final = 0x53494D52  # "SIMR", so that another program's file is not taken for a store
_BUSY: Final = 30.0  # seconds to wait for another process that writes
_BATCH: Final = 100
_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS responses (
    key TEXT PRIMARY KEY, base_url TEXT NOT NULL, model TEXT NOT NULL, asked_at TEXT NOT NULL, body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger (
    run TEXT NOT NULL, role TEXT NOT NULL, {", ".join(f"{name} NUMERIC NOT NULL" for name in COLUMNS)},
    PRIMARY KEY (run, role)
) WITHOUT ROWID;
"""
_PUT: Final = "INSERT OR IGNORE INTO responses VALUES (?, ?, ?, ?, ?)"
_ADD: Final = (
    f"INSERT INTO ledger VALUES (?, ?, {', '.join('?' * len(COLUMNS))}) ON CONFLICT DO UPDATE SET "
    + ", ".join(f"{name} = {name} + excluded.{name}" for name in COLUMNS)
)


@dataclass(frozen=True, slots=True)
class Response:
    """A response as it is kept: ``body`` is the endpoint's JSON, ``asked_at`` when it was asked (UTC, ISO 8601)."""

    key: str
    base_url: str
    model: str
    body: Any
    asked_at: str = ""


@dataclass(frozen=True, slots=True)
class _Job:
    statements: tuple[tuple[str, tuple[Any, ...]], ...]
    done: asyncio.Future[None]


class Store:
    """An open store. ``run`` names the run whose ledger is kept; responses are shared by all runs."""

    def __init__(self, path: Path, run: str, *, create: bool) -> None:
        if not create and not path.exists():
            raise InputError(f"there is no response store {path} to replay from")
        self._path = path
        self._run = run
        self._loop = asyncio.get_running_loop()
        self._reader = _connect(path)
        writer = _connect(path)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, args=(writer,), name="response-store", daemon=True)
        self._thread.start()

    def get(self, key: str) -> Any | None:
        """The body of a response, or ``None`` where it was never received."""
        with self._readable():
            row = self._reader.execute("SELECT body FROM responses WHERE key = ?", (key,)).fetchone()
        return None if row is None else json.loads(row[0])

    def spent(self) -> dict[str, Entry]:
        """The ledger of the run so far, by role."""
        with self._readable():
            rows = self._reader.execute(f"SELECT role, {', '.join(COLUMNS)} FROM ledger WHERE run = ?", (self._run,))
            return {role: Entry(*figures) for role, *figures in rows}

    async def put(self, role: str, entry: Entry, response: Response | None = None) -> None:
        """Adds to the ledger and, with it, keeps a response. Returns when both are in the file."""
        statements: list[tuple[str, tuple[Any, ...]]] = [(_ADD, (self._run, role, *astuple(entry)))]
        if response is not None:
            asked_at = response.asked_at or datetime.now(UTC).isoformat(timespec="milliseconds")
            row = (response.key, response.base_url, response.model, asked_at, json.dumps(response.body))
            statements.append((_PUT, row))
        job = _Job(tuple(statements), self._loop.create_future())
        self._jobs.put(job)
        await job.done

    async def close(self) -> None:
        """Writes what is still to be written, and closes the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.close()

    @contextlib.contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            raise InputError(f"the response store {self._path} cannot be read: {error}") from None

    def _write(self, connection: sqlite3.Connection) -> None:
        """The writing thread."""
        try:
            while (job := self._jobs.get()) is not None:
                batch = [job]
                last = False
                while len(batch) < _BATCH and not self._jobs.empty():
                    more = self._jobs.get()
                    if more is None:
                        last = True
                        break
                    batch.append(more)
                self._write_batch(connection, batch)
                if last:
                    break
        finally:
            connection.close()

    def _write_batch(self, connection: sqlite3.Connection, batch: list[_Job]) -> None:
        problem: IncompleteRun | None = None
        try:
            with connection:
                for job in batch:
                    for statement, values in job.statements:
                        connection.execute(statement, values)
        except (sqlite3.Error, ValueError, OverflowError) as error:  # whatever it is, nobody may wait for ever
            problem = IncompleteRun(f"the response store {self._path} cannot be written: {error}")
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_settle, batch, problem)


def _settle(batch: list[_Job], problem: IncompleteRun | None) -> None:
    for job in batch:
        if job.done.done():  # whoever waited was cancelled
            continue
        if problem is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(problem)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, timeout=_BUSY, check_same_thread=False)
    except sqlite3.Error as error:
        raise InputError(f"the response store {path} cannot be opened: {error}") from None
    try:
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise InputError(f"{path} is no response store, or it is damaged ({error}): move it away") from None
    except InputError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    is_new = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if not is_new and (application, version) != (_APPLICATION, _FORMAT):
        raise InputError(f"{path} is no response store of this version: move it away, or name another")
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if is_new:
        # One transaction: whoever is killed here, or comes at the same time, finds all of it or nothing.
        connection.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {_APPLICATION}; "
            f"PRAGMA user_version = {_FORMAT}; COMMIT;"
        )
