"""The shape of `coverage.json`."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)


def _passes() -> Any:
    """A count under the key `pass`. Two aliases instead of `alias`: type checkers then accept the Python name."""
    return Field(default=0, validation_alias="pass", serialization_alias="pass")


class CheckCoverage(_Frozen):
    """One check. `proven` is None where no certification of this evaluator speaks of it."""

    declared: bool = False
    passed: int = _passes()
    fail: int = 0
    open: int = 0
    proven: bool | None = None

    @property
    def observed(self) -> bool:
        """Whether a session decided it."""
        return self.passed + self.fail > 0


class EdgeCoverage(_Frozen):
    """One EDGE clause; `observed` counts the sessions that it applied to."""

    declared: bool = False
    observed: int = 0
    proven: bool | None = None


class LevelCoverage(_Frozen):
    """One metric at one level of a factor."""

    passed: int = _passes()
    fail: int = 0
    undetermined: int = 0


class MetricCoverage(_Frozen):
    """One metric over all valid sessions. `templates`: how many templates of the run aim at it."""

    grade: str
    passed: int = _passes()
    fail: int = 0
    na: int = 0
    undetermined: int = 0
    missed_probes: int = 0
    mean_score: float | None = None
    templates: int = 0
    checks: Mapping[str, CheckCoverage] = {}
    edges: Mapping[str, EdgeCoverage] = {}
    factors: Mapping[str, Mapping[str, LevelCoverage]] = {}

    @property
    def decided(self) -> int:
        """The sessions that decided it: what a rate is taken of."""
        return self.passed + self.fail


class PairCoverage(_Frozen):
    """Pairs of factor levels: those that the templates allow, and those that were driven."""

    required: int = 0
    observed: int = 0


class Coverage(_Frozen):
    """`coverage.json`. `sessions` includes the invalid ones."""

    sessions: int
    invalid_sessions: int
    metrics: Mapping[str, MetricCoverage]
    pairs: PairCoverage = PairCoverage()

    def to_json_dict(self) -> dict[str, Any]:
        """The document as the contract has it."""
        return self.model_dump(mode="json", by_alias=True)
