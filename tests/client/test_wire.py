"""Whatever comes back is a completion or a reason, and a request has one name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.client import Ask, Completion, Endpoint
from evaluator.client.faults import Fault, of_status
from evaluator.client.wire import Dialect, body_of, completion_of, encoded, estimate, key_of

from .setting import ask

ROOT = Path(__file__).parent.parent.parent
AT = Endpoint("http://127.0.0.1:1/v1", "m")
NAMES = st.sampled_from(
    [
        "choices",
        "message",
        "content",
        "tool_calls",
        "function",
        "name",
        "arguments",
        "refusal",
        "usage",
        "finish_reason",
    ]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=5),
    max_leaves=20,
)


@given(VALUES, VALUES)
def test_no_json_is_too_odd(message: Any, usage: Any) -> None:
    for body in (message, {"choices": message}, {"choices": [{"message": message}], "usage": usage}):
        read = completion_of(body, ask())
        assert isinstance(read, Completion | str)


@given(st.integers(400, 599), VALUES)
def test_no_error_is_too_odd(status: int, body: Any) -> None:
    assert isinstance(of_status(status, body, "x", None), Fault)


def test_the_name_leaves_out_what_does_not_matter() -> None:
    key = key_of(ask(), AT)
    assert key == key_of(ask(conversation="other", schema_name="other", role="buyer"), AT)
    assert key == key_of(ask(), Endpoint(AT.base_url, "m", "KEY", 1.0, 1.0, "USD", 5.0, 3, "json"))
    others = [
        Endpoint(AT.base_url, "n"),
        Endpoint("http://127.0.0.1:2/v1", "m"),
        Endpoint(AT.base_url, "m", extra={"a": 1}),
    ]
    assert key not in [key_of(ask(), other) for other in others]


def test_the_name_stays_the_same_from_version_to_version() -> None:
    # A change here makes every store worthless: let it be on purpose.
    assert key_of(ask("你好"), AT) == "8757881681e5348042c0a5ebfc8159014d7f2a5c7e7de87a7534aafffa641728"


def test_frozen_mappings_can_be_sent() -> None:
    frozen: Any = MappingProxyType({"role": "user", "content": "x"})
    request = Ask("judge", (frozen,), "c", schema=MappingProxyType({"type": "object"}))
    assert json.loads(encoded(body_of(request, AT, Dialect.of(AT))))["messages"] == [{"role": "user", "content": "x"}]
    assert len(key_of(request, AT)) == 64


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("four", 1), ("fives", 2), ("海报", 2), ("海报 ok", 3)])
def test_about_how_many_tokens(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


def test_the_library_is_imported_only_when_it_is_needed() -> None:
    code = "import evaluator.client, sys; sys.exit('openai' in sys.modules or 'httpx2' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
