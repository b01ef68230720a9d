"""What a run will cost, before it is begun: model calls and tokens by role. A rough figure, on the high side.

A conversation has about as many turns as its plan has moves; a reply takes two calls (a look-up, then the answer), a
decision one a turn and one more after the conversion. Prompts are counted, transcripts by their usual length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from evaluator.client.ports import ROLES, Role

if TYPE_CHECKING:
    from scenarios.cases import Case
    from simulator.drive import Whom
    from simulator.models import JudgeChoice

# Calls a turn, and tokens of a call beside the prompt: the transcript so far, tools and their results, the answer.
_CALLS: Final[Mapping[str, float]] = {"inquiry": 2.0, "opportunity": 1.4, "buyer": 1.0}
_TOKENS: Final[Mapping[str, int]] = {"inquiry": 1500, "opportunity": 700, "buyer": 900}
# Calls and tokens a session: a reading and a batch of questions, one in ten repaired.
_JUDGING_CALLS: Final = 1.1
_READER_TOKENS: Final = 3000
_JUDGE_TOKENS: Final = 4000


@dataclass(frozen=True)
class Estimate:
    """Calls and tokens by role; empty where no model is asked."""

    by_role: dict[str, dict[str, int]]

    @property
    def calls(self) -> int:
        """Of all roles."""
        return sum(entry["calls"] for entry in self.by_role.values())

    @property
    def tokens(self) -> int:
        """Of all roles, prompt and answer."""
        return sum(entry["tokens"] for entry in self.by_role.values())

    def in_words(self) -> str:
        """One line."""
        if not self.by_role:
            return "model calls: 0, tokens: 0 (no model is asked)"
        parts = [f"{role} {entry['calls']:,}" for role, entry in self.by_role.items()]
        return f"model calls: about {self.calls:,} ({', '.join(parts)}), tokens: about {self.tokens:,}"


def estimate(cases: Sequence[Case], whom: Whom, judged: JudgeChoice) -> Estimate:
    """The estimate for these cases."""
    turns = sum(_turns(case) for case in cases)
    prompts = whom.prompt_tokens()
    found: dict[Role, dict[str, int]] = {}
    for role in whom.roles():
        calls = round(turns * _CALLS[role])
        found[role] = {"calls": calls, "tokens": calls * (_TOKENS[role] + prompts.get(role, 0))}
    if judged.kind == "openai":
        calls = round(len(cases) * _JUDGING_CALLS)
        found["reader"] = {"calls": calls, "tokens": calls * _READER_TOKENS}
        found["judge"] = {"calls": calls * judged.votes, "tokens": calls * judged.votes * _JUDGE_TOKENS}
    return Estimate({role: found[role] for role in ROLES if role in found})


def _turns(case: Any) -> int:
    from scenarios.story import tell

    return len(tell(case).steps)
