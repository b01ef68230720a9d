"""Units and currencies as people type them beside a number, in all supported languages.

Each entry is a regular expression for what follows the number. Latin and Cyrillic words end at a letter boundary;
scripts that glue words together do not. Longer spellings come before shorter ones that begin alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final, Literal

UnitKind = Literal[
    "money", "power", "length", "current", "voltage", "data_speed", "weight", "time", "percent", "pieces", "cycles",
    "date", "clock", "phone", "none",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its kind, its usual sign (``W``, ``m``, ``day``, ``USD`` …), and what the number is multiplied by."""

    kind: UnitKind
    sign: str
    factor: Decimal = Decimal(1)


_CENT: Final = Decimal("0.01")

# (kind, sign, alternatives with a letter boundary after them, alternatives without)
_UNITS: Final[tuple[tuple[UnitKind, str, str, str], ...]] = (
    ("percent", "%", r"percents?|per cent|por ?ciento|por ?cento|pour ?cent|prozent|per cento|phần trăm|phan tram"
                     r"|persen"
     r"|процент\w{0,3}"
     r"|yuzde", "%|٪|﹪|パーセント|퍼센트|프로|प्रतिशत|फीसदी|เปอร์เซ็นต์|(?:في|ب)?\\s?(?:المئة|المائة|المية)|百分"),
    ("data_speed", "Gbps", r"gbps|gb/s|gbit/s|gbit|гбит/с", ""),
    ("data_speed", "Mbps", r"mbps|mb/s|mbit/s|mbit|мбит/с", ""),
    ("power", "W", r"w|watts?|vat|вт|ватт\w{0,2}", "瓦特?|와트|ワット|वाट|वॉट|واط|وات|วัตต์"),
    ("current", "mA", r"ma|миллиампер\w{0,2}", "毫安(?!时)"),
    ("current", "A", r"(?-i:A)|amps?|amperes?|ampe|amperios?|ampères?|amper"
                     r"|ампер\w{0,2}", "安培?(?![全装])|암페어|アンペア|أمبير|امبير|एम्पियर|แอมป์"),
    ("voltage", "V", r"(?-i:V)|(?<=\d)v|volts?|voltios?|вольт\w{0,2}|volt", "伏特?|볼트|ボルト|فولت|वोल्ट|โวลต์"),
    ("length", "mm", r"mm|millimet(?:er|re)s?|milímetros?|milimetros?|milimetre|мм|миллиметр\w{0,2}",
     "㎜|毫米|ミリ(?:メートル)?|밀리(?:미터)?|มิลลิเมตร|มม\\.?|ملم|مليمتر|مم(?!\\w)|मिमी"),
    ("length", "cm", r"cm|cms|centimet(?:er|re)s?|centímetros?|centimetros?|santim(?:etre)?|см|сантиметр\w{0,2}"
                     r"|zentimeter|phân",
     "㎝|厘米|公分|センチ(?:メートル)?|센티(?:미터)?|เซนติเมตร|เซน|ซม\\.?|سم(?!\\w)|सेमी"),
    ("length", "km", r"km|kilomet(?:er|re)s?|км", "公里|千米"),
    ("length", "m", r"m|mt|mts|mtr|mtrs|met(?:er|re)s?|mètres?|metros?|metri|mét|met|метр\w{0,3}|м",
     "米|公尺|メートル|미터|เมตร|متر(?:ين|ات|ا)?|امتار|أمتار|मीटर"),
    ("length", "ft", r"ft|feet|foot|pies|pieds?|футов|фута?", "英尺|呎|फीट|フィート|피트|ฟุต|قدم"),
    ("length", "in", r"inch(?:es)?|pulgadas?|polegadas?|pouces?|zoll|pollici|inci"
                     r"|дюйм\w{0,2}", "英寸|吋|インチ|인치|นิ้ว|بوصة|इंच"),
    ("weight", "kg", r"kgs?|kilos?|kilograms?|kilogramm|кг"
                     r"|килограмм\w{0,2}", "㎏|公斤|千克|キロ(?:グラム)?|킬로(?:그램)?|กิโล(?:กรัม)?|กก\\.?"
                                           "|كيلو(?:جرام|غرام)?|كجم|कि\\.?ग्रा|किलो(?:ग्राम)?"),
    ("weight", "g", r"(?-i:g)|grams?|gramm|gr|gramos?|gramas?|grammes?|grammi|г|гр"
                    r"|грамм\w{0,2}", "克|グラム|그램|กรัม|جرام|غرام|ग्राम"),
    ("weight", "lb", r"lbs?|pounds? weight|libras", "磅"),
    ("weight", "t", r"tons?|tonnes?|toneladas?|tonnen?|tấn|тонн\w?", "吨|噸|トン|톤|ตัน|طن"),
    ("cycles", "cycle", r"cycles?|ciclos?|cicli|zyklen|mal|lần|lan|kali|siklus|kez|defa|döngü|цикл\w{0,2}"
                        r"|раз", "次(?!日)|回(?!复|答|头|来)|회|サイクル|مرة|مرات|دورة|बार|ครั้ง|รอบ"),
    ("time", "minute", r"min|mins|minutes?|minutos?|minuten?|minuti|menit|phút|phut|dakika"
                       r"|минут\w?", "分钟|分鐘|分間|분|นาที|دقيقة|دقائق|मिनट"),
    ("time", "hour", r"h|hrs?|hours?|horas?|heures?|stunden?|std|ore|ora|jam|giờ|gio|tiếng|tieng|saat|час(?:а|ов)?|ч"
                     r"|ghante",
     "(?:个|個)?小时|(?:个|個)?小時|個?時間|시간|ชั่วโมง|ชม\\.?|ساعات|ساعة|ساعه|घंटे|घंटा|घण्टे"),
    ("time", "week", r"weeks?|wks?|semanas?|semaines?|wochen?|settiman[ae]|minggu|pekan|tuần|tuan|hafta\w{0,3}"
                     r"|недел\w{1,2}|hafte",
     "(?:个|個)?星期(?![一二三四五六日天])|周(?![一二三四五六日年])|週間?|禮拜|礼拜|주(?!문|세|소|로|요|시|신|는)|สัปดาห์|อาทิตย์"
     "|أسابيع|اسابيع|أسبوع|اسبوع|हफ्ते|हफ़्ते|हफ्ता|सप्ताह"),
    ("time", "month", r"months?|mos|mes|meses|mês|mois|monate?n?|mes[ei]|bulan|bln|tháng|thang|ay|aylik|месяц\w{0,2}"
                      r"|мес|mahine",
     "(?:个|個)月|[ヶかカケ箇]月|개월|달(?!러)|เดือน|أشهر|اشهر|شهور|شهر|महीने|महीना|माह"),
    ("time", "year", r"years?|yrs?|años?|anos?|ans?|années?|jahre?n?|ann[io]|tahun|thn|năm|nam|yıl|yil|sene|лет"
                     r"|года?|saal",
     "年(?!代)|년|ปี|سنوات|سنة|سنه|أعوام|عام|साल|वर्ष"),
    ("time", "day", r"(?:(?:business|working|calendar) )?days?|días? hábiles|días?|dias?|dias úteis|jours?|(?:werk"
                    r"|arbeits)?tage?n?|giorn[oi]"
     r"|hari|hr|ngày|ngay|(?:iş )?gün\w{0,3}|(?:is )?gun|дня|дней|день|сут(?:ок|ки)|(?:рабочих )дн(?:ей|я)|din",
     "个?工作日|天(?!猫)|日間?(?!本|元)|営業日|영업일|일(?!반)|วัน|أيام|ايام|يوم|दिन|दिनों"),
    ("pieces", "pcs", r"pcs?|pces|pieces?|pce|ea|units?|sets?|cables|cords|cái|cai|sợi|soi|chiếc|chiec|cây|bộ"
                      r"|piezas?|pzas?|pz|unidades|unids?|uds?|peças?|pecas?"
     r"|pièces?|unités|cabos|câbles|stücke?|stuck|stueck|stk|pezzi|cavi|шт|штук\w?|единиц\w?|кабел(?:ей|я)|buah|biji"
     r"|unit|lembar|potong|adet|tane|parça|parca|pis",
     "条|條|个(?!月|小时|工作|星期|人|问题|方向|颜色|版本|款式|选项|部分|接口|型号|不同|地方|字|步骤|城市|国家|店"
     "|账号|仓库|平台|组)|個(?!月|人|星期|小時)|件|根|支|只(?!有|要|是)|隻|套|盒|箱|本(?!公司|人"
     "|店)|点セット|台|セット|개(?!월|인)|가닥|세트"
     "|قطعة|قطعه|قطع|حبة|حبه|حبات|كابل(?:ات)?|पीस|नग|केबल|ชิ้น|เส้น|อัน|ตัว"),
)  # fmt: skip

