"""What a turn looks like to an agent that follows the specification: what was said, shown, sent and decided so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from evaluator.ontology import POSTER_TRIGGERS, CustomerAct
from evaluator.text.clock import working_hours
from scenarios.languages import VIETNAMESE
from scenarios.phrases import available_languages, load_phrases
from scenarios.phrases.meaning import CHINESE, Meant, MeantAct
from scenarios.world import POSTER_TITLES, Tools
from simulator.agents.protocols import History, HistoryMessage, HistoryTurn
from simulator.agents.understanding import understand

Look: TypeAlias = Literal["picture", "model", "style"]
_IMAGE = re.compile(r"\[IMAGE:([^|\]]+)\|")
# Pictures that show a product clearly enough to settle the look (M-011), and those that convert at once (M-101).
_LOOK_LABELS: Final = frozenset({"data_cable", "connector", "plug", "model_label"})
HIT_LABELS: Final = frozenset(_LOOK_LABELS | {"qr_code", "charger", "packaging", "catalogue", "poster", "spec_sheet"})


@dataclass(frozen=True)
class Reading:
    """The conversation as the reference agents read it. ``tools`` are used without a log, to know what is real."""

    history: History
    tools: Tools

    @property
    def number(self) -> int:
        """The turn's number, from 1."""
        return len(self.history)

    @property
    def turn(self) -> HistoryTurn:
        """The turn to answer."""
        return self.history[-1]

    @cached_property
    def meanings(self) -> tuple[tuple[Meant, ...], ...]:
        """What the customer meant, turn by turn, message by message."""
        return tuple(tuple(understand(message) for message in turn.customer_messages) for turn in self.history)

    @cached_property
    def acts(self) -> tuple[MeantAct, ...]:
        """The acts of this turn's messages."""
        return tuple(act for meant in self.meanings[-1] for act in meant.acts)

    @cached_property
    def earlier_acts(self) -> tuple[MeantAct, ...]:
        """The acts of all turns before."""
        return tuple(act for turn in self.meanings[:-1] for meant in turn for act in meant.acts)

    def does(self, *kinds: CustomerAct) -> bool:
        """Whether this turn's messages do one of these."""
        return any(act.act in kinds for act in self.acts)

    def value(self, kind: CustomerAct) -> str | None:
        """The newest value that the customer gave for something, in any turn."""
        found = [act.value for act in (*self.earlier_acts, *self.acts) if act.act == kind and act.value]
        return found[-1] if found else None

    @cached_property
    def replies(self) -> tuple[str, ...]:
        """The replies that reached the customer before this turn."""
        return tuple(turn.reply for turn in self.history[:-1] if turn.reply)

    @cached_property
    def language(self) -> str:
        """The phrase file to answer with: the newest message's language, else the one established, else English.

        Chinese is simplified unless the customer wrote traditional characters himself (M-017).
        """
        spoken = [meant.language for turn in self.meanings for meant in turn if meant.language is not None]
        newest = spoken[-1] if spoken else "en"
        if newest == CHINESE:
            return next((code for code in reversed(spoken) if code.startswith("zh-")), "zh-Hans")
        return newest if newest in available_languages() else "en"

    @cached_property
    def newest(self) -> HistoryMessage | None:
        """The newest customer message of the turn."""
        messages = self.turn.customer_messages
        return messages[-1] if messages else None

    @cached_property
    def working(self) -> bool:
        """Whether the newest customer message came in working hours; what cannot be converted is off hours."""
        return self.newest is not None and working_hours(self.newest.created_at)

    @cached_property
    def closed_before(self) -> bool:
        """Whether the off-hours closing already reached the customer."""
        return any(is_closing(reply) for reply in self.replies)

    @cached_property
    def poster_sets(self) -> dict[str, tuple[str, ...]]:
        """The ids in the poster documents, by the posters' language."""
        dry = self.tools.unlogged()
        sets = {}
        for language, title in POSTER_TITLES.items():
            found = dry.run("knowledge_search", {"query": title})["documents"]
            content = next((entry["content"] for entry in found if entry["title"] == title), "")
            sets[language] = tuple(_IMAGE.findall(content))
        return sets

    @cached_property
    def posters_before(self) -> bool:
        """Whether a complete set of posters reached the customer in an earlier turn."""
        return any(self.holds_posters(reply) for reply in self.replies)

    def holds_posters(self, reply: str) -> bool:
        """Whether a reply holds a complete set of posters."""
        shown = set(_IMAGE.findall(reply))
        return any(len(ids) >= 2 and shown.issuperset(ids[:2]) for ids in self.poster_sets.values())

    @cached_property
    def trigger(self) -> Meant | None:
        """The first message of the turn that speaks of products, so that posters are due unless the look is settled."""
        for message, meant in zip(self.turn.customer_messages, self.meanings[-1], strict=True):
            unclear = any(picture.status != "ok" for picture in message.pictures)
            if unclear or any(act.act in POSTER_TRIGGERS for act in meant.acts):
                return meant
        return None

    @cached_property
    def poster_language(self) -> str:
        """The language of the posters: that of the message that triggers them, taken alone (M-008)."""
        return "vi" if self.trigger is not None and self.trigger.language in VIETNAMESE else "en"

    @cached_property
    def looks(self) -> tuple[Look, ...]:
        """What settles the look in this turn."""
        return tuple(self._looks_of(self.turn, self.acts))

    @cached_property
    def look_settled_before(self) -> bool:
        """Whether an earlier turn settled it."""
        earlier = zip(self.history[:-1], self.meanings[:-1], strict=True)
        return any(
            next(self._looks_of(turn, tuple(act for meant in meanings for act in meant.acts)), None) is not None
            for turn, meanings in earlier
        )

    def _looks_of(self, turn: HistoryTurn, acts: tuple[MeantAct, ...]) -> Iterator[Look]:
        pictures = [picture for message in turn.customer_messages for picture in message.pictures]
        if any(picture.status == "ok" and _LOOK_LABELS & set(picture.labels) for picture in pictures):
            yield "picture"
        named = [act.about or act.value for act in acts if act.act == CustomerAct.NAMES_MODEL or act.about]
        if any(model is not None and self.product_id(model) is not None for model in named):
            yield "model"
        if any(act.act == CustomerAct.CHOOSES_STYLE for act in acts):
            yield "style"

    @cached_property
    def model(self) -> str | None:
        """The model that this turn speaks of, else the last one named."""
        for act in reversed((*self.earlier_acts, *self.acts)):
            if act.about is not None or act.act == CustomerAct.NAMES_MODEL:
                return act.about or act.value
        return None

    @cached_property
    def model_not_found(self) -> bool:
        """Whether this turn names a model that does not exist: he has a look in mind, and clues are asked for."""
        named = [act.about or act.value for act in self.acts if act.act == CustomerAct.NAMES_MODEL or act.about]
        return any(model is not None and self.product_id(model) is None for model in named)

    def product_id(self, model: str) -> str | None:
        """The id of the product of exactly that name; None where there is none, however like another's it looks."""
        found = self.tools.unlogged().run("search_products", {"keyword": model})["products"]
        return next((str(entry["productId"]) for entry in found if entry["name"].casefold() == model.casefold()), None)

    @property
    def salt(self) -> str:
        """What a reply's wordings are chosen by: the turn and the words that it answers."""
        return f"{self.number}/" + "/".join(message.text for message in self.turn.messages)


def is_closing(reply: str) -> bool:
    """Whether a reply is one of the off-hours closings of the phrases, in any language."""
    return any(
        closing in reply
        for language in available_languages()
        for closing in load_phrases(language).wordings("replies", "closes_handover")
    )
