"""How far the verdicts agree with labelled conversations: `make accuracy`.

The own small conversations, the own whole ones, and those of ../shared/cases where that folder exists. Three numbers
matter, in this order: the share right of the decided (a wrong verdict destroys trust), agreement, decided.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import tables
from benchmarks.aims import Measured, aims
from benchmarks.document import update
from benchmarks.fails import Fails, read_findings
from benchmarks.figures import Figures
from benchmarks.labelled import SHARED, WHOLE, own_set, part, read_set, scored_with_labels
from benchmarks.table import Table, as_text
from benchmarks.whole import Conclusions
from evaluator.scoring import Scorer
from evaluator.version import evaluator_version


@dataclass
class Own:
    """The figures of the project's own set: all of it, and each part."""

    all: Figures = field(default_factory=Figures)
    parts: dict[str, Figures] = field(default_factory=dict)
    concluded: Conclusions = field(default_factory=Conclusions)
    fails: Fails = field(default_factory=lambda: Fails(read_findings()))

    @property
    def small(self) -> int:
        """The small conversations."""
        return sum(figures.sessions for name, figures in self.parts.items() if name != WHOLE)


def main() -> None:
    """Scores, prints, and writes the figures where asked."""
    parser = argparse.ArgumentParser(prog="accuracy", description=__doc__)
    parser.add_argument("--wrong", action="store_true", help="list each wrong verdict, check and FAIL with reasons")
    parser.add_argument("--short", action="store_true", help="aims, totals and conclusions only")
    parser.add_argument("--cases", type=Path, default=SHARED, metavar="DIR", help="other labelled conversations")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    parser.add_argument("--markdown", action="store_true", help="write the tables of docs/accuracy.md anew")
    options = parser.parse_args()
    scorer = Scorer()
    own = _own(scorer)
    shared = _shared(options.cases, scorer) if options.cases.is_dir() else None
    if options.markdown and shared is None:
        parser.error(f"--markdown: the document tells of the shared conversations too, and {options.cases} is missing")
    _print(own, shared, options.short, options.wrong)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(_json(own, shared), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if options.markdown:
        note = f"Written by `python -m benchmarks.accuracy --markdown`; evaluator {evaluator_version()}."
        update("accuracy", document_tables(own, shared), note)


def document_tables(own: Own, shared: Figures | None) -> Iterator[Table]:
    """The tables of docs/accuracy.md."""
    yield aims(Measured(own.small, own.all, own.concluded, shared))
    yield tables.totals(_parts(own, shared))
    yield tables.conclusions(own.concluded)
    yield own.fails.table()
    yield tables.by_language("Own set", own.all)
    yield tables.by_metric("Own set", own.all)
    yield tables.wrong_verdicts("Own set", own.all)
    yield tables.by_metric("Shared set", shared or Figures())
    yield tables.wrong_verdicts("Shared set", shared or Figures())


def _print(own: Own, shared: Figures | None, short: bool, wrong: bool) -> None:
    if not short:
        for title, figures in (("Own set", own.all), ("Shared set", shared)):
            if figures is not None:
                _show(tables.by_metric(title, figures))
                _show(tables.by_language(title, figures))
                _show(tables.by_check(title, figures))
    _show(tables.totals(_parts(own, shared)))
    _show(tables.conclusions(own.concluded))
    _show(own.fails.table())
    _show(aims(Measured(own.small, own.all, own.concluded, shared)))
    if wrong:
        for figures in _parts(own, shared).values():
            print("\n".join(tables.wrong(figures)))
        print("\n".join(own.fails.lines()))


def _show(table: Table) -> None:
    print("\n".join(as_text(table)), end="\n\n")


def _own(scorer: Scorer) -> Own:
    own = Own()
    for label, scored in scored_with_labels(own_set(), scorer):
        session_id = scored.session.session_id
        name = part(session_id)
        for figures in (own.all, own.parts.setdefault(name, Figures())):
            figures.add(session_id, label, scored.verdicts)
        if name == WHOLE:
            own.concluded.add(label, scored.conclusion, len(scored.session.turns))
        else:
            own.fails.add(session_id, label, scored.verdicts)
    return own


def _shared(folder: Path, scorer: Scorer) -> Figures:
    shared = Figures()
    for label, scored in scored_with_labels(read_set(folder), scorer):
        shared.add(scored.session.session_id, label, scored.verdicts)
    return shared


def _parts(own: Own, shared: Figures | None) -> dict[str, Figures]:
    parts = {f"own {name}": figures for name, figures in sorted(own.parts.items())}
    return parts if shared is None else {**parts, "shared": shared}


def _json(own: Own, shared: Figures | None) -> dict[str, Any]:
    document: dict[str, Any] = {"evaluator": evaluator_version(), "conclusions": own.concluded.to_json()}
    named = {"own": own.all, **_parts(own, shared)}
    return document | {name: figures.to_json() for name, figures in named.items()}


if __name__ == "__main__":
    main()
