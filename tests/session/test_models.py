"""The models: what came is what is written, and what is read from it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from pydantic import ValidationError

from evaluator.session import (
    InquiryOutput,
    Message,
    OpportunityContext,
    OpportunityRun,
    Session,
    ToolCall,
    Turn,
    TurnContext,
    explain,
)

from .strategies import session as sessions


def document(**turn: Any) -> dict[str, Any]:
    return {
        "schema": "sim.session/1",
        "session_id": "s",
        "turns": [{"inbound": [{"sender": "customer", "text": "hi"}], **turn}],
    }


@given(sessions)
def test_writes_exactly_what_it_read(record: dict[str, Any]) -> None:
    session = Session.from_json(record)
    assert session.to_json_dict() == record
    assert json.loads(session.to_json_line()) == record
    assert explain(record) == []


def test_platform_spelling_is_the_alias() -> None:
    turn = Session.from_json(
        document(
            context={
                "leadToOpportunityStatus": "new",
                "nextPendingField": "product",
                "inquiry_form_snapshot": {"x": 1},
            },
            inquiry={"replyText": "yes", "askedFieldKeys": ["product"], "published": False},
            opportunity=[{"phase": "after_reply", "context": {"createdAt": 5, "replyPublished": True}, "raw": "{}"}],
        )
    ).turns[0]
    assert turn.context is not None
    assert (turn.context.lead_status, turn.context.next_pending_field, turn.context.form) == (
        "new",
        "product",
        {"x": 1},
    )
    assert turn.inquiry is not None
    assert (turn.inquiry.reply_text, turn.inquiry.asked_field_keys) == ("yes", ("product",))
    context = turn.runs[0].context
    assert context is not None
    assert (context.created_at_, context.reply_published, context.actual_last_ai_reply) == (5, True, None)


def test_missing_and_null_are_told_apart() -> None:
    missing = Session.from_json(document()).turns[0]
    null = Session.from_json(document(tool_calls=None)).turns[0]
    empty = Session.from_json(document(tool_calls=[])).turns[0]
    assert missing.tool_calls is null.tool_calls is None
    assert empty.tool_calls == ()
    assert "tool_calls" not in missing.model_fields_set
    assert "tool_calls" in null.model_fields_set


def test_python_names_in_a_document_are_unknown_keys() -> None:
    source = document(inquiry={"reply_text": "kept", "replyText": "read"})
    session = Session.from_json(source)
    assert session.turns[0].inquiry is not None
    assert session.turns[0].inquiry.reply_text == "read"
    assert session.to_json_dict() == source


def test_built_from_python_names() -> None:
    turn = Turn(
        inbound=(Message(sender="customer", text="hi", created_at="2026-03-02T10:15:00+08:00"),),
        context=TurnContext(lead_status=None, form={}),
        tool_calls=(
            ToolCall(agent="inquiry", name="knowledge_search", arguments={"query": "q"}, result={"documents": []}),
        ),
        inquiry=InquiryOutput(reply_text="hello", asked_field_keys=(), published=True),
        opportunity=(OpportunityRun(phase="inbound", context=OpportunityContext(created_at_=1), raw="{}"),),
    )
    session = Session.build("s-1", (turn,), simulation={"seed": 7}, note="kept")
    written = session.to_json_dict()
    assert written["schema"] == "sim.session/1"
    assert written["note"] == "kept"
    assert written["turns"][0]["inquiry"] == {"replyText": "hello", "askedFieldKeys": [], "published": True}
    assert written["turns"][0]["context"] == {"leadToOpportunityStatus": None, "inquiry_form_snapshot": {}}
    assert Session.from_json(written) == session


def test_frozen() -> None:
    session = Session.build("s", ())
    with pytest.raises(ValidationError):
        session.session_id = "other"


@pytest.mark.parametrize(
    ("output", "published"),
    [
        ({"replyText": "a", "published": True}, True),
        ({"replyText": "a", "published": False}, False),
        ({"replyText": "a"}, True),
        ({"replyText": "", "published": None}, True),
        ({"replyText": None, "raw": "broken"}, False),
        ({}, False),
    ],
)
def test_published(output: dict[str, Any], published: bool) -> None:
    assert InquiryOutput.from_json(output).was_published is published


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [({"a": 1}, {"a": 1}), ('{"a": 1}', {"a": 1}), ("[1]", {}), ("{", {}), (None, {}), (3, {}), ("[" * 9999, {})],
)
def test_arguments_as_object_or_text(arguments: Any, expected: dict[str, Any]) -> None:
    assert ToolCall(arguments=arguments).argument_map == expected


def test_lone_surrogates_become_replacement_characters() -> None:
    session = Session.build(
        "s\ud83d",
        (
            Turn(
                inbound=(Message(sender="customer", text="a\ude00b", created_at={"\ud800": ["\udfff"]}),),
                inquiry=InquiryOutput.from_json({"replyText": "\ud83d", "odd": "\ud83d"}),
            ),
        ),
    )
    assert session.to_json_line().encode()
    assert session.turns[0].inbound[0].text == "a\ufffdb"
    assert session.turns[0].inbound[0].created_at == {"\ufffd": ["\ufffd"]}


@pytest.mark.parametrize(
    "turn",
    [
        {"context": {"leadToOpportunityStatus": "Converted"}},
        {"inquiry": {"published": "yes"}},
        {"inquiry": {"published": 1}},
        {"inquiry": {"replyText": 3}},
        {"inquiry": []},
        {"opportunity": [{"phase": "later"}]},
        {"opportunity": [{"raw": {"shouldAutoConvert": True}}]},
        {"tool_calls": {}},
        {"tool_calls": [{"agent": "other"}]},
        {"context": {"inquiry_form_snapshot": []}},
    ],
)
def test_refused_by_models_and_explained_by_the_schema(turn: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Session.from_json(document(**turn))
    assert explain(document(**turn))


def test_unknown_labels_are_kept() -> None:
    source = document()
    source["turns"][0]["inbound"][0]["images"] = [{"id": "i", "recognition": {"labels": ["hologram"]}}]
    picture = Session.from_json(source).turns[0].inbound[0].pictures[0]
    assert picture.recognition is not None
    assert picture.recognition.labels == ("hologram",)


def test_customer_messages_leave_the_staff_out() -> None:
    turn = Turn(inbound=(Message(sender="staff", text="mine"), Message(sender="customer", text="yours")))
    assert [message.text for message in turn.customer_messages] == ["yours"]
    assert turn.inbound[0].pictures == ()
    assert turn.runs == ()
