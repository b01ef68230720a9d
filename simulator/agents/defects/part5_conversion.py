"""Defects of stage 5.1: M-101 (pictures), M-102 (information after the posters), M-103 (converted already)."""

from __future__ import annotations

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part5_parts import (
    colleague_hit,
    converting,
    first_decision,
    information,
    own_pictures,
    picture_hit,
    told_hit,
)
from simulator.agents.defects.registry import opportunity_defect
from simulator.agents.reference.opportunity import OpportunitySituation, Output

_SMALL = 100


@opportunity_defect("M-101.check_1", "blatant", "a picture never converts")
def blind_to_pictures(output: Output, situation: OpportunitySituation) -> Output:
    """Whatever it shows."""
    return converting(output, False) if first_decision(situation) and picture_hit(situation) else output


@opportunity_defect("M-101.check_1", "plausible", "a picture converts only with something said beside it")
def picture_needs_words(output: Output, situation: OpportunitySituation) -> Output:
    """Where the message says nothing of the business, the picture is not enough."""
    waits = first_decision(situation) and picture_hit(situation) and not information(situation)
    return converting(output, False) if waits else output


@opportunity_defect("M-101.check_1", "subtle", "chargers and boxes are not counted as goods")
def narrow_eye(output: Output, situation: OpportunitySituation) -> Output:
    """A cable is needed in the picture."""
    missed = any({"charger", "packaging", "connector"} & set(picture.labels) for picture in own_pictures(situation))
    return converting(output, False) if first_decision(situation) and missed else output


@opportunity_defect("M-101.check_2", "blatant", "any picture of the customer's converts")
def any_picture(output: Output, situation: OpportunitySituation) -> Output:
    """A view of the sea as well."""
    return converting(output, True) if first_decision(situation) and own_pictures(situation) else output


@opportunity_defect("M-101.check_2", "plausible", "a picture that was not recognised converts")
def unseen_picture(output: Output, situation: OpportunitySituation) -> Output:
    """It is taken for what he says it is."""
    unseen = any(picture.status != "ok" for picture in own_pictures(situation))
    return converting(output, True) if first_decision(situation) and unseen else output


@opportunity_defect("M-101.check_2", "subtle", "a blurred picture converts, a failed one does not")
def blurred_picture(output: Output, situation: OpportunitySituation) -> Output:
    """Uncertain counts as likely."""
    blurred = any(picture.status == "uncertain" for picture in own_pictures(situation))
    return converting(output, True) if first_decision(situation) and blurred else output


@opportunity_defect("M-101.check_3", "blatant", "a colleague's picture converts")
def colleagues_picture(output: Output, situation: OpportunitySituation) -> Output:
    """Whose it is is not looked at."""
    return converting(output, True) if first_decision(situation) and colleague_hit(situation) else output


@opportunity_defect("M-101.check_3", "subtle", "a colleague's picture makes up for one of the customer's that failed")
def colleague_makes_up(output: Output, situation: OpportunitySituation) -> Output:
    """Only where he sent a picture before that could not be read."""
    earlier = [
        picture
        for turn in situation.reading.history
        for message in turn.customer_messages
        for picture in message.pictures
    ]
    failed = any(picture.status != "ok" for picture in earlier)
    wrong = first_decision(situation) and colleague_hit(situation) and failed
    return converting(output, True) if wrong else output


@opportunity_defect("M-101.edge_1", "blatant", "a QR code that cannot be read does not convert")
def unread_code(output: Output, situation: OpportunitySituation) -> Output:
    """That there is one is not enough."""
    code = any("qr_code" in picture.labels for picture in own_pictures(situation))
    return converting(output, False) if first_decision(situation) and code else output


@opportunity_defect("M-101.edge_2", "blatant", "a view converts")
def view_converts(output: Output, situation: OpportunitySituation) -> Output:
    """A picture is a picture."""
    view = any("scenery" in picture.labels for picture in own_pictures(situation))
    return converting(output, True) if first_decision(situation) and view else output


@opportunity_defect("M-102.check_1", "blatant", "information converts before any posters went out")
def before_the_posters(output: Output, situation: OpportunitySituation) -> Output:
    """From the second turn on, whatever was sent."""
    reading = situation.reading
    early = first_decision(situation) and reading.number > 1 and not reading.posters_before
    return converting(output, True) if early and information(situation) else output


