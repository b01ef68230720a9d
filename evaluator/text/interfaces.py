"""Connectors of a cable, in any of the spellings that buyers use.

``Type-C to Lightning``, ``C转L``, ``c2l``, ``USB-C–Lightning`` are one pair; a connector that stands alone is a single
end. Single letters are believed only in pairs or with a word for plug.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

from evaluator.text.masking import plain

End = Literal["a", "c", "micro", "lightning"]
_ORDER: Final[tuple[End, ...]] = get_args(End)


@dataclass(frozen=True, slots=True)
class Interface:
    """One or two connectors. ``ends`` is ordered (a, c, micro, lightning), so that C to L equals L to C."""

    ends: tuple[End, ...]
    raw: str
    start: int
    end: int

    @property
    def is_pair(self) -> bool:
        """Whether both ends of the cable are named."""
        return len(self.ends) == 2


_L: Final = r"(?<![A-Za-z0-9])"
_R: Final = r"(?![A-Za-z0-9])"
# Each in full: what names the end wherever it stands.
_FULL: Final[dict[End, str]] = {
    "c": r"(?:usb[ -]?)?type[ -]?[cс]|usb[ -]?c|tipo[ -]?c|typ[ -]?c|c[ -]type|тайп[ -]?си|тип[ -]?[cс]|юсб[ -]?си"
    r"|타입\s?c|c\s?타입|씨타입"
    r"|タイプ\s?c|टाइप[ -]?सी|ไทป์?\s?(?:ซี|c)|تايب[ -]?(?:سي|c)|c(?:口|头|頭|接口|端)",
    "lightning": r"lightning|lightening|8[ -]?pin|苹果(?:头|口|接口|线|端)|蘋果(?:頭|口|接口|線|端)|闪电(?:头|口"
    r"|接口)|라이트닝|ライトニング"
    r"|лайтнинг|लाइटनिंग|ไลท์?นิ่?ง|لايتن(?:ينج|ينغ|نج|نغ|ينق)|l(?:口|头|頭)|apple (?:plug|connector|head|port)",
    "micro": r"micro[ -]?usb|usb[ -]?micro|micro[ -]?b|micro|安卓(?:头|口|接口)|마이크로(?:\s?5핀)?|マイクロ(?:usb)?"
    r"|микро(?:[ -]?юсб|[ -]?usb)?"
    r"|माइक्रो|ไมโคร|ميكرو",
    "a": r"(?:usb[ -]?)?type[ -]?a|usb[ -]?a|tipo[ -]?a|a(?:口|头|頭|接口|端)",
}
_IPHONE: Final = (
    r"i[ -]?phone(?!\s?(?:1[5-9]|se ?4))|苹果(?!头|口|接口|线|端)|蘋果(?!頭|口|接口|線|端)|아이폰|アイフォン"
    r"|айфон\w{0,2}|आईफोन|ไอโฟน|(?:ال)?[اآ]يفون"
)
# What names an end only beside another one.
_PAIRED: Final[dict[End, str]] = {
    "c": r"[cс]",
    "lightning": rf"lighting|l|apple|ip|lght|{_IPHONE}",
    "micro": r"android|安卓|micro",
    "a": r"usb(?![ -]?[ac](?![a-z]))|a|юсб",
}
_JOINER: Final = (
    r"(?:-to-|\s*(?:[-–—→>⇒~]|->|转接?|轉接?|对|對|到)\s*|\s+(?:to|2|vers|à|a|auf|zu|nach|in|per|para|pra|ke|sang|ra"
    r"|qua|на|в|إلى|الى|ل|से|टू|투|เป็น|ไป)\s+"
    r"|\s?から\s?|\s?2\s?|\s?/\s?)"
)


def _end(suffix: str) -> str:
    parts = [rf"(?P<{end}{suffix}>{_FULL[end]}|{_PAIRED[end]})" for end in _ORDER]
    return rf"{_L}(?:{'|'.join(reversed(parts))})" + r"(?![A-Za-z]|[03-9])(?:\s?(?:口|头|頭|plug|end|connector))?"


_PAIR = re.compile(
    _end("1").replace("(?![A-Za-z]|[03-9])", "(?![A-Za-z013-9])") + _JOINER + _end("2").replace(_L, "") + _R,
    re.IGNORECASE,
)
_SINGLE = re.compile(
    _L
    + "(?:"
    + "|".join(rf"(?P<{end}>{_FULL[end]}{'|' + _IPHONE if end == 'lightning' else ''})" for end in _ORDER)
    + ")"
    + _R,
    re.IGNORECASE,
)
_BOTH = re.compile(
    rf"(?:[两兩双雙][头頭端]?都?是?|dual|double|doble|duplo|2 đầu|hai đầu|2 dau|hai dau|both (?:ends|sides)"
    rf"|beide[rn]? seiten?|양쪽|両端)\s?(?:type[ -]?|usb[ -]?)?c{_R}",
    re.IGNORECASE,
)
# A/C and L/C mean something else in trade; a dash between two small letters is no cable either.
_NOT_A_PAIR = re.compile(
    r"(?:[AaLl]\s?/\s?[Cc]|[Cc]\s?/\s?[Aa]|[Aa]\s?[-–—/]\s?[Aa]|[Ll]\s?[-–—/]\s?[Ll]|[a]\s?[-–—]\s?[l])"
)


@lru_cache(maxsize=2048)
def find_interfaces(text: str) -> tuple[Interface, ...]:
    """The connectors of ``text`` in order: pairs first sought, then single ends outside them."""
    masked = plain(text)
    found: list[Interface] = []
    for match in _PAIR.finditer(masked):
        if _NOT_A_PAIR.fullmatch(match[0].strip()) or (match["a1"] == match["a1"] and _article(match)):
            continue
        found.append(_interface([_which(match, "1"), _which(match, "2")], match))
    for match in _BOTH.finditer(masked):
        if _free(match, found):
            found.append(_interface(["c", "c"], match))
    for match in _SINGLE.finditer(masked):
        if _free(match, found):
            found.append(_interface([_which(match, "")], match))
    return tuple(sorted(found, key=lambda interface: interface.start))


def _article(match: re.Match[str]) -> bool:
    """Whether the "a" of a would-be pair is rather a word (``a c``, ``vers a``)."""
    return match["a1"] == "a" and match["c2"] is None


def _which(match: re.Match[str], suffix: str) -> End:
    return next(end for end in _ORDER if match[f"{end}{suffix}"] is not None)


def _free(match: re.Match[str], found: list[Interface]) -> bool:
    return all(match.end() <= other.start or match.start() >= other.end for other in found)


def _interface(ends: list[End], match: re.Match[str]) -> Interface:
    raw = match[0].strip()
    start = match.start() + match[0].index(raw)
    return Interface(tuple(sorted(ends, key=_ORDER.index)), raw, start, start + len(raw))
