"""`compare.md`: a comparison in short, for a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from evaluator.catalogue import Catalogue
from reports.compare.model import Comparison, MetricComparison
from reports.compare.terminal import flip_changes, ordered, rest_lines
from reports.compare.words import (
    change_text,
    conclusions_text,
    decided_line,
    finding_text,
    headline,
    left_out_line,
    legend,
    needs_text,
    pair_line,
    points_text,
    say,
    share_text,
    side_text,
    undetermined_text,
    warnings,
)
from reports.gate_model import GateReport
from reports.markdown import gate_rows, quoted
from reports.plain import Lang

_MOST_ROWS: Final = 15
_MOST_FLIPS: Final = 5
_QUOTE: Final = 160


def markdown(comparison: Comparison, gates: GateReport | None, catalogue: Catalogue, lang: Lang = "en") -> str:
    """The whole of `compare.md`."""
    return "\n".join(_lines(comparison, gates, catalogue, lang)) + "\n"


def _lines(comparison: Comparison, gates: GateReport | None, catalogue: Catalogue, lang: Lang) -> Iterator[str]:
    base, candidate = comparison.base, comparison.candidate
    yield f"# {say('title', lang)}: {quoted(base.name)} → {quoted(candidate.name)}\n"
    yield f"**{headline(comparison, lang)}**\n"
    for warning in warnings(comparison, lang):
        yield f"> {warning}\n"
    for name, side in (("base", base), ("candidate", candidate)):
        agents = f" ({quoted(side.agents)})" if side.agents else ""
        yield f"- {say(name, lang)}: {quoted(side.name)}{agents}: {conclusions_text(side.conclusions, lang)}"
    yield f"- {pair_line(comparison.pairs, lang)}"
    if left_out := left_out_line(comparison.pairs, lang):
        yield f"- {left_out}"
    for pooled in comparison.pooled[:1]:
        told = f"{share_text(pooled.base)} → {share_text(pooled.candidate)}, {points_text(pooled.change, lang)}"
        yield f"- {say('pooled', lang)}: {told}"
    if line := decided_line(comparison, lang):
        yield f"- {line}"
    if gates is not None and gates.gates:
        yield f"\n## {say('gates', lang)}\n"
        yield from gate_rows(gates, lang)
    yield ""
    yield from _metrics(comparison, catalogue, lang)
    yield from _flips(comparison, lang)
    yield f"\n<details><summary>{say('how', lang)}</summary>\n"
    for line in rest_lines(comparison, ordered(comparison), lang):
        yield f"{line}\n"
    yield f"{legend(comparison, lang)}\n\n</details>"


def _metrics(comparison: Comparison, catalogue: Catalogue, lang: Lang) -> Iterator[str]:
    shown: Sequence[MetricComparison] = ordered(comparison)
    if not shown:
        return
    names = ("metric", "grade", "finding", "base_rate", "candidate_rate", "change", "fell_rose", "undetermined_both")
    yield f"| {' | '.join(say(name, lang) for name in (*names, 'needs'))} |"
    yield f"| {' | '.join('---' for _ in (*names, 'needs'))} |"
    repeats = comparison.pairs.repeats if comparison.pairs.templates else 0
    for metric in shown[:_MOST_ROWS]:
        finding = finding_text(metric, lang)
        cells = (
            f"{metric.metric_id} {catalogue.metric(metric.metric_id).name.get(lang)}",
            metric.grade,
            f"**{finding}**" if metric.finding == "regressed" else finding,
            side_text(metric, False, lang),
            side_text(metric, True, lang),
            change_text(metric, lang),
            f"{metric.fell}/{metric.rose}",
            undetermined_text(metric),
            needs_text(metric, repeats, lang),
        )
        yield f"| {' | '.join(cells)} |"
    if len(shown) > _MOST_ROWS:
        yield f"\n{say('and_more', lang, n=len(shown) - _MOST_ROWS)}"


def _flips(comparison: Comparison, lang: Lang) -> Iterator[str]:
    yield f"\n**{say('flips', lang, n=comparison.flipped) if comparison.flips else say('no_flips', lang)}**\n"
    for flip in comparison.flips[:_MOST_FLIPS]:
        where = f"; {say('parts_at', lang, turn=flip.parting.turn)}" if flip.parting else ""
        first = flip.metrics[0]
        quote = f" · “{quoted(first.quote, _QUOTE)}”" if first.quote else ""
        why = f" · {quoted(first.why, _QUOTE)}" if first.why else ""
        yield f"- {quoted(flip.candidate_session)}: {flip_changes(flip)}{where}{why}{quote}"
    if comparison.flipped > _MOST_FLIPS:
        yield f"- {say('and_more', lang, n=comparison.flipped - _MOST_FLIPS)}"
