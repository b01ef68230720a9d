"""What can be found in a text without understanding it: markers, links, numbers, names, language, time."""

from evaluator.text.clock import BEIJING, beijing_time, working_hours
from evaluator.text.interfaces import End, Interface, find_interfaces
from evaluator.text.language import ChineseVariant, LanguageGuess, chinese_variant, detect
from evaluator.text.links import Link, find_links, find_mails
from evaluator.text.markers import Marker, MarkerKind, find_markers, strip_markers
from evaluator.text.masking import blank, plain
from evaluator.text.names import Name, find_incoterms, find_models, find_poster_items, find_standards
from evaluator.text.normalise import (
    ascii_digits,
    contains_quote,
    fold,
    fold_arabic,
    fold_space,
    strip_marks,
    to_simplified,
)
from evaluator.text.numbers import Number, find_numbers
from evaluator.text.units import UnitKind

__all__ = [
    "BEIJING",
    "ChineseVariant",
    "End",
    "Interface",
    "LanguageGuess",
    "Link",
    "Marker",
    "MarkerKind",
    "Name",
    "Number",
    "UnitKind",
    "ascii_digits",
    "beijing_time",
    "blank",
    "chinese_variant",
    "contains_quote",
    "detect",
    "find_incoterms",
    "find_interfaces",
    "find_links",
    "find_mails",
    "find_markers",
    "find_models",
    "find_numbers",
    "find_poster_items",
    "find_standards",
    "fold",
    "fold_arabic",
    "fold_space",
    "plain",
    "strip_markers",
    "strip_marks",
    "to_simplified",
    "working_hours",
]
