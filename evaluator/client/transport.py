"""The wire: one HTTP client of the ``openai`` library for each address and key, and what each try came to."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from evaluator.client.endpoint import Endpoint, is_loopback
from evaluator.client.faults import Fault, message_of, of_status
from evaluator.client.retry import retry_after
from evaluator.client.scrub import scrubbed, without

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_CONNECT: Final = 15.0  # seconds
_PATH: Final = "/chat/completions"


@dataclass(frozen=True, slots=True)
class Reply:
    """A response that is JSON: ``body`` is read, without a key should the server have echoed it."""

    body: Any


class Transport:
    """Sends requests and never raises for what a server or the network does: that is a :class:`Fault`."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._clients: dict[tuple[str, str], AsyncOpenAI] = {}
        self._keys: set[str] = set()

    def clean(self, text: str) -> str:
        """One short line of a text, without any key that this transport has used."""
        return scrubbed(text, self._keys)

    async def send(self, endpoint: Endpoint, content: bytes) -> Reply | Fault:
        """One try, ended after the endpoint's time-out."""
        key = self._key(endpoint)
        if isinstance(key, Fault):
            return key
        # The library's errors hold the request with its key: none of them leaves this function.
        try:
            client = self._client(endpoint, key)
            async with asyncio.timeout(endpoint.timeout):
                return self._read(await _post(client, content, key))
        except TimeoutError:
            return Fault("timeout", f"nothing within {endpoint.timeout:g} s")
        except _library_errors() as error:
            return self._failed(error, endpoint)

    async def close(self) -> None:
        """Closes all connections."""
        for client in self._clients.values():
            await client.close()
        self._clients.clear()

    def _key(self, endpoint: Endpoint) -> str | Fault:
        """The key, read now: it is in no field of this program for longer than it is needed."""
        if not endpoint.key_variable:
            return ""
        key = self._environment.get(endpoint.key_variable, "").strip()
        if not key:
            return "" if is_loopback(endpoint.base_url) else Fault("key", "the variable is not set")
        if not (key.isascii() and key.isprintable()) or " " in key:
            return Fault("key", "the variable holds characters that no key has")
        self._keys.add(key)
        return key

    def _client(self, endpoint: Endpoint, key: str) -> AsyncOpenAI:
        at = (endpoint.base_url, key)
        if at not in self._clients:
            self._clients[at] = _open(endpoint, key)
        return self._clients[at]

    def _read(self, response: httpx2.Response) -> Reply | Fault:
        text = _decoded(response)
        try:
            body = json.loads(text)
            # Written again in ASCII, a key has one spelling only.
            if any(key in text or "\\u" in text for key in self._keys):
                body = json.loads(without(json.dumps(body), self._keys))
        except (ValueError, RecursionError):
            kind = "HTML (is base_url right?)" if text.lstrip()[:1] == "<" else "not JSON" if text.strip() else "empty"
            return Fault("body", f"it is {kind}: {self.clean(text[:200])}", response.status_code)
        error = body.get("error") if isinstance(body, Mapping) and not body.get("choices") else None
        if error:  # an error with the status of a success
            code = str(error.get("code")) if isinstance(error, Mapping) else ""
            status = int(code) if re.fullmatch("[45][0-9][0-9]", code) else 500
            return of_status(status, body, self.clean(message_of(body)), retry_after(response.headers))
        return Reply(body)

    def _failed(self, error: Exception, endpoint: Endpoint) -> Fault:
        import httpx2
        import openai

        if isinstance(error, openai.APIStatusError):
            if 300 <= error.status_code < 400:
                target = self.clean(error.response.headers.get("location", "nowhere"))
                return Fault("name", f"redirects to {target}: is the address right?", error.status_code)
            said = self.clean(message_of(error.body if error.body is not None else error.response.text))
            return of_status(error.status_code, error.body or said, said, retry_after(error.response.headers))
        if isinstance(error, openai.APITimeoutError):
            return Fault("timeout", f"no connection within {min(_CONNECT, endpoint.timeout):g} s")
        cause = error.__cause__ or error
        if isinstance(cause, httpx2.UnsupportedProtocol | httpx2.InvalidURL | httpx2.TooManyRedirects):
            return Fault("name", self.clean(str(cause)))
        return Fault("connection", self.clean(f"{type(cause).__name__}: {cause}".rstrip(": ")))


def _library_errors() -> tuple[type[Exception], ...]:
    import httpx2
    import openai

    return (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError)


def _decoded(response: httpx2.Response) -> str:
    """JSON is UTF-8, whatever the header says of it."""
    try:
        return response.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return response.text


async def _post(client: AsyncOpenAI, content: bytes, key: str) -> httpx2.Response:
    """The response as it came: the library's own models are dear to build, and bear no answer that is not right."""
    import httpx2
    from openai import Omit

    headers: dict[str, str | Omit] = {"Authorization": f"Bearer {key}" if key else Omit()}
    return await client.post(_PATH, cast_to=httpx2.Response, content=content, options={"headers": headers})


def _open(endpoint: Endpoint, key: str) -> AsyncOpenAI:
    """A client that retries nothing, follows nothing, and sends no credential but the endpoint's own.

    On loopback it goes past any proxy of the environment, which the library would use there too.
    """
    import httpx2
    from openai import AsyncOpenAI, Omit

    official = (urlsplit(endpoint.base_url).hostname or "").endswith(".openai.com")
    headers: dict[str, Any] = {} if official else {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}
    http = httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=min(_CONNECT, endpoint.timeout)),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=max(100, endpoint.concurrency)),
        trust_env=not is_loopback(endpoint.base_url),
        follow_redirects=False,
    )
    return AsyncOpenAI(
        api_key=key or "none",
        admin_api_key="",
        base_url=endpoint.base_url,
        max_retries=0,
        timeout=httpx2.Timeout(None, connect=min(_CONNECT, endpoint.timeout)),
        default_headers=headers,
        http_client=http,
    )
