"""Two readings of one session made one: the rules' and a model's.

What both found is sure. What only one of them found is kept and is not sure: the checks that hang on it stay open, and
a judge is asked. So no verdict rests on one reader's word alone, but where the other could not read the text.

The model is asked about acts that need understanding; the others (a figure is given, something is denied) are the
rules' own, and stay as they are. So a reply that the rules could not read stays unread for those: that the model says
nothing of them shows nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final, TypeAlias

from evaluator.ontology import MODEL_CUSTOMER_ACTS, MODEL_REPLY_ACTS, CustomerAct, ReplyAct
from evaluator.reading.model import Act, Reading, ReplyReading, TextReading, TurnReading

Place: TypeAlias = tuple[int, str]
"""A turn (from 1) and a text of it: `c1` the first inbound message, whoever sent it, `r` the reply."""

# The value of these tells the act apart from another of its kind; of the others the rules' value is kept.
_TOLD_APART: Final = frozenset(
    {
        CustomerAct.ASKS_PARAMETER, CustomerAct.STATES_CUSTOMER_TYPE, CustomerAct.STATES_ROLE,
        CustomerAct.ASKS_CATALOGUE, ReplyAct.ASKS, ReplyAct.DEFERS_TO, ReplyAct.ASKS_CONTACT,
    }
)  # fmt: skip
# Stated figures, on which verdicts hang.
_FIGURES: Final = frozenset({CustomerAct.STATES_QUANTITY, CustomerAct.STATES_POWER, CustomerAct.STATES_LENGTH})


def merge(rules: Reading, model: Mapping[Place, tuple[Act, ...]], reader: str) -> Reading:
    """The joint reading. `model` has an entry for each text that the model read, empty where it found nothing."""
    return rules.model_copy(
        update={"reader": reader, "turns": tuple(_turn(turn, model) for turn in rules.turns)},
    )


def _turn(turn: TurnReading, model: Mapping[Place, tuple[Act, ...]]) -> TurnReading:
    messages = tuple(
        _text(reading, model.get((turn.turn, f"c{index}")), MODEL_CUSTOMER_ACTS)
        for index, reading in enumerate(turn.messages, start=1)
    )
    reply = turn.reply
    if reply is not None:
        read = _text(reply, model.get((turn.turn, "r")), MODEL_REPLY_ACTS)
        assert isinstance(read, ReplyReading)
        reply = read
    return turn.model_copy(update={"messages": messages, "reply": reply})


def _text(rules: TextReading, found: tuple[Act, ...] | None, asked: frozenset[str]) -> TextReading:
    """One text; the rules' reading as it is where the model's could not be used, or says nothing of a text that the
    rules did not understand: a model that skips a text looks just like that."""
    if found is None or not (found or rules.understood):
        return rules
    acts = [*_rules_acts(rules.acts, found, asked), *_new_acts(rules, found, asked)]
    acts.sort(key=lambda act: act.at)
    whole = rules.understood or asked.issuperset(CustomerAct)
    update = {"acts": tuple(acts), "read": rules.read or whole, "understood": whole, "exhaustive": True}
    return rules.model_copy(update=update)


def _rules_acts(acts: Iterable[Act], found: tuple[Act, ...], asked: frozenset[str]) -> Iterator[Act]:
    """Those that the model confirms become sure; one that it does not see is doubted, and a doubtful one goes.

    A text of which the model says nothing at all keeps its doubtful ones: silence is thin evidence.
    """
    for act in acts:
        if act.act not in asked:
            yield act
            continue
        same = [other for other in found if _key(other) == _key(act)]
        if any(_agree(act, other) for other in same):
            yield act.model_copy(update={"sure": True})
        elif same or not found or (act.sure and act.act != CustomerAct.ASKS_UNKNOWN):
            yield act.model_copy(update={"sure": False})


def _new_acts(rules: TextReading, found: Iterable[Act], asked: frozenset[str]) -> Iterator[Act]:
    """What only the model found: sure where the rules could not read the text, else doubted."""
    known = {_key(act) for act in rules.acts}
    for act in dict.fromkeys(found):
        if act.act in asked and _key(act) not in known:
            yield act.model_copy(update={"sure": not (rules.read and rules.understood)})


def _key(act: Act) -> tuple[str, str | None]:
    return act.act, act.value if act.act in _TOLD_APART else None


def _agree(one: Act, other: Act) -> bool:
    """Whether two acts of a kind say the same, as far as figures go; wordings may differ."""
    if one.act not in _FIGURES or one.value is None or other.value is None:
        return True
    try:
        return Decimal(one.value) == Decimal(other.value)
    except InvalidOperation:
        return False
