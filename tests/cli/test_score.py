"""`sim score`: what can be scored is scored, what cannot is named; readings may be corrected and judged again."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .helpers import (
    CONCLUSIONS,
    READINGS,
    SESSIONS,
    VERDICTS,
    SharedRun,
    compact,
    document,
    documents,
    refused,
    sim,
    sim_process,
    tree,
    verdicts_of,
)

Record = dict[str, Any]


def named(record: Record, session_id: str) -> Record:
    """The record under another id."""
    return {**copy.deepcopy(record), "session_id": session_id}


def spoiled(record: Record, session_id: str = "bad") -> Record:
    """The record with a sender that there is not."""
    bad = named(record, session_id)
    bad["turns"][0]["inbound"][0]["sender"] = "bot"
    return bad


def ids(run_dir: Path) -> list[str]:
    return [session["session_id"] for session in documents(run_dir / SESSIONS)]


def test_the_record_of_the_readme_is_scored(here: Path, record: Record) -> None:
    (here / "my.json").write_text(json.dumps(record), encoding="utf-8")
    result = sim("score", "my.json", "--out", "D")
    assert (result.code, result.err) == (0, "1 conversation scored; the run is in D\n")
    assert "M-001" in result.out
    assert len(documents(here / "D" / VERDICTS)) == 58
    found = verdicts_of(here / "D")
    assert found["my-first", "M-001"]["result"] == "PASS"
    assert found["my-first", "M-008"]["result"] == "N/A"
    manifest = document(here / "D" / "run.json")
    assert (manifest["command"], manifest["state"]) == ("score", "complete")
    assert manifest["options"]["paths"] == ["my.json"]
    assert (manifest["agents"], manifest["seed"]) == (None, None)
    assert manifest["counts"] == {"sessions": 1, "refused": 0, "errors": 0}


def test_a_bad_record_is_named_and_the_good_one_scored_all_the_same(here: Path, record: Record) -> None:
    (here / "good.json").write_text(json.dumps(record), encoding="utf-8")
    (here / "bad.json").write_text(json.dumps(spoiled(record), indent=1), encoding="utf-8")
    result = sim("score", "bad.json", "good.json", "--json", "--out", "D")
    assert result.code == 2
    assert result.err.splitlines() == [
        'refused: bad.json:8: turns[0].inbound[0].sender: expected "customer" or "staff", found "bot"',
        "1 conversation scored; the run is in D",
        "1 of 2 records was refused, 1 scored",
    ]
    assert json.loads(result.out)["sessions"] == 1
    assert ids(here / "D") == ["my-first"]
    assert len(documents(here / "D" / VERDICTS)) == 58
    assert document(here / "D" / "run.json")["counts"] == {"sessions": 1, "refused": 1, "errors": 0}
    alone = sim("score", "good.json", "--out", "E")
    assert alone.code == 0
    assert (here / "D" / VERDICTS).read_bytes() == (here / "E" / VERDICTS).read_bytes()


def test_every_mistake_of_every_record_is_told(here: Path, record: Record) -> None:
    """A record that is not the only one, and lines that are no JSON."""
    worse = spoiled(record)
    del worse["turns"][0]["inbound"][0]["text"]
    lines = [compact(named(record, "one")), "not JSON", compact(worse), "", compact(named(record, "two"))]
    (here / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = sim("score", "all.jsonl", "--out", "D")
    assert result.code == 2
    told = [line for line in result.err.splitlines() if line.startswith("refused: ")]
    assert [line.split(": ")[1] for line in told] == ["all.jsonl:2", "all.jsonl:3", "all.jsonl:3"]
    assert "turns[0].inbound[0].sender" in told[1]
    assert "turns[0].inbound[0].text" in told[2]
    assert "2 of 4 records were refused, 2 scored" in result.err
    assert ids(here / "D") == ["one", "two"]


def test_two_records_with_one_id_are_one_too_many(here: Path, record: Record) -> None:
    other = named(record, "my-first")
    other["turns"] = []
    (here / "all.jsonl").write_text(f"{compact(record)}\n{compact(other)}\n", encoding="utf-8")
    result = sim("score", "all.jsonl", "--out", "D")
    assert result.code == 2
    assert "refused: all.jsonl:2: session_id: " in result.err
    assert "'my-first', which all.jsonl:1 has too" in result.err
    assert [session["turns"] for session in documents(here / "D" / SESSIONS)] == [record["turns"]]


def test_a_folder_with_all_below_it(here: Path, record: Record) -> None:
    (here / "in" / "deep").mkdir(parents=True)
    (here / "in" / "b.json").write_text(json.dumps(named(record, "b")), encoding="utf-8")
    lines = [compact(named(record, "a1")), compact(named(record, "a2"))]
    (here / "in" / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (here / "in" / "deep" / "c.json").write_text(json.dumps([named(record, "c")]), encoding="utf-8")
    (here / "in" / "notes.txt").write_text("no record", encoding="utf-8")
    assert sim("score", "in", "in/b.json", "--out", "D").code == 0  # a file named twice is read once
    assert ids(here / "D") == ["a1", "a2", "b", "c"]


def test_records_from_stdin_in_a_process_of_its_own(record: Record, tmp_path: Path) -> None:
    lines = f"{compact(named(record, 'ñandú'))}\n{compact(spoiled(record))}\n"
    result = sim_process("score", "-", "--out", tmp_path / "D", stdin=lines.encode())
    assert result.code == 2
    assert "refused: <stdin>:2: turns[0].inbound[0].sender" in result.err
    assert ids(tmp_path / "D") == ["ñandú"]


def test_one_document_from_stdin(here: Path, record: Record) -> None:
    assert sim("score", "-", "--out", "D", stdin=json.dumps(record, indent=2).encode()).code == 0
    assert ids(here / "D") == ["my-first"]


def test_unknown_keys_are_kept_as_they_came(here: Path, record: Record) -> None:
    odd: Record = {"z": [1.5, -0.0, 12345678901234567890, 1e100, None, True, {"b": {}, "a": []}], "a": "后\u2028<é>"}
    kept = named(record, "odd")
    kept["exportedBy"] = odd
    kept["customer"] = {"name": None, "crmId": odd}
    kept["turns"][0]["latencyMs"] = odd
    kept["turns"][0]["inbound"][0]["clientIp"] = odd
    kept["turns"][0]["inquiry"]["tokens"] = odd
    kept["turns"][0]["opportunity"][0]["context"]["shard"] = odd
    kept["turns"][0]["tool_calls"] = [{"name": "knowledge_search", "took": odd, "arguments": odd, "result": odd}]
    line = compact(kept)
    (here / "odd.jsonl").write_bytes(line.encode())
    assert sim("score", "odd.jsonl", "--out", "D").code == 0
    (written,) = (here / "D" / SESSIONS).read_bytes().split(b"\n")[:-1]
    assert json.loads(written) == kept
    assert written.count(compact(odd).encode()) == line.count(compact(odd)) == 9
    assert sim("score", "D/sessions.jsonl", "--out", "E").code == 0
    assert (here / "E" / SESSIONS).read_bytes() == written + b"\n"


def test_a_simulated_run_scored_again_comes_to_the_same_verdicts(m008: SharedRun, here: Path) -> None:
    """Also where the records do not say that they were simulated: no verdict rests on it."""
    bare = [
        {key: value for key, value in session.items() if key != "simulation"}
        for session in documents(m008.path / SESSIONS)
    ]
    (here / "bare.jsonl").write_text("\n".join(compact(session) for session in bare), encoding="utf-8")
    for name, source in (("D", str(m008.path / SESSIONS)), ("E", "bare.jsonl")):
        assert sim("score", source, "--out", name).code == 0
        for file in (READINGS, VERDICTS, CONCLUSIONS):
            assert (here / name / file).read_bytes() == (m008.path / file).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.json"], ["nowhere.json", "does not exist"]),
        (["empty"], ["empty", "none in it"]),
        (["notes.txt"], ["notes.txt", ".json or .jsonl"]),
        (["good.json", "nowhere.json"], ["nowhere.json", "does not exist"]),
        ([], ["Missing argument", "paths"]),
        (["good.json", "--lang", "de"], ["--lang 'de'", "en or zh"]),
        (["good.json", "--readings", "nowhere.jsonl"], ["nowhere.jsonl", "expected a file of readings"]),
        (["good.json", "--readings", "notes.txt"], ["notes.txt:1", "expected one JSON object per line"]),
    ],
)
def test_nothing_to_score_is_said_and_nothing_written(
    here: Path, record: Record, arguments: list[str], told: list[str]
) -> None:
    (here / "good.json").write_text(json.dumps(record), encoding="utf-8")
    (here / "empty").mkdir()
    (here / "notes.txt").write_text("no record", encoding="utf-8")
    before = tree(here)
    refused(sim("score", *arguments, "--out", "D"), *told)
    assert tree(here) == before


def test_check_names_every_mistake_and_writes_nothing(here: Path, record: Record) -> None:
    lines = [compact(record), compact(spoiled(record)), compact(named(record, "other"))]
    (here / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (here / "good.json").write_text(json.dumps(named(record, "good")), encoding="utf-8")
    before = tree(here)
    good = sim("sessions", "check", "good.json")
    assert (good.code, good.out, good.err) == (0, "1 valid record\n", "")
    result = sim("sessions", "check", "good.json", "all.jsonl")
    assert result.code == 2
    assert result.out.splitlines() == [
        'all.jsonl:2: turns[0].inbound[0].sender: expected "customer" or "staff", found "bot"',
        "3 valid records, 1 problem",
    ]
    told = json.loads(sim("sessions", "check", "all.jsonl", "--json").out)
    assert told["valid"] == 2
    assert len(told["problems"]) == 1
    piped = sim("sessions", "check", "-", stdin="\n".join(lines).encode())
    assert piped.code == 2
    assert "<stdin>:2: turns[0].inbound[0].sender" in piped.out
    assert tree(here) == before


@pytest.fixture
def scored(here: Path, record: Record) -> Path:
    """Two scored records, `my-first` and `other`; the records are in `both.jsonl`."""
    (here / "both.jsonl").write_text(f"{compact(record)}\n{compact(named(record, 'other'))}\n", encoding="utf-8")
    assert sim("score", "both.jsonl", "--out", "D").code == 0
    return here / "D"


def corrected(scored: Path, change: Callable[[Record], object]) -> Path:
    """The readings of the first session alone, after a change by hand."""
    reading = documents(scored / READINGS)[0]
    change(reading)
    path = scored.parent / "corrected.jsonl"
    path.write_text(compact(reading) + "\n", encoding="utf-8")
    return path


def with_one_direction(reading: Record) -> None:
    """As if the question had offered wholesale alone."""
    reply = reading["turns"][0]["reply"]
    kept = [act for act in reply["acts"] if act["act"] != "names_direction" or act["value"] == "wholesale"]
    assert len(kept) < len(reply["acts"])
    reply["acts"] = kept


def test_a_corrected_reading_changes_its_verdict_and_no_other(scored: Path, here: Path) -> None:
    path = corrected(scored, with_one_direction)
    result = sim("score", "both.jsonl", "--readings", path, "--out", "E")
    assert result.code == 0
    before, after = verdicts_of(scored), verdicts_of(here / "E")
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {("my-first", "M-001")}
    verdict = after["my-first", "M-001"]
    assert (before["my-first", "M-001"]["result"], verdict["result"]) == ("PASS", "FAIL")
    assert [check["check"] for check in verdict["checks"] if check["result"] == "FAIL"] == ["check_2"]
    conclusions = {line["session_id"]: line for line in documents(here / "E" / CONCLUSIONS)}
    assert conclusions["my-first"]["failed_p0"] == ["M-001"]
    assert conclusions["other"] == documents(scored / CONCLUSIONS)[1]
    manifest = document(here / "E" / "run.json")
    assert manifest["options"]["readings"] == str(path)
    assert manifest["evaluator"]["corrected_readings"] == 1
    assert "1 of them judged by readings that were corrected" in result.err
    assert "or come from another reader: 1" in (here / "E" / "report.md").read_text(encoding="utf-8")
    assert "corrected_readings" not in document(scored / "run.json")["evaluator"]


def test_the_readings_of_the_new_run_are_the_corrected_ones(scored: Path, here: Path) -> None:
    path = corrected(scored, with_one_direction)
    sim("score", "both.jsonl", "--readings", path, "--out", "E")
    ours, theirs = (here / "E" / READINGS).read_bytes().splitlines()
    assert json.loads(ours) == {**json.loads(path.read_bytes()), "reader": "rules/1, corrected"}
    assert theirs == (scored / READINGS).read_bytes().splitlines()[1]
    sim("score", "both.jsonl", "--readings", here / "E" / READINGS, "--out", "F")  # and again from these
    for name in (READINGS, VERDICTS, CONCLUSIONS):
        assert (here / "F" / name).read_bytes() == (here / "E" / name).read_bytes()


def doubled(reading: Record) -> None:
    reading["turns"] += copy.deepcopy(reading["turns"])


def with_an_unknown_key(reading: Record) -> None:
    reading["turns"][0]["reply"]["mood"] = "sunny"


def without_quote(reading: Record) -> None:
    del reading["turns"][0]["reply"]["acts"][0]["quote"]


def with_a_wrong_value(reading: Record) -> None:
    next(act for act in reading["turns"][0]["reply"]["acts"] if act["act"] == "names_direction")["value"] = "retail"


def test_a_wrong_value_is_refused_with_its_line_and_field(scored: Path, here: Path) -> None:
    result = sim("score", "both.jsonl", "--readings", corrected(scored, with_a_wrong_value), "--out", "E")
    assert result.code == 2
    told = ("corrected.jsonl:1: turns[0].reply.acts[", "].value: expected one of wholesale, online", "found 'retail'")
    assert all(part in result.err for part in told)


def test_a_reading_of_another_length_refuses_its_session_alone(scored: Path, here: Path) -> None:
    result = sim("score", "both.jsonl", "--readings", corrected(scored, doubled), "--out", "E")
    assert result.code == 2
    assert all(part in result.err for part in ("'my-first'", "expected 1 turns", "found 2", "1 of 2 records"))
    assert {line["session_id"] for line in documents(here / "E" / VERDICTS)} == {"other"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (with_an_unknown_key, ["corrected.jsonl:1: turns[0].reply.mood"]),
        (without_quote, ["corrected.jsonl:1: turns[0].reply.acts[0].quote"]),
    ],
)
def test_readings_that_do_not_fit_are_refused(
    scored: Path, here: Path, change: Callable[[Record], None], told: list[str]
) -> None:
    path = corrected(scored, change)
    refused(sim("score", "both.jsonl", "--readings", path, "--out", "E"), *told)
    assert not (here / "E" / "coverage.json").exists()


def test_a_refused_reading_leaves_no_run_behind(here: Path, record: Record) -> None:
    (here / "my.json").write_text(json.dumps(record), encoding="utf-8")
    assert sim("score", "my.json", "--out", "first").code == 0
    line = json.loads((here / "first" / "readings.jsonl").read_text(encoding="utf-8").splitlines()[0])
    line["turns"][0]["messages"][0]["acts"] = [{"act": "greets", "quote": "never said"}]
    (here / "mine.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert sim("score", "my.json", "--readings", "mine.jsonl", "--out", "D").code == 2
    assert not (here / "D").exists()
    assert sim("score", "my.json", "--out", "D").code == 0
