"""Models in memory that read and judge by a script, and what is seen of their requests."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judging.records import INTRODUCTION, session, turn

from evaluator.client import Ask, Completion, ScriptedModels
from evaluator.judge import Asked, Judge, ModelReader, Question, open_questions
from evaluator.reading import Act, Reading, RuleReader
from evaluator.reading.merge import Place
from evaluator.reading.model import Answer
from evaluator.session import Session

Reply = Completion | str
_QUESTION = re.compile(r"^- (M-\d{3}\.\w+)(?: \(turn ([\d, ]+)\))?: ", re.MULTILINE)


def pursuit() -> Session:
    """A conversation with open checks at several turns: M-003 at 2, 3 and 4, M-036 at 3, M-019 and M-020 at 2."""
    return session(
        turn("hi", INTRODUCTION),
        turn("What is the price? And the material?", "Our cables are well made and loved. Which style do you prefer?"),
        turn("do you have stock of 65W?", "Colours and lengths vary, yes."),
        turn("what is the price of it", "It depends on many things."),
    )


def asked_in(ask: Ask) -> dict[str, tuple[int, ...]]:
    """The ids that a request to the judge asks about, with their turns."""
    return questions_in(ask.messages[0]["content"])


def questions_in(system: str) -> dict[str, tuple[int, ...]]:
    """The ids in a judge's instructions, with their turns."""
    found = _QUESTION.findall(system)
    return {name: tuple(int(turn) for turn in turns.split(",") if turn) for name, turns in found}


def shown_in(ask: Ask) -> list[Any]:
    """The lines inside the fence."""
    return [json.loads(line) for line in ask.messages[1]["content"].split("\n")[1:-1]]


def entry(name: str, result: object, turns: Sequence[int] = (), quote: object = None, **more: Any) -> dict[str, Any]:
    """One answer as a model writes it."""
    return {"id": name, "result": result, "turns": list(turns), "quote": quote, "why": "so it is", **more}


def answers(*entries: Mapping[str, Any]) -> str:
    """A completion of the judge's."""
    return json.dumps({"answers": list(entries)}, ensure_ascii=False)


def acts(*entries: tuple[int, str, str, str | None, str]) -> str:
    """A completion of the reader's: turn, text, act, value, quote."""
    keys = ("turn", "text", "act", "value", "quote")
    return json.dumps({"acts": [dict(zip(keys, item, strict=True)) for item in entries]}, ensure_ascii=False)


def said(record: Session, number: int) -> str:
    """Some words of a turn: the reply's, else the customer's."""
    there = record.turns[number - 1]
    reply = there.inquiry.reply_text if there.inquiry else None
    texts = [reply or "", *(message.text for message in there.inbound)]
    return next((text.split("\n")[0][:60] for text in texts if text.strip()), "")


def plain_answer(record: Session, question: Question, result: str) -> dict[str, Any]:
    """A well formed answer with a true quote."""
    turns = question.turns or (1,)
    shown = next((number for number in (*turns, *range(1, len(record.turns) + 1)) if said(record, number)), None)
    named = turns if shown in turns else (shown, *turns)
    return entry(question.id, result, [number for number in named if number], said(record, shown) if shown else None)


DEFAULTS: Mapping[str, str] = {"check": "PASS", "applies": "YES", "condition": "NO", "score": "4"}


def judge_says(record: Session, results: Mapping[str, str] | None = None) -> Callable[[Ask], str]:
    """A judge that answers each question well, with the result for its id, else for its kind."""
    chosen = {**DEFAULTS, **(results or {})}
    questions = {question.id: question for question in questions_of(record)}

    def say(ask: Ask) -> str:
        found = [questions[name] for name in asked_in(ask)]
        return answers(*(plain_answer(record, item, chosen.get(item.id, chosen[item.kind])) for item in found))

    return say


def in_turn(*replies: Reply) -> Callable[[Ask], Reply]:
    """Answers one after the other; asked once more, it is an error."""
    left = iter(replies)
    return lambda ask: next(left)


def read(record: Session) -> Reading:
    """The rules' reading."""
    return RuleReader().read(record)


def asked_about(record: Session, reading: Reading | None = None) -> tuple[Asked, ...]:
    """What is left open."""
    return open_questions(record, reading or read(record))


def questions_of(record: Session, reading: Reading | None = None) -> list[Question]:
    """The open questions, one after the other."""
    return [question for asked in asked_about(record, reading) for question in asked.questions]


def only(record: Session, *names: str) -> tuple[Asked, ...]:
    """Of what is left open the questions with these ids."""
    return tuple(
        Asked(asked.entry, kept)
        for asked in asked_about(record)
        if (kept := tuple(question for question in asked.questions if question.id in names))
    )


@dataclass
class Judged:
    """What a judge answered, and what it was asked."""

    answers: dict[str, Answer]
    asks: list[Ask]


def judged(record: Session, asked: Iterable[Asked], say: Callable[[Ask], Reply], votes: int = 1) -> Judged:
    """A judge's answers to questions."""
    models = ScriptedModels(say)
    found = asyncio.run(Judge(models, votes).answer(record, tuple(asked)))
    return Judged({answer.id: answer for answer in found}, models.asked)


def model_read(record: Session, *replies: Reply) -> tuple[Mapping[Place, tuple[Act, ...]], list[Ask]]:
    """What a model reader makes of a session, and what it was asked."""
    models = ScriptedModels(in_turn(*replies))
    return asyncio.run(ModelReader(models).read(record)), models.asked
