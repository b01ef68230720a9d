"""The record's JSON Schema, and what it says about a document that the models refused.

The models decide (they are fast); the schema explains, in words, and serves other programs. A test holds the two
together.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from evaluator.errors import Problem
from evaluator.session.models import SCHEMA
from evaluator.session.unknown import like

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

# A record with a fault in each of ten thousand turns is not explained ten thousand times.
MAX_FAULTS = 20
_MISSING = "nothing (the key is missing)"

Schema = dict[str, Any]
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a document: the path to it, what the contract expects there and what was found."""

    path: Path
    expected: str
    found: str


def session_schema() -> Schema:
    """The contract ``sim.session/1`` as a JSON Schema (draft 2020-12). Source: the project's session contract."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "description": "One conversation. Unknown keys are allowed everywhere and kept.",
        **_object(
            {
                "schema": {"const": SCHEMA, "description": "The version of this format."},
                "session_id": {"type": "string", "description": "Unique among the records that are read together."},
                "customer": _customer(),
                "turns": _list(_turn(), "The turns in time order.", null=False),
                "simulation": _map("Only in simulated records; no verdict depends on it."),
            },
            required=["schema", "session_id", "turns"],
        ),
    }


def explain(document: object) -> list[Problem]:
    """Why ``document`` is no record, at most :data:`MAX_FAULTS` entries; empty where the schema finds no fault."""
    return [Problem("", None, json_path(fault.path), fault.expected, fault.found) for fault in faults(document)]


def faults(document: object) -> list[Fault]:
    """The same with the paths as tuples, in the document's order."""
    if not isinstance(document, dict):
        return [Fault((), "a JSON object", found_words(document))]
    version = document.get("schema")
    if version != SCHEMA:  # of another version everything else would look wrong too
        found = _MISSING if "schema" not in document else found_words(version)
        return [Fault(("schema",), json.dumps(SCHEMA), found)]
    errors = itertools.islice(_validator().iter_errors(document), MAX_FAULTS)
    return list(dict.fromkeys(fault for error in errors for fault in _faults_of(error)))


def json_path(path: Sequence[str | int]) -> str:
    """``("turns", 2, "sender")`` as ``turns[2].sender``; a key that is no plain word is quoted."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(step, ensure_ascii=False)}]"
    return text


def found_words(value: object) -> str:
    """A JSON value in a few words, for a message."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}…"


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    # Imported here because it takes longer than reading a thousand records, and most runs never need it.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(session_schema())


def _faults_of(error: Any) -> Iterator[Fault]:
    """One fault, or each missing key: of several, the validator tells each alone, without saying which."""
    path: Path = tuple(error.absolute_path)
    if error.validator != "required":
        yield Fault(path, _expected(error.schema), found_words(error.instance))
        return
    known = error.schema["properties"]
    for missing in (key for key in error.validator_value if key not in error.instance):
        near = [key for key in error.instance if key not in known and like(key, [missing], ()) == missing]
        found = (
            f"nothing (the key is missing; there is {json.dumps(near[0], ensure_ascii=False)})" if near else _MISSING
        )
        yield Fault((*path, missing), _expected(known[missing]), found)


_TYPE_WORDS = {
    "string": "a text",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}


def _expected(schema: Schema) -> str:
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema["enum"])
    types = schema.get("type", [])
    return " or ".join(_TYPE_WORDS[name] for name in ([types] if isinstance(types, str) else types))


def _text(description: str) -> Schema:
    return {"type": ["string", "null"], "description": description}


def _truth(description: str) -> Schema:
    return {"type": ["boolean", "null"], "description": description}


def _choice(values: Sequence[str | None], description: str) -> Schema:
    return {"enum": list(values), "description": description}


def _any(description: str) -> Schema:
    return {"description": description}


def _map(description: str) -> Schema:
    return {"type": ["object", "null"], "description": description}


def _list(items: Schema, description: str, *, null: bool = True) -> Schema:
    return {"type": ["array", "null"] if null else "array", "items": items, "description": description}


