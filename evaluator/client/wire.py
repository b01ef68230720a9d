"""The chat protocol: a request's body and its key in the store, and the completion in a response's body."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from evaluator.client.endpoint import Endpoint
from evaluator.client.faults import Fault
from evaluator.client.ports import Ask, Completion, ToolCall, Usage
from evaluator.session.safe import safe_text

Mode: TypeAlias = Literal["schema", "json", "plain"]
_NEXT: Final[Mapping[Mode, Mode]] = {"schema": "json", "json": "plain"}
_WIDE: Final = re.compile("[^\\x00-\u2fff]")  # Han, Kana, Hangul, emoji: about a token each
_IMAGE_TOKENS: Final = 1000
_FAR: Final = 20  # an endpoint that counts so many times more than is there, and more than
_HIDDEN: Final = 20_000  # its own instructions may have, counts wrongly
_LONGEST: Final = 1_000_000  # tokens of a completion, thoughts included
_KEY_VERSION: Final = 1


@dataclass(slots=True)
class Dialect:
    """What an endpoint has turned out to understand, kept while the client is open.

    ``usual`` is how many tokens its completions have, a running mean that begins with a guess.
    """

    mode: Mode
    learns: bool
    token_field: str = "max_tokens"
    temperature: bool = True
    usual: float = 300.0

    @classmethod
    def of(cls, endpoint: Endpoint) -> Dialect:
        """What is believed before the first answer."""
        if endpoint.structured == "auto":
            return cls("schema", learns=True)
        return cls(endpoint.structured, learns=False)

    def learn(self, fault: Fault, body: Mapping[str, Any]) -> bool:
        """Takes from a refusal of ``body`` what the endpoint does not know. ``False``: asking otherwise cannot help."""
        if fault.option == "response_format":
            return self.learns and "response_format" in body and self._step_down(body)
        if fault.option == "max_tokens" and "max_tokens" in body:
            self.token_field = "max_completion_tokens"
            return True
        if fault.option == "temperature" and "temperature" in body:
            self.temperature = False
            return True
        return False

    def saw(self, completion: Completion) -> None:
        """Takes a completion into the mean."""
        self.usual += (completion.usage.completion_tokens - self.usual) / 20

    def usual_tokens(self, ask: Ask) -> int:
        """About how many tokens the completion of a request will have."""
        return int(self.usual if ask.max_tokens is None else min(self.usual, ask.max_tokens))

    def _step_down(self, body: Mapping[str, Any]) -> bool:
        sent: Mode = "schema" if body["response_format"]["type"] == "json_schema" else "json"
        if self.mode == sent:  # else a request that was sent together with this one has learned it already
            self.mode = _NEXT[sent]
        return True


def body_of(ask: Ask, endpoint: Endpoint, dialect: Dialect) -> dict[str, Any]:
    """The request's body, as the endpoint understands it."""
    body: dict[str, Any] = {**endpoint.extra, "model": endpoint.model, "messages": list(ask.messages)}
    if ask.tools:
        body["tools"] = list(ask.tools)
    temperature = _temperature(ask, endpoint)
    if temperature is not None and dialect.temperature:
        body["temperature"] = temperature
    if ask.max_tokens is not None:
        body[dialect.token_field] = ask.max_tokens
    if ask.schema is not None and dialect.mode != "plain":
        body["response_format"] = (
            {"type": "json_schema", "json_schema": {"name": ask.schema_name, "strict": True, "schema": ask.schema}}
            if dialect.mode == "schema"
            else {"type": "json_object"}
        )
    return body


