"""One call words a whole turn; one more mends it. What is still wrong then ends the conversation as invalid."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from evaluator.client import Ask, Completion, Message, Models
from scenarios.phrases import customer_keys
from scenarios.phrases.meaning import Meant
from simulator.buyer import BuyerTurn, Utterance
from simulator.buyer_model.check import Context, language_name, problems_of, without_facts
from simulator.buyer_words import Scene
from simulator.errors import SpoiledWordsError
from simulator.wording import Saying, own_language

_BEFORE: Final = 4  # of his own messages so many are shown
_HEARD: Final = 2000  # characters of the assistant's last reply that are shown
_REGISTERS: Final = {
    "plain": "everyday chat, neither stiff nor rude",
    "polite": "polite and complete sentences, as in business",
    "terse": "as few words as possible, hardly any punctuation",
}


class ModelWording:
    """Words the turns of any number of conversations through the port to models, in the role ``buyer``."""

    def __init__(self, models: Models) -> None:
        self._models = models

    async def word(self, turn: BuyerTurn, scene: Scene) -> BuyerTurn:
        """The turn in the model's words; messages whose words the template fixes are left as they are.

        Raises :class:`SpoiledWordsError` where they are wrong twice, and what the endpoint raises.
        """
        asked = [place for place, planned in enumerate(turn.utterances) if not _fixed(planned)]
        if not asked:
            return turn
        planned = [turn.utterances[place] for place in asked]
        context = Context(turn.language, buyer_prompt(), scene.heard or "", turn.withheld)
        messages: tuple[Message, ...] = (
            {"role": "system", "content": buyer_prompt()},
            {"role": "user", "content": _order(turn, planned, scene)},
        )
        texts, problems, said = await self._try(messages, planned, context, scene)
        if problems:
            messages += ({"role": "assistant", "content": said}, {"role": "user", "content": _repair(problems)})
            texts, problems, _ = await self._try(messages, planned, context, scene)
        if problems:
            raise SpoiledWordsError("; ".join(problems))
        worded = list(turn.utterances)
        for place, entry, text in zip(asked, planned, texts, strict=True):
            worded[place] = _worded(entry, text, turn.language)
        return replace(turn, utterances=tuple(worded))

    async def _try(
        self, messages: tuple[Message, ...], planned: Sequence[Utterance], context: Context, scene: Scene
    ) -> tuple[list[str], list[str], str]:
        """The texts, what is wrong with them, and the answer as it came."""
        ask = Ask(
            role="buyer",
            messages=messages,
            conversation=scene.case.session_id,
            schema=_SCHEMA,
            schema_name="buyer_messages",
            repeat=scene.case.repeat,
        )
        completion = await self._models.complete(ask)
        said = _sendable(completion.text or completion.refusal or "")
        texts = read_texts(completion)
        if isinstance(texts, str):
            return [], [texts], said
        if len(texts) != len(planned):
            return [], [f"expected {len(planned)} messages, found {len(texts)}"], said
        problems = [
            f"message {number}: {problem}"
            for number, (text, entry) in enumerate(zip(texts, planned, strict=True), start=1)
            for problem in problems_of(text, entry, context)
        ]
        return texts, problems, said


@cache
def buyer_prompt() -> str:
    """The orders that a model gets that words the buyer."""
    return (files("simulator") / "prompts" / "buyer.md").read_text(encoding="utf-8")


def read_texts(completion: Completion) -> list[str] | str:
    """The messages in a model's answer, or what is wrong with it. A fence or prose around the object is looked past."""
    if completion.refusal or completion.finish == "content_filter":
        return f"the model refused: {_sendable(completion.refusal or completion.text or 'filtered')[:200]}"
    text = completion.text or ""
    start, end = text.find("{"), text.rfind("}")
    try:
        answer = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        cut = ", cut off at the limit of tokens" if completion.finish == "length" else ""
        return f'expected one JSON object {{"messages": [...]}}, found something else{cut}'
    texts = answer.get("messages")
    if not isinstance(texts, list) or not all(isinstance(entry, str) for entry in texts):
        return 'expected "messages" to be a list of texts'
    return [entry.strip() for entry in texts]


_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"messages": {"type": "array", "items": {"type": "string"}}},
    "required": ["messages"],
    "additionalProperties": False,
}


def _fixed(planned: Utterance) -> bool:
    return all(saying.verbatim for saying in planned.sayings)


def _order(turn: BuyerTurn, planned: Sequence[Utterance], scene: Scene) -> str:
    """What is to be worded, as JSON."""
    persona = scene.case.levels.get("persona", "plain")
    order = {
        "language": language_name(turn.language),
        "register": _REGISTERS.get(persona, persona),
        "assistant_said": None if scene.heard is None else scene.heard[:_HEARD],
        "he_said_before": list(scene.said[-_BEFORE:]),
        "messages": [_entry(entry) for entry in planned],
        "keeps_to_himself": sorted(name.replace("_", " ") for name, _ in turn.withheld),
    }
    return json.dumps(order, ensure_ascii=False, indent=1)


def _entry(planned: Utterance) -> dict[str, Any]:
    entry: dict[str, Any] = {"says": [_thing(saying) for saying in planned.sayings]}
    return {**entry, "with_picture": True} if planned.picture is not None else entry


def _thing(saying: Saying) -> dict[str, Any]:
    if saying.verbatim:
        return {"exact": saying.text}
    about = customer_keys().get(saying.key, "")
    acts = [act.as_json() for act in saying.acts]
    thing: dict[str, Any] = {"means": about, "acts": acts, "facts": dict(saying.values), "example": saying.text}
    return {name: value for name, value in thing.items() if value}


def _repair(problems: Sequence[str]) -> str:
    listed = "\n".join(f"- {problem}" for problem in problems)
    return f"These words cannot be sent:\n{listed}\nWrite all messages again, mended, in the same JSON form."


def _worded(planned: Utterance, text: str, language: str) -> Utterance:
    """The message in the model's words; what it means stays, its language is that of the words."""
    plain = without_facts(text, planned)
    return replace(planned, text=text, meant=Meant(own_language(plain, language), planned.meant.acts))


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
