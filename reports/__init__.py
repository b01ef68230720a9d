"""What is made of verdicts: coverage by metric, and the reports for a person, a pull request and a CI server.

`coverage` counts, `run_dir` reads a run directory, `render` writes its reports; `terminal`, `markdown`, `junit`,
`csv_export` and `html` are the forms. Nothing here decides a verdict.
"""

from reports.coverage import Coverage, build_coverage
from reports.render import FORMATS, coverage_from_run, render, write_reports
from reports.terminal import print_coverage

__all__ = [
    "FORMATS",
    "Coverage",
    "build_coverage",
    "coverage_from_run",
    "print_coverage",
    "render",
    "write_reports",
]
