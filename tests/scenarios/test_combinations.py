"""Factors and their combination: what is required is covered, and the same seed gives the same rows."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.errors import InputError, NotFoundError
from scenarios.combine import COVERS, FEWEST, Space, combine, report_pairs
from scenarios.factors import allowed_levels, chosen_levels, factor, factors, parse_choices

LEVELS = {"a": ("1", "2", "3"), "b": ("x", "y"), "c": ("p", "q", "r", "s")}
SPACES = (
    Space("one", LEVELS),
    Space("two", {**LEVELS, "a": ("1",)}, ({"b": ("x",), "c": ("p", "q")},)),
    Space("three", {"a": ("3",), "b": ("y",), "c": ("s",)}),
)


def tuples(rows: list[dict[str, str]], strength: int) -> set[tuple[tuple[str, str], ...]]:
    return {part for row in rows for part in itertools.combinations(row.items(), strength)}


@pytest.mark.parametrize("cover", COVERS)
def test_every_row_is_allowed_and_none_comes_twice(cover: str) -> None:
    rows = combine(SPACES, cover, seed=4)  # type: ignore[arg-type]
    by_name = {space.name: space for space in SPACES}
    assert all(by_name[row.space].allows(row.levels) and set(row.levels) == set(LEVELS) for row in rows)
    assert len({(row.space, tuple(row.levels.items())) for row in rows}) == len(rows)
    assert {row.space for row in rows} == set(by_name)


@pytest.mark.parametrize("cover", COVERS)
def test_the_same_seed_gives_the_same_rows(cover: str) -> None:
    assert combine(SPACES, cover, seed=4) == combine(SPACES, cover, seed=4)  # type: ignore[arg-type]


def test_another_seed_gives_other_rows() -> None:
    assert combine(SPACES, "run", seed=4) != combine(SPACES, "run", seed=5)


def test_a_run_covers_all_pairs_over_its_templates() -> None:
    rows = combine(SPACES, "run", seed=1)
    report = report_pairs(SPACES, [row.levels for row in rows])
    assert report.missing == ()
    assert report.required == report.observed == 3 * 2 + 3 * 4 + 2 * 4
    counts = {space.name: sum(row.space == space.name for row in rows) for space in SPACES}
    assert counts["one"] >= FEWEST
    assert counts["two"] >= FEWEST
    assert counts["three"] == 1  # it has no other combination


def test_a_template_covers_its_own_pairs() -> None:
    rows = combine(SPACES, "template", seed=1)
    for space in SPACES:
        own = [dict(row.levels) for row in rows if row.space == space.name]
        assert space.tuples(2) <= tuples(own, 2)


def test_triples_over_the_run() -> None:
    rows = [dict(row.levels) for row in combine(SPACES, "3", seed=1)]
    assert set().union(*(space.tuples(3) for space in SPACES)) <= tuples(rows, 3)


def test_full_is_every_combination() -> None:
    rows = combine(SPACES, "full")
    assert sum(row.space == "one" for row in rows) == 24
    assert sum(row.space == "two" for row in rows) == 8 - 2
    assert combine((), "run") == []


def test_what_was_not_driven_is_reported() -> None:
    rows = [row.levels for row in combine(SPACES, "run", seed=1)]
    report = report_pairs(SPACES, rows[:1])
    assert report.observed == 3
    assert len(report.missing) == report.required - 3


@settings(max_examples=30, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 4), min_size=2, max_size=4),
    barred=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=2),
    seed=st.integers(0, 9),
)
def test_constrained_arrays_miss_no_pair(sizes: list[int], barred: list[tuple[int, int]], seed: int) -> None:
    levels = {f"f{at}": tuple(f"{at}.{level}" for level in range(size)) for at, size in enumerate(sizes)}
    excluded = tuple(
        {"f0": (f"0.{first}",), "f1": (f"1.{second}",)}
        for first, second in barred
        if first < sizes[0] and second < sizes[1]
    )
    space = Space("t", levels, excluded)
    if next(space.completions({}), None) is None:
        return
    for cover in ("run", "template"):
        rows = [dict(row.levels) for row in combine((space,), cover, seed)]  # type: ignore[arg-type]
        assert all(space.allows(row) for row in rows)
        assert space.tuples(2) <= tuples(rows, 2)


def test_standard_levels_stand_where_a_template_is_silent() -> None:
    levels = allowed_levels({"language": ("vi",)})
    assert levels is not None
    assert levels["language"] == ("vi",)
    assert levels["image"] == ("none",)
    assert levels["time"] == factor("time").levels


def test_a_run_narrows_and_may_leave_a_template_out() -> None:
    narrowed = allowed_levels({"language": ("vi", "en")}, languages=["en"], chosen={"time": ["off"]})
    assert narrowed is not None
    assert (narrowed["language"], narrowed["time"]) == (("en",), ("off",))
    assert allowed_levels({"language": ("vi",)}, languages=["en"]) is None


def test_all_but_some_levels() -> None:
    assert "vi" not in chosen_levels("language", ("!vi", "!vi-ascii"))
    assert set(chosen_levels("language", ("!vi", "!vi-ascii"))) | {"vi", "vi-ascii"} == set(factor("language").levels)
    assert chosen_levels("mode", ("!parallel",)) == ("sequential",)


def test_names_that_do_not_exist() -> None:
    with pytest.raises(NotFoundError, match="language"):
        factor("langage")
    with pytest.raises(NotFoundError, match="work"):
        allowed_levels({}, chosen={"time": ["wrk"]})
    with pytest.raises(NotFoundError):
        allowed_levels({}, languages=["xx"])


def test_choices_of_the_command_line() -> None:
    assert parse_choices(["time=off,work", "mode=parallel"]) == {"time": ("off", "work"), "mode": ("parallel",)}
    assert parse_choices(["time=off", "time=work"]) == {"time": ("off", "work")}
    with pytest.raises(InputError, match="FACTOR=LEVEL"):
        parse_choices(["time"])
    with pytest.raises(NotFoundError):
        parse_choices(["time=noon"])


def test_the_factors_that_are_asked_for() -> None:
    assert list(factors()) == ["language", "language_switch", "time", "image", "catalogue", "burst", "mode", "persona"]
    assert len(factor("time").levels) == 12
    assert all(set(entry.standard) <= set(entry.levels) for entry in factors().values())
