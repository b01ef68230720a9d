"""The simulated buyer: his plan in code, his words from the phrases.

He answers what he is asked from what he knows, makes his next move, and where a move has to bring something about he
nudges twice. What he then still misses ends the conversation: the probe is missed, and that is reported as such.

A model may put his words otherwise (:mod:`simulator.buyer_words`); what he does, and what it means, is settled here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from scenarios.cases import Case
from scenarios.phrases import Phrases, load_phrases
from scenarios.phrases.meaning import CHINESE, Meant, MeantAct
from scenarios.pictures import PictureKind
from scenarios.story import Step, Story
from scenarios.templates.conditions import met
from simulator.form import FORM_KEYS
from simulator.observer import Observer
from simulator.persona import Persona
from simulator.wording import Saying, in_one_breath, literal, say

NUDGES: Final = 2
ANSWERS: Final = 2  # of several questions in one reply he takes up so many
TURNS: Final = 14
# How he answers when asked for a form key that he knows; the others have no phrase, and he declines.
_ANSWERS: Final = {
    "product": "names_model",
    "interface": "states_interface",
    "appearance": "states_appearance",
    "power": "states_power",
    "length": "states_length",
    "quantity": "states_quantity",
    "target_market": "states_market",
    "company": "states_company",
}
_WITH_PICTURE: Final = "sends_image"
# Facts that he tells by the choice of a phrase, and how such phrases begin.
_TELLS: Final = {"states_type_": "customer_type", "states_role_": "buyer_role", "states_appearance": "appearance"}
_PERSONAL: Final = frozenset({"customer_type", "buyer_role", "company", "website", "position", "city", "country"})

End: TypeAlias = Literal["finished", "missed", "taken_over", "too_long", "spoiled"]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message of the buyer: its words, its meaning, and the picture that goes with it.

    ``sayings`` are the things that it says, of which the words are made.
    """

    text: str
    meant: Meant
    picture: PictureKind | None = None
    sayings: tuple[Saying, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyerTurn:
    """What the buyer sends in one turn, and what happens around it. ``staff_picture``: a colleague sends one first.

    ``language`` is the code of the phrases that it is said in; ``withheld`` what the buyer knows and has not told yet:
    names of facts with their values.
    """

    utterances: tuple[Utterance, ...]
    publish_fails: bool = False
    converted_by_hand: bool = False
    staff_picture: PictureKind | None = None
    language: str = "en"
    withheld: tuple[tuple[str, str], ...] = ()


class Buyer:
    """One buyer in one conversation."""

    def __init__(self, case: Case, story: Story, persona: Persona) -> None:
        self._story = story
        self._random = case.random("words")
        self._slots = {
            "company": persona.company,
            "email": persona.email,
            **{
                slot: story.facts[fact]
                for slot, fact in (("model", "product"), ("market", "target_market"))
                if fact in story.facts
            },
            **{name: value for name, value in story.facts.items() if name != "product"},
        }
        self._steps = iter(story.steps)
        self._step: Step | None = None
        self._nudged = 0
        self._turns = 0
        self._used: set[str] = set()
        self._told: set[str] = set()  # values that he gave, and names of facts told by the choice of a phrase
        self.end: End | None = None

    def next_turn(self, seen: Observer) -> BuyerTurn | None:
        """What he sends next; None where the conversation is over, and ``end`` says how."""
        if seen.signal("taken_over"):
            self.end = "taken_over" if self._unfinished(seen) else "finished"
        elif self._turns >= TURNS:
            self.end = "too_long"
        elif self._waiting(seen):
            if self._nudged < NUDGES:
                return self._counted(self._nudge())
            self.end = "missed"
        else:
            self._step = next((step for step in self._steps if met(step.when, seen)), None)
            self._nudged = 0
            if self._step is not None:
                return self._counted(self._move(self._step, seen))
            self.end = "finished"
        return None

    @property
    def missed(self) -> bool:
        """Whether the probe's precondition was not reached."""
        return self.end in ("missed", "taken_over", "too_long")

    def break_off(self) -> None:
        """Ends the conversation because the buyer's words could not be put as his plan has them."""
        self.end = "spoiled"

    def _counted(self, turn: BuyerTurn) -> BuyerTurn:
        self._turns += 1
        for saying in (saying for utterance in turn.utterances for saying in utterance.sayings):
            self._told.update(saying.values.values())
            self._told.update(name for prefix, name in _TELLS.items() if saying.key.startswith(prefix))
        withheld = tuple((name, value) for name, value in self._slots.items() if not {name, value} & self._told)
        return replace(turn, language=self._current.language, withheld=withheld)

    def _waiting(self, seen: Observer) -> bool:
        return self._step is not None and self._step.until is not None and not met(self._step.until, seen)

    def _unfinished(self, seen: Observer) -> bool:
        """Whether something of the template's own plan is left: what a factor put in does not count."""
        return self._waiting(seen) or any(not step.extra and met(step.when, seen) for step in self._steps)

    def _nudge(self) -> BuyerTurn:
        """First he asks for an answer, then he says it all again in other words, and presses."""
        step = self._current
        phrases = load_phrases(step.language)
        self._nudged += 1
        if self._nudged == 1:
            asked = self._say(phrases, "repeats", step.slots)
            again = replace(asked, acts=self._acts_of(step))
            return BuyerTurn(tuple(self._messages([again], phrases)))
        spoken = tuple(key for key in step.say if key != _WITH_PICTURE)  # the picture is not sent again
        sayings = [*self._own_words(replace(step, say=spoken), phrases), self._say(phrases, "pushes", step.slots)]
        return BuyerTurn(tuple(self._messages(sayings, phrases)))

    def _move(self, step: Step, seen: Observer) -> BuyerTurn:
        phrases = load_phrases(step.language)
        own = self._own_words(step, phrases)
        answers = list(self._answers(step, phrases, own, seen)) if step.answers else []
        by_staff = step.picture == "by_staff"
        messages = self._messages([*answers, *own], phrases)
        if step.picture is not None and not by_staff:
            at = len(messages) - (len(own) if self._story.burst else 1)
            message = messages[max(at, 0)]
            messages[max(at, 0)] = replace(message, picture=step.picture)
        return BuyerTurn(
            tuple(messages), step.publish_fails, step.converted_by_hand, step.picture if by_staff else None
        )

    def _own_words(self, step: Step, phrases: Phrases) -> list[Saying]:
        if step.text is not None:
            return [literal(step.text, step.say, {**self._slots, **step.slots})]
        return [self._say(phrases, key, step.slots) for key in step.say]

    def _answers(self, step: Step, phrases: Phrases, own: list[Saying], seen: Observer) -> Iterator[Saying]:
        """What he says to the last reply's questions, but for those that his own move answers anyway."""
        said = {key for saying in own for key in (saying.key, *(str(act.act) for act in saying.acts))}
        asked = [field for field in FORM_KEYS if field in seen.asked_fields]
        wordless: set[str] = set()
        for field in asked[:ANSWERS]:
            key = self._answer_key(field)
            if key in said or f"states_{field}" in said or (field == "buyer_role" and "states_role" in said):
                continue
            if key in ("does_not_know", "declines_to_say"):
                if wordless:
                    continue
                wordless.add(key)
            yield self._say(phrases, key, step.slots)

    def _answer_key(self, field: str) -> str:
        value = self._story.facts.get(field)
        if field in self._story.unknown or value is None:
            return "declines_to_say" if field in _PERSONAL and field not in self._story.unknown else "does_not_know"
        if field == "customer_type":
            return f"states_type_{value}"
        if field == "buyer_role":
            return f"states_role_{value}"
        return _ANSWERS.get(field, "declines_to_say")

    def _messages(self, sayings: list[Saying], phrases: Phrases) -> list[Utterance]:
        """One message for all that is said, or with the factor ``burst`` one for each thing."""
        if not self._story.burst:
            text = in_one_breath(phrases, [saying.text for saying in sayings])
            return [Utterance(text, meaning(sayings), sayings=tuple(sayings))]
        if len(sayings) == 1 and self._turns:
            sayings = [self._say(phrases, "acknowledges", {}), *sayings]
        return [Utterance(saying.text, meaning([saying]), sayings=(saying,)) for saying in sayings]

    def _say(self, phrases: Phrases, key: str, slots: Mapping[str, str]) -> Saying:
        look = self._story.facts.get("appearance", "")
        values = {**self._slots, **slots}
        saying = say(phrases, key, values, self._story.persona, self._random, look=look, used=self._used)
        self._used.add(saying.text)
        return saying

    def _acts_of(self, step: Step) -> tuple[MeantAct, ...]:
        return literal("", step.say, {**self._slots, **step.slots}).acts

    @property
    def _current(self) -> Step:
        if self._step is None:
            raise ValueError("no move has been made yet")
        return self._step


def meaning(sayings: Sequence[Saying]) -> Meant:
    """What a message means that says these things."""
    acts = tuple(act for saying in sayings for act in saying.acts)
    spoken = [saying.language for saying in sayings if saying.language is not None]
    plain = spoken[0] if spoken else None  # Chinese that shows no script, unless another part shows one
    return Meant(next((code for code in spoken if code != CHINESE), plain), acts)
