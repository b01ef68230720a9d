"""Kills runs at random moments and resumes them: are the files those of an undisturbed run?

`python -m benchmarks.kills --kills 50`. A model on loopback plays both assistants and the judge, and fails now and
then. Each trial is killed (SIGKILL) once to three times, resumed, and compared byte for byte.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
COMPARED: Final = ("sessions.jsonl", "readings.jsonl", "verdicts.jsonl", "conclusions.jsonl", "coverage.json")
_RUN: Final = ("run", "--metric", "M-008", "--languages", "en,vi", "--agents", "openai", "--model", "played")
_JUDGED: Final = ("--judge", "openai", "--judge-model", "judging", "--concurrency", "4")


@contextlib.contextmanager
def model(latency: float = 0.01, faults: float = 0.05) -> Iterator[str]:
    """A model on loopback in a process of its own; its base URL."""
    command = [sys.executable, "-m", "tests.client.actors", "--latency", str(latency), "--faults", str(faults)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        finally:
            process.kill()


def command(out: Path, limit: int, *more: str) -> list[str]:
    """The run that is killed."""
    return [sys.executable, "-m", "simulator.cli", *_RUN, *_JUDGED, "--limit", str(limit), "--out", str(out), *more]


def environment(base_url: str) -> dict[str, str]:
    """Where the run finds its model."""
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "OPENAI_BASE_URL": base_url, "PYTHONPATH": paths, "TQDM_DISABLE": "1"}


def differing(one: Path, other: Path) -> list[str]:
    """The files that are not the same to the byte."""
    return [name for name in COMPARED if (one / name).read_bytes() != (other / name).read_bytes()]


def killed(out: Path, limit: int, base_url: str, moments: list[float]) -> int:
    """Runs, kills after each of these times (seconds), and resumes to the end; how many kills hit a running process."""
    hit = 0
    for moment in [*moments, None]:
        more = ("--resume",) if (out / "run.json").exists() else ()
        with subprocess.Popen(
            command(out, limit, *more),
            cwd=ROOT,
            env=environment(base_url),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            if moment is None:
                _, told = process.communicate()
                if process.returncode:
                    raise RuntimeError(f"the resumed run ended with {process.returncode}: {told.decode()[-2000:]}")
                continue
            time.sleep(moment)
            if process.poll() is None:
                hit += 1
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return hit


def main(arguments: list[str] | None = None) -> int:
    """0 where nothing differed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--limit", type=int, default=8, help="conversations of a run")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder, model() as base_url:
        whole = Path(folder) / "whole"
        started = time.monotonic()
        killed(whole, options.limit, base_url, [])
        length = time.monotonic() - started
        hits = trials = 0
        wrong: list[str] = []
        while hits < options.kills:
            trials += 1
            out = Path(folder) / f"trial-{trials}"
            moments = [chance.uniform(0.2, length * 1.1) for _ in range(chance.randint(1, 3))]
            hits += killed(out, options.limit, base_url, moments)
            if differs := differing(whole, out):
                wrong.append(f"trial {trials} ({', '.join(f'{moment:.2f} s' for moment in moments)}): {differs}")
        sessions = len((whole / "sessions.jsonl").read_bytes().splitlines())
    figures = {"conversations": sessions, "kills": hits, "trials": trials, "differing": wrong}
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
