"""`compare.html`: one file, no script, no outside address; it can be opened from disk and sent by mail."""

from __future__ import annotations

import re
from itertools import zip_longest
from types import SimpleNamespace
from typing import Final

from evaluator.catalogue import Catalogue
from reports.compare import terminal
from reports.compare import words as text
from reports.compare.model import Comparison
from reports.compare.parting import SHOWN
from reports.gate_model import GateReport
from reports.html.embed import source_hash
from reports.plain import Lang

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ALL: Final = 100


def page(comparison: Comparison, gates: GateReport | None, catalogue: Catalogue, lang: Lang = "en") -> str:
    """The whole page. Everything that comes from a record or a verdict is escaped."""
    import jinja2  # only here: the command line starts without it
    from markupsafe import Markup

    style = text.asset("compare.css")
    functions = {name: getattr(text, name) for name in _FUNCTIONS}
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    rendered = environment.from_string(text.asset("compare.html.j2")).render(
        lang=lang,
        c=comparison,
        gates=gates,
        shown=terminal.ordered(comparison),
        names={metric.id: metric.name for metric in catalogue},
        repeats=comparison.pairs.repeats if comparison.pairs.templates else 0,
        warnings=list(zip_longest(text.warnings(comparison, "en"), text.warnings(comparison, "zh"))),
        most_shown=SHOWN,
        say=text.say,
        f=SimpleNamespace(**functions, flip_changes=terminal.flip_changes),
        decided_all=lambda of, language: text.decided_line(of, language, _ALL),
        style=Markup(style),
        policy=f"default-src 'none'; style-src {source_hash(style)}; base-uri 'none'; form-action 'none'",
    )
    return _SURROGATE.sub("\ufffd", rendered)


_FUNCTIONS: Final = (
    "change_text",
    "conclusions_text",
    "decided_line",
    "finding_text",
    "left_out_line",
    "legend",
    "needs_text",
    "pair_line",
    "points_text",
    "run_line",
    "share_text",
    "side_text",
    "undetermined_text",
)
