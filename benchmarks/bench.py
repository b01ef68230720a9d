"""How fast conversations are scored, where the time goes, whether memory stays flat, and what the model client costs.

`make bench` runs it.

Each step runs in a process of its own. This one imports nothing of the project: on Linux a child's peak memory starts
at that of the process that it was forked from.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks import ROOT, RUNS

_FOLDER = RUNS / "bench"
_PART = 10  # the smaller run is a tenth of the larger one
_RATE = 300  # sessions a second on one core that the project sets itself, at _TURNS turns a session
_TURNS = 4
_GROWTH = 0.10  # of the peak memory


@dataclass(frozen=True)
class Measured:
    """One run of `bench_score`. `seconds` and `stages` are of the wall clock, the others of the CPU."""

    sessions: int
    turns: int
    seconds: float
    cpu_seconds: float
    start_seconds: float
    stages: dict[str, float]
    peak_mib: float

    @property
    def each(self) -> float:
        """CPU seconds a session: what other processes do hardly changes it."""
        return self.cpu_seconds / self.sessions


def main() -> None:
    """Makes the conversations, scores a tenth of them, all of them, and a tenth as if all texts differed."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--sessions", type=int, default=10_000, metavar="N", help="a smaller try")
    parser.add_argument("--conversations", type=int, default=200, metavar="N", help="of the model client; 0: none")
    options = parser.parse_args()
    count: int = options.sessions
    if count < _PART:
        parser.error(f"--sessions: expected {_PART} or more")
    _FOLDER.mkdir(parents=True, exist_ok=True)
    different = int(_child("bench_make", str(_FOLDER), str(count)))
    size = (_FOLDER / "sessions.jsonl").stat().st_size / 2**20
    print(f"{count} conversations, made of {different} simulated ones: {size:.0f} MiB", flush=True)
    part = count // _PART
    small = _measure(part)
    print("\n".join(report("", small)), flush=True)
    large = _measure(count)
    print("\n".join((*report("", large), *comparison(small, large))), flush=True)
    print("\n".join(report(" that have no text in common", _measure(part, alike=False))), flush=True)
    if options.conversations:
        print(_child("bench_client", "--conversations", str(options.conversations)), end="")


def report(what: str, run: Measured) -> Iterator[str]:
    """One run."""
    yield (
        f"{run.sessions} sessions{what} of {run.turns / run.sessions:.1f} turns: "
        f"{1 / run.each:.1f} a second on one core ({run.turns / run.cpu_seconds:.0f} turns; "
        f"{run.cpu_seconds:.1f} CPU seconds "
        f"after {run.start_seconds:.1f} to load and warm up; {run.seconds:.1f} by the wall clock), "
        f"peak memory {run.peak_mib:.0f} MiB"
    )
    whole = sum(run.stages.values())
    for name, seconds in run.stages.items():
        yield f"  {name:26}{seconds / whole:6.1%}{seconds / run.sessions * 1000:9.2f} ms a session"


def comparison(small: Measured, large: Measured) -> Iterator[str]:
    """The larger run against the smaller one; 1.0 is flat memory, and time linear in the number of sessions."""
    yield f"peak memory: {large.peak_mib / small.peak_mib:.2f} times that of {small.sessions} sessions"
    yield f"CPU time a session: {large.each / small.each:.2f} times that of {small.sessions} sessions"
    rate = large.turns / large.cpu_seconds / _TURNS
    yield f"aim: {_RATE} sessions of {_TURNS} turns a second on one core: {rate:.0f}, {_reached(rate >= _RATE)}"
    more = large.peak_mib - small.peak_mib
    growth = f"{more / small.peak_mib:+.0%}"
    yield f"aim: peak memory within {_GROWTH:.0%}: {growth}, {_reached(abs(more) <= _GROWTH * small.peak_mib)}"


def _reached(reached: bool) -> str:
    return "reached" if reached else "not reached"


def _measure(count: int, *, alike: bool = True) -> Measured:
    texts = "alike" if alike else "unlike"
    return Measured(**json.loads(_child("bench_score", str(_FOLDER), str(count), texts)))


def _child(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    return subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8").stdout


if __name__ == "__main__":
    main()
