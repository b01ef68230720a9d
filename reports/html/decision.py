"""The head of the page: what a release is decided by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from reports.gate_model import GateResult
from reports.html.northstar import Figure
from reports.rates import Rate

State: TypeAlias = Literal["failed", "passed", "open", "empty"]


@dataclass(frozen=True)
class Decision:
    """The counts of the valid sessions, the gates, and the north star.

    ``p0_verdicts`` are failed P0 verdicts, ``p0_metrics`` the metrics that they are of; ``complete``: the run went to
    its end.
    """

    sessions: int
    invalid: int
    errors: int
    conclusions: Mapping[str, int]
    p0_verdicts: int
    p0_metrics: int
    complete: bool
    gates: Sequence[GateResult] = ()
    north: Sequence[Figure] = ()
    pairs: tuple[int, int] = (0, 0)

    @property
    def valid(self) -> int:
        """The sessions that count."""
        return sum(self.conclusions.values())

    @property
    def qualified(self) -> Rate:
        """Qualified of the decided ones."""
        good, bad = self.conclusions.get("qualified", 0), self.conclusions.get("unqualified", 0)
        return Rate(good, good + bad)

    def share(self, name: str) -> Rate:
        """The sessions of a conclusion, of all valid ones."""
        return Rate(self.conclusions.get(name, 0), self.valid)

    @property
    def failed_gates(self) -> int:
        """How many gates did not pass."""
        return sum(not gate.passed for gate in self.gates)

    @property
    def state(self) -> State:
        """``passed`` only where nothing speaks against it, something was decided, and the run is whole.

        Gates that were set decide. Without gates one unqualified session is a failure, an undetermined one leaves the
        question open.
        """
        if self.failed_gates:
            return "failed"
        if self.gates:
            return "passed" if self.complete else "open"
        if self.conclusions.get("unqualified", 0):
            return "failed"
        if not self.valid:
            return "empty"
        return "open" if self.conclusions.get("undetermined", 0) or not self.complete else "passed"
