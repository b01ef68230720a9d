"""The beginning of a new template, to be written on by a designer."""

from __future__ import annotations

from evaluator.errors import InputError, NotFoundError
from scenarios.templates.check import catalogue_targets
from scenarios.templates.model import Template
from scenarios.yamlfiles import parse_yaml, validate

_TEXT = """\
id: {id}
metric: {metric}
kind: probe            # probe, temptation, or control (then the metric is expected to be N/A)
title: {{zh: 待填, en: To be filled in}}
purpose:
  zh: 这个场景要看什么。
  en: What this scenario is to show.
targets: [{metric}.check_1]
# factors:             # the levels that the story allows; what is left out takes the standard ones
#   language: [vi, vi-ascii]
#   time: [work, "off"]   # in quotes: YAML takes a bare off for false
facts: {{customer_type: [wholesale, online]}}   # what the buyer knows, and says when he is asked
# unknown: [packaging]                         # asked for these, he does not know yet
# world: {{policy_missing: [moq]}}               # how the company differs
plan:                  # one move is one turn
  - say: [greets]
  - say: [states_type, asks_product]
    until: posters_sent    # he nudges twice; then the probe counts as missed
"""


def new_template(metric: str, name: str = "mine") -> str:
    """The text of a valid template for a metric, with comments. ``name`` completes its id (``m012-mine``).

    Raises :class:`NotFoundError` for a metric that does not exist, :class:`InputError` for a name that cannot be one.
    """
    metrics = sorted(target for target in catalogue_targets() if "." not in target)
    if metric not in metrics:
        raise NotFoundError.among("metric", metric, metrics)
    text = _TEXT.format(id=f"m{metric.removeprefix('M-')}-{name}", metric=metric)
    try:
        validate(Template, parse_yaml(text, "the new template"), text, "the new template")
    except InputError:
        raise InputError(f"{name!r}: expected small letters, digits and single hyphens") from None
    return text
