"""The shape of `compare.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Finding = Literal["regressed", "improved", "no evidence", "under-powered"]
Interval = tuple[float, float]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RunInfo(_Frozen):
    """One of the two runs. The conclusions are those of the paired conversations."""

    name: str
    state: str
    agents: str
    seed: int | None
    corrected_readings: int
    conversations: int
    invalid: int
    conclusions: Mapping[str, int]


class PairInfo(_Frozen):
    """How the conversations were paired, and what was left out."""

    paired: int
    templates: int
    repeats: int
    only_base: int
    only_candidate: int
    other_factors: int
    invalid: int


class Share(_Frozen):
    """A share with its n and 95 % interval (from 0 to 1), all null where n is 0."""

    n: int
    value: float | None
    interval: Interval | None


class Power(_Frozen):
    """pass^k: `cases` have k or more decided repeats."""

    k: int
    base: Share
    candidate: Share


class Counts(_Frozen):
    """One metric in one run, over the paired conversations."""

    passed: int
    failed: int
    scored: int
    undetermined: int
    not_applicable: int

    @property
    def decided(self) -> int:
        """What counts."""
        return self.passed + self.failed + self.scored


class MetricComparison(_Frozen):
    """One metric. `pairs` are those that both runs decided; all figures but the counts are of these.

    `fell` pairs passed in the base and fail in the candidate (or have a lower score), `rose` the reverse; `templates`:
    how many templates the pairs that changed come from. `change` is candidate minus base, of the pass rate or of the
    mean score. `chance` is the exact one-sided chance of such a fall, `chance_improved` of such a rise;
    `false_discovery` the adjusted one. `power` is the chance that a fall of 20 points would have been found.
    `lost`: verdicts that the base decided and the candidate left undetermined.
    `repeats_needed`: so many repeats would do (`pairs_needed` pairs), null where they would be too many to say.
    """

    metric_id: str
    grade: str
    finding: Finding
    pairs: int
    fell: int
    rose: int
    templates: int
    base: Share
    candidate: Share
    change: Share
    mean_base: float | None
    mean_candidate: float | None
    chance: float
    chance_improved: float
    false_discovery: float | None
    watch: bool
    power: float
    repeats_needed: int | None
    pairs_needed: int | None
    base_counts: Counts
    candidate_counts: Counts
    decided_fell: bool
    lost: int
    pass_power: tuple[Power, ...]


class Pooled(_Frozen):
    """The pass rate over all metrics of a grade; its intervals draw whole templates."""

    scope: Literal["all", "P0", "P1"]
    base: Share
    candidate: Share
    change: Share


class Entry(_Frozen):
    """One thing of a turn: what was said, called or decided."""

    who: Literal["customer", "staff", "tool", "reply", "unsent", "opportunity"]
    text: str


class Parting(_Frozen):
    """The turn at which two conversations part (from 1), on both sides."""

    turn: int
    base: tuple[Entry, ...]
    candidate: tuple[Entry, ...]


class MetricFlip(_Frozen):
    """A metric that came to the other result, with the failed check of the side that fails."""

    metric_id: str
    grade: str
    base: str
    candidate: str
    check: str | None = None
    turn: int | None = None
    quote: str | None = None
    why: str = ""


class Flip(_Frozen):
    """A conversation that flipped. `parting` is null where the two records do not differ, or where it is not shown."""

    base_session: str
    candidate_session: str
    template: str | None
    variant: int | None
    repeat: int | None
    factors: Mapping[str, str]
    metrics: tuple[MetricFlip, ...]
    same_record: bool = False
    parting: Parting | None = None

    @property
    def worse(self) -> bool:
        """Whether something fails now that passed before."""
        return any(metric.candidate == "FAIL" for metric in self.metrics)


class Settings(_Frozen):
    """What the findings rest on."""

    alpha: float
    level_regressed: float
    level_improved: float
    effect: float
    power: float


class Comparison(_Frozen):
    """`compare.json`."""

    schema_name: Literal["sim.comparison/1"] = "sim.comparison/1"
    evaluator: str
    base: RunInfo
    candidate: RunInfo
    pairs: PairInfo
    settings: Settings
    metrics: tuple[MetricComparison, ...]
    pooled: tuple[Pooled, ...]
    qualified: tuple[Power, ...]
    flipped: int
    flips: tuple[Flip, ...]

    def found(self, finding: Finding) -> list[MetricComparison]:
        """The metrics of that finding."""
        return [metric for metric in self.metrics if metric.finding == finding]

    @property
    def decided(self) -> bool:
        """Whether any metric was decided in both runs; else the comparison shows nothing."""
        return any(metric.pairs for metric in self.metrics)

    @property
    def complete(self) -> bool:
        """Whether the candidate came to its end (a base always did)."""
        return self.candidate.state == "complete"

    def to_json_dict(self) -> dict[str, Any]:
        """The document, with the key `schema` first as in other files."""
        document = self.model_dump(mode="json")
        return {"schema": document.pop("schema_name"), **document}
