"""The inquiry form: what the buyer disclosed so far, and which field the platform would like asked next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from evaluator.ontology import CustomerAct
from scenarios.phrases.meaning import MeantAct
from scenarios.templates import Form as FormSetting

# The order in which the platform asks for fields; `nextPendingField` is the first that is empty.
FORM_KEYS: Final = (
    "customer_type",
    "buyer_role",
    "product",
    "interface",
    "appearance",
    "power",
    "length",
    "quantity",
    "packaging",
    "customization",
    "target_market",
    "company",
    "website",
    "position",
    "city",
    "country",
)
_DISCLOSES: Final[dict[CustomerAct, str]] = {
    CustomerAct.STATES_CUSTOMER_TYPE: "customer_type",
    CustomerAct.STATES_ROLE: "buyer_role",
    CustomerAct.NAMES_MODEL: "product",
    CustomerAct.STATES_INTERFACE: "interface",
    CustomerAct.STATES_APPEARANCE: "appearance",
    CustomerAct.CHOOSES_STYLE: "appearance",
    CustomerAct.STATES_POWER: "power",
    CustomerAct.STATES_LENGTH: "length",
    CustomerAct.STATES_QUANTITY: "quantity",
    CustomerAct.STATES_PACKAGING: "packaging",
    CustomerAct.STATES_MARKET: "target_market",
    CustomerAct.STATES_COMPANY: "company",
    CustomerAct.STATES_BUSINESS: "company",
}
_UNNAMED: Final = "as chosen"  # a look that the buyer pointed at without a name


class Form:
    """The form of one conversation. ``setting`` is how a scenario wants it to differ from what was disclosed."""

    def __init__(self, setting: FormSetting) -> None:
        self._setting = setting
        self._values: dict[str, Any] = dict(setting.values)

    @property
    def absent(self) -> bool:
        """Whether the platform gives neither the form nor a pending field."""
        return self._setting.absent

    def snapshot(self) -> dict[str, Any]:
        """The form as it stands."""
        return {} if self.absent else dict(self._values)

    def update(self, values: Mapping[str, Any]) -> None:
        """Writes values into it (the tool ``inquiry_form_update``)."""
        self._values.update(values)

    def disclose(self, acts: Iterable[MeantAct]) -> None:
        """Takes in what the buyer said in a turn."""
        self._values.update(_disclosed(acts))

    def next_pending(self, acts: Iterable[MeantAct]) -> str | None:
        """The field to ask next, given what the turn's messages disclose; a stale form does not know that yet."""
        if self.absent:
            return None
        if self._setting.pending is not None:
            return self._setting.pending
        known = dict(self._values) if self._setting.stale else {**self._values, **_disclosed(acts)}
        return next((key for key in FORM_KEYS if known.get(key) in (None, "")), None)


def _disclosed(acts: Iterable[MeantAct]) -> dict[str, str]:
    return {_DISCLOSES[act.act]: act.value or _UNNAMED for act in acts if act.act in _DISCLOSES}
