"""The simulated company: what the agents' tools return."""

from scenarios.world.model import (
    CATALOGUE_TITLE,
    EMPTY_CELL,
    OLD_POSTER_ID,
    POSTER_TITLES,
    Document,
    Medium,
    Product,
    WorldOverrides,
)
from scenarios.world.tools import TOOL_NAMES, AgentName, FormAccess, LoggedCall, Tools
from scenarios.world.world import World, load_world, world_schema

__all__ = [
    "CATALOGUE_TITLE",
    "EMPTY_CELL",
    "OLD_POSTER_ID",
    "POSTER_TITLES",
    "TOOL_NAMES",
    "AgentName",
    "Document",
    "FormAccess",
    "LoggedCall",
    "Medium",
    "Product",
    "Tools",
    "World",
    "WorldOverrides",
    "load_world",
    "world_schema",
]
