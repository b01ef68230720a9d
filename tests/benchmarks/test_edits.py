"""What edits came to, as tables."""

from benchmarks.edits import tables
from evaluator.verdicts import Verdict
from simulator.edits import Steadiness


def test_flips_by_kind_and_by_metric() -> None:
    def verdict(metric: str, result: str, undetermined: bool = False) -> Verdict:
        return Verdict.model_validate(
            {"metric_id": metric, "result": result, "session_id": "s", "undetermined": undetermined, "reason": "r"}
        )

    steady, shaky = Steadiness(), Steadiness()
    before = [verdict("M-001", "PASS"), verdict("M-002", "PASS")]
    steady.add(before, before)
    shaky.add(before, [verdict("M-001", "FAIL"), verdict("M-002", "N/A", undetermined=True)])
    kinds, metrics = tables({"emoji": steady, "paraphrase": shaky, "unused": Steadiness()})
    assert kinds.rows == [
        ("emoji", "1", "2", "0", "0.00%", "0", "0.00%", "0", "reached"),
        ("paraphrase", "1", "2", "1", "50.00%", "1", "50.00%", "0", "missed"),
        ("total", "2", "4", "1", "25.00%", "1", "25.00%", "0", "missed"),
    ]
    assert metrics.rows == [("M-001", "1", "0", "0"), ("M-002", "0", "1", "0")]
