"""The figures of labelled sets as tables, and their wrong verdicts as lines of text."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from benchmarks.figures import TIERED, Counts, Figures
from benchmarks.table import Row, Table, percent, share, with_interval
from benchmarks.whole import Conclusions

FEWEST: Final = 25  # decided target verdicts below which a language says little
MOST_WRONG: Final = 0.05  # share of the decided above which a language is marked
INTERVAL: Final = "right of decided (95 %)"

_COUNTS: Final = ("labels", "decided", "right", "wrong", "open")


def totals(parts: Mapping[str, Figures]) -> Table:
    """What each part of the labels comes to."""
    rows = [
        (f"{name}, {what}", *_counts(counts), with_interval(*_right_of_decided(counts)), _agreement(counts))
        for name, figures in parts.items()
        for what, counts in _kinds(figures)
        if counts
    ]
    return Table("Totals", ("verdicts", *_COUNTS, INTERVAL, "agreement"), rows)


def by_metric(title: str, figures: Figures) -> Table:
    """The labels of each metric: those that a conversation aims at it, and those beside another target."""
    rows: list[Row] = []
    for metric in sorted({*figures.target.metrics, *figures.also.metrics}):
        target, also = (side.metrics.get(metric, Counter()) for side in (figures.target, figures.also))
        both = target + also
        rows.append((metric, *_counts(target), *_counts(also), share(*_right_of_decided(both)), _agreement(both)))
    counts = (*_COUNTS, *(f"also {name}" for name in _COUNTS))
    return Table(f"{title} by metric", ("metric", *counts, "right of decided", "agreement"), rows)


def by_language(title: str, figures: Figures) -> Table:
    """The target labels of each language, with a mark where there are too few or too many of them are wrong."""
    rows: list[Row] = []
    for language in sorted(figures.target.languages):
        counts, also = figures.target.languages[language], figures.also.languages.get(language, Counter())
        right, decided = _right_of_decided(counts)
        others = (str(_decided(also)), str(also["wrong"]))
        rows.append(
            (language, *_counts(counts), percent(decided - right, decided), _agreement(counts), *others, mark(counts))
        )
    header = ("language", *_COUNTS, "wrong of decided", "agreement", "also decided", "also wrong", "mark")
    return Table(f"{title} by language", header, rows)


def mark(counts: Counts) -> str:
    """What is to be said of a language's target verdicts: too few decided, too many wrong, or nothing."""
    decided = _decided(counts)
    marks = []
    if decided < FEWEST:
        marks.append(f"under {FEWEST} decided")
    if decided and counts["wrong"] / decided > MOST_WRONG:
        marks.append(f"over {MOST_WRONG:.0%} wrong")
    return ", ".join(marks)


def by_check(title: str, figures: Figures) -> Table:
    """The labelled checks of the target metrics."""
    checks = sorted(figures.checks.items())
    rows = [(name, *_counts(counts), share(*_right_of_decided(counts))) for name, counts in checks]
    return Table(f"{title} by check", ("check", *_COUNTS, "right of decided"), rows)


def conclusions(found: Conclusions) -> Table:
    """What whole conversations come to."""
    rows = [(f"{expected}, found {result}", str(count)) for (expected, result), count in sorted(found.pairs.items())]
    total = found.pairs.total()
    sure = found.right + found.undetermined
    rows.append(("right or undetermined", f"{sure} of {total}: {with_interval(sure, total)}"))
    rows.append(("right", f"{found.right} of {total}: {with_interval(found.right, total)}"))
    alarms = len(found.false_alarms)
    rows.append(("clean, with a wrong P0 FAIL", f"{alarms} of {found.clean}: {with_interval(alarms, found.clean)}"))
    rows += [(f"… {name}", ", ".join(metrics)) for name, metrics in sorted(found.false_alarms.items())]
    return Table("Conclusions of whole conversations", ("labelled", "conversations"), rows)


def wrong_verdicts(title: str, figures: Figures) -> Table:
    """Each wrong verdict and check in a row."""
    rows: list[Row] = [
        (miss.metric, miss.session_id, "target" if miss.target else "beside the target", miss.expected, miss.found)
        for miss in sorted(figures.wrong, key=lambda miss: (miss.metric, miss.session_id))
    ]
    rows += [
        (check.check, check.session_id, "check", check.expected, check.found)
        for check in sorted(figures.wrong_checks, key=lambda check: (check.check, check.session_id))
    ]
    return Table(f"{title}: wrong verdicts and checks", ("metric", "conversation", "label", "labelled", "found"), rows)


def wrong(figures: Figures) -> Iterator[str]:
    """Each wrong verdict with the label's reason and its own."""
    for miss in sorted(figures.wrong, key=lambda miss: (miss.metric, miss.session_id)):
        kind = "target" if miss.target else "also"
        yield f"wrong {miss.metric} {miss.session_id} ({kind}): labelled {miss.expected}, got {miss.found}"
        yield f"    label:   {miss.why}"
        yield f"    verdict: {miss.reason}"
    for check in sorted(figures.wrong_checks, key=lambda check: (check.check, check.session_id)):
        yield f"wrong {check.check} {check.session_id}: labelled {check.expected}, got {check.found}"
        yield f"    verdict: {check.note}"


def _kinds(figures: Figures) -> Iterator[tuple[str, Counts]]:
    yield "targets", figures.target.total
    yield "beside the target", figures.also.total
    yield "checks of targets", figures.every_check
    yield f"{TIERED} (apart)", figures.target.tiered + figures.also.tiered


def _decided(counts: Counts) -> int:
    return counts["right"] + counts["wrong"]


def _right_of_decided(counts: Counts) -> tuple[int, int]:
    return counts["right"], _decided(counts)


def _agreement(counts: Counts) -> str:
    return share(counts["right"], counts.total())


def _counts(counts: Counts) -> Row:
    total, decided = counts.total(), _decided(counts)
    return tuple(str(number) for number in (total, decided, counts["right"], counts["wrong"], total - decided))
