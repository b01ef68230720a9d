"""Two runs side by side: what regressed, what improved, what nobody can tell, and the conversations that flipped.

`compare_runs` makes the `Comparison`; `write_comparison` writes `compare.json`, `compare.md` and `compare.html`. The
statistics are in `exact` (the tests), `power` (what could have been found), `intervals` and `repeats` (pass^k).
"""

from reports.compare.build import compare_runs
from reports.compare.model import Comparison, Finding, MetricComparison
from reports.compare.write import FILES, write_comparison

__all__ = ["FILES", "Comparison", "Finding", "MetricComparison", "compare_runs", "write_comparison"]
