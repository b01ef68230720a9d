"""The media markers of the platform, to the letter, and what was evidently meant as one.

``[IMAGE:id|caption]``, ``[DOCUMENT:id|fileName|caption]``, ``[VIDEO:url|caption]``, ``[KBVIDEO:id|caption]``,
``[LINK:url|caption]``: brackets, colon, bars, order and case are fixed (M-023). The length of a caption is not: an
empty one is well formed. Ordinary brackets (``[1]``, ``[urgent]``) are no markers.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, cast, get_args

from evaluator.text.words import words

ProtocolKind = Literal["IMAGE", "DOCUMENT", "VIDEO", "KBVIDEO", "LINK"]
MarkerKind = ProtocolKind | Literal["UNKNOWN"]
PROTOCOL_KINDS: Final[tuple[ProtocolKind, ...]] = get_args(ProtocolKind)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker, well formed or not. ``text[start:end]`` of the searched text is ``raw``.

    ``problem`` says in words what is wrong and is empty on a well-formed one; of a malformed one the fields hold what
    could be made out. ``id`` is set for IMAGE, DOCUMENT and KBVIDEO, ``url`` for VIDEO and LINK, whatever stands there.
    """

    kind: MarkerKind
    raw: str
    start: int
    end: int
    id: str | None = None
    url: str | None = None
    file_name: str | None = None
    caption: str | None = None
    problem: str = ""

    @property
    def well_formed(self) -> bool:
        """Whether it keeps the protocol to the letter."""
        return not self.problem


_SHAPES: Final[dict[str, str]] = {
    "IMAGE": "[IMAGE:id|caption]",
    "DOCUMENT": "[DOCUMENT:id|fileName|caption]",
    "VIDEO": "[VIDEO:url|caption]",
    "KBVIDEO": "[KBVIDEO:id|caption]",
    "LINK": "[LINK:url|caption]",
}
# What people and models write for the five words.
_WRITTEN: Final[dict[MarkerKind, frozenset[str]]] = {
    "IMAGE": words("image images img imge imagem imagen pic picture photo 图片 图 圖片 图像 海报"),
    "DOCUMENT": words("document documents doc docs file pdf documento 文档 文件 目录"),
    "VIDEO": words("video videos vid 视频"),
    "KBVIDEO": words("kbvideo kb_video kb-video"),
    "LINK": words("link links url 链接"),
}
_ALIASES: Final[dict[str, MarkerKind]] = {word: kind for kind, written in _WRITTEN.items() for word in written}
_STRICT = re.compile(r"\[(IMAGE|DOCUMENT|VIDEO|KBVIDEO|LINK):((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]")
_LOOSE = re.compile(r"([\[【［〔(（{<])\s{0,2}(KB[-_ ]VIDEO|[^\W\d]{1,20})(?=[\s:：|｜=\-\]】］〕])", re.IGNORECASE)
_BARE = re.compile(r"(?<![\w\[【［〔(（{<])(?:IMAGE|DOCUMENT|KBVIDEO|VIDEO|LINK|IMG)[:：](?=\S+[|｜])")
_MARKDOWN = re.compile(r"!\[([^\[\]\n]*)\]\s?\(([^()\n]*)\)|\[([^\[\]\n]+)\]\(((?:https?://|www\.)[^()\s]*)\)")
_HTML = re.compile(
    r"<(img|video|a)\b[^<>\n]{0,300}\b(?:src|href)\s{0,3}=[^<>\n]{0,900}>(?:[^<>\n]{0,200}</a>)?", re.IGNORECASE
)
_CLOSING: Final = "]】］〕"
_SQUARE: Final = "[【［〔"
_CLOSERS: Final = {
    "[": _CLOSING,
    "【": _CLOSING,
    "［": _CLOSING,
    "〔": _CLOSING,
    "(": ")）",
    "（": ")）",
    "{": "}",
    "<": ">",
}
_LONGEST: Final = 1000  # characters that a marker may have; keeps hostile texts from costing seconds
_SEPARATORS: Final = (":", "：", "|", "｜", "=", "-")
_BARS = re.compile(r"[|｜]")


