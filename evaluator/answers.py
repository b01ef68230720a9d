"""A judge's answers, which a reading keeps: what can be asked, what an answer may be, and what it says of a turn."""

from collections.abc import Mapping, Sequence, Set
from typing import Final, Literal, TypeAlias

from evaluator.catalogue import Catalogue
from evaluator.catalogue import Metric as Entry
from evaluator.checks.base import Finding
from evaluator.evidence import source_of
from evaluator.outcome import Outcome, Tri
from evaluator.reading.model import Answer
from evaluator.session.models import Session

Kind: TypeAlias = Literal["check", "applies", "condition", "score"]
APPLIES: Final = "applies"
SCORE: Final = "score"
RESULTS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "check": ("PASS", "FAIL", "N/A"),
    "applies": ("YES", "NO"),
    "condition": ("YES", "NO"),
    "score": ("1", "2", "3", "4", "5"),
}


def kind_of(catalogue: Catalogue, name: str) -> Kind | None:
    """What kind of question an id asks (`M-008.check_3`: a check); None where nothing is called so."""
    metric, _, what = name.partition(".")
    if metric not in catalogue:
        return None
    return questions_of(catalogue.metric(metric)).get(what)


def questions_of(entry: Entry) -> dict[str, Kind]:
    """What can be asked about a metric."""
    if not entry.checks:
        return {SCORE: "score"}
    found: dict[str, Kind] = {check.id: "check" for check in entry.checks}
    return {**found, **dict.fromkeys(entry.conditions, "condition"), APPLIES: "applies"}


class Answers:
    """The answers on one session, by what was asked.

    `asked` are the turns that are open: an answer that names turns, and none of these, says nothing about them.
    """

    def __init__(self, session: Session, answers: Sequence[Answer]) -> None:
        self._session = session
        self._by_id = {answer.id: answer for answer in answers}

    def get(self, metric: str, what: str) -> Answer | None:
        """The answer to one question."""
        return self._by_id.get(f"{metric}.{what}")

    def truth(self, metric: str, what: str, turn: int, asked: Set[int]) -> Tri:
        """Whether it holds at the turn; None where nobody answered. A YES that names turns is about those alone."""
        answer = self.get(metric, what)
        if answer is None or answer.result not in ("YES", "NO"):
            return None
        if answer.result == "NO":
            return False
        return _is_about(answer, turn, asked)

    def finding(self, metric: str, check: str, turn: int, asked: Set[int]) -> Finding | None:
        """What the judge found at the turn; a FAIL that names turns leaves the others whole."""
        answer = self.get(metric, check)
        if answer is None or answer.result not in ("PASS", "FAIL", "N/A"):
            return None
        result: Outcome = answer.result
        if result == "FAIL" and not (about := _is_about(answer, turn, asked)):
            fault = next((number for number in answer.turns if number in asked), None)
            return None if about is None else Finding("PASS", f"the fault is at turn {fault}", by="judge")
        where = answer.turns[0] if answer.turns else turn
        source = source_of(self._session, where, answer.quote)
        if source is None:
            return Finding(result, answer.why, turn=turn, by="judge")
        return Finding(result, answer.why, answer.quote, source, where, by="judge")


def _is_about(answer: Answer, turn: int, asked: Set[int]) -> Tri:
    if not answer.turns:
        return True
    return None if asked.isdisjoint(answer.turns) else turn in answer.turns
