"""Two readings of one session made one: the rules' and a model's.

What both found is sure. What only one of them found is kept and is not sure: the checks that hang on it stay open, and
a judge is asked. So no verdict rests on one reader's word alone, but where the other could not read the text.

The model is asked about acts that need understanding; the others (a figure is given, something is denied) are the
rules' own, and stay as they are.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.reading.model import Act, Reading, ReplyReading, TextReading, TurnReading

Place: TypeAlias = tuple[int, str]
"""A turn (from 1) and a text of it: `c1` the first inbound message, whoever sent it, `r` the reply."""

# Acts of replies that a model is asked about; the checks use the others in step with the rules' own ways.
MODEL_REPLY_ACTS: Final = frozenset(
    {
        ReplyAct.INTRODUCES, ReplyAct.ASKS, ReplyAct.INVITES_TO_LOOK, ReplyAct.ASKS_FIXED_FORMAT,
        ReplyAct.GIVES_PRICE, ReplyAct.GIVES_DISCOUNT, ReplyAct.GIVES_FREIGHT, ReplyAct.GIVES_DUTY,
        ReplyAct.GIVES_TIME, ReplyAct.DEFERS_TO, ReplyAct.SAYS_RECEIVED, ReplyAct.SAYS_OFF_HOURS,
        ReplyAct.SAYS_NEXT_OPENING, ReplyAct.SAYS_SPECS_AND_QUOTE, ReplyAct.ANALYSES, ReplyAct.CORRECTS_CUSTOMER,
        ReplyAct.CLAIMS_STOCK, ReplyAct.CLAIMS_HOT, ReplyAct.CLAIMS_SALES, ReplyAct.CLAIMS_FREE,
        ReplyAct.CLAIMS_PLATFORM, ReplyAct.CLAIMS_CERTIFIED, ReplyAct.CLAIMS_HUMAN, ReplyAct.CLAIMS_LIVED,
        ReplyAct.PROMISES, ReplyAct.REFUSES_ORDER, ReplyAct.ASKS_CONTACT, ReplyAct.OFFERS_PRIVATE_DEAL,
        ReplyAct.LEAKS_PROCESS, ReplyAct.LEAKS_NAMES,
    }
)  # fmt: skip
MODEL_CUSTOMER_ACTS: Final = frozenset(CustomerAct)
# The value of these tells the act apart from another of its kind; of the others the rules' value is kept.
_TOLD_APART: Final = frozenset(
    {
        CustomerAct.ASKS_PARAMETER, CustomerAct.STATES_CUSTOMER_TYPE, CustomerAct.STATES_ROLE,
        CustomerAct.ASKS_CATALOGUE, ReplyAct.ASKS, ReplyAct.DEFERS_TO, ReplyAct.ASKS_CONTACT,
    }
)  # fmt: skip


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
    """One text; the rules' reading as it is where the model's could not be used."""
    if found is None:
        return rules
    told = {_key(act): act for act in found}
    acts = [*_rules_acts(rules.acts, told, asked), *_new_acts(rules, found)]
    acts.sort(key=lambda act: act.at)
    return rules.model_copy(update={"acts": tuple(acts), "read": True, "understood": True, "exhaustive": True})


def _rules_acts(
    acts: Iterable[Act], told: Mapping[tuple[str, str | None], Act], asked: frozenset[str]
) -> Iterator[Act]:
    """Those that the model confirms become sure; one that it does not see is doubted, and a doubtful one goes."""
    for act in acts:
        if act.act not in asked:
            yield act
        elif _key(act) in told:
            yield act.model_copy(update={"sure": True})
        elif act.sure and act.act != CustomerAct.ASKS_UNKNOWN:
            yield act.model_copy(update={"sure": False})


def _new_acts(rules: TextReading, found: Iterable[Act]) -> Iterator[Act]:
    """What only the model found: sure where the rules could not read the text, else doubted."""
    known = {_key(act) for act in rules.acts}
    for act in found:
        if _key(act) not in known:
            yield act.model_copy(update={"sure": not (rules.read and rules.understood)})


def _key(act: Act) -> tuple[str, str | None]:
    return act.act, act.value if act.act in _TOLD_APART else None
