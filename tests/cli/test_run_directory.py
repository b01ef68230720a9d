"""`sim run`: the run directory is what `contracts/run.md` says, and so is what is printed."""

from __future__ import annotations

import json
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from evaluator.catalogue import load_catalogue
from evaluator.session import session_schema

from .helpers import CONCLUSIONS, M008, READINGS, SESSIONS, VERDICTS, SharedRun, document, documents, sim, tree

CONTRACT_FILES = {
    "run.json",
    "sessions.jsonl",
    "readings.jsonl",
    "verdicts.jsonl",
    "conclusions.jsonl",
    "errors.jsonl",
    "coverage.json",
    "report.html",
    "report.md",
    "junit.xml",
}
# Not in the contract's table: what `sim report --format csv` writes is written by `sim run` too.
ALSO_WRITTEN = {"verdicts.csv", "expectations.json"}  # made beside the files of the contract
VERDICT_KEYS = {
    *("metric_id", "result", "score", "evidence", "reason"),
    *("session_id", "undetermined", "checks", "edges", "exercised"),
}
SIMULATION_KEYS = {
    *("template", "variant", "repeat", "seed", "factors", "targets"),
    *("missed", "invalid", "defect", "mode", "meant"),
}


@pytest.fixture(scope="module")
def catalogue() -> dict[str, Any]:
    """The metrics by id, in the catalogue's order."""
    return {entry.id: entry for entry in load_catalogue()}


def test_the_directory_holds_the_files_of_the_contract_and_no_journal(m008: SharedRun) -> None:
    assert m008.result.code == 0
    names = set(tree(m008.path))
    assert names >= CONTRACT_FILES
    assert names <= CONTRACT_FILES | ALSO_WRITTEN
    assert (m008.path / "errors.jsonl").read_bytes() == b""


def test_the_manifest_tells_how_the_run_was_made(m008: SharedRun) -> None:
    manifest = document(m008.path / "run.json")
    assert manifest["command"] == "run"
    options = manifest["options"]
    assert (options["metrics"], options["languages"], options["limit"]) == (["M-008"], ["vi", "en"], 6)
    assert (options["cover"], options["repeat"], options["factors"]) == ("run", 1, [])
    assert manifest["seed"] == 1
    kinds = {"inquiry": {"kind": "reference"}, "opportunity": {"kind": "reference"}}
    assert manifest["agents"] == {"name": "reference", "defect": None, **kinds}
    assert manifest["evaluator"]["judge"] is None
    assert len(manifest["evaluator"]["version"]) == 16
    assert manifest["state"] == "complete"
    assert manifest["counts"] == {"sessions": 6, "refused": 0, "errors": 0}
    started, ended = (datetime.fromisoformat(manifest[name]) for name in ("started", "ended"))
    assert started <= ended
    assert started.utcoffset() is not None
    assert {"tokens", "cost"} <= set(manifest)


def test_each_session_is_a_valid_record_that_tells_how_it_came_about(m008: SharedRun) -> None:
    validator = jsonschema.Draft202012Validator(session_schema())
    found = documents(m008.path / SESSIONS)
    assert len(found) == 6
    for session in found:
        assert [error.message for error in validator.iter_errors(session)] == []
        simulation = session["simulation"]
        assert set(simulation) >= SIMULATION_KEYS
        assert simulation["seed"] == 1
        assert (simulation["invalid"], simulation["defect"], simulation["missed"]) == (None, None, [])
        assert all(target.startswith("M-008") for target in simulation["targets"])
        assert len(simulation["meant"]) == len(session["turns"])
    assert {session["simulation"]["factors"]["language"] for session in found} == {"vi", "en"}
    assert len({session["session_id"] for session in found}) == 6


def test_sessions_stand_in_canonical_order(m008: SharedRun) -> None:
    made = [session["simulation"] for session in documents(m008.path / SESSIONS)]
    order = [(one["template"], one["variant"], one["repeat"]) for one in made]
    assert order == sorted(order)


