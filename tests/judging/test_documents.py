"""What the tools have returned: posters, media, catalogue files, product pages."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.checks.documents import (
    Knowledge,
    Returned,
    is_catalogue_search,
    is_poster_document,
    is_poster_search,
    query_of,
)
from evaluator.session import ToolCall

from .records import document, posters

TWO = "[IMAGE:a-1|one]\n[IMAGE:a-2|two]"


def known(*calls: dict[str, Any]) -> Knowledge:
    """What is known after these calls."""
    return Knowledge(Returned([[ToolCall.from_json(call) for call in calls]]), 1)


def call(name: str, result: object, **arguments: object) -> dict[str, Any]:
    """A call with any result."""
    return {"agent": "inquiry", "name": name, "arguments": arguments, "result": result}


@pytest.mark.parametrize(
    ("title", "language"),
    [
        ("英文快速选品海报", "en"),
        ("越南语快速选品海报", "vi"),
        ("English quick-selection posters", "en"),
        ("Poster chọn nhanh tiếng Việt", "vi"),
        ("ＶＩＥＴＮＡＭ poster", "vi"),
        ("快速选品海报", None),
    ],
)
def test_posters_have_the_language_of_their_documents_title(title: str, language: str | None) -> None:
    assert known(document(title, TWO)).posters == {"a-1": language, "a-2": language}


def test_the_id_tells_the_language_where_the_title_does_not() -> None:
    found = known(document("快速选品海报", "[IMAGE:vi-1|x][IMAGE:en-1|x][IMAGE:x-1|x]"))
    assert found.posters == {"vi-1": "vi", "en-1": "en", "x-1": None}
    assert found.poster_order == {"vi-1": 0, "en-1": 1, "x-1": 2}


@pytest.mark.parametrize(
    ("title", "content", "poster"),
    [
        ("选品海报", "", True),
        ("Styles", "[IMAGE:a|Poster A]\n[IMAGE:b|Poster B]", True),
        ("Styles", "[IMAGE:a|Poster A]\n[IMAGE:b|cable]", False),
        ("Styles", "[IMAGE:a|Poster A]", False),
        ("样品政策", TWO, False),
        ("完整产品目录", "[DOCUMENT:d|poster.pdf|x]", False),
    ],
)
def test_what_is_a_poster_document(title: str, content: str, poster: bool) -> None:
    assert is_poster_document(title, content) is poster


def test_other_documents_give_pictures_files_and_clips() -> None:
    content = "[IMAGE:p-1|x]\n[DOCUMENT:d-1|f.pdf|x]\n[KBVIDEO:k-1|x]\n[VIDEO:https://v.example|x]"
    found = known(document("包装说明", content), document("完整产品目录", "[DOCUMENT:d-2|c.pdf|x]"))
    assert found.images == {"p-1"}
    assert found.documents == {"d-1", "d-2"}
    assert found.catalogue_files == {"d-2"}
    assert found.knowledge_videos == {"k-1"}
    assert (found.posters, found.product_images) == ({}, frozenset())
    assert len(found.searches) == 2


def test_product_media_and_pages() -> None:
    items = [
        {"type": "IMAGE", "id": "m-1", "url": "u"},
        {"type": "VIDEO", "id": "v-1", "url": "https://v.example/1"},
        {"type": "VIDEO", "id": None, "url": 3},
        "nonsense",
    ]
    page = {"products": [{"detailUrl": "https://p.example/1", "more": [{"detailUrl": "https://p.example/2"}]}]}
    found = known(
        document("包装说明", "[IMAGE:p-1|x]"),
        call("get_product_media", {"items": items}, productId="P"),
        call("search_products", page, keyword="x"),
        call("get_product_detail", {"detailUrl": "https://p.example/3"}),
    )
    assert (set(found.product_images), set(found.images)) == ({"m-1"}, {"m-1", "p-1"})
    assert (set(found.videos), set(found.video_ids)) == ({"https://v.example/1"}, {"v-1"})
    assert found.detail_urls == {f"https://p.example/{number}" for number in (1, 2, 3)}
    assert found.has_media(["m-1", "x"])
    assert not found.has_media(["x"])


def test_what_was_returned_stays_known_and_earlier_knowledge_does_not_change() -> None:
    turns = [[ToolCall.from_json(posters())], None, [], [ToolCall.from_json(posters("vi"))]]
    returned = Returned(turns)
    told = [set(Knowledge(returned, turn).posters) for turn in range(5)]
    assert told == [set(), {"en-1", "en-2"}, {"en-1", "en-2"}, {"en-1", "en-2"}, {"en-1", "en-2", "vi-1", "vi-2"}]


def test_a_poster_has_the_language_of_the_document_that_held_it_last() -> None:
    turns = [[ToolCall.from_json(posters(language, "p-1", "p-2"))] for language in ("en", "vi")]
    returned = Returned(turns)
    assert [Knowledge(returned, turn).posters.get("p-1") for turn in (0, 1, 2)] == [None, "en", "vi"]


@pytest.mark.parametrize(
    "result",
    [
        None,
        "documents",
        [],
        {},
        {"documents": None},
        {"documents": {"title": "海报"}},
        {"documents": ["海报", None, 3, []]},
        {"documents": [{"title": 3, "content": ["[IMAGE:a|b]"]}]},
        {"items": 3},
        {"items": [{"type": None, "id": 4}]},
        {"products": [{"detailUrl": 7}]},
    ],
)
@pytest.mark.parametrize(
    "name", ["knowledge_search", "get_product_media", "search_products", "get_product_detail", None]
)
def test_a_result_of_another_shape_tells_nothing(name: str | None, result: object) -> None:
    found = known({"agent": None, "name": name, "arguments": None, "result": result})
    told = [found.posters, found.images, found.documents, found.videos, found.detail_urls]
    assert not any(told)


def test_a_result_nested_deep_is_searched_without_recursion() -> None:
    result: Any = {"detailUrl": "https://p.example/deep"}
    for _ in range(40):
        result = {"x": [result]}
    assert known(call("search_products", result)).detail_urls == {"https://p.example/deep"}


@pytest.mark.parametrize(
    ("name", "arguments", "title", "poster", "catalogue"),
    [
        ("knowledge_search", {"query": "越南语快速选品海报"}, "x", True, False),
        ("knowledge_search", {"query": "styles"}, "English Poster", True, False),
        ("knowledge_search", {"query": "完整产品目录 PDF"}, "x", False, True),
        ("knowledge_search", {"q": "full Catalogue"}, "x", False, True),
        ("knowledge_search", {"query": "MOQ"}, "起订政策", False, False),
        ("knowledge_search", '{"query": "poster"}', "x", True, False),
        ("search_products", {"keyword": "poster catalogue"}, "x", False, False),
    ],
)
def test_what_a_search_looks_for(name: str, arguments: object, title: str, poster: bool, catalogue: bool) -> None:
    made = ToolCall.from_json(
        {"name": name, "arguments": arguments, "result": {"documents": [{"title": title, "content": ""}]}}
    )
    assert (is_poster_search(made), is_catalogue_search(made)) == (poster, catalogue)


def test_the_query_is_all_texts_among_the_arguments() -> None:
    made = ToolCall.from_json({"name": "knowledge_search", "arguments": {"a": "one", "b": 2, "c": "three"}})
    assert query_of(made) == "one three"
    assert query_of(ToolCall.from_json({"name": "x", "arguments": "no json"})) == ""
