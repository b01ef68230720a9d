"""A team's own system as the agent: a function or an address, the examples of the documents, and what can go wrong."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from sim_helpers import NO, PhraseReader, template_of

from evaluator.errors import UsageError
from evaluator.session import Session, session_schema
from scenarios.cases import Case
from simulator.agents import Agents, AgentSetup, make_agents
from simulator.agents.model.rounds import ROUNDS
from simulator.agents.own import OwnInquiry, OwnOpportunity
from simulator.agents.protocols import AgentInfo
from simulator.runner import Outcome, run_cases

DOCUMENT = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
PLAN: list[dict[str, Any]] = [{"say": ["greets"]}, {"say": ["asks_moq"]}]
Answer = Callable[[Mapping[str, Any]], Any]
MakeCase = Callable[..., Case]


def example(language: str, holding: str) -> str:
    """The block of code of the document that holds a text."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)
    return str(next(block for block in blocks if holding in block))


INFO = AgentInfo("http", address="http://scripted")


@dataclass
class Scripted:
    """A system in memory: a function answers; every request is kept."""

    answer: Answer
    requests: list[Mapping[str, Any]] = field(default_factory=list)
    info: AgentInfo = INFO

    async def send(self, request: Mapping[str, Any]) -> Any:
        self.requests.append(json.loads(json.dumps(request)))
        return self.answer(request)

    async def aclose(self) -> None:
        """Nothing is held open."""


@pytest.fixture
def case(make_case: MakeCase) -> Case:
    return make_case(template_of(PLAN))


def run_one(case: Case, agents: Agents) -> Outcome:
    (outcome,) = asyncio.run(run_cases([case], agents, reader=PhraseReader))
    return outcome


def driven(case: Case, agents: Agents) -> Session:
    session = run_one(case, agents).session
    assert session is not None
    jsonschema.Draft202012Validator(session_schema()).validate(json.loads(session.to_json_line()))
    return session


def scripted(answer: Answer, vision: bool = False) -> tuple[Agents, Scripted]:
    transport = Scripted(answer)
    return Agents(OwnInquiry(transport, vision), OwnOpportunity(transport), "own"), transport


def both(inquiry: Any, opportunity: Any = None) -> Answer:
    decided = {"raw": NO, "tool_calls": []} if opportunity is None else opportunity
    return lambda request: inquiry if request["agent"] == "inquiry" else decided


SAID = {"replyText": "Hello", "askedFieldKeys": ["quantity"], "tool_calls": []}


