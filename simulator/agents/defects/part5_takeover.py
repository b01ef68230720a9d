"""Defects of stage 5.2: M-104 (hits by day), M-105 (hits at night), M-106 (a person is asked for), M-107 (re-check)."""

from __future__ import annotations

from evaluator.ontology import CustomerAct as Act
from simulator.agents.defects.part5_parts import (
    PARTING,
    converting,
    first_decision,
    handing_over,
    picture_hit,
    told_hit,
)
from simulator.agents.defects.registry import opportunity_defect
from simulator.agents.reference.opportunity import OpportunitySituation, Output


@opportunity_defect("M-104.check_1", "blatant", "a hit by day does not hand over")
def no_takeover_by_day(output: Output, situation: OpportunitySituation) -> Output:
    """It converts, and the chat goes on."""
    return handing_over(output, False) if _hit_by_day(situation) else output


@opportunity_defect("M-104.check_1", "plausible", "a picture by day converts without a takeover")
def picture_can_wait(output: Output, situation: OpportunitySituation) -> Output:
    """What he wants is to be asked first."""
    return handing_over(output, False) if _hit_by_day(situation) and picture_hit(situation) else output


@opportunity_defect("M-104.check_1", "subtle", "a customer who takes his leave is not handed over")
def gone_already(output: Output, situation: OpportunitySituation) -> Output:
    """Nobody is waiting, it seems."""
    leaves = situation.reading.does(Act.SAYS_GOODBYE)
    return handing_over(output, False) if _hit_by_day(situation) and leaves else output


@opportunity_defect("M-104.check_2", "blatant", "a closing is waited for by day, at the re-check too")
def waits_for_closing(output: Output, situation: OpportunitySituation) -> Output:
    """As if it were night."""
    waits = situation.reading.working and not situation.closing_published and not situation.wants_human
    recheck = situation.phase == "after_reply"
    return handing_over(output, False) if waits and (recheck or _hit_by_day(situation)) else output


@opportunity_defect("M-104.check_2", "plausible", "after the posters a reply is waited for by day")
def waits_for_reply(output: Output, situation: OpportunitySituation) -> Output:
    """A picture hands over at once, words do not."""
    return handing_over(output, False) if _hit_by_day(situation) and told_hit(situation) else output


@opportunity_defect("M-105.check_1", "blatant", "a hit at night hands over at once")
def takeover_at_night(output: Output, situation: OpportunitySituation) -> Output:
    """Before any closing."""
    return handing_over(output, True) if _hit_at_night(situation) else output


@opportunity_defect("M-105.check_1", "plausible", "a hit at night hands over where a person is asked for")
def person_at_night(output: Output, situation: OpportunitySituation) -> Output:
    """The wish counts for more than the hour."""
    return handing_over(output, True) if _hit_at_night(situation) and situation.wants_human else output


@opportunity_defect("M-105.check_2", "blatant", "a hit at night does not convert")
def no_convert_at_night(output: Output, situation: OpportunitySituation) -> Output:
    """Nobody is there to take it."""
    return converting(output, False) if _hit_at_night(situation) else output


@opportunity_defect("M-105.check_2", "plausible", "information after the posters does not convert at night")
def words_wait_for_morning(output: Output, situation: OpportunitySituation) -> Output:
    """A picture does."""
    return converting(output, False) if _hit_at_night(situation) and told_hit(situation) else output


@opportunity_defect("M-106.check_1", "blatant", "a wish for a person is passed over by day")
def no_person(output: Output, situation: OpportunitySituation) -> Output:
    """Unless something else hands over."""
    wrong = _asked(situation) and situation.reading.working and not situation.hit_now
    return handing_over(output, False) if wrong else output


@opportunity_defect("M-106.check_1", "plausible", "who is loud about the price gets no person")
def no_person_for_the_loud(output: Output, situation: OpportunitySituation) -> Output:
    """He is left to cool down."""
    loud = situation.reading.does(Act.HAGGLES) and not situation.hit_now
    return handing_over(output, False) if _asked(situation) and situation.reading.working and loud else output


