"""Short ways to write the tool calls of a labelled conversation.

A call is written in one of these ways (``agent: opportunity`` may be added to each mapping)::

    moq_policy                                   # a usual document, with its usual text
    {moq_policy: "MOQ 300 pcs a style"}          # … with another text; null = not found
    {en_posters: [p-1, p-2]}                     # the posters, with these image ids; [] = not found
    {catalogue: [doc-1, Catalog.pdf]}            # the catalogue PDF; null = not found
    {ks: "保修", docs: {质保政策: "12 个月"}}      # any knowledge_search; docs: {} = no hit
    {search: "braided", found: {P-1: "…"}}       # search_products; found: {} = no hit
    {detail: P-1, name: "…", text: "…", specs: [{Version: "C-C", Length: "1m"}], url: "…"}   # get_product_detail
    {media: P-1, items: [{IMAGE: i-1}, {VIDEO: v-1, url: "https://…"}]}                      # get_product_media
    {any_tool: {argument: value}, result: {…}}   # written out
"""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

POSTERS = {
    "en_posters": ("英文快速选品海报", "Quick selection poster", ("en-poster-a1f0", "en-poster-b7c2")),
    "vi_posters": ("越南语快速选品海报", "Poster chọn nhanh", ("vi-poster-c9d4", "vi-poster-d2e8")),
}
# name: query, title, usual text
POLICIES = {
    "moq_policy": ("MOQ 起订量", "MOQ 政策", "常规款每款 MOQ 500 条；彩盒包装每款 1000 条起，因为彩盒印刷有起印量。"),
    "sample_policy": (
        "样品费 样品政策",
        "样品政策",
        "样品：常规款 3 条以内每条收 10 美元样品费，定制样另收打样费 50 美元；下单满 1000 条后样品费全额抵扣货款。"
        "样品运费由客户承担。",
    ),
    "payment_policy": ("付款方式", "付款政策", "T/T，30% 定金，70% 尾款出货前付清；币种 USD。"),
    "delivery_policy": (
        "交期 物流",
        "交期政策",
        "常规款生产交期 15 天（收到定金、确认资料后起算）。运输在途时间另计，由物流方案决定。",
    ),
    "certification_policy": (
        "认证",
        "认证说明",
        "公司认证：ISO 9001。产品认证按型号分别办理，具体型号由技术部门确认；目标市场准入须单独核实。",
    ),
    "company_policy": ("公司介绍", "公司介绍", "深圳贝怡佳，2009 年成立，专做 PD 快充数据线的工厂。"),
    "customization_policy": (
        "定制能力 LOGO",
        "定制说明",
        "支持 LOGO、颜色、线长和包装定制；是否开模由技术部门评估，模具费由销售经理报价。",
    ),
    "platform_policy": ("阿里巴巴 平台 店铺", "平台核验说明", "贝怡佳没有 Alibaba 国际站店铺。"),
    "after_sales_policy": ("售后 质保", "售后政策", "质保 12 个月，非人为损坏凭照片或视频补发。"),
}


def tool_call(spec: Any) -> Json:
    """A call as the record has it."""
    if isinstance(spec, str):
        spec = {spec: _usual(spec)}
    if not isinstance(spec, Mapping) or not spec:
        raise ValueError(f"no tool call: {spec!r}")
    rest = dict(spec)
    agent = rest.pop("agent", "inquiry")
    name, value = next(iter(rest.items()))
    rest.pop(name)
    tool, arguments, result = _expand(name, value, rest)
    if rest:
        raise ValueError(f"unknown keys in a tool call: {sorted(rest)}")
    return {"agent": agent, "name": tool, "arguments": arguments, "result": result}


def _usual(name: str) -> Any:
    if name in POSTERS:
        return list(POSTERS[name][2])
    if name in POLICIES:
        return POLICIES[name][2]
    if name == "catalogue":
        return ["doc-catalog-2026", "Beiyijia-Catalog-2026.pdf"]
    raise ValueError(f"no usual document: {name}")


def _expand(name: str, value: Any, rest: Json) -> tuple[str, Any, Any]:
    """Tool, arguments and result; takes from ``rest`` what it reads."""
    if name in POSTERS:
        title, caption, _ = POSTERS[name]
        markers = [f"[IMAGE:{image}|{caption} {number}]" for number, image in enumerate(value or [], 1)]
        return _knowledge(title, {title: "\n".join(markers)} if markers else {})
    if name in POLICIES:
        query, title, _ = POLICIES[name]
        return _knowledge(query, {} if value is None else {title: value})
    if name == "catalogue":
        if value is None:
            return _knowledge("完整产品目录 PDF", {})
        document, file = value
        return _knowledge("完整产品目录 PDF", {"完整产品目录": f"[DOCUMENT:{document}|{file}|完整产品目录]"})
    if name == "ks":
        return _knowledge(value, rest.pop("docs"))
    if name == "search":
        arguments = value if isinstance(value, Mapping) else {"keyword": value}
        return "search_products", dict(arguments), {"products": [_product(*item) for item in rest.pop("found").items()]}
    if name == "detail":
        detail = {
            "productId": value,
            "name": rest.pop("name", value),
            "description": rest.pop("text", ""),
            "specifications": rest.pop("specs", []),
            "detailUrl": rest.pop("url", _detail_url(value)),
        }
        return "get_product_detail", {"productId": value}, detail
    if name == "media":
        return "get_product_media", {"productId": value}, {"items": [_item(item) for item in rest.pop("items")]}
    return name, value, rest.pop("result")


def _knowledge(query: str, documents: Mapping[str, str]) -> tuple[str, Json, Json]:
    found = [{"title": title, "content": content} for title, content in documents.items()]
    return "knowledge_search", {"query": query}, {"documents": found}


def _product(product: str, about: Any) -> Json:
    extra = dict(about) if isinstance(about, Mapping) else {"name": about}
    product_record = {"productId": product, "name": product, "category": "data_cable", "tags": []}
    return {**product_record, "detailUrl": _detail_url(product), **extra}


def _item(item: Mapping[str, Any]) -> Json:
    rest = dict(item)
    kind, medium = next(iter(rest.items()))
    return {"type": kind, "id": medium, "url": rest.get("url", f"https://media.example.com/{medium}")}


def _detail_url(product: str) -> str:
    return f"https://beiyijia.product.kzdatong.com/product/{product}"
