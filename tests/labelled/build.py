"""Labelled conversations: the compact YAML files here, expanded into session records and their labels.

``python -m tests.labelled.build OUT_DIR`` writes ``OUT_DIR/sessions/<id>.json`` and ``OUT_DIR/labels.json``.

A case in short (see the models for every key)::

    - id: a-007-es-1
      lang: es
      kind: positive             # positive | violation | edge | na
      metric: M-007
      result: PASS
      turns:
        - c: "hola"              # a text, a message or a list of messages
          at: "10:15"            # Beijing time of the newest customer message; anything else is kept as it is
          a: "…"                 # the reply; null = silent
        - c: {text: "esto", image: {status: ok, labels: [connector], description: "…"}}
          tools: [{en_posters: [p-1, p-2]}, {moq_policy: "MOQ 300"}, {ks: "打样", docs: {}}]
          a: "…"
          opp: {convert: true, takeover: true, after: {takeover: true}}

What is left out: the first turn is at 10:15 of ``day`` and each later one 90 s after the one before; an earlier
message of a turn is 20 s older than the next; form, lead status and catalogue values stay as they were (the status
becomes ``converted`` in the turn after a convert); nothing was called; one inbound run, both false, business.

A whole conversation may be labelled on all metrics at once; ``also`` then gets whatever ``metric`` is not::

      m028: 4
      labels: {PASS: [M-001, M-004, …], FAIL: [M-009], N/A: rest}   # lists, one of which may be the word rest
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator

from tests.labelled.tools import tool_call

HERE = Path(__file__).parent
DROPPED = "dropped.yml"  # labels on which a second reading differed
BEIJING = timezone(timedelta(hours=8))
METRICS = [f"M-{number:03}" for number in (*range(1, 44), *range(101, 112), *range(201, 205))]
CLOCK = re.compile(r"(\d{4}-\d\d-\d\d )?(\d\d):(\d\d)(?::(\d\d))?")

Json = dict[str, Any]
Outcome = Literal["PASS", "FAIL", "N/A", "OPEN"]
Intent = Literal["business", "off_topic", "harassment"]
Status = Literal["new", "converted"]


class Part(BaseModel):
    """A part of a case; an unknown key is a typing error."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def given(self, key: str) -> bool:
        """Whether the key stands in the file, be it as null."""
        return key in self.model_fields_set


class Picture(Part):
    """An image as the recogniser saw it."""

    id: str | None = None
    status: Literal["ok", "uncertain", "failed"] | None = None
    labels: list[str] | None = None
    description: str | None = None


class Line(Part):
    """One message."""

    text: str = ""
    at: JsonValue = None
    image: Picture | list[Picture] | None = None
    staff: bool = False

    @property
    def pictures(self) -> list[Picture]:
        """Its images."""
        if self.image is None:
            return []
        return self.image if isinstance(self.image, list) else [self.image]


class After(Part):
    """A run after the reply. Left out: what really happened to this turn's reply, converted, both false."""

    published: bool | None = None
    reply: str | None = "same"
    status: Status | None = "converted"
    convert: bool = False
    takeover: bool = False
    intent: Intent = "business"
    raw: str | None = None


class Run(Part):
    """The run on the customer's message, and the one after the reply."""

    convert: bool = False
    takeover: bool = False
    intent: Intent = "business"
    status: Status | None = None
    raw: str | None = None
    after: After | None = None


class Exchange(Part):
    """A turn."""

    c: str | Line | list[str | Line]
    at: JsonValue = None
    a: str | None
    published: bool = True
    raw: str | None = None
    media: list[Json] | None = None
    keys: list[str] = Field(default_factory=list)
    next: str | None = None
    form: Json | None = None
    status: Status | None = None
    catalog: Json | None = None
    tools: list[Any] | None = Field(default_factory=list)
    opp: Run | list[Run] | None = Run()  # [] = not run
    opp_raw: str | None = None

    @field_validator("opp")
    @classmethod
    def _not_run(cls, opp: Run | list[Run] | None) -> Run | list[Run] | None:
        if isinstance(opp, list) and opp:
            raise ValueError("opp is one run, null or []")
        return opp

    @property
    def lines(self) -> list[Line]:
        """Its messages, oldest first."""
        messages = self.c if isinstance(self.c, list) else [self.c]
        return [Line(text=message) if isinstance(message, str) else message for message in messages]


