"""How far the verdicts agree with labelled conversations: `make accuracy`.

The own small conversations, the own whole ones, and those of ../shared/cases where that folder exists. Three numbers
matter, in this order: the share right of the decided (a wrong verdict destroys trust), agreement, decided.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks import tables
from benchmarks.figures import Figures
from benchmarks.labelled import SHARED, is_whole, own_set, read_set, scored_with_labels
from benchmarks.whole import Conclusions
from evaluator.scoring import Scorer


def main() -> None:
    """Scores, prints, and writes the figures where asked."""
    parser = argparse.ArgumentParser(prog="accuracy", description=__doc__)
    parser.add_argument("--wrong", action="store_true", help="list each wrong verdict with both reasons")
    parser.add_argument("--short", action="store_true", help="totals only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    options = parser.parse_args()
    scorer = Scorer()
    small, whole, concluded = _own(scorer)
    document: dict[str, Any] = {"small": small.to_json(), "whole": {**whole.to_json(), **concluded.to_json()}}
    _print("own small conversations", small, options.short, options.wrong)
    _print("own whole conversations", whole, options.short, options.wrong, concluded)
    if SHARED.is_dir():
        shared = Figures()
        for label, scored in scored_with_labels(read_set(SHARED), scorer):
            shared.add(scored.session.session_id, label, scored.verdicts)
        document["shared"] = shared.to_json()
        _print("shared conversations", shared, options.short, options.wrong)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _own(scorer: Scorer) -> tuple[Figures, Figures, Conclusions]:
    small, whole, concluded = Figures(), Figures(), Conclusions()
    for label, scored in scored_with_labels(own_set(), scorer):
        session_id = scored.session.session_id
        if is_whole(session_id):
            whole.add(session_id, label, scored.verdicts)
            concluded.add(label, scored.conclusion)
        else:
            small.add(session_id, label, scored.verdicts)
    return small, whole, concluded


def _print(title: str, figures: Figures, short: bool, wrong: bool, concluded: Conclusions | None = None) -> None:
    print(f"\n== {title}: {figures.sessions}")
    if not short:
        print("\n".join(tables.groups(figures)))
    print("\n".join(tables.summary(figures)))
    if concluded is not None:
        print("\n".join(tables.conclusions(concluded, figures)))
    if wrong:
        print("\n".join(tables.wrong(figures)))


if __name__ == "__main__":
    main()
