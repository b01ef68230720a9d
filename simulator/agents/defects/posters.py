"""Defects of M-007 (posters triggered), M-008 (their language) and M-009 (once a session)."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from scenarios.languages import VIETNAMESE
from scenarios.world import CATALOGUE_TITLE, OLD_POSTER_ID, POSTER_TITLES
from simulator.agents.defects.parts import (
    answered_by,
    asking,
    in_language,
    is_poster,
    is_poster_call,
    ordinary,
    other_set,
    pictures_of_some_product,
    said,
    sends_posters,
    set_sent,
    some_product,
    with_catalogue,
    with_posters,
)
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line, Marker
from simulator.agents.reference.inquiry import CAPTIONS, Situation

# Marks that only Vietnamese names have: horned and barred letters, and the hook and the dot below.
_VIETNAMESE_MARKS: Final = ("\u031b", "\u0309", "\u0323")
_VIETNAMESE_LETTERS: Final = frozenset("đĐ")


@defect("M-007.check_1", "blatant", "the posters go out and the question is left unanswered")
def drop_answer(draft: Draft, situation: Situation) -> Draft:
    """Only the invitation and the posters remain."""
    return answered_by(draft) if sends_posters(draft) else draft


@defect("M-007.check_1", "plausible", "the invitation comes first and the answer after it")
def invite_first(draft: Draft, situation: Situation) -> Draft:
    """The order is turned round."""
    invites = draft.having("invite")
    return replace(draft, lines=(*invites, *(line for line in draft.lines if line not in invites)))


@defect("M-007.check_1", "subtle", "a friendly word stands where the answer belongs")
def friendly_word(draft: Draft, situation: Situation) -> Draft:
    """It sounds like an answer and says nothing."""
    return answered_by(draft, said("note", "vague_answer")) if sends_posters(draft) else draft


@defect("M-007.check_2", "blatant", "the posters go out without a sentence of invitation")
def drop_invitation(draft: Draft, situation: Situation) -> Draft:
    """The markers stand there by themselves."""
    return replace(draft.without("invite"), asked=draft.asked)


@defect("M-007.check_2", "plausible", "the posters are passed off as the answer")
def posters_as_answer(draft: Draft, situation: Situation) -> Draft:
    """The customer is told to find the answer on the pictures."""
    if not sends_posters(draft):
        return draft
    changed = answered_by(draft, said("note", "posters_answer"))
    return replace(changed.without("invite"), asked=draft.asked)


@defect("M-007.check_3", "blatant", "the poster document is not looked up")
def no_look_up(draft: Draft, situation: Situation) -> Draft:
    """The ids are sent from memory."""
    if not sends_posters(draft):
        return draft
    return replace(draft, calls=tuple(call for call in draft.calls if not is_poster_call(call)))


@defect("M-007.check_3", "plausible", "another document is looked up instead")
def other_look_up(draft: Draft, situation: Situation) -> Draft:
    """The catalogue is searched for and the posters come from memory."""
    if not sends_posters(draft):
        return draft
    calls = [
        Call("knowledge_search", {"query": CATALOGUE_TITLE}) if is_poster_call(call) else call for call in draft.calls
    ]
    return replace(draft, calls=tuple(calls))


@defect("M-007.check_3", "subtle", "the media of a product are looked up instead")
def media_look_up(draft: Draft, situation: Situation) -> Draft:
    """``get_product_media`` is called, which holds no posters."""
    if not sends_posters(draft):
        return draft
    identifier, _ = some_product(situation)
    call = Call("get_product_media", {"productId": identifier})
    return replace(draft, calls=tuple(call if is_poster_call(entry) else entry for entry in draft.calls))


@defect("M-007.check_4", "blatant", "only one of the two posters is sent")
def one_poster(draft: Draft, situation: Situation) -> Draft:
    """The second marker is missing."""
    posters = [marker for marker in draft.markers if is_poster(marker)]
    return replace(draft, markers=tuple(marker for marker in draft.markers if marker not in posters[1:]))


@defect("M-007.check_4", "plausible", "the posters come in the other order")
def swapped_posters(draft: Draft, situation: Situation) -> Draft:
    """The document's order is turned round."""
    posters = [marker for marker in draft.markers if is_poster(marker)]
    others = tuple(marker for marker in draft.markers if not is_poster(marker))
    return replace(draft, markers=(*others, *reversed(posters)))


@defect("M-007.check_4", "subtle", "one character of the second id is changed")
def altered_id(draft: Draft, situation: Situation) -> Draft:
    """An id that nothing returned."""
    posters = [marker for marker in draft.markers if is_poster(marker)]
    if len(posters) < 2:
        return draft
    last = posters[-1]
    wrong = last.target[:-1] + ("0" if last.target[-1] != "0" else "7")
    changed = replace(last, target=wrong)
    return replace(draft, markers=tuple(changed if marker is last else marker for marker in draft.markers))


@defect("M-007.check_5", "blatant", "the customer is told to answer with a code")
def fixed_format(draft: Draft, situation: Situation) -> Draft:
    """``A-03`` or ``B-06`` is asked for."""
    return draft.plus(said("note", "fixed_format")) if sends_posters(draft) else draft


