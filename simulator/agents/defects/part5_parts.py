"""What the opportunity assistant's defects are made of: changed booleans, another class, words in the output."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evaluator.ontology import BUSINESS_INFORMATION
from evaluator.ontology import CustomerAct as Act
from scenarios.phrases.meaning import MeantAct
from simulator.agents.protocols import PictureView
from simulator.agents.reference.opportunity import Intent, OpportunitySituation, Output, is_hit
from simulator.agents.render import wording

PARTING: Final = (Act.SAYS_GOODBYE, Act.THANKS, Act.ACKNOWLEDGES)


def converting(output: Output, convert: bool) -> Output:
    """The output with another ``shouldAutoConvert``."""
    return replace(output, decision=replace(output.decision, convert=convert))


def handing_over(output: Output, takeover: bool) -> Output:
    """The output with another ``shouldForceHumanTakeover``."""
    return replace(output, decision=replace(output.decision, takeover=takeover))


def classed(output: Output, intent: Intent) -> Output:
    """The output with another ``conversationIntent``."""
    return replace(output, decision=replace(output.decision, intent=intent))


def saying(output: Output, situation: OpportunitySituation, key: str) -> Output:
    """The output with a sentence of the defects' texts before its JSON."""
    words = wording("defects", key, situation.reading.language, {}, situation.reading.salt)
    return replace(output, raw=f"{words}\n{output.text}")


def first_decision(situation: OpportunitySituation) -> bool:
    """An inbound run on a lead that is not converted: the only one that may convert."""
    return situation.phase == "inbound" and not situation.converted


def own_pictures(situation: OpportunitySituation) -> tuple[PictureView, ...]:
    """The customer's own pictures of this turn."""
    return tuple(picture for picture in situation.recognitions if picture.sender == "customer")


def picture_hit(situation: OpportunitySituation) -> bool:
    """Whether a picture of the customer's own is evidence in this turn."""
    return any(is_hit(picture) for picture in own_pictures(situation))


def colleague_hit(situation: OpportunitySituation) -> bool:
    """Whether a colleague's picture of this turn shows what would be evidence from the customer."""
    return any(picture.sender == "staff" and is_hit(picture) for picture in situation.recognitions)


def told_hit(situation: OpportunitySituation) -> bool:
    """Whether what was said after the posters, and no picture, is the evidence of this turn."""
    return situation.hit_now and not picture_hit(situation)


def information(situation: OpportunitySituation, *kinds: Act) -> tuple[MeantAct, ...]:
    """The business information in this turn's messages: of these kinds, or of all."""
    wanted = set(kinds) or set(BUSINESS_INFORMATION)
    return tuple(act for act in situation.reading.acts if act.act in wanted)
