"""Defects of M-028 (tone, which only a judge sees), M-029 (length) and M-030 (what is not known)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from scenarios.phrases import load_phrases
from simulator.agents.defects.part2_sources import COLUMNS
from simulator.agents.defects.parts import ordinary, said
from simulator.agents.defects.registry import defect
from simulator.agents.defects.wordings import always, strung, verbatim, worded
from simulator.agents.draft import Draft, Line
from simulator.agents.reference.inquiry import Situation
from simulator.agents.reference.policies import slots_from
from simulator.agents.render import defect_wordings

_SMALL_TALK: Final = frozenset({Act.GREETS, Act.THANKS, Act.ACKNOWLEDGES, Act.SAYS_GOODBYE})
_ENDLESS: Final = 2  # answers that make one sentence too long
# Nobody's values: no product has them.
_INVENTED: Final = {
    "power": "47W",
    "length": "1.7 m",
    "material": "PVC",
    "colour": "gold",
    "diameter": "3.7 mm",
    "weight": "37 g",
}
# What is usual in the trade, for policies that are not on file.
_USUAL: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "defers_moq": ("answers_moq", {"moq": "500", "box_moq": "2000"}),
    "defers_sample": ("answers_sample", {"fee_plain": "USD 8", "fee_logo": "USD 40", "credit_from": "1500"}),
    "defers_payment": ("answers_payment", {"deposit": "40%", "balance": "60%"}),
    "defers_delivery": ("answers_delivery", {"days": "10-15"}),
    "defers_after_sales": ("answers_after_sales", {"n": "12"}),
}
_OPEN_QUESTIONS: Final = frozenset(
    {
        "defers_price",
        "defers_discount",
        "defers_freight",
        "defers_duty",
        "defers_parameter",
        "defers_test",
        "defers_certification",
        "defers_company",
        "defers_customization",
        *_USUAL,
    }
)


@defect("M-028.edge_1", "blatant", "every reply opens with the same confirmation")
def same_opening(draft: Draft, situation: Situation) -> Draft:
    """Word for word, turn by turn."""
    return replace(draft, lines=(always(draft, "fixed_opening"), *draft.lines)) if ordinary(situation) else draft


@defect("M-028.edge_1", "plausible", "courtesies are heaped before every answer")
def courtesies(draft: Draft, situation: Situation) -> Draft:
    """Honours and gratitude without end."""
    if not ordinary(situation):
        return draft
    count = 1 if _small_talk(situation, draft) else 2  # two sentences are not too many for a thank you (M-029)
    return replace(draft, lines=(*_courtesies(draft, count), *draft.lines))


@defect("M-028.edge_2", "subtle", "every reply ends with the same formula")
def same_ending(draft: Draft, situation: Situation) -> Draft:
    """As at the foot of a letter, short confirmations too."""
    return draft.plus(always(draft, "fixed_ending")) if ordinary(situation) else draft


@defect("M-029.check_1", "blatant", "a thank you gets a whole speech")
def speech(draft: Draft, situation: Situation) -> Draft:
    """Six warm sentences."""
    return draft.plus(*_padding(draft, 2)) if _small_talk(situation, draft) else draft


@defect("M-029.check_1", "plausible", "a thank you gets four sentences")
def warm_words(draft: Draft, situation: Situation) -> Draft:
    """Three of them warm ones."""
    return draft.plus(*_padding(draft, 1)) if _small_talk(situation, draft) else draft


@defect("M-029.check_1", "subtle", "a thank you gets three sentences")
def one_too_many(draft: Draft, situation: Situation) -> Draft:
    """The answer, a courtesy and a formula."""
    if not _small_talk(situation, draft):
        return draft
    return draft.plus(*_courtesies(draft, 1), always(draft, "fixed_ending"))


@defect("M-029.check_2", "blatant", "several parameters are strung into one sentence")
def strung_parameters(draft: Draft, situation: Situation) -> Draft:
    """With commas between them."""
    return _without_list(draft, situation, load_phrases(draft.language).joiners.list)


@defect("M-029.check_2", "plausible", "several parameters stand on one line with strokes between them")
def strokes(draft: Draft, situation: Situation) -> Draft:
    """A list in one line."""
    return _without_list(draft, situation, " / ")


@defect("M-029.check_3", "blatant", "everything is run into one endless sentence")
def endless_sentence(draft: Draft, situation: Situation) -> Draft:
    """Commas where full stops belong."""
    answers = [worded(line, draft, situation) for line in draft.having("answer")]
    if not ordinary(situation) or len(answers) < _ENDLESS:
        return draft
    kept = tuple(line for line in draft.lines if line.part != "answer")
    return replace(draft, lines=(verbatim(f"{strung(answers, draft.language)}."), *kept))


@defect("M-030.check_1", "blatant", "an empty cell is filled with an invented value")
def value_invented(draft: Draft, situation: Situation) -> Draft:
    """It sounds quite likely."""
    return _filled(draft, situation, _INVENTED)


@defect("M-030.check_1", "plausible", "a policy that is not on file is told as is usual in the trade")
def usual_policy(draft: Draft, situation: Situation) -> Draft:
    """The figures are made up."""

    def change(line: Line) -> Line:
        if line.key not in _USUAL:
            return line
        key, facts = _USUAL[line.key]
        return Line("answer", key, slots_from(facts, draft.language, load_phrases(draft.language).joiners.list))

    return draft.mapped(change) if ordinary(situation) else draft


@defect("M-030.check_1", "subtle", "an empty cell is filled from another version's row")
def value_borrowed(draft: Draft, situation: Situation) -> Draft:
    """Of the same product."""
    identifier = None if situation.reading.model is None else situation.reading.product_id(situation.reading.model)
    if identifier is None:
        return draft
    rows = situation.reading.tools.unlogged().run("get_product_detail", {"productId": identifier})["specifications"]
    return _filled(draft, situation, {name: rows[0].get(column, "—") for name, column in COLUMNS.items()})


@defect("M-030.check_2", "blatant", "a question that nobody can answer is dodged")
def dodged(draft: Draft, situation: Situation) -> Draft:
    """A kind word in its place."""
    return _instead(draft, situation, said("answer", "vague_answer"))


@defect("M-030.check_2", "plausible", "something else is told in the answer's place")
def something_else(draft: Draft, situation: Situation) -> Draft:
    """What the factory makes."""
    return _instead(draft, situation, Line("answer", "answers_product"))


@defect("M-030.check_3", "blatant", "it ends at not knowing")
def dead_end(draft: Draft, situation: Situation) -> Draft:
    """Nobody is named who will."""
    return _instead(draft, situation, said("answer", "only_not_known"))


@defect("M-030.check_3", "plausible", "it is said that there is no information, and no more")
def no_information(draft: Draft, situation: Situation) -> Draft:
    """Nobody is named who has it."""
    return _instead(draft, situation, said("answer", "no_information"))


def _padding(draft: Draft, count: int) -> tuple[Line, ...]:
    return tuple(verbatim(text, "note") for text in defect_wordings(draft.language, "padding")[:count])


def _courtesies(draft: Draft, count: int) -> tuple[Line, ...]:
    return tuple(verbatim(text, "note") for text in defect_wordings(draft.language, "heaped_courtesy")[:count])


def _small_talk(situation: Situation, draft: Draft) -> bool:
    acts = {act.act for act in situation.reading.acts}
    return ordinary(situation) and bool(acts) and acts <= _SMALL_TALK and not draft.markers


def _without_list(draft: Draft, situation: Situation, joiner: str) -> Draft:
    """The list's items in one sentence, in the list's place."""
    items = [worded(line, draft, situation).lstrip("-•*·– ") for line in draft.having("list")]
    if len(items) < 2:
        return draft
    before = tuple(line for line in draft.lines if line.part in ("answer", "note"))
    after = tuple(line for line in draft.lines if line.part in ("invite", "question"))
    return replace(draft, lines=(*before, verbatim(joiner.join(items)), *after))


def _filled(draft: Draft, situation: Situation, values: dict[str, str]) -> Draft:
    """Values in the place of the deferral, for the parameters asked."""
    asked = [act.value for act in situation.reading.acts if act.act == Act.ASKS_PARAMETER and act.value in values]
    open_ones = [line for line in draft.lines if line.key == "defers_parameter"]
    if not ordinary(situation) or not asked or not open_ones:
        return draft
    value = values[str(asked[0])]
    return draft.mapped(
        lambda line: Line(line.part, "gives_parameter", {**line.slots, "value": value}) if line in open_ones else line
    )


def _instead(draft: Draft, situation: Situation, line: Line) -> Draft:
    """Another line where something was to be settled by somebody."""
    if not ordinary(situation) or not any(entry.key in _OPEN_QUESTIONS for entry in draft.lines):
        return draft
    lines: list[Line] = []
    for entry in draft.lines:
        put = line if entry.key in _OPEN_QUESTIONS else entry
        lines += [] if put in lines else [put]
    return replace(draft, lines=tuple(lines))
