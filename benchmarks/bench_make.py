"""Writes the conversations of the benchmark: about 300 simulated ones, then varied copies of them.

`python -m benchmarks.bench_make FOLDER COUNT`; `bench.py` calls it in a process of its own.
"""

import asyncio
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from benchmarks.vary import varied
from evaluator.errors import IncompleteRun
from scenarios.cases import plan_cases
from scenarios.templates import shipped_templates
from simulator.agents.registry import make_agents
from simulator.runner import run_cases

DIFFERENT: Final = 300
_SEED: Final = 1


def drive(count: int) -> list[dict[str, Any]]:
    """The records of so many different simulated conversations. Raises IncompleteRun where one ends in an error."""
    plan = plan_cases(list(shipped_templates()), seed=_SEED, limit=count)
    outcomes = asyncio.run(run_cases(plan.cases, make_agents()))
    records: list[dict[str, Any]] = []
    for outcome in outcomes:
        if outcome.session is None:
            raise IncompleteRun(f"{outcome.case.session_id}: {outcome.error_kind}: {outcome.error}")
        records.append(outcome.session.to_json_dict())
    return records


def write(folder: Path, count: int) -> int:
    """Writes `count` varied records to `sessions.jsonl` and the simulated ones, however many they are made of, to
    `warm-up.jsonl`; returns how many those are.

    The copies of one conversation stand far apart: side by side, the caches by text would make scoring look faster
    than it is.
    """
    records = drive(min(count, DIFFERENT))
    _write_lines(folder / "warm-up.jsonl", records)
    copies = (divmod(number, len(records)) for number in range(count))
    _write_lines(folder / "sessions.jsonl", (varied(records[place], copy + 1) for copy, place in copies))
    return len(records)


def _write_lines(path: Path, records: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as lines:
        for record in records:
            lines.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    print(write(Path(sys.argv[1]), int(sys.argv[2])))
