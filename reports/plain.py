"""Texts of a transcript made fit for a place where they are not alone: a terminal, a table, an XML file.

What a customer or a model wrote may hold escape sequences, controls that turn the direction of the line round, or
characters that XML forbids. Here they become visible; the words stay as they are.
"""

from __future__ import annotations

import re
from typing import Final, Literal

Lang = Literal["en", "zh"]

# C0 without tab, line feed and return; C1; the bidirectional embeddings, overrides and isolates. The plain marks
# U+200E and U+200F stay: Arabic and Hebrew texts need them, and they turn nothing round.
CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPACES: Final = re.compile(r"\s+")
_ELLIPSIS: Final = "…"


def control_name(character: str) -> str:
    """How a control is shown: ``U+202E``."""
    return f"U+{ord(character):04X}"


def visible(text: str) -> str:
    """``text`` with its controls in words (``⟨U+202E⟩``), so that it cannot steer a terminal or turn a line round."""
    if text.isprintable():  # most texts: no control is
        return text
    return CONTROLS.sub(lambda match: f"⟨{control_name(match[0])}⟩", text)


def one_line(text: str, limit: int) -> str:
    """``text`` on one line, visible, of at most ``limit`` characters (the last is then an ellipsis)."""
    if len(text) <= limit and text.isprintable() and "  " not in text and text == text.strip():
        return text  # most texts; all other white space is not printable
    # Twice the limit is enough to cut from, and a message of a megabyte is not worked through for a table's cell.
    folded = _SPACES.sub(" ", visible(text[: 2 * limit])).strip()
    if len(folded) > limit or (len(text) > 2 * limit and len(folded) == limit):
        return folded[: limit - 1].rstrip() + _ELLIPSIS
    return folded + _ELLIPSIS if len(text) > 2 * limit else folded


def xml_text(text: str) -> str:
    """``text`` with what XML 1.0 cannot hold, and what is invisible, in words or as U+FFFD."""
    return _NOT_XML.sub("\ufffd", visible(text))
