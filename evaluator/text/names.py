"""Names that are the same in every language: models, standards, trade terms, items of the posters.

Only the written form decides. Whether a model exists is the product data's to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from evaluator.text.masking import plain
from evaluator.text.words import words

NameKind = Literal["model", "standard", "incoterm", "poster_item"]


@dataclass(frozen=True, slots=True)
class Name:
    """A name found: ``code`` in its usual spelling (``BYJ-A7``, ``ISO 9001``, ``FOB``, ``A-03``), ``raw`` as
    written."""

    kind: NameKind
    code: str
    raw: str
    start: int
    end: int


# No letter or digit of the Latin alphabet beside it; Chinese and other scripts may touch it.
_LEFT: Final = r"(?<![A-Za-z0-9\-_.])"
_RIGHT: Final = r"(?![A-Za-z0-9_]|\.\d|-\w)"

_MODEL = re.compile(
    _LEFT
    + r"(?:(?P<brand>[A-Za-z]{2,5})(?:[-_]|(?<=[Bb][Yy][Jj])[ ]?)(?=[A-Za-z]))?"
    + r"(?P<letters>[A-Za-z]{1,5})(?P<dash>[-_]?)(?P<digits>\d{1,6})"
    + r"(?P<tail>[A-Za-z]{0,2}(?:[-_/][A-Za-z0-9]{1,5}){0,3})"
    + _RIGHT
)
# Letters that stand before a number in the names of other things.
_NO_MODEL: Final = words(
    """pd qc usb usbc usba type typec iso ip ipx awg wifi hdmi iphone ipad note galaxy pixel mi redmi pps afc fcp scp
    ufcs hs un en iec ul ddr mp ver v rev no nr num id order po pi qty rmb usd eur cny us top page step day week part
    vat covid cat gan cr din astm version ios android windows win mac rs vol model line group series year fy hcm tp tt
    lc cbm ctn moq pcs kg approx about max min"""
)
# Whole names of other things that look like a model.
_NOT_A_MODEL: Final = words(
    "h5 a4 a5 b5 b2b b2c c2c c2l l2c a2c c2a a2l o2o p2p m2 m3 cm2 cm3 mp3 mp4 s925 f1 n95 q1 q2 q3 q4"
)
# Single small letters before digits that chat uses otherwise: x100, t12 (month 12), p.3, v2, h24 …
_LOOSE_LETTERS: Final = frozenset("tpxhmkwvqy")
# The metrics and checks of the specification: text that speaks to a judge names no goods with them.
_OF_THE_EVALUATION = re.compile(r"m-[012]\d\d|(?:check|edge)[-_ ]?\d{1,2}", re.IGNORECASE)
_FOREIGN = re.compile(r"(?:samsung|galaxy|huawei|xiaomi|redmi|oppo|vivo|iphone|三星|华为|小米)\s*$", re.IGNORECASE)


@lru_cache(maxsize=2048)
def find_models(text: str) -> tuple[Name, ...]:
    """Product models and SKUs of ``text``: letters and digits, as in ``BYJ-A7``, ``L31``, ``A-03``.

    ``code`` is in capitals with a hyphen after a brand. Measures (20W), protocols (PD3.0, QC4), connectors (USB-C,
    C2L),
    standards (ISO 9001), phones (iPhone 15) and what stands in markers or links are none.
    """
    return tuple(name for match in _MODEL.finditer(plain(text)) if (name := _model(match)) is not None)


def _model(match: re.Match[str]) -> Name | None:
    brand, letters, digits, tail = match["brand"], match["letters"], match["digits"], match["tail"]
    raw = match[0]
    lowered = raw.lower()
    if lowered in _NOT_A_MODEL or (brand or letters).lower() in _NO_MODEL:
        return None
    if brand is None:
        if _OF_THE_EVALUATION.fullmatch(raw):
            return None
        if _FOREIGN.search(match.string[: match.start()][-12:]):
            return None
        if len(letters) > 1 and not (letters.isupper() or match["dash"]):
            return None  # a word with a number glued to it
        if letters.islower() and not match["dash"] and (letters in _LOOSE_LETTERS or len(digits) < 2):
            return None
        if letters.upper() in ("A", "C", "L") and tail.upper() in ("W", "M", "CM", "MM"):
            return None  # C100W, L1M: a connector with a measure glued to it
    code = f"{letters}{'-' if match['dash'] else ''}{digits}{tail}".upper().replace("_", "-")
    code = f"{brand.upper()}-{code}" if brand else code
    return Name("model", code, raw, match.start(), match.end())


# Their spelling, and those whose small letters are words elsewhere or could be.
_STANDARDS: Final = words(
    """CE FCC RoHS MFi UL ETL CB PSE KC KCC BIS UKCA SNI EAC SAA RCM SASO SABER NOM ANATEL INMETRO TISI BSMI
    CCC CQC REACH BSCI SEDEX FDA WEEE TÜV GS MSDS SIRIM WPC USB-IF SONCAP PVoC GOST NRCS SIRIM ICASA SMETA"""
)
_CAPITALS_ONLY: Final = words("CE UL CB KC GS NOM BIS SABER REACH SNI EAC SAA RCM FDA CCC PSE")
_STANDARD_BY_WORD: Final = {name.lower(): name for name in _STANDARDS} | {"tuv": "TÜV", "3c": "CCC", "usbif": "USB-IF"}
_STANDARD = re.compile(
    _LEFT + r"(?:(?P<iso>ISO|iso|Iso)[ -]{0,3}(?P<number>\d{3,5})?(?::\d{4})?|(?P<un>UN ?38\.3)"
    r"|(?P<prop>Prop(?:osition)?\.? ?65)|(?P<c3>3C)(?=认证|認證|证)"
    + r"|(?P<word>"
    + "|".join(re.escape(word) for word in sorted(_STANDARD_BY_WORD, key=len, reverse=True) if word != "3c")
    + r"))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_CERTIFICATE = re.compile(
    r"certif|cert\b|mark\b|zertif|认证|認證|證書|证书|認証|認定|인증|сертиф|شهاد|प्रमाण|sertifi|ใบรับรอง|มาตรฐาน"
    r"|chứng|chung chi|chung nhan|normas?\b|norme",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def find_standards(text: str) -> tuple[Name, ...]:
    """Marks and standards: CE, FCC, RoHS, MFi, UL, ISO 9001, PSE, KC, BIS, UKCA, SNI, … in their usual spelling.

    Short ones in small letters (French ``ce``) count only beside another standard or a word for certificate.
    """
    masked = plain(text)
    matches = list(_STANDARD.finditer(masked))
    sure = [match for match in matches if not _doubtful(match)]
    found = []
    for match in matches:
        near = masked[max(0, match.start() - 16) : match.end() + 16]
        beside = any(abs(other.start() - match.start()) <= 16 for other in sure)
        if not _doubtful(match) or beside or _CERTIFICATE.search(near):
            found.append(Name("standard", _standard(match), match[0], match.start(), match.end()))
    return tuple(found)


def _doubtful(match: re.Match[str]) -> bool:
    word = match["word"]
    return word is not None and not word.isupper() and _STANDARD_BY_WORD[word.lower()] in _CAPITALS_ONLY


def _standard(match: re.Match[str]) -> str:
    if match["word"]:
        return _STANDARD_BY_WORD[match["word"].lower()]
    if match["iso"]:
        return f"ISO {match['number']}" if match["number"] else "ISO"
    return "UN38.3" if match["un"] else "Prop 65" if match["prop"] else "CCC"


_INCOTERM = re.compile(
    _LEFT + r"(?:(?i:FOB|CIF|EXW|DDP|DDU|FCA|CFR|CNF|DPU)|DAP|CPT|CIP|FAS|DAT|C&F|c&f|ex[- ]works|Ex[- ]Works"
    r"|EX[- ]WORKS)(?![A-Za-z0-9])"
)


@lru_cache(maxsize=2048)
def find_incoterms(text: str) -> tuple[Name, ...]:
    """Trade terms: FOB, CIF, EXW, DDP, DDU, DAP, … in capitals (``C&F`` and ``CNF`` as CFR, ``ex works`` as EXW)."""
    found = []
    for match in _INCOTERM.finditer(plain(text)):
        code = match[0].upper()
        code = "EXW" if code.startswith("EX") else "CFR" if code in ("C&F", "CNF") else code
        found.append(Name("incoterm", code, match[0], match.start(), match.end()))
    return tuple(found)


_POSTER_ITEM = re.compile(
    r"(?:(?P<label>款式?|编号|編號|号|item|style|no\.?|nr\.?|mẫu|mã|mau|номер|图|圖|第)\s*[:：#]?\s*)?"
    r"(?<![A-Za-z0-9\-_.])(?P<group>[ABab])[-–— ]?(?P<number>\d{1,2})(?![A-Za-z0-9_%]|[.,]\d|-\w)",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def find_poster_items(text: str) -> tuple[Name, ...]:
    """Items of the two poster groups: ``A-03``, ``B06``, ``款A3``; ``code`` is always of the form ``A-03``.

    Two digits, or one after a hyphen or a word for style or number: ``A4`` alone may be a sheet of paper.
    """
    found = []
    for match in _POSTER_ITEM.finditer(plain(text)):
        marked = match["label"] or "-" in match[0]
        if (len(match["number"]) < 2 and not marked) or (" " in match[0].strip() and not match["label"]):
            continue
        start = match.start("group")
        code = f"{match['group'].upper()}-{int(match['number']):02d}"
        found.append(Name("poster_item", code, match.string[start : match.end()], start, match.end()))
    return tuple(found)
