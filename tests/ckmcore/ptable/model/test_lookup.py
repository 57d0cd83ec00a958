"""The look-up: exact bounds, both boundary rules, any modulus."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.ptable import PTable, design_ptable, parse_ptable, shuffle
from ckmcore.ptable.model.table import from_rows
from tests.kit.fails import fails

WISTA_2019 = """i;j;p;v;p_int_ub
0;0;1;0;1
1;0;0.51333333;-1;0.51333333
1;2;0.46;1;0.97333333
1;3;0.02666667;2;1.0
2;0;0.16560835;-2;0.16560835
2;2;0.54634992;0;0.71195827
2;3;0.24486677;1;0.95682504
2;4;0.04317496;2;1.0
3;2;0.42078468;-1;0.42078468
3;3;0.27764596;0;0.69843064
3;4;0.18235404;1;0.88078468
3;5;0.11921532;2;1.0
4;2;0.07394668;-2;0.07394668
4;3;0.24421329;-1;0.31815997
4;4;0.36368006;0;0.68184003
4;5;0.24421329;1;0.92605332
4;6;0.07394668;2;1.0
"""


def noise_of(table: PTable, count: int, key: int, modulus: int, boundary: str = "less") -> int:
    counts, keys = np.array([count], dtype=np.int64), np.array([key], dtype=np.uint64)
    return int(table.lookup(counts, keys, modulus, "less" if boundary == "less" else "less_equal")[0])


def test_the_example_of_wista_2019_is_looked_up() -> None:
    # Keys .6019 + .8531 + .3448 = 1.7998: cell key .7998, count 3 -> noise +1 -> 4.
    table = parse_ptable(WISTA_2019.encode(), "wista2019.csv")
    assert noise_of(table, 3, 7998, 10_000) == 1


def test_the_boundary_rules_differ_on_exact_ties_only() -> None:
    table = from_rows([[(0, 1.0, Fraction(1))], [(0, 0.3, Fraction(3, 10)), (2, 0.7, Fraction(1))]])
    assert [noise_of(table, 1, key, 10) for key in (0, 2, 3, 4, 9)] == [-1, -1, 1, 1, 1]
    assert [noise_of(table, 1, key, 10, "less_equal") for key in (0, 2, 3, 4, 9)] == [-1, -1, -1, 1, 1]


def test_a_bound_between_two_keys_is_the_same_under_both_rules() -> None:
    table = from_rows([[(0, 1.0, Fraction(1))], [(0, 0.35, Fraction("0.35")), (2, 0.65, Fraction(1))]])
    for key in range(10):
        assert noise_of(table, 1, key, 10) == noise_of(table, 1, key, 10, "less_equal")


def test_counts_beyond_the_last_row_use_the_last_row() -> None:
    table = design_ptable(2, 1.08, 1)
    for key in (0, 500, 999):
        assert noise_of(table, 10**9, key, 1000) == noise_of(table, table.last_row, key, 1000)
    assert table.lookup_row_used(np.array([0, 3, 4, 5, 1000])).tolist() == [0, 3, 4, 4, 4]


def test_an_empty_cell_gets_no_noise_even_where_row_0_is_not_the_identity() -> None:
    table = from_rows([[(3, 1.0, Fraction(1))], [(0, 0.5, Fraction(1, 2)), (2, 0.5, Fraction(1))]])
    assert not table.zeros_stay
    assert noise_of(table, 0, 7, 10) == 0


def test_a_table_for_integer_keys_refuses_another_modulus() -> None:
    table = from_rows([[(0, 1.0, Fraction(1))]], integer_modulus=256)
    with fails("ptable_needs_integer_keys"):
        table.lookup_bounds(1000)


@given(
    st.sampled_from([256, 1000, 10**9, 10**15, 10**17, 10**18]),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_the_look_up_is_the_first_interval_whose_exact_bound_is_above_the_key(
    modulus: int, shuffled: bool, closed: bool, seed: int
) -> None:
    table = design_ptable(5, 3, 2)
    table = shuffle(table, 0.05, seed) if shuffled else table
    if modulus == 10**18:
        # More than 18 rows of 10^18 keys exceed 64 bits: the look-up goes row by row.
        table = from_rows([*exact_rows(table), *[exact_rows(table)[-1]] * 20])
    generator = np.random.default_rng(seed)
    counts = generator.integers(0, table.last_row + 3, 60)
    keys = generator.integers(0, modulus, 60, dtype=np.uint64)
    # Keys exactly at bounds and beside them.
    for at, bound in enumerate(generator.choice(len(table.exact_bounds), 30).tolist()):
        near = int(table.exact_bounds[bound] * modulus) + int(generator.integers(-1, 2))
        keys[at] = min(max(near, 0), modulus - 1)
    found = table.lookup(counts, keys, modulus, "less_equal" if closed else "less")
    for count, key, noise in zip(counts.tolist(), keys.tolist(), found.tolist(), strict=True):
        assert noise == looked_up(table, count, Fraction(key, modulus), closed)


def exact_rows(table: PTable) -> list[list[tuple[int, float, Fraction]]]:
    flat = list(zip(table.targets.tolist(), table.probabilities.tolist(), table.exact_bounds, strict=True))
    # All targets are moved with their row, so rows may be repeated at the end.
    return [flat[table.offsets[row] : table.offsets[row + 1]] for row in table.rows]


def looked_up(table: PTable, count: int, key: Fraction, closed: bool) -> int:
    if count == 0:
        return 0
    row = min(count, table.last_row)
    for at in range(int(table.offsets[row]), int(table.offsets[row + 1])):
        bound = table.exact_bounds[at]
        if key <= bound if closed else key < bound:
            return int(table.targets[at]) - row
    raise AssertionError("no interval")


def test_the_shape_of_the_cells_is_kept() -> None:
    table = design_ptable(3, 1)
    counts = np.arange(24, dtype=np.int64).reshape(2, 3, 4)
    assert table.lookup(counts, np.zeros((2, 3, 4), dtype=np.uint64), 1000).shape == (2, 3, 4)


def test_the_hash_names_what_decides_the_noise() -> None:
    assert design_ptable(3, 1) == design_ptable(3, 1)
    assert design_ptable(3, 1) != design_ptable(3, 1.01)
    assert len({design_ptable(3, 1), design_ptable(3, 1)}) == 1


def test_a_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        design_ptable(3, 1).probabilities[0] = 0.5


def test_the_table_as_a_frame_has_the_columns_of_the_field() -> None:
    frame = design_ptable(2, 1.08, 1).to_pandas()
    assert list(frame.columns) == ["i", "j", "p", "v", "p_int_lb", "p_int_ub"]
    assert (frame["v"] == frame["j"] - frame["i"]).all()
    assert frame.groupby("i")["p_int_ub"].last().tolist() == [1.0] * 5
    assert frame.groupby("i")["p_int_lb"].first().tolist() == [0.0] * 5


def test_a_table_shows_only_its_shape() -> None:
    assert repr(design_ptable(2, 1.08, 1)) == "PTable(5 rows, 17 intervals)"
