"""Defects of M-108: another clock than Beijing's tells the hour."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from evaluator.text.clock import BEIJING, beijing_time
from simulator.agents.defects.part5_parts import handing_over
from simulator.agents.defects.registry import opportunity_defect
from simulator.agents.reference.opportunity import OpportunitySituation, Output, decide

_OPENS: Final = time(9)
_CLOSES: Final = time(20)
# Zones far from Beijing, with their hours from UTC in winter: the scenarios' days lie in early March.
_ZONES: Final = {"America/New_York": -5, "America/Los_Angeles": -8, "America/Sao_Paulo": -3}


@opportunity_defect("M-108.check_1", "blatant", "the hour is read in UTC")
def in_utc(output: Output, situation: OpportunitySituation) -> Output:
    """createdAt is converted, to the wrong zone."""
    moment = beijing_time(_created(situation))
    return output if moment is None else _by(output, situation, _open(moment.astimezone(UTC).time()))


@opportunity_defect("M-108.check_1", "plausible", "the hour is read as it is written, the offset left aside")
def as_written(output: Output, situation: OpportunitySituation) -> Output:
    """Only where the offset is another zone's."""
    created = _created(situation)
    if beijing_time(created) is None or not isinstance(created, str) or created.isdigit():
        return output
    return _by(output, situation, _open(datetime.fromisoformat(created).time()))


@opportunity_defect("M-108.check_1", "subtle", "the edges of the day are off by one")
def off_by_one(output: Output, situation: OpportunitySituation) -> Output:
    """The first second is night still and 20:00:00 is day."""
    moment = beijing_time(_created(situation))
    return output if moment is None else _by(output, situation, _OPENS < moment.time() <= _CLOSES)


@opportunity_defect("M-108.check_2", "blatant", "the hour at the customer's place counts")
def at_his_place(output: Output, situation: OpportunitySituation) -> Output:
    """By the time zone of his profile."""
    moment, hours = beijing_time(_created(situation)), _ZONES.get(situation.brief.customer.timezone or "")
    if moment is None or hours is None:
        return output
    return _by(output, situation, _open((moment.astimezone(UTC) + timedelta(hours=hours)).time()))


@opportunity_defect("M-108.check_2", "plausible", "for a customer from America it is always his daytime")
def american_day(output: Output, situation: OpportunitySituation) -> Output:
    """Guessed from the country."""
    american = situation.brief.customer.country in ("US", "BR", "MX", "AR", "CO", "PE", "CL", "CA")
    return _by(output, situation, True) if american else output


@opportunity_defect("M-108.check_3", "blatant", "a time that cannot be converted counts as working hours")
def unknown_is_day(output: Output, situation: OpportunitySituation) -> Output:
    """Somebody will be there."""
    return _by(output, situation, True) if beijing_time(_created(situation)) is None else output


@opportunity_defect("M-108.check_3", "plausible", "a time without an offset is taken for Beijing's")
def assumed_beijing(output: Output, situation: OpportunitySituation) -> Output:
    """It looks like a time, and so it is read."""
    created = _created(situation)
    if beijing_time(created) is not None or not isinstance(created, str):
        return output
    try:
        read = datetime.fromisoformat(created)
    except ValueError:
        return output
    return _by(output, situation, _open(read.replace(tzinfo=BEIJING).time()))


@opportunity_defect("M-108.check_3", "subtle", "where the time is missing it is guessed to be day")
def missing_is_day(output: Output, situation: OpportunitySituation) -> Output:
    """Only where there is none at all."""
    return _by(output, situation, True) if _created(situation) is None else output


def _created(situation: OpportunitySituation) -> Any:
    return situation.brief.run.created_at_


def _open(hour: time) -> bool:
    return _OPENS <= hour < _CLOSES


def _by(output: Output, situation: OpportunitySituation, working: bool) -> Output:
    """The takeover as it would be if it were, or were not, working hours."""
    return handing_over(output, decide(situation, working).takeover)