class Case(Part):
    """A labelled conversation."""

    id: str
    lang: str
    kind: Literal["positive", "violation", "edge", "na"]
    metric: str = Field(pattern=r"^M-\d{3}$")
    result: Outcome | int
    checks: dict[str, Outcome] = Field(default_factory=dict)
    also: dict[str, Outcome | int] = Field(default_factory=dict)
    labels: dict[Outcome, list[str] | Literal["rest"]] | None = None
    m028: int | None = Field(default=None, ge=1, le=5)
    why: str
    customer: Json | None = None
    day: str = "2026-03-02"
    catalog: Json | None = None
    turns: list[Exchange] = Field(min_length=1)

    @field_validator("also")
    @classmethod
    def _metrics(cls, also: dict[str, Outcome | int]) -> dict[str, Outcome | int]:
        if wrong := [metric for metric in also if not re.fullmatch(r"M-\d{3}", metric)]:
            raise ValueError(f"no metrics: {wrong}")
        return also

    @model_validator(mode="after")
    def _fits(self) -> Self:
        self.others()
        return self

    def others(self) -> dict[str, Outcome | int]:
        """The labels of the metrics besides its own."""
        found: dict[str, Outcome | int] = {self.metric: self.result, **self.also}
        if self.m028 is not None:
            found["M-028"] = self.m028
        rest: Outcome | None = None
        for outcome, metrics in (self.labels or {}).items():
            if metrics == "rest":
                rest = outcome
                continue
            for metric in metrics:
                if metric not in METRICS or found.setdefault(metric, outcome) != outcome:
                    raise ValueError(f"{metric} is no metric, or labelled otherwise as well")
        missing = [metric for metric in METRICS if metric not in found] if self.labels is not None else []
        if "M-028" in missing or (missing and rest is None):
            raise ValueError(f"not labelled: {missing}")
        if rest is not None:
            found.update(dict.fromkeys(missing, rest))
        return {metric: outcome for metric, outcome in sorted(found.items()) if metric != self.metric}

    def label(self) -> Json:
        """What ``labels.json`` says of it."""
        keys = ("metric", "result", "checks", "why", "lang", "kind")
        return {**{key: getattr(self, key) for key in keys}, "also": self.others()}

    def session(self) -> Json:
        """The session record."""
        record: Json = {"schema": "sim.session/1", "session_id": self.id}
        if self.customer is not None:
            record["customer"] = self.customer
        record["turns"] = list(_Expansion(self).turns())
        return record


