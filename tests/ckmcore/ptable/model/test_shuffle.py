"""Shuffled tables: the distribution stays, noise no longer rises with the key [method.md section 2]."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.ptable import PTable, design_ptable, ptable_warnings, shuffle, to_ons
from tests.kit.fails import fails


def step_function(table: PTable, row: int, points: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """v of a row at the keys (k + 1/2) / points."""
    keys = (np.arange(points) + 0.5) / points
    begin, end = table.offsets[row], table.offsets[row + 1]
    bounds = np.array([float(bound) for bound in table.exact_bounds[begin:end]])
    return (table.targets[begin:end] - row)[np.searchsorted(bounds, keys, side="right")].astype(float)


def variances_of_the_sum(table: PTable, row: int, points: int = 2000) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Var(v1 + v2 | key of the total) over the keys of the total, for two parts whose keys add up to it."""
    v = step_function(table, row, points)
    spectrum = np.fft.rfft(v)
    product = np.fft.irfft(spectrum * spectrum, points) / points
    mean = 2 * v.mean()
    return 2 * (v * v).mean() + 2 * product - mean**2


def test_in_an_ordered_table_the_sum_of_two_parts_is_exact_for_keys_near_0() -> None:
    variances = variances_of_the_sum(design_ptable(2, 1), 2)
    assert variances.min() == pytest.approx(0, abs=0.02)
    assert variances.max() == pytest.approx(2.87, abs=0.01)
    assert variances.mean() == pytest.approx(2, abs=1e-2)


@pytest.mark.parametrize(("threshold", "low", "high"), [(0.2, 0.15, 0.45), (0.05, 0.5, 0.85), (0.02, 0.85, 1.15)])
def test_shuffling_lifts_the_smallest_variance_of_the_sum(threshold: float, low: float, high: float) -> None:
    smallest = [variances_of_the_sum(shuffle(design_ptable(2, 1), threshold, seed), 2).min() for seed in range(60)]
    # It depends on the seed; the figures of method.md are those of a poor one: the lowest tenth.
    assert low < float(np.quantile(smallest, 0.1)) < high


@given(
    st.integers(1, 8),
    st.floats(0.1, 5),
    st.integers(0, 3),
    st.sampled_from([0.2, 0.05, 0.02, 0.1 + 0.2]),
    st.integers(0, 2**63),
)
def test_the_distribution_stays_and_the_last_bound_is_1(D: int, V: float, js: int, threshold: float, seed: int) -> None:
    table = design_ptable(D, V, min(js, D))
    shuffled = shuffle(table, threshold, seed)
    assert shuffled.last_row == table.last_row
    for row in table.rows:
        before, after = table.row_distribution(row), shuffled.row_distribution(row)
        assert after.keys() == before.keys()
        assert all(abs(after[v] - before[v]) <= 1e-15 for v in before)
        begin, end = shuffled.offsets[row], shuffled.offsets[row + 1]
        bounds = shuffled.exact_bounds[begin:end]
        assert bounds[-1] == 1
        assert all(a < b for a, b in pairwise(bounds))
        if len(before) > 1:
            assert shuffled.probabilities[begin:end].max() <= threshold + 1e-15


def test_the_same_seed_gives_the_same_table_and_another_seed_another() -> None:
    table = design_ptable(3, 1)
    assert shuffle(table, 0.05, 7) == shuffle(table, 0.05, 7)
    assert shuffle(table, 0.05, 7) != shuffle(table, 0.05, 8)


def test_rows_with_one_target_are_not_cut() -> None:
    assert shuffle(design_ptable(2, 1)).row_targets(0) == [0]


def test_a_shuffled_table_keeps_its_notes_and_is_no_longer_ordered() -> None:
    table = design_ptable(2, 1)
    shuffled = shuffle(table)
    assert shuffled.parameters == table.parameters
    assert table.is_ordered
    assert not shuffled.is_ordered
    codes = [[warning.code for warning in ptable_warnings(one)] for one in (table, shuffled)]
    assert codes == [["ptable_warning_ordered"], []]


@pytest.mark.parametrize("threshold", [0.0, 1.0, -0.1, float("nan")])
def test_a_threshold_outside_0_to_1_is_refused(threshold: float) -> None:
    with fails("ptable_threshold"):
        shuffle(design_ptable(2, 1), threshold)


@pytest.mark.parametrize("threshold", [1e-5, 1e-12, 0.0, float("nan")])
def test_pieces_too_small_for_any_key_are_refused(threshold: float) -> None:
    with fails("ptable_threshold"):
        shuffle(design_ptable(D=2, V=1), threshold)


def test_a_table_for_integer_keys_is_cut_in_whole_keys() -> None:
    table = to_ons(design_ptable(3, 2, 1), 256)[0]
    shuffled = shuffle(table, 0.05, 4)
    assert not shuffled.is_ordered
    assert (shuffled.integer_modulus, shuffled.recycled_rows) == (256, 250)
    assert all((bound * 256).denominator == 1 for bound in shuffled.exact_bounds)
    for row in range(1, 6):
        keys = np.arange(256, dtype=np.uint64)
        before, after = (one.lookup(np.full(256, row), keys, 256) for one in (table, shuffled))
        assert sorted(before.tolist()) == sorted(after.tolist())
