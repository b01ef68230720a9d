"""Gates: figures of a run that must hold, such as ``p0=0``, ``M-008.pass_rate>=0.9`` or ``no-regression``.

A gate never passes on nothing decided. Where verdicts of its figure are open it fails too (``not decided: n``), unless
open ones are allowed: what nobody could judge is no pass. What a run came to is written to `gates.json` beside it.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.errors import InputError, UsageError
from reports import run_dir as run
from reports.compare.intervals import Cluster, Interval, pooled_rate
from reports.compare.model import Comparison
from reports.compare.side import Side, read_side
from reports.gate_model import GATES, GateReport, GateResult, read_gates
from reports.rates import percent, wilson

__all__ = [
    "Gate",
    "GateReport",
    "GateResult",
    "check_gates",
    "parse_gate",
    "parse_gates",
    "parse_open",
    "read_gates",
]

_EXPECTED: Final = (
    "expected a gate such as p0=0, M-031=0, 'pass_rate>=0.95', 'M-008.pass_rate>=0.9', 'M-028.score>=3' or"
    " no-regression"
)
Figure = Literal["failures", "pass_rate", "score", "no-regression"]

_GATE: Final = re.compile(r"(?P<figure>[^<>=!]+?)\s*(?P<sign>[<>=!]+)\s*(?P<limit>.*)", re.DOTALL)
_SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "=": operator.eq,
    "==": operator.eq,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}
_FEWER: Final = ("=", "==", "<=", "<")
_MORE: Final = ("=", "==", ">=", ">")
_NO_REGRESSION: Final = "no-regression"


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate. ``scope`` is ``all``, ``P0``, ``P1`` or a metric's id; ``limit`` a number, a share or a score."""

    text: str
    figure: Figure
    scope: str = "all"
    sign: str = "="
    limit: float = 0.0

    def holds(self, value: float) -> bool:
        """Whether ``value`` is within the limit."""
        return _SIGNS[self.sign](value, self.limit)


def parse_gate(text: str, catalogue: Catalogue | None = None) -> Gate:
    """A gate from its text. Raises UsageError that says what is wrong with it and what was expected."""
    catalogue = catalogue or load_catalogue()
    text = text.strip()
    if text == _NO_REGRESSION:
        return Gate(text, "no-regression")
    found = _GATE.fullmatch(text)
    if found is None:
        raise UsageError(f"--gate {text!r}: {_EXPECTED}")
    name, sign, number = found["figure"], found["sign"], found["limit"].strip()
    if sign not in _SIGNS:
        raise UsageError(f"--gate {text!r}: expected one of {', '.join(_SIGNS)} after {name}, found {sign}")
    scope, figure = _figure(text, name, catalogue)
    allowed, what = (_FEWER, "failures are limited from above") if figure == "failures" else (_MORE, "it is a minimum")
    if sign not in allowed:
        raise UsageError(f"--gate {text!r}: expected one of {', '.join(allowed)} ({what}), found {sign}")
    return Gate(text, figure, scope, sign, _limit(text, number, figure))


def _figure(text: str, name: str, catalogue: Catalogue) -> tuple[str, Figure]:
    """Scope and figure of the part before the sign."""
    head, dot, tail = name.rpartition(".") if "." in name else (name, "", "")
    if name == "pass_rate":
        return "all", "pass_rate"
    if head.lower() in ("p0", "p1"):
        scope = head.upper()
    elif re.fullmatch(r"[mM]-?\d+", head):
        if head.upper() not in catalogue:
            nearest = ", ".join(catalogue.nearest(head))
            raise UsageError(
                f"--gate {text!r}: no metric is called {head!r}" + (f"; did you mean {nearest}?" if nearest else "")
            )
        scope = head.upper()
    else:
        raise UsageError(f"--gate {text!r}: no figure is called {name!r}: {_EXPECTED}")
    tiered = scope in catalogue and catalogue.metric(scope).scoring == "tiers"
    if tiered and tail != "score":
        raise UsageError(f"--gate {text!r}: {scope} has scores and neither passes nor fails: expected {scope}.score>=3")
    if not dot:
        return scope, "failures"
    if tail == "score" and tiered:
        return scope, "score"
    if tail == "pass_rate":
        return scope, "pass_rate"
    raise UsageError(f"--gate {text!r}: no figure is called {tail!r}: expected {scope}=0 or {scope}.pass_rate>=0.9")


