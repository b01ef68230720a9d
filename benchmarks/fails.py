"""FAIL verdicts of which no label speaks: can they be believed?

A small conversation is labelled on a few metrics; a false alarm on another one would go unseen. Each such FAIL was
read by a person, and what he found stands in tests/labelled/fails.yml. One that is not there yet is unread.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

from benchmarks import ROOT
from benchmarks.table import Table, with_interval
from evaluator.agreement import Label
from evaluator.verdicts import Result, Verdict

FAILS: Final = ROOT / "tests" / "labelled" / "fails.yml"

Key = tuple[str, str]  # session id, metric
Finding = Literal["stands", "wrong", "either", "unread"]


class Remark(BaseModel):
    """A FAIL that does not stand, or may not."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    case: str
    metric: str = Field(pattern=r"^M-\d{3}$")
    due: Result | None = None
    why: str


class Read(BaseModel):
    """What reading the FAILs found."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    stand: Mapping[str, Sequence[str]]
    wrong: Sequence[Remark]
    either: Sequence[Remark]

    def findings(self) -> dict[Key, tuple[Finding, str]]:
        """By session and metric, with the reason."""
        found: dict[Key, tuple[Finding, str]] = {
            (case, metric): ("stands", "") for metric, cases in self.stand.items() for case in cases
        }
        found.update({(item.case, item.metric): ("wrong", item.why) for item in self.wrong})
        found.update({(item.case, item.metric): ("either", item.why) for item in self.either})
        return found


def read_findings(path: Path = FAILS) -> dict[Key, tuple[Finding, str]]:
    """The findings of a file."""
    return Read.model_validate(yaml.safe_load(path.read_text(encoding="utf-8"))).findings()


@dataclass
class Fails:
    """The FAILs of small conversations that no label speaks of."""

    known: Mapping[Key, tuple[Finding, str]]
    sessions: int = 0
    found: list[tuple[Finding, Verdict]] = field(default_factory=list)

    def add(self, session_id: str, label: Label, verdicts: Sequence[Verdict]) -> None:
        """Counts one conversation."""
        self.sessions += 1
        for verdict in verdicts:
            if verdict.result == "FAIL" and verdict.metric_id not in (label.metric, *label.also):
                finding = self.known.get((session_id, verdict.metric_id), ("unread", ""))[0]
                self.found.append((finding, verdict))

    def table(self) -> Table:
        """How many stand, and how many conversations have a false alarm."""
        count = {kind: sum(finding == kind for finding, _ in self.found) for kind in _KINDS}
        alarmed = {verdict.session_id for finding, verdict in self.found if finding == "wrong"}
        sure = count["stands"] + count["wrong"]
        rows = [(words, str(count[kind])) for kind, words in _KINDS.items()]
        rows.append(("of those that stand or are wrong, stand", with_interval(count["stands"], sure)))
        share = with_interval(len(alarmed), self.sessions)
        rows.append(("small conversations with a wrong one", f"{len(alarmed)} of {self.sessions}: {share}"))
        return Table("FAILs of which no label speaks", ("reading found that it", "verdicts"), rows)

    def lines(self) -> Iterator[str]:
        """Those that do not stand, and those that nobody has read."""
        for finding, verdict in sorted(self.found, key=lambda item: (item[1].metric_id, item[1].session_id)):
            if finding != "stands":
                why = self.known.get((verdict.session_id, verdict.metric_id), ("unread", ""))[1]
                yield f"{finding} {verdict.metric_id} {verdict.session_id}: {verdict.reason}"
                yield from [f"    {why}"] if why else []


_KINDS: Final[Mapping[Finding, str]] = {
    "stands": "stands",
    "wrong": "is wrong",
    "either": "may be either",
    "unread": "is not read yet",
}
