"""Certification: does the evaluator see each seeded defect, and nothing else beside it?

Every defect is driven over the templates of its metric, beside the reference agents on the same cases. A conversation
counts where the defect changed it. There the verdict on the defect's check is *killed* (FAIL), *open* or *missed*; a
metric that fails with it and did not fail for the reference is a false alarm, unless the catalogue says that the one
implies the other. A sample of all these conversations is then edited without a change of meaning: no decided verdict
may flip.
"""

from simulator.certify.drive import certify, certify_metric, chosen_defects, implied, templates_of
from simulator.certify.model import (
    EDITS,
    LANGUAGES,
    Certification,
    DefectResult,
    EditCount,
    MetricResult,
    Plan,
    TargetProof,
)

__all__ = [
    "EDITS",
    "LANGUAGES",
    "Certification",
    "DefectResult",
    "EditCount",
    "MetricResult",
    "Plan",
    "TargetProof",
    "certify",
    "certify_metric",
    "chosen_defects",
    "implied",
    "templates_of",
]
