"""Whether edits that keep the meaning keep the verdicts: `make edits`.

Each small conversation of the own set is scored as it is and after each kind of edit; paraphrases are read from
tests/labelled/paraphrases.yml. A flip means that one of two readings of the same thing is wrong.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from functools import partial

from benchmarks.edit_kinds import KINDS
from benchmarks.edited import PARAPHRASES, Json, Paraphrase, edited, paraphrased, read_paraphrases
from benchmarks.flips import Flip, Steadiness
from benchmarks.labelled import is_whole
from evaluator.scoring import Scorer
from evaluator.session.models import Session
from evaluator.verdicts import Verdict
from tests.labelled.build import Case, load

_PARAPHRASE = "paraphrase"


def main() -> int:
    """Scores, prints, and lists where asked. 1 where a paraphrase does not fit its conversation."""
    parser = argparse.ArgumentParser(prog="edits", description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the flips with both reasons")
    parser.add_argument("--opened", action="store_true", help="… and what an edit left open or decided")
    parser.add_argument("--kind", action="append", choices=[*KINDS, _PARAPHRASE], help="only this kind; repeatable")
    options = parser.parse_args()
    chosen = options.kind or [*KINDS, _PARAPHRASE]
    cases = {case.id: case for case in load() if not is_whole(case.id)}
    paraphrases = read_paraphrases() if _PARAPHRASE in chosen else []
    if paraphrases is None:
        print(f"note: no paraphrases yet ({PARAPHRASES})", file=sys.stderr)
    found, problems = measure(cases, chosen, paraphrases or [], Scorer())
    _print(found)
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


def _print(found: Mapping[str, Steadiness]) -> None:
    names = ("sessions", "decided", "flipped", "share", "opened", "share", "newly decided")
    print("edit".ljust(22) + "".join(name.rjust(max(9, len(name) + 2)) for name in names))
    for kind, steadiness in found.items():
        if steadiness.sessions:
            print(_line(kind, steadiness))
    print(_line("total", sum(found.values(), Steadiness())))


def _line(kind: str, found: Steadiness) -> str:
    parts = [f"{kind:22}{found.sessions:9}{found.decided:9}"]
    for change in ("flipped", "opened"):
        count = found.changes[change]
        parts.append(f"{count:9}{count / found.decided if found.decided else 0:9.2%}")
    return "".join(parts) + f"{found.changes['decided']:15}"


def _list(kind: str, found: Iterable[Flip]) -> None:
    for flip in sorted(found, key=lambda flip: (flip.metric, flip.session_id)):
        checks = ", ".join(flip.checks) or "no check differs"
        print(f"{flip.change} {flip.metric} {flip.session_id} [{kind}]: {flip.before}→{flip.after} ({checks})")
        print(f"    before: {flip.reason_before}")
        print(f"    after:  {flip.reason_after}")


if __name__ == "__main__":
    sys.exit(main())
