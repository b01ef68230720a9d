"""Building the page of a run: one pass over its sessions, one template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from evaluator.catalogue import Catalogue, load_catalogue
from evaluator.errors import InputError
from evaluator.session import Session
from evaluator.verdicts import Conclusion, Verdict
from reports import run_dir as run
from reports.coverage import UNKNOWN_LANGUAGE, origin_of, paired
from reports.coverage_model import Coverage
from reports.html.conversation import code_of, conversation
from reports.html.embed import compact, harmless, policy
from reports.html.metric_data import metric_data
from reports.html.simulated import simulated
from reports.html.store import Store
from reports.html.summary import Headline, RunFacts, failures, languages_of, matrix, run_facts, shown_language
from reports.html.words import asset, words
from reports.plain import Lang, visible
from reports.rates import percent

PAGE: Final = "report.html"
_LETTERS: Final = {"qualified": "q", "unqualified": "u", "undetermined": "o"}


@dataclass
class _Gathered:
    """What one pass over the sessions leaves: an index line for each, and the counts of the headline."""

    lines: list[str] = field(default_factory=list)
    conclusions: Counter[str] = field(default_factory=Counter)
    invalid: int = 0


def write_html(run_dir: Path, coverage: Coverage, lang: Lang = "en") -> None:
    """Writes `report.html`, and for a large run `report_data/NNN.js`, into a run directory.

    Reads the other files of the directory line by line. Raises InputError where one is missing or damaged, or where
    they do not belong together.
    """
    catalogue = load_catalogue()
    store = Store(run_dir)
    gathered = _gather(run_dir, catalogue, store)
    facts = run_facts(run_dir.resolve().name, run.read_manifest(run_dir))
    head = Headline(
        sessions=len(gathered.lines),
        invalid=gathered.invalid,
        errors=sum(1 for _ in run.errors(run_dir)),
        conclusions=gathered.conclusions,
        pairs=(coverage.pairs.required, coverage.pairs.observed),
    )
    data = compact({"words": words(), "metrics": metric_data(catalogue, coverage)})
    text = _rendered(
        lang=lang,
        run=facts,
        head=head,
        coverage=coverage,
        catalogue=catalogue,
        embedded={
            "data": data,
            "sessions": "[" + ",\n".join(gathered.lines) + "]",
            "conversations": store.close() or "null",
        },
    )
    part = run_dir / f".{PAGE}.part"
    part.write_text(text, encoding="utf-8")
    part.replace(run_dir / PAGE)


def _gather(run_dir: Path, catalogue: Catalogue, store: Store) -> _Gathered:
    gathered = _Gathered()
    language_of = run.languages(run_dir)
    pairs = paired(run.sessions(run_dir), run.verdicts(run_dir))
    for session, verdicts, conclusion in _concluded(pairs, run.conclusions(run_dir)):
        origin = origin_of(session, language_of(session))
        if origin.invalid:
            gathered.invalid += 1
        else:
            gathered.conclusions[conclusion.conclusion] += 1
        group, place = store.add(conversation(session, verdicts))
        line = [
            visible(session.session_id),
            _LETTERS[conclusion.conclusion],
            _codes(verdicts, catalogue, simulated(session).missed_metrics),
            shown_language(origin.factors.get("language", UNKNOWN_LANGUAGE)),
            visible(origin.template or ""),
            origin.invalid,
            group,
            place,
        ]
        gathered.lines.append(compact(line))
    return gathered


def _concluded(
    pairs: Iterable[tuple[Session, Iterable[Verdict]]], conclusions: Iterator[Conclusion]
) -> Iterator[tuple[Session, list[Verdict], Conclusion]]:
    """Each session with its verdicts and its conclusion, which stand in the same order."""
    for session, verdicts in pairs:
        conclusion = next(conclusions, None)
        if conclusion is None or conclusion.session_id != session.session_id:
            found = "none is left" if conclusion is None else f"found that of {conclusion.session_id!r}"
            raise InputError(f"expected the conclusion of session {session.session_id!r} next, {found}")
        yield session, list(verdicts), conclusion


def _codes(verdicts: Iterable[Verdict], catalogue: Catalogue, missed: Collection[str]) -> str:
    """One letter a metric, in the catalogue's order; N/A where a metric has no verdict.

    ``M`` is an N/A of a session that missed its probe of the metric: coverage counts it apart, and so does the page.
    """
    found = {verdict.metric_id: code_of(verdict) for verdict in verdicts}
    codes = ((metric.id, found.get(metric.id, "N")) for metric in catalogue)
    return "".join("M" if code in "NO" and metric_id in missed else code for metric_id, code in codes)


def script() -> str:
    """The page's code: the numbered files in order, inside one function, so that no name of it is global."""
    names = sorted(entry.name for entry in (files("reports.html") / "assets").iterdir() if entry.name.endswith(".js"))
    return '(() => {\n"use strict";\n' + "\n".join(asset(name) for name in names) + "})();\n"


def _rendered(
    *,
    lang: Lang,
    run: RunFacts,
    head: Headline,
    coverage: Coverage,
    catalogue: Catalogue,
    embedded: Mapping[str, str],
) -> str:
    import jinja2  # only here: the command line starts without it
    from markupsafe import Markup

    parts = matrix(coverage, catalogue)
    code, style = script(), asset("page.css")
    # Markup is what the template does not escape: the page's own files, and JSON that `harmless` made safe.
    values: dict[str, Any] = {name: Markup(harmless(text)) for name, text in embedded.items()}
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    return environment.from_string(asset("page.html.j2")).render(
        lang=lang,
        words=words(),
        run=run,
        head=head,
        parts=parts,
        p0=failures(parts, "P0"),
        p1=failures(parts, "P1"),
        languages=languages_of(coverage),
        shown_language=shown_language,
        percent=percent,
        policy=policy(code, style),
        style=Markup(style),
        script=Markup(code),
        **values,
    )
