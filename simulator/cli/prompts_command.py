"""`sim prompts`: prints the prompts that ship, and checks a prompt for the sections that the metrics refer to."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from simulator.cli import WELL
from simulator.cli.options import LANG

if TYPE_CHECKING:
    from simulator.prompts import Prompt, PromptKind
    from simulator.prompts.check import Found, PromptReport

prompts = typer.Typer(no_args_is_help=True)
_KIND_HELP: Final = "Whose prompt it is: inquiry or opportunity (default: told by its sections)."
_WORDS: Final = {
    "en": {
        "inquiry": "inquiry prompt",
        "opportunity": "opportunity prompt",
        "head": "{file}: {kind}, {there} of {all} sections that the metrics refer to",
        "there": "line",
        "lacking": "lacking",
        "near": "near:",
    },
    "zh": {
        "inquiry": "询盘助手提示词",
        "opportunity": "商机转化助手提示词",
        "head": "{file}：{kind}，指标引用的 {all} 个章节中有 {there} 个",
        "there": "行",
        "lacking": "缺少",
        "near": "相近：",
    },
}


@prompts.command("check", help="Are the sections that the metrics refer to in these prompts?")
def check(
    files: Annotated[list[Path], typer.Argument(help="Prompt files (text or Markdown, UTF-8).")],
    kind: Annotated[str | None, typer.Option(help=_KIND_HELP)] = None,
    lang: LANG = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Exit code 0 also where sections are lacking (a finding); 2 where a file cannot be read."""
    from simulator.cli.show_commands import chosen_language
    from simulator.prompts import load_prompt
    from simulator.prompts.check import check_prompt

    language = chosen_language(lang)
    named = None if kind is None else _chosen_kind(kind)
    read = [(str(path), load_prompt(path)) for path in files]
    reports = [check_prompt(prompt, file, named or _recognised(file, prompt)) for file, prompt in read]
    if as_json:
        print(json.dumps([report.to_json() for report in reports], ensure_ascii=False, indent=1))
        return WELL
    for report in reports:
        print("\n".join(_lines(report, _WORDS[language])))
    return WELL


@prompts.command("show", help="Print a prompt that ships: inquiry, opportunity, reader or judge.")
def show(kind: Annotated[str, typer.Argument(help="inquiry, opportunity, reader or judge")]) -> int:
    """The text as it is; a team's own prompt may begin from it."""
    from evaluator.judge import shipped
    from simulator.prompts import default_prompt

    if kind == "reader" or kind == "judge":
        print(shipped(kind).text, end="")
        return WELL
    print(default_prompt(_chosen_kind(kind)).text, end="")
    return WELL


def _chosen_kind(name: str) -> "PromptKind":
    """One of the two agents' prompts. Raises NotFoundError for another."""
    from simulator.cli.messages import unknown
    from simulator.prompts.check import KINDS

    for kind in KINDS:
        if name == kind:
            return kind
    raise unknown("kind of prompt", name, KINDS)


def _recognised(file: str, prompt: "Prompt") -> "PromptKind":
    """Raises UsageError where the sections do not tell."""
    from evaluator.errors import UsageError
    from simulator.prompts.check import recognised_kind

    kind = recognised_kind(prompt)
    if kind is None:
        raise UsageError(f"{file}: its sections do not tell whose prompt it is: give --kind inquiry or opportunity")
    return kind


def _lines(report: "PromptReport", words: dict[str, str]) -> Iterator[str]:
    there = len(report.found) - len(report.lacking)
    yield words["head"].format(file=report.file, kind=words[report.kind], there=there, all=len(report.found))
    for entry in report.found:
        yield _line(entry, words)


def _line(entry: "Found", words: dict[str, str]) -> str:
    place = words["lacking"] if entry.line is None else f"{words['there']} {entry.line}"
    near = f"; {words['near']} {entry.near}" if entry.near else ""
    return f"  {place:9} {entry.wanted.label}  ({', '.join(entry.wanted.metrics)}){near}"