def test_the_example_of_a_function_works(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "my_agent.py").write_text(example("python", "def answer("), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    agents = make_agents("python:my_agent:answer")
    session = driven(case, agents)
    assert agents.describe()["inquiry"] == {"kind": "python", "address": "python:my_agent:answer"}
    assert session.turns[0].tool_calls == ()
    (call,) = session.turns[1].tool_calls or ()
    assert (call.agent, call.name) == ("inquiry", "knowledge_search")
    output = session.turns[1].inquiry
    assert output is not None
    assert output.reply_text == call.result["documents"][0]["content"]  # type: ignore[index, call-overload]
    assert [run.raw for run in session.turns[0].opportunity or ()] == [NO]


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    handler.log_message = lambda *_: None  # type: ignore[method-assign, assignment]
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/agent"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def module_of(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_of_a_server_works(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "my_server.py"
    path.write_text(example("python", "do_POST"), encoding="utf-8")
    with serving(module_of(path).Agent) as address:
        agents = make_agents(address)
        for _ in range(2):  # the second run has an event loop of its own
            session = driven(case, agents)
    assert agents.name == f"http:{address}"
    assert [turn.tool_calls for turn in session.turns] == [(), ()]
    assert all(turn.inquiry and "Tom Jasper" in (turn.inquiry.reply_text or "") for turn in session.turns)


def test_a_request_looks_as_the_document_says(case: Case) -> None:
    agents, transport = scripted(both(SAID))
    session = driven(case, agents)
    shown = json.loads(example("json", '"agent": "inquiry"'))
    sent = next(request for request in transport.requests if request["agent"] == "inquiry" and request["history"])
    assert list(sent) == list(shown)
    assert set(sent["context"]) == set(shown["context"])
    assert set(sent["messages"][0]) == set(shown["messages"][0]) - {"images"}
    assert set(sent["history"][0]) == set(shown["history"][0])
    assert sent["tools"][0]["name"] == shown["tools"][0]["name"]
    decided = next(request for request in transport.requests if request["agent"] == "opportunity")
    keys = ["agent", "conversation", "repeat", "phase", "customer", "transcript", "recognitions", "context"]
    assert list(decided) == [*keys, "tools", "tool_results"]
    assert case.session_id not in json.dumps(transport.requests)
    assert session.turns[0].inquiry.asked_field_keys == ("quantity",)  # type: ignore[union-attr]


def test_pictures_go_along_where_vision_is_on(make_case: MakeCase) -> None:
    agents, transport = scripted(both(SAID), vision=True)
    driven(make_case(template_of([{"say": ["sends_image"], "image": "qr_url"}])), agents)
    request = next(request for request in transport.requests if request["agent"] == "inquiry")
    assert request["pictures"]["cust-img-1"].startswith("data:image/png;base64,")


def test_what_the_system_called_itself_is_recorded(case: Case) -> None:
    own = {"name": "search_products", "arguments": {"keyword": "K20"}, "result": {"products": []}}
    session = driven(case, scripted(both({**SAID, "tool_calls": [own]}))[0])
    log = session.turns[0].tool_calls
    assert log is not None
    assert [(call.agent, call.name, call.arguments, call.result) for call in log] == [("inquiry", *own.values())]


@pytest.mark.parametrize("answer", [{"replyText": "Hello"}, {"replyText": "Hello", "tool_calls": None}])
def test_no_log_is_no_empty_log(case: Case, answer: dict[str, Any]) -> None:
    session = driven(case, scripted(both(answer))[0])
    assert [turn.tool_calls for turn in session.turns] == [None, None]
    assert session.turns[0].inquiry.asked_field_keys is None  # type: ignore[union-attr]


def test_the_log_has_a_gap_where_one_of_the_two_gives_none(case: Case) -> None:
    session = driven(case, scripted(both(SAID, {"raw": NO}))[0])
    assert session.turns[0].tool_calls is None


def test_calls_without_end_are_cut_off(case: Case) -> None:
    endless = {"call_tools": [{"name": "get_catalog_url"}, {"name": "odd", "arguments": "{no"}]}
    agents, transport = scripted(both(endless, endless))
    session = driven(case, agents)
    turn = session.turns[0]
    assert turn.inquiry is not None
    assert (turn.inquiry.reply_text, turn.inquiry.raw, turn.inquiry.published) == (None, "", False)
    assert [run.raw for run in turn.opportunity or ()] == [""]
    asked = [request for request in transport.requests if request["agent"] == "inquiry"]
    assert len(asked) == 2 * (ROUNDS + 1)
    assert len(asked[1]["tool_results"]) == 2
    assert "no such tool" in asked[1]["tool_results"][1]["result"]["error"]


@pytest.mark.parametrize(
    ("response", "published", "raw"),
    [
        ({"raw": '{"replyText": "Hi", "askedFieldKeys": []}'}, "Hi", None),
        ({"raw": "no JSON"}, None, "no JSON"),
        ({"replyText": None, "raw": "what came"}, None, "what came"),
        ({"replyText": "Hi", "raw": "what came"}, "Hi", "what came"),
        ({"replyText": "half \ud83d"}, "half \ufffd", None),
    ],
)
def test_what_a_model_behind_it_said_is_captured(
    case: Case, response: dict[str, Any], published: str | None, raw: str | None
) -> None:
    output = driven(case, scripted(both(response))[0]).turns[0].inquiry
    assert output is not None
    assert (output.reply_text, output.raw) == (published, raw)


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("inquiry", "told"),
    [
        ("Hello", 'http://scripted: expected a JSON object, found "Hello"'),
        ({}, "expected replyText (a text) or raw (the model's whole output), found []"),
        ({"reply": "Hi"}, 'found ["reply"]'),
        ({"replyText": 5}, "http://scripted: replyText: expected a text, found 5"),
        ({"replyText": "Hi", "raw": {}}, "raw: expected a text, found {}"),
        ({"replyText": "Hi", "askedFieldKeys": "quantity"}, 'askedFieldKeys: expected a list of texts, found "q'),
        ({"replyText": "Hi", "tool_calls": {}}, "tool_calls: expected a list of calls, found {}"),
        ({"replyText": "Hi", "tool_calls": [{"name": 1}]}, "tool_calls[0].name: expected the name of a tool, found 1"),
        ({"call_tools": ["knowledge_search"]}, "call_tools[0]: expected a call with name and arguments"),
        ({"replyText": "Hi", "tool_calls": [{"name": "x", "result": _deep(50)}]}, "nested at most 32 deep"),
        ({"replytext": "Hi", "raw": "{}"}, "unknown key 'replytext' in the response: did you mean 'replyText'?"),
        ({"call_tools": [{"name": "x"}] * 1001}, "call_tools: expected at most 1000 calls, found 1001"),
    ],
)
def test_a_response_of_no_use_says_what_was_expected(case: Case, inquiry: Any, told: str) -> None:
    outcome = run_one(case, scripted(both(inquiry))[0])
    assert (outcome.session, outcome.error_kind) == (None, "AgentError")
    assert told in (outcome.error or "")


def test_an_opportunity_response_needs_raw(case: Case) -> None:
    outcome = run_one(case, scripted(both(SAID, {"shouldAutoConvert": True}))[0])
    assert outcome.error_kind == "AgentError"
    assert "expected raw (the assistant's whole output, a text)" in (outcome.error or "")


