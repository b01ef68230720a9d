"""What is left open on a session: the questions that a judge is asked, and nothing else.

A metric is asked about only where its verdict hangs on it: it is triggered (or may be), and the rules left a check, a
condition or the trigger itself open. What a record lacks (no tool log, a lost reply) no judge can see either: such a
metric stays undetermined and is not asked about.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from evaluator.answers import APPLIES, SCORE, Answers, Kind
from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.catalogue import Metric as Entry
from evaluator.checks import METRICS
from evaluator.checks.base import Finding
from evaluator.checks.facts import Facts
from evaluator.judged import Judged, combine, judge_events
from evaluator.judging import missing_data
from evaluator.reading.model import Reading
from evaluator.session.models import Session


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `id` as `Answer.id` has it; `turns` count from 1; `text` is the catalogue's.

    `note` says why the rules left it open. It may hold words of the conversation, and is evidence, never instruction.
    """

    id: str
    kind: Kind
    text: str
    turns: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions on one metric."""

    entry: Entry
    questions: tuple[Question, ...]


def open_questions(session: Session, reading: Reading, catalogue: Catalogue | None = None) -> tuple[Asked, ...]:
    """The open questions on a session by metric, in the catalogue's order."""
    facts = Facts.of(session, reading)
    answers = Answers(session, reading.answers)
    found = (_of_metric(facts, entry, answers) for entry in catalogue or load_catalogue())
    return tuple(asked for asked in found if asked.questions)


def _of_metric(facts: Facts, entry: Entry, answers: Answers) -> Asked:
    metric = METRICS.get(entry.id)
    if metric is None:
        wanted = not entry.checks and answers.get(entry.id, SCORE) is None and any(t.published for t in facts.turns)
        question = Question(f"{entry.id}.{SCORE}", "score", entry.definition.en, ())
        return Asked(entry, (question,) if wanted else ())
    judged = judge_events(facts, metric, entry, answers)
    undetermined = combine(judged)[1]
    if not undetermined or (entry.always_triggered and missing_data(facts, metric, entry)):
        return Asked(entry, ())
    return Asked(entry, tuple(_gather(entry, judged)))


def _gather(entry: Entry, judged: list[Judged]) -> Iterator[Question]:
    """One question for each thing that is open, over all events that leave it open."""
    unsure = [item for item in judged if item.event.applies is None and item.outcome != "N/A"]
    if unsure:
        why = "; ".join(dict.fromkeys(item.event.why for item in unsure if item.event.why))
        yield Question(f"{entry.id}.{APPLIES}", "applies", entry.trigger.en, _turns(unsure), why)
    openly = [item for item in judged if item.outcome == "OPEN"]
    for name, text in entry.conditions.items():
        items = [item for item in openly if name in item.unknown]
        if items:
            yield Question(f"{entry.id}.{name}", "condition", text.en, _turns(items))
    for check in entry.checks:
        items = [item for item in openly if _can_be_seen(item.findings[check.id])]
        if items:
            why = "; ".join(dict.fromkeys(item.findings[check.id].note for item in items))
            yield Question(f"{entry.id}.{check.id}", "check", check.text.en, _turns(items), why)


def _can_be_seen(finding: Finding) -> bool:
    return finding.result == "OPEN" and not finding.lacking


def _turns(items: list[Judged]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(item.event.turn.number for item in items))
