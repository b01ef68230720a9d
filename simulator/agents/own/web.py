"""A team's system behind an address: each request is a POST of JSON, each response JSON."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

from evaluator.errors import EndpointError, EndpointTimeout, UsageError
from simulator.agents.protocols import AgentInfo
from simulator.errors import AgentError

if TYPE_CHECKING:
    import httpx2

_SECRET = re.compile(r"//[^/]*@")
TIME_OUT = 120.0  # seconds, for connecting and for each wait on the line


class WebTransport:
    """Speaks to one address. Its connections belong to the event loop that it is used in; a new loop opens new ones."""

    def __init__(self, address: str, time_out: float = TIME_OUT) -> None:
        """``address`` with http or https; ``time_out`` in seconds. Raises UsageError for anything else."""
        self._address = address
        self._time_out = time_out
        self._host = _host(address)
        self._client: httpx2.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def info(self) -> AgentInfo:
        """The address without what may be secret in it: a password, and what stands behind the question mark."""
        return AgentInfo("http", address=shown_address(self._address))

    async def send(self, request: Mapping[str, Any]) -> Any:
        """The response's JSON. Raises EndpointError, EndpointTimeout, or AgentError for a body that is no JSON."""
        import httpx2

        try:
            response = await self._opened().post(self._address, json=dict(request))
        except httpx2.TimeoutException:
            raise EndpointTimeout(f"{self.info.address}: no answer in {self._time_out:g} s") from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise EndpointError(f"{self.info.address}: {type(error).__name__}: {error}") from None
        if not response.is_success:
            raise EndpointError(f"{self.info.address}: HTTP {response.status_code}: {_short(response.text)}")
        try:
            return json.loads(response.content, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            found = _short(response.text)
            raise AgentError(f"{self.info.address}: expected a JSON object, found {found!r}") from None

    async def aclose(self) -> None:
        """Closes the connections of the running loop."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.aclose()

    def _opened(self) -> httpx2.AsyncClient:
        import httpx2

        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            # A proxy of the environment is honoured for loopback too, where it can only be in the way.
            self._client = httpx2.AsyncClient(timeout=self._time_out, trust_env=not _is_loopback(self._host))
            self._loop = loop
        return self._client


def shown_address(address: str) -> str:
    """An address as it may be printed and kept."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}" + ("?…" if parts.query else "")


def _host(address: str) -> str:
    shown = _SECRET.sub("//…@", address)
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"the agent {shown!r}: expected an address, {error}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise UsageError(f"the agent {shown!r}: expected an address such as http://localhost:8000/agent")
    return host


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _short(text: str) -> str:
    line = " ".join(text[:400].split())
    return line if len(line) <= 120 else line[:120] + "…"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
