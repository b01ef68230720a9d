"""The metric catalogue: the specification's 58 metrics as data, their checks, decisions, edges and implications.

`load_catalogue()` gives it whole; `parse()` reads a decision. The texts are in Chinese and English; the data lies in
`data/`, one file a Part.
"""

from evaluator.catalogue.expression import Expression, ExpressionError, parse
from evaluator.catalogue.load import load_catalogue
from evaluator.catalogue.models import Catalogue, Check, Edge, Example, Implication, Metric, Text

__all__ = [
    "Catalogue",
    "Check",
    "Edge",
    "Example",
    "Expression",
    "ExpressionError",
    "Implication",
    "Metric",
    "Text",
    "load_catalogue",
    "parse",
]
