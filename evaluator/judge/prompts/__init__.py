"""The two prompts that a model reads and judges by: files that a team can read, change and name in their stead."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, TypeAlias

from evaluator.errors import InputError

PromptName: TypeAlias = Literal["reader", "judge"]
QUESTIONS: Final = "{{questions}}"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's text; ``file`` is its name for the manifest, ``sha256`` what it is told apart by."""

    file: str
    text: str

    @property
    def sha256(self) -> str:
        """Hexadecimal, over the text as UTF-8."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@cache
def shipped(name: PromptName) -> Prompt:
    """The prompt that comes with the evaluator."""
    return Prompt(f"{name}.md", (files("evaluator.judge.prompts") / f"{name}.md").read_text(encoding="utf-8"))


def own_judge_prompt(path: Path) -> Prompt:
    """A team's own judge prompt. Raises InputError where it cannot be read or has no place for the questions."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected a prompt as text, found what is not UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: expected a prompt, found: {error.strerror or error}") from None
    if text.count(QUESTIONS) != 1:
        raise InputError(f"{path}: expected {QUESTIONS} once, where the questions go, found {text.count(QUESTIONS)}")
    return Prompt(path.name, text)
