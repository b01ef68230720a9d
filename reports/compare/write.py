"""Writing a comparison: `compare.json`, `compare.md`, `compare.html`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError
from reports.compare.model import Comparison
from reports.gate_model import GateReport
from reports.plain import Lang

FILES: Final = ("compare.json", "compare.md", "compare.html")


def document(comparison: Comparison, gates: GateReport | None = None) -> dict[str, Any]:
    """What `compare.json` holds: the comparison, and the gates that were checked with it."""
    return {**comparison.to_json_dict(), "gates": gates.model_dump(mode="json") if gates and gates.gates else None}


def folder(path: Path) -> Path:
    """The folder for the files, made if need be. Raises InputError where it cannot be one."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: expected a folder that can be written to, {error.strerror or error}") from None
    return path


def write_comparison(
    comparison: Comparison, out: Path, gates: GateReport | None = None, lang: Lang = "en"
) -> list[Path]:
    """Writes the three files into ``out`` and returns their paths. Raises InputError where it cannot be written to."""
    from reports.compare.markdown import markdown
    from reports.compare.page import page

    catalogue = load_catalogue()
    texts = (
        json.dumps(document(comparison, gates), ensure_ascii=False, indent=1) + "\n",
        markdown(comparison, gates, catalogue, lang),
        page(comparison, gates, catalogue, lang),
    )
    paths = []
    try:
        for name, text in zip(FILES, texts, strict=True):
            path = out / name
            part = out / f".{name}.part"
            part.write_text(text, encoding="utf-8", newline="")
            os.replace(part, path)
            paths.append(path)
    except OSError as error:
        raise InputError(f"{out}: expected a folder that can be written to, {error.strerror or error}") from None
    return paths
