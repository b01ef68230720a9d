"""Web addresses in a text: with a scheme, with ``www.``, and bare domains.

A bare domain is believed only where its last label is a top-level domain, so that ``3.5mm``, ``Node.js``,
``catalogue.pdf`` and ``v1.2`` are none. Top-level domains that are also words or file endings (``.in``, ``.to``,
``.md``) need more: a path, or a third label, since in chat a missing space after a full stop looks the same.
Sources: the IANA list of top-level domains; rulings on tools and media (a bare domain is a bare address).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from evaluator.text.markers import find_markers
from evaluator.text.words import words


@dataclass(frozen=True, slots=True)
class Link:
    """An address: ``text[start:end]`` of the searched text is ``url``.

    ``host`` is in lower case, without a port; ``scheme`` is empty where the text has none; ``in_marker`` says whether
    it stands inside a media marker.
    """

    url: str
    host: str
    scheme: str
    start: int
    end: int
    in_marker: bool = False

    @property
    def bare(self) -> bool:
        """Whether the customer would see it as plain text: it is in no marker."""
        return not self.in_marker


_SAFE_TLDS = words(
    """com net org edu gov mil int biz info mobi asia top shop store online site website xyz club vip tech cloud app dev
    io cc tv cn hk tw mo jp kr vn th kh ph sg pk bd lk np ae sa qa kw om jo iq ir il tr eg ma dz tn ly ng ke gh za tz ug
    et ru ua kz uz az ge pl cz sk hu ro bg hr ee lv lt fi dk nl ch gr pt ie uk eu fr mx br cl ec uy py cr gt hn bo au nz
    wiki ren wang xin рф 中国 中國 公司 网络 网址 网店 商城 在线 集团 香港 台湾 한국 भारत ไทย"""
)
_WORD_TLDS = words(
    """de es it in is no to me my so at be us am by do id la as an one ar fm gg im je li lu mc mk mn ms mu mv mw na nu
    pm
    pn pw re rs sm sn sr st sv sx tc tf tg tk tl tm tt vc vg vi vu wf ws co ai ca se pe ve gl bs name page group market
    trade supply eco ink live world life today work works pro pub fun cool best center company email link click win red
    blue black green cash sale deals gift gifts cheap express international global media digital solutions systems
    support services agency studio design photos pictures camera social news art kim men review"""
)
# Words that end no sentence, so that a host before a full stop or the text's end is one.
_NEVER_LAST = words("de es id co ai se pe ve ca")
# A domain's last label that is a file's ending far more often.
_FILE_ENDINGS = words("pdf doc docx xls xlsx ppt pptx png jpg jpeg gif webp zip mov mp4 md py js ts sh rs pl ps")

# Where hosts of digits alone are usual (1688.com).
_NUMBERED = frozenset(("com", "cn", "net"))

_TRAILING = ".,;:!?'\"…·。，、；：！？）】》」』”’＂＇،؛؟।*_~"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}

# Scripts written without spaces: there an address can be glued to the words around it.
_GLUED = "\u0e00-\u0eff\u1780-\u17ff\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_LETTER = rf"[^\W_{_GLUED}]"
_LABEL = rf"{_LETTER}(?:(?:{_LETTER}|[-_]){{0,62}}{_LETTER})?"
_REST = rf"(?::\d{{1,5}})?(?:[/?#](?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]|{_LETTER})*)?"
_GLUED_HOST = r"[\w\-]{1,63}(?:\.[\w\-]{1,63})+"
_SCHEME = re.compile(
    rf"(?<![A-Za-z0-9])(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]{{1,15}})://(?P<host>{_LABEL}(?:\.{_LABEL})*|{_GLUED_HOST})(?:\.(?=[/:]))?{_REST}"
)
_WWW = re.compile(rf"(?<![A-Za-z0-9.@/\-])(?P<host>[wW]{{3}}\.{_LABEL}(?:\.{_LABEL})*){_REST}")
_BARE = re.compile(
    rf"(?<![A-Za-z0-9.@/\-_:])(?P<host>(?:{_LABEL}\.){{1,6}}(?P<tld>[^\W\d_{_GLUED}]{{2,13}}))(?![A-Za-z0-9_\-@]|\.[A-Za-z0-9]){_REST}"
    rf"|(?P<glued>[\w\-]{{1,63}}\.(?:中国|中國|公司|网络|网址|商城|集团|香港|台湾|한국|ไทย)){_REST}"
)
MAIL = re.compile(r"[A-Za-z0-9._%+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63})+")


@lru_cache(maxsize=2048)
def find_links(text: str) -> tuple[Link, ...]:
    """The addresses of ``text`` in order, without overlaps. E-mail addresses and file names are none."""
    if "." not in text and "://" not in text:
        return ()
    taken = _mask(len(text), (match.span() for match in MAIL.finditer(text) if "://" not in match[0]))
    in_marker = _mask(len(text), ((marker.start, marker.end) for marker in find_markers(text)))
    links: list[Link] = []
    for pattern in (_SCHEME, _WWW, _BARE):
        for match in pattern.finditer(text):
            link = _link(match)
            if link is None or 1 in taken[link.start : link.end]:
                continue
            taken[link.start : link.end] = b"\1" * (link.end - link.start)
            inside = bool(in_marker[link.start])
            links.append(Link(link.url, link.host, link.scheme, link.start, link.end, inside))
    return tuple(sorted(links, key=lambda link: link.start))


def _mask(length: int, spans: Iterable[tuple[int, int]]) -> bytearray:
    """One byte for each character, 1 in the spans: its cost grows with the text, not with the pairs of spans."""
    mask = bytearray(length)
    for start, end in spans:
        mask[start:end] = b"\1" * (end - start)
    return mask


def find_mails(text: str) -> tuple[str, ...]:
    """The e-mail addresses of ``text``, as written."""
    return tuple(match[0].rstrip(".-") for match in MAIL.finditer(text)) if "@" in text else ()


def _link(match: re.Match[str]) -> Link | None:
    groups = match.groupdict()
    host = groups.get("host") or groups.get("glued") or ""
    url = _trim(match[0])
    if "tld" in groups and groups.get("glued") is None and not _believable(match, url):
        return None
    if groups.get("scheme") is None and "." not in host:
        return None
    start = match.start()
    return Link(url, host.lower().rstrip("."), (groups.get("scheme") or "").lower(), start, start + len(url))


def _trim(url: str) -> str:
    """``url`` without the punctuation that belongs to the sentence; a closing bracket stays if it was opened inside."""
    while url:
        last = url[-1]
        if last in _TRAILING or (last in _PAIRS and url.count(last) > url.count(_PAIRS[last])):
            url = url[:-1]
        else:
            break
    return url


def _believable(match: re.Match[str], url: str) -> bool:
    """Whether a bare host is a domain rather than two words, an abbreviation, a file or a measure."""
    tld = match["tld"].lower()
    labels = match["host"].lower().split(".")[:-1]
    path = len(url) > len(match["host"])
    if tld in _FILE_ENDINGS:
        return False
    if not any(character.isalpha() for character in labels[-1]) and not (tld in _NUMBERED and len(labels[-1]) > 2):
        return False
    if any(len(label) == 1 for label in labels) and not path:
        return False  # e.g., i.e., a.m.
    if tld in _SAFE_TLDS:
        return True
    if tld not in _WORD_TLDS:
        return False
    last = tld in _NEVER_LAST and not re.match(r"\s*\w", match.string[match.end() : match.end() + 20])
    return path or last or len(labels) > 1 or "-" in labels[-1]
