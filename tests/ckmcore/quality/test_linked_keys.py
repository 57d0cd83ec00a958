"""Keys of parts add up to that of their total: the figures of the design, draws as the oracle, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.ptable import shuffle
from ckmcore.ptable.linked import least_pair_variance
from ckmcore.quality.linked_keys import PartsNeedRecords, in_order, linked_sum, linked_tableaus, split

R = ckm.design_ptable(D=2, V=1, js=0, compat="R", optim=1)
M = 10**9


def noise(table: ckm.PTable, count: int, keys: np.ndarray) -> np.ndarray:
    return table.lookup(np.full(len(keys), count), keys, M)


def test_1_and_1_with_the_total_2_are_published_as_1_and_1_and_0_more_often_than_independent_keys_say() -> None:
    found = split(ckm.CellKeyMethod(R), 1, 1)
    assert found.chance(1, 1, 0) == pytest.approx(0.01908, abs=5e-6)
    assert found.chance_if_independent(1, 1, 0) == pytest.approx(0.0085727, abs=5e-8)
    assert found.disclosed("zero_rule") == pytest.approx(0.01908, abs=5e-6)
    assert found.disclosed("deviation") == 0
    assert found.chance(1, 1, 7) == 0
    assert found.chances.sum() == pytest.approx(1)


def test_gaps_of_1_and_1_are_those_of_the_design() -> None:
    found = split(ckm.CellKeyMethod(R), 1, 1)
    assert round(found.gap_from(3), 3) == 0.043
    assert round(found.gaps[0], 3) == 0.017


def test_gaps_are_counted_whatever_their_sign() -> None:
    found = split(ckm.CellKeyMethod(R), 1, 1)
    assert sum(found.gaps.values()) == pytest.approx(1)
    assert found.gap_from(0) == pytest.approx(1)
    assert found.gap_from(1) == pytest.approx(1 - found.gaps[0])


@settings(max_examples=8)
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([0.0, 0.3, 0.07]))
def test_every_outcome_comes_as_often_as_with_drawn_keys(first: int, second: int, threshold: float) -> None:
    table = ckm.design_ptable(D=2, V=1.5, js=1)
    table = shuffle(table, threshold) if threshold else table
    found = split(ckm.CellKeyMethod(table), first, second)
    draw = np.random.default_rng(first * 10 + second)
    keys = draw.integers(0, M, (2, 100_000)).astype(np.uint64)
    one, other = first + noise(table, first, keys[0]), second + noise(table, second, keys[1])
    total = first + second + noise(table, first + second, keys.sum(axis=0) % np.uint64(M))
    drawn = np.zeros_like(found.chances)
    places = [np.searchsorted(axis, at) for axis, at in ((found.first, one), (found.second, other))]
    np.add.at(drawn, (*places, np.searchsorted(found.total, total)), 1 / keys.shape[1])
    assert np.abs(drawn - found.chances).max() < 5 * np.sqrt(0.25 / keys.shape[1])
    assert found.chances.sum() == pytest.approx(1)


def test_what_a_threshold_hides_does_not_disclose() -> None:
    shown = split(ckm.CellKeyMethod(R), 1, 1)
    hidden = split(ckm.CellKeyMethod(R, threshold=3), 1, 1)
    # Both parts and the total below 3: parts 0..2, total 0..2; nothing is fixed. A total of 4 alone is 2 and more.
    assert hidden.disclosed() < 0.02
    assert shown.chances == pytest.approx(hidden.chances)


def test_two_parts_of_an_ordered_tableau_add_up_exactly_for_some_key_and_by_twice_v_on_average() -> None:
    ordered, shuffled = linked_tableaus(ckm.design_ptable(D=2, V=1, js=0))
    assert ordered.ordered
    assert not shuffled.ordered
    assert ordered.rows[1].parts == (2, 2)
    assert ordered.rows[1].least == pytest.approx(0, abs=1e-12)
    assert ordered.rows[1].most == pytest.approx(2.86, abs=0.02)
    assert ordered.rows[1].mean == pytest.approx(2)
    assert shuffled.worst is not None
    assert 0.5 < shuffled.worst.least < 2
    assert shuffled.worst.mean == pytest.approx(2)


@pytest.mark.parametrize(("threshold", "least"), [(0.2, 0.3), (0.05, 0.6), (0.02, 1.0)])
def test_finer_shuffling_leaves_more_open(threshold: float, least: float) -> None:
    table = shuffle(ckm.design_ptable(D=2, V=1, js=0), threshold)
    worst = linked_tableaus(table)[1].worst
    assert worst is not None
    assert worst.least == pytest.approx(least, abs=0.25)
    assert worst.least == pytest.approx(least_pair_variance(table)[0])


def test_a_shuffled_tableau_is_put_in_order_without_a_change_of_its_distribution() -> None:
    table = ckm.design_ptable(D=3, V=2, js=1)
    again = in_order(shuffle(table, 0.05))
    assert again.is_ordered
    assert again.exact_bounds == in_order(table).exact_bounds
    for row in table.rows:
        assert again.row_distribution(row) == pytest.approx(table.row_distribution(row))
    ordered, shuffled = linked_tableaus(shuffle(table, 0.05))
    assert ordered.ordered
    assert shuffled.rows == linked_tableaus(table)[1].rows


def test_three_parts_have_three_times_the_variance_whatever_the_key_of_their_total() -> None:
    table = ckm.design_ptable(D=2, V=1, js=0)
    found = linked_sum(table, (4, 5, 6))
    assert (found.least, found.most, found.mean) == pytest.approx((3, 3, 3))
    draw = np.random.default_rng(3)
    keys = draw.integers(0, M, (2, 200_000)).astype(np.uint64)
    for total in (0, M // 3):
        last = (np.uint64(total) + np.uint64(2 * M) - keys[0] - keys[1]) % np.uint64(M)
        sums = sum(noise(table, count, key) for count, key in zip((4, 5, 6), (*keys, last), strict=True))
        assert np.var(sums) == pytest.approx(3, abs=0.05)


def test_a_single_part_is_its_total() -> None:
    found = linked_sum(R, (4,))
    assert (found.least, found.most, found.mean) == (0, 0, 0)


@pytest.mark.parametrize("parts", [(), (0, 3), (2, -1)])
def test_parts_without_records_are_refused(parts: tuple[int, ...]) -> None:
    with pytest.raises(PartsNeedRecords):
        linked_sum(R, parts)


def test_the_words_say_nothing_of_figures() -> None:
    assert repr(split(ckm.CellKeyMethod(R), 1, 1)) == "Split(confidential)"
    assert "confidential" in repr(linked_sum(R, (1, 1)))
    assert "confidential" in repr(linked_tableaus(R)[0])