@opportunity_defect("M-102.check_1", "plausible", "posters that were not published count as sent")
def unpublished_posters(output: Output, situation: OpportunitySituation) -> Output:
    """They were written, and so they are out."""
    reading = situation.reading
    lost = any(turn.reply is None for turn in reading.history[:-1])
    early = first_decision(situation) and lost and not reading.posters_before
    return converting(output, True) if early and information(situation) else output


@opportunity_defect("M-102.check_1", "subtle", "a price asked for in the turn of the posters converts")
def same_turn(output: Output, situation: OpportunitySituation) -> Output:
    """They are about to go out, and the price counts at once."""
    reading = situation.reading
    early = first_decision(situation) and reading.number > 1 and not reading.posters_before
    return converting(output, True) if early and information(situation, Act.ASKS_PRICE) else output


@opportunity_defect("M-102.check_2", "blatant", "nothing said after the posters converts")
def deaf_after_posters(output: Output, situation: OpportunitySituation) -> Output:
    """Only pictures do."""
    return converting(output, False) if first_decision(situation) and told_hit(situation) else output


@opportunity_defect("M-102.check_2", "plausible", "a mere question of price or minimum does not convert")
def questions_do_not_count(output: Output, situation: OpportunitySituation) -> Output:
    """A statement is waited for."""
    asked = information(situation, Act.ASKS_PRICE, Act.ASKS_MOQ)
    only = bool(asked) and len(asked) == len(information(situation))
    return converting(output, False) if first_decision(situation) and told_hit(situation) and only else output


@opportunity_defect("M-102.check_2", "subtle", "a quantity below the minimum does not convert")
def small_quantity(output: Output, situation: OpportunitySituation) -> Output:
    """Too few to be worth it."""
    small = any(
        (act.value or "").isdigit() and int(act.value or 0) < _SMALL
        for act in information(situation, Act.STATES_QUANTITY)
    )
    return converting(output, False) if first_decision(situation) and told_hit(situation) and small else output


@opportunity_defect("M-102.check_3", "blatant", "any message after the posters converts")
def anything_after_posters(output: Output, situation: OpportunitySituation) -> Output:
    """A mere OK as well."""
    after = first_decision(situation) and situation.reading.posters_before
    return converting(output, True) if after else output


@opportunity_defect("M-102.check_3", "plausible", "calling himself a buyer, or one piece of his own, converts")
def any_buyer(output: Output, situation: OpportunitySituation) -> Output:
    """Whoever wants to buy is business."""
    after = first_decision(situation) and situation.reading.posters_before
    buys = situation.reading.does(Act.STATES_BUYING, Act.STATES_PERSONAL_USE)
    return converting(output, True) if after and buys else output


@opportunity_defect("M-102.check_3", "subtle", "what was said before the posters counts when it is said again")
def said_again(output: Output, situation: OpportunitySituation) -> Output:
    """It is not compared with what was known."""
    after = first_decision(situation) and situation.reading.posters_before
    return converting(output, True) if after and information(situation) else output


@opportunity_defect("M-103.check_1", "blatant", "a converted lead is converted again in every run")
def converts_again(output: Output, situation: OpportunitySituation) -> Output:
    """The status is not looked at."""
    return converting(output, True) if situation.converted else output


@opportunity_defect("M-103.check_1", "plausible", "new evidence converts a converted lead again")
def evidence_again(output: Output, situation: OpportunitySituation) -> Output:
    """Only on a picture, or on information after the posters."""
    again = situation.phase == "inbound" and situation.converted and situation.hit_now
    return converting(output, True) if again else output


@opportunity_defect("M-103.check_1", "subtle", "the re-check confirms the conversion once more")
def confirmed_again(output: Output, situation: OpportunitySituation) -> Output:
    """Only after a reply."""
    return converting(output, True) if situation.phase == "after_reply" and situation.converted else output


@opportunity_defect("M-103.edge_1", "blatant", "a converted lead is converted again at the takeover")
def again_at_takeover(output: Output, situation: OpportunitySituation) -> Output:
    """Where a human takes over, both are set."""
    return converting(output, True) if situation.converted and output.decision.takeover else output
