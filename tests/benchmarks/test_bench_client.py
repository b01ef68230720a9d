"""The client's benchmark, with a few calls: is all of it there, and what does it say?"""

import pytest

from benchmarks.bench_client import Measured, Plan, heading, measure, report, virtual


def test_nothing_is_lost_or_doubled() -> None:
    for run in measure(Plan(conversations=1, latency=0.001, faults=0.2, open=1, at_a_time=1)):
        assert (run.calls, run.wrong, run.doubled) == (8, 0, 0)
        assert run.requests > run.calls


def test_the_lines_of_a_run() -> None:
    plan = Plan(conversations=200, latency=1.0, faults=0.0, open=200)
    bare = Measured(wall=51.0, cpu=4.8, calls=1600, requests=1600, wrong=0, doubled=0)
    ours = Measured(wall=52.0, cpu=3.2, calls=1600, requests=1600, wrong=0, doubled=0)
    lines = list(report(plan, bare, ours))
    assert "1.040 of the ideal; 2.0 ms CPU a call" in lines[2]
    assert lines[3].startswith("  client ÷ bare loop: 1.020")
    assert lines[4].endswith("1.040, reached")


def test_the_last_conversations_leave_places_empty() -> None:
    assert heading(200, 32).endswith("32 open, 32 requests at a time")
    assert virtual(Plan(conversations=200, latency=1.0, faults=0.0, open=32)) == pytest.approx(1.12)
    assert virtual(Plan(conversations=200, latency=1.0, faults=0.0, open=200)) == pytest.approx(1.0)


def test_faults_cost_the_client_little_beside_themselves() -> None:
    assert virtual(Plan(conversations=200, latency=1.0, faults=0.2, open=200)) < 1.1
