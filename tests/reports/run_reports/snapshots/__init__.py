"""Reports as they are meant to look. `SIM_WRITE_SNAPSHOTS=1 pytest` writes them anew; then read the diff."""

import os
from pathlib import Path


def compare(name: str, text: str) -> None:
    """Asserts that `text` is what the file of that name holds."""
    path = Path(__file__).with_name(name)
    if os.environ.get("SIM_WRITE_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
