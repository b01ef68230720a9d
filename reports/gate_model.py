"""The shape of `gates.json`: what the gates of a run came to."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from evaluator.errors import InputError, Problem

GATES: Final = "gates.json"


class GateResult(BaseModel):
    """What one gate came to. `n` are the decided verdicts that `value` rests on, `open` those that nobody decided.

    `interval` (95 %) is of the pass rate or the mean score; of a gate on failures it is that of their share. It is
    null where there is nothing to take it of, or where all is alike in all templates.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    gate: str
    passed: bool
    value: float | None
    limit: float
    n: int
    open: int
    interval: tuple[float, float] | None
    message: str


class GateReport(BaseModel):
    """`gates.json`: all gates of a run. `complete` is false where the run had not come to its end."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: bool
    complete: bool
    allow_open: bool
    gates: tuple[GateResult, ...]

    @property
    def failed(self) -> list[GateResult]:
        """The gates that failed."""
        return [gate for gate in self.gates if not gate.passed]


def read_gates(run_dir: Path) -> GateReport | None:
    """`gates.json` of a run; ``None`` where no gate was checked. Raises InputError where it is damaged."""
    path = run_dir / GATES
    try:
        return GateReport.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        problems = [Problem(str(path), expected="a file that can be read", found=error.strerror or str(error))]
    except ValidationError as error:
        problems = [
            Problem(str(path), path=".".join(map(str, item["loc"])), found=item["msg"])
            for item in error.errors(include_url=False)[:5]
        ]
    raise InputError("the gates cannot be read", problems)
