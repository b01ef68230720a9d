"""Scoring one session after another: reading, verdicts, conclusion. Nothing is kept between sessions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.judging import conclude, judge
from evaluator.reading import Reading, RuleReader
from evaluator.reading.rules import READER
from evaluator.reading.verify import verify_reading
from evaluator.session.models import Session
from evaluator.verdicts import Conclusion, Verdict


@dataclass(frozen=True)
class Scored:
    """What a session's line in each of the run's files is made of."""

    session: Session
    reading: Reading
    verdicts: tuple[Verdict, ...]
    conclusion: Conclusion


CORRECTED: Final = ", corrected"
WITH_MODEL: Final = " + "  # between the rules' name and the model's, in the name of a joint reading


class Scorer:
    """Scores sessions with the rules; `readings` (by session id) replace the reader's own where they are given.

    `places` tells the file and line that a given reading was read from. A given reading that says something else than
    the rules and still bears their name is marked as corrected.
    """

    def __init__(
        self,
        readings: Mapping[str, Reading] | None = None,
        catalogue: Catalogue | None = None,
        *,
        places: Mapping[str, tuple[str, int]] | None = None,
    ) -> None:
        self._readings = readings or {}
        self._places = places or {}
        self._catalogue = catalogue or load_catalogue()
        self._reader = RuleReader()

    def score(self, session: Session) -> Scored:
        """The verdicts of all 58 metrics. Raises InputError for a given reading that does not fit the session."""
        return self.judge(session, self.read(session))

    def judge(self, session: Session, reading: Reading) -> Scored:
        """The verdicts by a reading."""
        verdicts = judge(session, reading, self._catalogue)
        return Scored(session, reading, verdicts, conclude(session.session_id, verdicts, self._catalogue))

    def is_given(self, session_id: str) -> bool:
        """Whether a reading was given for the session."""
        return session_id in self._readings

    def read(self, session: Session) -> Reading:
        """The session's reading: the given one, else the rules'. Raises InputError where a given one does not fit."""
        given = self._readings.get(session.session_id)
        if given is None:
            return self._reader.read(session)
        file, line = self._places.get(session.session_id, ("readings", None))
        verify_reading(session, given, file, line)
        if given.reader != READER or given == self._reader.read(session):
            return given
        return given.model_copy(update={"reader": READER + CORRECTED})
