"""Prompt files: read whole, known by name and hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, TypeAlias

from evaluator.errors import InputError, Problem

PromptKind: TypeAlias = Literal["inquiry", "opportunity"]
DEFAULTS: Final[dict[PromptKind, str]] = {"inquiry": "inquiry.zh.md", "opportunity": "opportunity.zh.md"}


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt. ``name`` is the file's name without its folder; ``sha256`` is that of the file's bytes."""

    text: str
    name: str
    sha256: str


def default_prompt(kind: PromptKind) -> Prompt:
    """The prompt that ships for that agent."""
    name = DEFAULTS[kind]
    return _prompt((files("simulator.prompts") / name).read_bytes(), name, name)


def load_prompt(path: Path) -> Prompt:
    """The prompt in a file. Raises :class:`InputError` where it cannot be read, is no UTF-8, or is empty."""
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(
            "a prompt cannot be read", [Problem(str(path), expected="a text file", found=reason)]
        ) from None
    return _prompt(content, path.name, str(path))


def _prompt(content: bytes, name: str, place: str) -> Prompt:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        problem = Problem(place, line, expected="text in UTF-8", found=f"the byte {content[error.start]:#04x}")
        raise InputError("a prompt cannot be read", [problem]) from None
    if not text.strip():
        raise InputError("a prompt cannot be used", [Problem(place, expected="a prompt", found="nothing")])
    return Prompt(text, name, hashlib.sha256(content).hexdigest())
