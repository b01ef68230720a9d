"""The catalogue's data against the specification's figures, and the errors of data that does not fit."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel, ValidationError

from evaluator.catalogue import Catalogue, Check, Edge, Metric, Text, load_catalogue
from evaluator.catalogue.load import cross_check, read_metrics
from evaluator.errors import InputError, NotFoundError
from evaluator.outcome import Outcome

HAN = re.compile(r"[\u4e00-\u9fff]")
P1 = {"M-017", "M-018", "M-019", "M-028", "M-109"}
REMARKS = {"M-016", "M-021", "M-033", "M-035"}
PARTS = {1: range(1, 17), 2: range(17, 28), 3: range(28, 31), 4: range(31, 44), 5: range(101, 112), 6: range(201, 205)}
CHECKS = {  # read off the cards: the last check of each
    **dict(zip(range(1, 17), (5, 5, 3, 2, 1, 2, 5, 4, 2, 3, 2, 4, 2, 3, 3, 3), strict=True)),
    **dict(zip(range(17, 28), (3, 3, 2, 3, 2, 4, 4, 3, 2, 2, 4), strict=True)),
    **dict(zip(range(28, 31), (0, 3, 3), strict=True)),
    **dict(zip(range(31, 44), (3, 3, 3, 2, 2, 3, 2, 3, 3, 3, 3, 3, 2), strict=True)),
    **dict(zip(range(101, 112), (3, 3, 1, 2, 2, 3, 4, 3, 4, 2, 3), strict=True)),
    **dict(zip(range(201, 205), (2, 2, 2, 3), strict=True)),
}
ALWAYS = {1, 4, 17, 22, 28, 29, 40, 41, 42, 43, 108, 109, 110, 111}
DATA = Path(__file__).parents[2] / "evaluator" / "catalogue" / "data"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def texts(model: object, place: str = "") -> Iterator[tuple[str, Text]]:
    """Every text in both languages below a model, with its place."""
    if isinstance(model, Text):
        yield place, model
    elif isinstance(model, BaseModel):
        for name in type(model).model_fields:
            yield from texts(getattr(model, name), f"{place}.{name}")
    elif isinstance(model, dict):
        for key, value in model.items():
            yield from texts(value, f"{place}.{key}")
    elif isinstance(model, tuple):
        for number, value in enumerate(model):
            yield from texts(value, f"{place}[{number}]")


def test_order_and_parts(catalogue: Catalogue) -> None:
    expected = [f"M-{number:03}" for numbers in PARTS.values() for number in numbers]
    assert list(catalogue.ids) == expected
    assert [metric.id for metric in catalogue] == expected
    assert Counter(metric.part for metric in catalogue) == {1: 16, 2: 11, 3: 3, 4: 13, 5: 11, 6: 4}
    assert len(catalogue) == 58
    for metric in catalogue:
        assert int(metric.id[2:]) in PARTS[metric.part]


def test_grades(catalogue: Catalogue) -> None:
    assert Counter(metric.grade for metric in catalogue) == {"P0": 53, "P1": 5}
    assert {metric.id for metric in catalogue if metric.grade == "P1"} == P1


def test_checks(catalogue: Catalogue) -> None:
    assert {int(metric.id[2:]): len(metric.checks) for metric in catalogue} == CHECKS
    assert sum(len(metric.checks) for metric in catalogue) == 161
    assert all(check.decided_by for metric in catalogue for check in metric.checks)
    tiered = [metric for metric in catalogue if metric.tiers]
    assert [(metric.id, sorted(metric.tiers)) for metric in tiered] == [("M-028", [1, 2, 3, 4, 5])]


def test_edges(catalogue: Catalogue) -> None:
    assert sum(len(metric.edges) for metric in catalogue) == 68
    assert all(metric.edges for metric in catalogue)
    assert {metric.id for metric in catalogue for edge in metric.edges if edge.is_remark} == REMARKS
    assert sum(edge.is_remark for metric in catalogue for edge in metric.edges) == 4
    assert {metric.id for metric in catalogue for edge in metric.edges if edge.leans} == {"M-028"}


def test_scoring_and_triggers(catalogue: Catalogue) -> None:
    always = {int(metric.id[2:]) for metric in catalogue if metric.always_triggered}
    assert always == ALWAYS
    for metric in catalogue:
        wanted = "tiers" if metric.id == "M-028" else "binary" if metric.always_triggered else "binary_na"
        assert metric.scoring == wanted, metric.id
        assert (metric.level == "cross_agent") == (metric.part == 6), metric.id


def test_every_text_stands_in_both_languages(catalogue: Catalogue) -> None:
    found = [*texts(catalogue)]
    assert len(found) > 900
    for place, text in found:
        assert HAN.search(text.zh), place
        assert text.en.strip() == text.en, place
        assert text.zh.strip() == text.zh, place
        assert re.search(r"[A-Za-z]", text.en), place
        assert not HAN.search(text.en), place


def test_examples(catalogue: Catalogue) -> None:
    for metric in catalogue:
        kinds = [example.kind for example in metric.examples]
        assert 2 <= len(kinds) <= 3, metric.id
        assert {"positive", "negative"} <= set(kinds), metric.id


@pytest.mark.parametrize(
    ("metric_id", "conditions"),
    [
        ("M-002", {"type_only", "type_and_product", "role_stated"}),
        ("M-012", {"first_message_asks", "posters_sent_before", "posters_not_sent"}),
        ("M-106", {"working_hours", "off_hours"}),
    ],
)
def test_branched_decisions(catalogue: Catalogue, metric_id: str, conditions: set[str]) -> None:
    metric = catalogue.metric(metric_id)
    assert metric.decision_expression.conditions == conditions
    assert set(metric.conditions) == conditions


def test_all_other_decisions_want_every_check(catalogue: Catalogue) -> None:
    for metric in catalogue:
        if metric.conditions or not metric.checks:
            continue
        passing: dict[str, Outcome] = {check.id: "PASS" for check in metric.checks}
        assert metric.decision_expression.evaluate(passing) == "PASS"
        for check in metric.checks:
            assert metric.decision_expression.evaluate(passing | {check.id: "FAIL"}) == "FAIL", (metric.id, check.id)


def test_decisions_per_branch(catalogue: Catalogue) -> None:
    late = catalogue.metric("M-012").decision_expression
    results: dict[str, Outcome] = {"check_1": "N/A", "check_2": "FAIL", "check_3": "PASS", "check_4": "PASS"}
    asked_first = {"first_message_asks": True, "posters_sent_before": False, "posters_not_sent": True}
    assert late.evaluate(results, asked_first) == "PASS"
    assert late.evaluate(results, dict.fromkeys(asked_first, False) | {"posters_sent_before": True}) == "FAIL"
    assert late.evaluate(results, dict.fromkeys(asked_first, False)) == "N/A"


def test_the_tiered_metric_has_no_decision(catalogue: Catalogue) -> None:
    with pytest.raises(InputError, match="M-028 is scored in tiers"):
        _ = catalogue.metric("M-028").decision_expression


@pytest.mark.parametrize(
    ("metric_id", "check", "fails"),
    [
        ("M-203", "check_1", "M-027"),
        ("M-203", "check_2", "M-103"),
        ("M-012", "check_4", "M-022"),
        ("M-012", "check_3", "M-025"),
        ("M-012", "check_1", "M-001"),
        ("M-001", "check_4", "M-012"),
        ("M-014", "check_2", "M-015"),
        ("M-032", "check_3", "M-031"),
        ("M-032", "check_3", "M-034"),
        ("M-101", "check_1", "M-204"),
        ("M-204", "check_1", "M-101"),
        ("M-109", "check_4", "M-111"),
        ("M-105", "check_1", "M-202"),
        ("M-016", "check_1", "M-021"),
    ],
)
def test_implications_that_the_rulings_force(catalogue: Catalogue, metric_id: str, check: str, fails: str) -> None:
    assert fails in catalogue.metric(metric_id).implied(check)
    assert fails in catalogue.metric(metric_id).implies or metric_id == "M-001"


def test_no_fault_spreads_to_the_tiered_metric_or_doubles_an_entry(catalogue: Catalogue) -> None:
    for metric in catalogue:
        for item in metric.implications:
            assert "M-028" not in item.fails, metric.id
            assert list(item.fails) == [name for name in catalogue.ids if name in item.fails], (metric.id, item.when)
        assert len({item.when for item in metric.implications}) == len(metric.implications), metric.id


def test_a_poster_sent_again_spreads_no_further_than_look_and_catalogue(catalogue: Catalogue) -> None:
    assert catalogue.metric("M-009").implied("check_1") == {"M-011", "M-012"}


def test_parts_of_a_metric_by_id(catalogue: Catalogue) -> None:
    metric = catalogue.metric("M-014")
    assert isinstance(metric.check("check_2"), Check)
    assert isinstance(metric.edge("edge_1"), Edge)
    assert metric.edge("edge_1").implies == ("M-015",)
    assert metric.name.get("zh") == "多版本先确认 Version"
    for missing in (lambda: metric.check("check_9"), lambda: metric.edge("edge_2"), lambda: metric.implied("check_9")):
        with pytest.raises(NotFoundError, match="M-014 has no"):
            missing()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("M-08", "M-008"), ("m8", "M-008"), ("M108", "M-108"), (" m-043 ", "M-043"), ("海报语言分流", "M-008")],
)
def test_nearest(catalogue: Catalogue, name: str, nearest: str) -> None:
    assert catalogue.nearest(name)[0] == nearest


def test_an_unknown_metric_comes_with_the_nearest_ones(catalogue: Catalogue) -> None:
    with pytest.raises(NotFoundError, match=r"'M-1O1'; did you mean .*M-101") as caught:
        catalogue.metric("M-1O1")
    assert "M-101" in caught.value.nearest
    assert catalogue.nearest("xyzzy?") == []
    assert "M-101" in catalogue
    assert "M-1O1" not in catalogue


def test_loaded_once_and_frozen(catalogue: Catalogue) -> None:
    assert load_catalogue() is catalogue
    with pytest.raises(ValidationError):
        catalogue.metric("M-001").grade = "P1"


def test_titles_cover_parts_and_stages(catalogue: Catalogue) -> None:
    assert list(catalogue.parts) == [1, 2, 3, 4, 5, 6]
    assert list(dict.fromkeys(metric.stage for metric in catalogue)) == list(catalogue.stages)


def broken(**changes: Any) -> bytes:
    """The first metric of Part 1 with some fields replaced; a field set to `...` is left out."""
    first = yaml.safe_load((DATA / "part1.yaml").read_text(encoding="utf-8"))[0] | changes
    return yaml.safe_dump([{key: value for key, value in first.items() if value is not ...}]).encode()


def test_the_unchanged_metric_is_accepted() -> None:
    (metric,) = read_metrics("part1.yaml", broken(), 1)
    assert isinstance(metric, Metric)
    assert metric == load_catalogue().metric("M-001")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (broken(decision="check_1 and chek_2"), r"part9\.yaml: M-001: .*unknown name 'chek_2'"),
        (broken(decision="check_1"), r"part9\.yaml: M-001: .*leaves out check_2"),
        (broken(decision=None), r"M-001: .*has a decision"),
        (broken(scoring="tiers"), r"M-001: .*five tiers"),
        (broken(grade="P7"), r"part9\.yaml: M-001: grade: "),
        (broken(stage="2.1"), r"does not lie in Part 1"),
        (broken(notes=...), r"M-001: notes: "),
        (broken(surplus=1), r"M-001: surplus: "),
        (broken(name={"zh": "", "en": "x"}), r"M-001: name\.zh: "),
        (broken(implies=["M-103"]), r"implies M-103"),
        (broken(checks=[]), r"M-001: "),
        (broken(id="X-1"), r"part9\.yaml: X-1: id: "),
        (broken(part=2, stage="2.1"), r"M-001: part 2 does not belong"),
        (b"just: a mapping", r"part9\.yaml: a list of metrics"),
        (b"- just a word", r"part9\.yaml: metric 1: "),
        (b"- [", r"part9\.yaml: "),
    ],
)
def test_faulty_data_names_file_and_metric(source: bytes, message: str) -> None:
    with pytest.raises(InputError, match=f"(?s){message}"):
        list(read_metrics("part9.yaml", source, 1))


def test_metrics_must_fit_together(catalogue: Catalogue) -> None:
    def altered(**changes: Any) -> Catalogue:
        fields = {name: getattr(catalogue, name) for name in type(catalogue).model_fields}
        return Catalogue(**(fields | changes))

    cross_check(altered())
    with pytest.raises(InputError, match="two metrics share an id"):
        cross_check(altered(metrics=catalogue.metrics + catalogue.metrics[:1]))
    with pytest.raises(InputError, match=r"part1\.yaml: M-001: refers to .*M-204"):
        cross_check(altered(metrics=catalogue.metrics[:1]))
    with pytest.raises(InputError, match=r"part6\.yaml: M-201: .*no title for stage 6\.1"):
        cross_check(altered(stages={stage: title for stage, title in catalogue.stages.items() if stage != "6.1"}))
