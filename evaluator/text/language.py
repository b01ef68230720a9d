"""The language of a chat message.

Script first, since most scripts settle it; among languages in Latin letters word lists and an n-gram detector (eldc)
vote, the lists with more weight the shorter the message. A message without words of its own (OK, a number, a model, a
link, an emoji) is *neutral*. Sources: rulings on language; M-008, M-017. Everything is loaded on first use.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Literal, Protocol

from evaluator.text.interfaces import find_interfaces
from evaluator.text.language_words import LATIN_WORDS, NEUTRAL_WORDS, STRONG_WORDS
from evaluator.text.masking import blank, plain
from evaluator.text.normalise import HAN, convert_chinese, strip_marks
from evaluator.text.words import words

ChineseVariant = Literal["simplified", "traditional", "neutral"]
Script = Literal[
    "Latn",
    "Hani",
    "Jpan",
    "Hang",
    "Thai",
    "Arab",
    "Cyrl",
    "Deva",
    "Grek",
    "Hebr",
    "Beng",
    "Taml",
    "Khmr",
    "Laoo",
    "Mymr",
    "Other",
    "None",
]


@dataclass(frozen=True, slots=True)
class LanguageGuess:
    """A guess at a text's language.

    ``code`` is ISO 639-1 (``en``, ``zh``, ``vi``, …; Malay counts as ``id``), ``None`` where there are no words at all.
    ``neutral``: the text has no language of its own, whatever ``code`` says. ``reliable`` False means weak, not wrong.
    """

    code: str | None
    script: Script
    reliable: bool
    neutral: bool


_NOTHING = LanguageGuess(None, "None", False, True)

# How many characters make about one word, to weigh scripts against each other; 0 where spaces tell words apart.
_SCRIPTS: Final[tuple[tuple[Script, str, float], ...]] = (
    ("Hani", "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff", 1.6),
    ("Jpan", "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f", 2.0),
    ("Hang", "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af", 0),
    ("Thai", "\u0e00-\u0e7f", 4.0),
    ("Arab", "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff", 0),
    ("Cyrl", "\u0400-\u052f", 0),
    ("Deva", "\u0900-\u097f", 0),
    ("Grek", "\u0370-\u03ff\u1f00-\u1fff", 0),
    ("Hebr", "\u0590-\u05ff", 0),
    ("Beng", "\u0980-\u09ff", 0),
    ("Taml", "\u0b80-\u0bff", 0),
    ("Khmr", "\u1780-\u17ff", 4.0),
    ("Laoo", "\u0e80-\u0eff", 4.0),
    ("Mymr", "\u1000-\u109f", 4.0),
)
_LATIN: Final = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\u0300-\u036f"
_RUNS: Final = re.compile("|".join(f"(?P<{name}>[{chars}]+)" for name, chars, _ in _SCRIPTS))
_PER_WORD: Final = {name: per_word for name, _, per_word in _SCRIPTS}
_SOLE: Final[dict[Script, str]] = {
    "Hani": "zh", "Jpan": "ja", "Hang": "ko", "Thai": "th", "Grek": "el", "Hebr": "he", "Beng": "bn", "Taml": "ta",
    "Khmr": "km", "Laoo": "lo", "Mymr": "my",
}  # fmt: skip

_GRAM_LANGUAGES: Final = words("en es pt fr de it vi ms tr nl pl ro tl cs hu sv da no fi")
# Rare among buyers: they win by evidence, not by a few n-grams of a short message.
_RARE: Final = words("nl pl ro tl cs hu sv da no fi")
# Known to the word lists alone.
_ROMANISED: Final = ("hi", "ar")

# A word with a digit, an underscore or capitals and hyphens is a code; Arabizi's 2 3 5 6 7 9 inside words are not.
_ABBREVIATION = re.compile(rf"(?<![{_LATIN}0-9])[A-Z]{{2,4}}(?![{_LATIN}0-9])")
_WORD = re.compile(rf"[{_LATIN}]+(?:['’][{_LATIN}]+)*")
_CODE = re.compile(
    rf"(?<![{_LATIN}])(?:[A-Z]{{1,6}}[-_]?\d[A-Za-z0-9_\-]*|(?<!\d)(?<!\d[.,])\d++(?:[.,]\d++)*+[a-zA-Z]{{1,4}}|[A-Za-z]{{1,4}}-[A-Z0-9][A-Z0-9\-]*"
    rf"|(?:USB|usb)[ -]?[ABCabc]|[Tt][Yy][Pp][Ee][ -]?[ABCabc])(?![{_LATIN}0-9_])"
)
# A digit inside a lower-case word stands for an Arabic letter (ma7al, se3r); in front it must be a listed word.
_ARABIZI = re.compile(
    r"(?<![\w\-])(?!(?:usb|type|pd|qc|mp|hdmi|ip|iphone|v)\d)[a-z]+[235679][a-z]+(?:[235679][a-z]*)*(?![\w\-])"
)
_ARABIZI_FRONT = re.compile(r"(?<![\w\-])[235679][a-z][a-z0-9]+(?![\w\-])")
_SCRAPS: Final = 2  # letters
_BORROWED: Final = words("brand catalog catalogue cable logo model online order price sample shop wholesale")
_VIETNAMESE = re.compile("[ăđơưĂĐƠƯ\u1ea0-\u1ef9]")
_JAPANESE_ONLY = re.compile(
    "[価図売変発検払込働円駅広応対気実験覧読権仮単圧囲豊両総続経済帰様渋鉄黒]|見積|弊社|御社|納期|卸売"
)


@lru_cache(maxsize=4096)
def detect(text: str) -> LanguageGuess:
    """The language of one message, taken alone."""
    bare = _bare(text)
    weights = _script_weights(bare)
    latin, arabizi = _latin_words(bare)
    count = len(latin) + len(arabizi)
    best, heaviest = max(weights.items(), key=lambda item: item[1], default=("None", 0.0))
    if not weights and not count:
        any_word = _words(_CODE.sub(" ", bare))
        return LanguageGuess("en", "Latn", False, True) if any_word else _NOTHING
    if heaviest >= count * 0.8 and heaviest > 0:
        either = best == "Hani" and "の" in bare  # an ornament in Chinese, and in Japanese how a caption is put
        return LanguageGuess(_of_script(best, bare), best, heaviest > count * 1.25 and not either, False)
    guess = _latin(latin, arabizi, bare)
    if heaviest * 5 > count:  # a good part is in another script: which of the two leads is not plain
        return LanguageGuess(guess.code, guess.script, False, guess.neutral)
    return guess


def _bare(text: str) -> str:
    """``text`` without what belongs to no language: markers, addresses, connectors, capitals that abbreviate."""
    bare = plain(text)
    interfaces = find_interfaces(text)
    if interfaces:
        bare = blank(bare, ((interface.start, interface.end) for interface in interfaces if interface.raw.isascii()))
    return _ABBREVIATION.sub(" ", bare) if any(character.islower() for character in bare) else bare


def _words(text: str) -> list[str]:
    return [strip_marks(word.casefold()).replace("’", "'").replace("'", "") for word in _WORD.findall(text)]


def _latin_words(text: str) -> tuple[list[str], list[str]]:
    """The words in Latin letters that may tell the language, and those that only romanised Arabic has."""
    text = _CODE.sub(" ", text)
    arabizi: list[str] = []
    if any(character.isdigit() for character in text):
        lowered = text.lower()
        listed = LATIN_WORDS["ar"]
        arabizi = [word for word in _ARABIZI.findall(lowered) if len(word) > 3 or word in listed]
        arabizi += [word for word in _ARABIZI_FRONT.findall(lowered) if word in listed]
        text = _ARABIZI_FRONT.sub(" ", _ARABIZI.sub(" ", lowered))
    return [word for word in _words(text) if word not in NEUTRAL_WORDS], arabizi


def _script_weights(text: str) -> dict[Script, float]:
    """About how many words of each script but Latin there are."""
    if text.isascii():
        return {}
    letters: Counter[Script] = Counter()
    for match in _RUNS.finditer(text):
        name: Script = match.lastgroup  # type: ignore[assignment]
        count = sum(character.isalpha() for character in match[0])
        letters[name] += count if _PER_WORD[name] else bool(count)
    weights: dict[Script, float] = {name: count / (_PER_WORD[name] or 1) for name, count in letters.items() if count}
    kana, han = letters["Jpan"], letters["Hani"]
    if kana and han and (kana > 1 or "の" not in text):  # a lone の is an ornament in Chinese too
        weights["Jpan"] += weights.pop("Hani")
    return weights


def _of_script(script: Script, text: str) -> str:
    if script == "Hani":
        return "ja" if _JAPANESE_ONLY.search(text) else "zh"
    if script in _SOLE:
        return _SOLE[script]
    if script == "Cyrl":
        return "uk" if re.search("[іїєґІЇЄҐ]", text) else "ru"
    if script == "Arab":
        if re.search("[ٹڈڑںے]", text):
            return "ur"
        return "fa" if re.search("[یک]", text) and re.search("[پچگژ]|است|برای|چند|هست", text) else "ar"
    return "mr" if re.search("आहे|आणि|पाहिजे|किती", text) else "hi"


def _latin(tokens: list[str], arabizi: list[str], text: str) -> LanguageGuess:
    if _VIETNAMESE.search(text) and len(_VIETNAMESE.findall(text)) * 8 >= len(tokens):
        return LanguageGuess("vi", "Latn", True, False)
    hits = _hits(tokens, arabizi)
    grams = _grams(_CODE.sub(" ", text))
    trust = 0.75 if len(tokens) <= 4 else 0.55
    scores = {
        code: trust * hits.get(code, 0.0)
        + (1 - trust) * (hits.get(code, 0.0) if code in ("hi", "ar") else grams.get(code, 0.0))
        for code in {*hits, *grams}
    }
    if not scores:
        return LanguageGuess("en", "Latn", False, True)
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0] != "en", item[0]))
    runner_up = ranked[1][1] if len(ranked) > 1 else 0.0
    best, score = ranked[0]
    known = best in hits or len(tokens) > 2  # n-grams are often sure of a single word, and as often wrong
    listed = sum(best in _index().get(token, ()) for token in tokens)
    agreed = max(grams, key=lambda code: grams[code], default=best) == best
    if len(tokens) <= 3 and listed < len(tokens) and not agreed:
        known = False  # one known word beside unknown ones ("Gesamtkatalog pls")
    if max(map(len, tokens), default=0) <= _SCRAPS and not arabizi:
        known = False  # nothing but scraps of words ("co catalog k shop")
    own = [token for token in tokens if token not in _BORROWED]
    if best == "en" and not arabizi and (len(tokens) == 1 or max(map(len, own), default=0) <= _SCRAPS):
        known = False  # a borrowed trade word ("price") stands in every language, and scraps of words beside it
    return LanguageGuess(best, "Latn", known and score > 1.25 * runner_up + 0.05, False)


def _hits(tokens: list[str], arabizi: list[str]) -> dict[str, float]:
    """Per language the share of the words that its list has; a word of several lists counts for each in part."""
    index = _index()
    hits: dict[str, float] = {}
    for word in tokens:
        codes = index.get(word, ())
        for code in codes:
            strength = 2.0 if word in STRONG_WORDS.get(code, ()) else 1.0
            hits[code] = hits.get(code, 0.0) + strength / len(codes)
    if arabizi:
        hits["ar"] = hits.get("ar", 0.0) + 2.0 * len(arabizi)
    total = len(tokens) + len(arabizi)
    return {code: value / total for code, value in hits.items()}


@lru_cache(maxsize=1)
def _index() -> dict[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for code, listed in LATIN_WORDS.items():
        for word in {strip_marks(word) for word in listed}:
            index[word] = (*index.get(word, ()), code)
    return index


def _grams(text: str) -> dict[str, float]:
    """The n-gram detector's scores, 0 to 1."""
    found = _detector().detect_details(text.lower()).scores
    scores = {code: score * (0.75 if code in _RARE else 1.0) for code, score in found.items()}
    if "ms" in scores:
        scores["id"] = max(scores.pop("ms"), scores.get("id", 0.0))
    return scores


