"""`verdicts.csv`: one row a verdict, for a spreadsheet."""

import csv
from collections.abc import Iterable
from typing import IO, Final

from evaluator.catalogue import Catalogue
from evaluator.session import Session
from evaluator.verdicts import Verdict
from reports.coverage import LANGUAGE, LanguageOf, no_language, origin_of, paired
from reports.plain import Lang, one_line

COLUMNS: Final = (
    "session_id",
    "template",
    "language",
    "invalid",
    "metric_id",
    "name",
    "grade",
    "result",
    "score",
    "undetermined",
    "exercised",
    "failed_checks",
    "open_checks",
    "edges",
    "evidence",
    "reason",
)
_LONGEST: Final = 2000  # characters; Excel cuts a cell at 32767
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # in full width too, which Excel folds


def write_csv(
    out: IO[str],
    records: Iterable[Session],
    verdicts: Iterable[Verdict],
    catalogue: Catalogue,
    lang: Lang = "en",
    language_of: LanguageOf = no_language,
) -> None:
    """Writes the header and a row a verdict, streaming.

    `out` is to be opened with `encoding="utf-8-sig"` and `newline=""`: by the byte order mark Excel knows the encoding.
    """
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for session, of_session in paired(records, verdicts):
        origin = origin_of(session, language_of(session))
        foreign = (session.session_id, origin.template or "", origin.factors[LANGUAGE])
        whence = (*(cell(text) for text in foreign), _flag(origin.invalid))
        for verdict in of_session:
            writer.writerow((*whence, *_columns(verdict, catalogue, lang)))


def cell(text: str) -> str:
    """A foreign text on one line; one that a spreadsheet would run as a formula gets an apostrophe before it."""
    text = one_line(text, _LONGEST)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _columns(verdict: Verdict, catalogue: Catalogue, lang: Lang) -> tuple[object, ...]:
    metric = catalogue.metric(verdict.metric_id)
    checks = verdict.checks
    return (
        metric.id,
        metric.name.get(lang),
        metric.grade,
        verdict.result,
        "" if verdict.score is None else verdict.score,
        _flag(verdict.undetermined),
        _flag(verdict.exercised),
        " ".join(check.check for check in checks if check.result == "FAIL"),
        " ".join(check.check for check in checks if check.result == "OPEN"),
        " ".join(verdict.edges),
        cell(verdict.evidence),
        cell(verdict.reason),
    )


def _flag(value: bool) -> str:
    return "true" if value else "false"
