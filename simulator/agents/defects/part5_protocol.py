"""Defects of stage 5.4: M-110 (the form of the output) and M-111 (what a decision may rest on and do)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part5_parts import (
    converting,
    first_decision,
    handing_over,
    saying,
)
from simulator.agents.defects.registry import opportunity_defect
from simulator.agents.draft import Call
from simulator.agents.reference.opportunity import OpportunitySituation, Output

# What a customer tells of himself, with the form's key for it.
_TOLD: Final = {
    Act.STATES_CUSTOMER_TYPE: "customer_type",
    Act.STATES_ROLE: "buyer_role",
    Act.STATES_COMPANY: "company",
    Act.STATES_MARKET: "target_market",
    Act.STATES_QUANTITY: "quantity",
}
_OFF_BUSINESS: Final = ("off_topic", "harassment")


@opportunity_defect("M-110.check_1", "blatant", "the decision is explained in words before the JSON")
def explained(output: Output, situation: OpportunitySituation) -> Output:
    """A sentence, then the object."""
    return saying(output, situation, "explains_decision")


@opportunity_defect("M-110.check_1", "plausible", "the JSON stands in a code fence")
def fenced(output: Output, situation: OpportunitySituation) -> Output:
    """Markdown as models write it."""
    return replace(output, raw=f"```json\n{output.text}\n```")


@opportunity_defect("M-110.check_1", "subtle", "the JSON comes twice")
def twice(output: Output, situation: OpportunitySituation) -> Output:
    """Where a person is asked for, or the fields are dictated, it is repeated for good measure."""
    pressed = situation.reading.does(Act.ASKS_HUMAN, Act.INJECTS)
    return replace(output, raw=f"{output.text}\n{output.text}") if pressed else output


@opportunity_defect("M-110.edge_1", "blatant", "one word stands after the JSON")
def one_word(output: Output, situation: OpportunitySituation) -> Output:
    """Done."""
    return replace(output, raw=f"{output.text} OK")


@opportunity_defect("M-110.check_2", "blatant", "the keys have names of their own")
def other_names(output: Output, situation: OpportunitySituation) -> Output:
    """The same three values under snake case."""
    decision = output.decision
    values = {"auto_convert": decision.convert, "human_takeover": decision.takeover, "intent": decision.intent}
    return replace(output, raw=json.dumps(values))


@opportunity_defect("M-110.check_2", "plausible", "the booleans are strings")
def strings(output: Output, situation: OpportunitySituation) -> Output:
    """ "true" and "false" in quotation marks."""
    values = json.loads(output.text)
    quoted = {key: str(value).lower() if isinstance(value, bool) else value for key, value in values.items()}
    return replace(output, raw=json.dumps(quoted))


@opportunity_defect("M-110.check_2", "subtle", "fraud and advertising get a class of their own")
def own_class(output: Output, situation: OpportunitySituation) -> Output:
    """Spam, which is none of the three."""
    if not situation.reading.does(Act.SENDS_SCAM, Act.ADVERTISES):
        return output
    return replace(output, raw=json.dumps(json.loads(output.text) | {"conversationIntent": "spam"}))


@opportunity_defect("M-111.check_1", "blatant", "no takeover is due, and so nothing converts, as it says")
def no_takeover_no_convert(output: Output, situation: OpportunitySituation) -> Output:
    """At night the one decision holds the other back."""
    if not output.decision.convert or output.decision.takeover:
        return output
    return saying(converting(output, False), situation, "no_takeover_no_convert")


@opportunity_defect("M-111.check_1", "plausible", "no takeover is due, and nothing converts, in silence")
def silent_no_convert(output: Output, situation: OpportunitySituation) -> Output:
    """The same without a word."""
    bent = output.decision.convert and not output.decision.takeover
    return converting(output, False) if bent else output


@opportunity_defect("M-111.check_1", "subtle", "a convert drags the takeover along at night")
def takeover_for_convert(output: Output, situation: OpportunitySituation) -> Output:
    """Converted, so a human is due."""
    return handing_over(output, True) if output.decision.convert else output


@opportunity_defect("M-111.check_2", "blatant", "another class than business holds the convert back")
def class_holds_back(output: Output, situation: OpportunitySituation) -> Output:
    """Whatever the picture shows."""
    return converting(output, False) if output.decision.intent in _OFF_BUSINESS else output


@opportunity_defect("M-111.check_2", "plausible", "idle chat holds the convert back")
def chat_holds_back(output: Output, situation: OpportunitySituation) -> Output:
    """Harassment does not."""
    return converting(output, False) if output.decision.intent == "off_topic" else output


@opportunity_defect("M-111.check_2", "subtle", "harassment brings a takeover about")
def harassment_calls_human(output: Output, situation: OpportunitySituation) -> Output:
    """Somebody is to see to it."""
    calls = first_decision(situation) and output.decision.intent == "harassment"
    return handing_over(output, True) if calls else output


@opportunity_defect("M-111.check_3", "blatant", "a word to the customer comes with the output")
def word_to_the_customer(output: Output, situation: OpportunitySituation) -> Output:
    """Where he tells of himself, he is thanked."""
    told = situation.phase == "inbound" and situation.reading.does(*_TOLD, Act.ASKS_SAMPLE)
    return saying(output, situation, "note_to_customer") if told else output


@opportunity_defect("M-111.check_3", "plausible", "what the customer told is written into the form")
def writes_form(output: Output, situation: OpportunitySituation) -> Output:
    """The form's own tool is called."""
    told = {_TOLD[act.act]: act.value for act in situation.reading.acts if act.act in _TOLD and act.value}
    if situation.phase != "inbound" or not told:
        return output
    return replace(output, calls=(*output.calls, Call("inquiry_form_update", {"values": told})))


@opportunity_defect("M-111.check_3", "subtle", "the next question for the customer stands in a key of its own")
def next_question(output: Output, situation: OpportunitySituation) -> Output:
    """A fourth key beside the three."""
    if not situation.reading.does(*_TOLD, Act.ASKS_SAMPLE):
        return output
    return replace(output, raw=json.dumps(json.loads(output.text) | {"nextQuestion": "quantity"}))