class Broken(BaseHTTPRequestHandler):
    """Answers by the path: a status, or a body that is no JSON."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/slow":
            time.sleep(1)
        status = int(self.path[1:4]) if self.path[1:4].isdigit() else 200
        self.send_response(status)
        self.end_headers()
        self.wfile.write(b'{"replyText": NaN}' if self.path == "/nan" else b"<html>maintenance</html>")


@pytest.mark.parametrize(
    ("path", "kind", "told"),
    [
        ("/500", "EndpointError", "HTTP 500: <html>maintenance</html>"),
        ("/404?key=secret", "EndpointError", "HTTP 404"),
        ("/302", "EndpointError", "HTTP 302"),
        ("/html", "AgentError", "expected a JSON object, found '<html>maintenance</html>'"),
        ("/nan", "AgentError", "expected a JSON object"),
        ("/slow", "EndpointTimeout", "no answer in 0.2 s"),
    ],
)
def test_an_address_that_fails_is_no_verdict(case: Case, path: str, kind: str, told: str) -> None:
    with serving(Broken) as address:
        agents = make_agents(address.replace("/agent", path), setup=AgentSetup(time_out=0.2 if path == "/slow" else 30))
        outcome = run_one(case, agents)
    assert (outcome.session, outcome.error_kind) == (None, kind)
    assert told in (outcome.error or "")
    assert "secret" not in (outcome.error or "")
    assert "secret" not in json.dumps(agents.describe())


def test_nobody_there(case: Case) -> None:
    with serving(Broken) as address:
        pass
    outcome = run_one(case, make_agents(address))
    assert outcome.error_kind == "EndpointError"
    assert address in (outcome.error or "")


CODE = """
import asyncio
async def waits(request):
    await asyncio.sleep(0)
    return {"raw": "%s", "replyText": "Hi", "tool_calls": []}
def changes(request):
    request.clear()
    return {"replyText": "Hi", "raw": "x", "tool_calls": []}
class Desk:
    def __call__(self, request):
        return {"replyText": "Hi", "raw": "x", "tool_calls": []}
desk = Desk()
def fails(request):
    raise ValueError("no stock")
def odd(request):
    return {"replyText": {1, 2}}
def infinite(request):
    return {"replyText": float("inf")}
def leaves(request):
    raise SystemExit(0)
async def leaves_later(request):
    raise SystemExit(0)
def stops(request):
    return next(iter(()))
async def cancels(request):
    raise asyncio.CancelledError
class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError("not even this")
def unspeakable(request):
    raise Unspeakable
number = 5
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "path", list(sys.path))
    name = f"team_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(CODE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


@pytest.mark.parametrize("function", ["waits", "changes", "desk", "desk.__call__"])
def test_functions_of_several_kinds(case: Case, module: str, function: str) -> None:
    session = driven(case, make_agents(f"python:{module}:{function}"))
    assert session.turns[0].inquiry.reply_text == "Hi"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("fails", "raised ValueError: no stock (team_"),
        ("odd", "expected a response of JSON values"),
        ("infinite", "expected a response of JSON values"),
        ("leaves", "raised SystemExit: 0 (team_"),
        ("leaves_later", "raised SystemExit: 0"),
        ("stops", "raised StopIteration"),
        ("cancels", "raised CancelledError"),
        ("unspeakable", "raised Unspeakable: (an error that cannot be shown)"),
    ],
)
def test_a_function_that_fails_ends_one_conversation(case: Case, module: str, function: str, told: str) -> None:
    outcome = run_one(case, make_agents(f"python:{module}:{function}"))
    assert (outcome.session, outcome.error_kind) == (None, "AgentError")
    assert told in (outcome.error or "")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("python:", "expected python:module:function"),
        ("python:json", "expected python:module:function"),
        ("python:no_such_module:answer", "cannot be imported: ModuleNotFoundError"),
        ("python:json:no_such_function", "has no function no_such_function"),
        ("python:json:__name__", "has no function __name__"),
        ("http://", "expected an address such as"),
        ("http:localhost", "expected an address such as"),
        ("https://user:pass@host:port/", "expected an address"),
    ],
)
def test_a_name_that_leads_nowhere_is_wrong_usage(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)) as raised:
        make_agents(name)
    assert "pass@" not in str(raised.value)


def test_a_module_with_a_fault_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "faulty_team.py").write_text("x = 1\nraise RuntimeError('no licence')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"RuntimeError: no licence \(faulty_team\.py, line 2\)"):
        make_agents("python:faulty_team:answer")


def test_an_address_with_its_prefix() -> None:
    for name in ("http:http://localhost:1/a", "http://localhost:1/a"):
        assert make_agents(name).name == "http:http://localhost:1/a"
    described = make_agents("http:https://user:pass@host/a?key=secret").describe()
    assert described["inquiry"] == {"kind": "http", "address": "https://host/a?…"}
    assert "pass" not in json.dumps(described)
