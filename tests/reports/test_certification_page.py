"""The page of a certification: its figures, its matrix, and nothing in it that could run or be fetched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from reports.certification import FILE, PAGE, write_certification
from reports.certification.page import matrix


def defect(name: str, target: str, **more: Any) -> dict[str, Any]:
    """A defect of the document."""
    base = {"defect": name, "target": target, "kind": "blatant", "driven": 6, "changed": 6, "killed": 6, "open": 0}
    return {**base, "missed": 0, "alarms": {}, "reason": "", "fails": {}, "templates": {}, **more}


def document() -> dict[str, Any]:
    """A certification with one clean defect, one that was not caught, and a hostile session id."""
    hostile = "<script>alert(1)</script>"
    caught = defect("M-008.check_1/blatant", "M-008.check_1", fails={"M-008": 6, "M-007": 2})
    noisy = defect("M-008.check_2/subtle", "M-008.check_2", killed=0, missed=6, kind="subtle", reason=hostile)
    noisy |= {"fails": {"M-001": 1}, "alarms": {"M-001": [hostile]}}
    rate = {"of": 6, "low": 0.5, "high": 1.0}
    return {
        "evaluator": "abc",
        "languages": ["en"],
        "seed": 1,
        "limit": None,
        "scenarios": [],
        "kinds": {"blatant": {"caught": 1, "of": 1}, "plausible": {"caught": 0, "of": 0}},
        "false_alarms": {"conversations": 1, "of": 18},
        "proven": {"M-008.check_1": True},
        "targets": [{"template": "m008-mine", "target": "M-008.check_1", "proof": "proven", "changed": 6, "killed": 6}],
        "rates": {
            "M-008": {"kills": {"blatant": {"killed": 6, **rate}}, "false_alarms": {}},
            "M-001": {"kills": {}, "false_alarms": {"subtle": {"failed": 1, **rate}}},
        },
        "edits": {
            "kinds": {"emoji": {"conversations": 3, "decided": 90, "flipped": 1, "opened": 0, "newly_decided": 0}},
            "metrics": {"M-008": {"flipped": 1}},
            "changes": [
                {
                    "edit": "emoji",
                    "agents": "reference",
                    "session_id": hostile,
                    "metric": "M-008",
                    "change": "flipped",
                    "before": "PASS",
                    "after": "FAIL",
                    "checks": "",
                    "reason": "r",
                }
            ],
        },
        "metrics": {"M-008": {"metric": "M-008", "driven": 6, "reference_alarms": [], "defects": [caught, noisy]}},
    }


def test_cells_tell_own_implied_and_false_alarms() -> None:
    first, second = matrix(document())
    assert {name: cell.kind for name, cell in first.cells.items()} == {"M-008": "own", "M-007": "implied"}
    assert {name: (cell.kind, cell.count) for name, cell in second.cells.items()} == {"M-001": ("alarm", 1)}


def test_the_page_is_alone_and_safe(tmp_path: Path) -> None:
    paths = write_certification(tmp_path / "c", document(), "zh")
    assert [path.name for path in paths] == [FILE, PAGE]
    text = paths[1].read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert text.count("<script>") == 1
    assert "&lt;script&gt;alert(1)" in text
    assert 'data-lang="zh"' in text
    assert "prefers-color-scheme: dark" in text
    assert not re.search(r"https?://|src=|@import|url\(", text)
    for words in ("Kill matrix", "抓获矩阵", "M-008.check_2/subtle", "100%", "17%"):
        assert words in text
