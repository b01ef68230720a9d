"""What the knowledge base says about a policy, as slot values; nothing that is not written there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from scenarios.yamlfiles import read_yaml


@dataclass(frozen=True, slots=True)
class Policy:
    """How one policy is looked up and answered. ``facts`` find the values in the document's text."""

    query: str
    answers: str | None
    defers: str
    facts: Mapping[str, str] = field(default_factory=dict)


POLICIES: Final[dict[str, Policy]] = {
    "moq": Policy(
        "起订量 MOQ",
        "answers_moq",
        "defers_moq",
        {"moq": r"袋装出货，(\d+) 条", "box_moq": r"彩盒包装，(\d+) 条"},
    ),
    "sample": Policy(
        "样品费",
        "answers_sample",
        "defers_sample",
        {
            "fee_plain": r"现有款式样品每条收费 ([A-Z]{3} \d+)",
            "fee_logo": r"加印客户标志的样品每条收费 ([A-Z]{3} \d+)",
            "credit_from": r"首批订单达到 (\d+) 条",
        },
    ),
    "payment": Policy(
        "付款方式",
        "answers_payment",
        "defers_payment",
        {"deposit": r"下单付 (\d+%) 定金", "balance": r"出货前付 (\d+%) 尾款"},
    ),
    "delivery": Policy("交期", "answers_delivery", "defers_delivery", {"days": r"大货生产需要 (\d+ 至 \d+) 天"}),
    "shipping": Policy("物流", None, "defers_shipping"),
    "certification": Policy(
        "认证", "answers_certification", "defers_certification", {"certificates": r"公司认证：([^。]+)"}
    ),
    "customization": Policy("定制", "answers_customization", "defers_customization", {"_": "支持定制"}),
    "company": Policy("公司介绍", "answers_company", "defers_company", {"year": r"(\d{4}) 年成立"}),
    "after_sales": Policy("质保", "answers_after_sales", "defers_after_sales", {"n": r"质保期 (\d+) 个月"}),
    "platform": Policy("阿里巴巴 店铺", "answers_no_platform", "answers_no_platform"),
}


def facts_in(policy: Policy, result: Any) -> dict[str, str] | None:
    """The policy's facts in a ``knowledge_search`` result; None unless one document holds all of them."""
    for document in result["documents"]:
        found = {name: re.search(pattern, document["content"]) for name, pattern in policy.facts.items()}
        if all(found.values()):
            return {name: match[1] if match.re.groups else match[0] for name, match in found.items() if match}
    return None


def slots_from(facts: Mapping[str, str], language: str, list_joiner: str) -> dict[str, str]:
    """The facts as values of the phrases' slots in a language."""
    slots = dict(facts)
    if "days" in slots:
        slots["days"] = re.sub(r"\s*至\s*", "-", slots["days"])
    if "certificates" in slots:
        slots["certificates"] = list_joiner.join(re.split(r"[、,，]\s*", slots["certificates"]))
    if "deposit" in slots:
        slots["payment"] = _words("payment", language).format(**facts)
    if "year" in slots:
        slots["facts"] = _words("company", language).format(**facts)
    if "n" in slots:
        slots["warranty"] = _words("months", language).format(**facts)
    return slots


def _words(name: str, language: str) -> str:
    known = _all_words()[name]
    return known.get(language, known["en"])


@cache
def _all_words() -> dict[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = read_yaml(files("simulator.agents.reference") / "words.yaml")
    return words
