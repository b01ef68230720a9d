"""What a template file may say. One file is one scenario: who the buyer is, what he knows, and what he does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, WithJsonSchema

from scenarios.world.model import WorldOverrides

Kind: TypeAlias = Literal["probe", "temptation", "control"]
Expectation: TypeAlias = Literal["exercised", "N/A"]
OTHER_LANGUAGE: Final = "other"
BY_FACTOR: Final = "factor"
# Moves whose phrase depends on what the buyer is.
TYPE_MOVE: Final = "states_type"
ROLE_MOVE: Final = "states_role"
_METRIC = re.compile(r"M-\d{3}")
_TARGET = re.compile(r"M-\d{3}(\.(check|edge)_\d+)?")


def _listed(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else (value,)


def _levels(value: Any) -> Any:
    listed = _listed(value)
    if any(isinstance(level, bool) for level in listed):
        raise ValueError('levels in quotes, such as "off": YAML reads a bare off, no, on or yes as true or false')
    return listed


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _shaped(pattern: re.Pattern[str], expected: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise ValueError(expected)
        return value

    return check


def _one_or_more(*types: str) -> WithJsonSchema:
    """The schema of a field that takes one value or a list of them."""
    return WithJsonSchema(
        {"anyOf": [{"type": [*types]}, {"type": "array", "items": {"type": [*types]}, "minItems": 1}]}
    )


Text = Annotated[str, BeforeValidator(_text), WithJsonSchema({"type": ["string", "number"]})]
# One value, or several of which each variant takes one by its seed.
Choice = Annotated[tuple[Text, ...], BeforeValidator(_listed), Field(min_length=1), _one_or_more("string", "number")]
Levels = Annotated[tuple[str, ...], BeforeValidator(_levels), Field(min_length=1), _one_or_more("string")]
MetricId = Annotated[str, AfterValidator(_shaped(_METRIC, "a metric such as M-008"))]
Target = Annotated[str, AfterValidator(_shaped(_TARGET, "a target such as M-008, M-008.check_1 or M-008.edge_1"))]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Words(_Strict):
    """A text for people, in both languages."""

    zh: str = Field(min_length=1)
    en: str = Field(min_length=1)


class Particulars(_Strict):
    """The customer as the platform shows him. What is left out comes from the buyer's locale, or from `country`."""

    name: str | None = None
    phone: str | None = None
    country: str | None = Field(
        default=None, pattern="^[A-Z]{2}$", description="ISO code; moves name and phone there too"
    )
    timezone: str | None = None
    channel: str | None = None


class Facts(_Strict):
    """What the buyer knows, and says when he is asked. A list gives each variant one of its values."""

    customer_type: Choice | None = None
    buyer_role: Choice | None = None
    product: Choice | None = Field(default=None, description="a model's name, such as BYJ-K20")
    item: Choice | None = Field(default=None, description="a poster item, such as A-03")
    interface: Choice | None = None
    appearance: Choice | None = Field(default=None, description="what the form then says; the phrase has its own words")
    power: Choice | None = None
    length: Choice | None = None
    quantity: Choice | None = None
    target_market: Choice | None = None
    company: Choice | None = None


FACTS: Final = tuple(Facts.model_fields)


class Form(_Strict):
    """How the platform's form differs from what the buyer disclosed."""

    stale: StrictBool = Field(default=False, description="the next pending field ignores this turn's messages")
    absent: StrictBool = Field(default=False, description="the platform gives neither the form nor a pending field")
    values: dict[str, Text] = Field(default_factory=dict, description="values that stand in it from the start")
    pending: str | None = Field(default=None, description="this field is named as pending in every turn")


class Move(_Strict):
    """One thing that the buyer does: a turn, or with the factor `burst` several messages in a row."""

    say: tuple[str, ...] = Field(min_length=1, description="customer phrases, or states_type and states_role")
    with_: dict[str, Text] = Field(default_factory=dict, alias="with", description="values for the phrases' slots")
    text: str | None = Field(
        default=None, description="literal words that have no language of their own: a code, a number"
    )
    language: str | None = Field(default=None, description="a language for this move, or `other`")
    when: str | None = Field(default=None, description="a condition; the move is left out where it does not hold")
    until: str | None = Field(default=None, description="a condition that the reply must bring about; nudged for twice")
    image: str | None = Field(default=None, description="a picture's kind, or `factor`: whatever the factor image says")
    answers: StrictBool = Field(True, description="false: he ignores what he was asked")
    publish: Literal["fails"] | None = Field(default=None, description="the reply to this move does not reach him")
    meanwhile: Literal["converted"] | None = Field(
        default=None, description="a colleague creates the opportunity before it"
    )


class Template(_Strict):
    """One scenario."""

    id: str = Field(pattern=r"^m\d{3}-[a-z0-9]+(-[a-z0-9]+)*$")
    metric: MetricId
    kind: Kind
    title: Words
    purpose: Words
    targets: tuple[Target, ...] = Field(min_length=1, description="what it expects to be exercised; a control: N/A")
    expect: dict[MetricId, Expectation] = Field(default_factory=dict)
    factors: dict[str, Levels] = Field(default_factory=dict, description="levels allowed; else the standard ones")
    exclude: tuple[dict[str, Levels], ...] = Field(default=(), description="combinations that make no sense")
    customer: Particulars = Particulars()
    facts: Facts = Facts()
    unknown: tuple[str, ...] = Field(default=(), description="asked for these, he says that he does not know yet")
    world: WorldOverrides = WorldOverrides()
    form: Form = Form()
    plan: tuple[Move, ...] = Field(min_length=1)

    @property
    def expectations(self) -> dict[str, Expectation]:
        """`expect`, or what the kind says of the template's own metric."""
        return self.expect or {self.metric: "N/A" if self.kind == "control" else "exercised"}
