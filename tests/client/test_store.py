"""The store: each response is asked once, kept whole, and found again."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.client import Ask
from evaluator.client import store as store_module
from evaluator.errors import IncompleteRun, InputError, ReplayMiss, UsageError

from .server import echo, failed, in_turn, said, serve
from .setting import ask, in_loop, setting

ROOT = Path(__file__).parent.parent.parent
CALL = [{"id": "t", "type": "function", "function": {"name": "knowledge_search", "arguments": '{"query":"海报"}'}}]


@in_loop
async def test_what_was_asked_is_not_asked_again(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    async with serve(in_turn(said(None, tool_calls=CALL, finish="tool_calls"))) as server:
        at = {"endpoint": {"base_url": server.base_url}, "store": store}
        async with setting(echo, **at) as here:
            first = await here.client.complete(ask())
            again = await here.client.complete(ask())
        async with setting(echo, **at) as here:
            later = await here.client.complete(ask(conversation="another"))
            figures = here.client.ledger()["tokens"]["judge"]
            assert figures["cached"] == 1
        assert server.asked() == 1
    assert first.tool_calls[0].arguments == '{"query":"海报"}'
    assert (first.cached, again.cached, later.cached) == (False, True, True)
    assert first.tool_calls == later.tool_calls
    assert first.usage == later.usage


@pytest.mark.parametrize(
    "other",
    [
        ask("hello!"),
        ask(repeat=1),
        ask(temperature=0.5),
        ask(max_tokens=10),
        ask(schema={"type": "object"}),
        ask(tools=({"type": "function", "function": {"name": "f"}},)),
    ],
    ids=["words", "repeat", "temperature", "max_tokens", "schema", "tools"],
)
@in_loop
async def test_what_matters_is_asked_anew(other: Ask, tmp_path: Path) -> None:
    async with setting(echo, store=tmp_path / "s") as here:
        await here.client.complete(ask())
        assert not (await here.client.complete(other)).cached
        assert here.server.asked() == 2


@in_loop
async def test_the_same_asked_at_once_is_sent_once(tmp_path: Path) -> None:
    async with setting(echo, store=tmp_path / "s") as here:
        all_said = await asyncio.gather(*(here.client.complete(ask()) for _ in range(20)))
        assert here.server.asked() == 1
        assert sum(not completion.cached for completion in all_said) == 1
        figures = here.client.ledger()["tokens"]["judge"]
        assert (figures["calls"], figures["cached"], figures["prompt"]) == (1, 19, 10)


@in_loop
async def test_a_failed_call_is_not_kept(tmp_path: Path) -> None:
    async with setting(in_turn(failed(400), said("well")), store=tmp_path / "s") as here:
        with pytest.raises(OSError):
            await here.client.complete(ask())
        assert (await here.client.complete(ask())).text == "well"


@in_loop
async def test_a_replay_sends_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    async with serve(in_turn(said("well"))) as server:
        at = {"base_url": server.base_url, "key_variable": "MY_KEY"}
        async with setting(echo, endpoint=at, store=store, environment={"MY_KEY": "k-123456789"}) as here:
            await here.client.complete(ask())
        async with setting(echo, endpoint=at, store=store, replay=True) as here:
            assert (await here.client.complete(ask())).text == "well"
            with pytest.raises(ReplayMiss, match="no recorded response for the judge in conversation c-9"):
                await here.client.complete(ask("new", conversation="c-9"))
            assert here.client.ledger()["tokens"]["judge"]["calls"] == 0
        assert server.asked() == 1


@in_loop
async def test_a_replay_needs_a_store(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="replay needs the store"):
        async with setting(echo, replay=True):
            pass
    with pytest.raises(InputError, match=r"no response store .*none"):
        async with setting(echo, store=tmp_path / "none", replay=True):
            pass
    assert list(tmp_path.iterdir()) == []


@in_loop
async def test_what_is_no_store_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, and long enough to be looked at as one")
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE t (x)")
    other.close()
    for name in ("text", "other"):
        with pytest.raises(InputError, match=rf"{name} is no response store.*move it away"):
            async with setting(echo, store=tmp_path / name):
                pass
    with pytest.raises(InputError, match="cannot be opened"):
        async with setting(echo, store=tmp_path / "nowhere" / "s"):
            pass


@in_loop
async def test_a_store_that_cannot_be_written_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_BUSY", 0.01)
    async with setting(echo, store=tmp_path / "s") as here:
        other = sqlite3.connect(tmp_path / "s", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(IncompleteRun, match=r"s cannot be written: database is locked"):
            await here.client.complete(ask())
        other.close()


WRITER = """
import asyncio, sys
from pathlib import Path
from evaluator.client.ledger import Entry
from evaluator.client.store import Response, Store

async def write(worker, store):
    for number in range(1_000_000):
        name = f"{worker}-{number}"
        await store.put("judge", Entry(calls=1), Response(name, "u", "m", {"text": "很" * 5000}))
        print(name, flush=True)

async def main():
    store = Store(Path(sys.argv[1]), "run", create=True)
    await asyncio.gather(*(write(worker, store) for worker in range(8)))

asyncio.run(main())
"""


@in_loop
async def test_a_killed_process_leaves_whole_responses(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    written: list[str] = []
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as it:
        assert it.stdout is not None
        for line in it.stdout:
            written.append(line.strip())
            if len(written) == 200:
                it.send_signal(signal.SIGKILL)
                break
        written += [line.strip() for line in it.stdout if line.endswith("\n")]
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        kept = {key for (key,) in database.execute("SELECT key FROM responses")}
        calls = database.execute("SELECT calls FROM ledger").fetchone()[0]
    database.close()
    assert set(written) <= kept
    assert calls == len(kept)
    async with setting(echo, store=path, run="run") as here:  # it is taken as it is
        assert here.client.ledger()["tokens"]["judge"]["calls"] == calls
        assert not (await here.client.complete(ask())).cached


RUN = """
import asyncio, sys
from pathlib import Path
from evaluator.client import Ask, Endpoint, open_client

async def main(base_url, store):
    async with open_client({"judge": Endpoint(base_url, "m-1")}, store=Path(store), warn=print) as client:
        async def call(number):
            said = await client.complete(Ask("judge", ({"role": "user", "content": str(number)},), "c"))
            print(said.text, flush=True)
        await asyncio.gather(*(call(number) for number in range(100)))

asyncio.run(main(*sys.argv[1:]))
"""


@in_loop
async def test_a_killed_run_goes_on_and_pays_nothing_twice(tmp_path: Path) -> None:
    store, answered = tmp_path / "store.sqlite", set()
    async with serve(lambda request: replace(echo(request), latency=request.number / 2000)) as server:
        command = [sys.executable, "-c", RUN, server.base_url, str(store)]
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        while len(answered) < 40:
            answered.add((await process.stdout.readline()).decode().strip())
        process.kill()
        answered |= {line.decode().strip() async for line in process.stdout if line.endswith(b"\n")}
        await process.wait()
        before = server.asked()
        async with setting(echo, store=store, endpoint={"base_url": server.base_url}) as here:
            everything = [here.client.complete(ask(str(number))) for number in range(100)]
            assert [completion.text for completion in await asyncio.gather(*everything)] == list(map(str, range(100)))
            figures = here.client.ledger()["tokens"]["judge"]
        again = {request.body["messages"][0]["content"] for request in server.requests[before:]}
    assert not again & answered
    assert (figures["calls"], figures["prompt"]) == (100, 1000)
