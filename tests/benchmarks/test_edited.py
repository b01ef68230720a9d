"""Records in other words."""

from typing import Any

import pytest

from benchmarks.edited import Paraphrase, paraphrased
from simulator.edits import edited


def record() -> dict[str, Any]:
    return {
        "session_id": "s",
        "turns": [
            {
                "inbound": [
                    {"sender": "customer", "text": "hi"},
                    {"sender": "staff", "text": "I join"},
                    {"sender": "customer", "text": "price?"},
                ],
                "inquiry": {"replyText": "Hello.", "published": True},
                "opportunity": [
                    {"phase": "inbound", "context": {"actualLastAiReply": None}},
                    {"phase": "after_reply", "context": {"actualLastAiReply": "Hello."}},
                ],
            },
            {
                "inbound": [{"sender": "customer", "text": "and?"}],
                "inquiry": None,
                "opportunity": [{"context": {"actualLastAiReply": "Hello."}}, {"context": {"actualLastAiReply": "x"}}],
            },
        ],
    }


def test_an_edit_reaches_customer_and_reply_and_what_runs_were_told() -> None:
    original = record()
    first, second = edited(original, str.upper)["turns"]
    assert [message["text"] for message in first["inbound"]] == ["HI", "I join", "PRICE?"]
    assert first["inquiry"]["replyText"] == "HELLO."
    assert [run["context"]["actualLastAiReply"] for run in first["opportunity"]] == [None, "HELLO."]
    assert [run["context"]["actualLastAiReply"] for run in second["opportunity"]] == ["HELLO.", "x"]
    assert original == record()


def test_a_paraphrase_leaves_what_it_does_not_word() -> None:
    other = Paraphrase.model_validate({"case": "s", "turns": [{"c": [None, "cost?"], "a": "Hey."}, {"c": None}]})
    first, second = paraphrased(record(), other)["turns"]
    assert [message["text"] for message in first["inbound"]] == ["hi", "I join", "cost?"]
    assert first["opportunity"][1]["context"]["actualLastAiReply"] == "Hey."
    assert second["inbound"][0]["text"] == "and?"
    assert second["opportunity"][0]["context"]["actualLastAiReply"] == "Hey."


@pytest.mark.parametrize(
    "turns", [[{}], [{"c": "one"}, {}], [{}, {"a": "a reply"}]], ids=["turns", "messages", "no reply"]
)
def test_a_paraphrase_that_does_not_fit(turns: list[dict[str, Any]]) -> None:
    with pytest.raises(ValueError, match=r"^s: "):
        paraphrased(record(), Paraphrase.model_validate({"case": "s", "turns": turns}))
