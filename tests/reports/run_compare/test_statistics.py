"""The tests, the power, the intervals and pass^k, each against a plain count."""

from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from reports.compare.exact import ALPHA, Change, false_discovery, level, tails
from reports.compare.intervals import Cluster, difference, pooled_difference, pooled_rate
from reports.compare.joint import changes_of, find_changes
from reports.compare.power import EFFECT, POWER, Fall, Plan, chance_to_find, fall_from
from reports.compare.repeats import pass_power

Table = np.ndarray
TABLES = arrays(
    np.int8, st.tuples(st.integers(1, 24), st.integers(1, 6)), elements=st.integers(-1, 1), fill=st.nothing()
)


def apart(*changes: Change) -> Table:
    """Pairs in each of which one metric alone changes."""
    table = np.zeros((sum(change.differing for change in changes), len(changes)), dtype=np.int8)
    row = 0
    for place, change in enumerate(changes):
        table[row : row + change.fell, place] = 1
        table[row + change.fell : row + change.differing, place] = -1
        row += change.differing
    return table


def fallen(table: Table) -> tuple[bool, ...]:
    return find_changes(table)[0].fell


def test_tails_are_those_of_fair_coins() -> None:
    for n in range(12):
        for fell in range(n + 1):
            plain = sum(comb(n, k) for k in range(fell, n + 1)) / 2**n
            assert Change(fell, n - fell).chance == pytest.approx(plain)
    assert Change(0, 0).chance == 1


def test_one_metric_alone_has_the_level_to_itself() -> None:
    assert fallen(apart(Change(5, 0))) == (True,)  # 1/32
    assert fallen(apart(Change(4, 0))) == (False,)  # 1/16
    assert fallen(apart(Change(0, 0))) == (False,)


def test_metrics_that_could_never_be_found_cost_nothing() -> None:
    """Twenty metrics with four differing pairs each leave the whole level to the one that fell."""
    others = [Change(2, 2)] * 20
    assert fallen(apart(Change(7, 0), *others)) == (True, *[False] * 20)
    assert level([7, *[4] * 20]) >= 1 / 2**7
    assert ALPHA / 21 < 1 / 2**7  # Bonferroni would not have found it


def test_metrics_that_fall_together_do_not_stand_in_each_others_way() -> None:
    """An agent that breaks fails all 58 metrics in the same eight pairs; apart, eight pairs would be too few."""
    assert all(fallen(np.ones((8, 58), dtype=np.int8)))
    assert not any(fallen(apart(*[Change(8, 0)] * 58)))


@given(st.lists(st.integers(0, 60), min_size=1, max_size=58))
def test_the_chances_at_the_level_add_up_to_no_more_than_promised(differing: list[int]) -> None:
    reached = level(differing)
    spent = sum(max((chance for chance in tails(n) if chance <= reached * (1 + 1e-9)), default=0) for n in differing)
    assert spent <= ALPHA * (1 + 1e-9)


@settings(max_examples=25)
@given(arrays(np.int8, st.tuples(st.integers(1, 8), st.integers(1, 3)), elements=st.integers(-1, 1)))
def test_the_family_wise_error_is_exact(table: Table) -> None:
    """Of all ways in which the pairs could be exchanged, anything is found in no more than ALPHA."""
    ways = list(product((1, -1), repeat=len(table)))
    found = sum(any(fallen(table * np.array(way, dtype=np.int8)[:, None])) for way in ways)
    assert found <= ALPHA * len(ways)


@given(TABLES)
def test_exchanging_the_runs_exchanges_falls_and_rises(table: Table) -> None:
    falls, rises = find_changes(table)
    assert find_changes(-table) == (rises, falls)
    assert not any(fell and rose for fell, rose in zip(falls.fell, rises.fell, strict=True))


@given(TABLES)
def test_the_order_of_pairs_and_of_metrics_does_not_matter_where_all_exchanges_are_tried(table: Table) -> None:
    table = table[:12]
    falls, _ = find_changes(table)
    assert find_changes(table[::-1])[0] == falls
    assert find_changes(table[:, ::-1])[0].fell == falls.fell[::-1]


