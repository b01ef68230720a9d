"""Data and code in a page, so that neither can get out of its place.

Nothing of a transcript is ever markup: it travels as JSON, and the page puts it into text nodes. A policy in the page
allows the one script whose hash it names, and what that script loads; no address can be reached.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any, Final

_ESCAPES: Final = {
    "<": "\\u003c",  # no tag, and no end of the script element, can be spelt
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",  # line ends in old JavaScript
    "\u2029": "\\u2029",
}
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def compact(value: Any) -> str:
    """``value`` as JSON without spaces. Half a surrogate pair, which no file could hold, stays an escape."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def harmless(text: str) -> str:
    """JSON ``text`` fit for the inside of a ``<script>`` element; read back it gives the same."""
    for character, escape in _ESCAPES.items():  # ten times as fast as str.translate, and pages are large
        text = text.replace(character, escape)
    return text


def script_call(function: str, number: int, text: str) -> str:
    """A script of one call, ``function(number, text)``, where ``text`` is JSON. It holds nothing else."""
    return f"{function}({number},{harmless(compact(text))});\n"


def source_hash(text: str) -> str:
    """How a content security policy names an inline script or style: ``'sha256-…'``."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def policy(script: str, style: str) -> str:
    """The content security policy of a page with this script and this style.

    ``strict-dynamic`` lets the script load the files with conversations that lie beside the page: a page opened from
    disk has no origin that could be named.
    """
    return (
        f"default-src 'none'; script-src {source_hash(script)} 'strict-dynamic'; style-src {source_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
