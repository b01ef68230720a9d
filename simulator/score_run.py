"""The work of `sim score`: records come in one by one, at most so many are judged at a time, none is kept in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluator.errors import IncompleteRun, InputError, SimError
from evaluator.reading import Reading
from evaluator.scoring import Scored, Scorer
from evaluator.session import Record, Refused, Session
from simulator.models import JudgeChoice, ModelDesk
from simulator.rundir import RunWriter, holds_run, open_run, warn
from simulator.scorers import SessionScorer, make_scorer

if TYPE_CHECKING:
    from simulator.cli.messages import Teller
    from simulator.finish import Counts


@dataclass
class ScoreRun:
    """One run of `sim score`. ``given``: readings by session id with their lines, from the file ``readings``."""

    manifest: dict[str, Any]
    out: Path | None
    force: bool
    resume: bool
    judge: JudgeChoice
    desk: ModelDesk
    redact: bool
    concurrency: int
    given: dict[str, tuple[Reading, int]]
    readings: Path | None
    refused: int = 0
    unused: set[str] = field(default_factory=set)  # readings that no record has claimed
    writer: RunWriter | None = None

    def scored(self, stream: Iterator[Record | Refused]) -> RunWriter:
        """Scores all of the stream; what is finished is on disk, whatever ends it.

        Raises InputError where no record could be scored, and IncompleteRun where the run can be resumed.
        """
        from simulator.cli.messages import Interrupted

        self.unused = set(self.given)
        # A folder that holds a run is checked first. A new one is made, and an old run written over, only once there is
        # a record to score: bad input alone leaves nothing behind and takes nothing away.
        if self.out is not None and not self.force and holds_run(self.out):
            self.writer = open_run(self.out, self.manifest, resume=self.resume)
        try:
            asyncio.run(self._score(stream))
        except KeyboardInterrupt:
            if self.writer is None:
                raise
            keep(self.writer, self.desk)
            raise Interrupted.with_kept(len(self.writer.done), self.writer.path) from None
        except BaseException:
            if self.writer is not None:
                keep(self.writer, self.desk)
            raise
        if self.writer is None or not (self.writer.done or self.writer.errors):
            raise InputError(
                f"no record could be scored: {self.refused} refused" if self.refused else "no record was found"
            )
        if not self.writer.complete:
            self.writer.manifest.update(self.desk.ledger())
        return self.writer

    async def _score(self, stream: Iterator[Record | Refused]) -> None:
        """Opens run and client for the first record, and keeps so many sessions under way as it may."""
        from simulator.cli.messages import Teller
        from simulator.progress import progress

        refusals, warnings = Teller("refused"), Teller("warning")
        bar = iter(enumerate(progress(stream, "scoring", unit="session")))
        first = self._next(bar, refusals, warnings)
        if first is not None and not (self.writer is not None and self.writer.complete):
            if self.writer is None:
                self.writer = open_run(
                    self.out,
                    self.manifest,
                    resume=self.resume,
                    force=self.force,
                    keep_responses=self.desk.choice.replay,
                )
            async with self.desk.open(self.writer.path) as client:
                scorer = make_scorer(self._rules, self.judge, client)
                at_a_time = 1 if client is None else self.concurrency
                under_way: set[asyncio.Task[None]] = set()
                item: tuple[int, Session] | None = first
                try:
                    while item is not None:
                        if at_a_time == 1:
                            await self._one(scorer, *item)
                        else:
                            under_way.add(asyncio.create_task(self._one(scorer, *item)))
                        if len(under_way) >= at_a_time:
                            under_way = await _some_done(under_way)
                        item = self._next(bar, refusals, warnings)
                    while under_way:
                        under_way = await _some_done(under_way)
                finally:
                    for task in under_way:
                        task.cancel()
                    await asyncio.gather(*under_way, return_exceptions=True)
        refusals.close()
        warnings.close()

    def _next(
        self, bar: Iterator[tuple[int, Record | Refused]], refusals: Teller, warnings: Teller
    ) -> tuple[int, Session] | None:
        """The next record that is to be scored, with its place; None at the end."""
        for order, loaded in bar:
            if isinstance(loaded, Refused):
                self.refused += 1
                refusals.tell(loaded.problems)
                continue
            warnings.tell(loaded.remarks)
            key = loaded.session.session_id
            self.unused.discard(key)
            if self.writer is not None and not self.writer.complete and key in self.writer.done:
                continue
            session = self._at_the_door(loaded.session)
            if session is not None:
                return order, session
        return None

    def _at_the_door(self, session: Session) -> Session | None:
        """The session as it is scored and kept; None where the reading given for it does not fit."""
        if self.redact:
            from evaluator.redaction import redact

            session = redact(session)
        try:
            if session.session_id in self.given:
                self._rules.read(session)
        except InputError as error:
            self.refused += 1
            warn(f"refused: {error}")
            return None
        return session

    @cached_property
    def _rules(self) -> Scorer:
        return Scorer(
            {key: reading for key, (reading, _) in self.given.items()},
            places={key: (str(self.readings), line) for key, (_, line) in self.given.items()},
        )

    async def _one(self, scorer: SessionScorer, order: int, session: Session) -> None:
        assert self.writer is not None
        try:
            scored: Scored = await scorer.score(session)
        except IncompleteRun:
            raise
        except (SimError, OSError) as error:  # an endpoint: no verdict, and asked again when the run is resumed
            self.writer.add_error(
                {"session_id": session.session_id, "kind": type(error).__name__, "message": str(error)}
            )
        else:
            self.writer.add(session.session_id, order, scored)

    def tell(self, counts: Counts) -> None:
        """Says how many records were refused; raises IncompleteRun where an endpoint failed for some."""
        from simulator.cli.messages import counted

        if self.refused:
            every = counted(self.refused + counts.sessions, "record")
            were = "was" if self.refused == 1 else "were"
            warn(f"{self.refused} of {every} {were} refused, {counts.sessions} scored")
        if counts.errors and self.writer is not None:
            ended = counted(counts.errors, "session")
            raise IncompleteRun(
                f"{ended} could not be judged ({self.writer.first_error[:200]}): "
                f"see {self.writer.path / 'errors.jsonl'}; "
                f"add --resume --out {self.writer.path} to try again"
            )


async def _some_done(under_way: set[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
    """Waits until some are done; raises what one of them raised."""
    done, left = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    return left


def keep(writer: RunWriter, desk: ModelDesk | None = None) -> None:
    """What was finished is on disk, whatever stopped the run."""
    if writer.complete:
        return
    writer.write_files()
    writer.save_manifest("interrupted", counts={"sessions": len(writer.done)}, **(desk.ledger() if desk else {}))