def test_the_counts_of_a_table() -> None:
    assert changes_of(apart(Change(3, 1), Change(0, 2))) == [Change(3, 1), Change(0, 2)]


def test_false_discovery_speaks_only_of_metrics_that_changed() -> None:
    shares = false_discovery([Change(0, 0), Change(8, 0), Change(2, 2)])
    assert shares[0] is None
    assert shares[1] == pytest.approx(2 / 2**8)
    assert shares[2] is not None
    assert shares[2] > 0.5
    assert false_discovery([Change(0, 0)]) == [None]


def test_the_chance_to_find_a_fall_is_that_of_a_plain_count() -> None:
    fall, pairs, reached = Fall(0.3, 0.1), 12, 0.05
    plain = 0.0
    for fell in range(pairs + 1):
        for rose in range(pairs - fell + 1):
            same = pairs - fell - rose
            if fell + rose and Change(fell, rose).chance <= reached:
                ways = comb(pairs, fell) * comb(pairs - fell, rose)
                plain += ways * 0.3**fell * 0.1**rose * 0.6**same
    assert chance_to_find(fall, pairs, reached) == pytest.approx(plain, rel=1e-6)
    assert chance_to_find(fall, 0, reached) == 0


def test_a_fall_from_the_base_rate() -> None:
    fall = fall_from(57, 60)
    assert fall.falls - fall.rises == pytest.approx(EFFECT)
    low = fall_from(0, 60)
    assert low.rises == pytest.approx(0)  # it cannot fall below nothing
    assert 0 < low.falls < 0.05


def test_the_repeats_needed_are_enough_and_no_more() -> None:
    plan, fall = Plan((3, 1, 0, 2), 2), fall_from(19, 20)
    needed = plan.repeats_needed(fall, 20)
    assert needed is not None
    assert needed > 2
    powers = [chance_to_find(fall, round(20 * k / 2), plan.level_at(k)) for k in (needed - 1, needed)]
    assert powers[0] < POWER <= powers[1]
    assert plan.repeats_needed(fall, 0) is None


@pytest.mark.parametrize("k", [1, 2, 3])
def test_pass_power_is_unbiased(k: int) -> None:
    """Over all outcomes of 5 repeats of a case that passes with chance p, its mean is p**k."""
    p, n = 0.7, 5
    mean = 0.0
    for passed in range(n + 1):
        value = pass_power([(passed, n)], k).value
        assert value is not None
        mean += comb(n, passed) * p**passed * (1 - p) ** (n - passed) * value
    assert mean == pytest.approx(p**k)


def test_pass_power_leaves_out_cases_with_too_few_repeats() -> None:
    power = pass_power([(3, 3), (1, 3), (2, 2)], 3)
    assert (power.cases, power.value) == (2, 0.5)
    assert pass_power([(1, 1)], 2).value is None
    with pytest.raises(ValueError, match="1 or more"):
        pass_power([], 0)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_the_interval_of_a_difference_turns_with_the_runs(both: int, fell: int, rose: int, neither: int) -> None:
    found, turned = difference(both, fell, rose, neither), difference(both, rose, fell, neither)
    pairs = both + fell + rose + neither
    if not pairs:
        assert found is None
        return
    assert found is not None
    assert turned is not None
    low, high = found
    assert low - 1e-9 <= (rose - fell) / pairs <= high + 1e-9
    assert (-high, -low) == pytest.approx(turned)


def test_pooled_intervals_draw_templates_and_are_always_the_same() -> None:
    clusters = [Cluster(9, 10, 5, 10), Cluster(10, 10, 10, 10), Cluster(3, 10, 2, 10)]
    found = pooled_rate(clusters)
    assert found == pooled_rate(clusters)
    assert found is not None
    assert found[0] < 22 / 30 < found[1]
    change = pooled_difference(clusters)
    assert change is not None
    assert change[0] <= -5 / 30 <= change[1] <= 0
    assert pooled_rate(clusters[:1]) is None  # one template knows no spread
    assert pooled_rate([Cluster(5, 5), Cluster(5, 5)]) is None  # and nothing but passes neither