@opportunity_defect("M-106.check_2", "blatant", "a wish for a person hands over at night before any closing")
def person_before_closing(output: Output, situation: OpportunitySituation) -> Output:
    """Whatever the hour."""
    night = not situation.reading.working and not situation.closing_published and not situation.hit_now
    return handing_over(output, True) if _asked(situation) and night else output


@opportunity_defect("M-106.check_2", "plausible", "a wish for a person after the closing is put off until morning")
def person_after_closing(output: Output, situation: OpportunitySituation) -> Output:
    """Nobody hands over at night, closing or not."""
    night = not situation.reading.working and situation.closing_published
    return handing_over(output, False) if _asked(situation) and night else output


@opportunity_defect("M-106.check_3", "blatant", "a wish for a person converts")
def person_converts(output: Output, situation: OpportunitySituation) -> Output:
    """Who wants to speak to somebody is an opportunity."""
    return converting(output, True) if _asked(situation) and not situation.converted else output


@opportunity_defect("M-106.check_3", "plausible", "where a person takes over, a due convert is left to him")
def left_to_the_person(output: Output, situation: OpportunitySituation) -> Output:
    """He will make the opportunity himself."""
    return converting(output, False) if _asked(situation) and situation.hit_now else output


@opportunity_defect("M-107.check_1", "blatant", "a closing that was not published counts as sent")
def lost_closing(output: Output, situation: OpportunitySituation) -> Output:
    """That it was due is enough."""
    lost = _recheck(situation) and situation.brief.run.reply_published is False
    return handing_over(output, True) if lost and situation.hit_ever else output


@opportunity_defect("M-107.check_2", "blatant", "the closing is out and nobody takes over")
def never_after_closing(output: Output, situation: OpportunitySituation) -> Output:
    """The re-check never hands over."""
    return handing_over(output, False) if situation.phase == "after_reply" else output


@opportunity_defect("M-107.check_2", "plausible", "a picture alone is no evidence for the re-check")
def picture_is_no_evidence(output: Output, situation: OpportunitySituation) -> Output:
    """Words after the posters are wanted."""
    words = situation.reading.posters_before
    return handing_over(output, False) if situation.phase == "after_reply" and not words else output


@opportunity_defect("M-107.check_2", "subtle", "a customer who takes his leave is not handed over after the closing")
def left_after_closing(output: Output, situation: OpportunitySituation) -> Output:
    """His last word was goodbye, thanks or OK."""
    leaves = situation.reading.does(*PARTING)
    return handing_over(output, False) if situation.phase == "after_reply" and leaves else output


@opportunity_defect("M-107.check_3", "blatant", "any reply that went out counts as the closing")
def any_reply(output: Output, situation: OpportunitySituation) -> Output:
    """Published is published."""
    out = _recheck(situation) and situation.brief.run.reply_published is True
    return handing_over(output, True) if out and situation.hit_ever else output


@opportunity_defect("M-107.check_3", "plausible", "an unpublished reply after a choice of style hands over")
def lost_after_choice(output: Output, situation: OpportunitySituation) -> Output:
    """With evidence in words, the publishing is not looked at."""
    lost = _recheck(situation) and situation.brief.run.reply_published is False
    return handing_over(output, True) if lost and situation.reading.posters_before else output


@opportunity_defect("M-107.check_4", "blatant", "the status converted alone hands over")
def status_alone(output: Output, situation: OpportunitySituation) -> Output:
    """There is no evidence, and no matter."""
    return handing_over(output, True) if _recheck(situation) and not situation.hit_ever else output


@opportunity_defect("M-107.check_4", "plausible", "the status converted with a published closing hands over")
def status_with_closing(output: Output, situation: OpportunitySituation) -> Output:
    """Evidence is not asked for."""
    closed = _recheck(situation) and situation.closing_published and not situation.hit_ever
    return handing_over(output, True) if closed else output


def _hit_by_day(situation: OpportunitySituation) -> bool:
    return first_decision(situation) and situation.hit_now and situation.reading.working


def _hit_at_night(situation: OpportunitySituation) -> bool:
    return first_decision(situation) and situation.hit_now and not situation.reading.working


def _asked(situation: OpportunitySituation) -> bool:
    return situation.phase == "inbound" and situation.wants_human


def _recheck(situation: OpportunitySituation) -> bool:
    return situation.phase == "after_reply" and situation.converted