def test_there_are_58_verdicts_a_session_in_the_order_of_the_catalogue(
    m008: SharedRun, catalogue: dict[str, Any]
) -> None:
    assert len(catalogue) == 58
    sessions = [session["session_id"] for session in documents(m008.path / SESSIONS)]
    found = [(line["session_id"], line["metric_id"]) for line in documents(m008.path / VERDICTS)]
    assert found == [(session, metric) for session in sessions for metric in catalogue]


def test_each_verdict_has_the_shape_of_the_contract(
    m008: SharedRun, faulty: SharedRun, catalogue: dict[str, Any]
) -> None:
    for line in documents(m008.path / VERDICTS) + documents(faulty.path / VERDICTS):
        metric = catalogue[line["metric_id"]]
        assert set(line) == VERDICT_KEYS
        assert line["result"] in ("PASS", "FAIL", "N/A")
        assert [check["check"] for check in line["checks"]] == [check.id for check in metric.checks]
        assert {check["result"] for check in line["checks"]} <= {"PASS", "FAIL", "N/A", "OPEN"}
        assert set(line["edges"]) <= {edge.id for edge in metric.edges}
        assert line["score"] is None or (metric.id == "M-028" and 1 <= line["score"] <= 5)
        if line["undetermined"]:
            assert line["result"] == "N/A"
            assert line["reason"]
        if line["result"] == "FAIL":
            failed = [check["check"] for check in line["checks"] if check["result"] == "FAIL"]
            assert failed
            assert any(check in line["reason"] for check in failed)
            assert line["evidence"].startswith("turn ")


def test_every_quote_stands_in_its_turn_of_the_record(m008: SharedRun, faulty: SharedRun) -> None:
    quotes = 0
    for run in (m008, faulty):
        sessions = {session["session_id"]: session["turns"] for session in documents(run.path / SESSIONS)}
        for line in documents(run.path / VERDICTS):
            for check in line["checks"]:
                if check["quote"] is None:
                    continue
                quotes += 1
                turn = sessions[line["session_id"]][check["turn"] - 1]
                place = f"{line['session_id']} {line['metric_id']} {check}"
                assert check["source"] in ("inbound", "reply", "tool", "raw", "form"), place
                assert any(folded(check["quote"]) in folded(text) for text in texts(turn)), place
    assert quotes > 50


def folded(text: str) -> str:
    """As quotes are compared: NFKC and single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def texts(value: Any) -> Iterator[str]:
    """All texts and keys in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif value is not None:
        yield json.dumps(value)


@pytest.mark.parametrize("name", ["m008", "faulty"])
def test_conclusions_follow_from_the_verdicts(
    name: str, request: pytest.FixtureRequest, catalogue: dict[str, Any]
) -> None:
    run: SharedRun = request.getfixturevalue(name)
    verdicts = documents(run.path / VERDICTS)
    found = documents(run.path / CONCLUSIONS)
    assert [line["session_id"] for line in found] == [line["session_id"] for line in verdicts[::58]]
    for line in found:
        own = [verdict for verdict in verdicts if verdict["session_id"] == line["session_id"]]
        failed = [verdict["metric_id"] for verdict in own if verdict["result"] == "FAIL"]
        unsure = [verdict["metric_id"] for verdict in own if verdict["undetermined"]]
        grave = [metric for metric in failed if catalogue[metric].grade == "P0"]
        open_p0 = any(catalogue[metric].grade == "P0" for metric in unsure)
        assert line["failed_p0"] == grave
        assert line["improvements"] == [metric for metric in failed if metric not in grave]
        assert line["undetermined"] == unsure
        assert line["conclusion"] == ("unqualified" if grave else "undetermined" if open_p0 else "qualified")


def test_there_is_a_reading_of_every_message(m008: SharedRun) -> None:
    sessions, readings = documents(m008.path / SESSIONS), documents(m008.path / READINGS)
    assert [line["session_id"] for line in readings] == [session["session_id"] for session in sessions]
    for session, reading in zip(sessions, readings, strict=True):
        assert [turn["turn"] for turn in reading["turns"]] == list(range(1, len(session["turns"]) + 1))
        for turn, read in zip(session["turns"], reading["turns"], strict=True):
            assert len(read["messages"]) == len(turn["inbound"])
            for message, of_message in zip(turn["inbound"], read["messages"], strict=True):
                assert all(folded(act["quote"]) in folded(message["text"]) for act in of_message["acts"])