def _object(properties: Schema, required: Sequence[str] = (), description: str = "", *, null: bool = False) -> Schema:
    schema: Schema = {"type": ["object", "null"] if null else "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    if description:
        schema["description"] = description
    return schema


def _customer() -> Schema:
    keys = ("name", "phone", "country", "timezone", "channel")
    about = "What both agents are told about the customer; neither a language nor an hour may be inferred from it."
    properties = {key: _text(f"The customer's {key}.") for key in keys}
    return _object({**properties, "avatar": _any("The customer's avatar.")}, description=about, null=True)


def _turn() -> Schema:
    return _object(
        {
            "inbound": _list(_message(), "The messages that arrived before the answer.", null=False),
            "context": _turn_context(),
            "tool_calls": _list(_tool_call(), "Every call of either agent in order; null: the export has no log."),
            "inquiry": _inquiry(),
            "opportunity": _list(_run(), "Each run of the opportunity assistant; null: the export has no log."),
        },
        required=["inbound"],
        description="The messages that arrived before one answer, and that answer.",
    )


def _message() -> Schema:
    recognition = _object(
        {
            "status": _choice(["ok", "uncertain", "failed", None], "Whether the picture was recognised."),
            "labels": _list({"type": "string"}, "What is in the picture, as labels."),
            "description": _text("What is in the picture, in any language."),
        },
        description="What the platform's recogniser said.",
        null=True,
    )
    image = _object({"id": _text("The image's id."), "recognition": recognition})
    return _object(
        {
            "sender": _choice(["customer", "staff"], "Who wrote it; staff is a human colleague."),
            "created_at": _any("The platform's createdAt as it came, of any type; never repaired."),
            "text": {"type": "string", "description": "What was written; may be empty."},
            "images": _list(image, "The pictures sent with it."),
        },
        required=["sender", "text"],
    )


def _form() -> Schema:
    return _map("The inquiry form at that time; keys beyond the known ones are kept.")


def _lead_status() -> Schema:
    return _choice([None, "new", "converted"], "null: not given.")


def _turn_context() -> Schema:
    catalog = _object(
        {
            "categories": _list({"type": "string"}, "The categories that search_products may be given."),
            "tags": _list({"type": "string"}, "The tags that search_products may be given."),
        },
        null=True,
    )
    return _object(
        {
            "leadToOpportunityStatus": _lead_status(),
            "nextPendingField": _text("A form key; null: not given."),
            "inquiry_form_snapshot": _form(),
            "catalog_context": catalog,
        },
        description="What the platform told the inquiry assistant for this turn; the form is the one before it.",
        null=True,
    )


def _tool_call() -> Schema:
    return _object(
        {
            "agent": _choice(["inquiry", "opportunity", None], "Who called it."),
            "name": _text("The tool's name."),
            "arguments": _any("What it was called with."),
            "result": _any("What it returned, of any type."),
        }
    )


def _inquiry() -> Schema:
    media = _object({"id": _text("The medium's id."), "delivered": _truth("Whether it arrived; null: unknown.")})
    return _object(
        {
            "replyText": _text("The reply; null with raw: an answer that could not be read."),
            "askedFieldKeys": _list({"type": "string"}, "The form keys that the assistant says it asked for."),
            "published": _truth("Whether it really reached the customer."),
            "raw": _text("The model's whole output."),
            "media": _list(media, "What the platform knows of the media sent."),
        },
        description="The inquiry assistant's output; null where it stayed silent.",
        null=True,
    )


def _run() -> Schema:
    context = _object(
        {
            "createdAt": _any("The trigger time as it came, of any type."),
            "leadToOpportunityStatus": _lead_status(),
            "replyPublished": _truth("After a reply: whether it was published; null: not given."),
            "actualLastAiReply": _text("After a reply: the last one that reached the customer."),
            "inquiry_form_snapshot": _form(),
        },
        null=True,
    )
    return _object(
        {
            "phase": _choice(["inbound", "after_reply", None], "On the customer's message, or after the reply."),
            "context": context,
            "raw": _text("The whole output, unparsed."),
        }
    )
