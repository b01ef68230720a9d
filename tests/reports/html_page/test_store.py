import json
import re
from pathlib import Path
from typing import Any

import pytest

from reports.html import store
from reports.html.store import Store


def _filled(folder: Path, count: int) -> tuple[Store, list[tuple[int, int]]]:
    filled = Store(folder)
    return filled, [filled.add({"id": number}) for number in range(count)]


def _groups(folder: Path) -> list[list[Any]]:
    found = []
    for path in sorted((folder / "report_data").iterdir()):
        match = re.fullmatch(r"simReportShard\((\d+),(.*)\);\n", path.read_text(encoding="utf-8"))
        assert match is not None
        assert path.name == f"{int(match[1]):03}.js"
        found.append(json.loads(json.loads(match[2])))
    return found


def test_up_to_300_lie_in_the_page(tmp_path: Path) -> None:
    filled, places = _filled(tmp_path, 300)
    groups = json.loads(filled.close() or "")
    assert [groups[group][place]["id"] for group, place in places] == list(range(300))
    assert not (tmp_path / "report_data").exists()


@pytest.mark.parametrize("count", [301, 320, 321, 1000])
def test_more_lie_beside_it(tmp_path: Path, count: int) -> None:
    filled, places = _filled(tmp_path, count)
    assert filled.close() is None
    groups = _groups(tmp_path)
    assert [groups[group][place]["id"] for group, place in places] == list(range(count))
    assert sum(map(len, groups)) == count


def test_few_but_large_ones_lie_beside_it(tmp_path: Path) -> None:
    filled = Store(tmp_path)
    places = [filled.add({"id": number, "text": "x" * 1_000_000}) for number in range(20)]
    assert filled.close() is None
    groups = _groups(tmp_path)
    assert [groups[group][place]["id"] for group, place in places] == list(range(20))
    assert max(len(group) for group in groups) <= 3


def test_no_conversations_at_all(tmp_path: Path) -> None:
    assert Store(tmp_path).close() == "[]"


def test_what_an_earlier_page_left_is_removed(tmp_path: Path) -> None:
    _filled(tmp_path, 700)[0].close()
    _filled(tmp_path, 3)[0].close()
    assert not (tmp_path / store.FOLDER).exists()


def test_other_files_there_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / store.FOLDER).mkdir()
    (tmp_path / store.FOLDER / "notes.txt").write_text("mine")
    _filled(tmp_path, 3)[0].close()
    assert (tmp_path / store.FOLDER / "notes.txt").read_text() == "mine"
