"""Comparing two runs: from their directories to the figures and findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from evaluator.catalogue import Catalogue, Metric, load_catalogue
from reports.compare.exact import ALPHA, Change, false_discovery
from reports.compare.intervals import Cluster, difference, pooled_difference, pooled_rate
from reports.compare.joint import Found, find_changes
from reports.compare.model import (
    Comparison,
    Counts,
    Finding,
    MetricComparison,
    PairInfo,
    Pooled,
    Power,
    RunInfo,
    Settings,
    Share,
)
from reports.compare.pairing import Paired, check_runs, pair
from reports.compare.parting import flipped_metrics, flips
from reports.compare.power import EFFECT, POWER, SCORE_FALL, Plan, chance_to_find, fall_from
from reports.compare.repeats import pass_power
from reports.compare.side import DECIDED, UNDETERMINED, Side, Talk, read_side
from reports.plain import visible
from reports.rates import wilson

if TYPE_CHECKING:
    from reports.compare.joint import Table

_WATCH: Final = 0.10  # the false discovery rate at which a fall is worth a look
_MOST_REPEATS: Final = 10  # pass^k is told up to this k
_RESULTS: Final = {"qualified": "P", "unqualified": "F"}

_Pairs = Sequence[tuple[Talk, Talk]]


def compare_runs(base: Path, candidate: Path) -> Comparison:
    """Compares two run directories.

    Raises InputError where one is no run or is damaged, where the base is not complete, where different evaluators
    judged them, or where no conversation can be paired; UsageError where both are the same run.
    """
    catalogue = load_catalogue()
    manifests = check_runs(base, candidate)
    sides = tuple(
        read_side(path, manifest, catalogue) for path, manifest in zip((base, candidate), manifests, strict=True)
    )
    paired = pair(*sides)
    tables = [_Table.of(metric, place, paired.pairs) for place, metric in enumerate(catalogue)]
    repeats = _repeats(paired.pairs)
    falls, rises = find_changes(_differences(paired.pairs, len(catalogue)))
    metrics = _metrics(tables, falls, rises, repeats)
    regressed = {metric.metric_id for metric in metrics if metric.finding == "regressed"}
    flipped = flips(paired.pairs, (base, candidate), catalogue, regressed)
    return Comparison(
        evaluator=str(manifests[0]["evaluator"]["version"]),
        base=_run_info(sides[0], paired.pairs, 0),
        candidate=_run_info(sides[1], paired.pairs, 1),
        pairs=_pair_info(paired, repeats),
        settings=Settings(
            alpha=ALPHA, level_regressed=falls.level, level_improved=rises.level, effect=EFFECT, power=POWER
        ),
        metrics=metrics,
        pooled=tuple(_pooled(scope, catalogue, paired.pairs) for scope in ("all", "P0", "P1")),
        qualified=_powers(_qualified(paired.pairs), repeats),
        flipped=len(flipped),
        flips=flipped,
    )


def _differences(pairs: _Pairs, metrics: int) -> Table:
    """For each pair and metric whether it fell (1), rose (-1) or came to the same, or was not decided (0)."""
    import numpy as np

    table = np.zeros((len(pairs), metrics), dtype=np.int8)
    for row, (before, now) in enumerate(pairs):
        for place in flipped_metrics(before, now):
            table[row, place] = 1 if _falls(before.codes[place], now.codes[place]) else -1
    return table


def _falls(code: str, now: str) -> bool:
    """Whether an outcome that flipped did so for the worse: from a pass to a fail, or to a lower score."""
    return now < code if code.isdigit() and now.isdigit() else code == "P"


@dataclass
class _Table:
    """One metric over the pairs."""

    metric: Metric
    both: int = 0
    neither: int = 0
    fell: int = 0
    rose: int = 0
    lost: int = 0  # decided in the base, undetermined in the candidate
    scores: list[tuple[str, int, int]] = field(default_factory=list)  # cluster and both scores
    changed_in: set[str] = field(default_factory=set)  # the clusters of the pairs that differ
    counts: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    cases: dict[tuple[str, ...], list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0, 0]))

    @property
    def change(self) -> Change:
        """The pairs that fell and rose."""
        return Change(self.fell, self.rose)

    @property
    def pairs(self) -> int:
        """The pairs that both runs decided."""
        return len(self.scores) or _binary(self)

    @classmethod
    def of(cls, metric: Metric, place: int, pairs: _Pairs) -> _Table:
        """Counts the pairs of one metric."""
        table = cls(metric)
        for before, now in pairs:
            code, code_now = before.codes[place], now.codes[place]
            for counts, found in zip(table.counts, (code, code_now), strict=True):
                counts["S" if found.isdigit() else found] += 1
            _add_case(table.cases[before.case], code, code_now)
            table.lost += code in DECIDED and code_now == UNDETERMINED
            if code in DECIDED and code_now in DECIDED:
                table._add(_cluster(before), code, code_now)
        return table

    def _add(self, cluster: str, code: str, now: str) -> None:
        if code.isdigit() and now.isdigit():
            self.scores.append((cluster, int(code), int(now)))
            self.fell += now < code
            self.rose += now > code
        elif code == now:
            self.both += code == "P"
            self.neither += code == "F"
        else:
            self.fell += code == "P"
            self.rose += code == "F"
        if code != now:
            self.changed_in.add(cluster)


def _add_case(case: list[int], code: str, now: str) -> None:
    """Passed and decided repeats of a case, in the base and in the candidate; scores neither pass nor fail."""
    for place, found in ((0, code), (2, now)):
        case[place] += found == "P"
        case[place + 1] += found in "PF"


def _cluster(talk: Talk) -> str:
    return talk.template or f"\0{talk.session_id}"


def _repeats(pairs: _Pairs) -> int:
    counts = Counter(before.case for before, _ in pairs)
    return max(counts.values())


def _metrics(tables: Sequence[_Table], falls: Found, rises: Found, repeats: int) -> tuple[MetricComparison, ...]:
    changes = [table.change for table in tables]
    plan = Plan(tuple(change.differing for change in changes), repeats)
    shares = false_discovery(changes)
    found = []
    for place, table in enumerate(tables):
        fall = SCORE_FALL if table.metric.scoring == "tiers" else fall_from(table.both + table.fell, _binary(table))
        power = chance_to_find(fall, table.pairs, plan.level_at(repeats))
        finding: Finding = "no evidence" if power >= POWER else "under-powered"
        if falls.fell[place]:
            finding = "regressed"
        elif rises.fell[place]:
            finding = "improved"
        needed = plan.repeats_needed(fall, table.pairs) if finding == "under-powered" else None
        share = shares[place]
        found.append(
            MetricComparison(
                finding=finding,
                false_discovery=share,
                watch=finding not in ("regressed", "improved") and share is not None and share <= _WATCH,
                power=power,
                repeats_needed=needed,
                pairs_needed=None if needed is None else round(table.pairs * needed / repeats),
                pass_power=_powers(table.cases.values(), repeats) if repeats > 1 else (),
                **_figures(table),
            )
        )
    return tuple(found)


def _binary(table: _Table) -> int:
    """The pairs that passed or failed."""
    return table.both + table.neither + table.fell + table.rose


def _figures(table: _Table) -> dict[str, Any]:
    """The counts, rates and chances of a metric."""
    base_counts, candidate_counts = (_counts(counts) for counts in table.counts)
    scored = table.metric.scoring == "tiers"
    pairs = table.pairs
    base, candidate, change = (_scored if scored else _rates)(table)
    return {
        "metric_id": table.metric.id,
        "grade": table.metric.grade,
        "pairs": pairs,
        "fell": table.fell,
        "rose": table.rose,
        "templates": len(table.changed_in),
        "base": base,
        "candidate": candidate,
        "change": change,
        "mean_base": sum(before for _, before, _ in table.scores) / pairs if scored and pairs else None,
        "mean_candidate": sum(now for _, _, now in table.scores) / pairs if scored and pairs else None,
        "chance": table.change.chance,
        "chance_improved": table.change.turned.chance,
        "base_counts": base_counts,
        "candidate_counts": candidate_counts,
        "decided_fell": candidate_counts.decided < base_counts.decided,
        "lost": table.lost,
    }


def _counts(found: Counter[str]) -> Counts:
    return Counts(
        passed=found["P"], failed=found["F"], scored=found["S"], undetermined=found["U"], not_applicable=found["-"]
    )


def _rates(table: _Table) -> tuple[Share, Share, Share]:
    pairs = table.pairs
    before, now = table.both + table.fell, table.both + table.rose
    change = (now - before) / pairs if pairs else None
    interval = difference(table.both, table.fell, table.rose, table.neither)
    return share(before, pairs), share(now, pairs), Share(n=pairs, value=change, interval=interval)


def _scored(table: _Table) -> tuple[Share, Share, Share]:
    """A mean score is no share: only the change has a figure here."""
    none = Share(n=table.pairs, value=None, interval=None)
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for cluster, before, now in table.scores:
        sums[cluster][0] += now - before
        sums[cluster][1] += 1
    total = sum(change for change, _ in sums.values())
    interval = pooled_rate(Cluster(change, number) for change, number in sums.values())
    return none, none, Share(n=table.pairs, value=total / table.pairs if table.pairs else None, interval=interval)


def share(passed: int, decided: int) -> Share:
    """A share with its Wilson interval."""
    if not decided:
        return Share(n=0, value=None, interval=None)
    return Share(n=decided, value=passed / decided, interval=wilson(passed, decided))


def _powers(cases: Iterable[Sequence[int]], repeats: int) -> tuple[Power, ...]:
    """pass^k for k up to the repeats. The intervals draw whole cases."""
    rows = list(cases)
    found = []
    for k in range(1, min(repeats, _MOST_REPEATS) + 1):
        base, candidate = (_power_share([(row[i], row[i + 1]) for row in rows], k) for i in (0, 2))
        if base.n or candidate.n:
            found.append(Power(k=k, base=base, candidate=candidate))
    return tuple(found)


def _power_share(cases: Sequence[tuple[int, int]], k: int) -> Share:
    power = pass_power(cases, k)
    each = [pass_power([case], k).value for case in cases]
    # A case without enough repeats stays in as nothing: so all metrics draw from the same cases.
    interval = pooled_rate(Cluster(value or 0.0, int(value is not None)) for value in each)
    return Share(n=power.cases, value=power.value, interval=interval)


def _qualified(pairs: _Pairs) -> Iterable[Sequence[int]]:
    """The cases by whether their conversations are qualified; an undetermined one is not decided."""
    cases: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for before, now in pairs:
        _add_case(cases[before.case], *(_RESULTS.get(talk.conclusion, "U") for talk in (before, now)))
    return cases.values()


def _pooled(scope: Literal["all", "P0", "P1"], catalogue: Catalogue, pairs: _Pairs) -> Pooled:
    """The rate over all metrics of a grade, of what both runs decided; a scored metric has none."""
    places = [place for place, metric in enumerate(catalogue) if scope in ("all", metric.grade)]
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for before, now in pairs:
        of = sums[_cluster(before)]
        for place in places:
            code, code_now = before.codes[place], now.codes[place]
            if code in "PF" and code_now in "PF":
                of[0] += code == "P"
                of[1] += code_now == "P"
                of[2] += 1
    base = [Cluster(passed, decided) for passed, _, decided in sums.values()]
    candidate = [Cluster(passed, decided) for _, passed, decided in sums.values()]
    both = [Cluster(passed, decided, now, decided) for passed, now, decided in sums.values()]
    total = sum(decided for _, _, decided in sums.values())
    rates = [sum(one.passed for one in side) / total if total else None for side in (base, candidate)]
    change = None if rates[0] is None or rates[1] is None else rates[1] - rates[0]
    return Pooled(
        scope=scope,
        base=Share(n=total, value=rates[0], interval=pooled_rate(base)),
        candidate=Share(n=total, value=rates[1], interval=pooled_rate(candidate)),
        change=Share(n=total, value=change, interval=pooled_difference(both)),
    )


def _run_info(side: Side, pairs: _Pairs, place: Literal[0, 1]) -> RunInfo:
    manifest = side.manifest
    evaluator, seed = manifest.get("evaluator"), manifest.get("seed")
    corrected = evaluator.get("corrected_readings") if isinstance(evaluator, Mapping) else None
    return RunInfo(
        name=visible(side.path.resolve().name),
        state=visible(side.state),
        agents=visible(_agents(manifest.get("agents"))),
        seed=seed if isinstance(seed, int) else None,
        corrected_readings=corrected if isinstance(corrected, int) else 0,
        conversations=len(side.talks),
        invalid=sum(talk.invalid for talk in side.talks.values()),
        conclusions=Counter(one[place].conclusion for one in pairs),
    )


def _agents(agents: object) -> str:
    """The agents as a person names them, however much of it the manifest has."""
    if not isinstance(agents, Mapping):
        return ""
    if isinstance(name := agents.get("name"), str):
        return name
    parts = []
    for role, agent in agents.items():
        named = (
            " ".join(str(agent[key]) for key in ("kind", "model") if agent.get(key))
            if isinstance(agent, Mapping)
            else agent
        )
        parts.append(f"{role}: {named}")
    return ", ".join(parts)


def _pair_info(paired: Paired, repeats: int) -> PairInfo:
    return PairInfo(
        paired=len(paired.pairs),
        templates=len({before.template for before, _ in paired.pairs if before.template}),
        repeats=repeats,
        only_base=paired.only_base,
        only_candidate=paired.only_candidate,
        other_factors=paired.other_factors,
        invalid=paired.invalid,
    )