@lru_cache(maxsize=2048)
def find_markers(text: str) -> tuple[Marker, ...]:
    """All markers of ``text`` in order, the malformed ones too; they do not overlap."""
    found: list[Marker] = []
    covered = bytearray(len(text))
    for finder in (_strict, _markdown, _html, _loose, _bare):
        for marker in finder(text):
            if not any(covered[marker.start : marker.end]):
                found.append(marker)
                covered[marker.start : marker.end] = b"\1" * (marker.end - marker.start)
    return tuple(sorted(found, key=lambda marker: marker.start))


def strip_markers(text: str) -> str:
    """``text`` without its markers, well formed or not: the body. A line that held nothing else is gone."""
    markers = find_markers(text)
    if not markers:
        return text.strip()
    pieces, position = [], 0
    for marker in markers:
        pieces.append(text[position : marker.start].replace("\0", ""))
        position = marker.end
    cut = "\0".join([*pieces, text[position:].replace("\0", "")])
    lines: list[str] = []
    for line in cut.split("\n"):
        kept = re.sub(" \0(?= |$)|\0", "", line) if "\0" in line else line
        if "\0" in line and not kept.strip():
            if lines and not lines[-1].strip():
                lines.pop()  # the blank line that set the marker off goes with it
            continue
        lines.append(kept)
    return "\n".join(lines).strip()


def _strict(text: str) -> list[Marker]:
    return [_protocol_marker(match) for match in _STRICT.finditer(text)]


def _protocol_marker(match: re.Match[str]) -> Marker:
    kind = cast("ProtocolKind", match[1])
    fields = match[2].split("|")
    full_width = len(fields) == 1 and "｜" in match[2]
    if full_width:
        fields = match[2].split("｜")
    wanted = 3 if kind == "DOCUMENT" else 2
    text = match.string
    problem = ""
    if len(fields) != wanted:
        problem = f"{len(fields)} field{'s' * (len(fields) > 1)} where {_SHAPES[kind]} has {wanted}"
    elif full_width:
        problem = "a full-width bar"
    elif not fields[0].strip():
        problem = f"nothing where the {_first_field(kind)} belongs"
    elif fields[0] != fields[0].strip():
        problem = f"white space around the {_first_field(kind)}"
    elif wanted == 3 and not fields[1].strip():
        problem = "nothing where the file name belongs"
    elif text[match.start() - 1 : match.start()] == "[" or text[match.end() : match.end() + 1] == "]":
        problem = "doubled brackets"
    return _marker(kind, match[0], match.start(), fields, problem)


def _first_field(kind: MarkerKind) -> str:
    return "url" if kind in ("VIDEO", "LINK") else "id"


def _marker(kind: MarkerKind, raw: str, start: int, fields: list[str], problem: str) -> Marker:
    values = [field.strip() for field in fields if field.strip() or len(fields) > 1]
    first = (values[0] or None) if values else None
    is_url = _first_field(kind) == "url"
    named = kind == "DOCUMENT" and len(values) > 2
    return Marker(
        kind=kind,
        raw=raw,
        start=start,
        end=start + len(raw),
        id=None if is_url else first,
        url=first if is_url else None,
        file_name=values[1] if named else None,
        caption=values[-1] if len(values) > 1 else None,
        problem=problem,
    )


def _loose(text: str) -> list[Marker]:
    """What stands in some bracket and begins with some form of a marker's word."""
    found = []
    for match in _LOOSE.finditer(text):
        opening, word = match[1], match[2]
        if opening not in _SQUARE and not _is_protocol(word):
            continue  # before its end is looked for: brackets are common
        end, closed = _closing(text, match.end(), _CLOSERS[opening])
        raw = text[match.start() : end]
        content = raw[match.end() - match.start() : len(raw) - closed].lstrip(" ")
        separator, rest = content[:1], content[1:]
        if separator not in _SEPARATORS:
            separator, rest = (" " if content else ""), content
        kind = _loose_kind(opening, word, separator, rest)
        if kind is not None:
            fields = _BARS.split(rest) if rest.strip() else []
            problem = _loose_problem(kind, raw, word, separator, bool(closed), len(fields))
            found.append(_marker(kind, raw, match.start(), fields, problem))
    return found


