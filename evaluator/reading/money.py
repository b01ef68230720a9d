"""What a reply says of money: prices, freight, duty and sample fees, in figures and in words (M-031, M-032, M-034)."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from evaluator.ontology import ReplyAct
from evaluator.reading.segment import Unit
from evaluator.text.number_words import spelled_numbers
from evaluator.text.numbers import Number

_R = ReplyAct
Said = tuple[str, str | None, bool]  # act, value, whether it is sure

# "One" before a currency: an amount, where the currency alone may be only what one trades in.
_ONE: Final = re.compile(
    r"(?:\b(?:an?|one|un|una|uno|um|uma|une|eine[mnrs]?|ein|một|mot|satu|bir|один|одного|одному|одним|ek)|एक|واحد|หนึ่ง|一|壹)\s*$"
)

# What else a bare number for one piece can be of.
_MEASURED: Final = (
    "weight", "length", "diameter", "power", "current", "data_speed", "durability", "packaging", "logo",
    "customization",
)  # fmt: skip


def money_acts(
    sentence: Unit, parts: Sequence[Unit], numbers: Sequence[Number], language: str | None
) -> Iterator[Said]:
    """The amounts of money that a statement names. A bare number for one piece is a price if it has decimals."""
    named = False
    for number in numbers:
        clause = next((part for part in parts if number.raw in part.text), sentence)
        if number.kind == "money":
            named = True
            about = _about(number, sentence, parts)
            if sentence.has("sample") and about is not None and not clause.has("freight", "duty"):
                yield _R.GIVES_FREIGHT, str(number.value), clause.has("estimate")
            elif sentence.has("sample") and not clause.has("freight", "duty"):
                yield _R.GIVES_NUMBER, "sample_fee", True
            else:
                yield _act(clause, sentence), str(number.value), True
        elif number.kind == "none" and sentence.has("per_unit", "currency_word"):
            named = True
            fraction = number.value != number.value.to_integral_value()
            if fraction or not clause.has(*_MEASURED):
                sure = fraction and clause.has("per_unit") and not clause.has(*_MEASURED)
                yield _act(clause, sentence), str(number.value), sure
    if named:
        return
    for part in parts or (sentence,):
        if (plain := _in_words(part, sentence, numbers, language)) is not None:
            yield _act(part, sentence), None, plain


def _about(number: Number, sentence: Unit, parts: Sequence[Unit]) -> Unit | None:
    """The clause before an amount that makes it one of freight: "the sample's freight is yours, some 25 dollars"."""
    start = 0
    last: Unit | None = None
    for part in parts:
        start = sentence.text.find(part.text, start)
        if start + len(part.text) > number.start:
            own = part.has("sample", "price", "per_unit", "product", "discount")
            return last if last is not None and not own and last.has("freight") else None
        if part.has("freight", "sample", "price", "per_unit"):
            last = part
    return None


def _in_words(part: Unit, sentence: Unit, numbers: Sequence[Number], language: str | None) -> bool | None:
    """Whether a clause names an amount in words: "a bit over a dollar" surely, "around one fifty each" perhaps.

    A currency is also named where no amount is ("we quote in US dollars"): it counts beside a word of quantity only.
    """
    currencies = part.spans("currency_word")
    if currencies and any(_ONE.search(part.prepared[: hit.start]) for hit in currencies):
        return part.has("per_unit", "estimate") or None
    if currencies and sentence.has("per_unit", "estimate"):
        return False
    units = part.spans("per_unit")
    if not units or not part.has("estimate") or part.has(*_MEASURED):
        return None
    read = [number for number in numbers if number.raw in part.text and number.kind != "none"]
    spelled = spelled_numbers(part.prepared, language)
    loose = [word for word in spelled if not any(hit.start < word.end and word.start < hit.end for hit in units)]
    return False if loose and not read else None


def _act(clause: Unit, sentence: Unit) -> ReplyAct:
    """What the money is for: by its own clause where that tells, else by the sentence."""
    said = clause if clause.has("freight", "landed_cost", "duty", "price", "per_unit") else sentence
    if said.has("freight", "landed_cost") or (said.has("shipping") and not said.has("price", "per_unit")):
        return _R.GIVES_FREIGHT
    return _R.GIVES_DUTY if said.has("duty") else _R.GIVES_PRICE
