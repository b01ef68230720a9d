"""What the seeded defects say of the targets of a team's own templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scenarios.templates import Template
from simulator.agents.defects import defects
from simulator.certify.model import DefectResult, Proof, TargetProof


def prove(templates: Iterable[Template], results: Sequence[DefectResult]) -> Iterator[TargetProof]:
    """Each target of each template, with whether a defect of it was caught in a conversation of that template.

    A target that names a whole metric is proven by any defect of it. A check whose defects were all left out by
    ``--defect`` counts as not driven, as one without a defect does.
    """
    driven = {entry.defect for entry in results}
    for template in templates:
        if template.kind == "control":
            yield from (TargetProof(template.id, target, "control") for target in template.targets)
            continue
        for target in template.targets:
            named = [entry.id for entry in defects() if entry.target == target or entry.target.startswith(f"{target}.")]
            own = [entry for entry in results if entry.defect in named]
            counts = [entry.templates.get(template.id, [0, 0]) for entry in own]
            changed, killed = sum(count[0] for count in counts), sum(count[1] for count in counts)
            yield TargetProof(template.id, target, _proof(bool(driven & set(named)), changed, killed), changed, killed)


def _proof(driven: bool, changed: int, killed: int) -> Proof:
    if not driven:
        return "no defect"
    if not changed:
        return "unchanged"
    return "proven" if killed else "not caught"
