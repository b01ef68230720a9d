"""The prompts of the two agents under test: our own reconstructions, or a team's."""

from simulator.prompts.files import Prompt, PromptKind, default_prompt, load_prompt

__all__ = ["Prompt", "PromptKind", "default_prompt", "load_prompt"]
