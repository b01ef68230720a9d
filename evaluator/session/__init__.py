"""The session record ``sim.session/1``: its models, how it is read, its schema."""

from evaluator.session.load import Loaded, Record, Refused, Where, read_sessions
from evaluator.session.models import (
    SCHEMA,
    CatalogContext,
    Customer,
    Image,
    InquiryOutput,
    Media,
    Message,
    OpportunityContext,
    OpportunityRun,
    Recognition,
    Session,
    ToolCall,
    Turn,
    TurnContext,
)
from evaluator.session.schema import explain, session_schema

__all__ = [
    "SCHEMA",
    "CatalogContext",
    "Customer",
    "Image",
    "InquiryOutput",
    "Loaded",
    "Media",
    "Message",
    "OpportunityContext",
    "OpportunityRun",
    "Recognition",
    "Record",
    "Refused",
    "Session",
    "ToolCall",
    "Turn",
    "TurnContext",
    "Where",
    "explain",
    "read_sessions",
    "session_schema",
]
