"""The commands that show, check or compare: `metrics`, `scenarios`, `schema`, `agreement`, `report`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import scenarios
from evaluator.catalogue import load_catalogue

from .helpers import SESSIONS, VERDICTS, SharedRun, documents, refused, sim, tree, verdicts_of

TEMPLATES = Path(scenarios.__file__).parent / "templates"


def template_files() -> list[Path]:
    return sorted(TEMPLATES.rglob("*.yaml"), key=lambda path: path.stem)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_metrics_lists_all_58(lang: str) -> None:
    result = sim("metrics", "--lang", lang)
    assert (result.code, result.err) == (0, "")
    rows = result.out.splitlines()
    entries = list(load_catalogue())
    assert len(rows) == len(entries) == 58
    for row, entry in zip(rows, entries, strict=True):
        assert row.split()[:3] == [entry.id, entry.grade, entry.stage]
        assert row.endswith(entry.name.zh if lang == "zh" else entry.name.en)


def test_a_metric_whole_in_chinese() -> None:
    """All of the nine fields (§0.3.1), each check and each edge, and no English word among them."""
    result = sim("metrics", "M-008", "--lang", "zh")
    assert (result.code, result.err) == (0, "")
    entry = load_catalogue().metric("M-008")
    assert result.out.startswith(f"M-008 {entry.name.zh} (P0, 1.3,")
    for title in ("定义", "判定输入", "触发", "检查项", "判定", "边界", "示例", "关联提示词"):
        assert f"\n{title}:" in result.out
    for text in (entry.definition.zh, entry.trigger.zh, entry.decision, *entry.prompt_refs):
        assert str(text) in result.out
    for part in entry.checks:
        assert f"  {part.id} [{', '.join(part.decided_by)}] {part.text.zh}" in result.out
    for edge in entry.edges:
        assert f"  {edge.id} -> {edge.outcome}: {edge.condition.zh}" in result.out
    assert entry.definition.en not in result.out


def test_metrics_as_json() -> None:
    listed = json.loads(sim("metrics", "--json").out)
    assert [entry["id"] for entry in listed] == [entry.id for entry in load_catalogue()]
    assert json.loads(sim("metrics", "M-008", "--json").out) == listed[7]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["metrics", "M-8"], ["no metric is called 'M-8'", "M-008"]),
        (["metrics", "M-008", "--lang", "fr"], ["--lang 'fr'", "en or zh"]),
        (["schema", "sesion"], ["'sesion'", "session, scenario, world"]),
        (["scenarios", "m008-vietnamese-triger"], ["no template", "m008-vietnamese-trigger"]),
        (["scenarios", "--lang", "fr"], ["--lang 'fr'", "en or zh"]),
        (["scenarios", "check"], ["expected one or more template files"]),
        (["scenarios", "check", "nowhere.yaml"], ["nowhere.yaml", "expected a file or a folder"]),
        (["sessions", "chek"], ["'chek'", "'check'"]),
        (["sessions", "check", "nowhere.json"], ["nowhere.json", "does not exist"]),
        (["report", "nowhere"], ["nowhere/run.json", "run directory"]),
        (["report", "."], ["run.json", "run directory"]),
        (["agreement", "nowhere", "labels.json"], ["labels.json"]),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest(here: Path, arguments: list[str], told: list[str]) -> None:
    refused(sim(*arguments), *told)
    assert tree(here) == {}


def test_scenarios_lists_every_template() -> None:
    result = sim("scenarios")
    assert (result.code, result.err) == (0, "")
    assert [row.split()[0] for row in result.out.splitlines()] == [path.stem for path in template_files()]
    titles = [yaml.safe_load(path.read_text(encoding="utf-8"))["title"]["zh"] for path in template_files()]
    for row, title in zip(sim("scenarios", "--lang", "zh").out.splitlines(), titles, strict=True):
        assert row.endswith(f" {title}")
    listed = json.loads(sim("scenarios", "--json").out)
    assert [entry["id"] for entry in listed] == [path.stem for path in template_files()]


def test_a_template_whole_can_be_copied_and_checked(here: Path) -> None:
    """What is shown below the heading is the template again."""
    (file,) = [path for path in template_files() if path.stem == "m008-tempt-profile"]
    result = sim("scenarios", "m008-tempt-profile")
    assert result.code == 0
    heading, _, body = result.out.partition("\n\n")
    source = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert heading.splitlines()[0].startswith("m008-tempt-profile ")
    assert heading.splitlines()[1] == source["purpose"]["en"]
    (here / "m008-tempt-profile.yaml").write_text(body, encoding="utf-8")
    checked = sim("scenarios", "check", "m008-tempt-profile.yaml")
    assert (checked.code, checked.out) == (0, "1 valid template\n")
    again = sim("scenarios", "m008-tempt-profile", "--scenarios", ".")
    assert again.out == result.out


def test_the_shipped_templates_are_valid() -> None:
    result = sim("scenarios", "check", TEMPLATES, "--json")
    assert (result.code, json.loads(result.out)) == (0, {"valid": len(template_files())})


def test_the_session_schema_takes_what_run_writes_and_no_other(m008: SharedRun) -> None:
    validator = validator_of("session")
    for session in documents(m008.path / SESSIONS):
        assert validator.is_valid(session)
        assert not validator.is_valid({**session, "schema": "sim.session/2"})
        assert not validator.is_valid({key: value for key, value in session.items() if key != "turns"})
        session["turns"][0]["inbound"][0]["sender"] = "bot"
        assert not validator.is_valid(session)


def test_the_scenario_schema_takes_the_shipped_templates_and_no_mistakes() -> None:
    validator = validator_of("scenario")
    for path in template_files():
        assert [error.message for error in validator.iter_errors(yaml.safe_load(path.read_text("utf-8")))] == []
    template = yaml.safe_load(template_files()[0].read_text(encoding="utf-8"))
    assert not validator.is_valid({**template, "kind": "prob"})
    assert not validator.is_valid({**template, "factors": {"time": ["of"]}})
    assert not validator.is_valid({**template, "plan": [{"say": ["asks_prise"]}]})


def test_the_world_schema_speaks_of_the_files_of_the_shipped_world() -> None:
    data = Path(scenarios.__file__).parent / "world" / "data"
    schema = validator_of("world").schema
    assert set(schema["properties"]) == set(schema["required"]) == {path.name for path in data.glob("*.yaml")}


def validator_of(what: str) -> Any:
    result = sim("schema", what)
    assert (result.code, result.err) == (0, "")
    schema = json.loads(result.out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_agreement_tells_right_from_wrong_and_undecided(m008: SharedRun, here: Path) -> None:
    """Labels made from the verdicts: one right, one turned round, one of a metric that is open, one not scored."""
    verdicts = verdicts_of(m008.path)
    passed = next(key[0] for key, line in verdicts.items() if key[1] == "M-008" and line["result"] == "PASS")
    other = next(session for session, _ in verdicts if session != passed)
    unsure = [key for key, line in verdicts.items() if line["undetermined"]]
    open_, metric = next(key for key in unsure if key[0] not in (passed, other))
    labels = {
        passed: {"metric": "M-008", "result": "PASS", "checks": {"check_3": "PASS"}, "lang": "vi", "kind": "ok"},
        other: {"metric": "M-001", "result": "FAIL", "also": {"M-004": "PASS"}, "lang": "en", "why": "turned round"},
        open_: {"metric": metric, "result": "FAIL", "lang": "en"},
        "nobody": {"metric": "M-001", "result": "PASS", "lang": "en"},
    }
    assert verdicts[other, "M-001"]["result"] == verdicts[other, "M-004"]["result"] == "PASS"
    (here / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    result = sim("agreement", m008.path, "labels.json", "--wrong")
    assert (result.code, result.err) == (0, "labels.json: nobody: the run has no verdict on this session\n")
    assert result.out.endswith("right of the decided 1/2 = 0.500; agreement 1/4 = 0.250; decided 2/4 = 0.500\n")
    assert f"wrong   M-001 {other}: labelled FAIL, got PASS | turned round" in result.out
    told = json.loads(sim("agreement", m008.path / VERDICTS, "labels.json", "--json").out)
    assert told["total"] == {"right": 1, "wrong": 1, "open": 1, "missing": 1}
    assert told["also"] == {"right": 1}
    assert told["metrics"]["M-001"] == {"wrong": 1, "missing": 1}
    assert told["by_check"] == {"M-008.check_3": {"right": 1}}
    only = json.loads(sim("agreement", m008.path, "labels.json", "--json", "--metrics", "M-008").out)
    assert only["total"] == {"right": 1}


def test_agreement_refuses_what_are_no_labels(m008: SharedRun, here: Path) -> None:
    (here / "labels.json").write_text('{"a": {"metric": "M-008", "result": "MAYBE"}}', encoding="utf-8")
    refused(sim("agreement", m008.path, "labels.json"), "labels.json", "a.result")
    refused(sim("agreement", m008.path, "nowhere.json"), "nowhere.json", "expected a file of labels")
    (here / "labels.json").write_text("{}", encoding="utf-8")
    refused(sim("agreement", m008.path, "labels.json"), "labels.json: expected one or more labels, found none")
    (here / "labels.json").write_text('{"a": {"metric": "M-008", "result": "PASS"}}', encoding="utf-8")
    refused(sim("agreement", ".", "labels.json"), "verdicts.jsonl", "expected the verdicts of a run")


@pytest.mark.parametrize(
    ("format_", "name"), [("md", "report.md"), ("html", "report.html"), ("junit", "junit.xml"), ("csv", "verdicts.csv")]
)
def test_report_writes_the_same_report_again_and_nothing_else(
    m008: SharedRun, here: Path, format_: str, name: str
) -> None:
    folder = Path(shutil.copytree(m008.path, here / m008.path.name))
    (folder / name).unlink()
    result = sim("report", folder, "--format", format_)
    assert (result.code, result.out, result.err) == (0, f"{folder / name}\n", "")
    assert tree(folder) == tree(m008.path)


def test_report_in_chinese(faulty: SharedRun, here: Path) -> None:
    folder = Path(shutil.copytree(faulty.path, here / "D"))
    assert sim("report", folder, "--format", "md", "--lang", "zh").code == 0
    assert "海报语言分流正确" in (folder / "report.md").read_text(encoding="utf-8")


def test_report_refuses_what_it_does_not_know(m008: SharedRun, here: Path) -> None:
    folder = Path(shutil.copytree(m008.path, here / "D"))
    before = tree(folder)
    refused(sim("report", folder, "--format", "md,htm"), "no format is called 'htm'", "html")
    refused(sim("report", folder, "--lang", "fr"), "--lang 'fr'", "en or zh")
    assert tree(folder) == before
    data = (folder / VERDICTS).read_bytes().split(b"\n")
    (folder / VERDICTS).write_bytes(b"\n".join([*data[:4], b'{"metric_id": 5}', *data[5:]]))
    refused(sim("report", folder, "--format", "csv"), "verdicts.jsonl:5")


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ({"metric": "M-999", "result": "PASS"}, "s: M-999: expected a metric"),
        (
            {"metric": "M-008", "result": "PASS", "checks": {"check_9": "PASS"}},
            "s.checks: check_9: expected a check of",
        ),
        (
            {"metric": "M-008", "result": "PASS", "also": {"M-0010": "PASS"}},
            "s: M-0010: expected a metric, such as M-0",
        ),
        ({"metric": "M-008", "result": "PASS", "check": {"check_1": "PASS"}}, "s: check: expected another key"),
        ({"metric": "M-008", "result": "MAYBE"}, "s.result: expected PASS, FAIL, N/A or"),
    ],
)
def test_a_label_that_names_what_does_not_exist_is_refused(
    m008: SharedRun, here: Path, label: dict[str, object], expected: str
) -> None:
    (here / "labels.json").write_text(json.dumps({"s": label}), encoding="utf-8")
    result = sim("agreement", m008.path, "labels.json")
    assert result.code == 2
    assert f"labels.json: {expected}" in result.err


def test_a_check_that_is_judged_otherwise_is_listed(m008: SharedRun, here: Path) -> None:
    lines = documents(m008.path / VERDICTS)
    passed = next(line for line in lines if line["metric_id"] == "M-008" and line["result"] == "PASS")
    decided = next(check["check"] for check in passed["checks"] if check["result"] == "PASS")
    label = {"metric": "M-008", "result": "PASS", "checks": {decided: "FAIL"}}
    (here / "labels.json").write_text(json.dumps({passed["session_id"]: label}), encoding="utf-8")
    result = sim("agreement", m008.path, "labels.json", "--wrong")
    assert f"wrong   M-008.{decided} {passed['session_id']}: labelled FAIL, got PASS" in result.out


def test_a_new_template_is_printed_and_valid(here: Path) -> None:
    result = sim("scenarios", "new", "M-101", "by-mail")
    assert result.code == 0
    assert result.out.startswith("id: m101-by-mail\nmetric: M-101\n")
    (here / "m101-by-mail.yaml").write_text(result.out, encoding="utf-8")
    assert sim("scenarios", "check", "m101-by-mail.yaml").out == "1 valid template\n"
    assert sim("run", "--scenarios", "m101-by-mail.yaml", "--dry-run").code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [(("new",), "such as: sim scenarios new M-012"), (("new", "M-999"), "M-999"), (("new", "M-012", "No!"), "No!")],
)
def test_a_new_template_needs_a_metric_and_a_plain_name(words: tuple[str, ...], expected: str) -> None:
    result = sim("scenarios", *words)
    assert result.code == 2
    assert expected in result.err


def test_a_level_that_yaml_takes_for_false_is_told_of(here: Path) -> None:
    text = sim("scenarios", "new", "M-012").out.replace("plan:", "factors: {time: [work, off]}\nplan:")
    (here / "mine.yaml").write_text(text, encoding="utf-8")
    result = sim("scenarios", "check", "mine.yaml")
    assert result.code == 2
    assert 'levels in quotes, such as "off"' in result.err
