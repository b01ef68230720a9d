"""Sixty texts that try to get out of their place, and a conversation that says one wherever a record can hold text."""

from __future__ import annotations

import json
from typing import Any

from evaluator.session import Session
from evaluator.session.safe import safe_text

from .made import Run, Scored, failed, gates, session, verdict

# Each calls `alert` or sets `pwned` where it runs: a browser test looks for both.
_RUNS = "window.pwned=1;alert(1)"

_TAGS = [
    f"</script><script>{_RUNS}</script>",
    f"<script>{_RUNS}</script>",
    f"<SCRIPT SRC=data:text/javascript,{_RUNS}></SCRIPT>",
    f"<img src=x onerror={_RUNS}>",
    f"<IMG SRC=`x` ONERROR=`{_RUNS}`>",
    f"<svg onload={_RUNS}>",
    f"<svg><script>{_RUNS}</script></svg>",
    f"<svg><animate onbegin={_RUNS} attributeName=x dur=1s>",
    f'<iframe srcdoc="<script>parent.{_RUNS}</script>"></iframe>',
    f"<iframe src=javascript:{_RUNS}>",
    f"<body onload={_RUNS}>",
    f"<details open ontoggle={_RUNS}>x</details>",
    f"<video><source onerror={_RUNS}></video>",
    f"<input autofocus onfocus={_RUNS}>",
    f"<math><mtext></table><mglyph><style><img src=x onerror={_RUNS}>",
    f"<template><img src=x onerror={_RUNS}></template>",
    f"<noscript><p title='</noscript><img src=x onerror={_RUNS}>'>",
    f"<a href=javascript:{_RUNS}>click</a>",
    f"<object data=data:text/html,<script>{_RUNS}</script>>",
    f"<embed src=javascript:{_RUNS}>",
    f"<link rel=stylesheet href=data:text/css,*{{x:expression({_RUNS})}}>",
    "<style>*{display:none!important}</style>",
    "<base href=https://evil.example/>",
    f"<meta http-equiv=refresh content=0;url=javascript:{_RUNS}>",
    f"<form action=javascript:{_RUNS}><button>x",
    f"<plaintext><xmp><textarea></title></style></script><img src=x onerror={_RUNS}>",
]
_QUOTES = [
    f'" onmouseover="{_RUNS}" x="',
    f"' onfocus='{_RUNS}' tabindex='0' autofocus='",
    f"` onclick=`{_RUNS}`",
    f'"/><img src=x onerror={_RUNS}>',
    f"'}});{_RUNS};({{'",
    f'");{_RUNS};//',
    f'\\");{_RUNS};//',
    f"'-({_RUNS})-'",
    f"${{{_RUNS}}}",
    f"`${{{_RUNS}}}`",
    f"{{{{ {_RUNS} }}}}",
    "{% for x in [].__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}",
    "{{ 7*7 }}{# comment #}{% raw %}",
    f"[x](javascript:{_RUNS})",
    f"![x](x' onerror='{_RUNS})",
]
_DATA = [
    "]]></script>",
    "<!--<script>",
    "--><script>window.pwned=1</script><!--",
    "\\u003cscript\\u003ewindow.pwned=1\\u003c/script\\u003e",
    "&lt;script&gt;window.pwned=1&lt;/script&gt;",
    "&#60;img src=x onerror=window.pwned=1&#62;",
    "%3Cscript%3Ewindow.pwned=1%3C/script%3E",
    "\u2028window.pwned=1\u2029",
    "\\",
    "__proto__",
    "constructor",
    "[IMAGE:x|<img src=x onerror=window.pwned=1>]",
    f"[LINK:javascript:{_RUNS}|click]",
    "metric=M-031&result=FAIL#session=",
    "../../../../etc/passwd\x00.js",
]
_ODD = [
    "\u202egnp.exe\u2066 \u200f\u061c",
    "\x1b]0;title\x07\x1b[31m\x9b",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 e\u0301\u0301\u0301\u0301\u0301\u0301 \ufdfd",
    "\ud83d half",
    "<b>" * 300,
]
TEXTS: tuple[str, ...] = (*_TAGS, *_QUOTES, *_DATA, *_ODD)


def everywhere(text: str, name: str | None = None) -> Session:
    """A session that says ``text`` wherever a record can hold text; ``name`` is its id, by default the text too."""
    reply = f"{text} [IMAGE:{text.replace(']', '')}|{text}]"
    full: dict[str, Any] = {
        "inbound": [
            {
                "sender": "customer",
                "text": text,
                "created_at": text,
                "images": [{"id": text, "recognition": {"status": "ok", "labels": [text], "description": text}}],
            },
            {"sender": "staff", "text": text},
        ],
        "context": {"leadToOpportunityStatus": None, "nextPendingField": text, "inquiry_form_snapshot": {text: text}},
        "tool_calls": [{"agent": "inquiry", "name": text, "arguments": {text: text}, "result": [text]}],
        "inquiry": {
            "replyText": reply,
            "askedFieldKeys": [text],
            "published": False,
            "raw": text,
            "media": [{"id": text}],
        },
        "opportunity": [
            {"phase": "inbound", "raw": json.dumps({"shouldAutoConvert": text, "conversationIntent": [text]})},
            {"phase": "after_reply", "raw": text, "context": {"actualLastAiReply": text}},
        ],
    }
    simulation = {
        "template": text,
        "factors": {"language": text, "time": text, text: text},
        "missed": [text],
        "targets": [text],
        "invalid": None,
        "defect": text,
    }
    customer = {"name": text, "country": text, "avatar": {text: [text]}}
    return session(name or text, [full], simulation=simulation, customer=customer)


def scored(text: str, name: str | None = None) -> Scored:
    """The session with a failed and an undetermined verdict that quote it."""
    said: str = safe_text(text)  # as every verdict is: half a surrogate pair could not be written
    faults = [failed("check_1", said, source, note=said) for source in ("reply", "inbound", "tool", "raw", "form")]
    verdicts = [
        verdict("M-001", "FAIL", *faults, reason=said, evidence=said),
        verdict("M-002", "N/A", undetermined=True, reason=said),
    ]
    return Scored(everywhere(text, name), verdicts)


def run_of(text: str) -> Run:
    """A run of that session whose manifest, errors and gates say the text too."""
    manifest = {
        "command": text,
        "state": text,
        "seed": text,
        "agents": {text: {"kind": text, "model": text}},
        "evaluator": {"version": text, "judge": text},
        "tokens": {"inquiry": 10},
        "cost": {"inquiry": 0.1, "currency": text},
    }
    said: str = safe_text(text)
    return Run([scored(text)], manifest, [{"error": text}], gates((said, True, said)))
