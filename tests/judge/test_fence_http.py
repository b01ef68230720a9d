"""The same two hundred over real HTTP: what the endpoint receives keeps the fence, and the roles apart."""

from __future__ import annotations

import asyncio
import re

from client.actors import play
from client.server import Answer, Request, said, serve

from evaluator.client import Endpoint, open_client
from evaluator.judge import ModelScorer

from .fence import inside_the_fence
from .test_fence import CANARY, all_planted

_CANARY = re.compile(CANARY.format(r"\d+"))


def _answered(request: Request) -> Answer:
    """Every other answer repeats the conversation, so that there are repairs too."""
    if request.number % 2:
        return play(request)
    return said(request.body["messages"][-1]["content"][:2000])


def test_two_hundred_injections_reach_the_endpoint_as_data() -> None:
    async def drive() -> list[Request]:
        async with serve(_answered) as server:
            endpoint = Endpoint(server.base_url, "m", concurrency=16)
            endpoints = {"reader": endpoint, "judge": endpoint}
            async with open_client(endpoints, store=None, warn=lambda message: None) as client:
                scorer = ModelScorer(client)
                await asyncio.gather(*(scorer.score(item.record) for item in all_planted()))
            return server.requests

    requests = asyncio.run(drive())
    assert len(requests) > 2 * len(all_planted())
    for request in requests:
        messages = request.body["messages"]
        assert inside_the_fence(messages)
        assert not _CANARY.search(messages[0]["content"])
        assert _CANARY.search(messages[1]["content"])
