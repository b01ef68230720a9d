"""Defects of M-016: business policies are looked up first, and nothing is added to what is on file."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from evaluator.ontology import CustomerAct as Act
from scenarios.phrases import load_phrases
from simulator.agents.defects.parts import is_poster_call, ordinary, said, sends_posters
from simulator.agents.defects.registry import defect
from simulator.agents.draft import Call, Draft, Line
from simulator.agents.reference.inquiry import Situation
from simulator.agents.reference.policies import POLICIES, slots_from

_POLICY_OF: Final = {
    Act.ASKS_MOQ: "moq",
    Act.ASKS_SAMPLE: "sample",
    Act.ASKS_PAYMENT: "payment",
    Act.ASKS_DELIVERY: "delivery",
    Act.ASKS_CERTIFICATION: "certification",
    Act.ASKS_COMPANY: "company",
}
# What the trade would say, in the shape of the documents' facts; none of it is on file.
_INVENTED: Final[dict[str, dict[str, str]]] = {
    "moq": {"moq": "500", "box_moq": "1000"},
    "sample": {"fee_plain": "USD 4", "fee_logo": "USD 15", "credit_from": "1000"},
    "payment": {"deposit": "50%", "balance": "50%"},
    "delivery": {"days": "12 至 15"},
    "certification": {"certificates": "CE、FCC、RoHS"},
    "company": {"year": "1998"},
}


@defect("M-016.check_1", "blatant", "the policy is told without any look-up")
def from_memory(draft: Draft, situation: Situation) -> Draft:
    """What is told is true, and nothing was searched."""
    return _searching(draft, situation, None)


@defect("M-016.check_1", "plausible", "products are searched instead of the knowledge base")
def wrong_tool(draft: Draft, situation: Situation) -> Draft:
    """A look-up, but where no policy stands."""
    return _searching(draft, situation, Call("search_products", {"keyword": "PD cable"}))


@defect("M-016.check_1", "subtle", "another policy is looked up")
def wrong_document(draft: Draft, situation: Situation) -> Draft:
    """Warranty, which is none of what was asked."""
    return _searching(draft, situation, Call("knowledge_search", {"query": POLICIES["after_sales"].query}))


@defect("M-016.check_2", "blatant", "what is not on file is not known, and nobody is named")
def not_known(draft: Draft, situation: Situation) -> Draft:
    """The talk ends there."""
    return _in_place_of_deferral(draft, situation, said("answer", "no_information"))


@defect("M-016.check_2", "plausible", "what is not on file will become clear, and nobody is named")
def in_due_course(draft: Draft, situation: Situation) -> Draft:
    """Friendly, and without a department."""
    return _in_place_of_deferral(draft, situation, said("answer", "later_confirmed"))


@defect("M-016.check_2", "subtle", "it will check what is not on file, and names no department")
def will_check(draft: Draft, situation: Situation) -> Draft:
    """A promise to come back, where sales, the commercial or the technical department has to be named."""
    return _in_place_of_deferral(draft, situation, said("answer", "we_check"))


@defect("M-016.check_3", "blatant", "what is not on file is filled in as the trade has it")
def filled_in(draft: Draft, situation: Situation) -> Draft:
    """In the words in which true terms are told."""
    name = _missing(draft, situation)
    if name is None:
        return draft
    return _in_place_of_deferral(draft, situation, _invented(draft, name))


@defect("M-016.check_3", "plausible", "what is not on file is filled in, and then sent for confirmation")
def filled_and_deferred(draft: Draft, situation: Situation) -> Draft:
    """The figure stands there, whoever confirms it."""
    name = _missing(draft, situation)
    if name is None:
        return draft
    deferral = next(line for line in draft.lines if line.key == POLICIES[name].defers)
    lines = tuple(
        part for line in draft.lines for part in ((_invented(draft, name), line) if line is deferral else (line,))
    )
    return replace(draft, lines=lines)


@defect("M-016.check_3", "subtle", "a transit time is added to the lead time on file")
def transit_added(draft: Draft, situation: Situation) -> Draft:
    """The rest is true; this one figure is nowhere."""
    told = [line for line in draft.lines if line.key == POLICIES["delivery"].answers]
    if not ordinary(situation) or not told:
        return draft
    guess = said("answer", "transit_guess")
    return replace(
        draft, lines=tuple(part for line in draft.lines for part in ((line, guess) if line in told else (line,)))
    )


def _names(situation: Situation) -> list[str]:
    return [_POLICY_OF[act.act] for act in situation.reading.acts if act.act in _POLICY_OF]


def _searching(draft: Draft, situation: Situation, instead: Call | None) -> Draft:
    """The draft with its look-ups of policies replaced, where none was made for them before."""
    earlier = {_POLICY_OF[act.act] for act in situation.reading.earlier_acts if act.act in _POLICY_OF}
    names = [name for name in _names(situation) if name not in earlier]
    told = {POLICIES[name].answers for name in names}
    if not ordinary(situation) or not any(line.key in told for line in draft.lines) or sends_posters(draft):
        return draft
    queries = {POLICIES[name].query for name in names}
    kept = tuple(call for call in draft.calls if is_poster_call(call) or call.arguments.get("query") not in queries)
    return replace(draft, calls=kept if instead is None else (*kept, instead))


def _missing(draft: Draft, situation: Situation) -> str | None:
    """The first policy asked for that the reference leaves to a department."""
    if not ordinary(situation):
        return None
    keys = {line.key for line in draft.lines}
    return next((name for name in _names(situation) if POLICIES[name].defers in keys), None)


def _in_place_of_deferral(draft: Draft, situation: Situation, line: Line) -> Draft:
    name = _missing(draft, situation)
    if name is None:
        return draft
    return draft.mapped(lambda entry: line if entry.key == POLICIES[name].defers else entry)


def _invented(draft: Draft, name: str) -> Line:
    joiner = load_phrases(draft.language).joiners.list
    return Line("answer", str(POLICIES[name].answers), slots_from(_INVENTED[name], draft.language, joiner))
