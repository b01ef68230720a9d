"""Defects of M-012 (the full catalogue comes late enough)."""

from __future__ import annotations

from dataclasses import replace

from evaluator.ontology import CustomerAct as Act
from scenarios.world import OLD_POSTER_ID
from simulator.agents.defects.parts import (
    catalogue_document,
    ordinary,
    said,
    sends_posters,
    with_catalogue,
    without_posters,
)
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line, Marker
from simulator.agents.reference.inquiry import CAPTIONS, Situation

_SENDING = ("sends_catalogue", "sends_site_only")


@defect("M-012.check_1", "blatant", "the first message's wish is met at once, with PDF and site")
def at_once(draft: Draft, situation: Situation) -> Draft:
    """Behind the introduction and before the question."""
    return with_catalogue(draft, situation) if _asked_first(situation) else draft


@defect("M-012.check_1", "plausible", "the PDF goes out in the first turn")
def pdf_at_once(draft: Draft, situation: Situation) -> Draft:
    """Without the site."""
    return with_catalogue(draft, situation, site=False) if _asked_first(situation) else draft


@defect("M-012.check_2", "blatant", "the catalogue is put off although the posters were sent")
def put_off(draft: Draft, situation: Situation) -> Draft:
    """Somebody will send it some time."""
    if not _due(situation):
        return draft
    return replace(_resaid(draft, said("answer", "puts_off_catalogue")), markers=())


@defect("M-012.check_2", "plausible", "the PDF comes without the site")
def pdf_alone(draft: Draft, situation: Situation) -> Draft:
    """The link is missing."""
    return (
        replace(draft, markers=tuple(entry for entry in draft.markers if entry.kind != "LINK"))
        if _due(situation)
        else draft
    )


@defect("M-012.check_2", "subtle", "the site comes without the PDF that is on file")
def site_alone(draft: Draft, situation: Situation) -> Draft:
    """The link stands for everything."""
    if not _due(situation) or catalogue_document(situation) is None:
        return draft
    changed = _resaid(draft, Line("answer", "sends_site_only"))
    return replace(changed, markers=tuple(entry for entry in draft.markers if entry.kind != "DOCUMENT"))


@defect("M-012.check_3", "blatant", "the catalogue comes instead of the posters")
def catalogue_first(draft: Draft, situation: Situation) -> Draft:
    """Before any posters were sent."""
    return with_catalogue(without_posters(draft), situation) if _too_early(situation, draft) else draft


@defect("M-012.check_3", "plausible", "the catalogue comes together with the posters")
def catalogue_beside(draft: Draft, situation: Situation) -> Draft:
    """Both at a time."""
    return with_catalogue(draft, situation) if _too_early(situation, draft) else draft


@defect("M-012.check_3", "subtle", "the PDF comes beside the posters")
def pdf_beside(draft: Draft, situation: Situation) -> Draft:
    """Without the site."""
    return with_catalogue(draft, situation, site=False) if _too_early(situation, draft) else draft


@defect("M-012.check_4", "blatant", "the back-office link is fetched and sent")
def back_office_link(draft: Draft, situation: Situation) -> Draft:
    """As a bare address in the text."""
    if not _asked_later(situation):
        return draft
    url = situation.reading.tools.unlogged().run("get_catalog_url")["url"]
    line = said("answer", "back_office_link", url=url)
    return replace(draft, calls=(*draft.calls, Call("get_catalog_url")), lines=(*draft.lines, line))


@defect("M-012.check_4", "plausible", "get_catalog_url is called and its link not sent")
def back_office_call(draft: Draft, situation: Situation) -> Draft:
    """The call alone is wrong."""
    return replace(draft, calls=(*draft.calls, Call("get_catalog_url"))) if _asked_later(situation) else draft


@defect("M-012.check_4", "subtle", "the old poster is sent along")
def old_poster(draft: Draft, situation: Situation) -> Draft:
    """Its id begins with 74115cba; only where no posters were sent yet, for a poster again is M-009's matter."""
    if not _asked_later(situation) or situation.reading.posters_before:
        return draft
    return replace(draft, markers=(*draft.markers, Marker("IMAGE", OLD_POSTER_ID, CAPTIONS[0])))


@defect("M-012.edge_1", "blatant", "with no PDF on file the site is not sent either")
def nothing_sent(draft: Draft, situation: Situation) -> Draft:
    """He is put off."""
    if not _due(situation) or catalogue_document(situation) is not None:
        return draft
    return replace(_resaid(draft, said("answer", "puts_off_catalogue")), markers=())


def _resaid(draft: Draft, line: Line) -> Draft:
    """The draft with another line where the sending was announced."""
    return draft.mapped(lambda entry: line if entry.key in _SENDING else entry)


def _asked_first(situation: Situation) -> bool:
    return situation.first and not situation.handover_due and situation.reading.does(Act.ASKS_CATALOGUE)


def _asked_later(situation: Situation) -> bool:
    return ordinary(situation) and situation.reading.does(Act.ASKS_CATALOGUE)


def _due(situation: Situation) -> bool:
    return _asked_later(situation) and situation.reading.posters_before


def _too_early(situation: Situation, draft: Draft) -> bool:
    return _asked_later(situation) and sends_posters(draft)
