"""Kill rates and false alarm rates by metric and by how plainly a defect shows, with their intervals."""

from __future__ import annotations

from typing import Any, Final

from reports.rates import Rate
from simulator.agents.defects.registry import KINDS
from simulator.certify.model import Certification

REFERENCE: Final = "reference"


def rates(whole: Certification) -> dict[str, dict[str, Any]]:
    """By metric: ``kills`` by kind of defect, and ``false_alarms`` by kind and for the reference agents.

    A kill rate is of the conversations that the metric's defects changed. A false alarm rate is of the conversations
    in which the metric was decided although nothing that concerns it was broken. Conversations of one defect are much
    alike: the intervals are too narrow where there are few defects.
    """
    found: dict[str, dict[str, Any]] = {}
    for metric in sorted(_exposed(whole) | {entry.metric for entry in whole.metrics}):
        kills = {kind: _kills(whole, metric, kind) for kind in KINDS}
        alarms = {kind: _alarms(whole, metric, kind) for kind in (*KINDS, REFERENCE)}
        found[metric] = {
            "kills": {kind: _entry("killed", rate) for kind, rate in kills.items() if rate.decided},
            "false_alarms": {kind: _entry("failed", rate) for kind, rate in alarms.items() if rate.decided},
        }
    return found


def kill_rate(whole: Certification, metric: str) -> Rate:
    """Of the conversations that the metric's defects changed, those that failed the check that was broken."""
    return _sum([_kills(whole, metric, kind) for kind in KINDS])


def alarm_rate(whole: Certification, metric: str) -> Rate:
    """Of the conversations that decided the metric and broke nothing of it, those that failed it."""
    return _sum([_alarms(whole, metric, kind) for kind in (*KINDS, REFERENCE)])


def all_alarms(whole: Certification) -> dict[str, Rate]:
    """The false alarm rate of every metric that was decided anywhere."""
    return {metric: alarm_rate(whole, metric) for metric in sorted(_exposed(whole))}


def _exposed(whole: Certification) -> set[str]:
    names = {name for result in whole.results for name in result.decided}
    return names.union(*(metric.reference_decided for metric in whole.metrics))


def _kills(whole: Certification, metric: str, kind: str) -> Rate:
    own = [entry for entry in whole.results if entry.kind == kind and entry.target.partition(".")[0] == metric]
    return Rate(sum(entry.killed for entry in own), sum(entry.changed for entry in own))


def _alarms(whole: Certification, metric: str, kind: str) -> Rate:
    if kind == REFERENCE:
        failed = sum(entry.reference_failed[metric] for entry in whole.metrics)
        return Rate(failed, sum(entry.reference_decided[metric] for entry in whole.metrics))
    of_kind = [entry for entry in whole.results if entry.kind == kind]
    failed = sum(len(entry.alarms.get(metric, ())) for entry in of_kind)
    return Rate(failed, sum(entry.decided[metric] for entry in of_kind))


def _sum(parts: list[Rate]) -> Rate:
    return Rate(sum(part.passed for part in parts), sum(part.decided for part in parts))


def _entry(name: str, rate: Rate) -> dict[str, Any]:
    interval = rate.interval
    low, high = (None, None) if interval is None else (round(interval[0], 4), round(interval[1], 4))
    return {name: rate.passed, "of": rate.decided, "low": low, "high": high}
