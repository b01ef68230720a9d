"""Stage 2.1, length and bursts: M-018, M-019."""

import re
from collections.abc import Iterator
from typing import Final
from unicodedata import normalize

from evaluator.checks.answers import answered_at, specific_questions
from evaluator.checks.base import Event, Finding, Metric, failed, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts

_MOST_CHARACTERS, _MOST_WORDS = 120, 70
_MARGIN: Final = 0.1  # of the threshold: within it the length is not plain (rulings)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")
_THAI = re.compile(r"[\u0e00-\u0e7f]")
_THAI_WORD: Final = 4.5  # letters of a Thai word, about: Thai is measured in words like Latin scripts
_WORD = re.compile(r"[^\W\d_][\w\u0900-\u0963'’-]*")  # vowel signs of Devanagari are no \w
_LIST_LINE = re.compile(r"^\s*(?:[-•*·–]|\d{1,2}[.)、]|[①-⑨])\s*\S")
_SENTENCE_ENDS: Final = '.!?。！？؟।…)）~～」』”"'


def body_length(body: str) -> float:
    """The length of a body as a share of its threshold: characters of unspaced scripts, words of the others."""
    body = normalize("NFC", body)  # an accent sent as a character of its own makes no word longer
    thai = len(_THAI.findall(body))
    characters = len(_UNSPACED.findall(body)) - thai
    words = len(_WORD.findall(_UNSPACED.sub(" ", body))) + thai / _THAI_WORD
    return characters / _MOST_CHARACTERS + words / _MOST_WORDS


def is_list(body: str) -> bool:
    """Whether a body is a list with a line a point."""
    lines = [line for line in body.splitlines() if line.strip()]
    return sum(bool(_LIST_LINE.match(line)) for line in lines) >= 2


def paragraphs(body: str) -> list[str]:
    """The paragraphs of a body, which blank lines set apart."""
    return [part.strip() for part in re.split(r"\n[ \t]*\n", body.replace("\r\n", "\n")) if part.strip()]


class M018(Metric):
    """A long reply becomes two short paragraphs."""

    id = "M-018"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if not turn.ordinary or is_list(turn.body):
                continue
            length = body_length(turn.body)
            if length > 1 + _MARGIN:
                yield Event(turn)
            elif length > 1 - _MARGIN:
                yield Event(turn, None)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if event.turn.markers:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        parts = paragraphs(event.turn.body)
        if len(parts) == 2:
            return passed("two paragraphs", parts[0])
        return failed(f"{len(parts)} paragraph(s) in a long reply", parts[0] if parts else None)

    def check_2(self, facts: Facts, event: Event) -> Finding:
        parts = paragraphs(event.turn.body)
        if len(parts) != 2:
            return undecided("not two paragraphs")
        first, second = (_word_set(part) for part in parts)
        if first and second and len(first & second) / min(len(first), len(second)) > _REPEATED:
            return undecided("the second paragraph may repeat the first")
        return passed("the second paragraph adds to the first", parts[1])

    def check_3(self, facts: Facts, event: Event) -> Finding:
        body = event.turn.body.rstrip()
        if body and (body[-1] in _SENTENCE_ENDS or not body[-1].isalnum()):
            return passed("not cut off")
        return undecided("whether the text is cut off is not plain")


_REPEATED: Final = 0.6  # share of the shorter paragraph's words that stand in the other


class M019(Metric):
    """Several messages, or several questions, get one answer to all."""

    id = "M-019"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns[1:]:
            several = len(turn.customer_messages) > 1
            if turn.ordinary and (several or len(specific_questions(turn)) > 1):
                yield Event(turn)
        first = facts.turns[0] if facts.turns else None
        if first is not None and first.ordinary and len(first.customer_messages) > 1:
            yield Event(first, data={"first": True})

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        called = {call.name for call in event.turn.calls or ()}
        if "knowledge_search" in called and called & {"search_products", "get_product_detail"}:
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if event.data.get("first"):
            return passed("nothing is owed in the first turn")
        if not turn.reply.read:
            return undecided("the reply's language is not read")
        questions = specific_questions(turn)
        open_ones = [question for question in questions if answered_at(turn, question) is None]
        if open_ones:
            return undecided(f"no answer was found to: {open_ones[0].quote}")
        if not questions and not _all_understood(turn):
            return undecided("whether all that was said is covered is not plain")
        if _corrected(turn):
            return undecided("a later message may take an earlier one back")
        return passed("all questions are covered", questions[0].quote if questions else None, "inbound")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        parts = paragraphs(event.turn.body)
        several = len(event.turn.customer_messages)
        if several > 1 and len(parts) >= max(3, several):
            return undecided("several paragraphs: whether each message got its own reply is not plain")
        figures = [(number.kind, number.low) for number in event.turn.stated_numbers if number.kind != "none"]
        if len(figures) > len(set(figures)):
            return undecided(
                "a figure is told more than once: whether the messages are gone through one by one is not plain"
            )
        return passed("one reply")


def _word_set(text: str) -> set[str]:
    if _UNSPACED.search(text):
        chars = "".join(_UNSPACED.findall(text))
        return {chars[place : place + 2] for place in range(len(chars) - 1)}
    return {word.casefold() for word in _WORD.findall(text) if len(word) > 3}


def _all_understood(turn: TurnFacts) -> bool:
    return all(reading.understood for _, reading in turn.customer_messages)


def _corrected(turn: TurnFacts) -> bool:
    """Two different values for the same thing in one burst."""
    values: dict[str, set[str]] = {}
    for act in turn.customer_acts():
        if act.act.startswith(("states_", "names_model")) and act.value:
            values.setdefault(act.act, set()).add(act.value)
    return any(len(found) > 1 for found in values.values())
