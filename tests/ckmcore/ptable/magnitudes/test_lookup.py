"""Look-up in tables for magnitudes: exact in the key, linear between rows [method.md section 3]."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.ptable.magnitudes import MagnitudePTable, design_magnitudes, join_types
from ckmcore.ptable.magnitudes.part import part_from_rows
from tests.kit.examples import examples
from tests.kit.fails import fails

F = Fraction
# Row 2: v = -1, 0, 1 up to .25, .75, 1; row 3: v = -1, 1 up to .5, 1. The key of the handbook's example is .6.
HANDBOOK = MagnitudePTable(
    (
        part_from_rows(
            "all",
            [
                (0.0, [(0.0, 1.0, F(1))]),
                (2.0, [(-1.0, 0.25, F(1, 4)), (0.0, 0.5, F(3, 4)), (1.0, 0.25, F(1))]),
                (3.0, [(-1.0, 0.5, F(1, 2)), (1.0, 0.5, F(1))]),
            ],
        ),
    )
)


def noise(a: float, key: int, modulus: int = 10) -> float:
    found = HANDBOOK.lookup("all", np.array([a]), np.array([key], dtype=np.uint64), modulus)
    return float(found[0])


def test_the_handbook_s_example_lies_half_way_between_rows_2_and_3() -> None:
    # x = 300, x_1 = 200, m = .6: x_δ = 120, a = 2.5, v = .5, published 300 + .5 * 120.
    assert noise(2.0, 6) == 0.0
    assert noise(3.0, 6) == 1.0
    assert noise(300 / 120, 6) == 0.5
    assert 300 + 120 * noise(300 / 120, 6) == 360


def test_at_and_above_the_last_row_the_last_row_stands() -> None:
    assert [noise(a, 6) for a in (3.0, 3.5, 1e12, float("inf"))] == [1.0] * 4


def test_between_row_0_and_the_first_row_noise_shrinks() -> None:
    assert noise(1.0, 9) == 0.5
    assert noise(0.0, 9) == 0.0


def test_below_the_first_row_the_first_row_stands() -> None:
    part = part_from_rows("all", [(1.0, [(0.5, 1.0, F(1))]), (2.0, [(1.0, 1.0, F(1))])])
    assert part.lookup(np.array([0.25, 1.5]), np.array([0, 0], dtype=np.uint64), 10).tolist() == [0.5, 0.75]


@pytest.mark.parametrize(("boundary", "expected"), [("less", [0.0, 1.0]), ("less_equal", [-1.0, 0.0])])
def test_a_key_on_a_bound_falls_as_the_boundary_rule_says(boundary: str, expected: list[float]) -> None:
    keys = np.array([25, 75], dtype=np.uint64)
    found = HANDBOOK.lookup("all", np.array([2.0, 2.0]), keys, 100, boundary)  # type: ignore[arg-type]
    assert found.tolist() == expected


def test_where_the_modulus_is_large_the_same_noise_is_found() -> None:
    modulus = 10**18
    keys = np.array([modulus // 4 - 1, modulus // 4, modulus - 1], dtype=np.uint64)
    found = HANDBOOK.lookup("all", np.full(3, 2.0), keys, modulus)
    assert found.tolist() == [-1.0, 0.0, 1.0]
    # Three rows of more than 2^63 keys fit no longer into 64 bits.
    wide = 2**63
    keys = np.array([wide // 4 - 1, wide // 4, wide // 4 * 3], dtype=np.uint64)
    assert HANDBOOK.lookup("all", np.full(3, 2.0), keys, wide).tolist() == [-1.0, 0.0, 1.0]


@settings(max_examples=examples(60))
@given(
    a=st.fractions(0, 8, max_denominator=1000),
    key=st.integers(0, 10**9 - 1),
    equal=st.booleans(),
)
def test_the_look_up_of_arrays_is_the_exact_look_up(a: Fraction, key: int, equal: bool) -> None:
    part = design_magnitudes(5, 1.5, step=4, icat=[1, 2, 3, 5]).part("all")
    boundary = "less_equal" if equal else "less"
    exact = part.exact_lookup(F(str(float(a))), key, 10**9, boundary)  # type: ignore[arg-type]
    found = part.lookup(
        np.array([float(a)]),
        np.array([key], dtype=np.uint64),
        10**9,
        boundary,  # type: ignore[arg-type]
    )
    assert float(found[0]) == pytest.approx(float(exact), abs=1e-14)


def test_the_exact_look_up_of_the_handbook_s_example() -> None:
    part = HANDBOOK.part("all")
    assert part.exact_lookup(F(5, 2), 6, 10) == F(1, 2)
    assert part.exact_lookup(F(100), 6, 10) == 1
    with pytest.raises(ValueError, match="modulus"):
        part.exact_lookup(F(2), 10, 10)


def test_a_table_is_seen_whole() -> None:
    part = HANDBOOK.part("all")
    assert HANDBOOK.types == ("all",)
    assert part.rows == (0.0, 2.0, 3.0)
    assert part.row_distribution(2) == {-1.0: 0.5, 1.0: 0.5}
    assert (HANDBOOK.maximum_deviation, part.step, part.last_variance) == (1.0, 1, 1.0)
    assert HANDBOOK.is_ordered
    assert HANDBOOK.zeros_stay
    frame = HANDBOOK.to_pandas()
    assert list(frame.columns) == ["i", "j", "p", "v", "p_int_lb", "p_int_ub", "type"]
    assert frame.iloc[2].tolist() == [2.0, 2.0, 0.5, 0.0, 0.25, 0.75, "all"]
    report = HANDBOOK.reports[1]
    assert (report.row, report.bias, report.variance, report.stay, report.entropy) == (2.0, 0.0, 0.5, 0.5, 1.5)
    assert report.wanted_variance is None
    assert repr(HANDBOOK) == "MagnitudePTable(all: 3 rows)"
    with pytest.raises(ValueError, match="read-only"):
        part.noise[0] = 1.0


def test_a_table_is_what_it_does_to_a_cell() -> None:
    other = HANDBOOK.relabelled("small_cells")
    assert other.types == ("small_cells",)
    assert other != HANDBOOK
    assert other.relabelled("all") == HANDBOOK
    assert len({HANDBOOK, other, other.relabelled("all")}) == 2
    assert HANDBOOK != "all"


def test_even_odd_and_small_cells_make_one_table() -> None:
    even, odd = (design_magnitudes(5, V, type=kind) for V, kind in ((1, "even"), (1.2, "odd")))  # type: ignore[arg-type]
    both = join_types([odd, HANDBOOK.relabelled("small_cells"), even])
    assert both.types == ("even", "odd", "small_cells")
    assert [report.type for report in both.reports] == ["even"] * 3 + ["odd"] * 3 + ["small_cells"] * 3
    key = np.array([10], dtype=np.uint64)
    assert both.lookup("odd", np.array([1.0]), key, 1000) == odd.lookup("odd", np.array([1.0]), key, 1000)
    with fails("magnitude_type_missing") as missing:
        both.part("all")
    assert "even, odd, small_cells" in missing.value.text("de")
    with fails("magnitude_type_twice"):
        join_types([even, both])
    with fails("magnitude_type_twice"):
        both.relabelled("all")


def test_a_shuffled_row_is_seen() -> None:
    row = (1.0, [(1.0, 0.25, F(1, 4)), (-1.0, 0.5, F(3, 4)), (1.0, 0.25, F(1))])
    part = part_from_rows("all", [row])
    assert not part.is_ordered
    assert part.row_distribution(0) == {-1.0: 0.5, 1.0: 0.5}
    assert part.zeros_stay


def test_the_step_is_seen_where_noise_has_one() -> None:
    third = part_from_rows("all", [(1.0, [(-0.333333, 0.5, F(1, 2)), (0.333333, 0.3, F(4, 5)), (0.666667, 0.2, F(1))])])
    assert third.step == 3
    assert part_from_rows("all", [(1.0, [(0.0, 1.0, F(1))])]).step is None
    assert part_from_rows("all", [(1.0, [(0.0, 0.5, F(1, 2)), (3.0, 0.5, F(1))])]).step is None
