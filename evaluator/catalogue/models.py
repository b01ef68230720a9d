"""The shape of the catalogue: what the specification says of a metric (§0.3.1), frozen, and checked when it is built.

The data files under `data/` hold exactly these fields.
"""

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from evaluator.catalogue.expression import Expression, parse
from evaluator.errors import InputError, NotFoundError
from evaluator.outcome import Outcome

__all__ = [
    "Catalogue",
    "Check",
    "Decider",
    "Edge",
    "Example",
    "Grade",
    "Implication",
    "Level",
    "Metric",
    "MetricId",
    "Scoring",
    "Text",
]

Decider = Literal["rule", "judge"]
Grade = Literal["P0", "P1"]
Level = Literal["session", "event", "cross_agent"]
Scoring = Literal["binary", "binary_na", "tiers"]

MetricId = Annotated[str, Field(pattern=r"^M-\d{3}$")]
_CheckId = Annotated[str, Field(pattern=r"^check_[1-9]$")]
_EdgeId = Annotated[str, Field(pattern=r"^edge_[1-9]$")]
_Words = Annotated[str, Field(min_length=1)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Text(_Frozen):
    """The same text in both languages of the project."""

    zh: _Words
    en: _Words

    def get(self, lang: Literal["zh", "en"]) -> str:
        """The text in one language."""
        return self.zh if lang == "zh" else self.en


class Check(_Frozen):
    """One item of a metric's CHECKLIST (§0.3.2), and who may decide it."""

    id: _CheckId
    text: Text
    decided_by: Annotated[tuple[Decider, ...], Field(min_length=1)]
    formal: str | None = None


class Edge(_Frozen):
    """One EDGE clause (§0.3.2): a grey case with the outcome that the specification fixes for it.

    `effect` is what it does to single checks; `implies` names metrics that fail in this case. Of the clauses without
    an outcome, four are mere remarks; those of the tiered metric lean to the low or the high end of the scale.
    """

    id: _EdgeId
    condition: Text
    outcome: Literal["PASS", "FAIL", "N/A"] | None
    leans: Literal["low", "high"] | None = None
    effect: Mapping[_CheckId, Outcome] = {}
    implies: tuple[MetricId, ...] = ()
    note: Text | None = None

    @property
    def is_remark(self) -> bool:
        """Whether the clause fixes nothing."""
        return self.outcome is None and self.leans is None


_Item = TypeVar("_Item", Check, Edge)


class Example(_Frozen):
    """A case of our own invention (§0.3.1, field 8)."""

    kind: Literal["positive", "negative", "edge"]
    text: Text


class Implication(_Frozen):
    """Which other metrics can justly fail by the same fault as a check."""

    when: _CheckId
    fails: Annotated[tuple[MetricId, ...], Field(min_length=1)]
    why: Text


class Metric(_Frozen):
    """One metric (§0.3.1, §0.3.2). `implies` sums up what fails with it, or is touched, by necessity."""

    id: MetricId
    name: Text
    grade: Grade
    part: Annotated[int, Field(ge=1, le=6)]
    stage: Annotated[str, Field(pattern=r"^[1-6]\.[1-9]$")]
    level: Level
    always_triggered: bool
    definition: Text
    inputs: Text
    trigger: Text
    not_applicable: Text
    conditions: Mapping[str, Text] = {}
    checks: tuple[Check, ...]
    decision: str | None
    edges: tuple[Edge, ...]
    scoring: Scoring
    tiers: Mapping[Annotated[int, Field(ge=1, le=5)], Text] = {}
    examples: Annotated[tuple[Example, ...], Field(min_length=2)]
    prompt_refs: Annotated[tuple[_Words, ...], Field(min_length=1)]
    implies: tuple[MetricId, ...]
    implications: tuple[Implication, ...]
    notes: Text

    @cached_property
    def decision_expression(self) -> Expression:
        """The decision, read; the tiered metric has none, and asking for it is an `InputError`."""
        if self.decision is None:
            raise InputError(f"{self.id} is scored in tiers and has no decision")
        return parse(self.decision, {check.id for check in self.checks} | self.conditions.keys())

    def check(self, check_id: str) -> Check:
        """The check of that id; `NotFoundError` where the metric has none."""
        return _by_id(self.checks, check_id, self.id)

    def edge(self, edge_id: str) -> Edge:
        """The EDGE clause of that id; `NotFoundError` where the metric has none."""
        return _by_id(self.edges, edge_id, self.id)

    def implied(self, check_id: str) -> frozenset[str]:
        """The other metrics that can justly fail by a fault of that check."""
        self.check(check_id)
        return frozenset(metric for item in self.implications if item.when == check_id for metric in item.fails)

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        checks = _numbered("check", self.checks)
        _numbered("edge", self.edges)
        if self.stage[0] != str(self.part):
            raise ValueError(f"stage {self.stage} does not lie in Part {self.part}")
        self._scored_one_way(checks)
        named = {item.when for item in self.implications} | {name for edge in self.edges for name in edge.effect}
        if strays := sorted(named - checks):
            raise ValueError(f"no such check: {', '.join(strays)}")
        if stray := sorted(set(self.implies) - {name for item in self.implications for name in item.fails}):
            raise ValueError(f"implies {', '.join(stray)}, which no implication explains")
        return self

    def _scored_one_way(self, checks: set[str]) -> None:
        tiered = self.scoring == "tiers"
        if tiered and (checks or self.decision is not None or set(self.tiers) != {1, 2, 3, 4, 5}):
            raise ValueError("a tiered metric has five tiers and neither checks nor a decision")
        if tiered:
            return
        if self.decision is None or self.tiers:
            raise ValueError("a metric of checks has a decision and no tiers")
        expression = self.decision_expression
        if unused := sorted((checks | self.conditions.keys()) - expression.names):
            raise ValueError(f"the decision leaves out {', '.join(unused)}")
        if set(self.conditions) != expression.conditions:
            raise ValueError("a check stands where the decision wants a condition, or the other way round")


class Catalogue(_Frozen):
    """All metrics in the order of the specification's index, with the titles of its Parts and stages."""

    metrics: tuple[Metric, ...]
    parts: Mapping[int, Text]
    stages: Mapping[str, Text]
    version: str

    @cached_property
    def _index(self) -> dict[str, Metric]:
        return {metric.id: metric for metric in self.metrics}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        return tuple(self._index)

    def metric(self, metric_id: str) -> Metric:
        """The metric of that id; a `NotFoundError` names the nearest ones."""
        try:
            return self._index[metric_id]
        except KeyError:
            raise NotFoundError(f"no metric is called {metric_id!r}", self.nearest(metric_id)) from None

    def nearest(self, name: str) -> list[str]:
        """Up to three ids that a mistyped id, or a metric's name in either language, comes close to."""
        wanted = name.strip().casefold()
        number = re.fullmatch(r"m?[-_ ]?(\d{1,3})", wanted, re.ASCII)
        if number and (exact := f"M-{int(number[1]):03}") in self._index:
            return [exact]
        spellings: dict[str, str] = {}
        for metric in self.metrics:
            spellings |= dict.fromkeys((metric.id.casefold(), metric.name.zh, metric.name.en.casefold()), metric.id)
        close = difflib.get_close_matches(wanted, spellings, n=9, cutoff=0.5)
        return list(dict.fromkeys(spellings[spelling] for spelling in close))[:3]

    def __contains__(self, metric_id: object) -> bool:
        return metric_id in self._index

    def __len__(self) -> int:
        return len(self.metrics)

    def __iter__(self) -> Iterator[Metric]:  # type: ignore[override]  # metrics, not the fields that pydantic yields
        return iter(self.metrics)


def _numbered(kind: str, items: tuple[Check, ...] | tuple[Edge, ...]) -> set[str]:
    ids = [item.id for item in items]
    if ids != [f"{kind}_{number}" for number in range(1, len(ids) + 1)]:
        raise ValueError(f"{kind} ids must run from {kind}_1 without a gap, got {', '.join(ids)}")
    return set(ids)


def _by_id(items: tuple[_Item, ...], item_id: str, metric_id: str) -> _Item:
    for item in items:
        if item.id == item_id:
            return item
    raise NotFoundError(f"{metric_id} has no {item_id}", [item.id for item in items])
