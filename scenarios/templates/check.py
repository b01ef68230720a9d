"""What is wrong with a template that is well formed: names that nothing has, values that nobody gives."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from evaluator.errors import NotFoundError
from evaluator.ontology import BUYER_ROLES, CUSTOMER_TYPES, Field
from scenarios.factors import check_level, factors
from scenarios.phrases import available_languages, phrase_keys, slots_of
from scenarios.pictures import PICTURE_KINDS
from scenarios.templates.conditions import ConditionError, parse_condition
from scenarios.templates.model import BY_FACTOR, OTHER_LANGUAGE, ROLE_MOVE, TYPE_MOVE, Move, Template
from scenarios.world import load_world
from scenarios.yamlfiles import near

Path: TypeAlias = tuple[str | int, ...]
# Where it is, what was expected, what was found.
Fault: TypeAlias = tuple[Path, str, str]

# Slots that a phrase takes from a fact, or from what Faker gives every buyer.
SLOT_FACTS = {
    "model": "product",
    "market": "target_market",
    "item": "item",
    "interface": "interface",
    "power": "power",
    "length": "length",
    "quantity": "quantity",
}
GIVEN_SLOTS = frozenset({"company", "email"})


def faults_of(template: Template) -> Iterator[Fault]:
    """Everything wrong with a template that is well formed."""
    number = template.metric.removeprefix("M-")
    if not template.id.startswith(f"m{number}-"):
        yield ("id",), f"an id that starts with m{number}-, for its metric", template.id
    yield from _target_faults(template)
    yield from _factor_faults(template)
    yield from _fact_faults(template)
    yield from _world_faults(template)
    for index, move in enumerate(template.plan):
        yield from _move_faults(template, move, ("plan", index))


def _target_faults(template: Template) -> Iterator[Fault]:
    targets = catalogue_targets()
    metrics = {name for name in targets if "." not in name}
    for index, target in enumerate(template.targets):
        own = target.partition(".")[0]
        if target not in targets:
            yield ("targets", index), f"a metric, check or edge of the catalogue{near(target, targets)}", target
        if own not in {template.metric, *template.expect}:
            yield ("targets", index), f"a part of {template.metric}, or of a metric in expect", target
    if template.metric not in metrics:
        yield ("metric",), f"a metric of the catalogue{near(template.metric, metrics)}", template.metric


def _factor_faults(template: Template) -> Iterator[Fault]:
    combinations: list[tuple[Path, Mapping[str, tuple[str, ...]]]] = [(("factors",), template.factors)]
    combinations += [(("exclude", index), entry) for index, entry in enumerate(template.exclude)]
    for path, combination in combinations:
        for name, levels in combination.items():
            if name not in factors():
                yield (*path, name), f"a factor, one of {', '.join(factors())}{near(name, factors())}", name
                continue
            for index, level in enumerate(levels):
                known = factors()[name].levels
                try:
                    check_level(name, level)
                except NotFoundError:
                    yield (*path, name, index), f"a level of {name}{near(level, known)}: {', '.join(known)}", level
    if "midway" in template.factors.get("language_switch", ()) and len(template.plan) < 2:
        yield ("factors", "language_switch"), "a plan of two moves or more, to switch between", "one move"


def _fact_faults(template: Template) -> Iterator[Fault]:
    for name, known in (("customer_type", CUSTOMER_TYPES), ("buyer_role", BUYER_ROLES)):
        for value in getattr(template.facts, name) or ():
            if value not in known:
                yield ("facts", name), f"one of {', '.join(known)}{near(value, known)}", value
    askable = [str(entry) for entry in Field]
    for index, field in enumerate(template.unknown):
        if field not in askable:
            yield ("unknown", index), f"a form key{near(field, askable)}", field
    for field in (*template.form.values, *((template.form.pending,) if template.form.pending else ())):
        if field not in askable:
            yield ("form",), f"a form key{near(field, askable)}", field
    if template.form.absent and (template.form.values or template.form.pending or template.form.stale):
        yield ("form",), "nothing beside absent", "values, pending or stale"


def _world_faults(template: Template) -> Iterator[Fault]:
    try:
        load_world().override(template.world)
    except NotFoundError as error:
        yield ("world",), "names that the world has", str(error)


def _move_faults(template: Template, move: Move, path: Path) -> Iterator[Fault]:
    known = phrase_keys()["customer"]
    given = {*move.with_, *GIVEN_SLOTS}
    given |= {slot for slot, fact in SLOT_FACTS.items() if getattr(template.facts, fact) is not None}
    for index, key in enumerate(move.say):
        where = (*path, "say", index)
        if key in (TYPE_MOVE, ROLE_MOVE):
            fact = "customer_type" if key == TYPE_MOVE else "buyer_role"
            if getattr(template.facts, fact) is None:
                yield where, f"facts.{fact}, for {key}", "none"
        elif key not in known:
            yield where, f"a customer phrase{near(key, [*known, TYPE_MOVE, ROLE_MOVE])}", key
        else:
            yield from _slot_faults(where, known[key], given)
    if move.text is not None:
        yield from _slot_faults((*path, "text"), slots_of(move.text), given)
    for name in ("when", "until"):
        yield from _condition_faults((*path, name), getattr(move, name))
    if move.language not in (None, OTHER_LANGUAGE, *available_languages()):
        hint = near(str(move.language), available_languages())
        yield (*path, "language"), f"other, or a language with phrases{hint}", str(move.language)
    if move.image not in (None, BY_FACTOR, *PICTURE_KINDS):
        kinds = ", ".join(PICTURE_KINDS)
        yield (*path, "image"), f"factor, or one of {kinds}{near(str(move.image), PICTURE_KINDS)}", str(move.image)


def _slot_faults(where: Path, slots: Collection[str], given: Collection[str]) -> Iterator[Fault]:
    for slot in slots:
        if slot not in given:
            fact = SLOT_FACTS.get(slot)
            expected = (
                f"a value for {{{slot}}}: facts.{fact}, or with: {{{slot}: …}}" if fact else f"no slot {{{slot}}}"
            )
            yield where, expected, "none"


def _condition_faults(where: Path, condition: str | None) -> Iterator[Fault]:
    if condition is None:
        return
    try:
        parse_condition(condition)
    except ConditionError as error:
        yield where, "a condition", str(error)


@cache
def catalogue_targets() -> frozenset[str]:
    """The targets that a template may have: every metric of the catalogue, its checks and its edges."""
    from evaluator.catalogue import load_catalogue  # a third of a second: only where templates are checked

    names = set()
    for metric in load_catalogue():
        names.add(metric.id)
        names |= {f"{metric.id}.{check.id}" for check in metric.checks}
        names |= {f"{metric.id}.{edge.id}" for edge in metric.edges}
    return frozenset(names)
