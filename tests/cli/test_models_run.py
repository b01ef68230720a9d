"""`sim run` and `sim score` with models, over real HTTP against a model on loopback that plays every role."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kills import COMPARED, differing, killed, model
from tests.client.actors import play
from tests.client.server import QUOTA, Answer, Request

from .helpers import ROOT, Result, document, documents, refused, sim, verdicts_of

KEY = "sk-not-a-real-key-0123456789"
RUN = ("run", "--metric", "M-008", "--languages", "en,vi", "--limit", "3", "--agents", "openai", "--model", "played")
JUDGED = ("--judge", "openai", "--judge-model", "judging")
# Spends its quota after so many calls.
_SPENDING = """
import asyncio, sys
from tests.client.actors import play
from tests.client.server import QUOTA, Server

async def main(most):
    server = Server(lambda request: QUOTA if request.number > most else play(request))
    listening = await server.start()
    print(server.port, flush=True)
    async with listening:
        await listening.serve_forever()

asyncio.run(main(int(sys.argv[1])))
"""


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    with model(0.0, 0.0) as address:
        yield address


@pytest.fixture(autouse=True)
def _endpoint(base_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", base_url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def run(out: Path, *more: str) -> Result:
    return sim(*RUN, *JUDGED, "--out", out, *more)


def test_a_run_with_models_is_a_run_like_any_other(tmp_path: Path) -> None:
    out = tmp_path / "run"
    result = run(out)
    assert result.code == 0, result.err
    manifest = document(out / "run.json")
    assert manifest["state"] == "complete"
    assert manifest["agents"]["inquiry"]["model"] == "played"
    assert manifest["agents"]["opportunity"]["prompt_sha256"]
    assert manifest["evaluator"]["judge"]["model"] == "judging"
    assert manifest["evaluator"]["judge"]["prompt"]["sha256"]
    assert set(manifest["tokens"]) == {"inquiry", "opportunity", "reader", "judge", "total"}
    assert manifest["tokens"]["reader"]["calls"] == 3
    verdicts = verdicts_of(out)
    assert len(verdicts) == 3 * 58
    scores = [verdict["score"] for (_, metric), verdict in verdicts.items() if metric == "M-028"]
    assert scores == [4, 4, 4]
    assert any(check["by"] == "judge" for verdict in verdicts.values() for check in verdict["checks"])


def test_the_key_is_in_no_file_and_no_message(tmp_path: Path) -> None:
    result = run(tmp_path / "run")
    assert KEY not in result.out + result.err
    holding = [path for path in (tmp_path / "run").rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert holding == []


def test_a_replay_asks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    assert run(first, "--cache", str(tmp_path / "kept.sqlite")).code == 0
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")  # nobody listens there
    missing = run(again, "--cache", str(tmp_path / "kept.sqlite"), "--replay")
    assert missing.code == 3  # other addresses are other responses
    assert all("no recorded response" in error["message"] for error in documents(again / "errors.jsonl"))


def test_a_replay_gives_the_same_files(tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    assert run(first, "--cache", str(tmp_path / "kept.sqlite")).code == 0
    result = run(again, "--cache", str(tmp_path / "kept.sqlite"), "--replay")
    assert result.code == 0, result.err
    assert differing(first, again) == []
    assert document(again / "run.json")["tokens"]["inquiry"]["calls"] == 0


def test_what_a_replay_needs_is_said(tmp_path: Path) -> None:
    refused(sim(*RUN, *JUDGED, "--replay"), "--replay needs recorded responses")
    refused(run(tmp_path / "none", "--replay"), "responses.sqlite", "expected the recorded responses")
    refused(sim("run", "--metric", "M-008", "--replay", "--out", tmp_path / "x"), "nothing here asks one")


def test_a_spent_budget_stops_the_run_and_more_of_it_finishes_it(tmp_path: Path) -> None:
    whole, out = tmp_path / "whole", tmp_path / "run"
    assert run(whole).code == 0
    stopped = run(out, "--budget", "calls=20")
    assert stopped.code == 3
    assert "budget" in stopped.err
    assert document(out / "run.json")["state"] == "interrupted"
    assert document(out / "run.json")["tokens"]["total"]["calls"] <= 20
    finished = run(out, "--resume")
    assert finished.code == 0, finished.err
    assert differing(whole, out) == []


def test_a_spent_quota_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-c", _SPENDING, "12"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{process.stdout.readline().strip()}/v1")
        result = run(tmp_path / "run", "--concurrency", "1")
        process.kill()
    assert result.code == 3
    assert "quota" in result.err
    assert document(tmp_path / "run" / "run.json")["state"] == "interrupted"


def test_killed_and_resumed_is_as_if_nothing_had_happened(tmp_path: Path, base_url: str) -> None:
    whole, out = tmp_path / "whole", tmp_path / "killed"
    killed(whole, 3, base_url, [])
    killed(out, 3, base_url, [1.2, 1.6])
    assert differing(whole, out) == []
    assert all((out / name).stat().st_size for name in COMPARED)


def test_records_are_scored_with_a_model(tmp_path: Path) -> None:
    assert run(tmp_path / "run").code == 0
    records = tmp_path / "run" / "sessions.jsonl"
    result = sim("score", records, *JUDGED, "--out", tmp_path / "scored")
    assert result.code == 0, result.err
    assert differing(tmp_path / "run", tmp_path / "scored") in ([], ["coverage.json"])
    readings = tmp_path / "scored" / "readings.jsonl"
    alone = sim("score", records, "--readings", readings, "--out", tmp_path / "alone")
    assert alone.code == 0, alone.err
    assert (tmp_path / "alone" / "verdicts.jsonl").read_bytes() == (tmp_path / "scored" / "verdicts.jsonl").read_bytes()


def test_a_model_that_judges_itself_is_warned_of(tmp_path: Path) -> None:
    result = sim(*RUN, "--judge", "openai", "--judge-model", "played", "--limit", "1", "--out", tmp_path / "run")
    assert "played judges itself" in result.err


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (("--judge", "nobody"), ("no judge is called 'nobody'", "rules, openai")),
        (("--judge-model", "m"), ("--judge-model", "--judge openai")),
        (("--judge", "openai"), ("no model for the role reader",)),
        (("--agents", "openai"), ("no model for the role inquiry",)),
        (("--model", "m"), ("--model", "--agents openai")),
        (("--buyer-model", "m"), ("--buyer-model", "--buyer openai")),
        (("--buyer", "nobody"), ("no buyer is called 'nobody'",)),
        (("--budget", "calls=1"), ("--budget", "nothing here asks one")),
        (("--judge", "openai", "--judge-model", "m", "--budget", "hours=1"), ("--budget hours=1", "expected calls=")),
        (("--judge", "openai", "--judge-model", "m", "--judge-prompt", "absent.md"), ("absent.md",)),
        (("--judge", "openai", "--judge-model", "m", "--config", "absent.toml"), ("absent.toml",)),
        (("--world", "absent"), ("absent",)),
        (("--gate", "nonsense"), ("nonsense",)),
    ],
)
def test_options_that_do_not_fit_are_refused(here: Path, options: tuple[str, ...], parts: tuple[str, ...]) -> None:
    refused(sim("run", "--metric", "M-008", "--limit", "1", *options, "--out", here / "run"), *parts)
    assert not (here / "run").exists()


def test_prices_give_costs_and_a_budget_in_money(tmp_path: Path, base_url: str) -> None:
    config = tmp_path / "sim.toml"
    lines = ["[defaults]", f'base_url = "{base_url}"', 'key_variable = ""', 'model = "played"']
    prices = ["price_in = 2.0", "price_out = 8.0", 'currency = "USD"', "[roles.judge]", 'model = "judging"']
    config.write_text("\n".join([*lines, *prices, "price_in = 1.0", "price_out = 4.0"]), encoding="utf-8")
    options = ("run", "--metric", "M-008", "--languages", "en", "--limit", "1", "--agents", "openai")
    judged = ("--judge", "openai", "--config", config)
    assert sim(*options, *judged, "--out", tmp_path / "run").code == 0
    manifest = document(tmp_path / "run" / "run.json")
    assert manifest["cost"]["total"] > 0
    assert manifest["cost"]["currency"] == "USD"
    assert manifest["evaluator"]["judge"]["model"] == "judging"
    stopped = sim(*options, *judged, "--budget", "money=0.0001", "--out", tmp_path / "poor")
    assert stopped.code == 3
    assert "budget" in stopped.err


def test_redacted_before_a_judge_or_a_file_sees_it(tmp_path: Path, record: dict[str, Any]) -> None:
    record["customer"] = {"name": "Amelia Thornbury", "phone": "+44 7700 900123"}
    record["turns"][0]["inbound"][0]["text"] = (
        "Hello, I'm Amelia Thornbury, my mail is amelia.t@example.com, do you have cables?"
    )
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    result = sim("score", path, *JUDGED, "--redact", "--out", tmp_path / "run")
    assert result.code == 0, result.err
    hidden = [b"Thornbury", b"900123", b"amelia.t@"]
    for file in (entry for entry in (tmp_path / "run").rglob("*") if entry.is_file()):
        assert not [word for word in hidden if word in file.read_bytes()], file.name
    assert not [word for word in hidden if word.decode() in result.out + result.err]
    assert documents(tmp_path / "run" / "sessions.jsonl")[0]["turns"][0]["inbound"][0]["text"].startswith("Hello, I'm ")


def test_a_gate_decides_the_exit_code(tmp_path: Path) -> None:
    options = ("run", "--metric", "M-008", "--languages", "en", "--limit", "2", "--out", tmp_path / "run")
    result = sim(*options, "--gate", "M-008=0", "--gate-open", "allow")
    assert (result.code, document(tmp_path / "run" / "gates.json")["passed"]) == (0, True)
    failing = sim(*options, "--resume", "--gate", "M-028.score>=3", "--gate-open", "allow")
    assert failing.code == 1  # nothing is decided of it: no judge was asked
    assert "gate M-028.score>=3" in failing.err


def test_the_actor_answers_every_role() -> None:
    """What the others rest on: no answer of the actor is refused for its form."""
    system = "You judge a chat\n- M-008.check_1 (turn 1): …\n- M-028.score: …"
    evidence = '<f>\n{"turn":1,"messages":[{"text":"hello there"}]}\n</f>'
    body = {"messages": [{"role": "system", "content": system}, {"role": "user", "content": evidence}]}
    answer: Answer = play(Request(1, "/v1/chat/completions", {}, body))
    assert isinstance(answer.body, dict)
    told = json.loads(answer.body["choices"][0]["message"]["content"])
    assert [entry["id"] for entry in told["answers"]] == ["M-008.check_1", "M-028.score"]
    assert QUOTA.status == 429
