"""Agents that a model plays, through whole conversations: what it is sent, what is captured, what is published."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Sequence
from typing import Any

import jsonschema
import pytest
from sim_helpers import NO, PhraseReader, template_of

from evaluator.client.ports import Ask, Completion, ScriptedModels, ToolCall
from evaluator.errors import EndpointTimeout
from evaluator.scoring import Scorer
from evaluator.session import Session, Turn, session_schema
from scenarios.cases import Case, build_cases
from scenarios.pictures import picture
from scenarios.templates import shipped_templates
from scenarios.world import Tools
from simulator.agents import Agents, AgentSetup, InquiryBrief, InquiryReply, OpportunityBrief, PictureView, make_agents
from simulator.agents.model.rounds import CALLS, ROUNDS
from simulator.agents.protocols import History, Phase
from simulator.conversation import converse
from simulator.runner import run_case, run_cases

PLAN: list[dict[str, Any]] = [{"say": ["greets"]}, {"say": ["asks_price"]}, {"say": ["thanks"]}]
GOOD = json.dumps({"replyText": "Our sales manager will confirm the price.", "askedFieldKeys": []})
Said = Completion | str


class Model:
    """Says what it was told to, one list for each agent; the last entry is said again and again."""

    def __init__(self, inquiry: Sequence[Said] = (GOOD,), opportunity: Sequence[Said] = (NO,)) -> None:
        self._lines = {"inquiry": list(inquiry), "opportunity": list(opportunity)}
        self.models = ScriptedModels(self._next, model="model-under-test")

    def _next(self, ask: Ask) -> Said:
        lines = self._lines[ask.role]
        return lines.pop(0) if len(lines) > 1 else lines[0]

    def asked(self, role: str) -> list[Ask]:
        return [ask for ask in self.models.asked if ask.role == role]


def calls(*made: tuple[str, str], text: str | None = None) -> Completion:
    """A completion that calls tools; the ids are missing, as they may be."""
    return Completion(text, tuple(ToolCall("", name, arguments) for name, arguments in made), "tool_calls")


MakeCase = Callable[..., Case]


@pytest.fixture
def case(make_case: MakeCase) -> Case:
    return make_case(template_of(PLAN), repeat=3)


def drive(case: Case, model: Model, **setup: Any) -> Session:
    """A conversation, its record checked against the schema, and judged without an exception."""
    agents = make_agents("openai", setup=AgentSetup(models=model.models, **setup))
    return checked(asyncio.run(converse(case, agents, reader=PhraseReader)))


def checked(session: Session) -> Session:
    document = json.loads(session.to_json_line().encode("utf-8"))
    jsonschema.Draft202012Validator(session_schema()).validate(document)
    assert Session.from_json(document).to_json_dict() == document
    assert len(Scorer().score(session).verdicts) == 58
    return session


def user_data(ask: Ask) -> dict[str, Any]:
    content = ask.messages[1]["content"]
    text = content if isinstance(content, str) else content[0]["text"]
    data = json.loads(text)
    assert isinstance(data, dict)
    return data


def inquiry_of(turn: Turn) -> tuple[str | None, tuple[str, ...] | None, str | None, bool | None]:
    output = turn.inquiry
    assert output is not None
    return output.reply_text, output.asked_field_keys, output.raw, output.published


def test_the_inquiry_model_is_told_what_the_platform_knows(case: Case) -> None:
    model = Model()
    session = drive(case, model)
    first, second, third = model.asked("inquiry")
    assert [message["role"] for message in first.messages] == ["system", "user"]
    assert "询盘助手" in first.messages[0]["content"]
    assert {ask.repeat for ask in model.models.asked} == {3}
    assert {ask.conversation for ask in model.models.asked} == {case.session_id}
    assert all(ask.schema is None for ask in model.models.asked)
    data = user_data(second)
    assert list(data) == ["customer", "history", "context", "messages"]
    assert data["customer"] == session.customer.to_json_dict()  # type: ignore[union-attr]
    turn = session.turns[1]
    assert data["context"] == turn.context.to_json_dict()  # type: ignore[union-attr]
    assert set(data["context"]) == {
        "leadToOpportunityStatus",
        "nextPendingField",
        "inquiry_form_snapshot",
        "catalog_context",
    }
    message = turn.inbound[0]
    assert data["messages"] == [{"sender": "customer", "createdAt": message.created_at, "text": message.text}]
    assert [entry["reply"] for entry in user_data(third)["history"]] == [json.loads(GOOD)["replyText"]] * 2
    names = [tool["function"]["name"] for tool in first.tools]
    assert names == [
        "knowledge_search",
        "search_products",
        "get_product_detail",
        "get_product_media",
        "get_catalog_url",
    ]


def test_the_opportunity_model_is_told_the_systems_context(case: Case) -> None:
    convert = NO.replace('Convert":false', 'Convert":true')
    model = Model(opportunity=[convert, NO])
    session = drive(case, model)
    inbound, again = model.asked("opportunity")[:2]
    assert [user_data(ask)["phase"] for ask in (inbound, again)] == ["inbound", "after_reply"]
    data = user_data(again)
    run = session.turns[0].opportunity[1]  # type: ignore[index]
    assert data["context"] == run.context.to_json_dict()  # type: ignore[union-attr]
    assert data["context"]["replyPublished"] is True
    assert data["transcript"][0]["reply"] == data["context"]["actualLastAiReply"]
    assert [tool["function"]["name"] for tool in inbound.tools] == ["inquiry_form_snapshot_get", "inquiry_form_update"]


def test_nothing_of_the_scenario_reaches_a_model(case: Case) -> None:
    model = Model()
    drive(case, model)
    sent = json.dumps([[dict(message) for message in ask.messages[1:]] for ask in model.models.asked])
    for secret in (case.template.id, "M-008", "meant", "asks_price", "qr_wechat", "kind"):
        assert secret not in sent


def test_tools_are_really_called(case: Case) -> None:
    model = Model(
        [
            calls(("knowledge_search", '{"query": "英文快速选品海报"}'), ("get_catalog_url", ""), text="one moment"),
            calls(("search_products", '{"keyword": "Lightning"}')),
            GOOD,
        ]
    )
    session = drive(case, model)
    log = session.turns[0].tool_calls
    assert log is not None
    assert [(call.agent, call.name, call.arguments) for call in log] == [
        ("inquiry", "knowledge_search", {"query": "英文快速选品海报"}),
        ("inquiry", "get_catalog_url", {}),
        ("inquiry", "search_products", {"keyword": "Lightning"}),
    ]
    third = model.asked("inquiry")[2]
    roles = [message["role"] for message in third.messages]
    assert roles == ["system", "user", "assistant", "tool", "tool", "assistant", "tool"]
    assistant, found = third.messages[2], third.messages[3]
    assert assistant["content"] == "one moment"
    assert [call["id"] for call in assistant["tool_calls"]] == ["c000n0000", "c000n0001"]
    assert found["tool_call_id"] == "c000n0000"
    assert "poster-en-7f3a91" in found["content"]
    assert json.loads(found["content"]) == log[0].result
    assert inquiry_of(session.turns[0]) == ("Our sales manager will confirm the price.", (), None, True)


@pytest.mark.parametrize(
    ("raw", "published", "asked"),
    [
        ("Hello, which cable do you need?", None, None),
        ("", None, None),
        ('{"reply": "Hello"}', None, None),
        ('{"replyText": null, "askedFieldKeys": []}', None, None),
        ('{"replyText": ["Hello"], "askedFieldKeys": []}', None, None),
        ('["replyText"]', None, None),
        ('{"replyText": "Hel', None, None),
        ('{"replyText": "one\ntwo", "askedFieldKeys": []}', None, None),
        ('{"replyText": "a"} {"replyText": "b"}', None, None),
        ('{"name": "knowledge_search", "arguments": {"query": "MOQ"}}', None, None),
        ("[" * 100_000, None, None),
        ('{"a":' * 100_000, None, None),
        ('```json\n{"replyText": "Hello", "askedFieldKeys": []}\n```', "Hello", ()),
        ('Here you are: {"replyText": "Hello", "askedFieldKeys": ["quantity"]}', "Hello", ("quantity",)),
        ('{"replyText": "Hello"}', "Hello", None),
        ('{"replyText": "Hello", "askedFieldKeys": "quantity"}', "Hello", None),
        ('{"replyText": "Hello", "askedFieldKeys": [1]}', "Hello", None),
        ('{"replyText": "Hello", "askedFieldKeys": [], "note": "x"}', "Hello", ()),
    ],
)
def test_a_malformed_answer_is_captured_and_not_repaired(
    case: Case, raw: str, published: str | None, asked: tuple[str, ...] | None
) -> None:
    session = drive(case, Model([raw, GOOD]))
    assert inquiry_of(session.turns[0]) == (published, asked, raw, published is not None)
    assert inquiry_of(session.turns[1])[2:] == (None, True)


def test_an_empty_reply_is_not_published(case: Case) -> None:
    session = drive(case, Model(['{"replyText": " ", "askedFieldKeys": []}', GOOD]))
    assert inquiry_of(session.turns[0]) == (" ", (), None, False)


def test_what_cannot_be_encoded_does_no_harm(case: Case) -> None:
    broken = '{"replyText": "half \\ud83d and \\u0000 nothing", "askedFieldKeys": []}'
    search = ("knowledge_search", '{"query": "MOQ \\ud83d\\u0000"}')
    model = Model([calls(search, ("kn\ud83d", "\ud83d"), text="\ud83d"), broken, "raw \ud83d \0", GOOD])
    session = drive(case, model)
    assert inquiry_of(session.turns[0])[0] == "half \ufffd and \0 nothing"
    assert inquiry_of(session.turns[1])[2] == "raw \ufffd \0"
    for ask in model.models.asked:
        json.dumps([dict(message) for message in ask.messages], ensure_ascii=False).encode("utf-8")


def test_a_huge_answer_does_no_harm(case: Case) -> None:
    huge = json.dumps({"replyText": "word " * 10_000, "askedFieldKeys": []})
    session = drive(case, Model([calls(("knowledge_search", json.dumps({"query": "MOQ " * 50_000}))), huge, GOOD]))
    assert len(inquiry_of(session.turns[0])[0] or "") == 50_000


@pytest.mark.parametrize(
    ("name", "arguments", "logged", "error"),
    [
        ("find_cables", '{"query": "x"}', {"query": "x"}, "no such tool"),
        ("", "", {}, "no such tool"),
        ("inquiry_form_update", '{"values": {"quantity": "1"}}', {"values": {"quantity": "1"}}, "no such tool"),
        ("knowledge_search", "{'query': 'x'}", "{'query': 'x'}", "expected a JSON object"),
        ("knowledge_search", '"MOQ"', '"MOQ"', "expected a JSON object"),
        ("knowledge_search", '{"query": NaN}', '{"query": NaN}', "expected a JSON object"),
        ("knowledge_search", '{"query": 1e999}', '{"query": 1e999}', "expected a JSON object"),
        ("knowledge_search", '{"query": ' + "9" * 5000 + "}", '{"query": ' + "9" * 5000 + "}", "expected a JSON"),
        ("knowledge_search", '{"q":' * 200 + "1" + "}" * 200, '{"q":' * 200 + "1" + "}" * 200, "expected a JSON"),
        ("knowledge_search", "", {}, "query: expected a text"),
        ("knowledge_search", '{"query": 5}', {"query": 5}, "query: expected a text"),
        ("get_product_detail", '{"productId": "p-9999"}', {"productId": "p-9999"}, "productId: expected the id"),
        ("search_products", '{"tags": {}}', {"tags": {}}, "tags: expected a list of texts"),
    ],
)
def test_an_odd_call_is_logged_with_an_error(case: Case, name: str, arguments: str, logged: Any, error: str) -> None:
    model = Model([calls((name, arguments)), GOOD])
    session = drive(case, model)
    (call,) = session.turns[0].tool_calls or ()
    assert (call.name, call.arguments) == (name, logged)
    assert error in call.result["error"]  # type: ignore[index, call-overload]
    told = model.asked("inquiry")[1].messages[-1]
    assert error in json.loads(told["content"])["error"]
    echoed = model.asked("inquiry")[1].messages[-2]["tool_calls"][0]["function"]
    assert echoed["name"]
    assert isinstance(json.loads(echoed["arguments"]), dict)


def test_endless_calls_end_with_what_was_said_last(make_case: MakeCase) -> None:
    case = make_case(template_of([{"say": ["greets"]}]))
    model = Model([calls(("get_catalog_url", "{}"), text="looking"), calls(("get_catalog_url", "{}"))])
    session = drive(case, model)
    assert len(model.asked("inquiry")) == ROUNDS + 1
    log = session.turns[0].tool_calls or ()
    assert len(log) == ROUNDS + 1
    assert "too many calls" in str(log[-1].result)
    assert inquiry_of(session.turns[0]) == (None, None, "looking", False)


def test_a_flood_of_calls_is_bounded(case: Case) -> None:
    session = drive(case, Model([calls(*[("get_catalog_url", "{}")] * 40), GOOD]))
    log = session.turns[0].tool_calls or ()
    assert sum("too many calls" in str(call.result) for call in log) == 40 - CALLS


@pytest.mark.parametrize(
    ("completion", "raw"),
    [
        (Completion(None, refusal="I cannot help with that."), "I cannot help with that."),
        (Completion('{"replyText": "cut o', finish="length"), '{"replyText": "cut o'),
        (Completion(None), ""),
    ],
)
def test_refused_cut_off_or_nothing(case: Case, completion: Completion, raw: str) -> None:
    session = drive(case, Model([completion, GOOD]))
    assert inquiry_of(session.turns[0]) == (None, None, raw, False)
    assert session.turns[1].inbound


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "I would convert.",
        f"```json\n{NO}\n```",
        '{"shouldAutoConvert": "yes"}',
        "[" * 100_000,
        '{"a":' * 1_500,
        "half \ud83d",
        "nothing \0",
        "word " * 40_000,
        "{}" + NO,
    ],
)
def test_an_opportunity_output_is_kept_as_it_came(make_case: MakeCase, raw: str) -> None:
    session = drive(make_case(template_of([{"say": ["greets"]}])), Model(opportunity=[raw]))
    (run,) = session.turns[0].opportunity or ()
    assert run.raw == raw.replace("\ud83d", "\ufffd")


def test_the_opportunity_model_may_read_and_wrongly_write_the_form(make_case: MakeCase) -> None:
    written = calls(("inquiry_form_snapshot_get", ""), ("inquiry_form_update", '{"values": {"quantity": "500"}}'))
    session = drive(make_case(template_of(PLAN)), Model(opportunity=[written, NO]))
    assert [(call.agent, call.name) for call in session.turns[0].tool_calls or ()] == [
        ("opportunity", "inquiry_form_snapshot_get"),
        ("opportunity", "inquiry_form_update"),
    ]
    assert session.turns[1].context.form["quantity"] == "500"  # type: ignore[union-attr, index]


def test_pictures_go_along_where_vision_is_on(make_case: MakeCase) -> None:
    case = make_case(template_of([{"say": ["greets"]}, {"say": ["sends_image"], "image": "data_cable"}, *PLAN[1:]]))
    blind, seeing = Model(), Model()
    drive(case, blind)
    drive(case, seeing, vision=True)
    assert all(isinstance(ask.messages[1]["content"], str) for ask in blind.asked("inquiry"))
    assert user_data(blind.asked("inquiry")[1])["messages"][0]["images"][0]["recognition"]["labels"] == ["data_cable"]
    assert isinstance(seeing.asked("inquiry")[0].messages[1]["content"], str)
    for ask in seeing.asked("inquiry")[1:3]:
        text, named, shown = ask.messages[1]["content"]
        assert (text["type"], named["text"], shown["type"]) == ("text", "image cust-img-1", "image_url")
        encoded = shown["image_url"]["url"].removeprefix("data:image/png;base64,")
        assert base64.b64decode(encoded) == picture("data_cable")
    assert all(isinstance(ask.messages[1]["content"], str) for ask in seeing.asked("opportunity"))
    (picture_told,) = user_data(seeing.asked("opportunity")[1])["recognitions"]
    assert (picture_told["id"], picture_told["sender"]) == ("cust-img-1", "customer")


def test_an_endpoint_that_fails_is_no_verdict(case: Case) -> None:
    def fail(ask: Ask) -> Completion:
        raise EndpointTimeout("no answer in 60 s")

    agents = make_agents("openai", setup=AgentSetup(models=ScriptedModels(fail)))
    outcome = asyncio.run(run_case(case, agents, reader=PhraseReader))
    assert (outcome.session, outcome.error, outcome.error_kind) == (None, "no answer in 60 s", "EndpointTimeout")


def test_one_agent_can_be_a_model_and_the_other_hold_still(case: Case) -> None:
    model = Model(opportunity=["nonsense"])
    setup = AgentSetup(models=model.models)
    mixed = make_agents("reference", opportunity="openai", setup=setup)
    plain: Agents = make_agents()
    session = checked(asyncio.run(converse(case, mixed, reader=PhraseReader)))
    reference = asyncio.run(converse(case, plain, reader=PhraseReader))
    assert [turn.inquiry for turn in session.turns] == [turn.inquiry for turn in reference.turns]
    assert not model.asked("inquiry")
    assert model.asked("opportunity")


ODD: tuple[Said, ...] = (
    GOOD,
    "",
    "no JSON",
    Completion(None, refusal="no"),
    calls(("get_catalog_url", ""), ("nothing_of_the_kind", "{"), ("get_product_media", '{"productId": ["p-3001"]}')),
    '{"replyText": "[IMAGE:made-up|x]\\n[LINK:http://other.example|y]", "askedFieldKeys": ["nothing"]}',
    calls(("search_products", '{"category": "none", "tags": [[]]}'), ("inquiry_form_update", '{"values": 5}')),
    '{"shouldAutoConvert": true, "shouldForceHumanTakeover": true, "conversationIntent": ["business"]}',
)


def test_a_model_that_does_everything_wrong_breaks_no_scenario() -> None:
    cases = build_cases(shipped_templates()[::40], seed=5, limit=16)
    told = iter(range(10**6))
    models = ScriptedModels(lambda ask: ODD[next(told) * 5 % len(ODD)])
    agents = make_agents("openai", setup=AgentSetup(models=models, vision=True))
    outcomes = asyncio.run(run_cases(cases, agents, reader=PhraseReader))
    assert [outcome.error for outcome in outcomes] == [None] * len(cases)
    for outcome in outcomes[:4]:
        assert outcome.session is not None
        checked(outcome.session)


class Perfect:
    """A model that calls and says what the reference agents would, so that the records must be alike."""

    def __init__(self) -> None:
        self._lines: list[Completion] = []
        models = ScriptedModels(lambda ask: self._lines.pop(0))
        self._pair = make_agents("openai", setup=AgentSetup(models=models))
        self._reference = make_agents()

    async def reply(self, context: InquiryBrief, history: History, tools: Tools) -> InquiryReply:
        dry = Tools(tools.world, "inquiry", tools.form)
        reply = await self._reference.inquiry.reply(context, history, dry)
        asked = list(reply.asked_field_keys or ())
        self._say(dry, json.dumps({"replyText": reply.reply_text, "askedFieldKeys": asked}, ensure_ascii=False))
        return await self._pair.inquiry.reply(context, history, tools)

    async def decide(
        self,
        phase: Phase,
        context: OpportunityBrief,
        history: History,
        recognitions: tuple[PictureView, ...],
        tools: Tools,
    ) -> str:
        dry = Tools(tools.world, "opportunity", tools.form)
        self._say(dry, await self._reference.opportunity.decide(phase, context, history, recognitions, dry))
        return await self._pair.opportunity.decide(phase, context, history, recognitions, tools)

    def _say(self, dry: Tools, text: str) -> None:
        made = [(call.name, json.dumps(call.arguments, ensure_ascii=False)) for call in dry.calls]
        self._lines = [*([calls(*made)] if made else []), Completion(text)]


def test_a_perfect_model_leaves_the_records_of_the_reference() -> None:
    cases = build_cases(shipped_templates()[::12], factors={"mode": ["sequential"]}, seed=5, limit=40)
    perfect = Perfect()
    driven = asyncio.run(run_cases(cases, Agents(perfect, perfect, "reference"), reader=PhraseReader, concurrency=1))
    reference = asyncio.run(run_cases(cases, make_agents(), reader=PhraseReader))
    assert [outcome.session and outcome.session.to_json_line() for outcome in driven] == [
        outcome.session and outcome.session.to_json_line() for outcome in reference
    ]
