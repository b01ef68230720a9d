"""What judging costs, as the turns of a session grow in number: twice the turns, twice the steps.

Each turn brings something new of every kind (products, rows, figures, media, addresses, names, questions), so that a
check which looks at all that came before, at every turn, would be seen. Steps are counted, not seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from evaluator.judging import judge
from evaluator.reading import Reading, RuleReader
from evaluator.session import Session

from .records import CLOSING, INTRODUCTION, decision, document, recheck, run, session, shown, turn

Json = dict[str, Any]


def steps(work: Callable[[], object]) -> int:
    """The lines of the evaluator that a piece of work runs, each turn of a loop counted."""
    number = 0

    def line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal number
        number += event == "line"
        return line

    def call(frame: FrameType, event: str, argument: object) -> Any:
        # A comprehension's steps count as those of the function that it stands in.
        return line if "evaluator" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return number


def tool(name: str, result: object, **arguments: object) -> Json:
    """A call of the inquiry assistant's."""
    return {"agent": "inquiry", "name": name, "arguments": arguments, "result": result}


def products(number: int) -> list[Json]:
    """A product found, looked up, and shown: none of it seen before."""
    name, url = f"Braided cable BYJ-{number}", f"https://shop.example/p/{number}"
    row = {"Version": "C to C", "Power": f"{number}W", "Length": f"{number}.5m"}
    found = {"products": [{"productId": f"id-{number}", "name": name, "detailUrl": url}]}
    detail = {"productId": f"id-{number}", "name": name, "specifications": [row, {**row, "Version": "A to C"}]}
    items = [{"type": "IMAGE", "id": f"m-{number}"}, {"type": "VIDEO", "id": f"v-{number}", "url": f"{url}.mp4"}]
    return [
        tool("search_products", found, keyword=name),
        tool("get_product_detail", detail, productId=f"id-{number}"),
        tool("get_product_media", {"items": items}, productId=f"id-{number}"),
    ]


def policies(number: int) -> list[Json]:
    """Searches that find posters, files and terms: none of it seen before."""
    two = f"[IMAGE:en-{number}a|board]\n[IMAGE:en-{number}b|board]"
    return [
        document("英文快速选品海报", two),
        document("完整产品目录", f"[DOCUMENT:d-{number}|c.pdf|x]\n[KBVIDEO:k-{number}|x]"),
        document("样品 MOQ payment", f"A sample costs {number} USD, MOQ {number} pcs, T/T {number}%, {number} days."),
    ]


def one_of_each(number: int) -> list[Json]:
    """Turns with something of every kind."""
    told = f"BYJ-{number} gives {number}W at {number}.5m, plus {number + 7}000 bends."
    return [
        turn(f"I need BYJ-{number}, type C to lightning, what power?", told, tools=products(number)),
        turn(f"what is the MOQ, and is a sample {number} USD?", f"The MOQ is {number} pcs.", tools=policies(number)),
        turn(f"{number} pcs, we are an importer", shown(f"en-{number}a", f"en-{number}b"), status="new"),
        turn("do you accept L/C?", f"Yes, T/T {number}% deposit.", runs=[run(decision(convert=True))]),
        turn("any video?", f"Here: [IMAGE:m-{number}|x] https://shop.example/p/{number}", tools=[]),
        turn("is it in stock?", f"Yes, {number} pcs in stock. May I know your company name?"),
        turn(f"xyzzy {number}", CLOSING, runs=[run(decision()), recheck(decision(), CLOSING)], status="converted"),
    ]


def conversation(length: int, first: int, kinds: slice) -> tuple[Session, Reading]:
    """A session of `length` rounds with numbers from `first` on, so that no text was met in another session."""
    rounds = [made for number in range(first, first + length) for made in one_of_each(number)[kinds]]
    record = session(turn("hi", INTRODUCTION), *rounds)
    return record, RuleReader().read(record)


@pytest.mark.parametrize(
    "kinds", [slice(None), *(slice(place, place + 1) for place in range(7))], ids=["all", *map(str, range(7))]
)
def test_twice_the_turns_cost_twice_the_steps(kinds: slice) -> None:
    length = 70 if kinds != slice(None) else 20
    judge(*conversation(2, 100, kinds))  # what is made once a process is made now
    short, long = conversation(length, 200, kinds), conversation(2 * length, 600, kinds)
    assert steps(lambda: judge(*long)) < 2.15 * steps(lambda: judge(*short))
