"""What a message means to the reference agents: what the simulated buyer says that he meant.

Only a message without that (a buyer worded by a model, an imported conversation) is read with the evaluator's reader:
the reference must not judge by the very eyes that it is there to test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from evaluator.ontology import CustomerAct
from scenarios.phrases.meaning import CHINESE, Meant, MeantAct
from simulator.agents.protocols import HistoryMessage

Reader: TypeAlias = Callable[[HistoryMessage], Meant]


def understand(message: HistoryMessage, reader: Reader | None = None) -> Meant:
    """What a message means."""
    if message.meant is not None:
        return message.meant
    return (reader or read_message)(message)


def read_message(message: HistoryMessage) -> Meant:
    """The meaning of a message as the evaluator's rule reader sees it, unsure acts left out."""
    from evaluator.reading import RuleReader  # its lexicons take time to load, and few conversations need them
    from evaluator.session import Message, Turn

    turn = Turn(inbound=(Message(sender="customer", text=message.text),))
    reading = RuleReader().read_turn(turn, 1, ()).messages[0]
    acts = tuple(MeantAct(CustomerAct(act.act), act.value) for act in reading.acts if act.sure)
    return Meant(_phrase_language(reading.language, reading.variant), acts)


def _phrase_language(language: str | None, variant: str | None) -> str | None:
    scripts = {"traditional": "zh-Hant", "simplified": "zh-Hans"}
    return scripts.get(variant or "", CHINESE) if language == CHINESE else language