class _Detector(Protocol):
    def detect_details(self, text: str) -> Any: ...


@lru_cache(maxsize=1)
def _detector() -> _Detector:
    import eldc  # 21 MB of n-grams: only who meets a text in Latin letters pays for them

    eldc.init()
    eldc.set_languages(",".join(_GRAM_LANGUAGES))
    eldc.set_scores(len(_GRAM_LANGUAGES))
    detector: _Detector = eldc
    return detector


# Written the same in both, or a traditional form of its own beside the simplified one (后 里 面 …): no evidence.
_AMBIGUOUS: Final = frozenset(
    "后里台只干系面谷余云丑斗范姜借克了咸松郁症几冬划千卷吁合向回困夸奸家岩布征志愈折才扎出据挂杯板极梁注淀游准涂凶杠累"
    "秋秘种签粗纤蔑葱蒙表术冲仆朴朱别制复于么尽当发汇历钟须胡药苏辟饥采淀着著乾徵藉瞭覆蘋於適沈徵拼帘吊御周刮致凄喂占"
    "群峰床为启污床晒鲶柜踪杰线恒针粘搜抵峰痴"
)


def chinese_variant(text: str) -> ChineseVariant:
    """Whether a Chinese text is written in simplified or traditional characters; ``neutral`` where nothing shows it.

    Characters that are legitimate in both are no evidence; of a mixture the majority counts, and a balance shows
    nothing. Japanese is neutral.
    """
    if not HAN.search(text) or re.search("[\u3041-\u3096\u30a1-\u30fa]", text):
        return "neutral"
    found = Counter(_variant_of(character) for character in HAN.findall(text))
    traditional, simplified = found["traditional"], found["simplified"]
    if traditional == simplified:
        return "neutral"
    return "traditional" if traditional > simplified else "simplified"


@cache
def _variant_of(character: str) -> ChineseVariant:
    if character in _AMBIGUOUS:
        return "neutral"
    if convert_chinese(character, "t2s") != character:
        return "traditional"
    return "simplified" if convert_chinese(character, "s2t") != character else "neutral"
