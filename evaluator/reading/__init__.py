"""From a session record to the facts that it is judged by.

>>> from evaluator.reading import RuleReader
>>> reading = RuleReader().read(session)  # doctest: +SKIP
"""

from evaluator.reading.model import Act, Reading, ReplyReading, TextReading, TurnReading
from evaluator.reading.rules import READER, RuleReader

__all__ = ["READER", "Act", "Reading", "ReplyReading", "RuleReader", "TextReading", "TurnReading"]