_MOST_DIGITS: Final = 15


def _limit(text: str, number: str, figure: Figure) -> float:
    kinds = {
        "failures": "a whole number, such as 0",
        "pass_rate": "a share from 0 to 1, such as 0.95 or 95%",
        "score": "a score from 1 to 5",
    }
    share = figure == "pass_rate" and number.endswith("%")
    digits = number[:-1].strip() if share else number
    digits = digits if len(digits) <= _MOST_DIGITS else ""
    value = float(digits) / (100 if share else 1) if re.fullmatch(r"\d+(\.\d+)?", digits, re.ASCII) else -1.0
    good = {
        "failures": value >= 0 and value == int(value) and "." not in digits,
        "pass_rate": 0 <= value <= 1,
        "score": 1 <= value <= 5,
    }
    if not good[figure]:
        raise UsageError(f"--gate {text!r}: expected {kinds[figure]}, found {number or 'nothing'}")
    return value


def parse_gates(specs: Sequence[str], *, comparing: bool = False) -> tuple[Gate, ...]:
    """The gates of a command. Raises UsageError, also for ``no-regression`` where no two runs are compared."""
    catalogue = load_catalogue()
    gates = tuple(dict.fromkeys(parse_gate(text, catalogue) for text in specs))
    if not comparing and any(gate.figure == "no-regression" for gate in gates):
        raise UsageError("--gate no-regression: it needs two runs: sim compare BASE CANDIDATE --gate no-regression")
    return gates


def parse_open(word: str | None) -> bool:
    """What ``--gate-open`` says: whether open verdicts are allowed. Raises UsageError for another word."""
    if word not in (None, "allow", "fail"):
        raise UsageError(f"--gate-open {word!r}: expected allow or fail")
    return word == "allow"


def check_gates(
    run_dir: Path,
    specs: Sequence[str],
    allow_open: bool = False,
    *,
    comparison: Comparison | None = None,
    out: Path | None = None,
) -> GateReport:
    """Checks the gates against a run directory, and writes `gates.json` into it (or into ``out``).

    ``specs`` are the texts of ``--gate``; without any, nothing is written. Call it before the reports are written:
    `report.md` shows the gates. Raises UsageError for a gate that cannot be understood, InputError for a damaged run.
    """
    gates = parse_gates(specs, comparing=comparison is not None)
    manifest = run.read_manifest(run_dir)
    complete = manifest.get("state") == "complete"
    results: tuple[GateResult, ...] = ()
    if gates:
        catalogue = load_catalogue()
        side = read_side(run_dir, manifest, catalogue)
        results = tuple(_check(gate, side, catalogue, allow_open, comparison) for gate in gates)
    report = GateReport(
        passed=all(result.passed for result in results), complete=complete, allow_open=allow_open, gates=results
    )
    if gates:
        _write(report, out or run_dir)
    return report


