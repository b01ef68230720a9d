"""Template files: what may stand in them, what is said of what may not, and what the shipped ones cover."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
import yaml

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError, NotFoundError
from scenarios.templates import (
    Template,
    load_templates,
    new_template,
    read_template,
    select_templates,
    shipped_templates,
    template_schema,
)

STAGE_1_3 = ("M-007", "M-008", "M-009", "M-010", "M-011", "M-012")
GOOD = """\
id: m008-mine
metric: M-008
kind: probe
title: {zh: 一, en: one}
purpose: {zh: 二, en: two}
targets: [M-008.check_1]
facts: {customer_type: wholesale, quantity: 500}
plan:
  - say: [greets]
  - say: [states_type, states_quantity]
    until: posters_sent
"""


def write(tmp_path: Path, text: str, name: str = "m008-mine") -> Path:
    path = tmp_path / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_template(write(tmp_path, text))
    return str(caught.value)


def test_a_template_is_read(tmp_path: Path) -> None:
    template = read_template(write(tmp_path, GOOD))
    assert template.expectations == {"M-008": "exercised"}
    assert template.facts.quantity == ("500",)
    assert template.plan[1].until == "posters_sent"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("kind: probe", "kind: prob", "m008-mine.yaml:3: kind: expected 'probe', 'temptation' or 'control'"),
        ("metric: M-008", "metric: M-8", "metric: expected a metric such as M-008"),
        ("metric: M-008", "metric: M-999", "expected a metric of the catalogue"),
        ("M-008.check_1", "M-008.check_7", "a metric, check or edge of the catalogue (did you mean M-008.check_"),
        ("M-008.check_1", "M-009.check_1", "expected a part of M-008, or of a metric in expect"),
        ("M-008.check_1", "M-008.chk", "expected a target such as"),
        ("zh: 一, en: one", "zh: 一", "title.en: expected this field, which is missing"),
        (
            "say: [greets]",
            "say: [gretts]",
            "m008-mine.yaml:9: plan[0].say[0]: expected a customer phrase (did you mean greets",
        ),
        ("say: [greets]", "say: [states_role]", "expected facts.buyer_role, for states_role"),
        ("say: [greets]", "say: [names_model]", "a value for {model}: facts.product, or with: {model: …}"),
        ("say: [greets]", "say: []", "plan[0].say: expected"),
        ("until: posters_sent", "until: poster_sent", "did you mean posters_sent"),
        ("until: posters_sent", "unti: posters_sent", "plan[1].unti: expected no such field (did you mean until?)"),
        ("targets:", "targts:", "targts: expected no such field (did you mean targets"),
        ("customer_type:", "custmer_type:", "facts.custmer_type: expected no such field (did you mean customer_type?)"),
        ("en: one", "en: one, and two", "title.and two: expected quotes around a text with a comma"),
        ("en: one", "en: one: and two", "needs quotes"),
        ("until: posters_sent", "image: qr", "expected factor, or one of qr_wechat"),
        ("until: posters_sent", "language: vie", "expected other, or a language with phrases (did you mean vi"),
        ("until: posters_sent", 'text: "{item}"', "a value for {item}"),
        ("customer_type: wholesale", "customer_type: retail", "facts.customer_type: expected one of wholesale"),
        ("plan:", "factors: {tme: [work]}\nplan:", "expected a factor"),
        ("plan:", "factors: {time: [wrk]}\nplan:", "a level of time (did you mean work?)"),
        ("plan:", "exclude: [{mode: [both]}]\nplan:", "a level of mode"),
        ("plan:", "unknown: [colr]\nplan:", "a form key"),
        ("plan:", "world: {policy_missing: [mqo]}\nplan:", "did you mean moq?"),
        ("plan:", "world: {old_postr: true}\nplan:", "world.old_postr: expected no such field"),
        ("plan:", "form: {pending: pwer}\nplan:", "a form key (did you mean power"),
        ("plan:", "form: {absent: true, stale: true}\nplan:", "nothing beside absent"),
        ("plan:", "kind: control\nplan:", "each key once, kind stands twice"),
        ("id: m008-mine", "id: m008-yours", "expected the file's name, m008-mine"),
        ("id: m008-mine", "id: m009-mine", "an id that starts with m008-"),
        ("plan:", "plan: [", "is not YAML"),
    ],
)
def test_what_is_said_of_a_fault(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in complaint(tmp_path, GOOD.replace(old, new, 1))


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("greets", "gretts").replace("wholesale", "retail")
    assert complaint(tmp_path, text).count("m008-mine.yaml:") == 2


def test_switching_needs_two_moves(tmp_path: Path) -> None:
    text = GOOD.replace("  - say: [greets]\n", "").replace("plan:", "factors: {language_switch: [midway]}\nplan:")
    assert "to switch between" in complaint(tmp_path, text)


def test_a_folder_is_read_whole_and_an_id_only_once(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    write(tmp_path, GOOD)
    assert [template.id for template in load_templates([tmp_path])] == ["m008-mine"]
    write(tmp_path / "deep", GOOD)
    with pytest.raises(InputError, match="an id of its own"):
        load_templates([tmp_path])
    with pytest.raises(InputError, match="a file or a folder"):
        load_templates([tmp_path / "nowhere"])


def test_selection() -> None:
    templates = shipped_templates()
    assert {entry.metric for entry in select_templates(templates, metrics=["M-008"])} == {"M-008"}
    assert [entry.id for entry in select_templates(templates, ids=["m008-no-language"])] == ["m008-no-language"]
    assert select_templates(templates) == list(templates)
    with pytest.raises(NotFoundError, match="m008-no-language"):
        select_templates(templates, ids=["m008-no-languag"])


def test_the_schema_takes_every_shipped_template(tmp_path: Path) -> None:
    validator = jsonschema.Draft202012Validator(template_schema())
    folder = Path(__file__).parents[2] / "scenarios" / "templates"
    documents = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.yaml"))]
    assert len(documents) == len(shipped_templates())
    for document in documents:
        assert not list(validator.iter_errors(document)), document["id"]
    assert list(validator.iter_errors(yaml.safe_load(GOOD.replace("greets", "gretts"))))


@pytest.mark.parametrize("metric", STAGE_1_3)
def test_a_new_template_is_valid_from_the_start(tmp_path: Path, metric: str) -> None:
    name = f"m{metric.removeprefix('M-')}-mine"
    assert read_template(write(tmp_path, new_template(metric), name)).metric == metric
    with pytest.raises(NotFoundError):
        new_template("M-999")
    with pytest.raises(InputError, match="small letters"):
        new_template(metric, "Not Good")


def of_kind(metric: str, kind: str) -> list[Template]:
    return [entry for entry in shipped_templates() if entry.metric == metric and entry.kind == kind]


# M-001 applies to every conversation but one that is taken over in its first turn: that one is its control.
SOMETIMES_ABSENT = frozenset({"M-001"})


@pytest.mark.parametrize("metric", [entry.id for entry in load_catalogue()])
def test_each_check_has_a_probe_and_a_temptation_and_each_edge_a_scenario(metric: str) -> None:
    """All that could be broken is aimed at; a control keeps the occasion of the metric away, where anything can."""
    entry = load_catalogue().metric(metric)
    probed = {target for template in of_kind(metric, "probe") for target in template.targets}
    tempted = {target for template in of_kind(metric, "temptation") for target in template.targets}
    checks = {f"{metric}.{check.id}" for check in entry.checks}
    assert checks <= probed
    assert checks <= tempted
    assert {f"{metric}.{edge.id}" for edge in entry.edges} <= probed | tempted
    assert bool(of_kind(metric, "control")) == (not entry.always_triggered or metric in SOMETIMES_ABSENT)
    assert all(template.expectations == {metric: "N/A"} for template in of_kind(metric, "control"))