def test_coverage_counts_the_verdicts(m008: SharedRun, faulty: SharedRun, catalogue: dict[str, Any]) -> None:
    for run in (m008, faulty):
        coverage = document(run.path / "coverage.json")
        assert set(coverage) == {"sessions", "invalid_sessions", "metrics", "pairs"}
        assert coverage["sessions"] == len(documents(run.path / SESSIONS))
        assert coverage["invalid_sessions"] == 0
        assert list(coverage["metrics"]) == list(catalogue)
        verdicts = documents(run.path / VERDICTS)
        for name, counts in coverage["metrics"].items():
            own = [verdict for verdict in verdicts if verdict["metric_id"] == name]
            assert counts == {**counts, **counted(own), "grade": catalogue[name].grade, "missed_probes": 0}
            assert list(counts["checks"]) == [check.id for check in catalogue[name].checks]
            assert list(counts["edges"]) == [edge.id for edge in catalogue[name].edges]


def counted(verdicts: list[dict[str, Any]]) -> dict[str, int]:
    """One metric's verdicts by what they count as: one without an occasion counts as N/A."""
    kinds: Counter[str] = Counter({"pass": 0, "fail": 0, "na": 0, "undetermined": 0})
    for verdict in verdicts:
        decided = verdict["exercised"] and verdict["result"] != "N/A"
        kinds["undetermined" if verdict["undetermined"] else verdict["result"].lower() if decided else "na"] += 1
    return dict(kinds)


def test_coverage_has_the_shape_of_the_contract(m008: SharedRun) -> None:
    coverage = document(m008.path / "coverage.json")
    own = coverage["metrics"]["M-008"]
    assert set(own) == {
        *("grade", "pass", "fail", "na", "undetermined", "missed_probes", "mean_score", "templates"),
        *("checks", "edges", "factors"),
    }
    assert set(own["checks"]["check_1"]) == {"declared", "pass", "fail", "open", "proven"}
    assert set(own["edges"]["edge_1"]) == {"declared", "observed", "proven"}
    assert all(check["declared"] is True for check in own["checks"].values())
    assert own["templates"] == len({one["simulation"]["template"] for one in documents(m008.path / SESSIONS)})
    assert (own["fail"], own["undetermined"]) == (0, 0)
    assert own["pass"] + own["na"] == 6
    languages = own["factors"]["language"]
    assert set(languages) == {"vi", "en"}
    assert sum(level["pass"] for level in languages.values()) == own["pass"]
    assert all(level["pass"] > 0 for level in languages.values())
    assert own["checks"]["check_1"]["pass"] > 0
    assert 0 < coverage["pairs"]["observed"] < coverage["pairs"]["required"]


