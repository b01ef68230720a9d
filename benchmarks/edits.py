"""Whether edits that keep the meaning keep the verdicts: `make edits`.

Each small conversation of the own set is scored as it is and after each kind of edit; paraphrases are read from
tests/labelled/paraphrases.yml. A flip means that one of two readings of the same thing is wrong.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from benchmarks.document import update
from benchmarks.edited import PARAPHRASES, Paraphrase, paraphrased, read_paraphrases
from benchmarks.labelled import is_whole
from benchmarks.table import Row, Table, as_text, percent
from evaluator.scoring import Scorer
from evaluator.session.models import Session
from evaluator.verdicts import Verdict
from evaluator.version import evaluator_version
from simulator.edits import KINDS, Flip, Json, Steadiness, edited
from tests.labelled.build import Case, load

_PARAPHRASE = "paraphrase"
_MOST: Final = 0.02  # share of the decided verdicts that the edits of a kind may flip


def main() -> int:
    """Scores, prints, and lists where asked. 1 where a paraphrase does not fit its conversation."""
    parser = argparse.ArgumentParser(prog="edits", description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the flips with both reasons")
    parser.add_argument("--opened", action="store_true", help="… and what an edit left open or decided")
    parser.add_argument("--kind", action="append", choices=[*KINDS, _PARAPHRASE], help="only this kind; repeatable")
    parser.add_argument("--markdown", action="store_true", help="write the tables of docs/accuracy.md anew")
    options = parser.parse_args()
    if options.markdown and options.kind:
        parser.error("--markdown: the document tells of all kinds, leave --kind out")
    chosen = options.kind or [*KINDS, _PARAPHRASE]
    cases = {case.id: case for case in load() if not is_whole(case.id)}
    paraphrases = read_paraphrases() if _PARAPHRASE in chosen else []
    if paraphrases is None:
        print(f"note: no paraphrases yet ({PARAPHRASES})", file=sys.stderr)
    found, problems = measure(cases, chosen, paraphrases or [], Scorer())
    for table in tables(found):
        print("\n".join(as_text(table)), end="\n\n")
    if options.markdown:
        update(
            "edits",
            tables(found),
            f"Written by `python -m benchmarks.edits --markdown`; evaluator {evaluator_version()}.",
        )
    if options.list or options.opened:
        for kind, steadiness in found.items():
            _list(kind, (flip for flip in steadiness.found if options.opened or flip.change == "flipped"))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def measure(
    cases: Mapping[str, Case], kinds: Iterable[str], paraphrases: Iterable[Paraphrase], scorer: Scorer
) -> tuple[dict[str, Steadiness], list[str]]:
    """The verdicts' steadiness under each kind of edit, and the paraphrases that fit no conversation."""
    found = {kind: Steadiness() for kind in kinds}
    other: dict[str, list[Paraphrase]] = {}
    for paraphrase in paraphrases:
        other.setdefault(paraphrase.case, []).append(paraphrase)
    problems = [f"{PARAPHRASES.name}: no small conversation is called {name}" for name in other if name not in cases]
    for case in cases.values():
        session = case.session()
        variants, unfit = _variants(case, session, [kind for kind in found if kind in KINDS], other.get(case.id, []))
        problems += unfit
        if not variants:
            continue
        before = _score(scorer, session)
        for kind, variant in variants:
            found[kind].add(before, _score(scorer, variant))
    return found, problems


def _variants(
    case: Case, session: Json, kinds: Iterable[str], paraphrases: Iterable[Paraphrase]
) -> tuple[list[tuple[str, Json]], list[str]]:
    """The edited records that differ from the original, and what is wrong with paraphrases."""
    made: list[tuple[str, Json]] = []
    problems: list[str] = []
    for kind in kinds:
        made.append((kind, edited(session, partial(KINDS[kind], language=case.lang))))
    for paraphrase in paraphrases:
        try:
            made.append((_PARAPHRASE, paraphrased(session, paraphrase)))
        except ValueError as error:
            problems.append(f"{PARAPHRASES.name}: {error}")
    return [(kind, record) for kind, record in made if record != session], problems


def _score(scorer: Scorer, session: Json) -> tuple[Verdict, ...]:
    return scorer.score(Session.from_json(session)).verdicts


def tables(found: Mapping[str, Steadiness]) -> list[Table]:
    """What each kind of edit flipped, left open and decided, and the metrics that paraphrases flipped."""
    header = ("edit", "sessions", "decided", "flipped", "share", "opened", "share of these", "newly decided", "aim")
    rows = [_row(kind, steadiness) for kind, steadiness in found.items() if steadiness.sessions]
    rows.append(_row("total", sum(found.values(), Steadiness())))
    return [Table("Verdicts after an edit", header, rows), _by_metric(found)]


def _row(kind: str, found: Steadiness) -> Row:
    flipped, opened = found.changes["flipped"], found.changes["opened"]
    reached = "reached" if flipped < _MOST * found.decided else "missed"
    shares = (str(flipped), percent(flipped, found.decided), str(opened), percent(opened, found.decided))
    return (kind, str(found.sessions), str(found.decided), *shares, str(found.changes["decided"]), reached)


def _by_metric(found: Mapping[str, Steadiness]) -> Table:
    changed: dict[str, dict[str, int]] = {}
    for steadiness in found.values():
        for flip in steadiness.found:
            counts = changed.setdefault(flip.metric, {"flipped": 0, "opened": 0, "decided": 0})
            counts[flip.change] += 1
    names = ("flipped", "opened", "decided")
    rows = [(metric, *(str(counts[name]) for name in names)) for metric, counts in sorted(changed.items())]
    return Table("Metrics that edits changed", ("metric", "flipped", "opened", "newly decided"), rows)


def _list(kind: str, found: Iterable[Flip]) -> None:
    for flip in sorted(found, key=lambda flip: (flip.metric, flip.session_id)):
        checks = ", ".join(flip.checks) or "no check differs"
        print(f"{flip.change} {flip.metric} {flip.session_id} [{kind}]: {flip.before}→{flip.after} ({checks})")
        print(f"    before: {flip.reason_before}")
        print(f"    after:  {flip.reason_after}")


if __name__ == "__main__":
    sys.exit(main())
