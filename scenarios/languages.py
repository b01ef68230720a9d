"""What a buyer of each language is like: where he is, what his name looks like, which languages he may switch to."""

from __future__ import annotations

from dataclasses import dataclass

from evaluator.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class BuyerLocale:
    """A buyer's locale. ``faker`` names people and companies; ``dial`` starts his phone number."""

    faker: str
    country: str
    timezone: str
    dial: str


# ar_EG and ar_AE give English names, ar_SA Arabic ones.
_LOCALES: dict[str, BuyerLocale] = {
    "en": BuyerLocale("en_US", "US", "America/New_York", "+1"),
    "zh-Hans": BuyerLocale("zh_CN", "CN", "Asia/Shanghai", "+86"),
    "zh-Hant": BuyerLocale("zh_TW", "TW", "Asia/Taipei", "+886"),
    "vi": BuyerLocale("vi_VN", "VN", "Asia/Ho_Chi_Minh", "+84"),
    "vi-ascii": BuyerLocale("vi_VN", "VN", "Asia/Ho_Chi_Minh", "+84"),
    "es": BuyerLocale("es_ES", "ES", "Europe/Madrid", "+34"),
    "ar": BuyerLocale("ar_SA", "SA", "Asia/Riyadh", "+966"),
    "ru": BuyerLocale("ru_RU", "RU", "Europe/Moscow", "+7"),
    "fr": BuyerLocale("fr_FR", "FR", "Europe/Paris", "+33"),
    "de": BuyerLocale("de_DE", "DE", "Europe/Berlin", "+49"),
    "pt": BuyerLocale("pt_BR", "BR", "America/Sao_Paulo", "+55"),
    "ja": BuyerLocale("ja_JP", "JP", "Asia/Tokyo", "+81"),
    "ko": BuyerLocale("ko_KR", "KR", "Asia/Seoul", "+82"),
    "th": BuyerLocale("th_TH", "TH", "Asia/Bangkok", "+66"),
    "id": BuyerLocale("id_ID", "ID", "Asia/Jakarta", "+62"),
    "tr": BuyerLocale("tr_TR", "TR", "Europe/Istanbul", "+90"),
    "hi": BuyerLocale("hi_IN", "IN", "Asia/Kolkata", "+91"),
}
_FALLBACK = BuyerLocale("en_US", "US", "America/New_York", "+1")
VIETNAMESE = frozenset({"vi", "vi-ascii"})


def buyer_locale(language: str, faker: str | None = None) -> BuyerLocale:
    """Where a buyer of ``language`` is; ``faker`` is the locale that the phrase file of an unlisted one names."""
    known = _LOCALES.get(language)
    if known is not None:
        return known
    if faker is None:
        return _FALLBACK
    country = faker.partition("_")[2] or _FALLBACK.country
    return BuyerLocale(faker, country, "UTC", "+00")


def locale_of_country(country: str) -> BuyerLocale | None:
    """The locale of a country's buyers, for templates that put the buyer somewhere else than his language does."""
    return next((locale for locale in _LOCALES.values() if locale.country == country), None)


def base_of(language: str) -> str:
    """The language without script or spelling: ``zh`` of ``zh-Hant``, ``vi`` of ``vi-ascii``."""
    return language.partition("-")[0]


def switched(language: str, available: tuple[str, ...], choice: int) -> str:
    """The language that a buyer switches to midway: one of another base language, by ``choice``.

    Raises :class:`NotFoundError` where there is no other.
    """
    others = [code for code in available if base_of(code) != base_of(language)]
    if not others:
        raise NotFoundError(f"no language to switch to from {language!r}: only {', '.join(available)} available")
    return others[choice % len(others)]
