"""The one client for language models, behind the port :class:`Models`."""

from evaluator.client.budget import Budget, parse_budget
from evaluator.client.client import Client, open_client
from evaluator.client.config import Endpoint, load_endpoints
from evaluator.client.ports import (
    ROLES,
    Ask,
    Completion,
    Message,
    Models,
    Role,
    ScriptedModels,
    ToolCall,
    Usage,
)
from evaluator.client.retry import RetryPolicy

__all__ = [
    "ROLES",
    "Ask",
    "Budget",
    "Client",
    "Completion",
    "Endpoint",
    "Message",
    "Models",
    "RetryPolicy",
    "Role",
    "ScriptedModels",
    "ToolCall",
    "Usage",
    "load_endpoints",
    "open_client",
    "parse_budget",
]