def test_the_reports_are_there_to_be_read(m008: SharedRun) -> None:
    page = (m008.path / "report.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    summary = (m008.path / "report.md").read_text(encoding="utf-8")
    for session in documents(m008.path / SESSIONS):
        assert session["session_id"] in page
    assert "M-008" in summary
    assert "sessions: 6" in summary
    cases = ET.parse(m008.path / "junit.xml").getroot().findall(".//testcase")
    assert len(cases) == 6 * 58
    verdicts = documents(m008.path / VERDICTS)
    told = Counter(outcome.tag for case in cases for outcome in case)
    assert told["failure"] == sum(line["result"] == "FAIL" for line in verdicts)
    assert told["error"] == sum(line["undetermined"] for line in verdicts)


def test_the_table_names_the_metric_and_both_languages(m008: SharedRun) -> None:
    lines = m008.result.out.splitlines()
    assert lines[0] == "M-008 Poster language chosen correctly (P0, 1.3)"
    coverage = document(m008.path / "coverage.json")["metrics"]["M-008"]
    languages = coverage["factors"]["language"]
    for code in ("vi", "en"):
        row = next(line for line in lines if line.startswith(f"{code} "))
        assert row.split()[1] == str(languages[code]["pass"])
    assert "M-009" not in m008.result.out
    assert f"{coverage['pass']} passed and 0 failed of {coverage['pass']} decided" in m008.result.out
    assert m008.result.err.splitlines() == [f"6 conversations scored; the run is in {m008.path}"]


def test_a_fail_is_a_result_and_no_error(faulty: SharedRun) -> None:
    assert faulty.result.code == 0
    sessions = documents(faulty.path / SESSIONS)
    assert [session["simulation"]["defect"] for session in sessions] == ["M-008.check_1/blatant"] * len(sessions)
    own = [line for line in documents(faulty.path / VERDICTS) if line["metric_id"] == "M-008"]
    assert [line["result"] for line in own] == ["FAIL"] * len(sessions)
    assert all("check_1" in line["reason"] for line in own)
    assert all("M-008" in line["failed_p0"] for line in documents(faulty.path / CONCLUSIONS))
    cases = ET.parse(faulty.path / "junit.xml").getroot().findall(".//testcase[failure]")
    failed = [case.attrib["name"] for case in cases if case.attrib["classname"].startswith("M-008 ")]
    assert failed == [session["session_id"] for session in sessions]
    assert "M-008" in (faulty.path / "report.md").read_text(encoding="utf-8").partition("<details>")[0]


def test_json_and_chosen_factors(here: Path) -> None:
    """With `--json` the standard output is the coverage and nothing else."""
    options = ("run", "--template", "m008-vietnamese-trigger", "--languages", "vi", "--limit", "2")
    result = sim(*options, "--factor", "time=off", "--factor", "mode=parallel", "--json", "--out", "D")
    assert result.code == 0
    assert json.loads(result.out) == document(here / "D" / "coverage.json")
    factors = [session["simulation"]["factors"] for session in documents(here / "D" / SESSIONS)]
    assert [(one["time"], one["mode"], one["language"]) for one in factors] == [("off", "parallel", "vi")] * 2
    assert document(here / "D" / "run.json")["options"]["factors"] == ["time=off", "mode=parallel"]


def test_without_out_the_run_goes_below_runs(here: Path) -> None:
    """Without a metric the table is that of all metrics; `--lang zh` prints it in Chinese, on any terminal."""
    result = sim("run", "--template", "m008-control-no-posters", "--languages", "en", "--limit", "1", "--lang", "zh")
    assert result.code == 0
    assert "首轮固定流程正确" in result.out
    assert all(f"\n{entry.id} " in result.out for entry in load_catalogue())
    (folder,) = (here / "runs").iterdir()
    assert set(tree(here)) == {"runs", f"runs/{folder.name}"} | {
        f"runs/{folder.name}/{name}" for name in CONTRACT_FILES | ALSO_WRITTEN
    }
    assert folder.name in result.err


def test_chinese_table(here: Path) -> None:
    result = sim(*M008[:-1], "1", "--lang", "zh", "--out", "D")
    assert result.code == 0
    assert result.out.startswith("M-008 海报语言分流正确 (P0, 1.3)")
    assert "Check" not in result.out


def test_a_dry_run_tells_what_would_be_driven_and_writes_nothing(here: Path) -> None:
    result = sim(*M008, "--dry-run", "--out", "D")
    assert (result.code, result.err) == (0, "")
    assert "6 conversations" in result.out
    told = json.loads(sim(*M008, "--dry-run", "--json").out)
    assert told["conversations"] == sum(told["languages"].values()) == 6
    assert set(told["languages"]) == {"vi", "en"}
    twice = json.loads(sim(*M008[:-2], "--repeat", "2", "--dry-run", "--json").out)
    once = json.loads(sim(*M008[:-2], "--dry-run", "--json").out)
    assert twice["conversations"] == 2 * once["conversations"]
    assert once["pairs"]["covered"] == once["pairs"]["required"]  # pairwise by default, without a limit
    assert tree(here) == {}
