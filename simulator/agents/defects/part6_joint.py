"""Defects of Part 6: where the two assistants do not see the same conversation."""

from __future__ import annotations

from dataclasses import replace

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part5_parts import (
    PARTING,
    colleague_hit,
    converting,
    first_decision,
    handing_over,
    information,
    picture_hit,
)
from simulator.agents.defects.parts import said
from simulator.agents.defects.registry import defect, opportunity_defect
from simulator.agents.draft import Draft, Line
from simulator.agents.reference.inquiry import Situation, write_ordinary
from simulator.agents.reference.opportunity import OpportunitySituation, Output, is_hit


@opportunity_defect("M-201.check_1", "blatant", "once products came up, the posters count as sent")
def posters_taken_for_granted(output: Output, situation: OpportunitySituation) -> Output:
    """They were due in an earlier turn; whether they went out is not looked at."""
    if not _without_posters(situation) or not information(situation):
        return output
    asked = any(act.act == Act.ASKS_PRODUCT for act in situation.reading.earlier_acts)
    return converting(output, True) if asked else output


@opportunity_defect("M-201.check_1", "plausible", "posters that were written and not published count as sent")
def unpublished(output: Output, situation: OpportunitySituation) -> Output:
    """The other assistant's draft is believed."""
    lost = any(turn.reply is None for turn in situation.reading.history[:-1])
    wrong = _without_posters(situation) and lost and bool(information(situation))
    return converting(output, True) if wrong else output


@opportunity_defect("M-201.check_2", "blatant", "a quantity converts without any posters")
def quantity_without_posters(output: Output, situation: OpportunitySituation) -> Output:
    """Serious enough, it seems."""
    told = bool(information(situation, Act.STATES_QUANTITY))
    return converting(output, True) if _without_posters(situation) and told else output


@opportunity_defect("M-201.check_2", "plausible", "a product's own picture counts as the posters")
def any_image(output: Output, situation: OpportunitySituation) -> Output:
    """An image went out, and information follows."""
    shown = any("[IMAGE:" in reply for reply in situation.reading.replies)
    wrong = _without_posters(situation) and shown and bool(information(situation))
    return converting(output, True) if wrong else output


@opportunity_defect("M-202.check_1", "blatant", "a hit at night hands over before the closing")
def before_the_closing(output: Output, situation: OpportunitySituation) -> Output:
    """At once, with the convert."""
    night = first_decision(situation) and situation.hit_now and not situation.reading.working
    return handing_over(output, True) if night else output


@opportunity_defect("M-202.check_1", "plausible", "the re-check hands over though the closing was lost")
def closing_lost(output: Output, situation: OpportunitySituation) -> Output:
    """That it was written is enough."""
    lost = situation.phase == "after_reply" and situation.brief.run.reply_published is False
    return handing_over(output, True) if lost and situation.hit_ever else output


@opportunity_defect("M-202.check_2", "blatant", "nobody takes over after the closing")
def closing_and_no_more(output: Output, situation: OpportunitySituation) -> Output:
    """It is left for the morning."""
    night = situation.phase == "after_reply" and not situation.reading.working
    return handing_over(output, False) if night else output


@opportunity_defect("M-202.check_2", "subtle", "after the closing a customer who takes his leave is not handed over")
def leave_taken(output: Output, situation: OpportunitySituation) -> Output:
    """Goodbye, thanks or OK ends it."""
    night = situation.phase == "after_reply" and not situation.reading.working
    return handing_over(output, False) if night and situation.reading.does(*PARTING) else output


@defect("M-203.check_1", "blatant", "converted at night, the chat goes on as by day")
def goes_on(draft: Draft, situation: Situation) -> Draft:
    """An ordinary reply in the place of the closing."""
    return write_ordinary(situation) if situation.handover_due else draft


