"""How a metric is printed: one line, or whole with its nine fields (§0.3.1)."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from evaluator.catalogue import Check, Edge, Metric, Text
from scenarios.templates import Template

Lang = Literal["en", "zh"]

_WORDS: Final[Mapping[str, Text]] = {
    name: Text(en=en, zh=zh)
    for name, en, zh in (
        ("definition", "Definition", "定义"),
        ("inputs", "Inputs", "判定输入"),
        ("trigger", "Trigger", "触发"),
        ("not_applicable", "N/A when", "不适用"),
        ("conditions", "Conditions", "分支条件"),
        ("checks", "Checks", "检查项"),
        ("decision", "Decision", "判定"),
        ("tiers", "Tiers", "分档"),
        ("edges", "Edges", "边界"),
        ("examples", "Examples", "示例"),
        ("prompt", "Prompt sections", "关联提示词"),
        ("notes", "Notes", "说明"),
        ("implications", "Fails together with", "连带失败"),
    )
}


def metric_row(entry: Metric, lang: Lang) -> str:
    """One line of the list."""
    return f"{entry.id}  {entry.grade}  {entry.stage}  {len(entry.checks)} checks  {entry.name.get(lang)}"


def metric_lines(entry: Metric, lang: Lang) -> Iterator[str]:
    """The metric whole."""
    yield f"{entry.id} {entry.name.get(lang)} ({entry.grade}, {entry.stage}, {entry.level}, {entry.scoring})"
    for name, text in (
        ("definition", entry.definition),
        ("inputs", entry.inputs),
        ("trigger", entry.trigger),
        ("not_applicable", entry.not_applicable),
    ):
        yield f"\n{_WORDS[name].get(lang)}: {text.get(lang)}"
    yield from _block("conditions", [f"{name}: {text.get(lang)}" for name, text in entry.conditions.items()], lang)
    yield from _block("checks", [line for check in entry.checks for line in _check_lines(check, lang)], lang)
    yield from _block("decision", [entry.decision] if entry.decision else [], lang)
    yield from _block("tiers", [f"{tier}: {text.get(lang)}" for tier, text in sorted(entry.tiers.items())], lang)
    yield from _block("edges", [_edge_line(edge, lang) for edge in entry.edges], lang)
    implied = [f"{item.when}: {', '.join(item.fails)} ({item.why.get(lang)})" for item in entry.implications]
    yield from _block("implications", implied, lang)
    yield from _block("examples", [f"{example.kind}: {example.text.get(lang)}" for example in entry.examples], lang)
    yield from _block("prompt", list(entry.prompt_refs), lang)
    yield from _block("notes", [entry.notes.get(lang)], lang)


def _block(name: str, lines: list[str], lang: Lang) -> Iterator[str]:
    if lines:
        yield f"\n{_WORDS[name].get(lang)}:"
        yield from (f"  {line}" for line in lines)


def _check_lines(check: Check, lang: Lang) -> Iterator[str]:
    yield f"{check.id} [{', '.join(check.decided_by)}] {check.text.get(lang)}"
    if check.formal:
        yield f"    {check.formal}"


def _edge_line(edge: Edge, lang: Lang) -> str:
    outcome = edge.outcome or (f"leans {edge.leans}" if edge.leans else "remark")
    return f"{edge.id} -> {outcome}: {edge.condition.get(lang)}"


def template_row(entry: Template, lang: Lang) -> str:
    """One line of the list of templates."""
    title = entry.title.zh if lang == "zh" else entry.title.en
    return f"{entry.id:44} {entry.kind:10} {title}"


def template_lines(entry: Template, lang: Lang) -> Iterator[str]:
    """A template whole: what it is for, and its story."""
    import yaml

    yield template_row(entry, lang)
    yield entry.purpose.zh if lang == "zh" else entry.purpose.en
    yield ""
    document = entry.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    yield yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=110).rstrip()
