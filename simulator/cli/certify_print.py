"""What `sim certify` says on the terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reports.rates import Rate
from simulator.certify.figures import alarm_rate, all_alarms, kill_rate

if TYPE_CHECKING:
    from simulator.certify import Certification, DefectResult

_MOST_CHANGES = 10  # verdicts changed by an edit that are told one by one


def printed(result: "Certification") -> Iterator[str]:
    """The lines, figures first, then each shortcoming."""
    yield from _metrics(result)
    yield ""
    for kind, (caught, of) in result.kinds().items():
        yield f"{kind:10} defects caught: {caught} of {of}, {Rate(caught, of).text('en')}"
    proven = result.proven()
    for what in ("check", "edge"):
        known = [value for target, value in proven.items() if f".{what}_" in target]
        yield f"{what}s proven: {sum(known)} of {len(known)} with a defect"
    yield from _alarms(result)
    yield from _edits(result)
    for row in result.results:
        if line := _shortcoming(row):
            yield f"  {row.defect:26} {line}"
    for metric in result.metrics:
        yield from (f"  {'reference':26} false alarm in {line}" for line in metric.reference_alarms)
    yield from _targets(result)


def _metrics(result: "Certification") -> Iterator[str]:
    """Killed: of the conversations that a defect changed. False alarms: of those that broke nothing of the metric."""
    yield (
        f"{'metric':8}{'defects':>8}{'caught':>8}{'changed':>9}  {'killed (95% interval)':26}{'open':>5}{'missed':>8}"
        "  false alarms (95% interval)"
    )
    for metric in result.metrics:
        rows = metric.defects
        changed, still_open, missed = (
            sum(getattr(row, name) for row in rows) for name in ("changed", "open", "missed")
        )
        killed, alarmed = kill_rate(result, metric.metric).text("en"), alarm_rate(result, metric.metric).text("en")
        caught = sum(row.caught for row in rows)
        yield (
            f"{metric.metric:8}{len(rows):>8}{caught:>8}{changed:>9}  {killed:26}{still_open:>5}{missed:>8}  {alarmed}"
        )


def _alarms(result: "Certification") -> Iterator[str]:
    alarmed, scored = result.false_alarms()
    yield f"conversations with a false alarm: {alarmed} of {scored}"
    every = all_alarms(result)
    for metric, rate in every.items():
        if rate.passed:
            yield f"  {metric} failed although nothing of it was broken: {rate.passed}, {rate.text('en')}"
    quiet = [rate.decided for rate in every.values() if not rate.passed]
    if quiet:
        yield f"  {len(quiet)} metrics never did: {Rate(0, sum(quiet)).text('en')}"


def _edits(result: "Certification") -> Iterator[str]:
    """What edits changed, by kind and by metric; the flips are told one by one."""
    edits = result.edits()
    if not edits:
        return
    yield ""
    heads = f"{'edited':>8}{'decided':>9}{'flipped':>9}{'opened':>8}{'newly decided':>15}"
    yield f"{'edits that keep the meaning':28}{heads}"
    for kind, count in sorted(edits.items()):
        yield (
            f"  {kind:26}{count.conversations:>8}{count.decided:>9}{count.flipped:>9}{count.opened:>8}"
            f"{count.newly_decided:>15}"
        )
    changed = result.edited_metrics()
    for change, word in (("flipped", "flipped"), ("opened", "left open")):
        listed = [f"{metric} × {counts[change]}" for metric, counts in changed.items() if counts[change]]
        yield f"verdicts {word} by an edit: {', '.join(listed) or 'none'}"
    flips = [entry for count in edits.values() for entry in count.changes if entry["change"] == "flipped"]
    for entry in flips[:_MOST_CHANGES]:
        yield (
            f"  {entry['metric']} {entry['before']}→{entry['after']} {entry['session_id']} [{entry['edit']};"
            f" {entry['agents']}]: {entry['reason']}"
        )
    if len(flips) > _MOST_CHANGES:
        yield f"  … and {len(flips) - _MOST_CHANGES} more (--out DIR or --json lists all)"
    yield ""


def _targets(result: "Certification") -> Iterator[str]:
    """Each target of a team's own templates."""
    if not result.targets:
        return
    yield ""
    yield "targets of these templates:"
    for entry in result.targets:
        match entry.proof:
            case "proven":
                said = f"proven: a seeded defect was caught in {entry.killed} of {entry.changed} conversations"
            case "not caught":
                said = f"not proven: seeded defects changed {entry.changed} conversations, and none was caught"
            case "unchanged":
                said = "not proven: no seeded defect changes a conversation of it; the story gives it no occasion"
            case "no defect":
                said = "not proven: no defect of it was driven, or none is seeded"
            case _:
                said = "a control: nothing to prove"
        yield f"  {entry.template:40} {entry.target:14} {said}"


def _shortcoming(row: "DefectResult") -> str:
    """What is to be said of a defect that was not caught, or not alone; empty for any other."""
    parts = []
    if row.changed == 0:
        parts.append(f"changed none of {row.driven} conversations")
    elif not row.caught:
        parts.append(f"not caught: open {row.open}, missed {row.missed}; {row.reason}")
    for name, ids in sorted(row.alarms.items()):
        parts.append(f"false alarm {name} × {len(ids)}, such as {ids[0]}")
    return "; ".join(parts)
