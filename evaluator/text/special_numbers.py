"""Digits that are no quantities: dates, clock times, phone numbers, versions, ordinals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

SpecialKind = Literal["date", "clock", "phone"]

_MONTHS: Final = (
    r"(?:jan(?:uary|uar|vier|uari)?|feb(?:ruary|ruar|ruari)?|f[ée]vr(?:ier)?|mar(?:ch|s|zo)?|märz|maret|apr(?:il"
    r"|ile)?|avril|abr(?:il)?|may|mai|mayo|maio|mei"
    r"|maggio|june?|juni|juin|junio|junho|giugno|july?|juli|juillet|julio|julho|luglio|aug(?:ust|ustus)?|ao[ûu]t"
    r"|agosto|agustus|sept?(?:ember|embre)?"
    r"|setembro|septiembre|settembre|oct(?:ober|obre)?|okt(?:ober)?|outubro|octubre|ottobre|nov(?:ember|embre)?"
    r"|noviembre|novembro|dec(?:ember)?|dez(?:ember|embro)?"
    r"|d[ée]c(?:embre)?|diciembre|dicembre|des(?:ember)?|enero|janeiro|gennaio|febrero|fevereiro|febbraio|ocak|şubat"
    r"|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık"
    r"|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|जनवरी|फरवरी|मार्च|अप्रैल|मई"
    r"|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर"
    r"|يناير|فبراير|مارس|ابريل|أبريل|مايو|يونيو|يوليو|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر|มกราคม"
    r"|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม)"
)
_SINCE: Final = (
    r"(?:since|in|from|founded(?: in)?|established(?: in)?|est\.?|desde|en|em|fundad[ao] en|depuis|seit|gegründet"
    r"|dal|nel|tahun|sejak|năm|từ|từ năm|с|в|منذ|عام|سنة"
    r"|yılından|(?:ตั้งแต่)?ปี|सन|成立于|自|始于|建于|©)"
)
_DATE = re.compile(
    rf"""(?<![\d.,])(?:
      (?:19|20)\d\d\s?[-/.年년]\s?(?:1[0-2]|0?[1-9])\s?[-/.月월]\s?(?:3[01]|[12]\d|0?[1-9])(?!\d)(?:\s?[日号號일])?
    | (?:19|20)\d\d\s?[年년]\s?(?:1[0-2]|0?[1-9])\s?[月월]
    | (?:3[01]|[12]\d|0?[1-9])([-/.])(?:1[0-2]|0?[1-9]|3[01]|[12]\d)\1(?:(?:19|20)\d\d|2\d)(?!\d)
    | (?:1[0-2]|0?[1-9])\s?[月월]\s?(?:(?:3[01]|[12]\d|0?[1-9])\s?[日号號일])?(?!饼)
    | (?:3[01]|[12]\d|0?[1-9])\s?[号號](?!线|楼|款|码|房)
    | (?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|\.|er)?\s?(?:of\s|de\s|tháng\s?)?{_MONTHS}(?!\w)(?:,?\s?(?:de\s)?(?:19
      |20)\d\d(?!\d))?
    | (?<!\w){_MONTHS}\.?\s(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\d.,]*\d|\s?(?:pcs|k\b|%|pieces|days
      |usd))(?:,?\s(?:19|20)\d\d(?!\d))?
    | (?<!\w){_MONTHS}\.?,?\s(?:de\s|năm\s)?(?:19|20)\d\d(?!\d)
    | (?<!\w)(?:ngày|ngay|mùng|tgl|tanggal|วันที่|am|le|el|em|до|к)\s(?:3[01]|[12]\d|0?[1-9])[/.-](?:1[0-2]
      |0?[1-9])(?![\d.,]*\d)
    | (?<!\w)(?:tháng|thang)\s(?:1[0-2]|[1-9])(?!\d)
    | (?:19|20)\d\d\s?(?:年(?!的质保)|년|г\.?(?!\w)|года?(?!\w))
    | (?<!\w){_SINCE}\s{{0,2}}(?:19|20)\d\d(?![\d.,]*\d|\s?(?:pcs|pieces|条|个|件|根|cables?|units?|piezas
      |pi[eè]ces|шт|cái|sợi|adet|개|ชิ้น|เส้น))
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_CLOCK = re.compile(
    r"""(?<![\d.,:])(?:
      (?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?!\d|:)(?:\s?[ap]\.?m\b\.?)?
    | (?:1[0-2]|0?[1-9])\s?(?:[ap]m(?![A-Za-z])|[ap]\.m\.)
    | (?:[01]?\d|2[0-4])\s?[点點時](?:\s?[0-5]?\d\s?分|半|整|钟)?(?!\d*\s?[米毫厘间間])
    | [一二两三四五六七八九十]{1,3}[点點](?:半|整|钟|[一二三四五]?十?[一二三四五六七八九]?分)
    | (?:[01]?\d|2[0-4])\s?시(?!간)(?:\s?[0-5]?\d\s?분|\s?반)?
    | (?:[01]?\d|2[0-3])h[0-5]\d(?!\d)
    | (?:[01]?\d|2[0-4])\s?(?:uhr|o'clock|giờ\s(?:sáng|trưa|chiều|tối)|gio\s(?:sang|trua|chieu|toi)|น\.|นาฬิกา|बजे|baje)
    | (?<!\w)(?:pukul|jam|saat|a\slas|às|são|sao|il\sest|в)\s(?:[01]?\d|2[0-4])(?::[0-5]\d|h)?(?!\d|\s?(?:pcs|\w))
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_PHONE = re.compile(
    r"""(?<![\d.,\w])(?:
      \+\s?\d[\d\s().\-]{6,18}\d
    | 00\d{1,3}[\d\s().\-]{6,16}\d
    | \(\d{2,4}\)\s?\d{3,4}[\s\-]?\d{3,4}
    | 0\d{1,4}(?:[\s.\-]?\d{2,4}){2,4}
    | 1[3-9]\d[\s\-]?\d{4}[\s\-]?\d{4}
    | \d{3}-\d{3}-\d{4}
    | \d{9,15}
    )(?!\d|[.,]\d)""",
    re.VERBOSE,
)
_PHONE_AFTER = re.compile(
    r"(?i:phone|tel|mobile|whatsapp|wa|zalo|sđt|sdt|viber|line|telegram|cel|celular|hp|телефон|тел|номер|واتساب|رقم"
    r"|फोन|नंबर|เบอร์|โทร)"
    r"(?:\s?(?:is|:|number|no\.?|#|：|của mình|la|là|es|é|est|ist))*\s*(\+?\d[\d\s\-]{5,16}\d)"
    r"|(?:电话|手机|微信|電話|전화|電話番号)(?:号|號|是|号码)*[:：\s]*(\+?\d[\d\s\-]{5,16}\d)"
)

# Versions, protocols, generations, ordinals, list numbers: digits that count nothing.
NO_NUMBER: Final = re.compile(
    r"""(?<![A-Za-z0-9])(?:
      (?:usb|pd|qc|bt|bluetooth|蓝牙|hdmi|wi-?fi|pps|thunderbolt|雷电|gen|ios|android|安卓|version|ver|v|ddr|ip|ipx
        |awg|tb|pd快充)[\s\-]?\d{1,2}(?:\.\d{1,2}){0,2}(?![\d\w])(?:\s?gen\s?\d(?:x\d)?)?(?!\s?(?:pcs|条|cables))
    | (?:i\s?phone|i\s?pad|galaxy|note|redmi|mi|pixel|macbook|苹果|华为|小米|アイフォン|아이폰|айфон
      |ايفون)\s?[a-z]?\d{1,2}(?!\d|\s?(?:pcs|条))(?:\s?(?:pro|max|plus|mini|ultra|系列|代)){0,2}
    | [2345]g(?![A-Za-z0-9])
    | 24\s?/\s?7
    | \d{1,3}(?:st|nd|rd|th|ème|eme|er|ère|º|ª|°)(?![A-Za-z])
    | (?:no\.|nr\.|nº|n°|\#|№|option|page|thứ|thu)\s?\d{1,2}
        (?!\d|[.,]\d|\s?(?:c[aá]i|s[oợ]i|chi[eế]c|con|d[aâ]y|b[oộ]|pcs|m[eẫ]u)\b)
    | m[oộ]t\ (?:ng[aà]y|bu[oổ]i|tu[aầ]n)\ (?:th[aậ]t\ |l[aà]m\ vi[eệ]c\ )?
        (?:vui|t[oố]t\ l[aà]nh|an\ l[aà]nh|nhi[eề]u|tuy[eệ]t|h[aạ]nh|thu[aậ]n|m[oớ]i)
    | \d{1,2}[/\s]?pin(?![A-Za-z])
    )
    | (?:良い|よい|いい|素敵な|素晴らしい|楽しい)一日
    | (?:愉快|美好|开心|開心|快乐|快樂|顺利|順利|充实|充實)的?一[天日周週]
    | 第\s?[\d〇一二两三四五六七八九十百]+ | (?:星期|周|礼拜|禮拜)[一二三四五六日天] | (?:图|圖)\s?\d{1,2}(?!\d)
    | (?m:^\s{0,4}\d{1,2}[.)、）](?=\s|[^\d\s]))
    | (?<!\d)1688(?!\d|\s?[条个件元根]) | 十分(?!之|钟) | 一千零一夜 | 三星 | 九九 | 万能 | 千万(?!条|个|元|美)
    | (?<![零〇一二两兩三四五六七八九十百千\d几多])万一
    | (?<![\d.])\d+(?:\.\d{1,2}){2,}(?![\d.])
    | (?<![\d.,])[48][Kk](?=\s?(?:video|display|hdmi|高清|投屏|60|@|视频|uhd|tv|resolution|画质|输出|монитор
      |монитора|ディスプレイ|映像|영상))""",
    re.IGNORECASE | re.VERBOSE,
)


def find_special(text: str, language: str | None) -> Iterator[tuple[SpecialKind, int, int]]:
    """Phone numbers, dates and clock times of ``text`` (its digits ASCII), with their spans, without overlaps."""
    taken: list[tuple[int, int]] = []
    for kind, start, end in _candidates(text):
        if all(end <= other_start or start >= other_end for other_start, other_end in taken):
            taken.append((start, end))
            yield kind, start, end


def _candidates(text: str) -> Iterator[tuple[SpecialKind, int, int]]:
    for match in _PHONE_AFTER.finditer(text):
        group = 1 if match[1] is not None else 2
        yield "phone", match.start(group), match.end(group)
    for match in _DATE.finditer(text):
        yield "date", match.start(), match.end()
    for match in _PHONE.finditer(text):
        digits = sum(character.isdigit() for character in match[0])
        if 8 <= digits <= 15 and not re.match(
            r"\s?(?:pcs|vnd|đ|rp|usd|条|个|원|円|mm|cm|m\b)", text[match.end() :], re.IGNORECASE
        ):
            yield "phone", match.start(), match.end()
    for match in _CLOCK.finditer(text):
        yield "clock", match.start(), match.end()
