"""The simulated company: what its tools return, and how a scenario changes it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from evaluator.errors import InputError, NotFoundError
from evaluator.text.links import find_links
from scenarios.world import EMPTY_CELL, OLD_POSTER_ID, POSTER_TITLES, Tools, WorldOverrides, load_world, world_schema


@pytest.fixture
def tools() -> Tools:
    return Tools(load_world(), "inquiry")


def titles(tools: Tools, query: str) -> list[str]:
    return [entry["title"] for entry in tools.run("knowledge_search", {"query": query})["documents"]]


def names(tools: Tools, **arguments: object) -> list[str]:
    return [entry["name"] for entry in tools.run("search_products", arguments)["products"]]


def test_the_company_is_big_enough_and_has_its_traps() -> None:
    world = load_world()
    assert len(world.products) >= 20
    assert any(len(product.specifications) == 1 for product in world.products)
    assert any(len(product.specifications) >= 3 for product in world.products)
    cells = [cell for product in world.products for row in product.specifications for cell in row.values()]
    assert EMPTY_CELL in cells
    assert any("USD" in product.description or "RMB" in product.description for product in world.products)
    assert all(product.detail_url.startswith("https://beiyijia.product.kzdatong.com/") for product in world.products)
    assert len({product.product_id for product in world.products}) == len(world.products)


def test_media_ids_are_unique() -> None:
    world = load_world()
    ids = [medium.id for product in world.products for medium in product.media]
    ids += [identifier for document in (*world.documents, *world.extra) for identifier in document.image_ids]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("越南语快速选品海报", "越南语快速选品海报"),
        ("英文快速选品海报", "英文快速选品海报"),
        ("完整产品目录", "完整产品目录"),
        ("MOQ 起订量", "起订数量说明"),
        ("最低起订量是多少", "起订数量说明"),
        ("minimum order quantity", "起订数量说明"),
        ("付款", "付款方式"),
        ("认证 CE", "认证与市场准入"),
        ("工厂视频", "工厂实拍"),
    ],
)
def test_a_query_finds_its_document_first(tools: Tools, query: str, first: str) -> None:
    assert titles(tools, query)[0] == first


@pytest.mark.parametrize("query", ["足球", "", "   ", "zzzz", '"', "_"])
def test_what_is_not_there_is_not_found(tools: Tools, query: str) -> None:
    assert titles(tools, query) == []


def test_a_sign_is_no_wild_card(tools: Tools) -> None:
    assert titles(tools, "%") == ["付款方式"]  # the one document that has it


def test_each_poster_document_is_found_alone(tools: Tools) -> None:
    for title in POSTER_TITLES.values():
        assert titles(tools, title) == [title]


def test_an_exact_model_comes_before_similar_ones(tools: Tools) -> None:
    assert names(tools, keyword="BYJ-K20") == ["BYJ-K20", "BYJ-K20S", "BYJ-K20 Max"]
    assert names(tools, keyword="BYJ-XK99") == []
    assert names(tools) == []


def test_category_and_tags_must_match_exactly(tools: Tools) -> None:
    assert names(tools, category="PD cable", tags=["silicone"]) == ["BYJ-S11", "BYJ-S12"]
    assert names(tools, keyword="cable", category="pd cable") == []
    assert names(tools, category="PD cable", tags="silicone") == ["BYJ-S11", "BYJ-S12"]


def test_results_have_the_shapes_of_the_record(tools: Tools) -> None:
    product = tools.run("search_products", {"keyword": "BYJ-K20"})["products"][0]
    assert set(product) == {"productId", "name", "category", "tags", "detailUrl"}
    detail = tools.run("get_product_detail", {"productId": "p-3001"})
    assert set(detail) == {"productId", "name", "description", "specifications", "detailUrl"}
    assert all("Version" in row for row in detail["specifications"])
    media = tools.run("get_product_media", {"productId": "p-3001"})
    assert {frozenset(item) for item in media["items"]} == {frozenset({"type", "id", "url"})}
    assert find_links(tools.run("get_catalog_url")["url"])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("knowledge_search", {}),
        ("knowledge_search", {"query": 3}),
        ("search_products", {"keyword": ["x"]}),
        ("search_products", {"tags": [1]}),
        ("get_product_detail", {"productId": "p-0000"}),
        ("get_product_media", {}),
    ],
)
def test_a_wrong_argument_is_answered_and_never_raises(tools: Tools, name: str, arguments: dict[str, object]) -> None:
    assert "error" in tools.run(name, arguments)


def test_a_tool_that_does_not_exist_is_named(tools: Tools) -> None:
    with pytest.raises(NotFoundError, match="knowledge_search"):
        tools.run("knowledge_serch")


def test_each_call_is_logged_and_the_log_cannot_be_changed_from_outside(tools: Tools) -> None:
    result = asyncio.run(tools.call("search_products", {"keyword": "BYJ-K20"}))
    result["products"].clear()
    call = tools.calls[0]
    assert (call.agent, call.name, call.arguments) == ("inquiry", "search_products", {"keyword": "BYJ-K20"})
    assert len(call.result["products"]) == 3
    tools.unlogged().run("get_catalog_url")
    assert len(tools.calls) == 1


def test_the_form_tools_reach_the_form() -> None:
    class Form:
        def __init__(self) -> None:
            self.values: dict[str, object] = {"interface": "Type-C"}

        def snapshot(self) -> dict[str, object]:
            return dict(self.values)

        def update(self, values: object) -> None:
            self.values.update(values)  # type: ignore[call-overload]

    form = Form()
    tools = Tools(load_world(), "opportunity", form)
    assert tools.run("inquiry_form_snapshot_get") == {"interface": "Type-C"}
    tools.run("inquiry_form_update", {"power": "60W"})
    assert form.values["power"] == "60W"


def test_overrides() -> None:
    world = load_world()
    gone = Tools(world.override(WorldOverrides(poster_missing=True, catalogue_missing=True)), "inquiry")
    assert titles(gone, "英文快速选品海报") == []
    assert titles(gone, "完整产品目录") == []
    one = Tools(world.override(WorldOverrides(poster_one_marker=True)), "inquiry")
    content = one.run("knowledge_search", {"query": "英文快速选品海报"})["documents"][0]["content"]
    assert content.count("[IMAGE:") == 1
    old = Tools(world.override(WorldOverrides(old_poster=True, poster_missing=True)), "inquiry")
    assert OLD_POSTER_ID in old.run("knowledge_search", {"query": "英文快速选品海报"})["documents"][0]["content"]
    policy = Tools(world.override(WorldOverrides(policy_missing=("moq",))), "inquiry")
    assert titles(policy, "MOQ") == []
    bare = Tools(world.override(WorldOverrides(media_missing=("BYJ-K20",), products_missing=("BYJ-K20S",))), "inquiry")
    assert bare.run("get_product_media", {"productId": "p-3001"}) == {"items": []}
    assert names(bare, keyword="BYJ-K20") == ["BYJ-K20", "BYJ-K20 Max"]
    assert world.override(WorldOverrides()) is world


@pytest.mark.parametrize(
    "changes",
    [
        WorldOverrides(policy_missing=("mqo",)),
        WorldOverrides(documents_added=("promotions",)),
        WorldOverrides(media_missing=("BYJ-K2",)),
    ],
)
def test_an_override_of_nothing_names_the_nearest(changes: WorldOverrides) -> None:
    with pytest.raises(NotFoundError) as caught:
        load_world().override(changes)
    assert caught.value.nearest


def test_a_world_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "products.yaml").write_text(
        "categories: [Cable]\nproducts:\n"
        "  - {productId: p-0001, name: X-1, category: Cable, specifications: [{Version: A to B}]}\n",
        encoding="utf-8",
    )
    documents = "".join(f"  - {{key: k{at}, title: {title}, content: x}}\n" for at, title in enumerate(WANTED))
    (tmp_path / "documents.yaml").write_text(
        f"documents:\n{documents}catalogue_url: https://x.example/\n", encoding="utf-8"
    )
    assert names(Tools(load_world(tmp_path), "inquiry"), keyword="X-1") == ["X-1"]


WANTED = (*POSTER_TITLES.values(), "完整产品目录")


def test_a_bad_world_names_file_line_and_field(tmp_path: Path) -> None:
    (tmp_path / "products.yaml").write_text(
        "categories: [Cable]\nproducts:\n  - {productId: p1, name: X, category: Cable, specifications: []}\n",
        encoding="utf-8",
    )
    (tmp_path / "documents.yaml").write_text("documents: []\ncatalogue_url: x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"products\.yaml:3: products\[0\]\.productId"):
        load_world(tmp_path)


def test_a_world_without_posters_is_refused(tmp_path: Path) -> None:
    (tmp_path / "products.yaml").write_text(
        "categories: [Cable]\nproducts:\n"
        "  - {productId: p-0001, name: X, category: Wire, specifications: [{Power: 60W}]}\n",
        encoding="utf-8",
    )
    (tmp_path / "documents.yaml").write_text(
        "documents:\n  - {key: a, title: b, content: c}\ncatalogue_url: x\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match="one of Cable"):
        load_world(tmp_path)


def test_the_world_has_a_schema() -> None:
    assert set(world_schema()["properties"]) == {"products.yaml", "documents.yaml"}


@pytest.mark.parametrize("query", ["\0", "MOQ\0", "\ud83d MOQ", "MOQ " * 50_000, "a" * 200_000, '"' * 5_000, "%_!\0 x"])
def test_no_query_breaks_the_search(query: str) -> None:
    tools = Tools(load_world(), "inquiry")
    assert "documents" in tools.run("knowledge_search", {"query": query})
    assert "products" in tools.run("search_products", {"keyword": query, "category": query, "tags": [query]})


def test_calls_that_were_not_carried_out_and_calls_of_others_are_logged_too() -> None:
    tools = Tools(load_world(), "opportunity")
    assert tools.refuse("odd", "{no", "why") == {"error": "why"}
    tools.report("own", None, [1])
    assert [(call.agent, call.name, call.arguments, call.result) for call in tools.calls] == [
        ("opportunity", "odd", "{no", {"error": "why"}),
        ("opportunity", "own", None, [1]),
    ]
    assert tools.gaps == []
    tools.leave_gap()
    assert tools.gaps == ["opportunity"]
