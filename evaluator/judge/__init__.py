"""Reading and judging with a model: what the rules leave open, asked in at most a few calls a session.

>>> from evaluator.judge import ModelScorer
>>> scored = await ModelScorer(models).score(session)  # doctest: +SKIP
"""

from evaluator.judge.panel import Judge
from evaluator.judge.prompts import Prompt, own_judge_prompt, shipped
from evaluator.judge.questions import Asked, Question, open_questions
from evaluator.judge.reader import ModelReader
from evaluator.judge.scorer import ModelScorer

__all__ = [
    "Asked",
    "Judge",
    "ModelReader",
    "ModelScorer",
    "Prompt",
    "Question",
    "open_questions",
    "own_judge_prompt",
    "shipped",
]
