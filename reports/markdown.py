"""`report.md`: the run in short, for a pull request.

All that comes from outside (session ids, quotes, names of models) goes through `quoted`: it cannot become markup, a
link or a mention of somebody.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from evaluator.catalogue import Catalogue, Metric
from evaluator.verdicts import Verdict
from reports import expectations
from reports.coverage_model import Coverage, MetricCoverage
from reports.figures import (
    NONE,
    agent_named,
    agents_of,
    exercised_line,
    rate_text,
    run_lines,
    tiers_text,
    undetermined_line,
)
from reports.gate_model import GateReport
from reports.plain import Lang, one_line
from reports.words import word

_MOST_FAILED: Final = 15  # rows of the table of failed metrics
_MOST_GATES: Final = 12
_LONGEST_REASON: Final = 160
_LONGEST_NAME: Final = 80
_SPECIAL: Final = re.compile(r"[&<>`*_\[\]{}#!|\\~@$^\"']|:(?=//)|(?<=www)\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Summary:
    """What `report.md` says beside the coverage. `examples`: the first failed verdict of a metric, by metric id.

    `gates` are those that the run was held against, if there were any.
    """

    run: str
    manifest: Mapping[str, Any]
    conclusions: Mapping[str, int]
    errors: int
    examples: Mapping[str, Verdict]
    gates: GateReport | None = None
    expectations: Mapping[str, int] = field(default_factory=dict)


def first_failures(verdicts: Iterable[Verdict], left_out: frozenset[str] = frozenset()) -> dict[str, Verdict]:
    """The first failed verdict of each metric; `left_out` are the ids of sessions that do not count."""
    found: dict[str, Verdict] = {}
    for verdict in verdicts:
        if verdict.result == "FAIL" and verdict.counts and verdict.session_id not in left_out:
            found.setdefault(verdict.metric_id, verdict)
    return found


def quoted(text: str, limit: int = _LONGEST_NAME) -> str:
    """A foreign text as code: on one line, its markup and its mentions switched off."""
    return f"<code>{_SPECIAL.sub(lambda match: f'&#{ord(match[0])};', one_line(text, limit))}</code>"


def markdown(coverage: Coverage, summary: Summary, catalogue: Catalogue, lang: Lang = "en") -> str:
    """The whole of `report.md`."""
    return "\n".join(_lines(coverage, summary, catalogue, lang)) + "\n"


def _lines(coverage: Coverage, summary: Summary, catalogue: Catalogue, lang: Lang) -> Iterator[str]:
    yield f"# {word('report_title', lang, run=quoted(summary.run))}"
    yield ""
    counts = {name: summary.conclusions.get(name, 0) for name in ("qualified", "unqualified", "undetermined")}
    yield f"**{word('conclusions_line', lang, **counts)}**"
    state = str(summary.manifest.get("state", "?"))
    if state != "complete":
        yield f"\n> {word('state_line', lang, state=quoted(state))}"
    yield ""
    yield from (f"- {line}" for line in _facts(coverage, summary, lang))
    yield from _gates(summary.gates, lang)
    yield f"\n## {word('failed_title', lang)}\n"
    yield from _failed(coverage, summary.examples, catalogue, lang)
    yield from _missed(coverage, lang)
    if open_metrics := undetermined_line(coverage, lang):
        yield f"\n{open_metrics}"
    yield f"\n<details><summary>{word('all_title', lang)}</summary>\n"
    yield from _all(coverage, catalogue, lang)
    yield f"\n{word('legend', lang)}\n\n</details>"


def gate_rows(gates: GateReport, lang: Lang) -> Iterator[str]:
    """The gates as a table, each with what it came to."""
    yield from _header(("gate", "result", "what"), lang)
    for gate in gates.gates:
        told = word("gate_passed", lang) if gate.passed else f"**{word('gate_failed', lang)}**"
        yield _row(quoted(gate.gate), told, gate.message)


def _gates(gates: GateReport | None, lang: Lang) -> Iterator[str]:
    """What the gates came to; of very many the first, those that failed before the others."""
    if gates is None or not gates.gates:
        return
    failed, all_gates = len(gates.failed), len(gates.gates)
    yield f"\n## {word('gates_title', lang)}\n"
    yield f"**{word('gates_failed' if failed else 'gates_passed', lang, failed=failed, all=all_gates)}**\n"
    first = sorted(gates.gates, key=lambda gate: gate.passed)[:_MOST_GATES]
    yield from gate_rows(gates.model_copy(update={"gates": tuple(first)}), lang)
    if all_gates > _MOST_GATES:
        yield f"\n{word('more_gates', lang, more=all_gates - _MOST_GATES)}"


def _facts(coverage: Coverage, summary: Summary, lang: Lang) -> Iterator[str]:
    yield from run_lines(coverage, lang)
    yield exercised_line(coverage, lang)
    if agents := agents_of(summary.manifest):
        named = ", ".join(" ".join(quoted(text) for text in agent if text) for agent in agents)
        yield word("agents_line", lang, agents=named)
    evaluator = summary.manifest.get("evaluator")
    if isinstance(evaluator, Mapping):
        judge = evaluator.get("judge")
        version = quoted(str(evaluator.get("version", "?")))
        yield word(
            "evaluator_line", lang, version=version, judge=quoted(agent_named(judge)) if judge else word("rules", lang)
        )
        if isinstance(corrected := evaluator.get("corrected_readings"), int) and corrected:
            yield word("corrected_line", lang, count=corrected)
    if told := expectations.line(summary.expectations, lang):
        yield told
    if changed := changed_by_defect(summary.manifest):
        yield word("defect_line", lang, changed=changed[0], sessions=changed[1])
    if summary.errors:
        yield word("errors_line", lang, errors=summary.errors)


def changed_by_defect(manifest: Mapping[str, Any]) -> tuple[int, int] | None:
    """The conversations that a seeded defect changed, and all; None for a run without one."""
    counts = manifest.get("counts")
    if not isinstance(counts, Mapping) or counts.get("changed_by_defect") is None:
        return None
    return int(counts["changed_by_defect"]), int(counts.get("sessions", 0))


def _failed(coverage: Coverage, examples: Mapping[str, Verdict], catalogue: Catalogue, lang: Lang) -> Iterator[str]:
    failed = [(metric, coverage.metrics[metric.id]) for metric in _known(coverage, catalogue)]
    failed = [(metric, found) for metric, found in failed if found.fail]
    if not failed:
        decided = any(found.decided for found in coverage.metrics.values())
        yield word("no_failures" if decided else "nothing_decided", lang)
        return
    failed.sort(key=lambda pair: (pair[1].grade, -pair[1].fail, pair[0].id))
    yield from _header(("metric", "grade", "fail", "rate", "example"), lang)
    for metric, found in failed[:_MOST_FAILED]:
        name = f"{metric.id} {metric.name.get(lang)}"
        example = _example(examples.get(metric.id), metric, lang)
        yield _row(name, found.grade, str(found.fail), rate_text(found, lang), example)
    if len(failed) > _MOST_FAILED:
        yield f"\n{word('more_line', lang, more=len(failed) - _MOST_FAILED)}"


def _example(verdict: Verdict | None, metric: Metric, lang: Lang) -> str:
    """Session, check and turn, why, the words it rests on, and the prompt section that states the rule."""
    if verdict is None:
        return NONE
    failed = next((check for check in verdict.checks if check.result == "FAIL"), None)
    parts = [quoted(verdict.session_id), quoted(verdict.reason, _LONGEST_REASON)]
    if failed is not None and failed.turn is not None:
        parts.append(word("turn_line", lang, turn=failed.turn))
    if failed is not None and failed.quote:
        parts.append(f"“{quoted(failed.quote)}”")
    parts.append(word("prompt_line", lang, sections=quoted("; ".join(metric.prompt_refs), _LONGEST_REASON)))
    return " · ".join(parts)


def _missed(coverage: Coverage, lang: Lang) -> Iterator[str]:
    missed = {name: found.missed_probes for name, found in coverage.metrics.items() if found.missed_probes}
    if missed:
        listed = ", ".join(f"{name} × {number}" for name, number in missed.items())
        yield f"\n**{word('missed_title', lang)}:** {listed}"


def _all(coverage: Coverage, catalogue: Catalogue, lang: Lang) -> Iterator[str]:
    names = ("metric", "grade", "pass", "fail", "na", "undetermined", "missed", "tiers", "rate")
    yield from _header(names, lang)
    for metric in _known(coverage, catalogue):
        found: MetricCoverage = coverage.metrics[metric.id]
        counts = (found.passed, found.fail, found.na, found.undetermined, found.missed_probes)
        figures = (str(number) if number else NONE for number in counts)
        name = f"{metric.id} {metric.name.get(lang)}"
        yield _row(name, found.grade, *figures, tiers_text(found), rate_text(found, lang))


def _known(coverage: Coverage, catalogue: Catalogue) -> list[Metric]:
    return [metric for metric in catalogue if metric.id in coverage.metrics]


def _header(names: Sequence[str], lang: Lang) -> Iterator[str]:
    yield _row(*(word(name, lang) for name in names))
    yield _row(*("---" for _ in names))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
