"""Where contacts stand in a text: phones, mail addresses, ids of messengers.

Wider than what the rules call a phone (:mod:`evaluator.text.special_numbers`): a number that is hidden needlessly costs
little, one that stays costs much. Quantities, dates, prices, order numbers, models and what stands in markers and links
is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from evaluator.redaction.placeholders import MADE_MAIL, Kind
from evaluator.text import ascii_digits, blank, find_links, find_markers, find_models, find_numbers
from evaluator.text.links import MAIL


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of personal data in a text: ``text[start:end]`` is ``value``."""

    kind: Kind
    start: int
    end: int
    value: str


_FULL_WIDTH: Final = str.maketrans("＋（）－．　‐‑–", "+()-. ---")
_GAP: Final = r"[ \u00a0\t.\-]"
# A letter of an alphabet in front makes it a code; characters of scripts without spaces may stand there.
_PHONE = re.compile(
    rf"""(?:(?<![=/+])\+[ ]?\(?\d(?:[ \u00a0\t().\-]{{0,3}}\d){{7,16}}
    | (?<![\dA-Za-z_.,/=\#+\-])(?: 00[1-9]\d{{0,2}}(?:{_GAP}?\d){{6,12}}
    | \(\+?0?\d{{1,4}}\)[ ]?\d{{2,4}}(?:{_GAP}?\d{{2,4}}){{1,3}}
    | 0\d{{1,4}}(?:{_GAP}?\d{{2,4}}){{2,4}}
    | 1[3-9]\d(?P<gap>[ \-]?)\d{{4}}(?P=gap)\d{{4}}
    | \d{{3}}([.\-])\d{{3}}\2\d{{4}}
    | \d{{4}}[ ]\d{{3}}[ ]\d{{3}}
    | 8[ \-]?\(?\d{{3}}\)?[ \-]?\d{{3}}[ \-]?\d{{2}}[ \-]?\d{{2}}
    | (?P<bare>\d{{9,15}})(?![A-Za-z_])
    ))(?!\d|[.,]\d)""",
    re.VERBOSE,
)
_LEAST: Final = 8  # digits of a phone
_LEAST_AFTER_WORD: Final = 7  # … where a word for phone stands before it
_MOST: Final = 15
_AFTER_UNIT = re.compile(
    r"\s?(?:pcs|pieces?|units?|vnd|đ|usd|eur|rp|rub|mm|cm|m|w|条|條|个|個|件|根|개|円|元|原|원|шт|штук|sợi|cái|đồng|adet"
    r"|piezas?|peças|pi[eè]ces|stück|stk|buah|ชิ้น|เส้น|قطعة|पीस)(?![A-Za-z])",
    re.IGNORECASE,
)
_BEFORE_MONEY = re.compile(r"(?:[$€£¥₫₹฿₩₽₺]|usd|eur|rmb|cny|vnd|rp\.?|rs\.?|idr)\s?$", re.IGNORECASE)
_BEFORE_CODE = re.compile(
    r"(?:order|po|sku|invoice|tracking|awb|ean|barcode|item|model|ref|订单|訂單|单号|單號|编号|編號|型号|型號|条码"
    r"|pedido|commande|bestellung|заказ|đơn hàng|don hang)\s{0,2}(?:no\.?|number|nr\.?|id|号)?\s{0,2}[:：#]?\s{0,2}$",
    re.IGNORECASE,
)
_BEFORE_COUNT = re.compile(
    r"(?:qty|quantity|moq|cantidad|quantidade|quantit[ée]|menge|jumlah|số lượng|so luong|数量|數量|수량|количество"
    r"|จำนวน)"
    r"\s{0,2}[:：]?\s{0,2}$",
    re.IGNORECASE,
)
_GROUP_AT_END = re.compile(r"[ \u00a0\t]+[\d.\-()]+$")

