"""The one client for language models, behind the port :class:`Models`."""

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

__all__ = ["ROLES", "Ask", "Completion", "Message", "Models", "Role", "ScriptedModels", "ToolCall", "Usage"]
