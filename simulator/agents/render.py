"""Drafts as replies: words from the phrases, chosen by what the reply answers, and the markers of the protocol."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from evaluator.errors import NotFoundError
from scenarios.phrases import available_languages, fill, load_phrases
from scenarios.yamlfiles import read_yaml
from simulator.agents.draft import Draft, Line, Marker, Pool

# A body longer than this becomes two paragraphs (M-018: about 120 characters of Chinese, 70 words elsewhere; well
# below, so that no way of counting decides). Thai has no spaces between words: its letters are counted too.
_LONG_CJK = 90
_LONG_THAI = 150
_LONG_WORDS = 52


def render(draft: Draft, salt: str) -> str:
    """The reply's text. ``salt`` picks the wordings: the same for the same conversation, others for another."""
    paragraphs = _paragraphs(draft, salt)
    text = "\n\n".join(paragraphs)
    markers = "\n".join(marker_text(marker, draft.language, salt) for marker in draft.markers)
    return "\n".join(part for part in (text, markers) if part)


def marker_text(marker: Marker, language: str, salt: str) -> str:
    """A marker to the letter of the protocol."""
    caption = wording(marker.pool, marker.caption, language, marker.slots, salt)
    parts = [marker.target, caption] if marker.file_name is None else [marker.target, marker.file_name, caption]
    return f"[{marker.kind}:{'|'.join(parts)}]"


def wording(pool: Pool, key: str, language: str, slots: Mapping[str, str], salt: str) -> str:
    """One wording of a phrase, its slots filled. Raises :class:`NotFoundError` for a key that the pool lacks."""
    if pool == "literal":
        return key
    choices = load_phrases(language).wordings("replies", key) if pool == "replies" else defect_wordings(language, key)
    return fill(choices[_choice(f"{salt}/{key}", len(choices))], slots)


def has_language(language: str | None) -> bool:
    """Whether replies can be worded in it."""
    return language in available_languages()


@cache
def defect_texts(language: str) -> Mapping[str, tuple[str, ...]]:
    """The texts that seeded defects say in a language, of all Parts; English where it has no file of its own."""
    base = files("scenarios.phrases") / "defects"
    folders = [base, *sorted((entry for entry in base.iterdir() if entry.is_dir()), key=lambda entry: entry.name)]
    texts: dict[str, tuple[str, ...]] = {}
    for folder in folders:
        own = folder / f"{language}.yaml"
        read = read_yaml(own if own.is_file() else folder / "en.yaml")["texts"]
        texts |= {key: tuple(wordings) for key, wordings in read.items()}
    return texts


def defect_wordings(language: str, key: str) -> tuple[str, ...]:
    """The wordings of one such text. Raises :class:`NotFoundError`."""
    known = defect_texts(language)
    if key not in known:
        raise NotFoundError.among(f"text of phrases/defects/{language}.yaml", key, known)
    return known[key]


def _choice(salt: str, count: int) -> int:
    return int.from_bytes(hashlib.sha256(salt.encode()).digest()[:4], "big") % count


def _paragraphs(draft: Draft, salt: str) -> list[str]:
    """The body: one paragraph, or where it is long two, the answer first. Items of a list keep their own lines."""
    said = [(line, wording(line.pool, line.key, draft.language, line.slots, salt)) for line in draft.lines]
    joiner = load_phrases(draft.language).joiners.sentence
    whole = _joined(said, joiner)
    if len(said) < 2 or not _is_long(whole) or any(line.part == "list" for line, _ in said):
        return [whole] if whole else []
    cut = next((at for at, (line, _) in enumerate(said) if at and line.part in ("invite", "question")), None)
    if cut is None:
        cut = max(1, len(said) // 2)
    return [_joined(said[:cut], joiner), _joined(said[cut:], joiner)]


def _joined(said: Sequence[tuple[Line, str]], joiner: str) -> str:
    text = ""
    for line, words in said:
        separator = "\n" if line.part == "list" or text.endswith(("\n", ":", "：")) else joiner
        text = f"{text}{separator}{words}" if text else words
    return text


def _is_long(text: str) -> bool:
    wide = sum("\u2e80" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7ff" for character in text)
    thai = sum("\u0e00" <= character <= "\u0e7f" for character in text)
    return wide > _LONG_CJK or thai > _LONG_THAI or len(text.split()) > _LONG_WORDS
