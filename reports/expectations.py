"""What the templates of a run expected of their own metrics, and where that did not come about (`expectations.json`).

A probe expects its metric to be exercised, a control expects N/A (the template's `expect`, or what its kind says). Four
answers: *met*; *undetermined* (the evaluator could not tell); *missed* (the story did not come so far); *unmet*. An
unmet one is no verdict: with agents that do everything right it is a fault of the template or of the evaluator's
reading, with others it may be the agent that did not let the occasion arise.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from evaluator.errors import InputError
from evaluator.session import Session
from evaluator.verdicts import Verdict
from reports.coverage import origin_of, paired
from reports.plain import Lang
from reports.words import word

FILE: Final = "expectations.json"
Answer: TypeAlias = Literal["met", "undetermined", "missed", "unmet"]


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expectation of one conversation: ``expected`` is ``exercised`` or ``N/A``, ``found`` what came of it."""

    session_id: str
    template: str
    metric: str
    expected: str
    found: str
    answer: Answer
    reason: str


@dataclass(frozen=True, slots=True)
class Expectations:
    """Those of a run: how many came out how, and each that was not met."""

    counts: Mapping[str, int]
    open: tuple[Expectation, ...]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.counts.values())

    def to_json(self) -> dict[str, Any]:
        """The document; the unmet ones first."""
        order = ("unmet", "missed", "undetermined")
        listed = sorted(self.open, key=lambda one: order.index(one.answer))
        return {
            "expectations": self.total,
            **{name: self.counts.get(name, 0) for name in ("met", "unmet", "missed", "undetermined")},
            "not_met": [asdict(one) for one in listed],
        }


def compare(records: Iterable[Session], verdicts: Iterable[Verdict]) -> Expectations:
    """The expectations in the records' `simulation`, against the verdicts. Invalid sessions are left out.

    Raises InputError where sessions and verdicts do not belong together.
    """
    counts: Counter[str] = Counter()
    found: list[Expectation] = []
    for session, of_session in paired(records, verdicts):
        for one in _of_session(session, of_session):
            counts[one.answer] += 1
            if one.answer != "met":
                found.append(one)
    return Expectations(dict(counts), tuple(found))


def _of_session(session: Session, verdicts: Sequence[Verdict]) -> Iterator[Expectation]:
    origin = origin_of(session)
    expected = (session.simulation or {}).get("expect")
    if origin.invalid or not isinstance(expected, Mapping):
        return
    missed = {target.partition(".")[0] for target in origin.missed}
    by_metric = {verdict.metric_id: verdict for verdict in verdicts}
    for metric, wanted in expected.items():
        verdict = by_metric.get(metric)
        if verdict is None or wanted not in ("exercised", "N/A"):
            continue
        answer: Answer = "met" if verdict.counts == (wanted == "exercised") else "unmet"
        if verdict.undetermined:
            answer = "undetermined"
        elif answer == "unmet" and metric in missed:
            answer = "missed"
        name, template = session.session_id, origin.template or ""
        yield Expectation(name, template, metric, str(wanted), _found(verdict), answer, verdict.reason)


def _found(verdict: Verdict) -> str:
    if verdict.undetermined:
        return "undetermined"
    if verdict.result != "N/A" and not verdict.exercised:
        return f"{verdict.result} without occasion"
    return verdict.result


def write(run_dir: Path, found: Expectations) -> Path | None:
    """Writes the file; none for a run of conversations that nothing was expected of."""
    path = run_dir / FILE
    if not found.total:
        path.unlink(missing_ok=True)
        return None
    part = path.with_name(f".{FILE}.part")
    part.write_text(json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    part.replace(path)
    return path


def read_counts(run_dir: Path) -> Mapping[str, int]:
    """The counts in the run's file; empty where it has none. Raises InputError where it is damaged."""
    path = run_dir / FILE
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return {name: int(document[name]) for name in ("expectations", "met", "unmet", "missed", "undetermined")}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: expected the expectations of the run, {error}") from None


def line(counts: Mapping[str, int], lang: Lang) -> str:
    """What the terminal and `report.md` say; empty where nothing was expected."""
    return word("expectations_line", lang, **counts) if counts else ""
