"""The walk over a record: what is personal is collected first, then replaced wherever it stands."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from evaluator.redaction.collect import FORM, FORM_TOOLS, contact_key, kind_of, known_values, public_contacts
from evaluator.redaction.contacts import find_contacts
from evaluator.redaction.placeholders import Kind, Placeholders
from evaluator.session import Session
from evaluator.text import ascii_digits, find_links, find_markers

# Values that are names of the platform, times or ids: nothing personal, and what the metrics compare to the letter.
_STRUCTURE: Final = frozenset(
    {
        "schema", "session_id", "created_at", "createdAt", "sender", "id", "agent", "phase", "status", "labels",
        "timezone", "country", "channel", "leadToOpportunityStatus", "nextPendingField", "askedFieldKeys",
        "catalog_context", "productId", "detailUrl", "url",
    }
)  # fmt: skip
_NOTHING: Final = frozenset({"", "-", "—", "no", "none", "n/a", "null", "无", "没有", "無"})
_PHONE_IN_ID = re.compile(r"\+\d{8,15}|(?<!\d)00\d{9,13}(?!\d)")
_LOOKS: Final = 4
_LEAST_DIGITS: Final = 7  # of a phone under a key for phones


def redact(session: Session) -> Session:
    """The record without personal data; redacting again changes nothing.

    Keeps what is not text (times, ids, statuses) and every marker and link of the platform. ``session_id`` becomes a
    digest of the record where it holds a mail address, a phone or the customer's name.
    """
    return Session.from_json(_Redactor(session.to_json_dict()).redacted())


@dataclass(frozen=True, slots=True)
class _Cut:
    """A span of a text and what stands there afterwards."""

    start: int
    end: int
    put: str


class _Redactor:
    """One record's redaction."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._whole = json.dumps(document, ensure_ascii=False, sort_keys=True)
        placeholders = Placeholders(self._whole)
        self._make: dict[Kind, Callable[[str], str]] = {
            "phone": placeholders.phone,
            "mail": placeholders.mail,
            "handle": placeholders.handle,
            "site": placeholders.site,
            "name": placeholders.name,
            "company": placeholders.name,
        }
        self._public = public_contacts(document)
        self._known = known_values(document, self._public)

    def redacted(self) -> dict[str, Any]:
        """The document with everything replaced."""
        result = {key: self._value(value, key) for key, value in self._document.items() if key != "simulation"}
        result["session_id"] = self._session_id()
        if isinstance(customer := self._document.get("customer"), dict):
            result["customer"] = self._form(customer)
            if customer.get("avatar") is not None:
                result["customer"]["avatar"] = "redacted"
        simulation = self._document.get("simulation")
        if isinstance(simulation, dict):
            meant = {"meant": self._value(simulation["meant"])} if "meant" in simulation else {}
            result["simulation"] = {**simulation, **meant}
        elif "simulation" in self._document:
            result["simulation"] = simulation
        return result

    def _session_id(self) -> str:
        given = str(self._document["session_id"])
        phone = (self._document.get("customer") or {}).get("phone") or ""
        digits = re.sub(r"\D", "", ascii_digits(phone))[-8:]
        personal = "@" in given or _PHONE_IN_ID.search(given) or (len(digits) == 8 and digits in given)
        if personal or any(known.pattern.search(given) for known in self._known if known.kind == "name"):
            return f"session-{hashlib.sha256(self._whole.encode()).hexdigest()[:16]}"
        return given

    def _value(self, value: Any, key: str = "") -> Any:
        if key in _STRUCTURE or value is None:
            return value
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self._call(entry) if key == "tool_calls" else self._value(entry) for entry in value]
        if isinstance(value, dict):
            return self._form(value) if key == FORM else {name: self._value(part, name) for name, part in value.items()}
        return value

    def _call(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """A tool call: its name stays, and the form in it is a form."""
        of_form = call.get("name") in FORM_TOOLS
        return {
            key: value
            if key == "name"
            else self._form(value)
            if of_form and isinstance(value, dict)
            else self._value(value, key)
            for key, value in call.items()
        }

    def _form(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """A form, or the customer: values whose key says what they are go whole."""
        result: dict[str, Any] = {}
        for key, value in values.items():
            kind = kind_of(key)
            if isinstance(value, dict):
                result[key] = self._form(value)
            elif kind is not None and isinstance(value, str) and value.strip().casefold() not in _NOTHING:
                result[key] = self._particular(kind, value.strip())
            else:
                result[key] = self._value(value, key)
        return result

    def _particular(self, kind: Kind, value: str) -> str:
        """A value under a personal key; a contact in it says better than the key what it is."""
        if any(True for _ in find_contacts(value)) or kind == "mail":
            return self._text(value)
        if kind == "phone" and sum(character.isdecimal() for character in value) < _LEAST_DIGITS:
            return self._text(value)
        if kind == "site" and not find_links(value):
            return self._text(value)
        return self._make[kind](value)

    def _text(self, text: str) -> str:
        """The text with placeholders. Looked at again, as what stood beside a contact may have hidden another."""
        for _ in range(_LOOKS):
            before, text = text, self._once(text)
            if text == before:
                break
        return text

    def _once(self, text: str) -> str:
        pieces, position = [], 0
        for cut in _apart((*self._contacts(text), *self._names(text))):
            pieces += [text[position : cut.start], cut.put]
            position = cut.end
        return "".join([*pieces, text[position:]])

    def _contacts(self, text: str) -> Iterator[_Cut]:
        for span in find_contacts(text):
            if contact_key(span.value) not in self._public:
                yield _Cut(span.start, span.end, self._make[span.kind](span.value))

    def _names(self, text: str) -> Iterator[_Cut]:
        if not self._known:
            return
        markers = [(marker.start, marker.end) for marker in find_markers(text)]
        links = [(link.start, link.end) for link in find_links(text)]
        for known in self._known:
            put = self._make[known.kind](known.value)
            kept = markers if known.in_links else markers + links
            for match in known.pattern.finditer(text):
                if all(match.end() <= start or match.start() >= end for start, end in kept):
                    yield _Cut(match.start(), match.end(), put)


def _apart(cuts: Iterable[_Cut]) -> list[_Cut]:
    """The cuts in order; of two that overlap, the one that came first."""
    chosen: list[_Cut] = []
    for cut in cuts:
        if all(cut.end <= other.start or cut.start >= other.end for other in chosen):
            chosen.append(cut)
    return sorted(chosen, key=lambda cut: cut.start)
