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