def encoded(body: Mapping[str, Any]) -> bytes:
    """The bytes to send. Half a surrogate pair, which no encoding has, becomes a question mark."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=dict).encode("utf-8", "replace")


def key_of(ask: Ask, endpoint: Endpoint) -> str:
    """The name of the response in the store: a hash of all that the answer depends on, and of nothing else.

    How a schema is sent in the end is learned and differs from run to run, so what counts is what was asked for.
    """
    what = {
        "version": _KEY_VERSION,
        "base_url": endpoint.base_url,
        "model": endpoint.model,
        "messages": ask.messages,
        "tools": ask.tools,
        "schema": ask.schema,
        "schema_name": ask.schema_name if ask.schema is not None else None,
        "structured": endpoint.structured if ask.schema is not None else None,
        "temperature": _temperature(ask, endpoint),
        "max_tokens": ask.max_tokens,
        "extra": dict(endpoint.extra),
        "repeat": ask.repeat,
    }
    text = json.dumps(what, sort_keys=True, separators=(",", ":"), default=dict)
    return hashlib.sha256(text.encode()).hexdigest()


def _temperature(ask: Ask, endpoint: Endpoint) -> float | None:
    return ask.temperature if ask.temperature is not None else endpoint.temperature


def completion_of(body: Any, ask: Ask) -> Completion | str:
    """The completion in a response's body, or what is wrong with the body."""
    if not isinstance(body, Mapping):
        return "a JSON object was expected"
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        return "it has no choices"
    message = choices[0].get("message")
    if not isinstance(message, Mapping):
        return "its choice has no message"
    calls = tuple(_tool_calls(message.get("tool_calls")))
    text, refusal = _text(message.get("content")), _text(message.get("refusal"))
    finish = choices[0].get("finish_reason")
    return Completion(
        text=text,
        tool_calls=calls,
        finish=finish if isinstance(finish, str) else None,
        refusal=refusal or None,
        usage=_usage(body.get("usage"), ask, text or refusal or "", calls),
    )


def _text(content: object) -> str | None:
    if isinstance(content, list):  # some gateways answer in parts
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        content = "".join(part for part in parts if isinstance(part, str))
    return str(safe_text(content)) if isinstance(content, str) else None


def _tool_calls(calls: object) -> Iterator[ToolCall]:
    for number, call in enumerate(calls if isinstance(calls, list) else []):
        function = call.get("function") if isinstance(call, Mapping) else None
        if not isinstance(function, Mapping) or not isinstance(function.get("name"), str):
            continue
        arguments = function.get("arguments")
        if not isinstance(arguments, str):  # some servers give them as an object, and none at all as null
            arguments = "{}" if arguments is None else json.dumps(arguments, ensure_ascii=False)
        name, given = str(safe_text(function["name"])), call.get("id")
        yield ToolCall(str(given) if given else f"call_{number}", name, str(safe_text(arguments)))


def _usage(given: object, ask: Ask, text: str, calls: tuple[ToolCall, ...]) -> Usage:
    """The endpoint's own count where it can be true, else an estimate."""
    if isinstance(given, Mapping):
        prompt, completion = given.get("prompt_tokens"), given.get("completion_tokens")
        least, most = int(bool(text or calls)), _FAR * prompt_estimate(ask) + _HIDDEN
        if type(prompt) is int and type(completion) is int and 0 < prompt <= most and least <= completion <= _LONGEST:
            return Usage(prompt, completion)
    written = text + "".join(call.name + call.arguments for call in calls)
    return Usage(prompt_estimate(ask), estimate(written), estimated=True)


def prompt_estimate(ask: Ask) -> int:
    """About how many tokens a request holds."""
    tokens = sum(4 + _content(message.get("content")) for message in ask.messages)
    if ask.tools:
        tokens += estimate(json.dumps(ask.tools, ensure_ascii=False, default=dict))
    return tokens


def _content(content: object) -> int:
    if isinstance(content, str):
        return estimate(content)
    if not isinstance(content, list | tuple):
        return 0
    texts = [part.get("text") for part in content if isinstance(part, Mapping)]
    return sum(estimate(text) if isinstance(text, str) else _IMAGE_TOKENS for text in texts)


def estimate(text: str) -> int:
    """About how many tokens a text has: one a wide character, one for four others."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)
