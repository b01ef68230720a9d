"""The company as one frozen thing, and how a scenario changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from evaluator.errors import InputError, NotFoundError, Problem
from scenarios.world.model import (
    CATALOGUE_TITLE,
    POSTER_TITLES,
    Document,
    DocumentFile,
    Product,
    ProductFile,
    WorldOverrides,
)
from scenarios.world.search import Entry, Index
from scenarios.yamlfiles import Source, read_valid

DOCUMENTS_FOUND = 3
PRODUCTS_FOUND = 5
OLD_POSTER_KEY = "old_poster"


@dataclass(frozen=True, eq=False)
class World:
    """Products, documents and the catalogue's back-office address. Searching needs no copy: the indices are shared."""

    categories: tuple[str, ...]
    products: tuple[Product, ...]
    documents: tuple[Document, ...]
    extra: tuple[Document, ...]
    catalogue_url: str
    _documents: Index = field(init=False, repr=False, compare=False)
    _products: Index = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        documents = [Entry("\n".join((entry.title, *entry.words)), entry.content) for entry in self.documents]
        products = [
            Entry(
                f"{entry.name}\n{entry.category}",
                "\n".join((*entry.tags, *entry.versions, entry.description, *_powers(entry))),
            )
            for entry in self.products
        ]
        object.__setattr__(self, "_documents", Index(documents))
        object.__setattr__(self, "_products", Index(products))

    @property
    def tags(self) -> tuple[str, ...]:
        """Every tag that a product has, in order of first use."""
        return tuple(dict.fromkeys(tag for product in self.products for tag in product.tags))

    def find_documents(self, query: str) -> list[Document]:
        """The documents that a query finds, best first, at most three."""
        return [self.documents[number] for number in self._documents.search(query, DOCUMENTS_FOUND)]

    def find_products(self, keyword: str | None, category: str | None, tags: Sequence[str]) -> list[Product]:
        """The products that a search finds, best first, at most five. ``category`` and ``tags`` must match exactly."""
        if keyword and keyword.strip():
            found = [
                self.products[number] for number in self._products.search(keyword, len(self.products), whole_words=True)
            ]
        else:
            found = list(self.products) if category or tags else []
        wanted = set(tags)
        kept = [entry for entry in found if category in (None, "", entry.category) and wanted <= set(entry.tags)]
        return kept[:PRODUCTS_FOUND]

    def product(self, product_id: str) -> Product | None:
        """The product of that id."""
        return next((entry for entry in self.products if entry.product_id == product_id), None)

    def document(self, key: str) -> Document | None:
        """The document of that key."""
        return next((entry for entry in self.documents if entry.key == key), None)

    def override(self, changes: WorldOverrides) -> World:
        """The company as a scenario wants it. Raises :class:`NotFoundError` for a key that no document has."""
        return _overridden(self, changes) if changes != WorldOverrides() else self


def _powers(product: Product) -> list[str]:
    return [row["Power"] for row in product.specifications if "Power" in row]


@cache
def _overridden(world: World, changes: WorldOverrides) -> World:
    keys = {entry.key for entry in world.documents}
    for key in changes.policy_missing:
        if key not in keys:
            raise NotFoundError.among("document", key, keys)
    additions = {entry.key: entry for entry in world.extra}
    for key in changes.documents_added:
        if key not in additions:
            raise NotFoundError.among("extra document", key, additions)
    added = [*changes.documents_added, *((OLD_POSTER_KEY,) if changes.old_poster else ())]
    documents = [entry for entry in map(_changer(changes), world.documents) if entry is not None]
    documents += [additions[key] for key in dict.fromkeys(added)]
    return replace(world, documents=tuple(documents), products=tuple(_products(world, changes)))


def _changer(changes: WorldOverrides) -> Callable[[Document], Document | None]:
    """What becomes of a document: itself, a shorter one, or nothing."""

    def change(entry: Document) -> Document | None:
        poster = entry.title in POSTER_TITLES.values()
        if entry.key in changes.policy_missing or (poster and changes.poster_missing):
            return None
        if entry.title == CATALOGUE_TITLE and changes.catalogue_missing:
            return None
        if poster and changes.poster_one_marker:
            return entry.model_copy(update={"content": entry.content.splitlines()[0]})
        return entry

    return change


def _products(world: World, changes: WorldOverrides) -> list[Product]:
    names = {entry.name for entry in world.products}
    for name in (*changes.media_missing, *changes.products_missing):
        if name not in names:
            raise NotFoundError.among("product", name, names)
    return [
        entry.model_copy(update={"media": ()}) if entry.name in changes.media_missing else entry
        for entry in world.products
        if entry.name not in changes.products_missing
    ]


def load_world(folder: Path | None = None) -> World:
    """The company in a folder's ``products.yaml`` and ``documents.yaml``; without a folder, the one that ships.

    Raises :class:`InputError` naming file, line and field.
    """
    return _shipped() if folder is None else _load(folder)


@cache
def _shipped() -> World:
    return _load(files("scenarios.world") / "data")


def _load(folder: Source) -> World:
    products_at, documents_at = folder / "products.yaml", folder / "documents.yaml"
    products = read_valid(ProductFile, products_at)
    documents = read_valid(DocumentFile, documents_at)
    _check_products(products, str(products_at))
    _check_documents(documents, str(documents_at))
    return World(products.categories, products.products, documents.documents, documents.extra, documents.catalogue_url)


def _check_products(content: ProductFile, name: str) -> None:
    problems = []
    ids = [entry.product_id for entry in content.products]
    for number, entry in enumerate(content.products):
        where = f"products[{number}]"
        if ids.count(entry.product_id) > 1:
            problems.append(Problem(name, None, f"{where}.productId", "an id of its own", entry.product_id))
        if entry.category not in content.categories:
            problems.append(
                Problem(name, None, f"{where}.category", f"one of {', '.join(content.categories)}", entry.category)
            )
        if any("Version" not in row for row in entry.specifications):
            problems.append(Problem(name, None, f"{where}.specifications", "a Version in each row", "none"))
    if problems:
        raise InputError(f"{name} is not valid", problems)


def _check_documents(content: DocumentFile, name: str) -> None:
    titles = {entry.title for entry in content.documents}
    missing = [title for title in (*POSTER_TITLES.values(), CATALOGUE_TITLE) if title not in titles]
    problems = [Problem(name, None, "documents", f"a document titled {title}", "none") for title in missing]
    keys = [entry.key for entry in (*content.documents, *content.extra)]
    problems += [
        Problem(name, None, "documents", "each key once", f"{key} twice")
        for key in sorted({key for key in keys if keys.count(key) > 1})
    ]
    if problems:
        raise InputError(f"{name} is not valid", problems)


def world_schema() -> dict[str, Any]:
    """The JSON Schemas of the two files of a world folder, ``products.yaml`` and ``documents.yaml``."""
    parts: dict[str, type[BaseModel]] = {"products.yaml": ProductFile, "documents.yaml": DocumentFile}
    shared: dict[str, Any] = {}
    properties: dict[str, Any] = {}
    for name, model in parts.items():
        schema = model.model_json_schema(by_alias=True)
        shared |= schema.pop("$defs", {})
        properties[name] = schema
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a world folder",
        "type": "object",
        "properties": properties,
        "required": list(parts),
        "$defs": shared,
    }
