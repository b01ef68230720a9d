"""The checks, one module a stage of the specification; `METRICS` finds the class of a metric."""

from typing import Final

from evaluator.checks.base import Metric
from evaluator.checks.s11_opening import M001
from evaluator.checks.s12_needs import M004, M006
from evaluator.checks.s12_pursuit import M002, M003, M005
from evaluator.checks.s13_look import M010, M011, M012
from evaluator.checks.s13_posters import M007, M008, M009
from evaluator.checks.s14_single import M013, M014, M015, M016
from evaluator.checks.s21_form import M018, M019
from evaluator.checks.s21_language import M017
from evaluator.checks.s22_routes import M020, M021
from evaluator.checks.s22_tools import M022
from evaluator.checks.s23_media import M023, M024, M025, M026
from evaluator.checks.s24_closing import M027
from evaluator.checks.s31_expression import M029, M030
from evaluator.checks.s41_claims import M035, M036, M038, M039, M040
from evaluator.checks.s41_conduct import M041, M042, M043
from evaluator.checks.s41_terms import M031, M032, M033, M034, M037
from evaluator.checks.s51_conversion import M101, M102, M103
from evaluator.checks.s52_takeover import M104, M105, M106, M107
from evaluator.checks.s53_time_intent import M108, M109
from evaluator.checks.s54_protocol import M110, M111
from evaluator.checks.s61_joint import M201, M202, M203, M204

_CLASSES: Final[tuple[type[Metric], ...]] = (
    M001, M002, M003, M004, M005, M006, M007, M008, M009, M010, M011, M012, M013, M014, M015, M016,
    M017, M018, M019, M020, M021, M022, M023, M024, M025, M026, M027, M029, M030, M031, M032, M033,
    M034, M035, M036, M037, M038, M039, M040, M041, M042, M043, M101, M102, M103, M104, M105, M106,
    M107, M108, M109, M110, M111, M201, M202, M203, M204,
)  # fmt: skip

METRICS: Final[dict[str, Metric]] = {metric.id: metric() for metric in _CLASSES}

__all__ = ["METRICS", "Metric"]
