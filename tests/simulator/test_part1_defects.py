"""The seeded defects of stages 1.1, 1.2 and 1.4: each check has one, a blatant one among them, with its texts."""

from __future__ import annotations

import pytest

from evaluator.catalogue import load_catalogue
from simulator.agents.defects import defects, find_defect
from simulator.agents.render import defect_texts

METRICS = ("M-001", "M-002", "M-003", "M-004", "M-005", "M-006", "M-013", "M-014", "M-015", "M-016")


@pytest.mark.parametrize("metric", METRICS)
def test_each_check_has_a_blatant_defect_and_another(metric: str) -> None:
    kinds: dict[str, set[str]] = {}
    for entry in defects(metric):
        kinds.setdefault(entry.target, set()).add(entry.kind)
    assert {f"{metric}.{check.id}" for check in load_catalogue().metric(metric).checks} == set(kinds)
    assert all("blatant" in found and len(found) > 1 for found in kinds.values())
    assert all(find_defect(target).kind == "blatant" for target in kinds)


def test_the_texts_keep_their_slots_in_each_language() -> None:
    for language in ("en", "zh-Hans", "vi", "ar", "tr"):
        texts = defect_texts(language)
        for key in ("customary_figure", "about_figure"):
            assert all("{parameter}" in text and "{value}" in text for text in texts[key]), (language, key)
