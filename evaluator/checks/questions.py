"""How many different things a reply asks the customer (rulings, "Questions"; M-001, M-004, M-010)."""

from evaluator.checks.base import Finding, failed, passed, undecided
from evaluator.ontology import Field, ReplyAct
from evaluator.reading.model import Act, ReplyReading


def at_most_one(reply: ReplyReading) -> Finding:
    """PASS for no or one thing asked, FAIL for two different ones; OPEN where a second may be a turn of phrase."""
    sure = _distinct(reply, sure_only=True)
    known = [act for act in sure if act.value != Field.OTHER]
    if len(known) >= 2:
        first, second = known[0], known[1]
        note = f"asks for {first.value} and for {second.value}"
        return failed(note, second.quote if second.at != first.at else first.quote)
    if not reply.understood:
        return undecided("the reply's language is not read, so that its questions cannot be told apart")
    every = _distinct(reply, sure_only=False)
    if len(every) >= 2:
        return undecided(f"{len(every)} questions, one of which may be a turn of phrase or belong to the other")
    return passed("asks one thing" if every else "asks nothing", every[0].quote if every else None)


def _distinct(reply: ReplyReading, *, sure_only: bool) -> list[Act]:
    found: dict[object, Act] = {}
    for act in reply.find(ReplyAct.ASKS):
        if act.sure or not sure_only:
            found.setdefault((act.value, act.at) if act.value == Field.OTHER else act.value, act)
    return sorted(found.values(), key=lambda act: act.at)
