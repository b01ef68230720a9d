"""The same seed gives the same bytes, at any concurrency; another seed gives other conversations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .helpers import M008, SAME_BYTES, SESSIONS, SharedRun, documents, sim


def test_the_same_run_gives_the_same_bytes_at_any_concurrency(m008: SharedRun, here: Path) -> None:
    """The shared run was made with the default, 8 at a time: it is the same run three times over."""
    for concurrency in ("1", "7"):
        result = sim(*M008, "--concurrency", concurrency, "--out", concurrency)
        assert result.code == 0
        assert result.out == m008.result.out
        for name in SAME_BYTES:
            assert (here / concurrency / name).read_bytes() == (m008.path / name).read_bytes(), (concurrency, name)


def test_another_seed_gives_other_conversations(m008: SharedRun, here: Path) -> None:
    """Not only another number in the record: buyers, hours and words differ."""
    assert sim(*M008, "--seed", "2", "--out", "D").code == 0
    first, second = said(m008.path), said(here / "D")
    assert len(first) == len(second) == 6
    assert [one for one in first if one in second] == []
    assert {one["simulation"]["seed"] for one in documents(here / "D" / SESSIONS)} == {2}


def test_a_repeat_is_another_conversation_of_the_same_case(here: Path) -> None:
    levels = ("time=work", "mode=parallel", "burst=single", "persona=plain", "catalogue=none")
    fixed = [word for level in levels for word in ("--factor", level)]
    options = ("--template", "m008-vietnamese-trigger", "--languages", "vi", *fixed, "--repeat", "2")
    assert sim("run", *options, "--out", "D").code == 0
    made = documents(here / "D" / SESSIONS)
    assert [one["session_id"] for one in made] == [f"m008-vietnamese-trigger.v01.r{repeat}" for repeat in (1, 2)]
    assert [one["simulation"]["repeat"] for one in made] == [1, 2]
    first, second = said(here / "D")
    assert first != second


def said(run_dir: Path) -> list[dict[str, Any]]:
    """The conversations without their names and what the simulator notes of them."""
    return [
        {key: value for key, value in session.items() if key not in ("session_id", "simulation")}
        for session in documents(run_dir / SESSIONS)
    ]
