"""Which values an act may carry. An act that is not listed carries none."""

from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from typing import Final, get_args

from evaluator.ontology import BUYER_ROLES, CUSTOMER_TYPES, CustomerAct, Department, Field, Parameter, ReplyAct
from evaluator.reading.model import Act
from evaluator.reading.reply import ANSWER_TOPICS
from evaluator.text.interfaces import End
from evaluator.text.units import UnitKind

_Fits = Callable[[str], bool]
_ENDS: Final[tuple[str, ...]] = get_args(End)
_A, _R = CustomerAct, ReplyAct


def _is_number(value: str) -> bool:
    try:
        return Decimal(value).is_finite()
    except InvalidOperation:
        return False


def _is_interface(value: str) -> bool:
    ends = value.split("-")
    return len(ends) <= 2 and all(end in _ENDS for end in ends) and ends == sorted(ends, key=_ENDS.index)


def _one_of(values: Iterable[str]) -> tuple[str, _Fits]:
    names = tuple(dict.fromkeys(str(value) for value in values))
    return "one of " + ", ".join(names), frozenset(names).__contains__


_NUMBER: Final = ("a number", _is_number)
_WORDS: Final = ("words", lambda value: bool(value.strip()))

# What is expected, and the test for it; `_OPTIONAL` may carry null too.
_VALUES: Final[dict[str, tuple[str, _Fits]]] = {
    _A.ASKS_CATALOGUE: _one_of(("full", "plain")),
    _A.ASKS_PARAMETER: _one_of(Parameter),
    _A.STATES_CUSTOMER_TYPE: _one_of(CUSTOMER_TYPES),
    _A.STATES_ROLE: _one_of(BUYER_ROLES),
    _A.STATES_QUANTITY: _NUMBER,
    _A.STATES_POWER: _NUMBER,
    _A.STATES_LENGTH: _NUMBER,
    _A.STATES_INTERFACE: ("one or two of " + ", ".join(_ENDS) + " in this order, joined by -", _is_interface),
    _A.STATES_APPEARANCE: _WORDS,
    _A.CHOOSES_STYLE: _WORDS,
    _A.NAMES_MODEL: _WORDS,
    _R.ASKS: _one_of(Field),
    _R.NAMES_DIRECTION: _one_of((*CUSTOMER_TYPES, "unknown")),
    _R.ANSWERS: _one_of(sorted(ANSWER_TOPICS)),
    _R.GIVES_PRICE: _NUMBER,
    _R.GIVES_FREIGHT: _NUMBER,
    _R.GIVES_DUTY: _NUMBER,
    _R.GIVES_TIME: _NUMBER,
    _R.GIVES_DISCOUNT: _NUMBER,
    _R.GIVES_NUMBER: _one_of((*get_args(UnitKind), "sample_fee")),
    _R.DEFERS_TO: _one_of(Department),
    _R.ASKS_CONTACT: _one_of(("wechat", "phone", "mail")),
    _R.CLAIMS_FREE: _one_of(("mold",)),
    _R.PROMISES: _one_of(("clearance",)),
    _R.CLAIMS_CERTIFIED: _one_of(("goods",)),
}
_OPTIONAL: Final = frozenset(
    {
        _A.STATES_INTERFACE, _A.STATES_APPEARANCE, _A.CHOOSES_STYLE, _R.GIVES_PRICE, _R.GIVES_FREIGHT, _R.GIVES_DUTY,
        _R.GIVES_TIME, _R.GIVES_DISCOUNT, _R.CLAIMS_FREE, _R.CLAIMS_CERTIFIED, _R.PROMISES,
    }
)  # fmt: skip


def expected_value(act: Act) -> str | None:
    """What an act's value should have been, or None where it fits."""
    known = _VALUES.get(act.act)
    if known is None:
        return None if act.value is None else "null"
    expected, fits = known
    optional = act.act in _OPTIONAL
    if (act.value is None and optional) or (act.value is not None and fits(act.value)):
        return None
    return f"{expected}, or null" if optional else expected
