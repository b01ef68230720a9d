"""Names of people in what customers write: the record's own, and those with which they introduce themselves.

Only what is plain: the wordings "my name is", "I'm X from", "我叫", and a line of a name under a greeting. A name that
nobody introduced is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from evaluator.redaction.placeholders import is_name_placeholder
from evaluator.text import strip_marks
from evaluator.text.words import words

_CAPITAL: Final = "A-ZÀ-ÖØ-ÞĀĂĄĆČĐĘĞİŁŃŌŐŚŞŠŪŽƠƯẠ-Ỵ"
_WORD: Final = r"[^\W\d_]['’\-]?(?:[^\W\d_]|['’\-](?=[^\W\d_]))*"
_PROPER: Final = rf"[{_CAPITAL}](?:[^\W\d_]|['’\-](?=[^\W\d_]))+"
_NAME: Final = rf"(?P<name>{_PROPER}(?:\s{_PROPER}){{0,3}}|{_WORD})"
_ONLY_PROPER: Final = rf"(?P<name>{_PROPER}(?:\s{_PROPER}){{0,2}})"
_TITLE: Final = r"(?:mr|mrs|ms|sr|sra|herr|frau|anh|chị|bapak|ibu|pak|bu)\.?\s"
_CYRILLIC: Final = r"(?P<name>[А-ЯЁ][а-яё]+(?:\s[А-ЯЁ][а-яё]+){0,2}|[а-яё]{3,})"

# (what stands before a name, the name): with a word for name in it, whatever follows is one.
_SAYS_NAME: Final = (
    r"my name(?:['’]s| is)|name\s?[:：]|me llamo|mi nombre es|je m['’ ]?appelle|mon nom est|ich hei(?:ß|ss)e"
    r"|mein name ist|(?:o )?meu nome é|me chamo|chamo-me|mi chiamo|nama saya(?: adalah)?|nama aku|(?:benim )?adım|ismim"
    r"|(?:tôi|mình|em|anh|chị) tên(?: là)?|tên (?:tôi|mình|em|anh|chị)(?: là)?"
    r"|(?:toi|minh|em|anh|chi) ten(?: la)?|ten (?:toi|minh|em|anh|chi)(?: la)?|mera naam"
)
_SAYS_I: Final = r"i['’]?m|i am|this is|soy|je suis|eu sou|aqui é|sono|saya|aku|mình là|em là|anh là|chị là|tôi là"
_SAYS_WHERE: Final = r"from|of|at|with|here|de|del|da|do|di|dari|từ|bên|ở|chez"
_PATTERNS: Final = tuple(
    re.compile(pattern, flags)
    for pattern, flags in (
        (rf"(?<!\w)(?i:{_SAYS_NAME})\s{{0,2}}(?i:{_TITLE})?{_NAME}", 0),
        (rf"(?<!\w)(?i:{_SAYS_I})\s(?i:{_TITLE})?{_ONLY_PROPER}(?=,?\s(?i:{_SAYS_WHERE})(?!\w))", 0),
        (
            rf"(?i:regards|cheers|saludos|cordialement|grüße|grüßen|atenciosamente|trân trọng|saluti)[,.!]?[ ]*\n\s*"
            rf"{_ONLY_PROPER}\s*(?:\n|$)",
            0,
        ),
        (rf"(?<!\w)(?i:меня зовут|мо[её] имя)\s{_CYRILLIC}", 0),
        (r"(?<!\w)(?:اسمي|إسمي)\s(?:هو\s)?(?P<name>[\u0621-\u064a]{2,}(?:\s(?!و)[\u0621-\u064a]{3,})?)", 0),
        (r"मेरा नाम\s(?P<name>[\u0900-\u097f]{2,}(?:\s[\u0900-\u097f]{2,})?)\sहै", 0),
        (r"(?:ผม|ดิฉัน|ฉัน|หนู)\s?ชื่อ\s?(?P<name>[\u0e00-\u0e7f]{2,20}?)(?=ครับ|ค่ะ|คะ|นะ|จาก|มาจาก|\s|$)", 0),
        (
            r"(?:我叫|我的名字(?:是|叫)|我名叫)(?P<name>[\u4e00-\u9fff]{2,4}?)(?=[，,。.！!；;、\s]|来自|來自|是|在|从|從|$)",
            0,
        ),
        (r"(?P<name>[\u3040-\u30ff\u4e00-\u9fff]{1,8}?)(?:と申します|といいます|ともうします)", 0),
        (r"제 이름은\s(?P<name>[\uac00-\ud7a3]{2,5}?)(?=입니다|이에요|예요|이고|\s|[.,!]|$)", 0),
        (r"저는\s(?P<name>[\uac00-\ud7a3]{2,5}?)이?라고\s?(?:합니다|해요)", 0),
    )
)
# Words in a name's place that are none: roles, goods, ends of sentences; and the factory's own people.
_NO_NAME: Final = words(
    """the a an not in on from here new just also very sure interested looking buyer customer client importer
    wholesaler distributor reseller retailer owner manager director purchasing sales sourcing engineer agent boss ceo
    company shop store trading trade ltd llc gmbh user guest visitor admin test unknown anonymous whatsapp wechat
    facebook website online brand dealer supplier factory importador comprador distribuidor mayorista dueño gerente
    cliente propietario acheteur importateur grossiste directeur client händler importeur einkäufer kunde chef pemilik
    pembeli importir chủ khách shopee lazada amazon will may mark grace rose art sun long bill price max pro mini plus
    an do la de el le da di will can dr mr mrs ms prof ing brown black white green gray grey red blue gold silver young
    king rich joy hope april june august anh chi em co ban ong ba thi van minh nam viet hang
    tom jasper beiyijia tomjasper lightning apple samsung vietnam china type cable"""
)
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_COMPANY = re.compile(r"(?:ltd|llc|gmbh|inc|co|company|trading|公司|集团|商行|店)\.?$", re.IGNORECASE)
_SHORTEST: Final = 3  # letters of a part of a name in an alphabet


def introduced(text: str) -> Iterator[str]:
    """The names with which the writer of a text introduces himself."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            name = match["name"].strip()
            if len(name) > 1 and not any(_is_no_name(word) for word in name.split()):
                yield name


