"""The words of tables and reports, in both languages."""

from collections.abc import Mapping
from typing import Final

from reports.plain import Lang

_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "metric": ("Metric", "指标"),
    "name": ("Name", "名称"),
    "grade": ("Gr.", "级别"),
    "pass": ("PASS", "通过"),
    "fail": ("FAIL", "失败"),
    "na": ("N/A", "不适用"),
    "undetermined": ("Undet.", "未定"),
    "missed": ("Missed", "未触达"),
    "tiers": ("D·O·P", "声·观·验"),
    "rate": ("Pass rate (95% interval)", "通过率（95% 区间）"),
    "check": ("Check", "检查项"),
    "what": ("What", "内容"),
    "declared": ("Declared", "声明"),
    "observed": ("Observed", "观察"),
    "open": ("Open", "待定"),
    "proven": ("Proven", "验证"),
    "language": ("Language", "语言"),
    "factor": ("Factor", "因素"),
    "yes": ("yes", "是"),
    "no": ("no", "否"),
    "mean": ("mean {score:.2f} of 5 (n={n})", "平均 {score:.2f} / 5 (n={n})"),
    "title": ("Coverage", "覆盖情况"),
    "decided_line": (
        "{passed} passed and {fail} failed of {decided} decided: {rate}",
        "已判定 {decided}：通过 {passed}，失败 {fail}；通过率 {rate}",
    ),
    "scored_line": ("{decided} scored: {rate}", "已评分 {decided}：{rate}"),
    "apart_line": (
        "not counted: {na} N/A or without occasion, {undetermined} undetermined; probes missed: {missed}",
        "不计入：不适用或无机会 {na}，未定 {undetermined}；未触达的探针 {missed}",
    ),
    "sessions_line": ("sessions: {sessions}", "会话：{sessions}"),
    "invalid_line": (
        "sessions: {sessions}, of which {invalid} invalid and left out",
        "会话：{sessions}，其中无效 {invalid}（不计入）",
    ),
    "metrics_line": (
        "metrics: {exercised} of {all} exercised, {failing} with a FAIL; undetermined verdicts: {undetermined}",
        "指标：{exercised} / {all} 被触发，{failing} 个有失败；未定判定 {undetermined} 条",
    ),
    "templates_line": ("templates that aim at it: {templates}", "针对它的模板：{templates}"),
    "pairs_line": (
        "pairs of factor levels driven: {observed} of {required}",
        "因素水平对：{observed} / {required} 已覆盖",
    ),
    "legend": (
        "D·O·P: checks and edges that are declared (a template aims at them), observed (a session decided them), "
        "proven (a seeded defect was caught), of all.",
        "声·观·验（声明、观察、验证）：有模板针对、有会话判定、有植入缺陷被抓到的检查项与边界数，斜线后为总数。",
    ),
    "none_counted": ("nothing decided", "没有判定"),
    "report_title": ("Report of {run}", "运行报告：{run}"),
    "conclusions_line": (
        "{qualified} qualified · {unqualified} unqualified · {undetermined} undetermined",
        "合格 {qualified} · 不合格 {unqualified} · 未定 {undetermined}",
    ),
    "gates_passed": ("Gates: all {all} passed", "门槛：{all} 项全部通过"),
    "gates_failed": ("Gates: {failed} of {all} failed", "门槛：{all} 项中 {failed} 项未通过"),
    "more_gates": ("and {more} more, in gates.json", "另有 {more} 项，见 gates.json"),
    "state_line": (
        "The run is not complete (state: {state}). What follows is of the sessions finished so far.",
        "运行未完成（状态：{state}），以下仅为已完成的会话。",
    ),
    "corrected_line": (
        "Judged by readings that were corrected by hand or come from another reader: {count}",
        "{count} 个会话按人工修正或他人给出的判读评判",
    ),
    "errors_line": (
        "Infrastructure errors: {errors} (in errors.jsonl; they are no verdicts)",
        "基础设施错误：{errors}（见 errors.jsonl，不算判定）",
    ),
    "evaluator_line": ("Evaluator {version}, judge: {judge}", "评测器 {version}，裁判模型：{judge}"),
    "rules": ("none, rules alone", "无，仅规则"),
    "agents_line": ("Agents: {agents}", "被测智能体：{agents}"),
    "turn_line": ("turn {turn}", "第 {turn} 轮"),
    "prompt_line": ("prompt: {sections}", "提示词：{sections}"),
    "open_line": (
        "undetermined most often: {metrics}; the reasons are in report.html, and a person has to read these",
        "未定最多：{metrics}；原因见 report.html，这些需要人来读",
    ),
    "expectations_line": (
        "expectations of the templates: {met} of {expectations} met, {unmet} not met, {missed} missed, {undetermined} "
        "undetermined (expectations.json)",
        "模板预期：{expectations} 项中符合 {met}，不符合 {unmet}，未触达 {missed}，"
        "未定 {undetermined}（见 expectations.json）",
    ),
    "defect_line": (
        "the seeded defect changed {changed} of {sessions} conversations",
        "植入的缺陷改变了 {sessions} 个会话中的 {changed} 个",
    ),
    "failed_title": ("Failed metrics", "失败的指标"),
    "no_failures": ("No metric failed.", "没有指标失败。"),
    "nothing_decided": ("Nothing was decided: this run shows nothing.", "没有任何判定：这次运行什么也说明不了。"),
    "example": ("Example", "示例"),
    "more_line": ("and {more} more, in the table below", "另有 {more} 项，见下表"),
    "gates_title": ("Gates", "门槛"),
    "gate": ("Gate", "门槛"),
    "result": ("Result", "结果"),
    "gate_passed": ("passed", "通过"),
    "gate_failed": ("FAILED", "未通过"),
    "missed_title": ("Probes missed", "未触达的探针"),
    "all_title": ("All metrics", "全部指标"),
}


def word(name: str, lang: Lang, **values: object) -> str:
    """The word or sentence of that name, with ``values`` filled in."""
    english, chinese = _WORDS[name]
    text = english if lang == "en" else chinese
    return text.format(**values) if values else text
