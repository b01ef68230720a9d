"""Writing the reports of a run, from its directory alone."""

import importlib.util
import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, Final, TextIO, TypeAlias

from evaluator.catalogue import load_catalogue
from evaluator.errors import NotFoundError
from reports import expectations
from reports import run_dir as run
from reports.coverage import Coverage, build_coverage, origin_of
from reports.gate_model import read_gates
from reports.plain import Lang
from reports.proof import proven_for, with_proof

_Renderer: TypeAlias = Callable[[Path, Coverage, Lang], Path]


def coverage_from_run(
    run_dir: Path,
    declared: Collection[str] = frozenset(),
    pairs: tuple[int, int] = (0, 0),
    proven: Mapping[str, bool] | None = None,
) -> Coverage:
    """The coverage of a run, streamed from its files; the language of imported sessions is that of their reading.

    `declared`: the checks and edges that templates aim at (`M-008.check_1`); `pairs`: factor pairs required and
    observed; `proven`: what a certification of this evaluator says of checks and edges. Raises InputError where a file
    is missing or damaged, or where the files do not belong together.
    """
    sessions, verdicts = run.sessions(run_dir), run.verdicts(run_dir)
    language_of = run.languages(run_dir)
    if proven is None:
        proven = proven_for(run_dir)
    return build_coverage(sessions, verdicts, load_catalogue(), declared, proven, pairs, language_of)


def write_reports(run_dir: Path, coverage: Coverage, lang: Lang = "en") -> list[Path]:
    """Writes `coverage.json` and every report into the run directory, and returns their paths.

    `expectations.json` is written where templates expected something. `run.json` is to be saved before: the reports
    tell its state.
    """
    path = run_dir / run.COVERAGE
    with _replacing_text(path) as out:
        out.write(json.dumps(coverage.to_json_dict(), ensure_ascii=False, indent=1) + "\n")
    written = expectations.write(run_dir, expectations.compare(run.sessions(run_dir), run.verdicts(run_dir)))
    return [path, *([written] if written else []), *_render(run_dir, coverage, FORMATS, lang)]


def render(run_dir: Path, formats: Sequence[str] = (), lang: Lang = "en") -> list[Path]:
    """Writes reports again, from the run directory alone, and returns their paths. No formats means all of them.

    Where the directory has no `coverage.json` (the run was interrupted), coverage is counted from the verdicts, and
    nothing counts as declared. Raises NotFoundError for an unknown format, InputError where a file is damaged.
    """
    for name in formats:
        if name not in FORMATS:
            raise NotFoundError.among("format", name, FORMATS)
    run.read_manifest(run_dir)
    stored = (run_dir / run.COVERAGE).exists()
    coverage = with_proof(run.read_coverage(run_dir), proven_for(run_dir)) if stored else coverage_from_run(run_dir)
    return _render(run_dir, coverage, tuple(dict.fromkeys(formats)) or FORMATS, lang)


def _render(run_dir: Path, coverage: Coverage, formats: Sequence[str], lang: Lang) -> list[Path]:
    renderers = {name: _RENDERERS[name] for name in formats}
    page = importlib.util.find_spec("reports.html")
    if page is None or page.origin is None:
        renderers.pop("html", None)
    return [renderer(run_dir, coverage, lang) for renderer in renderers.values()]


def _html(run_dir: Path, coverage: Coverage, lang: Lang) -> Path:
    html = importlib.import_module("reports.html")
    html.write_html(run_dir, coverage, lang)
    return run_dir / "report.html"


def _markdown(run_dir: Path, coverage: Coverage, lang: Lang) -> Path:
    from reports.markdown import Summary, first_failures, markdown

    invalid = frozenset(session.session_id for session in run.sessions(run_dir) if origin_of(session).invalid)
    conclusions: Counter[str] = Counter(
        conclusion.conclusion for conclusion in run.conclusions(run_dir) if conclusion.session_id not in invalid
    )
    summary = Summary(
        run=run_dir.resolve().name,
        manifest=run.read_manifest(run_dir),
        conclusions=conclusions,
        errors=sum(1 for _ in run.errors(run_dir)),
        examples=first_failures(run.verdicts(run_dir), invalid),
        expectations=expectations.read_counts(run_dir),
        gates=read_gates(run_dir),
    )
    path = run_dir / "report.md"
    with _replacing_text(path) as out:
        out.write(markdown(coverage, summary, load_catalogue(), lang))
    return path


def _junit(run_dir: Path, coverage: Coverage, lang: Lang) -> Path:
    from reports.junit import write_junit

    path = run_dir / "junit.xml"
    with _replacing(path) as out:
        sessions, verdicts, errors = run.sessions(run_dir), run.verdicts(run_dir), run.errors(run_dir)
        write_junit(out, sessions, verdicts, errors, load_catalogue(), lang)
    return path


def _csv(run_dir: Path, coverage: Coverage, lang: Lang) -> Path:
    from reports.csv_export import write_csv

    path = run_dir / "verdicts.csv"
    with _replacing_text(path, encoding="utf-8-sig") as out:
        write_csv(out, run.sessions(run_dir), run.verdicts(run_dir), load_catalogue(), lang, run.languages(run_dir))
    return path


_RENDERERS: Final[Mapping[str, _Renderer]] = {"html": _html, "md": _markdown, "junit": _junit, "csv": _csv}
FORMATS: Final = tuple(_RENDERERS)


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when it is whole: no reader sees half a report."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as out:
            yield out
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _replacing_text(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    """The same for text; line ends are written as they are."""
    with _replacing(path) as out, TextIOWrapper(out, encoding=encoding, newline="") as text:
        yield text
