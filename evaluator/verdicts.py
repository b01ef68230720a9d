"""Verdicts and conclusions, as `verdicts.jsonl` and `conclusions.jsonl` hold them.

The first five keys of a verdict are the specification's own judge output (§0.4.4). A check that neither a rule nor a
judge could decide is `OPEN`; a verdict that depends on one is `N/A` with `undetermined: true`, and never counted.
"""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

Result = Literal["PASS", "FAIL", "N/A"]
CheckOutcome = Literal["PASS", "FAIL", "N/A", "OPEN"]
Source = Literal["inbound", "reply", "tool", "raw", "form"]
DecidedBy = Literal["rule", "judge"]
ConclusionResult = Literal["qualified", "unqualified", "undetermined"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CheckResult(_Frozen):
    """One check of one metric over a session. `turn` counts from 1; `quote` is the record's own span."""

    check: str
    result: CheckOutcome
    by: DecidedBy | None = None
    turn: int | None = None
    quote: str | None = None
    source: Source | None = None
    note: str = ""


class Verdict(_Frozen):
    """One metric over one session (§0.4.4). `edges` are the EDGE clauses that applied."""

    metric_id: str
    result: Result
    score: int | None = None
    evidence: str = ""
    reason: str = ""
    session_id: str
    undetermined: bool = False
    checks: tuple[CheckResult, ...] = ()
    edges: tuple[str, ...] = ()
    exercised: bool = True

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.undetermined and self.result != "N/A":
            raise ValueError(f"{self.metric_id}: an undetermined verdict is N/A, not {self.result}")
        return self

    @property
    def counts(self) -> bool:
        """Whether the verdict counts in coverage and pass rates (rulings, "Numbering and grades")."""
        return self.exercised and self.result != "N/A"


class Conclusion(_Frozen):
    """The session-level conclusion (§0.4.5 as the rulings rebuild it)."""

    session_id: str
    conclusion: ConclusionResult
    failed_p0: tuple[str, ...] = ()
    improvements: tuple[str, ...] = ()
    undetermined: tuple[str, ...] = ()