def _write(report: GateReport, folder: Path) -> None:
    part = folder / f".{GATES}.part"
    try:
        part.write_text(json.dumps(report.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n", "utf-8")
        part.replace(folder / GATES)
    except OSError as error:
        raise InputError(f"{folder}: expected a folder that can be written to, {error.strerror or error}") from None


@dataclass(frozen=True)
class _Tally:
    """The verdicts of a gate's scope: decided and open ones, by template."""

    clusters: Mapping[str, tuple[float, int]]  # the passes (or the sum of the scores) and the decided ones
    open: int
    single: bool  # of one metric: a conversation counts once

    @property
    def total(self) -> float:
        return sum(value for value, _ in self.clusters.values())

    @property
    def decided(self) -> int:
        return sum(number for _, number in self.clusters.values())

    def interval(self, scored: bool) -> Interval | None:
        """Wilson's for one metric, a bootstrap over templates for several metrics or for scores."""
        if self.single and not scored:
            return wilson(int(self.total), self.decided) if self.decided else None
        return pooled_rate(Cluster(value, number) for value, number in self.clusters.values())


def _check(gate: Gate, side: Side, catalogue: Catalogue, allow_open: bool, comparison: Comparison | None) -> GateResult:
    if gate.figure == "no-regression":
        if comparison is None:
            raise UsageError("--gate no-regression needs a comparison")
        return _no_regression(gate, comparison, allow_open)
    tally = _tally(gate, side, catalogue)
    n = tally.decided
    interval = tally.interval(gate.figure == "score")
    if gate.figure == "failures":
        value = n - tally.total
        told = f"{value:.0f} failed of {n} decided"
        interval = (1 - interval[1], 1 - interval[0]) if interval else None
    else:
        value = tally.total / n if n else 0.0
        told = _mean(value, interval, n) if gate.figure == "score" else _rate(value, interval, n)
    return _result(gate, value if n else None, gate.holds(value), n, tally.open, interval, told, allow_open)


def _result(
    gate: Gate,
    value: float | None,
    holds: bool,
    n: int,
    left_open: int,
    interval: Interval | None,
    told: str,
    allow_open: bool,
) -> GateResult:
    """What all gates share: none passes on nothing decided, nor on open verdicts unless these are allowed."""
    if not n:
        told = f"nothing decided (not decided: {left_open})"
    elif left_open:
        told += f"; not decided: {left_open}" + (" (allowed)" if allow_open else "")
    passed = n > 0 and holds and (allow_open or not left_open)
    return GateResult(
        gate=gate.text,
        passed=passed,
        value=value,
        limit=gate.limit,
        n=n,
        open=left_open,
        interval=interval,
        message=told,
    )


def _no_regression(gate: Gate, comparison: Comparison, allow_open: bool) -> GateResult:
    """Open are the verdicts that the base had decided and the candidate left undetermined: they may hide a fall."""
    regressed = [metric.metric_id for metric in comparison.found("regressed")]
    compared = sum(metric.pairs > 0 for metric in comparison.metrics)
    told = f"{len(regressed)} of {compared} metrics regressed" + (f": {', '.join(regressed)}" if regressed else "")
    weak = sum(metric.pairs > 0 for metric in comparison.found("under-powered"))
    never = sum(metric.pairs == 0 for metric in comparison.metrics)
    gaps = [f"{weak} under-powered"] if weak else []
    gaps += [f"{never} decided in no pair"] if never else []
    told += f" ({', '.join(gaps)})" if gaps else ""
    lost = sum(metric.lost for metric in comparison.metrics)
    value = float(len(regressed)) if compared else None
    return _result(gate, value, not regressed, compared, lost, None, told, allow_open)


def _tally(gate: Gate, side: Side, catalogue: Catalogue) -> _Tally:
    places = [
        place
        for place, metric in enumerate(catalogue)
        if gate.scope == metric.id
        or (gate.scope in ("all", metric.grade) and metric.scoring != "tiers")  # a score is no rate
    ]
    clusters: dict[str, tuple[float, int]] = {}
    left_open = 0
    for talk in side.talks.values():
        if talk.invalid:
            continue
        codes = [talk.codes[place] for place in places]
        values = [float(code) if code.isdigit() else float(code == "P") for code in codes if code not in "U-"]
        left_open += codes.count("U")
        cluster = talk.template or f"\0{talk.session_id}"
        total, number = clusters.get(cluster, (0.0, 0))
        clusters[cluster] = total + sum(values), number + len(values)
    return _Tally(clusters, left_open, gate.scope in catalogue)


def _rate(value: float, interval: Interval | None, n: int) -> str:
    if interval is None:
        return f"pass rate {percent(value)} (n={n})"
    return f"pass rate {percent(value)} ({percent(interval[0])[:-1]}–{percent(interval[1])}, n={n})"


def _mean(value: float, interval: Interval | None, n: int) -> str:
    if interval is None:
        return f"mean {value:.2f} (n={n})"
    return f"mean {value:.2f} ({interval[0]:.2f}–{interval[1]:.2f}, n={n})"
