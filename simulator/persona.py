"""Who the simulated buyer is: name, phone, company, mail, from Faker in his own locale, the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from evaluator.session import Customer
from scenarios.cases import Case
from scenarios.languages import BuyerLocale, buyer_locale, locale_of_country
from scenarios.phrases import load_phrases

if TYPE_CHECKING:
    from faker import Faker

_CHANNELS: Final = ("website", "whatsapp", "facebook", "landing_page")
_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class Persona:
    """The buyer: ``customer`` is what the platform shows of him, the rest what he may say."""

    customer: Customer
    company: str
    email: str


def persona_of(case: Case) -> Persona:
    """The buyer of a case. What the template fixes stands; the rest comes from his language's locale or his country."""
    fixed = case.template.customer
    language = case.levels["language"]
    at_home = buyer_locale(language, load_phrases(language).locale)
    locale = (locale_of_country(fixed.country) or at_home) if fixed.country else at_home
    random = case.random("persona")
    faker = _faker(locale.faker)
    faker.seed_instance(random.getrandbits(32))
    name, company, email = faker.name(), faker.company(), faker.ascii_company_email()
    customer = Customer(
        name=fixed.name or name,
        phone=fixed.phone or _phone(locale, random),
        country=fixed.country or locale.country,
        timezone=fixed.timezone or locale.timezone,
        channel=fixed.channel or random.choice(_CHANNELS),
    )
    return Persona(customer, company, email)


def _phone(locale: BuyerLocale, random: Random) -> str:
    return f"{locale.dial} " + "".join(str(random.randrange(1 if at == 0 else 0, 10)) for at in range(_DIGITS))


@cache
def _faker(locale: str) -> Faker:
    from faker import Faker  # a tenth of a second: only where someone needs a name

    return Faker(locale)