def is_telling(company: str) -> bool:
    """Whether a company's name can be looked for in texts: it is written as a name, and not a word of the trade."""
    written = any(character.isupper() for character in company) or bool(_UNSPACED.search(company))
    return written and len(company) >= _SHORTEST + 1 and strip_marks(company.casefold()) not in _NO_NAME


def spellings(name: str, parts: bool = True) -> Iterator[str]:
    """Patterns for the forms in which a name may stand in a text: whole, without marks, and its parts.

    Parts are only looked for where the script tells names by capitals, or writes each in two characters or more.
    """
    several = name.split()
    if not _is_name(name):
        return
    gap = r"\s+" if name.isascii() or not _UNSPACED.search(name) else r"\s*"
    for spelling in dict.fromkeys((name, strip_marks(name))):
        whole = gap.join(map(re.escape, spelling.split()))
        yield f"(?i:{whole})" if len(several) > 1 else whole
    if parts and len(several) > 1 and not _COMPANY.search(name):
        yield from (re.escape(part) for part in several if _is_name(part) and "." not in part and _tells(part))


def pattern_of(forms: Iterable[str]) -> re.Pattern[str] | None:
    """One pattern for all forms, longest first; words are found as whole words. None where there are none."""
    ordered = sorted(set(forms), key=lambda form: (-len(form), form))
    if not ordered:
        return None
    return re.compile("|".join(_bounded(form) for form in ordered))


def _is_no_name(word: str) -> bool:
    return strip_marks(word.casefold()) in _NO_NAME or is_name_placeholder(word)


def _is_name(name: str) -> bool:
    if strip_marks(name.casefold()).strip(".,") in _NO_NAME or not any(character.isalpha() for character in name):
        return False
    return len(name) >= (_SHORTEST if name[0].isascii() else 2)


def _tells(part: str) -> bool:
    return part[0].isupper() or bool(_UNSPACED.match(part))


def _bounded(form: str) -> str:
    """Whole words only, where words have bounds."""
    if _UNSPACED.search(form):
        return form
    return rf"(?<![^\W_])(?:{form})(?![^\W_])"
