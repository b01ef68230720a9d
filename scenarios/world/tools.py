"""The agents' tools over the company, with the results' shapes of the session record, and a log of every call."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypeAlias

from evaluator.errors import NotFoundError
from scenarios.world.world import World

AgentName: TypeAlias = Literal["inquiry", "opportunity"]
Json: TypeAlias = Any

TOOL_NAMES: Final = (
    "knowledge_search",
    "search_products",
    "get_product_detail",
    "get_product_media",
    "get_catalog_url",
    "inquiry_form_snapshot_get",
    "inquiry_form_update",
)


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """One call as the record holds it. ``arguments`` is a text where an agent wrote no JSON object."""

    agent: AgentName
    name: str
    arguments: Json
    result: Json


class FormAccess(Protocol):
    """The inquiry form as the tools reach it."""

    def snapshot(self) -> dict[str, Json]:
        """The form as it stands."""

    def update(self, values: Mapping[str, Json]) -> None:
        """Writes values into the form."""


class NoForm:
    """The form of a conversation that has none."""

    def snapshot(self) -> dict[str, Json]:
        """Always empty."""
        return {}

    def update(self, values: Mapping[str, Json]) -> None:
        """Does nothing."""


@dataclass(frozen=True)
class Tools:
    """The tools of one agent in one turn. ``calls`` grows with each call; a wrong argument gives an error as result.

    Tools never raise for what an agent asked for: an agent under test may ask for anything, and the platform answers.
    ``gaps`` holds something where the agent has tools of its own and gives no log of them: then ``calls`` is not all.
    """

    world: World
    agent: AgentName
    form: FormAccess = field(default_factory=NoForm)
    calls: list[LoggedCall] = field(default_factory=list)
    gaps: list[AgentName] = field(default_factory=list)

    async def call(self, name: str, arguments: Mapping[str, Json] | None = None) -> Json:
        """Calls a tool and logs it. Raises :class:`NotFoundError` for a tool that does not exist."""
        return self.run(name, arguments)

    def run(self, name: str, arguments: Mapping[str, Json] | None = None) -> Json:
        """The same, without ``await``: nothing here waits."""
        given = copy.deepcopy(dict(arguments or {}))
        result = self._answer(name, given)
        self.calls.append(LoggedCall(self.agent, name, given, result))
        return copy.deepcopy(result)

    def refuse(self, name: str, arguments: Json, reason: str) -> Json:
        """Logs a call that was not carried out, as the agent wrote it; the result is an error that says why."""
        result = {"error": reason}
        self.calls.append(LoggedCall(self.agent, name, arguments, result))
        return dict(result)

    def report(self, name: str, arguments: Json, result: Json) -> None:
        """Logs a call that the agent made with tools of its own."""
        self.calls.append(LoggedCall(self.agent, name, arguments, result))

    def leave_gap(self) -> None:
        """Says that the agent may have called tools of its own, and that nothing is known of it."""
        self.gaps.append(self.agent)

    def unlogged(self) -> Tools:
        """The same tools with a log of their own: to find out what a call would return."""
        return Tools(self.world, self.agent, NoForm(), [])

    def _answer(self, name: str, given: dict[str, Json]) -> Json:
        answers: dict[str, Callable[[dict[str, Json]], Json]] = {
            "knowledge_search": self._knowledge_search,
            "search_products": self._search_products,
            "get_product_detail": self._product_detail,
            "get_product_media": self._product_media,
            "get_catalog_url": lambda _: {"url": self.world.catalogue_url},
            "inquiry_form_snapshot_get": lambda _: self.form.snapshot(),
            "inquiry_form_update": self._form_update,
        }
        if name not in answers:
            raise NotFoundError.among("tool", name, answers)
        return answers[name](given)

    def _knowledge_search(self, given: dict[str, Json]) -> Json:
        query = given.get("query")
        if not isinstance(query, str):
            return _refusal("query", "a text")
        found = self.world.find_documents(query)
        return {"documents": [{"title": entry.title, "content": entry.content} for entry in found]}

    def _search_products(self, given: dict[str, Json]) -> Json:
        keyword, category, tags = given.get("keyword"), given.get("category"), given.get("tags")
        if not isinstance(keyword, str | None):
            return _refusal("keyword", "a text")
        if not isinstance(category, str | None):
            return _refusal("category", "a text")
        wanted = _texts(tags)
        if wanted is None:
            return _refusal("tags", "a list of texts")
        found = self.world.find_products(keyword, category, wanted)
        return {
            "products": [
                {
                    "productId": entry.product_id,
                    "name": entry.name,
                    "category": entry.category,
                    "tags": list(entry.tags),
                    "detailUrl": entry.detail_url,
                }
                for entry in found
            ]
        }

    def _product_detail(self, given: dict[str, Json]) -> Json:
        entry = self.world.product(str(given.get("productId")))
        if entry is None:
            return _refusal("productId", "the id of a product")
        return {
            "productId": entry.product_id,
            "name": entry.name,
            "description": entry.description,
            "specifications": [dict(row) for row in entry.specifications],
            "detailUrl": entry.detail_url,
        }

    def _product_media(self, given: dict[str, Json]) -> Json:
        entry = self.world.product(str(given.get("productId")))
        if entry is None:
            return _refusal("productId", "the id of a product")
        return {"items": [{"type": item.type, "id": item.id, "url": item.url} for item in entry.media]}

    def _form_update(self, given: dict[str, Json]) -> Json:
        values = given.get("values", given)
        if not isinstance(values, dict):
            return _refusal("values", "the fields and their values")
        self.form.update(values)
        return {"updated": sorted(values)}


def _texts(value: object) -> Sequence[str] | None:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list | tuple) and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    return None


def _refusal(argument: str, expected: str) -> Json:
    return {"error": f"{argument}: expected {expected}"}
