"""Cases of a run, and the stories that their levels make of a template."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluator.errors import UsageError
from scenarios.cases import Case, build_cases, plan_cases
from scenarios.factors import factors
from scenarios.story import tell
from scenarios.templates import Template, read_template, shipped_templates

BASE: dict[str, Any] = {
    "id": "m008-mine",
    "metric": "M-008",
    "kind": "probe",
    "title": {"zh": "一", "en": "one"},
    "purpose": {"zh": "二", "en": "two"},
    "targets": ["M-008.check_1"],
    "facts": {"customer_type": ["wholesale", "online"]},
    "plan": [{"say": ["greets"]}, {"say": ["states_type"]}, {"say": ["asks_price"], "until": "posters_sent"}],
}


def template(tmp_path: Path, **changes: Any) -> Template:
    path = tmp_path / "m008-mine.yaml"
    path.write_text(yaml.safe_dump({**BASE, **changes}, allow_unicode=True), encoding="utf-8")
    return read_template(path)


def case_of(entry: Template, **levels: str) -> Case:
    standard = {name: known.standard[0] for name, known in factors().items()}
    return Case(0, entry, 1, 1, 7, {**standard, **levels})


def test_cases_are_unique_ordered_and_the_same_for_the_same_seed() -> None:
    cases = build_cases(shipped_templates(), seed=2, repeat=2)
    assert [case.index for case in cases] == list(range(len(cases)))
    assert len({case.session_id for case in cases}) == len(cases)
    keys = [(case.template.id, case.variant, case.repeat) for case in cases]
    assert keys == sorted(keys)
    assert cases == build_cases(shipped_templates(), seed=2, repeat=2)
    assert cases != build_cases(shipped_templates(), seed=3, repeat=2)


def test_a_run_covers_its_pairs_in_few_variants() -> None:
    plan = plan_cases(shipped_templates(), seed=2)
    report = plan.report_pairs()
    assert report.missing == ()
    assert report.required > 500
    assert len(plan.cases) <= 6 * len(shipped_templates())
    assert {case.template.id for case in plan.cases} == {entry.id for entry in shipped_templates()}


def test_languages_and_levels_narrow_a_run() -> None:
    plan = plan_cases(shipped_templates(), languages=["vi"], factors={"time": ["off"]})
    assert {(case.levels["language"], case.levels["time"]) for case in plan.cases} == {("vi", "off")}
    assert "m008-vietnamese-phone-english" in plan.left_out


def test_a_limit_takes_a_round_of_each_template_first() -> None:
    count = len(shipped_templates())
    cases = build_cases(shipped_templates(), seed=2, limit=count)
    assert {case.template.id for case in cases} == {entry.id for entry in shipped_templates()}
    assert [case.index for case in cases] == list(range(count))


@pytest.mark.parametrize("bad", [{"repeat": 0}, {"limit": 0}])
def test_counts_below_one_are_refused(bad: Mapping[str, int]) -> None:
    with pytest.raises(UsageError):
        build_cases(shipped_templates(), **bad)  # type: ignore[arg-type]


def test_repeats_differ_and_purposes_do_not_disturb_each_other() -> None:
    first, second = (Case(0, shipped_templates()[0], 1, repeat, 7, {}) for repeat in (1, 2))
    assert first.random("words").random() != second.random("words").random()
    assert first.random("words").random() != first.random("clock").random()
    assert first.random("words").random() == first.random("words").random()


def test_a_plain_story(tmp_path: Path) -> None:
    story = tell(case_of(template(tmp_path), language="es"))
    assert story.steps[0].say == ("greets",)
    assert story.steps[1].say == (f"states_type_{story.facts['customer_type']}",)
    assert {step.language for step in story.steps} == {"es"}
    assert story.steps[2].until == "posters_sent"


def test_facts_take_turns_over_the_variants(tmp_path: Path) -> None:
    entry = template(tmp_path)
    facts = {
        tell(Case(0, entry, variant, 1, 7, case_of(entry).levels)).facts["customer_type"] for variant in range(1, 9)
    }
    assert facts == {"wholesale", "online"}


def test_the_language_switches_midway(tmp_path: Path) -> None:
    story = tell(case_of(template(tmp_path), language="vi-ascii", language_switch="midway"))
    first, *others = [step.language for step in story.steps]
    assert first == "vi-ascii"
    assert len(set(others)) == 1
    assert not others[0].startswith("vi")


def test_a_move_may_be_in_the_other_language(tmp_path: Path) -> None:
    plan = [{"say": ["greets"], "language": "other"}, {"say": ["asks_price"], "language": "vi"}]
    story = tell(case_of(template(tmp_path, plan=plan), language="en"))
    assert story.steps[0].language not in ("en", "other")
    assert story.steps[1].language == "vi"


@pytest.mark.parametrize(
    ("level", "keys"),
    [
        ("none", []),
        ("first", [(0, "asks_catalogue_full")]),
        ("before_posters", [(1, "asks_catalogue_full")]),
        ("after_posters", [(3, "asks_catalogue_full")]),
        ("repeated", [(3, "asks_catalogue_full"), (4, "asks_catalogue_again")]),
    ],
)
def test_where_the_catalogue_is_asked_for(tmp_path: Path, level: str, keys: list[tuple[int, str]]) -> None:
    story = tell(case_of(template(tmp_path), catalogue=level))
    found = [(at, key) for at, step in enumerate(story.steps) for key in step.say if key.startswith("asks_catalogue")]
    assert found == keys
    assert all(step.extra == (at >= 3) for at, step in enumerate(story.steps) if level in ("after_posters", "repeated"))


def test_the_picture_comes_where_the_template_says(tmp_path: Path) -> None:
    plan = [{"say": ["greets"]}, {"say": ["asks_price"], "image": "factor"}, {"say": ["thanks"], "image": "scenery"}]
    story = tell(case_of(template(tmp_path, plan=plan), image="unreadable"))
    assert [step.picture for step in story.steps] == [None, "unreadable", "scenery"]
    assert tell(case_of(template(tmp_path, plan=plan), image="none")).steps[1].picture is None
