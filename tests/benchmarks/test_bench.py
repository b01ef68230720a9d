"""The parts of the benchmark that need no run: varied records, and the lines that it prints."""

from benchmarks.bench import Measured, comparison, report
from benchmarks.vary import shifted, varied


def test_figures_shift_and_names_stay() -> None:
    text = "BYJ-100: 500 pcs at 3.50 on 2026-03-02, 999 or 20W, [IMAGE:p-300|x] 10:30"
    assert shifted(text, 1) == "BYJ-100: 507 pcs at 3.50 on 2026-03-02, 106 or 20W, [IMAGE:p-300|x] 10:30"
    assert shifted(text, 0) == text


def test_a_varied_record_has_its_own_id_and_the_same_figures_everywhere() -> None:
    record = {
        "session_id": "s",
        "turns": [{"text": "500 pcs", "created_at": "500", "tool": {"result": ["MOQ 500", 500, None]}}],
    }
    new = varied(record, 2)
    assert new["session_id"] == "s.n2"
    assert new["turns"] == [{"text": "514 pcs", "created_at": "500", "tool": {"result": ["MOQ 514", 500, None]}}]
    assert record["session_id"] == "s"


def test_the_lines_of_a_run() -> None:
    small = Measured(100, 400, 4.0, 2.0, 1.0, {"reading": 1.0, "judge": 3.0}, 100.0)
    large = Measured(1000, 4000, 40.0, 22.0, 1.0, {"reading": 10.0, "judge": 30.0}, 110.0)
    first, reading, judge = report(" of a kind", small)
    assert first.startswith("100 sessions of a kind of 4.0 turns: 50.0 a second on one core (200 turns;")
    assert "25.0%" in reading
    assert "30.00 ms" in judge
    compared = list(comparison(small, large))
    assert [line.split(": ")[1].split()[0] for line in compared[:2]] == ["1.10", "1.10"]
    assert compared[2].endswith(": 45, not reached")
    assert compared[3].endswith(": +10%, reached")
