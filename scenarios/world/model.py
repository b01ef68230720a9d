"""What the simulated company is made of: products with their versions and media, and documents."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

EMPTY_CELL = "—"
DETAIL_ROOT = "https://beiyijia.product.kzdatong.com/product/"
OLD_POSTER_ID = "74115cba-5d0e-4c6b-9a51-2f8c7e90b1d3"

# The two poster documents by the language of the posters, and the catalogue document: titles of the specification.
POSTER_TITLES = {"en": "英文快速选品海报", "vi": "越南语快速选品海报"}
CATALOGUE_TITLE = "完整产品目录"

_IMAGE = re.compile(r"\[IMAGE:([^|\]]+)\|")


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Medium(_Frozen):
    """One picture or video of a product."""

    type: Literal["IMAGE", "VIDEO"]
    id: str
    url: str


class Product(_Frozen):
    """One product. ``specifications`` has a row a version; ``item`` is its number on the posters."""

    product_id: str = Field(alias="productId", pattern=r"^p-\d{4}$")
    name: str
    category: str
    tags: tuple[str, ...] = ()
    item: str | None = None
    description: str = ""
    specifications: tuple[dict[str, str], ...] = Field(min_length=1)
    media: tuple[Medium, ...] = ()

    @property
    def detail_url(self) -> str:
        """The back office's page of the product, which may never reach a customer (M-022)."""
        return DETAIL_ROOT + self.product_id

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions that the product comes in."""
        return tuple(row["Version"] for row in self.specifications if "Version" in row)


class Document(_Frozen):
    """One document of the knowledge base; ``words`` are what else it is found by, and are never returned."""

    key: str
    title: str
    content: str
    words: tuple[str, ...] = ()

    @property
    def image_ids(self) -> tuple[str, ...]:
        """The ids of its IMAGE markers, in order."""
        return tuple(_IMAGE.findall(self.content))


class ProductFile(_Frozen):
    """``products.yaml``."""

    categories: tuple[str, ...] = Field(min_length=1)
    products: tuple[Product, ...] = Field(min_length=1)


class DocumentFile(_Frozen):
    """``documents.yaml``."""

    documents: tuple[Document, ...] = Field(min_length=1)
    extra: tuple[Document, ...] = ()
    catalogue_url: str


class WorldOverrides(_Frozen):
    """How a scenario changes the company. Poster, catalogue and policy documents go by their ``key``."""

    poster_missing: bool = False
    poster_one_marker: bool = False
    catalogue_missing: bool = False
    policy_missing: tuple[str, ...] = ()
    old_poster: bool = False
    documents_added: tuple[str, ...] = ()
    media_missing: tuple[str, ...] = ()
    products_missing: tuple[str, ...] = ()
