"""Cuts a text into sentences and clauses, and finds in each what the rules compose acts from."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from evaluator.reading.matcher import Hit, Lexicon
from evaluator.text.links import MAIL, find_links
from evaluator.text.markers import strip_markers
from evaluator.text.masking import blank, plain
from evaluator.text.names import find_models

# A full stop ends a sentence only before white space or the end, so that "3.8 mm" and "www.x.y" stay whole.
# Thai has no full stop: a polite particle before a space ends a sentence.
_CLOSING = r"(?:[\"'”“’»」』)）]|\s»)*"  # a quotation or a bracket that ends with the sentence
_SENTENCE_END = re.compile(rf"(?:ครับผม|ครับ|ค่ะ|คะ|จ้ะ|จ้า)[ \t]+|[!?！？。؟।…]+{_CLOSING}|\.{_CLOSING}(?=\s|$)|\n+")
_CLAUSE_END = re.compile(r"[,，、،:：;；؛](?!\d)\s*|[~～]+\s*|\s[-–—]\s|\s\|\s")
_QUESTION = re.compile(r"[?？؟]")
_ABBREVIATION = re.compile(
    r"\b(?:no|nr|mr|mrs|ms|dr|co|ltd|inc|approx|e\.g|i\.e|etc|vs|pls|max|min|pcs|qty|tp|sr|sra)\.$", re.I
)
_NAMED_MAX = re.compile(r"[a-z]-?\d\w*\s+(?:max|min)\.$", re.I)  # "the BYJ-K20 Max." is a name, no abbreviation

# What stands between alternatives.
OR = re.compile(
    r"还是|還是|或|หรือ|それとも|または|또는|아니면|أو|أم|या|\b(?:or|hay|hoặc|hoac|o|ou|oder|или|либо|atau|ya|veya)\b"
)

# How a sentence speaks: frames that hold other concepts inside them and do not stand for them.
_FRAMES = frozenset(
    {
        "q_word", "q_tail", "request", "ask_to_tell", "if_when", "talk_to", "confirm_later", "calculate", "look_invite",
        "offer_help", "choose", "choice_ref", "describe", "which_like", "can_do", "numbered_reply", "cannot_say",
        "add_contact", "intro", "received", "injection", "other_task", "internal_process", "refuse_order", "promise",
        "joins", "will_look", "order_word", "holds_certificate", "must_or_may", "clears",
        "advice", "hand_over", "anybody", "asks_nothing",
    }
)  # fmt: skip


# Frames, and words that name no subject of their own, swallow nothing but a negation ("no problem").
_NO_CONTAINER = _FRAMES | {
    "per_unit", "unit", "time_unit", "currency_word", "estimate", "colleague", "human", "ack", "greeting",
    "thanks", "stock_claim", "free_claim", "hot_claim", "bare_owner", "bare_purchaser", "haggle", "bare_buyer",
    "personal_use", "acknowledge", "my_pleasure",
}  # fmt: skip

# What only tells how other concepts stand to each other: a word is not read because one of these covers it.
_ASIDE = frozenset({"joins", "order_word", "holds_certificate", "must_or_may", "advice", "hand_over", "asks_nothing"})


@dataclass(frozen=True)
class Sentence:
    """A sentence of a body: its text as it was written, its number from 0, whether it carries a question mark."""

    text: str
    at: int
    marked: bool


@dataclass(frozen=True)
class Unit:
    """A sentence or clause with the concepts found in it."""

    text: str
    at: int
    marked: bool  # its sentence carries a question mark
    prepared: str
    hits: tuple[Hit, ...]
    concepts: frozenset[str]
    content_words: int  # words that are no function words
    known_words: int  # content words that some concept covers

    def has(self, *concepts: str) -> bool:
        """Whether one of the concepts was found."""
        return not self.concepts.isdisjoint(concepts)

    def spans(self, *concepts: str) -> list[Hit]:
        """The hits of these concepts, in order."""
        return [hit for hit in self.hits if hit.concept in concepts]


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text without its media markers."""
    found: list[Sentence] = []
    body = strip_markers(text)
    hidden = _without_addresses(body)
    for start, end in _pieces(hidden):
        clean = body[start:end].strip()
        if any(char.isalnum() for char in clean):
            found.append(Sentence(clean, len(found), bool(_QUESTION.search(plain(hidden[start:end])))))
    return tuple(found)


