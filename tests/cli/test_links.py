"""What the documents link to is there: files, and headings within them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .helpers import ROOT

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as they are made of their words."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_within_the_project_leads_somewhere(path: Path) -> None:
    for link in _LINK.findall(_CODE.sub("", path.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.is_relative_to(ROOT), f"{path.name}: {link} leads out of the project"
        assert target.exists(), f"{path.name}: {link} leads nowhere"
        if anchor:
            assert anchor in anchors(target), f"{path.name}: {link}: no such heading"


def test_both_readmes_name_each_other_and_the_same_documents() -> None:
    english, chinese = (
        set(re.findall(r"docs/[\w\-]+\.md", (ROOT / name).read_text(encoding="utf-8")))
        for name in ("README.md", "README.zh-CN.md")
    )
    assert english == chinese
