"""`junit.xml`, for a CI server: a suite a session, a case a metric, so that the server's own history works by both.

FAIL is a failure; a true N/A, an always-triggered metric without an occasion and an invalid conversation are skipped;
an undetermined verdict and an infrastructure error are errors. Suites are written one after another.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from evaluator.catalogue import Catalogue
from evaluator.session import Session
from evaluator.verdicts import CheckResult, Verdict
from reports.coverage import origin_of, paired
from reports.plain import Lang, one_line, xml_text

if TYPE_CHECKING:
    from junitparser import TestCase, TestSuite

_MESSAGE: Final = 300
_LINE: Final = 500
_ERROR_NAMES: Final = ("session_id", "key", "case", "template")
_ERROR_TEXTS: Final = ("message", "error", "reason")


def write_junit(
    out: BinaryIO,
    records: Iterable[Session],
    verdicts: Iterable[Verdict],
    errors: Iterable[Mapping[str, Any]],
    catalogue: Catalogue,
    lang: Lang = "en",
) -> None:
    """Writes the whole document. `verdicts` come session by session in the order of `records`."""
    out.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sim">\n')
    for suite in chain(_session_suites(records, verdicts, catalogue, lang), _error_suite(errors)):
        out.write(suite)
    out.write(b"</testsuites>\n")


def _session_suites(
    records: Iterable[Session], verdicts: Iterable[Verdict], catalogue: Catalogue, lang: Lang
) -> Iterator[bytes]:
    names = {metric.id: f"{metric.id} {metric.name.get(lang)}" for metric in catalogue}
    for session, of_session in paired(records, verdicts):
        suite = _suite(session.session_id)
        if origin_of(session).invalid:
            reason = (session.simulation or {}).get("invalid")
            suite.add_testcase(_skipped(session.session_id, "session", f"invalid conversation, left out: {reason}"))
        else:
            # All at once: junitparser counts the whole suite anew whenever something is added.
            suite.add_testcases(
                [_verdict_case(verdict, names.get(verdict.metric_id, verdict.metric_id)) for verdict in of_session]
            )
        yield _serialised(suite)


def _verdict_case(verdict: Verdict, name: str) -> "TestCase":
    from junitparser import Error, Failure

    if verdict.undetermined:
        case = _case(verdict.session_id, name)
        case.result = [_with_text(Error(_clean(verdict.reason), "undetermined"), verdict.checks, "OPEN")]
    elif verdict.result == "FAIL":
        case = _case(verdict.session_id, name)
        case.result = [_with_text(Failure(_clean(verdict.reason), "FAIL"), verdict.checks, "FAIL")]
    elif not verdict.counts:
        reason = verdict.reason or "no occasion"
        reason = reason if verdict.result == "N/A" else f"not exercised: {reason}"
        case = _skipped(verdict.session_id, name, reason)
    else:
        case = _case(verdict.session_id, name)
        if verdict.score is not None:
            case.system_out = f"score: {verdict.score}"
    return case


def _error_suite(errors: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """The infrastructure errors, as a suite of their own; none where there are no errors."""
    from junitparser import Error

    cases = []
    for number, error in enumerate(errors, start=1):
        name = next((str(error[key]) for key in _ERROR_NAMES if error.get(key)), f"error {number}")
        whole = json.dumps(error, ensure_ascii=False, default=str)
        message = next((str(error[key]) for key in _ERROR_TEXTS if error.get(key)), whole)
        case = _case(name, "infrastructure")
        entry = Error(_clean(message), _clean(str(error.get("kind") or "infrastructure")))
        entry.text = _clean(whole, _LINE)
        case.result = [entry]
        cases.append(case)
    if cases:
        suite = _suite("infrastructure")
        suite.add_testcases(cases)
        yield _serialised(suite)


def _suite(name: str) -> "TestSuite":
    from junitparser import TestSuite

    return TestSuite(_clean(name))


def _case(name: str, group: str) -> "TestCase":
    """A case; servers group by the class name, here the metric, and tell cases apart by the name, the session."""
    from junitparser import TestCase

    return TestCase(name=_clean(name), classname=_clean(group))


def _skipped(name: str, group: str, reason: str) -> "TestCase":
    from junitparser import Skipped

    case = _case(name, group)
    case.result = [Skipped(_clean(reason))]
    return case


def _with_text(entry: Any, checks: Sequence[CheckResult], wanted: str) -> Any:
    """The entry with the checks of that result, one a line: where, what, and the quote."""
    lines = []
    for check in checks:
        if check.result == wanted:
            turn = f" (turn {check.turn})" if check.turn else ""
            quote = f" | {check.quote}" if check.quote else ""
            lines.append(_clean(f"{check.check}{turn}: {check.note}{quote}", _LINE))
    entry.text = "\n".join(lines)
    return entry


def _clean(text: str, limit: int = _MESSAGE) -> str:
    return xml_text(one_line(text, limit))


def _serialised(suite: Any) -> bytes:  # junitparser has no types for its serialiser
    return bytes(suite.tostring()) + b"\n"
