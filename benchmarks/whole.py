"""What whole conversations (labelled on all metrics) come to: conclusions, and false alarms on clean ones."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from evaluator.agreement import Label
from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.verdicts import Conclusion, ConclusionResult, Result

Expected = Literal["qualified", "unqualified"]

_TURNS: Final = range(4, 11)


def p0_metrics(catalogue: Catalogue | None = None) -> frozenset[str]:
    """The metrics of which one FAIL disqualifies a conversation."""
    return frozenset(entry.id for entry in catalogue or load_catalogue() if entry.grade == "P0")


def all_labels(label: Label) -> Mapping[str, Result | int]:
    """The label of each metric, the target's too."""
    return {**label.also, label.metric: label.result}


def expected_conclusion(label: Label, p0: frozenset[str]) -> Expected:
    """The conclusion that follows from the labels: a label is never undetermined, and so neither is this."""
    failed = any(result == "FAIL" and metric in p0 for metric, result in all_labels(label).items())
    return "unqualified" if failed else "qualified"


@dataclass
class Conclusions:
    """The conclusions found against those that the labels make."""

    p0: frozenset[str] = field(default_factory=p0_metrics)
    pairs: Counter[tuple[Expected, ConclusionResult]] = field(default_factory=Counter)
    false_alarms: dict[str, tuple[str, ...]] = field(default_factory=dict)  # clean conversation → metrics failed
    complete: int = 0  # conversations of 4 to 10 turns with a label for each metric

    def add(self, label: Label, found: Conclusion, turns: int) -> None:
        """Counts one conversation of so many turns."""
        self.complete += turns in _TURNS and len(all_labels(label)) == len(load_catalogue().ids)
        expected = expected_conclusion(label, self.p0)
        self.pairs[expected, found.conclusion] += 1
        if expected == "qualified" and found.failed_p0:
            self.false_alarms[found.session_id] = found.failed_p0

    @property
    def clean(self) -> int:
        """The conversations that no P0 label disqualifies."""
        return sum(count for (expected, _), count in self.pairs.items() if expected == "qualified")

    @property
    def undetermined(self) -> int:
        """The conversations about which nothing was concluded."""
        return sum(count for (_, found), count in self.pairs.items() if found == "undetermined")

    @property
    def right(self) -> int:
        """The conclusions that are those of the labels."""
        return sum(count for (expected, found), count in self.pairs.items() if expected == found)

    @property
    def wrong(self) -> int:
        """The conclusions that contradict the labels."""
        return self.pairs.total() - self.right - self.undetermined

    def to_json(self) -> dict[str, Any]:
        """The figures for other programs."""
        return {
            "complete": self.complete,
            "clean": self.clean,
            "clean_with_wrong_p0_fail": {key: list(value) for key, value in self.false_alarms.items()},
            "conclusions": {"right": self.right, "undetermined": self.undetermined, "wrong": self.wrong},
            "pairs": [
                {"expected": expected, "found": found, "count": count}
                for (expected, found), count in sorted(self.pairs.items())
            ],
        }
