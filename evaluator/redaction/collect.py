"""What of a record is personal, found before anything is replaced: names, companies, sites; and what is public."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaluator.redaction.contacts import find_contacts
from evaluator.redaction.names import introduced, is_telling, pattern_of, spellings
from evaluator.redaction.placeholders import Kind
from evaluator.text import ascii_digits, find_links

FORM: Final = "inquiry_form_snapshot"
# Tools whose results are the customer's own data; those of all others are what the factory publishes.
FORM_TOOLS: Final = frozenset({"inquiry_form_snapshot_get", "inquiry_form_update"})
_KEYS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("phone", re.compile(r"phone|mobile|^tel|whats\s?app|电话|手机|電話|手機", re.IGNORECASE)),
    ("mail", re.compile(r"e?-?mail|邮箱|郵箱", re.IGNORECASE)),
    ("handle", re.compile(r"wechat|weixin|telegram|skype|zalo|line_?id|messenger|微信", re.IGNORECASE)),
    ("site", re.compile(r"web_?site|homepage|网站|网址|網站", re.IGNORECASE)),
    ("company", re.compile(r"^company|公司", re.IGNORECASE)),
    ("name", re.compile(r"^(?:customer_?|contact_?|full_?|first_?|last_?|buyer_?)?name$|^contact|联系人|姓名|聯絡人")),
)
_TAIL: Final = 8  # the last digits tell a phone


@dataclass(frozen=True, slots=True)
class Known:
    """A value of the customer's, and how it is found in a text. ``in_links``: it is part of an address."""

    kind: Kind
    value: str
    pattern: re.Pattern[str]
    in_links: bool = False


def kind_of(key: str) -> Kind | None:
    """What a key of a form, or of the customer, says that its value is; None where that is nothing personal."""
    return next((kind for kind, pattern in _KEYS if pattern.search(key)), None)


def contact_key(value: str) -> str:
    """What makes two contacts the same: the last digits of a phone, else the text without regard to case."""
    digits = re.sub(r"\D", "", ascii_digits(value))
    return digits[-_TAIL:] if len(digits) >= _TAIL and "@" not in value else value.casefold()


def public_contacts(document: Mapping[str, Any]) -> frozenset[str]:
    """Contacts and hosts that the factory's own tools returned: they are not the customer's."""
    found: set[str] = set()
    for call in _calls(document):
        if call.get("name") not in FORM_TOOLS:
            for text in _texts(call.get("result")):
                found |= {contact_key(span.value) for span in find_contacts(text)}
                found |= {link.host for link in find_links(text)}
    customer = document.get("customer")
    own = customer.get("phone") if isinstance(customer, dict) else None
    return frozenset(found - {contact_key(own)} if isinstance(own, str) else found)


def known_values(document: Mapping[str, Any], public: frozenset[str]) -> tuple[Known, ...]:
    """Names, companies and sites of the customer, longest first, each with its pattern."""
    values: dict[tuple[Kind, str], None] = {}
    for form in _forms(document):
        for key, value in form.items():
            kind = kind_of(key)
            if kind in ("name", "company", "site") and isinstance(value, str) and value.strip():
                values.setdefault((kind, value.strip()))
    for text in _written(document):
        values.update(dict.fromkeys(("name", name) for name in introduced(text)))
    known = (_known(kind, value, public) for kind, value in sorted(values, key=lambda entry: -len(entry[1])))
    return tuple(entry for entry in known if entry is not None)


def _known(kind: Kind, value: str, public: frozenset[str]) -> Known | None:
    if kind == "site":
        links = find_links(value)
        if not links or links[0].host in public:
            return None
        return Known("site", value, re.compile(re.escape(value), re.IGNORECASE), in_links=True)
    if kind == "company" and not is_telling(value):
        return None
    if next(find_contacts(value), None) is not None:
        return None  # a phone in the name's place: found as what it is
    forms = list(spellings(value, parts=kind == "name"))
    forms += [re.escape(escaped) for escaped in [json.dumps(value)[1:-1]] if forms and "\\u" in escaped]
    pattern = pattern_of(forms)
    return None if pattern is None else Known(kind, value, pattern)


def _forms(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The customer, every form snapshot, and what the tools of the form were given and gave."""
    if isinstance(customer := document.get("customer"), dict):
        yield customer
    for turn in document["turns"]:
        contexts = [turn.get("context"), *(run.get("context") for run in turn.get("opportunity") or ())]
        yield from (form for context in contexts if context and isinstance(form := context.get(FORM), dict))
    for call in _calls(document):
        if call.get("name") in FORM_TOOLS:
            yield from (part for part in (call.get("arguments"), call.get("result")) if isinstance(part, dict))


def _calls(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for turn in document["turns"]:
        yield from turn.get("tool_calls") or ()


def _written(document: Mapping[str, Any]) -> Iterator[str]:
    """What the customer wrote."""
    for turn in document["turns"]:
        yield from (entry["text"] for entry in turn["inbound"] if entry["sender"] == "customer")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _texts(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _texts(entry)
