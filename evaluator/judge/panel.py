"""The judge: one batched call over a session's open questions, its answers checked, once repaired, else open."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from evaluator.catalogue import Metric as Entry
from evaluator.client.ports import Ask, Models
from evaluator.errors import UsageError
from evaluator.judge.prompts import QUESTIONS, Prompt, shipped
from evaluator.judge.questions import Asked
from evaluator.judge.replies import ANSWER_SCHEMA, Checked, check_answers
from evaluator.judge.transcript import cut, fenced, whole
from evaluator.reading.model import Answer
from evaluator.session.models import Session

_OPPORTUNITY_PARTS: Final = (5, 6)
_MOST_DOUBT: Final = 160  # characters of why one question was left open


class Judge:
    """Asks a model what the rules left open. ``votes``: so many answers to each call; the majority counts.

    Raises UsageError for less than one vote.
    """

    def __init__(self, models: Models, votes: int = 1, prompt: Prompt | None = None) -> None:
        if votes < 1:
            raise UsageError(f"the judge's votes: expected 1 or more, found {votes}")
        self._models = models
        self._votes = votes
        self.prompt = prompt or shipped("judge")

    async def answer(self, session: Session, asked: Sequence[Asked]) -> tuple[Answer, ...]:
        """The answers that hold, in the order of the questions; what is missing stays open."""
        if not asked:
            return ()
        ballots = [await self._ballot(session, asked, vote) for vote in range(self._votes)]
        order = [question.id for item in asked for question in item.questions]
        found = [_majority([ballot[name] for ballot in ballots if name in ballot], self._votes) for name in order]
        return tuple(answer for answer in found if answer is not None)

    async def _ballot(self, session: Session, asked: Sequence[Asked], vote: int) -> dict[str, Answer]:
        questions = [question for item in asked for question in item.questions]
        first = check_answers(await self._ask(session, asked, vote, None), questions, session)
        if not first.faults:
            return first.answers
        left = [_only(item, first.faults) for item in asked]
        left = [item for item in left if item.questions]
        again = [question for item in left for question in item.questions]
        second = check_answers(await self._ask(session, left, vote, first), again, session)
        return first.answers | second.answers

    async def _ask(self, session: Session, asked: Sequence[Asked], vote: int, faulty: Checked | None) -> str | None:
        system = self.prompt.text.replace(QUESTIONS, render_questions(asked))
        if faulty is not None:
            lines = "\n".join(f"- {name}: {fault}" for name, fault in faulty.faults.items())
            system += f"\n\nYou were asked before; these answers could not be used. Answer them again:\n{lines}"
        ask = Ask(
            role="judge",
            messages=(
                {"role": "system", "content": system},
                {"role": "user", "content": fenced(_evidence(session, asked))},
            ),
            conversation=session.session_id,
            schema=ANSWER_SCHEMA,
            schema_name="answers",
            temperature=0.0 if self._votes == 1 else None,
            repeat=vote,
        )
        return (await self._models.complete(ask)).text


def _only(asked: Asked, wanted: Iterable[str]) -> Asked:
    kept = set(wanted)
    return Asked(asked.entry, tuple(question for question in asked.questions if question.id in kept))


def _evidence(session: Session, asked: Sequence[Asked]) -> Iterator[dict[str, Any]]:
    """The turns, and what made the rules doubt: it may quote the chat, and so is no part of the instructions."""
    questions = [question for item in asked for question in item.questions]
    opportunity = any(item.entry.part in _OPPORTUNITY_PARTS for item in asked)
    wanted = [turn for question in questions for turn in question.turns]
    yield from whole(session, opportunity=opportunity, wanted=wanted)
    doubts = {question.id: cut(question.note, _MOST_DOUBT) for question in questions if question.note}
    if doubts:
        yield {"in_doubt": doubts}


def _majority(answers: Sequence[Answer], votes: int) -> Answer | None:
    """The answer of more than half of the votes, a score by the (lower) median; None where there is no such."""
    if len(answers) * 2 <= votes:
        return None
    scores = sorted(answer.result for answer in answers if isinstance(answer.result, int))
    if scores:
        middle = scores[(len(scores) - 1) // 2]
        return next(answer for answer in answers if answer.result == middle)
    result, count = Counter(answer.result for answer in answers).most_common(1)[0]
    if count * 2 <= votes:
        return None
    alike = [answer for answer in answers if answer.result == result]
    return _joined(alike, votes) if result == "YES" else alike[0]


def _joined(alike: Sequence[Answer], votes: int) -> Answer | None:
    """A YES for the turns that more than half of the votes name; None where the votes on a turn are even, or on all."""
    named = Counter(turn for answer in alike for turn in answer.turns)
    if any(count * 2 == votes for count in named.values()):
        return None
    kept = {turn for turn, count in named.items() if count * 2 > votes}
    fitting = next((answer for answer in alike if answer.turns and answer.turns[0] in kept), None)
    if fitting is None:
        return None
    return fitting.model_copy(update={"turns": tuple(dict.fromkeys((fitting.turns[0], *sorted(kept))))})


def render_questions(asked: Sequence[Asked]) -> str:
    """The questions in words, by metric: when it applies, its grey cases, and what is asked."""
    return "\n\n".join(_render(item) for item in asked)


def _render(asked: Asked) -> str:
    entry = asked.entry
    lines = [f"{entry.id} {entry.name.en}. Applies: {entry.trigger.en}", *_background(entry)]
    for question in asked.questions:
        at = f" (turn {', '.join(map(str, question.turns))})" if question.turns else ""
        lines.append(f"- {question.id}{at}: {question.text}")
    return "\n".join(lines)


def _background(entry: Entry) -> Iterable[str]:
    if entry.tiers:
        yield from (f"  {tier}: {text.en}" for tier, text in sorted(entry.tiers.items(), reverse=True))
    for edge in entry.edges:
        outcome = edge.outcome or (f"tends to the {edge.leans} end" if edge.leans else "")
        note = f" ({edge.note.en})" if edge.note else ""
        if outcome:
            yield f"  Case: {edge.condition.en} → {outcome}{note}"
    if entry.notes.en and entry.checks:
        yield f"  Note: {entry.notes.en}"
