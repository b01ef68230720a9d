"""Options that several commands share."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

OUT: TypeAlias = Annotated[Path | None, typer.Option(help="The run directory (default: runs/<run id>).")]
FORCE: TypeAlias = Annotated[bool, typer.Option("--force", help="Write over a run that is there.")]
RESUME: TypeAlias = Annotated[bool, typer.Option("--resume", help="Finish a run that was interrupted.")]
READINGS: TypeAlias = Annotated[
    Path | None, typer.Option(help="Judge by these readings (readings.jsonl, corrected by hand) where they are given.")
]
LANG: TypeAlias = Annotated[str, typer.Option(help="Language of what is printed: en or zh.")]

_JUDGING = "How to judge"
_MODELS = "Models"
JUDGE: TypeAlias = Annotated[
    str, typer.Option(help="rules, or openai: a model reads and judges beside the rules.", rich_help_panel=_JUDGING)
]
JUDGE_MODEL: TypeAlias = Annotated[
    str | None, typer.Option(help="The model that reads and judges.", rich_help_panel=_JUDGING)
]
JUDGE_VOTES: TypeAlias = Annotated[
    int, typer.Option(min=1, max=9, help="Ask the judge so many times; the majority counts.", rich_help_panel=_JUDGING)
]
JUDGE_PROMPT: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Your own judge prompt (sim prompts show judge prints ours).", rich_help_panel=_JUDGING),
]
REDACT: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--redact",
        help="Replace phones, mails and names before a judge or a report sees them.",
        rich_help_panel=_JUDGING,
    ),
]
CONFIG: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Endpoints, models and prices by role (default: sim.toml, if there).", rich_help_panel=_MODELS),
]
BUDGET: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(help="Stop, resumable, at calls=N, tokens=N or money=X of all models.", rich_help_panel=_MODELS),
]
REPLAY: TypeAlias = Annotated[
    bool,
    typer.Option("--replay", help="Answer from recorded responses only; send nothing.", rich_help_panel=_MODELS),
]
CACHE: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Keep responses in this file instead of the run's own.", rich_help_panel=_MODELS),
]