class _Expansion:
    """The state that runs along the turns of one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.clock = datetime.combine(date.fromisoformat(case.day), datetime.min.time(), BEIJING).replace(
            hour=10, minute=13, second=30
        )
        self.form: Json = {}
        self.status: Status | None = None
        self.catalog = case.catalog
        self.created: JsonValue = None
        self.last_reply: str | None = None
        self.images = 0

    def turns(self) -> Iterator[Json]:
        for turn in self.case.turns:
            yield self._turn(turn)

    def _turn(self, turn: Exchange) -> Json:
        before = self.status
        self.form = turn.form if turn.form is not None else self.form
        self.status = turn.status if turn.given("status") else self.status
        self.catalog = turn.catalog if turn.given("catalog") else self.catalog
        inbound = self._inbound(turn)
        context: Json = {
            "leadToOpportunityStatus": self.status,
            "nextPendingField": turn.next,
            "inquiry_form_snapshot": self.form,
        }
        if self.catalog is not None:
            context["catalog_context"] = self.catalog
        calls = None if turn.tools is None else [tool_call(spec) for spec in turn.tools]
        reply = self._reply(turn)
        if reply is not None and turn.published:
            self.last_reply = turn.a
        runs = self._runs(turn, before)
        if isinstance(turn.opp, Run) and turn.opp.convert:
            self.status = "converted"
        return {"inbound": inbound, "context": context, "tool_calls": calls, "inquiry": reply, "opportunity": runs}

    def _inbound(self, turn: Exchange) -> list[Json]:
        lines = turn.lines
        own = [number for number, line in enumerate(lines) if not line.staff]
        newest = own[-1] if own else len(lines) - 1
        trigger = lines[newest].at if lines[newest].given("at") else turn.at
        given = turn.given("at") or lines[newest].given("at")
        when = self._time(trigger) if given else self.clock + timedelta(seconds=90)
        self.clock = when or self.clock + timedelta(seconds=90)
        messages: list[Json] = []
        for number, line in enumerate(lines):
            created: JsonValue = (self.clock + timedelta(seconds=20 * (number - newest))).isoformat()
            if number == newest and when is None:
                created = trigger
            elif number != newest and line.given("at"):
                other = self._time(line.at)
                created = line.at if other is None else other.isoformat()
            if number == newest and own:
                self.created = created
            message: Json = {"sender": "staff" if line.staff else "customer", "created_at": created, "text": line.text}
            if pictures := line.pictures:
                message["images"] = [self._image(picture, line.staff) for picture in pictures]
            messages.append(message)
        return messages

    def _time(self, value: JsonValue) -> datetime | None:
        """A clock time of this case; ``None`` where the value is to be kept as it is."""
        found = CLOCK.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            return None
        day = date.fromisoformat(found[1].strip()) if found[1] else self.clock.date()
        when = datetime(day.year, day.month, day.day, int(found[2]), int(found[3]), int(found[4] or 0), tzinfo=BEIJING)
        first = self.created is None and self.images == 0 and self.last_reply is None
        return when + timedelta(days=1) if not found[1] and not first and when < self.clock else when

    def _image(self, picture: Picture, staff: bool) -> Json:
        self.images += 1
        seen = {key: getattr(picture, key) for key in ("status", "labels", "description") if picture.given(key)}
        return {"id": picture.id or f"{'staff' if staff else 'cust'}-img-{self.images}", "recognition": seen}

    def _reply(self, turn: Exchange) -> Json | None:
        if turn.a is None and turn.raw is None:
            return None
        reply: Json = {"replyText": turn.a, "askedFieldKeys": turn.keys, "published": turn.published}
        if turn.raw is not None:
            reply["raw"] = turn.raw
        if turn.media is not None:
            reply["media"] = turn.media
        return reply

    def _runs(self, turn: Exchange, before: Status | None) -> list[Json] | None:
        run = turn.opp
        if run is None:
            return None
        if isinstance(run, list):
            return []
        raw = turn.opp_raw if turn.opp_raw is not None else run.raw
        # A status that this turn's own convert brought about was not there yet when the inbound run began.
        status = run.status if run.given("status") else before if run.convert else self.status
        runs = [
            {
                "phase": "inbound",
                "context": self._run_context(status, None, None),
                "raw": _output(run) if raw is None else raw,
            }
        ]
        if (after := run.after) is not None:
            published = after.published if after.given("published") else turn.published and turn.a is not None
            reply = self.last_reply if after.reply == "same" else after.reply
            runs.append(
                {
                    "phase": "after_reply",
                    "context": self._run_context(after.status, published, reply),
                    "raw": _output(after) if after.raw is None else after.raw,
                }
            )
        return runs

    def _run_context(self, status: Status | None, published: bool | None, reply: str | None) -> Json:
        return {
            "createdAt": self.created,
            "leadToOpportunityStatus": status,
            "replyPublished": published,
            "actualLastAiReply": reply,
            "inquiry_form_snapshot": self.form,
        }


def _output(run: Run | After) -> str:
    decided = {
        "shouldAutoConvert": run.convert,
        "shouldForceHumanTakeover": run.takeover,
        "conversationIntent": run.intent,
    }
    return json.dumps(decided, separators=(",", ":"))


def load(folder: Path = HERE) -> list[Case]:
    """All cases of the folder's files, in order of file and place. An id may occur once."""
    cases: list[Case] = []
    seen: dict[str, str] = {}
    for path in sorted(folder.glob("*.yaml")):
        for number, document in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")) or []):
            name = document.get("id", f"case {number + 1}") if isinstance(document, Mapping) else f"case {number + 1}"
            try:
                case = Case.model_validate(document)
            except ValueError as error:
                raise ValueError(f"{path.name}: {name}: {error}") from error
            if case.id in seen:
                raise ValueError(f"{path.name}: {case.id} is in {seen[case.id]} already")
            seen[case.id] = path.name
            cases.append(case)
    return cases


def build(out: Path, folder: Path = HERE) -> int:
    """Writes sessions and labels; the number of cases."""
    cases = load(folder)
    sessions = out / "sessions"
    sessions.mkdir(parents=True, exist_ok=True)
    for stale in sessions.glob("*.json"):
        stale.unlink()
    for case in cases:
        _write(sessions / f"{case.id}.json", case.session())
    labels = {case.id: case.label() for case in cases}
    for dropped in yaml.safe_load((HERE / DROPPED).read_text(encoding="utf-8")):
        if dropped["case"] in labels:
            del labels[dropped["case"]]["also"][dropped["metric"]]
    _write(out / "labels.json", labels)
    return len(cases)


def _write(path: Path, document: Json) -> None:
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.labelled.build OUT_DIR")
    print(f"{build(Path(sys.argv[1]))} cases")