def _closing(text: str, position: int, closers: str) -> tuple[int, int]:
    """Where the bracket that is open at ``position`` ends, and how many characters close it (0: nothing does)."""
    limit = min(len(text), position + _LONGEST)
    for end in range(position, limit):
        if text[end] in closers:
            return end + 1, 1
        if text[end] in "\n[【［":
            return end, 0
    return limit, 0


def _loose_kind(opening: str, word: str, separator: str, rest: str) -> MarkerKind | None:
    """What was meant, or ``None`` where nothing shows that a marker was."""
    plain = unicodedata.normalize("NFKC", word)
    kind = _ALIASES.get(plain.casefold().replace(" ", ""))
    barred = bool(_BARS.search(rest))
    protocol = _is_protocol(word)
    if opening not in _SQUARE:
        return kind if protocol and separator in (":", "：") and barred else None
    if kind is None:
        first = _BARS.split(rest)[0].strip()
        like_id = bool(re.fullmatch(r"\S*[-_\d/]\S*", first)) and len(first) >= 4
        return "UNKNOWN" if separator in (":", "：") and barred and like_id else None
    if separator in _SEPARATORS and rest.strip():
        return kind if separator != "-" or barred else None
    return kind if barred or protocol else None


def _is_protocol(word: str) -> bool:
    return unicodedata.normalize("NFKC", word).replace(" ", "") in (*PROTOCOL_KINDS, "IMG")


def _loose_problem(kind: MarkerKind, raw: str, word: str, separator: str, closed: bool, fields: int) -> str:
    problems = []
    if raw[0] != "[" or (closed and raw[-1] != "]"):
        problems.append(f"the brackets are {raw[0]}{raw[-1] if closed else ''} instead of []")
    if not closed:
        problems.append("the bracket is not closed")
    if kind == "UNKNOWN":
        problems.append(f"{word} is no marker of the protocol")
    elif word != kind:
        problems.append(f"the marker is {word}, the protocol has {kind}")
    if separator != ":":
        problems.append(f"no colon after {word}" if separator.strip() == "" else f"{separator} instead of a colon")
    if "｜" in raw:
        problems.append("a full-width bar")
    if kind != "UNKNOWN" and fields != (wanted := 3 if kind == "DOCUMENT" else 2):
        problems.append(f"{fields} field{'s' * (fields != 1)} where {_SHAPES[kind]} has {wanted}")
    return "; ".join(problems) or "white space inside the bracket"


def _bare(text: str) -> list[Marker]:
    found = []
    for match in _BARE.finditer(text):
        end, closed = _closing(text, match.end(), _CLOSING)
        raw = text[match.start() : end].rstrip()
        word = match[0][:-1]
        fields = _BARS.split(raw[len(match[0]) : len(raw) - closed])
        found.append(_marker(_ALIASES[word.casefold()], raw, match.start(), fields, "the opening bracket is missing"))
    return found


def _markdown(text: str) -> list[Marker]:
    found = []
    for match in _MARKDOWN.finditer(text):
        image = match[2] is not None
        caption, address = (match[1], match[2]) if image else (match[3], match[4])
        kind: MarkerKind = "IMAGE" if image else "LINK"
        problem = f"Markdown, the protocol has {_SHAPES[kind]}"
        found.append(_marker(kind, match[0], match.start(), [address, caption], problem))
    return found


def _html(text: str) -> list[Marker]:
    kinds: dict[str, MarkerKind] = {"img": "IMAGE", "video": "VIDEO", "a": "LINK"}
    found = []
    for match in _HTML.finditer(text):
        kind = kinds[match[1].lower()]
        address = re.search(r"(?:src|href)\s*=\s*[\"']?([^\"'\s>]*)", match[0], re.IGNORECASE)
        fields = [address[1] if address else ""]
        found.append(_marker(kind, match[0], match.start(), fields, f"HTML, the protocol has {_SHAPES[kind]}"))
    return found