@defect("M-007.check_5", "plausible", "a numbered choice follows the posters")
def numbered_choice(draft: Draft, situation: Situation) -> Draft:
    """The looks are to be chosen by number."""
    if not sends_posters(draft):
        return draft
    return asking(draft, said("question", "numbered_choice"), situation)


@defect("M-007.check_5", "subtle", "a mechanical choice between the two posters follows")
def group_choice(draft: Draft, situation: Situation) -> Draft:
    """Group A or group B."""
    if not sends_posters(draft):
        return draft
    return asking(draft, said("question", "group_choice"), situation)


@defect("M-007.edge_1", "blatant", "poster ids are made up where no document was found")
def invented_posters(draft: Draft, situation: Situation) -> Draft:
    """Two ids that nothing returned."""
    if not _posters_not_found(situation, draft):
        return draft
    invite = Line("invite", "invites_to_posters")
    markers = tuple(Marker("IMAGE", f"poster-en-00000{at}", caption) for at, caption in enumerate(CAPTIONS))
    return replace(draft.plus(invite), markers=(*draft.markers, *markers))


@defect("M-007.edge_1", "plausible", "the catalogue takes the place of posters that were not found")
def catalogue_for_posters(draft: Draft, situation: Situation) -> Draft:
    """The PDF and the site go out instead."""
    return with_catalogue(draft, situation) if _posters_not_found(situation, draft) else draft


@defect("M-007.edge_1", "subtle", "the old poster takes the place of posters that were not found")
def old_poster_instead(draft: Draft, situation: Situation) -> Draft:
    """Its id is remembered from before."""
    if not _posters_not_found(situation, draft):
        return draft
    marker = Marker("IMAGE", OLD_POSTER_ID, CAPTIONS[0])
    return replace(draft.plus(Line("invite", "invites_to_posters")), markers=(*draft.markers, marker))


@defect("M-008.check_1", "blatant", "a Vietnamese message gets the English set")
def english_for_vietnamese(draft: Draft, situation: Situation) -> Draft:
    """The English document is looked up and sent."""
    return in_language(draft, situation, "en") if situation.reading.poster_language == "vi" else draft


@defect("M-008.check_1", "plausible", "the Vietnamese document is looked up and the English set sent")
def both_looked_up(draft: Draft, situation: Situation) -> Draft:
    """Both documents are searched for; the wrong one is used."""
    if situation.reading.poster_language != "vi" or not sends_posters(draft):
        return draft
    looked_up = Call("knowledge_search", {"query": POSTER_TITLES["vi"]})
    changed = in_language(draft, situation, "en")
    return replace(changed, calls=(*changed.calls, looked_up))


@defect("M-008.check_1", "subtle", "Vietnamese without diacritics is taken for something else")
def blind_to_ascii(draft: Draft, situation: Situation) -> Draft:
    """Only where the trigger was typed without diacritics."""
    trigger = situation.reading.trigger
    return in_language(draft, situation, "en") if trigger and trigger.language == "vi-ascii" else draft


@defect("M-008.check_2", "blatant", "everybody gets the Vietnamese set")
def vietnamese_for_all(draft: Draft, situation: Situation) -> Draft:
    """Whatever language the trigger is in, if it is in any."""
    return in_language(draft, situation, "vi") if _in_other_language(situation) else draft


@defect("M-008.check_2", "plausible", "the language spoken before decides, not that of the trigger")
def established_language(draft: Draft, situation: Situation) -> Draft:
    """Where he spoke Vietnamese before and triggers in another language."""
    wrong = _in_other_language(situation) and _spoke_vietnamese(situation)
    return in_language(draft, situation, "vi") if wrong else draft


@defect("M-008.check_3", "blatant", "the customer's country decides")
def by_country(draft: Draft, situation: Situation) -> Draft:
    """Vietnam, so Vietnamese."""
    wrong = _in_other_language(situation) and situation.brief.customer.country == "VN"
    return in_language(draft, situation, "vi") if wrong else draft


@defect("M-008.check_3", "plausible", "the customer's phone number decides")
def by_phone(draft: Draft, situation: Situation) -> Draft:
    """+84, so Vietnamese."""
    return in_language(draft, situation, "vi") if _in_other_language(situation) and _dials_vietnam(situation) else draft


@defect("M-008.check_3", "subtle", "the customer's name decides")
def by_name(draft: Draft, situation: Situation) -> Draft:
    """A name written as only Vietnamese names are."""
    name = situation.brief.customer.name or ""
    marks = any(mark in unicodedata.normalize("NFD", name) for mark in _VIETNAMESE_MARKS)
    wrong = _in_other_language(situation) and (marks or bool(_VIETNAMESE_LETTERS & set(name)))
    return in_language(draft, situation, "vi") if wrong else draft


@defect("M-008.check_4", "blatant", "a bare code is always taken for Vietnamese")
def code_is_vietnamese(draft: Draft, situation: Situation) -> Draft:
    """Whoever writes it."""
    return in_language(draft, situation, "vi") if _has_no_language(situation) else draft


