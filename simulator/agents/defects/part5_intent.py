"""Defects of M-109: the class of the conversation."""

from __future__ import annotations

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part5_parts import classed, converting, first_decision, handing_over
from simulator.agents.defects.registry import opportunity_defect
from simulator.agents.reference.opportunity import OpportunitySituation, Output


@opportunity_defect("M-109.check_1", "blatant", "harassment is called business")
def harassment_is_business(output: Output, situation: OpportunitySituation) -> Output:
    """Whatever kind it is of."""
    return classed(output, "business") if output.decision.intent == "harassment" else output


@opportunity_defect("M-109.check_1", "plausible", "advertising and fraud are called business")
def offers_are_business(output: Output, situation: OpportunitySituation) -> Output:
    """They speak of money, after all."""
    offers = situation.reading.does(Act.ADVERTISES, Act.SENDS_SCAM)
    return classed(output, "business") if output.decision.intent == "harassment" and offers else output


@opportunity_defect("M-109.check_1", "subtle", "a sexual advance or an insult is called off topic")
def advance_is_chat(output: Output, situation: OpportunitySituation) -> Output:
    """It has nothing to do with cables, so it strays."""
    strays = situation.reading.does(Act.SENDS_SEXUAL, Act.INSULTS)
    return classed(output, "off_topic") if output.decision.intent == "harassment" and strays else output


@opportunity_defect("M-109.check_2", "blatant", "idle chat is called harassment")
def chat_is_harassment(output: Output, situation: OpportunitySituation) -> Output:
    """He wastes our time."""
    return classed(output, "harassment") if output.decision.intent == "off_topic" else output


@opportunity_defect("M-109.check_2", "plausible", "idle chat is called business")
def chat_is_business(output: Output, situation: OpportunitySituation) -> Output:
    """Nothing speaks against it."""
    return classed(output, "business") if output.decision.intent == "off_topic" else output


@opportunity_defect("M-109.check_2", "subtle", "a task of another kind is called business")
def task_is_business(output: Output, situation: OpportunitySituation) -> Output:
    """He wants something done, so he is a customer."""
    return classed(output, "business") if situation.reading.does(Act.ASKS_OTHER_TASK) else output


@opportunity_defect("M-109.check_3", "blatant", "whatever is business is called off topic")
def business_is_chat(output: Output, situation: OpportunitySituation) -> Output:
    """From the second turn on."""
    later = situation.reading.number > 1 and output.decision.intent == "business"
    return classed(output, "off_topic") if later else output


@opportunity_defect("M-109.check_3", "plausible", "loud haggling is called harassment")
def haggling_is_harassment(output: Output, situation: OpportunitySituation) -> Output:
    """The tone decides."""
    return classed(output, "harassment") if situation.reading.does(Act.HAGGLES) else output


@opportunity_defect("M-109.check_3", "subtle", "a question about the factory, or a bare sign, is called off topic")
def no_buyer_is_chat(output: Output, situation: OpportunitySituation) -> Output:
    """No buyer speaks like that."""
    reading = situation.reading
    bare = bool(reading.acts) and all(act.act == Act.ACKNOWLEDGES for act in reading.acts)
    return classed(output, "off_topic") if bare or reading.does(Act.ASKS_COMPANY) else output


@opportunity_defect("M-109.check_4", "blatant", "beside another class than business nothing converts")
def class_forbids(output: Output, situation: OpportunitySituation) -> Output:
    """The class has the last word."""
    return converting(output, False) if output.decision.intent != "business" else output


@opportunity_defect("M-109.check_4", "plausible", "harassment does not convert")
def harassment_forbids(output: Output, situation: OpportunitySituation) -> Output:
    """Such people get no opportunity."""
    return converting(output, False) if output.decision.intent == "harassment" else output


@opportunity_defect("M-109.check_4", "subtle", "harassment hands over")
def harassment_hands_over(output: Output, situation: OpportunitySituation) -> Output:
    """A human is to deal with it."""
    hands = first_decision(situation) and output.decision.intent == "harassment"
    return handing_over(output, True) if hands else output
