"""Do a judge's answers in a given reading fit the session and the catalogue? Each, once, with a quote that is there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluator.answers import RESULTS, Kind, kind_of, questions_of
from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.errors import Problem
from evaluator.evidence import source_of
from evaluator.reading.model import Answer
from evaluator.session.models import Session


def wrong_answers(session: Session, answers: Sequence[Answer], file: str, line: int | None) -> Iterator[Problem]:
    """What is wrong with the answers on a session, in their order; `line` is the reading's line in `file`."""
    verifier = _Verifier(file, line, session, load_catalogue())
    seen: set[str] = set()
    for index, answer in enumerate(answers):
        yield from verifier.answer(answer, f"answers[{index}]", answer.id in seen)
        seen.add(answer.id)


@dataclass(frozen=True)
class _Verifier:
    file: str
    line: int | None
    session: Session
    catalogue: Catalogue

    def problem(self, path: str, expected: str, found: str) -> Problem:
        return Problem(self.file, self.line, path, expected, found)

    def answer(self, answer: Answer, place: str, doubled: bool) -> Iterator[Problem]:
        if doubled:
            yield self.problem(f"{place}.id", "one answer to each question", f"{answer.id} again")
        kind = kind_of(self.catalogue, answer.id)
        if kind is None:
            yield self.problem(f"{place}.id", self.known(answer.id), repr(answer.id))
        elif not _fits(answer, kind):
            expected = f"{' or '.join(RESULTS[kind])} ({answer.id})"
            yield self.problem(f"{place}.result", expected, repr(answer.result))
        count = len(self.session.turns)
        stray = [turn for turn in answer.turns if not 1 <= turn <= count]
        if stray:
            yield self.problem(f"{place}.turns", f"turns from 1 to {count}", ", ".join(map(str, stray)))
        elif answer.quote is not None:
            looked_at = answer.turns[:1] or range(1, count + 1)
            if not any(source_of(self.session, turn, answer.quote) for turn in looked_at):
                where = f"turn {answer.turns[0]}" if answer.turns else "the session"
                yield self.problem(f"{place}.quote", f"words of the record of {where}", repr(answer.quote))

    def known(self, name: str) -> str:
        """What an id could have named."""
        metric = name.partition(".")[0]
        if metric not in self.catalogue:
            return "the id of a metric, a dot, and what is asked (M-008.check_3)"
        return f"one of {metric}'s: {', '.join(questions_of(self.catalogue.metric(metric)))}"


def _fits(answer: Answer, kind: Kind) -> bool:
    return str(answer.result) in RESULTS[kind] and isinstance(answer.result, int) == (kind == "score")
