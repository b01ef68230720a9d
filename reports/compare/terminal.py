"""A comparison on the terminal; plain text of a fixed width where it goes into a file or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Final, TextIO

from evaluator.catalogue import Catalogue, load_catalogue
from reports.compare.model import Comparison, Flip, MetricComparison
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
    run_line,
    say,
    share_text,
    side_text,
    undetermined_text,
    warnings,
)
from reports.gate_model import GateReport
from reports.plain import Lang, one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


_WIDTH: Final = 140
_FLIPS: Final = 8
_ENTRY: Final = 160
_ORDER: Final = ("regressed", "improved", "no evidence", "under-powered")
_STYLES: Final = {"regressed": "bold red", "improved": "green", "no evidence": "", "under-powered": "yellow"}


def print_comparison(
    comparison: Comparison, gates: GateReport | None = None, lang: Lang = "en", file: TextIO | None = None
) -> None:
    """Prints the comparison on ``file`` (stdout by default)."""
    from rich.console import Console

    out = file or sys.stdout
    plain = None if out.isatty() else StringIO()
    console = Console(
        file=plain or out, width=_WIDTH if plain else None, highlight=False, emoji=False, markup=False, soft_wrap=False
    )
    _print(console, comparison, gates, lang)
    if plain is not None:
        out.writelines(f"{line.rstrip()}\n" for line in plain.getvalue().splitlines())


def _print(console: Console, comparison: Comparison, gates: GateReport | None, lang: Lang) -> None:
    for candidate in (False, True):
        side = comparison.candidate if candidate else comparison.base
        name = say("candidate" if candidate else "base", lang)
        conclusions = conclusions_text(side.conclusions, lang)
        console.print(f"{name}: {run_line(comparison, candidate, lang)}; {conclusions}")
    console.print(pair_line(comparison.pairs, lang))
    if left_out := left_out_line(comparison.pairs, lang):
        console.print(left_out)
    for warning in warnings(comparison, lang):
        console.print(f"! {warning}", style="bold yellow")
    console.print()
    _print_metrics(console, comparison, load_catalogue(), lang)
    console.print()
    _print_pooled(console, comparison, lang)
    if line := decided_line(comparison, lang):
        console.print(line)
    console.print()
    for line in flip_lines(comparison, lang):
        console.print(line)
    if gates is not None and gates.gates:
        console.print(f"\n{say('gates', lang)}:", style="bold")
        for gate in gates.gates:
            told = say("gate_passed" if gate.passed else "gate_failed", lang)
            console.print(f"  {gate.gate}: {told}: {gate.message}", style="" if gate.passed else "bold red")
    console.print()
    console.print(legend(comparison, lang))
    console.print(headline(comparison, lang), style="bold")


def ordered(comparison: Comparison) -> list[MetricComparison]:
    """The metrics that a table tells one by one: those found, those that changed at all, those worth a look."""
    shown = [
        metric
        for metric in comparison.metrics
        if metric.finding in ("regressed", "improved") or metric.fell or metric.rose
    ]
    return sorted(shown, key=lambda metric: (_ORDER.index(metric.finding), not metric.watch))


def _print_metrics(console: Console, comparison: Comparison, catalogue: Catalogue, lang: Lang) -> None:
    shown = ordered(comparison)
    if shown:
        table = _table()
        for name in (
            "metric",
            "grade",
            "finding",
            "base_rate",
            "candidate_rate",
            "change",
            "fell_rose",
            "undetermined_both",
            "needs",
        ):
            table.add_column(
                say(name, lang), overflow="fold", no_wrap=name in ("grade", "fell_rose", "undetermined_both")
            )
        repeats = comparison.pairs.repeats if comparison.pairs.templates else 0
        for metric in shown:
            table.add_row(
                f"{metric.metric_id} {catalogue.metric(metric.metric_id).name.get(lang)}",
                metric.grade,
                finding_text(metric, lang),
                side_text(metric, False, lang),
                side_text(metric, True, lang),
                change_text(metric, lang),
                f"{metric.fell}/{metric.rose}",
                undetermined_text(metric),
                needs_text(metric, repeats, lang),
                style=_STYLES[metric.finding],
            )
        console.print(table)
    for line in rest_lines(comparison, shown, lang):
        console.print(line)


def rest_lines(comparison: Comparison, shown: Sequence[MetricComparison], lang: Lang) -> Iterator[str]:
    """The metrics without a change, by finding, with the n of each; and those that could not be compared."""
    named = {metric.metric_id for metric in shown}
    repeats = comparison.pairs.repeats if comparison.pairs.templates else 0
    for finding in ("no evidence", "under-powered"):
        rest = [one for one in comparison.found(finding) if one.metric_id not in named and one.pairs]
        if rest:
            items = [f"{one.metric_id} (n={one.pairs}{_needs(one, repeats, lang)})" for one in rest]
            told = say("steady", lang, n=len(rest), metrics=", ".join(items))
            yield f"{say(finding, lang)}: {told}"
    nothing = [metric.metric_id for metric in comparison.metrics if not metric.pairs]
    if nothing:
        yield say("not_compared", lang, n=len(nothing), metrics=", ".join(nothing))


def _needs(metric: MetricComparison, repeats: int, lang: Lang) -> str:
    text = needs_text(metric, repeats, lang)
    return f" → {text}" if text else ""


def _print_pooled(console: Console, comparison: Comparison, lang: Lang) -> None:
    console.print(f"{say('pooled', lang)}:", style="bold")
    for pooled in comparison.pooled:
        scope = say("all", lang) if pooled.scope == "all" else pooled.scope
        told = f"{share_text(pooled.base)} → {share_text(pooled.candidate)}, {points_text(pooled.change, lang)}"
        console.print(f"  {scope}: {told}")
    if comparison.pairs.repeats > 1:
        console.print(f"{say('pass_power', lang)}:", style="bold")
        for power in comparison.qualified:
            console.print(f"  k={power.k}: {share_text(power.base)} → {share_text(power.candidate)}")


def flip_lines(comparison: Comparison, lang: Lang) -> Iterator[str]:
    """The first conversations that flipped, each with what changed and both replies where the two part."""
    if not comparison.flips:
        yield say("no_flips", lang)
        return
    yield say("flips", lang, n=comparison.flipped)
    for flip in comparison.flips[:_FLIPS]:
        yield f"  {one_line(flip.candidate_session, _ENTRY)}  {flip_changes(flip)}{_parts(flip, lang)}"
        if flip.parting:
            for name, entries in (("base", flip.parting.base), ("candidate", flip.parting.candidate)):
                other = flip.parting.candidate if name == "base" else flip.parting.base
                own = [entry for entry in entries if entry not in other]
                said = next((entry for entry in own if entry.who in ("reply", "unsent")), own[0] if own else None)
                text = one_line(said.text, _ENTRY) if said else say("over", lang)
                yield f"    {say(name, lang)}: {text}"
    if comparison.flipped > _FLIPS:
        yield f"  {say('and_more', lang, n=comparison.flipped - _FLIPS)}"


def flip_changes(flip: Flip, most: int = 4) -> str:
    """``M-008 PASS→FAIL, M-007 PASS→FAIL``."""
    told = [f"{metric.metric_id} {metric.base}→{metric.candidate}" for metric in flip.metrics[:most]]
    return ", ".join(told) + (" …" if len(flip.metrics) > most else "")


def _parts(flip: Flip, lang: Lang) -> str:
    if flip.parting:
        return f"; {say('parts_at', lang, turn=flip.parting.turn)}"
    return f"; {say('same_record', lang)}" if flip.same_record else ""


def _table() -> Table:
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="bold")
