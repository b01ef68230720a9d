"""Records for property tests: any document that the contract allows, with unknown keys and odd values."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

text = st.text(st.characters(codec="utf-8"), max_size=8)
json_value = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | text,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(text, inner, max_size=2),
    max_leaves=4,
)
null = st.none()
truth = st.booleans() | null
texts = st.lists(text, max_size=2) | null
unknown = st.dictionaries(text.map(lambda key: f"x_{key}"), json_value, max_size=1)


def record(required: dict[str, st.SearchStrategy[Any]], optional: dict[str, st.SearchStrategy[Any]]) -> Any:
    """An object with all required keys, some of the optional ones and perhaps an unknown one."""
    known = st.fixed_dictionaries(required, optional=optional)
    return st.builds(lambda extra, document: {**extra, **document}, unknown, known)


form = st.dictionaries(text, json_value, max_size=2) | null
status = st.sampled_from([None, "new", "converted"])
recognition = record(
    {}, {"status": st.sampled_from(["ok", "uncertain", "failed", None]), "labels": texts, "description": text | null}
)
image = record({}, {"id": text | null, "recognition": recognition | null})
message = record(
    {"sender": st.sampled_from(["customer", "staff"]), "text": text},
    {"created_at": json_value, "images": st.lists(image, max_size=2) | null},
)
context = record(
    {},
    {
        "leadToOpportunityStatus": status,
        "nextPendingField": text | null,
        "inquiry_form_snapshot": form,
        "catalog_context": record({}, {"categories": texts, "tags": texts}) | null,
    },
)
tool_call = record(
    {},
    {
        "agent": st.sampled_from(["inquiry", "opportunity", None]),
        "name": text | null,
        "arguments": json_value,
        "result": json_value,
    },
)
inquiry = record(
    {},
    {
        "replyText": text | null,
        "askedFieldKeys": texts,
        "published": truth,
        "raw": text | null,
        "media": st.lists(record({}, {"id": text | null, "delivered": truth}), max_size=2) | null,
    },
)
run = record(
    {},
    {
        "phase": st.sampled_from(["inbound", "after_reply", None]),
        "raw": text | null,
        "context": record(
            {},
            {
                "createdAt": json_value,
                "leadToOpportunityStatus": status,
                "replyPublished": truth,
                "actualLastAiReply": text | null,
                "inquiry_form_snapshot": form,
            },
        )
        | null,
    },
)
turn = record(
    {"inbound": st.lists(message, max_size=2)},
    {
        "context": context | null,
        "tool_calls": st.lists(tool_call, max_size=2) | null,
        "inquiry": inquiry | null,
        "opportunity": st.lists(run, max_size=2) | null,
    },
)
customer = record({}, dict.fromkeys(("name", "phone", "country", "timezone", "channel"), text | null))
session = record(
    {"schema": st.just("sim.session/1"), "session_id": text, "turns": st.lists(turn, max_size=3)},
    {"customer": customer | null, "simulation": form},
)
