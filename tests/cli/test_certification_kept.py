"""The certification that is kept with the package still holds: a sample of it is driven again."""

from __future__ import annotations

import pytest

from evaluator.certification import summary
from evaluator.version import evaluator_version
from simulator.agents.defects import defects
from simulator.certify import Plan, certify_metric

SAMPLE = (
    "M-009.check_1/blatant",
    "M-022.check_1/blatant",
    "M-031.check_1/blatant",
    "M-103.check_1/blatant",
    "M-203.check_1/blatant",
)


def kept_of(name: str) -> tuple[dict[str, object], dict[str, object]]:
    """The kept certification and what it says of one defect."""
    kept = summary()
    assert kept is not None
    rows = kept["metrics"][name.partition(".")[0]]["defects"]
    return kept, next(row for row in rows if row["defect"] == name)


@pytest.mark.parametrize("name", SAMPLE)
def test_what_was_proven_is_proven_again(name: str) -> None:
    """The same figures where the evaluator is the certified one; with a newer one the proof still holds."""
    kept, row = kept_of(name)
    plan = Plan((name,), tuple(kept["languages"]), int(str(kept["seed"])), edits=0)  # type: ignore[arg-type]
    (again,) = certify_metric(name.partition(".")[0], plan.defects, plan).defects
    if kept["evaluator"] == evaluator_version():
        found = {"changed": again.changed, "killed": again.killed, "open": again.open, "missed": again.missed}
        assert found == {key: row[key] for key in found}
        assert {metric: len(ids) for metric, ids in again.alarms.items()} == row["alarms"]
    assert again.caught


def test_every_defect_is_in_the_kept_certification() -> None:
    kept = summary()
    assert kept is not None
    listed = {row["defect"] for metric in kept["metrics"].values() for row in metric["defects"]}
    assert listed == {entry.id for entry in defects()}
