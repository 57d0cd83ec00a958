"""Record keys judged: against known quantiles, keys made to fail one test each, and what chance gives."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.keys.record_keys import RecordKeys, generate_keys, integer_keys
from ckmcore.ptable import design_ptable
from ckmcore.ptable.floor.key_report import chi_square_p, key_report
from tests.kit.examples import examples


def mixed(values: np.ndarray, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).permutation(values)


def test_the_probability_of_a_chi_square_is_that_of_the_tables() -> None:
    # Quantiles of chi-square with 19 degrees of freedom: 30.144 for .05, 36.191 for .01, 18.338 for .5.
    assert chi_square_p(30.144, 19) == pytest.approx(0.05, abs=1e-5)
    assert chi_square_p(36.191, 19) == pytest.approx(0.01, abs=1e-5)
    assert chi_square_p(18.338, 19) == pytest.approx(0.5, abs=1e-4)


def test_keys_that_take_every_value_equally_are_uniform_also_where_twenty_does_not_divide_the_modulus() -> None:
    report = key_report(integer_keys(mixed(np.tile(np.arange(256), 10)), 256))
    assert sum(report.bins) == 2560
    assert report.chi_square == pytest.approx(0)
    assert report.kolmogorov == pytest.approx(0)
    assert report.p == report.kolmogorov_p == 1.0
    assert report.usable
    assert key_report(integer_keys(np.array([0, 1, 2] * 5), 3)).bins == (5, 5, 5)


def test_keys_in_one_corner_are_conspicuous() -> None:
    report = key_report(RecordKeys(np.arange(2000, dtype=np.uint32), 10**9, 9, "generated"))
    assert report.bins == (2000,) + (0,) * 19
    assert report.chi_square == pytest.approx(1900**2 / 100 + 19 * 100)  # 20 shares of 100 records are expected
    assert report.kolmogorov == pytest.approx(1 - 2000 / 10**9)
    assert not report.uniform


def test_keys_that_count_through_are_even_and_have_a_pattern() -> None:
    report = key_report(RecordKeys(np.arange(0, 10**9, 10**5, dtype=np.uint32), 10**9, 9, "generated"))
    assert report.uniform
    assert report.serial == pytest.approx(1, abs=1e-3)
    assert not report.without_pattern
    assert not report.usable


def test_a_narrow_gap_is_seen_by_the_distribution_where_bins_do_not_see_it() -> None:
    # Half of each twentieth is empty: equal bins, but a distance of half a bin.
    rng = np.random.default_rng(5)
    bins = rng.integers(0, 20, 40_000) * 50_000_000
    report = key_report(RecordKeys((bins + rng.integers(0, 25_000_000, 40_000)).astype(np.uint32), 10**9, 9, "decimal"))
    assert report.p > 0.001
    assert report.kolmogorov == pytest.approx(0.025, abs=0.006)
    assert not report.uniform


def test_keys_that_occur_twice_are_counted_and_compared_with_chance() -> None:
    values = np.concatenate([np.arange(0, 10**9, 10**6), np.arange(0, 10**9, 2 * 10**6)]).astype(np.uint32)
    report = key_report(RecordKeys(mixed(values), 10**9, 9, "decimal"))
    assert report.duplicates == 1000
    assert report.expected_duplicates == pytest.approx(1500 * (1 - (1 - 1e-9) ** 1499), rel=1e-6)
    assert not report.as_distinct_as_chance


def test_keys_are_too_coarse_for_a_table_with_smaller_steps() -> None:
    ptable = design_ptable(D=5, V=3, js=2)
    report = key_report(integer_keys(mixed(np.tile(np.arange(256), 10)), 256), ptable)
    assert report.needed is not None
    assert report.needed >= 100 / ptable.smallest_p > report.needed - 1
    assert not report.fine_enough


def test_large_moduli_are_binned_exactly() -> None:
    edges = np.array([0, 5 * 10**16 - 1, 5 * 10**16, 10**18 - 1], dtype=np.uint64)
    assert key_report(RecordKeys(edges, 10**18, None, "integer")).bins == (2, 1, *(0,) * 17, 1)


def test_generated_keys_are_usable() -> None:
    # Four tests, each wrong once in a thousand: five draws that all fail are one in 10^12.
    assert any(key_report(generate_keys(50_000)).usable for _ in range(5))


def test_no_keys_are_no_fault() -> None:
    report = key_report(RecordKeys(np.array([], dtype=np.uint32), 10**9, 9, "decimal"))
    assert (report.keys, report.duplicates, report.p) == (0, 0, 1.0)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=60), st.integers(41, 60))
def test_distance_and_duplicates_are_those_of_the_definition(values: list[int], modulus: int) -> None:
    report = key_report(integer_keys(np.array(values), modulus))
    n = len(values)
    distances = [abs(sum(v <= k for v in values) / n - (k + 1) / modulus) for k in range(modulus)]
    assert report.kolmogorov == pytest.approx(max(distances), abs=1e-12)
    assert report.duplicates == sum(values.count(v) > 1 for v in values)
    assert math.isfinite(report.serial)
