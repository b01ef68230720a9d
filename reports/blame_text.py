"""The failed checks of a run in words: for the terminal, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from reports.blame import Blame, BlameReport, Example
from reports.markdown import quoted
from reports.plain import Lang, one_line
from reports.rates import percent

_RULE: Final = 300
_LONG: Final = 300
_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "title": ("Failed checks of {run}", "{run} 中失败的检查项"),
    "sessions": ("{sessions} conversations", "{sessions} 个会话"),
    "invalid": (", of which {invalid} invalid and left out", "，其中无效 {invalid}（不计入）"),
    "state": ("The run is not complete (state: {state}).", "运行未完成（状态：{state}）。"),
    "none": ("No check failed.", "没有检查项失败。"),
    "count": ("{count} of {decided} conversations", "{decided} 个会话中 {count} 个"),
    "rule": ("rule", "规则"),
    "prompt": ("prompt", "提示词"),
    "languages": ("languages", "语言"),
    "times": ("times", "时间"),
    "work": ("working hours", "工作时间"),
    "off": ("off hours", "非工作时间"),
    "unknown": ("unknown", "未知"),
    "turn": ("turn {turn}", "第 {turn} 轮"),
    "check": ("Check", "检查项"),
    "failed": ("Failed", "失败"),
    "examples": ("Examples", "示例"),
}


def _word(name: str, lang: Lang, **values: object) -> str:
    return _WORDS[name][lang == "zh"].format(**values)


def terminal_lines(report: BlameReport, lang: Lang = "en") -> Iterator[str]:
    """The report as plain lines."""
    yield _word("title", lang, run=one_line(report.run, _LONG))
    yield _sessions(report, lang)
    if report.state != "complete":
        yield "! " + _word("state", lang, state=one_line(report.state, _LONG))
    if not report.failures:
        yield _word("none", lang)
    for item in report.failures:
        yield ""
        yield f"{item.where} ({item.grade}) {item.name}: {_count(item, lang)}"
        yield f"  {_word('rule', lang)}: {one_line(item.rule, _RULE)}"
        yield f"  {_word('prompt', lang)}: {'; '.join(item.prompt_sections)}"
        languages, times = _levels(item.languages), _times(item, lang)
        yield f"  {_word('languages', lang)}: {languages}; {_word('times', lang)}: {times}"
        for example in item.examples:
            quote = f' "{example.quote}"' if example.quote else ""
            yield f"  - {example.session_id}{_turn(example, lang)}:{quote} {example.note}".rstrip()


def markdown(report: BlameReport, lang: Lang = "en") -> str:
    """The report as Markdown; foreign texts cannot become markup."""
    return "\n".join(_markdown(report, lang)) + "\n"


def _markdown(report: BlameReport, lang: Lang) -> Iterator[str]:
    yield f"# {_word('title', lang, run=quoted(report.run))}\n"
    yield _sessions(report, lang)
    if report.state != "complete":
        yield f"\n> {_word('state', lang, state=quoted(report.state))}"
    yield ""
    if not report.failures:
        yield _word("none", lang)
        return
    names = ("check", "failed", "languages", "times", "prompt", "examples")
    yield f"| {' | '.join(_word(name, lang) for name in names)} |"
    yield f"| {' | '.join('---' for _ in names)} |"
    for item in report.failures:
        examples = "<br>".join(_quoted(example, lang) for example in item.examples)
        languages = quoted(_levels(item.languages))
        sections = quoted("; ".join(item.prompt_sections), _LONG)
        head = f"{item.where} ({item.grade}) {item.name}"
        yield f"| {head} | {_count(item, lang)} | {languages} | {_times(item, lang)} | {sections} | {examples} |"


def _quoted(example: Example, lang: Lang) -> str:
    quote = f" “{quoted(example.quote, _LONG)}”" if example.quote else ""
    return f"{quoted(example.session_id)}{_turn(example, lang)}:{quote} {quoted(example.note, _LONG)}"


def _sessions(report: BlameReport, lang: Lang) -> str:
    told = _word("sessions", lang, sessions=report.sessions)
    return told + (_word("invalid", lang, invalid=report.invalid_sessions) if report.invalid_sessions else "")


def _count(item: Blame, lang: Lang) -> str:
    told = _word("count", lang, count=item.count, decided=item.decided)
    if item.interval is None:
        return told
    low, high = item.interval
    return f"{told} ({percent(item.count / item.decided)}, {percent(low)[:-1]}–{percent(high)})"


def _levels(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{one_line(name, 40)} {number}" for name, number in counts.items())


def _times(item: Blame, lang: Lang) -> str:
    return ", ".join(f"{_word(name, lang)} {number}" for name, number in item.times.items())


def _turn(example: Example, lang: Lang) -> str:
    return f", {_word('turn', lang, turn=example.turn)}" if example.turn else ""