def _without_addresses(body: str) -> str:
    """The text with letters for its web addresses: their marks neither end a sentence nor ask anything."""
    letters = list(body)
    for link in find_links(body):
        letters[link.start : link.end] = "x" * (link.end - link.start)
    return "".join(letters)


def _pieces(body: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _SENTENCE_END.finditer(body):
        head = body[max(0, match.start() - 11) : match.start() + 1]
        if match.group().startswith(".") and _ABBREVIATION.search(head) and not _NAMED_MAX.search(head):
            continue
        yield start, match.end()
        start = match.end()
    yield start, len(body)


def clauses(sentence: Sentence) -> Iterator[str]:
    """The parts of a sentence between commas, colons and dashes."""
    start = 0
    for match in _CLAUSE_END.finditer(sentence.text):
        if match.start() > start:
            yield sentence.text[start : match.start()]
        start = match.end()
    if start < len(sentence.text):
        yield sentence.text[start:]


def unit(text: str, sentence: Sentence, lexicons: tuple[Lexicon, ...]) -> Unit:
    """The concepts of a sentence or clause; with several lexicons, those of each."""
    hits: list[Hit] = []
    words = known = 0
    prepared = ""
    bare = MAIL.sub(_without_goods, text) if "@" in text else text
    bare = blank(bare, ((name.start, name.end) for name in find_models(text)))
    for number, lexicon in enumerate(lexicons):
        form = lexicon.prepare(bare)
        found = lexicon.find(form)
        hits.extend(found)
        if number == 0:
            prepared = form
            words, known = _coverage(form, found, lexicon)
    swallowed = _swallowed(hits)
    kept = tuple(hit for hit in hits if hit not in swallowed)
    return Unit(text, sentence.at, sentence.marked, prepared, kept, frozenset(h.concept for h in kept), words, known)


def _without_goods(mail: re.Match[str]) -> str:
    """A mail address without words that name goods (sales@cablehouse.com); what tells that it is one stays."""
    return mail[0] if _MAIL_HOST.search(mail[0]) else "_" * len(mail[0])


_MAIL_HOST = re.compile("mail|outlook|yahoo|qq|163|web.de|gmx", re.I)


def _swallowed(hits: list[Hit]) -> frozenset[Hit]:
    """The hits that are only a part of a longer wording of something else: "shipping cost" is no question of price.

    A container is looked for among those that begin at most the longest hit's length before, so that the cost grows
    with the text and not with the pairs of its hits.
    """
    containers = sorted((hit for hit in hits if hit.solid or hit.concept == "urgency"), key=lambda hit: hit.start)
    starts = [hit.start for hit in containers]
    longest = max((hit.end - hit.start for hit in containers), default=0)
    found = []
    for hit in hits:
        near = containers[bisect_left(starts, hit.start - longest) : bisect_right(starts, hit.start)]
        if any(_contains(other, hit) for other in near):
            found.append(hit)
    return frozenset(found)


def _contains(other: Hit, hit: Hit) -> bool:
    if hit.concept == "delivery" and other.concept == "urgency" and other.start <= hit.start < other.end:
        return True  # "urgent!" asks for no date
    if not other.solid or other.concept == hit.concept or not (other.start <= hit.start and hit.end <= other.end):
        return False
    if other.end - other.start == hit.end - hit.start:
        return False
    return hit.concept == "negation" or (hit.concept not in _FRAMES and other.concept not in _NO_CONTAINER)


def _coverage(prepared: str, hits: tuple[Hit, ...], lexicon: Lexicon) -> tuple[int, int]:
    """Content words, and how many of them a concept covers (half the characters where there are no spaces)."""
    covered = [False] * (len(prepared) + 1)
    for hit in hits:
        if hit.concept in _ASIDE:
            continue
        covered[hit.start : hit.end] = [True] * (hit.end - hit.start)
    words = known = 0
    pattern = r"[^\W\d_][\w'\u0900-\u0963]*" if lexicon.spaced else r"[^\W\d_]"
    for match in re.finditer(pattern, prepared):
        if match.group() in lexicon.stopwords:
            continue
        words += 1
        known += covered[match.start()]
    return (words, known) if lexicon.spaced else (-(-words // 2), known // 2)  # two characters make a word
