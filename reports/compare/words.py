"""The words of a comparison in both languages, and its figures as a person reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import yaml  # type: ignore[import-untyped, unused-ignore]

from reports.compare.model import Comparison, MetricComparison, PairInfo, Share
from reports.figures import NONE
from reports.plain import Lang
from reports.rates import percent

_MINUS: Final = "\u2212"
_LEFT_OUT: Final = ("invalid", "only_base", "only_candidate", "other_factors")
_MOST_NAMED: Final = 6


def asset(name: str) -> str:
    """A file of the page: its template, style or words."""
    return (files("reports.compare") / "assets" / name).read_text(encoding="utf-8")


@cache
def words() -> Mapping[str, Mapping[Lang, str]]:
    """The texts by key, each by language."""
    found: dict[str, dict[Lang, str]] = yaml.safe_load(asset("words.yaml"))
    return found


def say(key: str, lang: Lang, **values: object) -> str:
    """The word or sentence of that key, with ``values`` filled in."""
    return words()[key][lang].format(**values)


def share_text(share: Share) -> str:
    """``95% (86–98%, n=60)``; a dash where nothing was decided."""
    if share.value is None:
        return NONE
    if share.interval is None:
        return f"{percent(share.value)} (n={share.n})"
    low, high = share.interval
    return f"{percent(share.value)} ({percent(low)[:-1]}–{percent(high)}, n={share.n})"


def side_text(metric: MetricComparison, candidate: bool, lang: Lang) -> str:
    """The rate of one side, or its mean score."""
    mean = metric.mean_candidate if candidate else metric.mean_base
    if mean is not None:
        return say("mean", lang, value=f"{mean:.2f}")
    return share_text(metric.candidate if candidate else metric.base)


def change_text(metric: MetricComparison, lang: Lang) -> str:
    """What the candidate differs by, with its interval; points of the rate or of the score."""
    if metric.mean_base is not None:
        return mean_change_text(metric.change, lang)
    return points_text(metric.change, lang)


def points_text(share: Share, lang: Lang) -> str:
    """``−20 points (−31 to −9)``."""
    if share.value is None:
        return NONE
    if share.interval is None:
        return say("points_bare", lang, change=signed(share.value * 100))
    low, high = (signed(end * 100) for end in share.interval)
    return say("points", lang, change=signed(share.value * 100), low=low, high=high)


def mean_change_text(share: Share, lang: Lang) -> str:
    """``−0.30 (−0.52 to −0.08)``."""
    if share.value is None:
        return NONE
    if share.interval is None:
        return signed(share.value, 2)
    low, high = (signed(end, 2) for end in share.interval)
    return say("mean_change", lang, change=signed(share.value, 2), low=low, high=high)


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign; nothing is neither plus nor minus."""
    text = f"{abs(value):.{digits}f}"
    if not float(text):
        return text
    return (_MINUS if value < 0 else "+") + text


def needs_text(metric: MetricComparison, repeats: int, lang: Lang) -> str:
    """How much an under-powered metric would take: repeats where there are any, pairs else."""
    if metric.finding != "under-powered":
        return ""
    if not metric.pairs:
        return NONE
    if metric.repeats_needed is None:
        return say("needs_more", lang)
    if repeats > 0:
        pairs = say("needs_pairs", lang, pairs=metric.pairs_needed)
        return f"{say('needs_repeats', lang, repeats=metric.repeats_needed)} ({pairs})"
    return say("needs_pairs", lang, pairs=metric.pairs_needed)


def finding_text(metric: MetricComparison, lang: Lang) -> str:
    """The finding, with what a reader should know beside it."""
    parts = [say(metric.finding, lang)]
    if metric.watch:
        parts.append(say("watch", lang))
    if metric.finding in ("regressed", "improved") and metric.templates == 1:
        parts.append(say("one_template", lang))
    return ", ".join(parts)


def undetermined_text(metric: MetricComparison) -> str:
    """The undetermined verdicts of both sides, ``2→5``; a dash where there are none."""
    before, now = metric.base_counts.undetermined, metric.candidate_counts.undetermined
    return f"{before}→{now}" if before or now else NONE


def headline(comparison: Comparison, lang: Lang) -> str:
    """How many metrics came to each finding."""
    names = {"regressed": "regressed", "improved": "improved", "none": "no evidence", "under": "under-powered"}
    counts = {key: sum(metric.finding == name for metric in comparison.metrics) for key, name in names.items()}
    return say("headline", lang, **counts)


def pair_line(pairs: PairInfo, lang: Lang) -> str:
    """How many pairs, of what."""
    if not pairs.templates:
        return say("pairs_imported", lang, paired=pairs.paired)
    return say("pairs_line", lang, paired=pairs.paired, templates=pairs.templates, repeats=pairs.repeats)


def left_out_line(pairs: PairInfo, lang: Lang) -> str:
    """What was left out; empty where nothing was."""
    found = {name: getattr(pairs, name) for name in _LEFT_OUT}
    parts = [say(name, lang, n=number) for name, number in found.items() if number]
    return say("left_out", lang, parts=", ".join(parts)) if parts else ""


def warnings(comparison: Comparison, lang: Lang) -> Iterator[str]:
    """What a reader has to know before the figures."""
    base, candidate = comparison.base, comparison.candidate
    if not comparison.complete:
        yield say("partial", lang, state=candidate.state, paired=comparison.pairs.paired)
    if not comparison.decided:
        yield say("nothing", lang)
    if base.seed != candidate.seed and None not in (base.seed, candidate.seed):
        yield say("other_seed", lang, base=base.seed, candidate=candidate.seed)
    if base.corrected_readings or candidate.corrected_readings:
        yield say("corrected", lang, base=base.corrected_readings, candidate=candidate.corrected_readings)


def decided_line(comparison: Comparison, lang: Lang, most: int = _MOST_NAMED) -> str:
    """The metrics of which fewer were decided than before, the largest losses first; empty where there is none."""
    fewer = [metric for metric in comparison.metrics if metric.decided_fell]
    if not fewer:
        return ""
    fewer.sort(key=lambda metric: metric.candidate_counts.decided - metric.base_counts.decided)
    items = [
        say(
            "decided_item",
            lang,
            metric=metric.metric_id,
            base=metric.base_counts.decided,
            candidate=metric.candidate_counts.decided,
            paired=comparison.pairs.paired,
            before=metric.base_counts.undetermined,
            undetermined=metric.candidate_counts.undetermined,
        )
        for metric in fewer[:most]
    ]
    if len(fewer) > most:
        items.append(say("and_more", lang, n=len(fewer) - most))
    return say("decided_fell", lang, list="; ".join(items))


def legend(comparison: Comparison, lang: Lang) -> str:
    """What the findings mean."""
    settings = comparison.settings
    return say("legend", lang, effect=f"{settings.effect * 100:.0f}", power=percent(settings.power))


def run_line(comparison: Comparison, candidate: bool, lang: Lang) -> str:
    """One run in a line."""
    of = comparison.candidate if candidate else comparison.base
    agents = of.agents or NONE
    return say("run_line", lang, name=of.name, agents=agents, conversations=of.conversations)


def conclusions_text(counts: Mapping[str, int], lang: Lang) -> str:
    """The conclusions of one side's paired conversations."""
    return " · ".join(
        f"{counts.get(name, 0)} {say(name, lang)}" for name in ("qualified", "unqualified", "undetermined")
    )
