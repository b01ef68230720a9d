"""Scores the first conversations of the benchmark as `sim score` does, with a clock on each stage.

`python -m benchmarks.bench_score FOLDER COUNT alike|unlike` prints the measurements as JSON; `bench.py` calls it in a
process of its own, so that the peak memory is that of scoring so many.

Copies of a few hundred conversations share most of their texts, and the evaluator remembers what it found in a text.
With `unlike` it forgets that after each conversation: the worst case, where the other is the best one.
"""

import json
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Final, Protocol, runtime_checkable

from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.errors import InputError
from evaluator.judging import conclude, judge
from evaluator.reading import RuleReader
from evaluator.reading.matcher import languages, load_lexicon
from evaluator.scoring import Scored
from evaluator.session.load import Record, Refused, read_sessions
from simulator.rundir import open_run

_LARGE: Final = 1024  # entries


@runtime_checkable
class Cache(Protocol):
    """What `lru_cache` makes of a function."""

    def cache_clear(self) -> None:
        """Forgets everything."""

    def cache_parameters(self) -> dict[str, int | None]:
        """Among others `maxsize`."""


class Stages:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Counts the time inside."""
        start = perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - start


def score(folder: Path, count: int, *, alike: bool) -> dict[str, object]:
    """Scores the first `count` records into a run directory, and measures."""
    start = process_time()
    catalogue = load_catalogue()
    warm_up(folder / "warm-up.jsonl", catalogue)
    started = process_time() - start
    stages, reader, scored, turns = Stages(), RuleReader(), 0, 0
    caches = [] if alike else text_caches()
    writer = open_run(folder / f"run-{count}", {"command": "bench"}, force=True)
    begin, cpu = perf_counter(), process_time()
    records = read_sessions([folder / "sessions.jsonl"])
    # The steps of Scorer.score one by one: it has no place for a clock between them.
    while scored < count:
        with stages.stage("reading the record"):
            loaded = next(records, None)
        if loaded is None:
            break
        if isinstance(loaded, Refused):
            raise InputError(f"{loaded.where}: a simulated record cannot be used", loaded.problems)
        session = loaded.session
        with stages.stage("reading (RuleReader)"):
            reading = reader.read(session)
        with stages.stage("facts and checks (judge)"):
            verdicts = judge(session, reading, catalogue)
            conclusion = conclude(session.session_id, verdicts, catalogue)
        with stages.stage("writing"):
            writer.add(session.session_id, scored, Scored(session, reading, verdicts, conclusion))
        scored += 1
        turns += len(session.turns)
        for cache in caches:
            cache.cache_clear()
    with stages.stage("writing"):
        writer.write_files()
        writer.close_journal()
        writer.save_manifest("complete", counts={"sessions": scored})
    return {
        "sessions": scored,
        "turns": turns,
        "seconds": perf_counter() - begin,
        "cpu_seconds": process_time() - cpu,
        "start_seconds": started,
        "stages": stages.seconds,
        "peak_mib": _peak_mib(),
    }


def warm_up(path: Path, catalogue: Catalogue) -> None:
    """Loads the lexicons, and has the patterns compiled that the simulated records meet.

    Done once a process, this would weigh on the smaller run alone, and look as if time grew slower than the sessions.
    """
    for language in languages():
        load_lexicon(language)
    for loaded in read_sessions([path]):
        if isinstance(loaded, Record):
            judge(loaded.session, RuleReader().read(loaded.session), catalogue)


def text_caches() -> list[Cache]:
    """The evaluator's caches by text: the large ones (tables and converters are kept in small or unbounded ones)."""
    found: dict[int, Cache] = {}  # by identity: a function is in each module that imports it
    for name, module in list(sys.modules.items()):
        if name.startswith("evaluator."):
            caches = (value for value in vars(module).values() if isinstance(value, Cache))
            found.update((id(cache), cache) for cache in caches if _size(cache) >= _LARGE)
    return list(found.values())


def _size(cache: Cache) -> int:
    return cache.cache_parameters()["maxsize"] or 0  # None: unbounded


def _peak_mib() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10  # bytes there, KiB elsewhere


if __name__ == "__main__":
    print(json.dumps(score(Path(sys.argv[1]), int(sys.argv[2]), alike=sys.argv[3] == "alike")))
