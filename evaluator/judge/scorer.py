"""Scoring with a model: the rules read, the model reads, both are joined, the code judges, and what is open is asked.

The answers are kept in the reading. So a reading file holds all that a verdict rests on, and is judged again, also
after a correction by hand, without any model.
"""

from evaluator.client.ports import Models
from evaluator.judge.panel import Judge
from evaluator.judge.prompts import Prompt
from evaluator.judge.questions import open_questions
from evaluator.judge.reader import ModelReader
from evaluator.reading.merge import merge
from evaluator.reading.model import Reading
from evaluator.reading.rules import READER
from evaluator.scoring import WITH_MODEL, Scored, Scorer
from evaluator.session.models import Session


class ModelScorer:
    """Scores sessions with the rules and a model; ``rules`` may hold readings that were corrected by hand."""

    def __init__(
        self, models: Models, rules: Scorer | None = None, *, votes: int = 1, judge_prompt: Prompt | None = None
    ) -> None:
        self._rules = rules or Scorer()
        self._name = f"{READER}{WITH_MODEL}{models.name('reader')}"
        self.reader = ModelReader(models)
        self.judge = Judge(models, votes, judge_prompt)

    async def score(self, session: Session) -> Scored:
        """The verdicts of all 58 metrics.

        Raises what the models raise, and InputError for a given reading that does not fit the session.
        """
        reading = self._rules.read(session)
        if not self._rules.is_given(session.session_id):
            reading = merge(reading, await self.reader.read(session), self._name)
        return self._rules.judge(session, await self._answered(session, reading))

    async def _answered(self, session: Session, reading: Reading) -> Reading:
        asked = open_questions(session, reading)
        answers = {answer.id: answer for answer in (*reading.answers, *await self.judge.answer(session, asked))}
        return reading.model_copy(update={"answers": tuple(answers.values())})
