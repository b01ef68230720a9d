"""What fails and where the rule stands: the failed checks of a run, each with its prompt sections and examples.

For whoever writes the prompts: from a count to the section that states the rule, and to the words that broke it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from evaluator.catalogue import Catalogue, Metric, load_catalogue
from evaluator.errors import InputError, Problem
from evaluator.session import Session
from evaluator.text import working_hours
from evaluator.verdicts import CheckResult, Verdict
from reports import run_dir as run
from reports.coverage import LANGUAGE, UNKNOWN_LANGUAGE, origin_of, paired
from reports.plain import Lang, one_line, visible
from reports.rates import Rate

EXAMPLES: Final = 3
_QUOTE: Final = 240
_NOTE: Final = 240

Time = Literal["work", "off", "unknown"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Example(_Frozen):
    """One failure: where it is, what was said, and why it is one. `turn` counts from 1."""

    session_id: str
    turn: int | None
    quote: str | None
    note: str


class Blame(_Frozen):
    """One failed check, or a metric that failed as a whole (`check` is then null).

    `count` conversations fail it, of `decided` that decided it. `languages` and `times` count the failing ones;
    `times` is the hour of the customer's message in the failing turn, in Beijing.
    """

    metric_id: str
    check: str | None
    grade: str
    name: str
    rule: str
    count: int
    decided: int
    interval: tuple[float, float] | None
    languages: Mapping[str, int]
    times: Mapping[Time, int]
    prompt_sections: tuple[str, ...]
    examples: tuple[Example, ...]

    @property
    def where(self) -> str:
        """``M-008.check_1``."""
        return f"{self.metric_id}.{self.check}" if self.check else self.metric_id


class BlameReport(_Frozen):
    """`sim report RUN --blame --json`: the failed checks, P0 first and the most frequent first."""

    run: str
    state: str
    sessions: int
    invalid_sessions: int
    failures: tuple[Blame, ...]

    def to_json_dict(self) -> dict[str, Any]:
        """The document."""
        return self.model_dump(mode="json")


def _shown(language: str) -> str:
    """A language's code as it can stand in a line: an export may have anything in its place."""
    return one_line(visible(language), 24)


def blame(run_dir: Path, lang: Lang = "en") -> BlameReport:
    """Gathers the failed checks of a run. Raises InputError where it is no run or a file is damaged."""
    manifest = run.read_manifest(run_dir)
    catalogue = load_catalogue()
    found: dict[tuple[str, str | None], _Count] = {}
    sessions = invalid = 0
    language_of = run.languages(run_dir)
    try:
        for session, verdicts in paired(run.sessions(run_dir), run.verdicts(run_dir)):
            sessions += 1
            origin = origin_of(session, language_of(session))
            if origin.invalid:
                invalid += 1
                continue
            _add(found, session, verdicts, _shown(origin.factors.get(LANGUAGE, UNKNOWN_LANGUAGE)))
    except InputError as error:
        if error.problems:
            raise
        raise InputError("the run cannot be read", [Problem(str(run_dir / run.VERDICTS), found=str(error))]) from None
    failed = [(key, count) for key, count in found.items() if count.failed]
    failures = [_blame(_metric(catalogue, key[0], run_dir), key[1], count, lang) for key, count in failed]
    failures.sort(key=lambda one: (one.grade, -one.count, one.metric_id, one.check or ""))
    return BlameReport(
        run=run_dir.resolve().name,
        state=str(manifest.get("state", "unknown")),
        sessions=sessions,
        invalid_sessions=invalid,
        failures=tuple(failures),
    )


@dataclass
class _Count:
    """One check over the sessions so far."""

    decided: int = 0
    failed: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    times: Counter[Time] = field(default_factory=Counter)
    examples: list[Example] = field(default_factory=list)


def _add(
    found: dict[tuple[str, str | None], _Count], session: Session, verdicts: Iterable[Verdict], language: str
) -> None:
    for verdict, check in _decided(verdicts):
        count = found.setdefault((verdict.metric_id, check.check if check else None), _Count())
        count.decided += 1
        if (check.result if check else verdict.result) != "FAIL":
            continue
        count.failed += 1
        count.languages[language] += 1
        turn = check.turn if check else None
        count.times[_time(session, turn)] += 1
        if len(count.examples) < EXAMPLES:
            count.examples.append(_example(session, verdict, check))


def _decided(verdicts: Iterable[Verdict]) -> Iterator[tuple[Verdict, CheckResult | None]]:
    """The decided checks of the verdicts that count; a failed metric without a failed check stands for itself."""
    for verdict in verdicts:
        if not verdict.counts:
            continue
        checks = [check for check in verdict.checks if check.result in ("PASS", "FAIL")]
        yield from ((verdict, check) for check in checks)
        if verdict.result == "FAIL" and not any(check.result == "FAIL" for check in checks):
            yield verdict, None


def _example(session: Session, verdict: Verdict, check: CheckResult | None) -> Example:
    quote = check.quote if check else verdict.evidence or None
    return Example(
        session_id=one_line(session.session_id, _QUOTE),
        turn=check.turn if check else None,
        quote=one_line(quote, _QUOTE) if quote else None,
        note=one_line((check.note if check else "") or verdict.reason, _NOTE),
    )


def _time(session: Session, turn: int | None) -> Time:
    """The hour of the customer's last message up to that turn; a time that cannot be read is off hours."""
    turns: Sequence[Any] = session.turns[:turn] if turn else session.turns[:1]
    messages = [message for one in turns for message in one.customer_messages]
    if not messages or messages[-1].created_at is None:
        return "unknown"
    return "work" if working_hours(messages[-1].created_at) else "off"


def _metric(catalogue: Catalogue, name: str, run_dir: Path) -> Metric:
    if name in catalogue:
        return catalogue.metric(name)
    raise InputError(
        "the run cannot be read",
        [Problem(str(run_dir / run.VERDICTS), None, "metric_id", "a metric of this catalogue", repr(name))],
    )


def _blame(metric: Metric, check: str | None, count: _Count, lang: Lang) -> Blame:
    passed = count.decided - count.failed
    interval = Rate(passed, count.decided).interval
    known = check is not None and any(one.id == check for one in metric.checks)
    return Blame(
        metric_id=metric.id,
        check=check,
        grade=metric.grade,
        name=metric.name.get(lang),
        rule=metric.check(check).text.get(lang) if check is not None and known else metric.definition.get(lang),
        count=count.failed,
        decided=count.decided,
        interval=(1 - interval[1], 1 - interval[0]) if interval else None,
        languages=dict(sorted(count.languages.items(), key=lambda one: (-one[1], one[0]))),
        times={name: count.times[name] for name in ("work", "off", "unknown") if count.times[name]},
        prompt_sections=metric.prompt_refs,
        examples=tuple(count.examples),
    )
