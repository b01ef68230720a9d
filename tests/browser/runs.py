"""Runs to look at in a browser."""

from __future__ import annotations

from pathlib import Path

from reports.html import write_html
from reports.plain import Lang
from reports.render import coverage_from_run
from tests.reports.html_page.hostile import TEXTS, scored
from tests.reports.html_page.made import Run, Scored, failed, file_run, gates, session, turn, verdict

PRICE = "The price is 1.20 USD a piece."


def report(folder: Path, run: Run, lang: Lang = "en") -> Path:
    """Writes the run with its page."""
    file_run(folder, run)
    write_html(folder, coverage_from_run(folder), lang)
    return folder


def _talk(number: int) -> Scored:
    """Every third gives a price in its fourth turn, after enough words to scroll past."""
    broken = number % 3 == 0
    words = "We make PD fast charging cables in Shenzhen, in many lengths and colours. " * 6
    turns = [turn(f"Question {count} of {number}", words) for count in range(1, 4)]
    turns.append(turn("How much is it?", f"Thank you. {PRICE} Anything else?" if broken else "Sales will tell you."))
    turns += [turn(f"And question {count}", words) for count in range(5, 8)]
    language, time = ("vi" if number % 2 else "en"), ("off" if number % 4 == 0 else "work")
    made = session(
        f"talk-{number:04}",
        turns,
        simulation={
            "template": f"story-{number % 5}",
            "factors": {"language": language, "time": time, "image": "none"},
        },
    )
    if broken:
        price = verdict("M-031", "FAIL", failed("check_1", PRICE, number=4, note="a price is given"))
        return Scored(made, [price, verdict("M-101"), verdict("M-008")])
    return Scored(made, [verdict("M-031"), verdict("M-101"), verdict("M-028", score=4)])


def ordinary(folder: Path, count: int = 24, lang: Lang = "en") -> Path:
    """A run of so many conversations; a third of them fails M-031."""
    manifest = {
        "command": "run",
        "state": "complete",
        "agents": {"name": "reference", "defect": None},
        "evaluator": {"version": "v1", "judge": None},
        "tokens": {"inquiry": 120_000, "judge": 30_000},
        "cost": {"inquiry": 1.5, "judge": 0.25, "currency": "USD"},
    }
    return report(
        folder,
        Run(
            [_talk(number) for number in range(count)],
            manifest,
            gates=gates(("p0=0", False, "8 conversations fail a P0")),
        ),
        lang,
    )


def hostile(folder: Path) -> Path:
    """A conversation for each of the sixty texts, which is its id as well."""
    return report(folder, Run([scored(text) for text in TEXTS]))
