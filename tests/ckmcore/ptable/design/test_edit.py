"""Rows changed by hand: what is set holds, what is not touched stays bit for bit, and nothing impossible is made."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ckmcore.errors import CkmError
from ckmcore.ptable import Design, FixedProbability, PTable, parse_ptable, shuffle, to_ons
from ckmcore.ptable.design.edit import RowSumOff, solved_again, with_probabilities
from ckmcore.ptable.rows.arguments import PtableParameter
from ckmcore.ptable.stored import restored, stored_table
from tests.kit.examples import examples
from tests.kit.fails import fails, raise_unless

TABLE = Design(D=3, V=1.5, js=0, last_row=6).table()
SHUFFLED = shuffle(TABLE, 0.05, 1)


def row_of(table: PTable, row: int) -> tuple[list[int], list[float], list[Fraction]]:
    begin, end = int(table.offsets[row]), int(table.offsets[row + 1])
    return table.row_targets(row), table.probabilities[begin:end].tolist(), list(table.exact_bounds[begin:end])


def assert_other_rows_are_the_same(before: PTable, after: PTable, *changed: int) -> None:
    assert before.last_row == after.last_row
    for row in before.rows:
        if row not in changed:
            assert row_of(before, row) == row_of(after, row)


def assert_whole(table: PTable) -> None:
    """Each row is a distribution whose bounds rise to 1 and say the same as its probabilities."""
    for row in table.rows:
        targets, p, bounds = row_of(table, row)
        assert min(targets) >= 0
        assert min(p) > 0
        assert bounds[-1] == 1
        assert all(low <= high for low, high in zip([Fraction(0), *bounds], bounds, strict=False))
        widths = np.diff([0.0, *(float(bound) for bound in bounds)])
        assert np.allclose(widths, p, rtol=0, atol=1e-12)


# --- left as it is ---------------------------------------------------------------------------------------------------


def test_a_probability_moved_from_one_target_to_another_leaves_all_the_rest_bit_for_bit() -> None:
    now = TABLE.row_distribution(5)
    changes = [FixedProbability(5, 5, now[0] - 0.0625), FixedProbability(5, 8, now[3] + 0.0625)]
    found = with_probabilities(TABLE, changes)
    after = found.row_distribution(5)
    assert {v: p for v, p in after.items() if v not in (0, 3)} == {v: p for v, p in now.items() if v not in (0, 3)}
    assert after[0] == pytest.approx(now[0] - 0.0625, abs=1e-15)
    assert after[3] == pytest.approx(now[3] + 0.0625, abs=1e-15)
    assert_other_rows_are_the_same(TABLE, found, 5)
    assert_whole(found)
    # What is violated is seen: the row is biased now.
    assert found.reports[5].bias == pytest.approx(3 * 0.0625)


def test_a_row_that_does_not_add_up_is_told_with_its_sum_and_bias() -> None:
    now = TABLE.row_distribution(5)
    with pytest.raises(RowSumOff) as raised:
        with_probabilities(TABLE, [FixedProbability(5, 7, now[2] + 0.1)])
    assert raised.value.fields["row"] == 5
    assert raised.value.fields["total"] == pytest.approx(1.1)
    assert raised.value.fields["bias"] == pytest.approx(0.2)
    assert "i = 5" in raised.value.text("en")
    assert "1,1" in raised.value.text("de")


def test_a_target_set_to_nothing_is_gone_and_a_new_one_is_there() -> None:
    now = TABLE.row_distribution(5)
    found = with_probabilities(
        TABLE,
        [
            FixedProbability(5, 8, 0.0),
            FixedProbability(5, 2, 0.0),
            FixedProbability(5, 9, now[3]),
            FixedProbability(5, 1, now[-3]),
        ],
    )
    assert list(found.row_distribution(5)) == [-4, -2, -1, 0, 1, 2, 4]
    assert found.maximum_deviation == 4


def test_probabilities_typed_with_six_decimals_make_a_whole_row() -> None:
    # What the screen shows of a designed row adds up to 1 only within some 1e-6.
    now = TABLE.row_distribution(5)
    typed = {-1: round(now[-1] - 0.01, 6), 1: round(now[1] - 0.01, 6), 0: round(now[0] + 0.02, 6)}
    assert 1e-9 < abs(sum({**now, **typed}.values()) - 1) < 1e-6
    found = with_probabilities(TABLE, [FixedProbability(5, 5 + v, p) for v, p in typed.items()])
    after = found.row_distribution(5)
    assert math.fsum(after.values()) == pytest.approx(1.0, abs=1e-15)
    assert {v: after[v] for v in (-3, -2, 2, 3)} == {v: now[v] for v in (-3, -2, 2, 3)}
    assert after[-1] == typed[-1]
    assert after[0] == pytest.approx(typed[0], abs=1e-6)
    assert_whole(found)


def test_a_shuffled_row_is_ordered_where_it_was_changed_and_only_there() -> None:
    now = SHUFFLED.row_distribution(5)
    for found in (
        with_probabilities(SHUFFLED, [FixedProbability(5, 5, now[0] - 0.01), FixedProbability(5, 6, now[1] + 0.01)]),
        solved_again(SHUFFLED, [FixedProbability(5, 5, now[0] - 0.01)]),
    ):
        assert row_of(found, 5)[0] == sorted(row_of(found, 5)[0])
        assert_other_rows_are_the_same(SHUFFLED, found, 5)
        assert_whole(found)


@pytest.mark.parametrize("change", [with_probabilities, solved_again])
def test_row_0_and_rows_that_the_table_does_not_have_are_never_changed(change) -> None:  # type: ignore[no-untyped-def]
    assert change(TABLE, [FixedProbability(0, 0, 0.5), FixedProbability(0, 1, 0.5)]) == TABLE
    assert change(TABLE, [FixedProbability(TABLE.last_row + 1, 3, 0.5)]) == TABLE
    assert change(TABLE, []) == TABLE


@pytest.mark.parametrize("change", [with_probabilities, solved_again])
@pytest.mark.parametrize("p", [-0.1, 1.1, math.nan, math.inf])
def test_what_is_no_probability_is_refused(change, p: float) -> None:  # type: ignore[no-untyped-def]
    now = TABLE.row_distribution(5)
    # Together they add up to 1 all the same.
    with pytest.raises(PtableParameter):
        change(
            TABLE, [FixedProbability(5, 5, p), FixedProbability(5, 6, 1 - p - sum(now[v] for v in (-3, -2, -1, 2, 3)))]
        )


@pytest.mark.parametrize("change", [with_probabilities, solved_again])
def test_a_target_below_zero_is_refused(change) -> None:  # type: ignore[no-untyped-def]
    now = TABLE.row_distribution(1)
    with pytest.raises(PtableParameter):
        change(TABLE, [FixedProbability(1, -1, 0.1), FixedProbability(1, 1, now[0] - 0.1)])


# --- solved again ----------------------------------------------------------------------------------------------------


@hypothesis_settings(max_examples=examples(60))
@given(
    st.sampled_from([TABLE, SHUFFLED, Design(D=5, V=3.0, js=2).table(), Design(D=2, V=1.08, js=1).table()]),
    st.integers(1, 8),
    st.integers(-5, 5),
    st.floats(0.0, 1.0),
)
def test_what_is_set_holds_without_bias_and_with_the_variance_where_that_can_be(
    table: PTable, row: int, v: int, p: float
) -> None:
    row = min(row, table.last_row)
    assume(row + v >= 0)
    pin = FixedProbability(row, row + v, p)
    before = table.reports[row].variance
    try:
        found = solved_again(table, [pin])
    except CkmError as refused:
        raise_unless(refused, "ptable_row_pins_impossible")
        # A single probability is impossible only where nothing is left that takes its bias back.
        others = [one for one in table.row_distribution(row) if one != v]
        low, high = min(others, default=0), max(others, default=0)
        balance = -v * p / (1 - p) if p < 1 else math.inf if v else 0.0
        assert not low + 1e-9 < balance < high - 1e-9
        return
    after = found.row_distribution(row)
    assert after.get(v, 0.0) == pytest.approx(p, abs=1e-10)
    assert math.fsum(after.values()) == pytest.approx(1.0, abs=1e-10)
    assert found.reports[row].bias == pytest.approx(0.0, abs=1e-10)
    assert set(after) <= set(table.row_distribution(row)) | {v}
    assert_other_rows_are_the_same(table, found, row)
    assert_whole(found)
    assert restored(stored_table(found)) == found
    low, high = variances_possible(sorted({*table.row_distribution(row), *([v] if p else [])}), v, p)
    nearest = min(max(before, low), high)
    assert found.reports[row].variance == pytest.approx(nearest, abs=1e-7)


def variances_possible(targets: list[int], v: int, p: float) -> tuple[float, float]:
    """Least and largest second moment of an unbiased distribution with p(v) = p: a linear program of its own."""
    from scipy.optimize import linprog

    noise = np.array(targets, dtype=np.float64)
    bounds = [(p, p) if one == v else (0, 1) for one in targets]
    equal = (np.array([np.ones_like(noise), noise]), np.array([1.0, 0.0]))
    ends = [linprog(sign * noise**2, A_eq=equal[0], b_eq=equal[1], bounds=bounds) for sign in (1, -1)]
    assert all(end.status == 0 for end in ends)
    return float(ends[0].fun), -float(ends[1].fun)


def test_a_row_solved_again_is_the_one_of_a_design_with_the_same_pin() -> None:
    # Without monotony and stay both are the distribution of maximum entropy under the same constraints.
    design = Design(D=3, V=1.5, js=0, mono=False)
    pin = FixedProbability(2, 3, 0.3)
    designed = Design(D=3, V=1.5, js=0, mono=False, pins=(pin,)).table().row_distribution(2)
    found = solved_again(design.table(), [pin]).row_distribution(2)
    assert list(found) == list(designed)
    for v, p in designed.items():
        assert found[v] == pytest.approx(p, abs=1e-8)


def test_a_variance_that_cannot_stay_goes_to_the_nearest_end() -> None:
    # p(0) = .9 leaves .1 for ±1 .. ±3: at most .9 of the variance 1.5.
    assert solved_again(TABLE, [FixedProbability(5, 5, 0.9)]).reports[5].variance == pytest.approx(0.9)
    # ±3 with .2 each are 3.6 by themselves.
    high = solved_again(TABLE, [FixedProbability(5, 8, 0.2), FixedProbability(5, 2, 0.2)])
    assert high.reports[5].variance == pytest.approx(3.6)
    assert high.row_distribution(5) == pytest.approx({-3: 0.2, 0: 0.6, 3: 0.2})


def test_pins_that_no_row_can_hold_are_told() -> None:
    with fails("ptable_row_pins_impossible", match="i = 5"):
        solved_again(TABLE, [FixedProbability(5, 8, 0.7), FixedProbability(5, 7, 0.7)])
    with fails("ptable_row_pins_impossible"):
        solved_again(TABLE, [FixedProbability(5, 8, 0.9)])


def test_a_biased_row_that_was_read_has_no_bias_when_solved_again() -> None:
    table = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.3;-1;0.3\n1;1;0.5;0;0.8\n1;2;0.2;1;1\n", "biased.csv")
    found = solved_again(table, [FixedProbability(1, 1, 0.6)])
    assert found.row_distribution(1) == pytest.approx({-1: 0.2, 0: 0.6, 1: 0.2})


# --- whole keys ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ons() -> PTable:
    return to_ons(Design(D=3, V=1.5, js=0).table(), 256)[0]


def noise_by_key(table: PTable, count: int) -> list[int]:
    keys = np.arange(table.integer_modulus or 0, dtype=np.uint64)
    return table.lookup(np.full(len(keys), count), keys, len(keys)).tolist()


def assert_exact_on_whole_keys(table: PTable, row: int) -> None:
    """Counted over all keys, the noise has exactly the probabilities that the table tells."""
    keys = noise_by_key(table, row)
    assert {v: keys.count(v) / len(keys) for v in sorted(set(keys))} == table.row_distribution(row)


def test_a_table_for_integer_keys_stays_exact_on_whole_keys_when_changed(ons: PTable) -> None:
    now = ons.row_distribution(9)
    found = with_probabilities(
        ons, [FixedProbability(9, 9, now[0] - 4 / 256), FixedProbability(9, 12, now[3] + 4 / 256)]
    )
    assert (found.integer_modulus, found.recycled_rows) == (256, ons.recycled_rows)
    assert_exact_on_whole_keys(found, 9)
    assert found.row_distribution(9)[3] == now[3] + 4 / 256
    assert noise_by_key(found, 8) == noise_by_key(ons, 8)


def test_a_table_for_integer_keys_takes_typed_decimals_of_a_whole_number_of_keys(ons: PTable) -> None:
    now = ons.row_distribution(9)
    typed = round(now[0] - 1 / 256, 6)  # six decimals, as the field of the desk has them
    found = with_probabilities(
        ons, [FixedProbability(9, 9, typed), FixedProbability(9, 10, round(now[1] + 1 / 256, 6))]
    )
    assert_exact_on_whole_keys(found, 9)


@pytest.mark.parametrize("change", [with_probabilities, solved_again])
def test_a_probability_that_is_no_number_of_keys_is_refused_with_the_nearest(change, ons: PTable) -> None:  # type: ignore[no-untyped-def]
    with fails("ptable_row_whole_keys") as raised:
        change(ons, [FixedProbability(9, 9, 0.3)])
    assert raised.value.fields["below"] == 76 / 256
    assert raised.value.fields["above"] == 77 / 256
    assert "256" in raised.value.text("de")


@pytest.mark.thorough
@hypothesis_settings(max_examples=examples(30))
@given(st.integers(2, 40), st.integers(-3, 3), st.integers(0, 100))
def test_the_rest_of_a_row_for_integer_keys_is_solved_in_whole_keys_around_what_was_set(
    ons: PTable, row: int, v: int, keys: int
) -> None:
    assume(row + v >= 0)
    try:
        found = solved_again(ons, [FixedProbability(row, row + v, keys / 256)])
    except CkmError as refused:
        raise_unless(refused, "ptable_row_pins_impossible")
        return
    assert found.row_distribution(row).get(v, 0.0) == keys / 256
    assert_exact_on_whole_keys(found, row)
    # Rounding the rest to keys costs at most a key's width per target.
    assert abs(found.reports[row].bias) <= 3 / 256
    assert restored(stored_table(found)) == found