# (currency, factor, alternatives with a letter boundary, alternatives without): after the number …
_CURRENCIES: Final[tuple[tuple[str, Decimal, str, str], ...]] = (
    ("USD", Decimal(1), r"usd|us ?dollars?|dollars?|bucks|dólares|dolares|dólar|dolar\w{0,3}|dollari|đô(?: la| mỹ)?"
                        r"|do la|đô-la|доллар\w{0,2}|бакс\w{0,2}|u\$s",
     r"us\$|\$|美元|美金|美刀|刀(?!片)|ドル|달러|불(?!가|량)|دولار(?:ات)?|डॉलर|ดอลลาร์|ดอล"),
    ("USD", _CENT, r"(?:us )?cents?|центов", "美分|¢|센트|セント|سنت"),
    ("CNY", Decimal(1), r"rmb|cny|yuan|юан\w{1,2}|tệ"
                        r"|renminbi", "人民币|人民幣|块钱|塊錢|块|塊|元(?!素|旦)|위안|人民元|หยวน|يوان|युआन"),
    ("CNY", Decimal("0.1"), "", "毛钱|毛(?!利|重)|角钱"),
    ("EUR", Decimal(1), r"eur|euros?|avro|евро", "€|欧元|歐元|ユーロ|유로|يورو|यूरो|ยูโร"),
    ("GBP", Decimal(1), r"gbp|pounds?|quid|libras esterlinas|sterlin"
                        r"|фунт\w{0,2}", "£|英镑|ポンド|파운드|جنيه استرليني"),
    ("VND", Decimal(1), r"vnd|vnđ|đồng|đ|dong(?! ho)|₫", "₫|越南盾"),
    ("INR", Decimal(1), r"inr|rs|rupees?|rupay[ea]|rupiya", r"₹|/-|रुपये|रुपए|रुपया|रु\.?|卢比"),
    ("RUB", Decimal(1), r"rub|руб(?:л\w{1,2})?|р|rubles?", "₽|卢布"),
    ("THB", Decimal(1), r"thb|baht", "฿|บาท|泰铢"),
    ("KRW", Decimal(1), r"krw|won", "₩|원|韩元"),
    ("IDR", Decimal(1), r"idr|rupiah|rp", "印尼盾"),
    ("JPY", Decimal(1), r"jpy|yen", "円|日元|엔(?!진)"),
    ("TRY", Decimal(1), r"tl|(?-i:TRY)|lira\w{0,2}", "₺"),
    ("BRL", Decimal(1), r"brl|reais", "雷亚尔"),
    ("MXN", Decimal(1), r"mxn|pesos?", ""),
    ("AED", Decimal(1), r"aed|dirhams?|dhs?", "درهم|迪拉姆"),
    ("SAR", Decimal(1), r"sar|riyals?", "ريال|ر\\.س"),
    ("EGP", Decimal(1), r"egp", "جنيه"),
    ("HKD", Decimal(1), r"hkd", "港币|港元"),
    ("TWD", Decimal(1), r"twd|ntd", "台币|台幣"),
    ("SGD", Decimal(1), r"sgd", ""),
    ("AUD", Decimal(1), r"aud", ""),
    ("CAD", Decimal(1), r"cad", ""),
    ("MYR", Decimal(1), r"myr|ringgit", ""),
    ("PHP", Decimal(1), r"php", "₱"),
    ("NGN", Decimal(1), r"ngn|naira", "₦"),
    ("PLN", Decimal(1), r"pln|zł|zl|zlotych", ""),
)  # fmt: skip

