"""The figures as lines of text."""

from collections.abc import Iterator

from benchmarks.figures import TIERED, Counts, Figures, Groups, Side, shares
from benchmarks.whole import Conclusions


def share(value: float | None) -> str:
    """A share with three digits, a dash where there is none."""
    return "    -" if value is None else f"{value:.3f}"


def line(name: str, counts: Counts) -> str:
    """One group of labels."""
    figures = shares(counts)
    numbers = "  ".join(f"{key} {figures[key]:5}" for key in ("right", "wrong", "open"))
    names = {"right_of_decided": "right of decided", "agreement": "agreement", "decided": "decided"}
    return f"{name:20}{numbers}   " + "  ".join(f"{words} {share(figures[key])}" for key, words in names.items())


def summary(figures: Figures) -> Iterator[str]:
    """The totals of a set."""
    yield line("target labels", figures.target.total)
    yield line("also labels", figures.also.total)
    yield line("checks of targets", figures.every_check)
    if tiered := figures.target.tiered + figures.also.tiered:
        yield line(f"{TIERED}, apart", tiered)


def groups(figures: Figures) -> Iterator[str]:
    """A set by metric, language and check."""
    for kind, side in (("target", figures.target), ("also", figures.also)):
        yield from _side(kind, side)
    yield from _table("target labels by check", figures.checks)


def conclusions(found: Conclusions, figures: Figures) -> Iterator[str]:
    """What whole conversations come to."""
    yield line("all 58 metrics", figures.every_label)
    yield f"clean conversations with a wrong P0 FAIL: {len(found.false_alarms)} of {found.clean}"
    for session_id, metrics in sorted(found.false_alarms.items()):
        yield f"  {session_id}: {', '.join(metrics)}"
    yield f"conclusions: right {found.right}  undetermined {found.undetermined}  wrong {found.wrong}"
    for (expected, result), count in sorted(found.pairs.items()):
        yield f"  expected {expected:12} found {result:12} {count:4}"


def wrong(figures: Figures) -> Iterator[str]:
    """Each wrong verdict with the label's reason and its own."""
    for miss in sorted(figures.wrong, key=lambda miss: (miss.metric, miss.session_id)):
        kind = "target" if miss.target else "also"
        yield f"wrong {miss.metric} {miss.session_id} ({kind}): labelled {miss.expected}, got {miss.found}"
        yield f"    label:   {miss.why}"
        yield f"    verdict: {miss.reason}"


def _side(kind: str, side: Side) -> Iterator[str]:
    yield from _table(f"{kind} labels by metric", side.metrics)
    yield from _table(f"{kind} labels by language", side.languages)


def _table(title: str, table: Groups) -> Iterator[str]:
    if table:
        yield f"{title}:"
        yield from (f"  {line(name, table[name])}" for name in sorted(table))
