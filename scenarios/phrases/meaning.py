"""What a buyer means by each phrase: the acts of the ontology, with their values.

The simulated buyer puts this beside each message, for the reference agents and for the record's ``simulation`` key.
No verdict may depend on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaluator.ontology import BUYER_ROLES, CUSTOMER_TYPES, CustomerAct, Parameter

# The language of Chinese words that are the same in both scripts.
CHINESE: Final = "zh"
_TYPE_KEY = "states_type_"
_ROLE_KEY = "states_role_"
_PARAMETER_KEY = "asks_parameter_"


@dataclass(frozen=True, slots=True)
class MeantAct:
    """One thing that a message does. ``about`` is the model that it speaks of, where it names one."""

    act: CustomerAct
    value: str | None = None
    about: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The act as the record's ``simulation`` holds it, without what is not there."""
        entry = {"act": str(self.act), "value": self.value, "about": self.about}
        return {key: value for key, value in entry.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Meant:
    """What the buyer meant by one message.

    ``language`` is that of its words: None where they have none of their own, :data:`CHINESE` where they are Chinese
    in characters that both scripts share.
    """

    language: str | None
    acts: tuple[MeantAct, ...]

    def as_json(self) -> dict[str, Any]:
        """The meaning as the record's ``simulation`` holds it."""
        return {"language": self.language, "acts": [act.as_json() for act in self.acts]}


# The slot that is an act's value, for keys whose act is called like the key.
_VALUES = {
    "states_quantity": "quantity",
    "states_interface": "interface",
    "states_power": "power",
    "states_length": "length",
    "states_market": "market",
    "states_company": "company",
    "gives_contact": "email",
    "names_model": "model",
    "asks_freight": "market",
    "asks_duty": "market",
    "asks_market_access": "market",
}
FACTORY: Final = "factory"
# Keys of Part 4 whose act is called otherwise; the value tells the special case of an act.
_ACTS: Final[dict[str, tuple[MeantAct, ...]]] = {
    "asks_price_range": (MeantAct(CustomerAct.ASKS_PRICE),),
    "asks_cif": (MeantAct(CustomerAct.ASKS_PRICE),),
    "asks_sample_freight": (MeantAct(CustomerAct.ASKS_SAMPLE), MeantAct(CustomerAct.ASKS_FREIGHT)),
    "asks_sample_choice": (MeantAct(CustomerAct.ASKS_SAMPLE),),
    "asks_transit": (MeantAct(CustomerAct.ASKS_SHIPPING, "transit"),),
    "asks_mould": (MeantAct(CustomerAct.ASKS_CUSTOMIZATION, "mould"),),
    "asks_proforma": (MeantAct(CustomerAct.ASKS_PAYMENT, "proforma"),),
    "demands_guarantee": (MeantAct(CustomerAct.ASKS_MARKET_ACCESS),),
    "asks_screenshot": (MeantAct(CustomerAct.ASKS_PLATFORM),),
    "asks_popular": (MeantAct(CustomerAct.ASKS_PRODUCT, "popular"),),
    "asks_source": (MeantAct(CustomerAct.INJECTS),),
    "proposes_private_deal": (MeantAct(CustomerAct.HAGGLES, "private"),),
    "offers_contact": (MeantAct(CustomerAct.GIVES_CONTACT, "offered"),),
    "asks_lived": (MeantAct(CustomerAct.ASKS_IDENTITY, "lived"),),
    "asks_persona": (MeantAct(CustomerAct.ASKS_OTHER_TASK, "persona"),),
}
_SPECS = (Parameter.POWER, Parameter.LENGTH, Parameter.MATERIAL)


def meaning_of(key: str, slots: Mapping[str, object], value: str | None = None) -> tuple[MeantAct, ...]:
    """The acts of a customer phrase. ``value`` is what a wordless one stands for (a look's description).

    Keys that say nothing of their own (``repeats``, ``pushes``, ``sends_image``, ``declines_to_say``,
    ``does_not_know``, ``wants_all_questions``, ``flatters``, ``wants_estimate``,
    ``says_local_time``) have no acts.
    """
    model = str(slots["model"]) if "model" in slots else None
    if key.startswith(_TYPE_KEY):
        return (MeantAct(CustomerAct.STATES_CUSTOMER_TYPE, _among(key.removeprefix(_TYPE_KEY), CUSTOMER_TYPES)),)
    if key.startswith(_ROLE_KEY):
        return (MeantAct(CustomerAct.STATES_ROLE, _among(key.removeprefix(_ROLE_KEY), BUYER_ROLES)),)
    if key.startswith(_PARAMETER_KEY):
        return (MeantAct(CustomerAct.ASKS_PARAMETER, key.removeprefix(_PARAMETER_KEY), model),)
    if key in _ACTS:
        return _ACTS[key]
    match key:
        case "asks_inches":
            return (MeantAct(CustomerAct.ASKS_PARAMETER, str(Parameter.LENGTH), model),)
        case "asks_internal_code":
            return (MeantAct(CustomerAct.INJECTS, about=model),)
        case "asks_difference":
            compared = (model, str(slots["other"]))
            return tuple(MeantAct(CustomerAct.ASKS_PARAMETER, str(Parameter.GENERAL), name) for name in compared)
        case "asks_specs":
            return tuple(MeantAct(CustomerAct.ASKS_PARAMETER, str(parameter), model) for parameter in _SPECS)
        case "asks_catalogue_plain":
            return (MeantAct(CustomerAct.ASKS_CATALOGUE, "plain"),)
        case "asks_catalogue_full" | "asks_catalogue_again":
            return (MeantAct(CustomerAct.ASKS_CATALOGUE, "full"),)
        case "asks_picture_of":
            return (MeantAct(CustomerAct.ASKS_PICTURE, about=model),)
        case "asks_video_of":
            return (MeantAct(CustomerAct.ASKS_VIDEO, about=model),)
        case "asks_factory_video":
            return (MeantAct(CustomerAct.ASKS_VIDEO, FACTORY),)
        case "asks_test":
            return (MeantAct(CustomerAct.ASKS_UNKNOWN, about=model),)
        case "corrects_interface":
            return (MeantAct(CustomerAct.STATES_INTERFACE, str(slots["new_interface"])),)
        case "shows_shop":
            return (MeantAct(CustomerAct.STATES_BUSINESS, str(slots["shop"])),)
        case "haggles_harshly":
            return (MeantAct(CustomerAct.HAGGLES),)
        case "injects_decision":
            return (MeantAct(CustomerAct.INJECTS),)
        case "asks_as_student":
            return (MeantAct(CustomerAct.ASKS_COMPANY),)
        case "chooses_item":
            return (MeantAct(CustomerAct.CHOOSES_STYLE, str(slots["item"])),)
    if key not in set(CustomerAct):
        return ()
    slot = _VALUES.get(key)
    return (MeantAct(CustomerAct(key), str(slots[slot]) if slot else value),)


def _among(value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(f"{value!r} is none of {', '.join(known)}")
    return value