# … and before it.
_PREFIXES: Final[tuple[tuple[str, str], ...]] = (
    ("BRL", r"R\$"),
    ("HKD", r"HK\$|HKD"),
    ("TWD", r"NT\$|TWD"),
    ("SGD", r"S\$|SGD"),
    ("AUD", r"A\$|AU\$|AUD"),
    ("CAD", r"C\$|CA\$|CAD"),
    ("MXN", r"MX\$|MXN"),
    ("USD", r"US ?\$|USD|U\$S|\$|美金|美元|usd|Usd"),
    ("EUR", r"€|EUR|eur"),
    ("GBP", r"£|GBP"),
    ("CNY", r"RMB|CNY|rmb|cny|人民币|CN¥"),
    ("JPY", r"JPY"),
    ("VND", r"VND|₫|vnd"),
    ("INR", r"₹|INR|Rs\.?|rs\.?|रु\.?"),
    ("RUB", r"₽|RUB"),
    ("THB", r"฿|THB"),
    ("KRW", r"₩|KRW"),
    ("IDR", r"Rp\.?|IDR|rp\.?"),
    ("TRY", r"₺|TRY|TL"),
    ("AED", r"AED|Dhs?\.?"),
    ("SAR", r"SAR"),
    ("MYR", r"RM|MYR"),
    ("PHP", r"₱|PHP"),
    ("NGN", r"₦|NGN"),
    ("YUAN_OR_YEN", r"[¥￥]"),
)