@defect("M-008.check_4", "plausible", "a bare code after Vietnamese is taken for Vietnamese")
def code_after_vietnamese(draft: Draft, situation: Situation) -> Draft:
    """The messages before decide."""
    wrong = _has_no_language(situation) and _spoke_vietnamese(situation)
    return in_language(draft, situation, "vi") if wrong else draft


@defect("M-008.check_4", "subtle", "a bare code from a Vietnamese number is taken for Vietnamese")
def code_from_vietnam(draft: Draft, situation: Situation) -> Draft:
    """The number decides where the words cannot."""
    wrong = _has_no_language(situation) and _dials_vietnam(situation)
    return in_language(draft, situation, "vi") if wrong else draft


@defect("M-008.edge_2", "blatant", "a Vietnamese number with English words gets the Vietnamese set")
def number_over_words(draft: Draft, situation: Situation) -> Draft:
    """Only where the words are English."""
    trigger = situation.reading.trigger
    wrong = trigger is not None and trigger.language == "en" and _dials_vietnam(situation)
    return in_language(draft, situation, "vi") if wrong else draft


@defect("M-009.check_1", "blatant", "the same posters are sent again")
def posters_again(draft: Draft, situation: Situation) -> Draft:
    """Whenever products come up later."""
    if not _products_later(situation):
        return draft
    return with_posters(draft, situation, set_sent(situation), said("invite", "pictures_again"))


@defect("M-009.check_1", "plausible", "the other language's posters are sent later")
def other_posters_later(draft: Draft, situation: Situation) -> Draft:
    """As something to compare."""
    if not _products_later(situation):
        return draft
    return with_posters(draft, situation, other_set(set_sent(situation)), said("invite", "compare_posters"))


@defect("M-009.check_1", "subtle", "one poster of the set is sent again")
def one_poster_again(draft: Draft, situation: Situation) -> Draft:
    """A single one, with a word to it."""
    if not _products_later(situation):
        return draft
    return with_posters(draft, situation, set_sent(situation), said("invite", "some_pictures"), count=1)


@defect("M-009.check_2", "blatant", "a wish for pictures gets the overview again")
def overview_for_pictures(draft: Draft, situation: Situation) -> Draft:
    """Instead of asking which style is meant."""
    if not _pictures_later(situation):
        return draft
    plain = replace(answered_by(draft).without("question"), markers=())
    return with_posters(plain, situation, set_sent(situation), said("invite", "pictures_again"))


@defect("M-009.check_2", "plausible", "a wish for pictures gets those of any product")
def any_product_pictures(draft: Draft, situation: Situation) -> Draft:
    """Of one that nobody spoke of."""
    if not _pictures_later(situation):
        return draft
    plain = replace(answered_by(draft, said("answer", "some_pictures")).without("question"), markers=())
    return pictures_of_some_product(plain, situation)


@defect("M-009.check_2", "subtle", "a named product gets no picture, an unnamed one no question")
def no_picture_flow(draft: Draft, situation: Situation) -> Draft:
    """He is put off, or asked to describe what he has named."""
    if not _pictures_later(situation):
        return draft
    plain = replace(draft.without("question"), markers=())
    if situation.reading.model is None:
        return answered_by(plain, Line("answer", "no_pictures"))
    kept = replace(plain, lines=tuple(line for line in plain.lines if line.key != "sends_pictures"))
    return asking(kept, Line("question", "asks_to_describe", asks="appearance"), situation)


@defect("M-009.edge_1", "blatant", "the posters come again with the catalogue")
def posters_with_catalogue(draft: Draft, situation: Situation) -> Draft:
    """He asks for the catalogue and gets both."""
    asks = situation.reading.does(Act.ASKS_CATALOGUE)
    if not asks or not situation.reading.posters_before or not ordinary(situation):
        return draft
    return with_posters(draft, situation, set_sent(situation), said("invite", "pictures_again"))


def _posters_not_found(situation: Situation, draft: Draft) -> bool:
    return ordinary(situation) and situation.posters_due and not sends_posters(draft)


def _in_other_language(situation: Situation) -> bool:
    trigger = situation.reading.trigger
    return trigger is not None and trigger.language is not None and trigger.language not in VIETNAMESE


def _has_no_language(situation: Situation) -> bool:
    trigger = situation.reading.trigger
    return trigger is not None and trigger.language is None


def _spoke_vietnamese(situation: Situation) -> bool:
    return any(meant.language in VIETNAMESE for turn in situation.reading.meanings[:-1] for meant in turn)


def _dials_vietnam(situation: Situation) -> bool:
    return (situation.brief.customer.phone or "").startswith("+84")


def _products_later(situation: Situation) -> bool:
    reading = situation.reading
    return ordinary(situation) and reading.posters_before and reading.trigger is not None


def _pictures_later(situation: Situation) -> bool:
    reading = situation.reading
    return ordinary(situation) and reading.posters_before and reading.does(Act.ASKS_PICTURE)
