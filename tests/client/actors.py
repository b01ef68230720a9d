"""A model that plays every role, on loopback: each answer is a function of the request, so that runs can be compared.

By itself: ``python -m tests.client.actors --latency 0.01 --faults 0.1`` prints its port and serves until it is killed.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
from dataclasses import replace
from typing import Any

from tests.client.server import Answer, Request, Server, failed, said

_POSTERS = {"name": "knowledge_search", "arguments": json.dumps({"query": "英文快速选品海报"}, ensure_ascii=False)}
_ASKED = re.compile(r"^- (M-\d{3}\.\w+)", re.MULTILINE)


def play(request: Request) -> Answer:
    """The answer of whichever role is asked: it is told apart by what the request holds, as a model would."""
    messages = request.body["messages"]
    system, newest = str(messages[0]["content"]), messages[-1]
    if "You read a chat" in system:
        return said(json.dumps({"acts": [_read(newest["content"])]}))
    if "You judge a chat" in system:
        return said(json.dumps({"answers": [_judged(name, newest["content"]) for name in _ASKED.findall(system)]}))
    tools = {tool["function"]["name"] for tool in request.body.get("tools") or ()}
    if "knowledge_search" in tools:
        return _inquiry(newest)
    if tools:
        return said('{"shouldAutoConvert":false,"shouldForceHumanTakeover":false,"conversationIntent":"business"}')
    return said('{"messages":["…"]}')


def _inquiry(newest: dict[str, Any]) -> Answer:
    """Looks the posters up, then says something that hangs on what it was told."""
    if newest["role"] != "tool":
        call = {"id": "call_1", "type": "function", "function": _POSTERS}
        return said(None, finish="tool_calls", tool_calls=[call])
    shown = re.findall(r"\[IMAGE:[^\]]+\]", str(newest["content"]))[:2]
    digest = hashlib.sha256(str(newest["content"]).encode()).hexdigest()[:6]
    text = f"Hello, this is Tom Jasper. Please look at our two style groups ({digest}).\n" + "\n".join(shown)
    return said(json.dumps({"replyText": text, "askedFieldKeys": []}))


def _judged(name: str, evidence: str) -> dict[str, Any]:
    """An answer of the right form, with a quote that stands in the evidence."""
    turn, quote = _something(evidence)
    kind = name.partition(".")[2]
    result = "4" if kind == "score" else "PASS" if kind.startswith("check_") else "YES"
    return {"id": name, "result": result, "turns": [turn], "quote": quote, "why": "so it reads"}


def _read(evidence: str) -> dict[str, Any]:
    """The first message, taken for a greeting."""
    first = json.loads(evidence.splitlines()[1])
    return {"turn": first["turn"], "text": "c1", "act": "greets", "value": None, "quote": first["c1"][:30].strip()}


def _something(evidence: str) -> tuple[int, str]:
    for line in evidence.splitlines()[1:-1]:
        told = json.loads(line)
        for message in told.get("messages", ()):
            if message["text"].strip():
                return int(told["turn"]), str(message["text"])[:40].strip()
    return 1, ""


class Faulty:
    """Plays, and fails a share of the requests: which ones hangs on when they come, as in real life."""

    def __init__(self, latency: float, share: float) -> None:
        self._latency, self._share = latency, share

    def __call__(self, request: Request) -> Answer:
        """A completion, or a fault that passes."""
        if self._share and (request.number * 7919) % 1000 < self._share * 1000:
            return replace(failed((429, 500, 502)[request.number % 3]), latency=self._latency)
        return replace(play(request), latency=self._latency)


async def _alone(latency: float, share: float) -> None:
    server = Server(Faulty(latency, share))
    listening = await server.start()
    print(server.port, flush=True)
    async with listening:
        await listening.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds a reply")
    parser.add_argument("--faults", type=float, default=0.0, help="share of the requests that fail")
    options = parser.parse_args()
    asyncio.run(_alone(options.latency, options.faults))
