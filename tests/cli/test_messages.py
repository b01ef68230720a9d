"""What the command line says: what a run came to, what looks like a mistake, and which names there are."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from .helpers import CONCLUSIONS, M008, READINGS, SharedRun, compact, document, documents, refused, sim, tree

Record = dict[str, Any]


def told(text: str, heading: str) -> list[str]:
    """The lines below a heading, up to an empty one."""
    after = text.partition(f"\n{heading}\n")[2]
    return [" ".join(line.split()) for line in after.partition("\n\n")[0].splitlines()]


def conclusions_of(folder: Path) -> list[str]:
    return [line["conclusion"] for line in documents(folder / CONCLUSIONS)]


def test_a_run_ends_with_its_conclusions(m008: SharedRun, here: Path) -> None:
    """Also one that was complete already."""
    found = conclusions_of(m008.path)
    lines = told(m008.result.out, "Conclusions:")
    kinds = ("qualified", "unqualified", "undetermined")
    assert lines == [f"{name} {found.count(name)}" for name in kinds]
    folder = shutil.copytree(m008.path, here / "D")
    assert told(sim(*M008, "--resume", "--out", folder).out, "Conclusions:") == lines


def test_a_run_tells_how_many_conversations_its_defect_changed(faulty: SharedRun, m008: SharedRun, here: Path) -> None:
    line = "the seeded defect changed 2 of 2 conversations\n"
    assert line in faulty.result.out
    assert document(faulty.path / "run.json")["counts"]["changed_by_defect"] == 2
    assert f"- {line}" in (faulty.path / "report.md").read_text(encoding="utf-8")
    assert "the seeded defect" not in m008.result.out
    assert "changed_by_defect" not in document(m008.path / "run.json")["counts"]
    made = [session["simulation"] for session in documents(faulty.path / "sessions.jsonl")]
    assert [one["changed"] for one in made] == [True, True]
    options = ("--template", "m008-no-language", "--languages", "en", "--limit", "2")
    idle = sim("run", *options, "--agents", "defect:M-008.check_1/subtle", "--out", here / "idle")
    assert "the seeded defect changed 0 of 2 conversations\n" in idle.out


@pytest.mark.parametrize(
    ("lang", "heading", "why"),
    [("en", "Unqualified conversations:", "turn 2: "), ("zh", "不合格的会话：", "第 2 轮：")],
)
def test_unqualified_conversations_are_named_with_check_and_reason(
    faulty: SharedRun, here: Path, lang: str, heading: str, why: str
) -> None:
    result = sim("score", faulty.path / "sessions.jsonl", "--lang", lang, "--out", "D")
    unqualified = [line for line in documents(here / "D" / CONCLUSIONS) if line["conclusion"] == "unqualified"]
    lines = told(result.out, heading)
    assert len(unqualified) == 2
    expected = [
        f"{conclusion['session_id']} {check} {why}"
        for conclusion in unqualified
        for check in ("M-007.check_3", "M-008.check_1")
    ]
    assert len(lines) == len(expected)
    for line, beginning in zip(lines, expected, strict=True):
        assert line.startswith(beginning)
        assert not line.endswith(why)
    if lang == "zh":
        assert "不合格 2" in told(result.out, "结论：")
        assert result.err == "已评分 2 个对话；结果在 D\n"


def test_of_many_unqualified_conversations_the_first_are_named(faulty: SharedRun, here: Path) -> None:
    first = documents(faulty.path / "sessions.jsonl")[0]
    lines = [compact({**first, "session_id": f"s{number:02}"}) for number in range(13)]
    (here / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    listed = told(sim("score", "all.jsonl", "--out", "D").out, "Unqualified conversations:")
    assert [line.split()[0] for line in listed[:-1:2]] == [f"s{number:02}" for number in range(10)]
    assert listed[-1] == "… and 3 more, see conclusions.jsonl"


def test_json_says_nothing_more_than_the_coverage(faulty: SharedRun, here: Path) -> None:
    result = sim("score", faulty.path / "sessions.jsonl", "--json", "--out", "D")
    assert json.loads(result.out) == document(here / "D" / "coverage.json")


def misspelt(record: Record) -> Record:
    """Two keys under other names; the record stays valid."""
    changed = copy.deepcopy(record)
    message = changed["turns"][0]["inbound"][0]
    message["createdAt"] = message.pop("created_at")
    inquiry = changed["turns"][0]["inquiry"]
    inquiry["reply"] = inquiry.pop("replyText")
    return changed


def warnings(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("warning: ")]


def test_a_key_that_looks_misspelt_is_warned_of_and_kept(here: Path, record: Record) -> None:
    (here / "my.json").write_text(json.dumps(misspelt(record), indent=1), encoding="utf-8")
    rows = (here / "my.json").read_text(encoding="utf-8").splitlines()
    line = {
        key: next(at for at, row in enumerate(rows, start=1) if f'"{key}"' in row) for key in ("createdAt", "reply")
    }
    expected = [
        f'warning: my.json:{line["createdAt"]}: turns[0].inbound[0].createdAt: unknown field "createdAt"; '
        'did you mean "created_at"?',
        f'warning: my.json:{line["reply"]}: turns[0].inquiry.reply: unknown field "reply"; did you mean "replyText"?',
    ]
    checked = sim("sessions", "check", "my.json")
    assert (checked.code, checked.out, checked.err.splitlines()) == (0, "1 valid record\n", expected)
    scored = sim("score", "my.json", "--out", "D")
    assert (scored.code, warnings(scored.err)) == (0, expected)
    assert documents(here / "D" / "sessions.jsonl") == [misspelt(record)]


def test_keys_of_an_export_that_are_like_no_other_are_not_warned_of(here: Path, record: Record) -> None:
    more = copy.deepcopy(record)
    more["exportedBy"] = more["turns"][0]["latencyMs"] = more["turns"][0]["inbound"][0]["clientIp"] = "x"
    more["customer"] = {"crmId": "1", "city": "Hue"}
    (here / "my.json").write_text(json.dumps(more), encoding="utf-8")
    assert sim("sessions", "check", "my.json").err == ""


def test_what_the_simulator_writes_is_not_warned_of(m008: SharedRun, faulty: SharedRun) -> None:
    for run in (m008, faulty):
        assert sim("sessions", "check", run.path / "sessions.jsonl").err == ""


def test_a_record_with_nothing_to_judge_is_warned_of(here: Path, record: Record) -> None:
    silent = copy.deepcopy(record)
    del silent["turns"][0]["inquiry"]
    lines = [compact({**record, "session_id": "empty", "turns": []}), compact(silent)]
    (here / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = sim("sessions", "check", "all.jsonl")
    assert (result.code, result.out) == (0, "2 valid records\n")
    first, second = warnings(result.err)
    assert first.startswith("warning: all.jsonl:1: turns: the record has no turns")
    assert second.startswith('warning: all.jsonl:2: turns[0]: the turn has no "inquiry"')


def test_many_warnings_and_problems_of_a_file_are_cut_short(here: Path, record: Record) -> None:
    lines = [compact({**misspelt(record), "session_id": f"s{number}"}) for number in range(15)]
    (here / "odd.jsonl").write_text("\n".join(lines), encoding="utf-8")
    found = warnings(sim("sessions", "check", "odd.jsonl").err)
    assert len(found) == 21
    assert found[-1] == "warning: odd.jsonl: … and 10 more"
    (here / "bad.jsonl").write_text("no JSON\n" * 25, encoding="utf-8")
    checked = sim("sessions", "check", "bad.jsonl").out.splitlines()
    assert checked[-2:] == ["bad.jsonl: … and 5 more", "0 valid records, 25 problems"]
    assert len(checked) == 22
    assert len(json.loads(sim("sessions", "check", "bad.jsonl", "--json").out)["problems"]) == 25
    scored = sim("score", "bad.jsonl", "--out", "D").err.splitlines()
    assert scored[20] == "refused: bad.jsonl: … and 5 more"
    assert len(scored) == 22


def test_a_missing_key_under_another_name_is_pointed_at(here: Path, record: Record) -> None:
    renamed = {"sessionId" if key == "session_id" else key: value for key, value in record.items()}
    (here / "my.json").write_text(json.dumps(renamed), encoding="utf-8")
    assert 'found nothing (the key is missing; there is "sessionId")' in sim("sessions", "check", "my.json").out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["run", "--factor", "tiem=off"], ["(expected one of language, ", "did you mean time?"]),
        (["run", "--factor", "time=xx"], ["level of the factor time", "(expected one of work, off, "]),
        (["run", "--languages", "vi,xx"], ["no language is called 'xx'", "(expected one of en, "]),
        (["run", "--stage", "9"], ["no stage is called '9'", "(expected one of 1.1, "]),
        (["run", "--cover", "most"], ["(expected one of run, template, 3, full)"]),
        (["run", "--template", "qqq"], ["no template is called 'qqq'", "sim scenarios lists them"]),
        (["run", "--agents", "nobody"], ["(expected one of reference, openai, http:URL"]),
        (["run", "--agents", "defect:nonsense"], ["no seeded defect is called 'nonsense'", "M-008.check_1, check_2"]),
        (["run", "--resume"], ["--resume needs --out with the run to resume"]),
        (["run", "--resume", "--out", "D"], ["--resume needs --out with the run to resume: D holds no run"]),
        (["score", "my.json", "--resume"], ["--resume needs --out with the run to resume"]),
        (["report", "my.json"], ["my.json: expected a run directory", "found a file"]),
        (["report", ".", "--format", "pdf"], ["no format is called 'pdf'", "(expected one of html, md, junit, csv)"]),
        (["score", "my.json", "--readings", "none.jsonl"], ["none.jsonl: expected a file of readings, found: No such"]),
        (["agreement", ".", "none.json"], ["none.json: expected a file of labels, found: No such"]),
        (["schema"], ["expected one of session, scenario, world"]),
    ],
)
def test_the_answer_to_a_mistake_says_what_there_is(
    here: Path, record: Record, arguments: list[str], parts: list[str]
) -> None:
    (here / "my.json").write_text(json.dumps(record), encoding="utf-8")
    before = tree(here)
    result = sim(*arguments)
    refused(result, *parts)
    assert "Errno" not in result.err
    assert tree(here) == before


def test_the_values_of_an_option_are_said_once() -> None:
    assert sim("metrics", "--lang", "fr").err == "error: --lang 'fr': expected en or zh\n"


def test_scenarios_of_a_metric_are_listed() -> None:
    rows = sim("scenarios", "M-009").out.splitlines()
    assert rows
    assert rows == [row for row in sim("scenarios").out.splitlines() if row.startswith("m009-")]


def test_version() -> None:
    result = sim("--version")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("sim 0.")


def test_broken_json_is_told_in_words(here: Path) -> None:
    (here / "my.json").write_text('{"schema": ,}', encoding="utf-8")
    out = sim("sessions", "check", "my.json").out
    assert "my.json:1: expected valid JSON, found something that is no JSON value (column 12)" in out


def test_readings_laid_out_over_many_lines_are_one_problem(m008: SharedRun, here: Path) -> None:
    reading = documents(m008.path / READINGS)[0]
    (here / "r.jsonl").write_text(json.dumps(reading, indent=1), encoding="utf-8")
    result = sim("score", m008.path / "sessions.jsonl", "--readings", "r.jsonl", "--out", "D")
    refused(result, "r.jsonl:1: expected one JSON object per line")
    assert len(result.err.splitlines()) == 2
    (here / "r.jsonl").write_text("no JSON\n" * 50, encoding="utf-8")
    result = sim("score", m008.path / "sessions.jsonl", "--readings", "r.jsonl", "--out", "D")
    assert len(result.err.splitlines()) == 22
    assert result.err.endswith("  … and 30 more\n")


def test_of_a_run_directory_the_records_alone_are_read(m008: SharedRun, here: Path) -> None:
    """Also where it lies in the folder that was named; another `run.json` may be a record."""
    result = sim("sessions", "check", m008.path)
    assert (result.code, result.out, result.err) == (0, "6 valid records\n", "")
    (here / "runs").mkdir()
    shutil.copytree(m008.path, here / "runs" / "one")
    assert sim("sessions", "check", "runs").out == "6 valid records\n"
    assert sim("score", "runs", "--json", "--out", "D").code == 0
    assert (here / "D" / CONCLUSIONS).read_bytes() == (m008.path / CONCLUSIONS).read_bytes()
    session = documents(m008.path / "sessions.jsonl")[0]
    (here / "own").mkdir()
    (here / "own" / "run.json").write_text(json.dumps(session), encoding="utf-8")
    assert sim("sessions", "check", "own").out == "1 valid record\n"


def test_an_interrupted_run_says_what_is_kept_and_how_to_go_on(interrupted: SharedRun) -> None:
    assert interrupted.result.code == 3
    last = interrupted.result.err.splitlines()[-1]
    folder = interrupted.path
    assert last == f"interrupted: 3 conversations are kept in {folder}; add --resume --out {folder} to finish"


def test_a_changed_input_is_named_on_resume(here: Path, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    from evaluator.scoring import Scored, Scorer
    from evaluator.session import Session

    score = Scorer.score

    def stop(self: Scorer, session: Session) -> Scored:
        if session.session_id == "two":
            raise KeyboardInterrupt
        return score(self, session)

    lines = [compact({**record, "session_id": name}) for name in ("one", "two")]
    (here / "all.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(Scorer, "score", stop)
        result = sim("score", "all.jsonl", "--out", "D")
    assert result.code == 3
    assert "interrupted: 1 conversation is kept in D; add --resume --out D to finish" in result.err
    (here / "all.jsonl").write_text("\n".join(reversed(lines)), encoding="utf-8")
    result = sim("score", "all.jsonl", "--resume", "--out", "D")
    refused(result, "D: cannot resume: the contents of all.jsonl are not what they were when the run was started")


def test_names_shapes_and_times_that_look_wrong_are_warned_of(here: Path, record: Record) -> None:
    odd = copy.deepcopy(record)
    turn = odd["turns"][0]
    turn["tool_calls"] = [
        {"agent": "inquiry", "name": "knowledgeSearch", "arguments": {}, "result": {"documents": []}},
        {"agent": "inquiry", "name": "get_product_media", "arguments": {}, "result": "no media"},
    ]
    turn["context"] = {"inquiry_form_snapshot": {"customertype": "wholesale", "crm_note": "x"}}
    odd["turns"].append(
        {"inbound": [{"sender": "customer", "text": "hi", "created_at": "2020-01-01T00:00:00Z"}], "inquiry": None}
    )
    turn["inbound"][0]["created_at"] = "2026-03-02T10:15:00+08:00"
    (here / "my.json").write_text(json.dumps(odd), encoding="utf-8")
    told_of = [line.removeprefix("warning: my.json:1: ") for line in warnings(sim("sessions", "check", "my.json").err)]
    assert sorted(told_of) == [
        'turns[0].context.inquiry_form_snapshot.customertype: unknown form key "customertype"; did you mean '
        '"customer_type"?',
        'turns[0].tool_calls[0].name: unknown tool "knowledgeSearch"; did you mean "knowledge_search"?',
        'turns[0].tool_calls[1].result: expected an object with "items"; a result of another shape counts as empty',
        "turns[1].inbound[0].created_at: older than the message before it: turns must be in the order of time",
    ]
