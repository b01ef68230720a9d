"""Writes the conversations of the benchmark: about 300 simulated ones, then varied copies of them.

`python -m benchmarks.bench_make FILE COUNT`; `bench.py` calls it in a process of its own.
"""

import asyncio
import json
import sys
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


def write(path: Path, count: int) -> int:
    """Writes `count` records, one a line, and returns how many different ones they are made of.

    The copies of one conversation stand far apart: side by side, the caches by text would make scoring look faster
    than it is.
    """
    records = drive(min(count, DIFFERENT))
    with path.open("w", encoding="utf-8") as lines:
        for number in range(count):
            copy, place = divmod(number, len(records))
            record = varied(records[place], copy) if copy else records[place]
            lines.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    return len(records)


if __name__ == "__main__":
    print(write(Path(sys.argv[1]), int(sys.argv[2])))
