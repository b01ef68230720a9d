"""FAILs of which no label speaks, and the file that says what reading them found."""

from pathlib import Path

from benchmarks.fails import Fails, read_findings
from benchmarks.labelled import is_whole, own_set
from evaluator.agreement import Label
from evaluator.verdicts import Verdict


def test_every_finding_is_about_a_small_conversation_and_a_metric_without_a_label(tmp_path: Path) -> None:
    labels = own_set(tmp_path).labels
    for case_id, metric in read_findings():
        assert not is_whole(case_id)
        assert metric not in {labels[case_id].metric, *labels[case_id].also}


def test_fails_are_counted_by_what_reading_them_found() -> None:
    known = {("s", "M-002"): ("stands", ""), ("s", "M-003"): ("wrong", "why"), ("s", "M-004"): ("either", "")}
    fails = Fails(known)  # type: ignore[arg-type]
    metrics = [f"M-00{number}" for number in range(1, 8)]
    verdicts = [Verdict(metric_id=name, result="FAIL", session_id="s", reason="r") for name in metrics]
    verdicts.append(Verdict(metric_id="M-008", result="PASS", session_id="s", reason="r"))
    fails.add("s", Label(metric="M-001", result="PASS", also={"M-006": "FAIL"}), verdicts)
    fails.add("t", Label(metric="M-001", result="PASS"), [])
    rows = {row[0]: row[1] for row in fails.table().rows}
    assert [rows[key] for key in ("stands", "is wrong", "may be either", "is not read yet")] == ["1", "1", "1", "2"]
    assert rows["small conversations with a wrong one"].startswith("1 of 2: 0.500")
    lines = list(fails.lines())
    assert lines[0] == "wrong M-003 s: r"
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == ["wrong", "either", "unread", "unread"]
