"""A model's endpoint on loopback: real HTTP, answers by a function, and faults on command.

In a test::

    async with serve(lambda request: said("hello")) as server:
        ...  # server.base_url, server.requests

By itself, for a benchmark: ``python -m tests.client.server --latency 0.2 --faults 0.2``. It prints its port, answers
each request with the last message's text, and counts: ``GET /counts``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Cut = Literal["reset", "stall", "half"]


@dataclass(frozen=True, slots=True)
class Request:
    """What arrived. ``number`` counts from 1 over the server's life."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back, after ``latency`` seconds. ``cut`` spoils it: the connection is reset, nothing ever comes, or the
    body ends halfway. With ``piece`` it goes out in pieces of so many bytes, each in a packet of its own."""

    body: Any = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    latency: float = 0.0
    cut: Cut | None = None
    piece: int | None = None

    def bytes(self) -> bytes:
        """The whole response."""
        content = self.body if isinstance(self.body, bytes) else _text(self.body).encode()
        headers = {"Content-Type": "application/json", **self.headers, "Content-Length": str(len(content))}
        head = f"HTTP/1.1 {self.status} X\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return head.encode() + b"\r\n" + content


Script = Callable[[Request], Answer]
USAGE: Mapping[str, int] = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def said(text: str | None, *, usage: Any = USAGE, finish: str | None = "stop", **message: Any) -> Answer:
    """A completion; ``message`` has more keys of the message, such as ``refusal`` or ``tool_calls``."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    return Answer(
        {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    )


def failed(status: int, message: str = "it failed", *, code: str | None = None, **headers: str) -> Answer:
    """An error; ``retry_after="1"`` becomes the header ``retry-after``."""
    body = {"error": {"message": message, "type": "error", "code": code}}
    return Answer(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


RESET = Answer(cut="reset")
STALL = Answer(cut="stall")
HTML = Answer("<html><body>Bad gateway</body></html>", headers={"Content-Type": "text/html"})
QUOTA = failed(429, "You exceeded your current quota, please check your plan.", code="insufficient_quota")


def _text(body: Any) -> str:
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)


class Server:
    """A running server; ``requests`` holds all that arrived."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[Request] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.port = 0
        self._connections: set[_Connection] = set()

    @property
    def base_url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/v1"

    def asked(self) -> int:
        """How many requests arrived."""
        return len(self.requests)

    async def start(self) -> asyncio.Server:
        """Listens on a free port."""
        listening = await asyncio.get_running_loop().create_server(lambda: _Connection(self), "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        return listening

    def drop(self) -> None:
        """Ends all connections."""
        for connection in list(self._connections):
            connection.abort()


class _Connection(asyncio.Protocol):
    """One connection; a protocol, as streams would cost more time than the client that is measured."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._server._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server._connections.discard(self)
        for task in self._tasks:
            task.cancel()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", 0))
        if len(rest) < length:
            return
        self._buffer = rest[length:]
        content = rest[:length]
        number = len(self._server.requests) + 1
        body = json.loads(content) if content else None
        request = Request(number, first.split(" ")[1], headers, body)
        self._server.requests.append(request)
        self._answer(self._server.script(request))

    def _answer(self, answer: Answer) -> None:
        server = self._server
        server.in_flight += 1
        server.most_in_flight = max(server.most_in_flight, server.in_flight)
        task = asyncio.get_running_loop().create_task(self._send(answer))
        self._tasks.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._server.in_flight -= 1
        self._tasks.discard(task)

    async def _send(self, answer: Answer) -> None:
        if answer.latency:
            await asyncio.sleep(answer.latency)
        transport = self._transport
        assert transport is not None
        if answer.cut == "stall":
            await asyncio.Event().wait()
        if answer.cut == "reset":
            peer = transport.get_extra_info("socket")
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
            return
        content = answer.bytes()
        if answer.cut == "half":
            transport.write(content[: len(content) - len(content.partition(b"\r\n\r\n")[2]) // 2])
            transport.close()
            return
        for start in range(0, len(content), answer.piece or len(content)):
            transport.write(content[start : start + (answer.piece or len(content))])
            if answer.piece:
                await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def serve(script: Script) -> AsyncIterator[Server]:
    """A server for the time of a test."""
    server = Server(script)
    listening = await server.start()
    try:
        yield server
    finally:
        listening.close()
        server.drop()
        await listening.wait_closed()


def in_turn(*answers: Answer) -> Script:
    """These answers one after the other, the last one again and again."""
    return lambda request: answers[min(request.number, len(answers)) - 1]


def echo(request: Request) -> Answer:
    """The last message's text."""
    return said(request.body["messages"][-1]["content"])


@dataclass
class Faulty:
    """Echoes after a time, and fails a share of the requests, which takes as long."""

    latency: float
    share: float
    random: random.Random = field(default_factory=lambda: random.Random(1))
    counts: Counter[str] = field(default_factory=Counter)
    served: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: Request) -> Answer:
        """A completion or one of the faults that pass."""
        if request.path.endswith("/counts"):
            doubled = sum(times - 1 for times in self.served.values())
            kinds = {kind.split()[0] for kind in self.counts} - {"served"}
            sums = {"requests": sum(self.counts.values()), "kinds": len(kinds)}
            return Answer({**self.counts, **sums, "different": len(self.served), "doubled": doubled})
        if self.random.random() < self.share:
            kind = self.random.choice(("429", "429 with a time", "500", "reset"))
            self.counts[kind] += 1
            answer = {
                "429": failed(429, "slow down"),
                "429 with a time": failed(429, "slow down", retry_after="0.1"),
                "500": failed(500),
                "reset": RESET,
            }[kind]
        else:
            answer = echo(request)
            self.counts["served"] += 1
            self.served[request.body["messages"][-1]["content"]] += 1
        return replace(answer, latency=self.latency)


async def _alone(latency: float, share: float) -> None:
    server = Server(Faulty(latency, share))
    listening = await server.start()
    print(server.port, flush=True)
    async with listening:
        await listening.serve_forever()


def main() -> None:
    """Runs until it is killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds a reply")
    parser.add_argument("--faults", type=float, default=0.0, help="share of the requests that fail")
    options = parser.parse_args()
    asyncio.run(_alone(options.latency, options.faults))


if __name__ == "__main__":
    main()