_MESSENGERS: Final = (
    r"we\s?chat|weixin|微信|whats\s?app|вотсап|ватсап|واتساب|واتس|telegram|телеграм\w?|line|skype|zalo|viber|kakao(?:talk)?"
    r"|카카오톡?|카톡|instagram|ig|qq|vx|wx|ไลน์|लाइन|व्हाट्सएप"
)
_JOIN: Final = (
    r"\s{0,2}(?:我的|my)?\s{0,2}(?P<word>id|号码|號碼|号|號|number|no\.?|아이디|ไอดี|आईडी|معرف)?\s{0,2}"
    r"(?P<join>[:：=@]|是|is|es|é|est|ist|la|là|adalah|это|هو)?\s{0,2}@?"
)
_HANDLE = re.compile(
    rf"(?<![A-Za-z])(?P<messenger>{_MESSENGERS})(?![a-z]){_JOIN}(?P<id>live:[\w.\-]{{2,30}}|[A-Za-z0-9][A-Za-z0-9_.\-]{{3,29}})(?![A-Za-z0-9_])",
    re.IGNORECASE,
)
_CALL_LINK = re.compile(
    r"(?:wa\.me/|whatsapp\.com/send/?\?phone=|t\.me/|zalo\.me/|line\.me/ti/p/)(?P<id>[+~@]?[\w\-]{4,40})", re.IGNORECASE
)
_SURELY: Final = frozenset(":：=@")
_ORDINARY: Final = frozenset({"line", "ig", "wx", "vx"})  # words of other things too: "your line: wholesale"


def find_contacts(text: str) -> Iterator[Span]:
    """The contacts of a text, in no order; they may overlap."""
    if "@" in text:
        yield from (Span("mail", *_trimmed(match)) for match in MAIL.finditer(text))
    for match in _CALL_LINK.finditer(text):
        kind: Kind = "phone" if _is_number(match["id"]) else "handle"
        yield Span(kind, match.start("id"), match.end("id"), match["id"])
    masked = blank(text, ((marker.start, marker.end) for marker in find_markers(text)))
    masked = blank(masked, ((link.start, link.end) for link in find_links(text)))
    masked = blank(masked, (match.span() for match in MAIL.finditer(masked)))
    yield from _phones(text, masked)
    yield from _handles(text, masked)


def _trimmed(match: re.Match[str]) -> tuple[int, int, str]:
    """A mail address without the sentence's own full stop; of a made one only that, whatever is glued to it."""
    made = MADE_MAIL.search(match[0])
    value = made[0] if made else match[0].rstrip(".-")
    start = match.start() + (made.start() if made else 0)
    return start, start + len(value), value


def _phones(text: str, masked: str) -> Iterator[Span]:
    if sum(character.isdecimal() for character in masked) < _LEAST_AFTER_WORD:
        return
    dates = [(number.start, number.end) for number in find_numbers(text) if number.kind in ("date", "clock")]
    plain = blank(ascii_digits(masked), dates).translate(_FULL_WIDTH)
    plain = blank(plain, ((name.start, name.end) for name in find_models(text)))
    found: list[tuple[int, int]] = []
    for match in _PHONE.finditer(plain):
        end = match.end()
        while _AFTER_UNIT.match(plain, end) and (group := _GROUP_AT_END.search(plain[match.start() : end])):
            end = match.start() + group.start()  # 3000 pcs after the number is a quantity
        digits = sum(character.isdecimal() for character in plain[match.start() : end])
        before = plain[max(0, match.start() - 24) : match.start()]
        quantity = _AFTER_UNIT.match(plain, end) is not None or _BEFORE_MONEY.search(before) is not None
        quantity = quantity or (match[0][0] != "+" and _BEFORE_COUNT.search(before) is not None)
        code = match["bare"] is not None and _BEFORE_CODE.search(before) is not None
        if _LEAST <= digits <= _MOST and not quantity and not code:
            found.append((match.start(), end))
            yield Span("phone", match.start(), end, text[match.start() : end])
    for number in find_numbers(text):
        before = text[max(0, number.start - 24) : number.start]
        code = number.raw.isdecimal() and _BEFORE_CODE.search(before) is not None
        apart = all(number.end <= start or number.start >= end for start, end in found)
        counted = _AFTER_UNIT.match(text, number.end) is not None or _BEFORE_COUNT.search(before) is not None
        if number.kind == "phone" and apart and not code and not counted:
            yield Span("phone", number.start, number.end, number.raw)


def _handles(text: str, masked: str) -> Iterator[Span]:
    for match in _HANDLE.finditer(masked):
        value = match["id"].rstrip(".-")
        ordinary = match["messenger"].lower() in _ORDINARY and match["word"] is None
        sure = match["join"] is not None and match["join"] in _SURELY and not ordinary
        shaped = any(character.isdecimal() or character == "_" for character in value)
        letters = any(character.isalpha() for character in value)
        if letters and (shaped or sure):
            start = match.start("id")
            yield Span("handle", start, start + len(value), text[start : start + len(value)])


def _is_number(value: str) -> bool:
    return len(re.sub(r"\D", "", value)) >= _LEAST and not any(character.isalpha() for character in value)
