"""The session record ``sim.session/1`` as frozen models.

Attributes are spelt the Python way; the platform's spelling is the alias that is read and written. A key that did not
come and a key that came as ``null`` both read as ``None``; ``model_fields_set`` tells them apart, and
:meth:`RecordPart.to_json_dict` writes back exactly the keys that came. Unknown keys are kept.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, StrictBool

from evaluator.session.safe import safe_json, safe_text

SCHEMA: Literal["sim.session/1"] = "sim.session/1"

# A text or value that can always be encoded: a lone surrogate in it has become U+FFFD.
Text = Annotated[str, BeforeValidator(safe_text)]
Json = Annotated[JsonValue, BeforeValidator(safe_json)]

Sender = Literal["customer", "staff"]
LeadStatus = Literal["new", "converted"]
Agent = Literal["inquiry", "opportunity"]
Phase = Literal["inbound", "after_reply"]
RecognitionStatus = Literal["ok", "uncertain", "failed"]


def _platform(name: str) -> Any:
    """An optional field under the platform's own spelling.

    Two aliases instead of ``alias``: type checkers then let the Python name be used in the constructor.
    """
    return Field(default=None, validation_alias=name, serialization_alias=name)


class RecordPart(BaseModel):
    """What all parts of the record share."""

    model_config = ConfigDict(extra="allow", frozen=True, validate_by_name=True, validate_by_alias=True)
    __pydantic_extra__: dict[str, Json] = Field(init=False)

    @classmethod
    def from_json(cls, document: object) -> Self:
        """The record in a parsed JSON document; only the platform's own spelling of the keys counts.

        Raises pydantic's ``ValidationError``. :func:`evaluator.session.read_sessions` is the way in for files.
        """
        return cls.model_validate(document, by_alias=True, by_name=False)

    def to_json_dict(self) -> dict[str, Any]:
        """The record as JSON values, with exactly the keys that it was given."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def to_json_line(self) -> str:
        """The record as one line of JSON, without a line end: what stands in ``sessions.jsonl``."""
        return json.dumps(self.to_json_dict(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


class Customer(RecordPart):
    """What both agents are told about the customer; neither a language nor an hour may be inferred from it."""

    name: Text | None = None
    phone: Text | None = None
    country: Text | None = None
    timezone: Text | None = None
    avatar: Json = None
    channel: Text | None = None


class Recognition(RecordPart):
    """What the platform's recogniser said about an image. Unknown labels are kept."""

    status: RecognitionStatus | None = None
    labels: tuple[Text, ...] | None = None
    description: Text | None = None


class Image(RecordPart):
    """One image of a message."""

    id: Text | None = None
    recognition: Recognition | None = None


class Message(RecordPart):
    """One message of the customer, or of a human colleague (``staff``).

    ``created_at`` is what the platform sent, of whatever type: :mod:`evaluator.text.clock` makes sense of it.
    """

    sender: Sender
    text: Text
    created_at: Json = None
    images: tuple[Image, ...] | None = None

    @property
    def pictures(self) -> tuple[Image, ...]:
        """The images; none where the record names none."""
        return self.images or ()


class CatalogContext(RecordPart):
    """The values that ``search_products`` may be given; ``None`` where the export does not say."""

    categories: tuple[Text, ...] | None = None
    tags: tuple[Text, ...] | None = None


class TurnContext(RecordPart):
    """What the platform told the inquiry assistant for this turn; ``form`` is the form before the turn."""

    lead_status: LeadStatus | None = _platform("leadToOpportunityStatus")
    next_pending_field: Text | None = _platform("nextPendingField")
    form: dict[str, Json] | None = _platform("inquiry_form_snapshot")
    catalog_context: CatalogContext | None = None


class ToolCall(RecordPart):
    """One call of either agent. ``result`` and ``arguments`` are whatever the platform logged."""

    agent: Agent | None = None
    name: Text | None = None
    arguments: Json = None
    result: Json = None

    @property
    def argument_map(self) -> dict[str, JsonValue]:
        """The arguments by name, also where they were logged as JSON text; empty where they are nothing of the kind."""
        value: object = self.arguments
        if isinstance(value, str):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError):
                return {}
        return value if isinstance(value, dict) else {}


class Media(RecordPart):
    """What the platform knows of one sent medium; ``delivered`` is ``None`` where it does not know."""

    id: Text | None = None
    delivered: StrictBool | None = None


class InquiryOutput(RecordPart):
    """The inquiry assistant's output. ``reply_text`` is ``None`` where the model's answer could not be read."""

    reply_text: Text | None = _platform("replyText")
    asked_field_keys: tuple[Text, ...] | None = _platform("askedFieldKeys")
    published: StrictBool | None = None
    raw: Text | None = None
    media: tuple[Media, ...] | None = None

    @property
    def was_published(self) -> bool:
        """Whether the reply reached the customer.

        An export without ``published`` (missing or ``null``) does not say so: then a reply that is a text counts as
        published, since a platform exports what it sent, and an unreadable one (``replyText: null``) does not.
        """
        return isinstance(self.reply_text, str) if self.published is None else self.published


class OpportunityContext(RecordPart):
    """What one run of the opportunity assistant was told."""

    created_at_: Json = _platform("createdAt")
    lead_status: LeadStatus | None = _platform("leadToOpportunityStatus")
    reply_published: StrictBool | None = _platform("replyPublished")
    actual_last_ai_reply: Text | None = _platform("actualLastAiReply")
    form: dict[str, Json] | None = _platform("inquiry_form_snapshot")


class OpportunityRun(RecordPart):
    """One run of the opportunity assistant; ``raw`` is its whole output, unparsed."""

    phase: Phase | None = None
    context: OpportunityContext | None = None
    raw: Text | None = None


class Turn(RecordPart):
    """The messages that arrived before one answer, and that answer.

    ``tool_calls`` and ``opportunity``: ``None`` (``null`` or missing) means that the export has no log, ``()`` that
    nothing was called or run. ``inquiry`` is ``None`` where the assistant stayed silent.
    """

    inbound: tuple[Message, ...]
    context: TurnContext | None = None
    tool_calls: tuple[ToolCall, ...] | None = None
    inquiry: InquiryOutput | None = None
    opportunity: tuple[OpportunityRun, ...] | None = None

    @property
    def customer_messages(self) -> tuple[Message, ...]:
        """The customer's own messages of the turn, oldest first."""
        return tuple(message for message in self.inbound if message.sender == "customer")

    @property
    def runs(self) -> tuple[OpportunityRun, ...]:
        """The opportunity assistant's runs; none where there is no log."""
        return self.opportunity or ()


class Session(RecordPart):
    """One conversation. ``simulation`` is there in simulated records only, and no verdict may depend on it."""

    schema_version: Literal["sim.session/1"] = Field(validation_alias="schema", serialization_alias="schema")
    session_id: Text
    turns: tuple[Turn, ...]
    customer: Customer | None = None
    simulation: dict[str, Json] | None = None

    @classmethod
    def build(cls, session_id: str, turns: tuple[Turn, ...], **optional: Any) -> Self:
        """A session from Python names: ``optional`` takes ``customer``, ``simulation`` and any further keys."""
        return cls.model_validate(
            {"schema": SCHEMA, "session_id": session_id, "turns": turns, **optional}, by_alias=True, by_name=True
        )
