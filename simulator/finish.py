"""The end of a run: files in canonical order, coverage, reports, the table on the terminal."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from simulator.cli.gate_checks import Gates
    from simulator.rundir import RunWriter


@dataclass(frozen=True)
class Counts:
    """What a run came to."""

    sessions: int
    errors: int


def finish(
    writer: "RunWriter",
    *,
    lang: Literal["en", "zh"],
    as_json: bool = False,
    refused: int = 0,
    declared: frozenset[str] = frozenset(),
    pairs: tuple[int, int] = (0, 0),
    metrics: Sequence[str] | None = None,
    gates: "Gates | None" = None,
) -> Counts:
    """Writes the run's files and reports and prints the coverage; the run is complete unless errors are left."""
    from reports import coverage_from_run, print_coverage, write_reports
    from reports.terminal import print_conclusions
    from simulator.cli.messages import counted
    from simulator.rundir import ERRORS, warn

    writer.write_files()
    errors = sum(1 for line in (writer.path / ERRORS).read_bytes().splitlines() if line.strip())
    counts = Counts(len(writer.done), errors)
    if writer.corrected and isinstance(evaluator := writer.manifest.get("evaluator"), dict):
        evaluator["corrected_readings"] = writer.corrected
    told = {"sessions": counts.sessions, "refused": refused, "errors": errors, **_changed(writer)}
    writer.save_manifest("interrupted" if errors else "complete", counts=told)
    coverage = coverage_from_run(writer.path, declared=declared, pairs=pairs)
    if gates is not None:
        gates.check(writer.path)
    write_reports(writer.path, coverage, lang)
    if not errors:
        writer.close_journal()
    if as_json:
        print(json.dumps(json.loads((writer.path / "coverage.json").read_text(encoding="utf-8")), ensure_ascii=False))
    else:
        print_coverage(coverage, lang, metrics)
        print_conclusions(writer.path, lang, bool(coverage.invalid_sessions))
        _print_simulated(writer, lang)
    if lang == "zh":
        warn(f"已评分 {counts.sessions} 个对话；结果在 {writer.path}")
        if writer.corrected:
            warn(f"其中 {writer.corrected} 个会话按人工修正过的判读评判")
    else:
        warn(f"{counted(counts.sessions, 'conversation')} scored; the run is in {writer.path}")
        if writer.corrected:
            warn(f"{writer.corrected} of them judged by readings that were corrected, not by the rules' own")
    return counts


def _changed(writer: "RunWriter") -> dict[str, int]:
    changed = writer.changed_by_defect()
    return {} if changed is None else {"changed_by_defect": changed}


def _print_simulated(writer: "RunWriter", lang: Literal["en", "zh"]) -> None:
    """What only a simulated run can tell: its templates' expectations, and what a seeded defect changed."""
    from reports import expectations
    from reports.markdown import changed_by_defect
    from reports.words import word

    if line := expectations.line(expectations.read_counts(writer.path), lang):
        print(f"\n{line}")
    if changed := changed_by_defect(writer.manifest):
        print(word("defect_line", lang, changed=changed[0], sessions=changed[1]))


def show_again(writer: "RunWriter", lang: Literal["en", "zh"], metrics: Sequence[str] | None, as_json: bool) -> int:
    """A run that was complete already: its table once more, and nothing written."""
    from reports import print_coverage
    from reports.run_dir import read_coverage
    from reports.terminal import print_conclusions
    from simulator.rundir import warn

    if as_json:
        print((writer.path / "coverage.json").read_text(encoding="utf-8").strip())
    else:
        coverage = read_coverage(writer.path)
        print_coverage(coverage, lang, metrics)
        print_conclusions(writer.path, lang, bool(coverage.invalid_sessions))
        _print_simulated(writer, lang)
    if lang == "zh":
        warn(f"{writer.path} 中的运行已完成：没有再运行任何对话")
    else:
        warn(f"the run in {writer.path} is complete: nothing was driven")
    return 0
