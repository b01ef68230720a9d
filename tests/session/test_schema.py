"""The JSON Schema and its explanations; it must refuse exactly what the models refuse."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from evaluator.session import Session, explain, session_schema
from evaluator.session.schema import json_path

from .strategies import json_value
from .strategies import session as sessions


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += paths(item, (*path, key))
    return found


def spoilt(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    document = copy.deepcopy(document)
    target = document
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return document


@given(sessions, st.data())
def test_agrees_with_the_models(record: dict[str, Any], data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths(record)))
    broken = spoilt(record, path, data.draw(json_value))
    try:
        Session.from_json(broken)
        refused = False
    except ValidationError:
        refused = True
    assert bool(explain(broken)) == refused


def test_is_a_valid_schema_with_descriptions() -> None:
    schema = session_schema()
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"].endswith("2020-12/schema")
    turn = schema["properties"]["turns"]["items"]["properties"]
    assert all(part.get("description") for part in schema["properties"].values())
    assert all(part.get("description") for part in turn.values())


def test_a_missing_key_is_named() -> None:
    (problem,) = explain({"schema": "sim.session/1", "session_id": "s", "turns": [{"inbound": [{"text": "a"}]}]})
    assert problem.path == "turns[0].inbound[0].sender"
    assert problem.expected == '"customer" or "staff"'
    assert "missing" in problem.found


def test_another_version_is_the_only_problem() -> None:
    (problem,) = explain({"schema": "sim.session/9", "turns": 3})
    assert (problem.path, problem.found) == ("schema", '"sim.session/9"')
    (problem,) = explain({"turns": 3})
    assert "missing" in problem.found


def test_not_an_object() -> None:
    (problem,) = explain([1])
    assert problem.expected == "a JSON object"


def test_many_faults_are_cut_off() -> None:
    record = {"schema": "sim.session/1", "session_id": "s", "turns": [{} for _ in range(1000)]}
    assert len(explain(record)) == 20


def test_json_paths() -> None:
    assert json_path(("turns", 2, "inbound", 0, "sender")) == "turns[2].inbound[0].sender"
    assert json_path((3, "a b")) == '[3]["a b"]'
    assert json_path(()) == ""