@defect("M-203.check_1", "plausible", "what came in is noted, and the closing's other half is missing")
def half_closing(draft: Draft, situation: Situation) -> Draft:
    """Nothing of the hour, and nothing of what follows."""
    return replace(draft, lines=(said("closing", "half_closing"),)) if situation.handover_due else draft


@defect("M-203.check_1", "subtle", "a price asked for at night is answered before any closing")
def price_first(draft: Draft, situation: Situation) -> Draft:
    """Only where the price is asked."""
    asked = situation.handover_due and situation.reading.does(Act.ASKS_PRICE)
    return write_ordinary(situation) if asked else draft


@opportunity_defect("M-203.check_2", "blatant", "the status is not known, and it converts again")
def converts_twice(output: Output, situation: OpportunitySituation) -> Output:
    """In every run on a converted lead."""
    return converting(output, True) if situation.converted else output


@opportunity_defect("M-203.check_2", "plausible", "a new picture converts a converted lead")
def picture_twice(output: Output, situation: OpportunitySituation) -> Output:
    """Evidence is evidence."""
    again = situation.phase == "inbound" and situation.converted and picture_hit(situation)
    return converting(output, True) if again else output


@opportunity_defect("M-204.check_1", "blatant", "a picture waits for the posters")
def picture_waits(output: Output, situation: OpportunitySituation) -> Output:
    """Without them it is not enough."""
    waits = first_decision(situation) and picture_hit(situation) and not situation.reading.posters_before
    return converting(output, False) if waits else output


@opportunity_defect("M-204.check_1", "plausible", "a picture with nothing on the business beside it waits for more")
def picture_alone(output: Output, situation: OpportunitySituation) -> Output:
    """Where he only insults or greets, for instance."""
    waits = first_decision(situation) and picture_hit(situation) and not information(situation)
    return converting(output, False) if waits else output


@defect("M-204.check_2", "blatant", "an opening picture is passed on, and the first turn falls away")
def passed_on(draft: Draft, situation: Situation) -> Draft:
    """Neither name nor question."""
    if not _opening_picture(situation):
        return draft
    return Draft(draft.language, lines=(said("answer", "handed_to_sales"),))


@defect("M-204.check_2", "plausible", "an opening picture gets the closing by day")
def closed_at_once(draft: Draft, situation: Situation) -> Draft:
    """It has converted, so it is closed, whatever the context says."""
    if not _opening_picture(situation):
        return draft
    return Draft(draft.language, lines=(Line("closing", "closes_handover"),))


@defect("M-204.check_2", "subtle", "an opening picture is taken up instead of the introduction")
def look_first(draft: Draft, situation: Situation) -> Draft:
    """The look is noted and the interface asked for, as in a later turn."""
    if not _opening_picture(situation):
        return draft
    return Draft(
        draft.language, lines=(Line("note", "notes_look"), Line("question", "asks_interface", asks="interface"))
    )


@opportunity_defect("M-204.check_3", "blatant", "a colleague's picture converts")
def whose_picture(output: Output, situation: OpportunitySituation) -> Output:
    """Any cable in any picture."""
    return converting(output, True) if first_decision(situation) and colleague_hit(situation) else output


@opportunity_defect("M-204.check_3", "plausible", "a colleague's picture converts where the customer sent none himself")
def only_picture(output: Output, situation: OpportunitySituation) -> Output:
    """The only picture must be his."""
    own = [
        picture
        for turn in situation.reading.history
        for message in turn.customer_messages
        for picture in message.pictures
    ]
    wrong = first_decision(situation) and colleague_hit(situation) and not own
    return converting(output, True) if wrong else output


def _without_posters(situation: OpportunitySituation) -> bool:
    return first_decision(situation) and not situation.reading.posters_before


def _opening_picture(situation: Situation) -> bool:
    """The fixed first turn is due, and the customer opens with a picture that is evidence."""
    pictures = [picture for message in situation.reading.turn.customer_messages for picture in message.pictures]
    return situation.first and not situation.handover_due and any(is_hit(picture) for picture in pictures)