# What a number may be multiplied by: the word after it.
_MULTIPLIERS: Final[tuple[tuple[int, str, str], ...]] = (
    (10**6, r"million|millions?|millones|milhões|milhoes|millionen|mio|juta|jt|triệu|trieu|tr|milyon|млн"
            r"|миллион\w{0,2}|mln|milioni", "百万|ล้าน|مليون"),
    (10**5, r"lakhs?|lacs?", "लाख|แสน|十万"),
    (10**4, r"vạn|w(?=条|个|件|根)", "万|萬|만|หมื่น"),
    (10**3, r"k|thousand|nghìn|nghin|ngàn|ngan|ribu|rb|mil|mille|mila|tausend|tsd|bin|тыс(?:яч\w?)?\.?|hazaa?r"
            r"|hajar", "千|仟|천|พัน|ألف|الف|آلاف|الاف|हज़ार|हजार"),
    (10**2, r"hundred|trăm|tram|ratus", "百|佰|백|ร้อย|सौ"),
)  # fmt: skip

# Case does not matter to it, and a case-insensitive class of these ranges takes long to compile.
_BOUNDARY: Final = r"(?-i:(?![^\W\d_\u3000-\u9fff\uac00-\ud7af\u0e00-\u0eff\uff00-\uffef]))"


def _alternatives(bounded: str, free: str) -> str:
    parts = [f"(?:{bounded}){_BOUNDARY}"] if bounded else []
    return "|".join([*parts, free] if free else parts)


_SIGNS: Final[dict[str, Unit]] = {
    **{f"u{number}": Unit(kind, sign) for number, (kind, sign, _, _) in enumerate(_UNITS)},
    **{f"c{number}": Unit("money", code, factor) for number, (code, factor, _, _) in enumerate(_CURRENCIES)},
}
_CODES: Final[dict[str, str]] = {f"p{number}": code for number, (code, _) in enumerate(_PREFIXES)}
_FACTORS: Final[dict[str, int]] = {f"m{number}": factor for number, (factor, _, _) in enumerate(_MULTIPLIERS)}
_PREFIX = re.compile(
    r"(?<![A-Za-z])(?:"
    + "|".join(f"(?P<p{number}>{pattern})" for number, (_, pattern) in enumerate(_PREFIXES))
    + r")\s?$"
)
_GAP = re.compile(r"[ \u00a0\u202f]{0,2}(?:[多余餘来几]|\+[ ]?)?|-")


@cache
def _unit() -> re.Pattern[str]:
    # Compiled on first use: it takes longer than importing everything else here.
    named = [(f"u{number}", bounded, free) for number, (_, _, bounded, free) in enumerate(_UNITS)]
    named += [(f"c{number}", bounded, free) for number, (_, _, bounded, free) in enumerate(_CURRENCIES)]
    return _named(named)


@cache
def _multiplier() -> re.Pattern[str]:
    return _named([(f"m{number}", bounded, free) for number, (_, bounded, free) in enumerate(_MULTIPLIERS)])


def _named(entries: list[tuple[str, str, str]]) -> re.Pattern[str]:
    groups = (f"(?P<{name}>{_alternatives(bounded, free)})" for name, bounded, free in entries)
    return re.compile("|".join(groups), re.IGNORECASE)


def unit_at(text: str, position: int) -> tuple[Unit, int] | None:
    """The unit that stands at ``position`` of ``text``, and where it ends.

    A space, a hyphen, a plus sign or 多 may stand before it.
    """
    gap = _GAP.match(text, position)
    hyphen = position + (text[position : position + 1] == "-")
    for begin in dict.fromkeys((position, gap.end() if gap else position, hyphen)):
        match = _unit().match(text, begin)
        if match and match.lastgroup:
            return _SIGNS[match.lastgroup], match.end()
    return None


def currency_before(text: str) -> tuple[str, int] | None:
    """The currency that ``text`` ends with, and how many characters it takes; ``YUAN_OR_YEN`` for ``¥``."""
    match = _PREFIX.search(text)
    return (_CODES[match.lastgroup], len(match[0])) if match and match.lastgroup else None


def multiplier_at(text: str, position: int) -> tuple[int, int] | None:
    """What the word at ``position`` multiplies a number by (k, nghìn, 万), and where it ends."""
    match = _multiplier().match(text, position)
    return (_FACTORS[match.lastgroup], match.end()) if match and match.lastgroup else None
