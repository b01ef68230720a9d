"""A short measurement of what `sim compare` promises; the long one is `python -m benchmarks.bench_compare`."""

from benchmarks.bench_compare import LEAST_FOUND, MOST_FALSE, SETTINGS, Measured, measure, report

RUNS = 80


def test_few_false_alarms_and_the_fall_is_found() -> None:
    aim = next(setting for setting in SETTINGS if setting.aim)
    found = measure(aim, RUNS)
    assert found.false_alarms < MOST_FALSE
    assert found.found >= LEAST_FOUND


def test_false_alarms_stay_few_where_all_metrics_vary_much() -> None:
    hardest = next(setting for setting in SETTINGS if setting.name == "all at 75%")
    assert measure(hardest, RUNS).false_alarms < MOST_FALSE


def test_the_report_says_whether_the_aims_are_reached() -> None:
    aim = next(setting for setting in SETTINGS if setting.aim)
    assert "reached; at least 80% not reached" in list(report(aim, Measured(0.01, 0.7, 100)))[1]
