"""The coverage table on the terminal; plain text of a fixed width where it goes into a file or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from evaluator.catalogue import Catalogue, Metric, load_catalogue
from evaluator.verdicts import Verdict
from reports.coverage_model import Coverage, MetricCoverage
from reports.figures import NONE, exercised_line, metric_lines, rate_text, run_lines, tiers_text, undetermined_line
from reports.plain import Lang, one_line
from reports.rates import Rate
from reports.words import word

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

_PLAIN_WIDTH: Final = 120
_WIDE: Final = 110  # columns from which the overview has room for the pass rates
_ID_WIDTH: Final = 6
_GRADE_WIDTH: Final = 4
_COUNT_WIDTH: Final = 6
_TIERS_WIDTH: Final = 9
_RATE_WIDTH: Final = 24
_WIDEST_TEXT: Final = 300
_WIDEST_LEVEL: Final = 40
_MOST_SESSIONS: Final = 10  # unqualified conversations that are told one by one
_MOST_REASONS: Final = 3  # failed metrics of one of them
_WIDEST_REASON: Final = 160
_CONCLUSIONS: Final = (
    ("qualified", "qualified", "合格"),
    ("unqualified", "unqualified", "不合格"),
    ("undetermined", "undetermined", "未定"),
)


def print_coverage(
    coverage: Coverage,
    lang: Lang = "en",
    metrics: Sequence[str] | None = None,
    file: TextIO | None = None,
    catalogue: Catalogue | None = None,
) -> None:
    """Prints the coverage table on ``file`` (stdout by default).

    One metric is shown whole: its checks, its edges, its languages and other factors. Several, or none named (then all
    of the coverage), are one line each, by Part. Raises NotFoundError for a metric that does not exist.
    """
    from rich.console import Console

    catalogue = catalogue or load_catalogue()
    out = file or sys.stdout
    plain = None if out.isatty() else StringIO()
    console = Console(file=plain or out, width=_PLAIN_WIDTH if plain else None, highlight=False, emoji=False)
    chosen = [catalogue.metric(name) for name in dict.fromkeys(metrics or ())]
    if len(chosen) == 1:
        _print_metric(console, chosen[0], coverage, lang)
    else:
        shown = chosen or [metric for metric in catalogue if metric.id in coverage.metrics]
        _print_overview(console, shown, coverage, catalogue, lang)
    if plain is not None:
        out.writelines(f"{line.rstrip()}\n" for line in plain.getvalue().splitlines())


def print_conclusions(run_dir: Path, lang: Lang = "en", invalid: bool = True, file: TextIO | None = None) -> None:
    """Prints what a run comes to: how many conversations are qualified, and why the first unqualified ones are not.

    `invalid`: whether there may be conversations that the buyer spoiled; they do not count.
    """
    from reports import run_dir as run
    from reports.coverage import origin_of

    left_out = {one.session_id for one in run.sessions(run_dir) if origin_of(one).invalid} if invalid else set()
    counts: dict[str, int] = {}
    unqualified: dict[str, tuple[str, ...]] = {}  # those that are told, with their failed metrics
    for found in run.conclusions(run_dir):
        if found.session_id in left_out:
            continue
        counts[found.conclusion] = counts.get(found.conclusion, 0) + 1
        if found.conclusion == "unqualified" and len(unqualified) < _MOST_SESSIONS:
            unqualified[found.session_id] = found.failed_p0
    lines = ["", "结论：" if lang == "zh" else "Conclusions:"]
    for name, english, chinese in _CONCLUSIONS:
        number = counts.get(name, 0)
        lines.append(f"  {chinese} {number}" if lang == "zh" else f"  {english:12} {number:6}")
    if unqualified:
        lines += ["", "不合格的会话：" if lang == "zh" else "Unqualified conversations:"]
        lines += _failure_lines(unqualified, _reasons(run.verdicts(run_dir), unqualified), lang)
        more = counts["unqualified"] - len(unqualified)
        if more:
            lines.append(
                f"  …… 另有 {more} 个，见 conclusions.jsonl"
                if lang == "zh"
                else f"  … and {more} more, see conclusions.jsonl"
            )
    (file or sys.stdout).writelines(f"{line}\n" for line in lines)


def _reasons(verdicts: Iterable[Verdict], sessions: Collection[str]) -> dict[tuple[str, str], Verdict]:
    """The failed verdicts of these sessions; what follows the last of them is not read."""
    found: dict[tuple[str, str], Verdict] = {}
    waiting = set(sessions)
    current = ""
    for verdict in verdicts:
        if verdict.session_id != current:
            waiting.discard(current)
            current = verdict.session_id
            if not waiting:
                break
        if verdict.result == "FAIL" and current in waiting:
            found[current, verdict.metric_id] = verdict
    return found


def _failure_lines(
    unqualified: Mapping[str, tuple[str, ...]], found: Mapping[tuple[str, str], Verdict], lang: Lang
) -> Iterator[str]:
    """A line for each failed metric of each session: the check that failed, and why."""
    for session_id, metrics in unqualified.items():
        name = one_line(session_id, _WIDEST_LEVEL * 2)
        for metric in metrics[:_MOST_REASONS]:
            verdict = found.get((session_id, metric))
            failed = [check for check in verdict.checks if check.result == "FAIL"] if verdict else []
            if failed:
                where = f"{metric}.{failed[0].check}"
                why = failed[0].note or (verdict.reason if verdict else "")
                turn = failed[0].turn
            else:
                where, why, turn = metric, verdict.reason if verdict else "", None
            if turn is not None:
                why = f"第 {turn} 轮：{why}" if lang == "zh" else f"turn {turn}: {why}"
            yield f"  {name}  {where}  {one_line(why, _WIDEST_REASON)}".rstrip()
        more = len(metrics) - _MOST_REASONS
        if more > 0:
            yield f"  {name}  另有 {more} 项" if lang == "zh" else f"  {name}  and {more} more failed"


def _print_overview(
    console: Console, shown: Sequence[Metric], coverage: Coverage, catalogue: Catalogue, lang: Lang
) -> None:
    """One table a Part, all of the same widths, under one header."""
    for number, (part, group) in enumerate(groupby(shown, key=lambda metric: metric.part)):
        table = _overview_table(lang, header=number == 0, wide=console.width >= _WIDE)
        for metric in group:
            row = _overview_row(metric, coverage.metrics.get(metric.id), lang)
            table.add_row(*row[: len(table.columns)])
        if number:
            console.print()
        console.print(_text(f"{part} {catalogue.parts[part].get(lang)}", "bold"))
        console.print(table)
    console.print()
    if console.width < _WIDE:
        _print_means(console, shown, coverage, lang)
    ends = (exercised_line(coverage, lang), undetermined_line(coverage, lang), *run_lines(coverage, lang))
    for line in (*filter(None, ends), word("legend", lang)):
        console.print(_text(line))


def _print_means(console: Console, shown: Sequence[Metric], coverage: Coverage, lang: Lang) -> None:
    """The mean scores, where the table has no column that would tell them."""
    for metric in shown:
        found = coverage.metrics.get(metric.id)
        if found is not None and found.mean_score is not None:
            console.print(_text(f"{metric.id}: {rate_text(found, lang)}"))


def _overview_table(lang: Lang, header: bool, wide: bool) -> Table:
    table = _table(expand=True, show_header=header, gap=1 if wide else 0)
    table.add_column(word("metric", lang), width=_ID_WIDTH, no_wrap=True)
    table.add_column(word("name", lang), ratio=1, overflow="fold")
    table.add_column(word("grade", lang), width=_GRADE_WIDTH, no_wrap=True)
    for name in ("pass", "fail", "na", "undetermined", "missed"):
        table.add_column(word(name, lang), justify="right", width=_COUNT_WIDTH, no_wrap=True)
    table.add_column(word("tiers", lang), justify="right", width=_TIERS_WIDTH, no_wrap=True)
    if wide:
        table.add_column(word("rate", lang), width=_RATE_WIDTH, no_wrap=True)
    return table


def _overview_row(metric: Metric, found: MetricCoverage | None, lang: Lang) -> list[str | Text]:
    found = found or MetricCoverage(grade=metric.grade)
    return [
        metric.id,
        metric.name.get(lang),
        found.grade,
        _count(found.passed, "green"),
        _count(found.fail, "bold red"),
        _count(found.na, ""),
        _count(found.undetermined, "yellow"),
        _count(found.missed_probes, "yellow"),
        tiers_text(found),
        rate_text(found, lang),
    ]


def _print_metric(console: Console, metric: Metric, coverage: Coverage, lang: Lang) -> None:
    found = coverage.metrics.get(metric.id) or MetricCoverage(grade=metric.grade)
    console.print(_text(f"{metric.id} {metric.name.get(lang)} ({metric.grade}, {metric.stage})", "bold"))
    if found.checks or found.edges:
        console.print(_parts(metric, found, lang))
        console.print()
    for factor in found.factors:
        console.print(_levels(factor, found, lang))
        console.print()
    ends = (*metric_lines(found, lang), *run_lines(coverage, lang), undetermined_line(coverage, lang))
    for line in filter(None, ends):
        console.print(_text(line))


def _parts(metric: Metric, found: MetricCoverage, lang: Lang) -> Table:
    """The checks and the edges; an edge is observed, but neither passes nor fails."""
    table = _table()
    table.add_column(word("check", lang), no_wrap=True)
    table.add_column(word("what", lang), ratio=1, overflow="fold")
    table.add_column(word("declared", lang), no_wrap=True)
    for name in ("observed", "pass", "fail", "open"):
        table.add_column(word(name, lang), justify="right", no_wrap=True)
    table.add_column(word("proven", lang), no_wrap=True)
    for name, check in found.checks.items():
        table.add_row(
            name,
            one_line(metric.check(name).text.get(lang), _WIDEST_TEXT),
            _tick(check.declared, lang),
            _count(check.passed + check.fail, ""),
            _count(check.passed, "green"),
            _count(check.fail, "bold red"),
            _count(check.open, "yellow"),
            _tick(check.proven, lang, "yellow"),
        )
    if found.edges:
        table.add_section()
    for name, edge in found.edges.items():
        text = one_line(metric.edge(name).condition.get(lang), _WIDEST_TEXT)
        observed = _count(edge.observed, "")
        table.add_row(name, text, _tick(edge.declared, lang), observed, "", "", "", _tick(edge.proven, lang, "yellow"))
    return table


def _levels(factor: str, found: MetricCoverage, lang: Lang) -> Table:
    table = _table()
    title = word("language", lang) if factor == "language" else one_line(factor, _WIDEST_LEVEL)
    table.add_column(_text(title), min_width=12)
    for name in ("pass", "fail", "undetermined"):
        table.add_column(word(name, lang), justify="right", no_wrap=True)
    scored = found.mean_score is not None
    if not scored:
        table.add_column(word("rate", lang), no_wrap=True)
    for level, counts in found.factors[factor].items():
        row: list[str | Text] = [
            _text(one_line(level, _WIDEST_LEVEL)),
            _count(counts.passed, "green"),
            _count(counts.fail, "bold red"),
            _count(counts.undetermined, "yellow"),
        ]
        rate = Rate(counts.passed, counts.passed + counts.fail).text(lang)
        table.add_row(*(row if scored else [*row, rate]))
    return table


def _table(expand: bool = False, show_header: bool = True, gap: int = 1) -> Table:
    from rich import box
    from rich.table import Table

    return Table(
        box=box.SIMPLE_HEAD,
        padding=(0, gap, 0, 0),
        pad_edge=False,
        show_edge=False,
        header_style="bold",
        expand=expand,
        show_header=show_header,
    )


def _count(number: int, style: str) -> Text:
    """A count; a dash for nothing, so that what there is stands out."""
    return _text(str(number), style) if number else _text(NONE, "dim")


def _tick(value: bool | None, lang: Lang, no_style: str = "dim") -> Text:
    if value is None:
        return _text(NONE, "dim")
    return _text(word("yes", lang), "green") if value else _text(word("no", lang), no_style)


def _text(text: str, style: str = "") -> Text:
    """A text that is never read as markup."""
    from rich.text import Text

    return Text(text, style=style)
