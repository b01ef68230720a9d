"""Scores the first conversations of a file as `sim score` does, with a clock on each stage.

`python -m benchmarks.bench_score FILE COUNT OUT` prints the measurements as JSON; `bench.py` calls it in a process of
its own, so that the peak memory is that of scoring so many.
"""

import json
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.errors import InputError
from evaluator.judging import conclude, judge
from evaluator.reading import RuleReader
from evaluator.reading.matcher import languages, load_lexicon
from evaluator.scoring import Scored
from evaluator.session.load import Record, Refused, read_sessions
from simulator.rundir import open_run

_WARM_UP = 300  # as many as there are different ones


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


def score(path: Path, count: int, out: Path) -> dict[str, object]:
    """Scores the first `count` records into the run directory `out`, and measures."""
    start = process_time()
    catalogue = load_catalogue()
    warm_up(path, min(count, _WARM_UP), catalogue)
    started = process_time() - start
    stages, reader, scored = Stages(), RuleReader(), 0
    writer = open_run(out, {"command": "bench"}, force=True)
    begin, cpu = perf_counter(), process_time()
    records = read_sessions([path])
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
    with stages.stage("writing"):
        writer.write_files()
        writer.close_journal()
        writer.save_manifest("complete", counts={"sessions": scored})
    return {
        "sessions": scored,
        "seconds": perf_counter() - begin,
        "cpu_seconds": process_time() - cpu,
        "start_seconds": started,
        "stages": stages.seconds,
        "peak_mib": _peak_mib(),
    }


def warm_up(path: Path, count: int, catalogue: Catalogue) -> None:
    """Loads the lexicons, and has the patterns compiled that the first records meet.

    Done once a process, this would weigh on the smaller run alone, and look as if time grew slower than the sessions.
    """
    for language in languages():
        load_lexicon(language)
    for loaded in islice(read_sessions([path]), count):
        if isinstance(loaded, Record):
            judge(loaded.session, RuleReader().read(loaded.session), catalogue)


def _peak_mib() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10  # bytes there, KiB elsewhere


if __name__ == "__main__":
    print(json.dumps(score(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
