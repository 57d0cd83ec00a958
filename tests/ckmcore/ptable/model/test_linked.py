"""The noise of two parts given the cell key of their total: against brute force over all keys, and method.md."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ckmcore.ptable import Design, PTable, parse_ptable, shuffle
from ckmcore.ptable.model import linked
from ckmcore.ptable.model.linked import DEFAULT_KEYS, least_pair_variance, pair_variance
from tests.kit.examples import examples

EXAMPLE = Design(D=2, V=1.0, js=0).table()  # method.md section 2, "Why it matters"
BRUTE = 200_000


def brute_force(table: PTable, first: int, second: int, total: int) -> float:
    """Var(v1 + v2) over 200 000 keys of the first part, the key of the total being total / 200 000."""
    keys = np.arange(BRUTE, dtype=np.uint64)
    # Keys lie in the middle between two 200 000ths, so those of the second part do, too.
    others = (np.uint64(total) + np.uint64(BRUTE - 1) - keys) % np.uint64(BRUTE)
    modulus = 2 * BRUTE
    v1 = table.lookup(np.full(BRUTE, first), 2 * keys + np.uint64(1), modulus)
    v2 = table.lookup(np.full(BRUTE, second), 2 * others + np.uint64(1), modulus)
    return float(np.var((v1 + v2).astype(np.float64)))


@pytest.mark.daily(9)
@pytest.mark.parametrize(("first", "second"), [(2, 2), (1, 2), (1, 1), (7, 1), (0, 2)])
@pytest.mark.parametrize(
    "table",
    [
        EXAMPLE,
        shuffle(EXAMPLE, 0.05, 3),
        shuffle(EXAMPLE, 0.2, 1),
        Design(D=5, V=3.0, js=2).table(),
        shuffle(Design(D=5, V=3.0, js=2, pstay=0.5).table(), 0.05, 1),
    ],
)
def test_the_variance_of_two_parts_is_that_of_all_keys_tried_out(table: PTable, first: int, second: int) -> None:
    found = pair_variance(table, first, second, keys=11)
    tried = [brute_force(table, first, second, round(key * BRUTE)) for key in found.keys.tolist()]
    assert np.allclose(found.variances, tried, atol=1e-3)


def test_ordered_noise_of_two_parts_cancels_to_nothing_at_one_key_and_is_most_of_three_at_another() -> None:
    # Computed apart, on 2 000 keys of the total by brute force: 0 and 2.8723 (method.md tells the latter as 2.86).
    found = pair_variance(EXAMPLE, 2, 2)
    assert found.least == pytest.approx(0.0, abs=1e-12)
    assert found.most == pytest.approx(2.8723, abs=1e-4)
    assert found.mean == pytest.approx(2.0, abs=1e-9)
    assert brute_force(EXAMPLE, 2, 2, round(0.3085 * BRUTE)) == pytest.approx(2.8723, abs=1e-3)
    assert found.variances[0] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("threshold", "least"), [(0.2, 0.25), (0.05, 0.5), (0.02, 0.8)])
def test_the_smaller_the_pieces_of_a_shuffled_table_the_larger_the_least_variance(
    threshold: float, least: float
) -> None:
    # method.md: at threshold .2 the minimum is about .3, at .05 about .6, at .02 about 1. A lucky seed gives more.
    found = [pair_variance(shuffle(EXAMPLE, threshold, seed), 2, 2).least for seed in range(1, 21)]
    assert sum(one > least for one in found) > 15


@hypothesis_settings(max_examples=examples(40))
@given(
    st.integers(2, 7),
    st.integers(0, 1),
    st.floats(0.1, 1.0),
    st.one_of(st.none(), st.tuples(st.sampled_from([0.02, 0.05, 0.2]), st.integers(0, 1000))),
    st.integers(0, 12),
    st.integers(0, 12),
)
def test_the_mean_over_all_keys_is_the_sum_of_both_variances_and_none_is_negative(
    D: int, js: int, share: float, shuffled: tuple[float, int] | None, first: int, second: int
) -> None:
    table = Design(D=D, V=js + share * D / 2, js=js).table()
    if shuffled is not None:
        table = shuffle(table, *shuffled)
    found = pair_variance(table, first, second)
    reports = table.reports
    both = sum(reports[min(count, table.last_row)].variance for count in (first, second))
    assert found.mean == pytest.approx(both, abs=1e-9)
    assert found.variances.min() >= -1e-12
    assert 0.0 <= found.least <= found.most + 1e-12
    assert found.least <= found.variances.min() + 1e-9
    assert found.most >= found.variances.max() - 1e-9
    # Linear between the sums of two bounds, so the trapezoids over all of these are the integral.
    uppers = [
        table.upper_bounds[int(table.offsets[row]) : int(table.offsets[row + 1])]
        for row in (min(count, table.last_row) for count in (first, second))
    ]
    knots = np.unique(np.concatenate([[0.0, 1.0], np.add.outer(*uppers).ravel() % 1.0]))
    dense = pair_variance(table, first, second, keys=2)
    assert dense.variances[0] == pytest.approx(dense.variances[1], abs=1e-9)
    values = linked._at(knots, linked._row(table, first), linked._row(table, second))
    assert float(np.trapezoid(values, knots)) == pytest.approx(both, abs=1e-9)


def test_the_variance_of_two_cells_without_noise_is_nothing() -> None:
    found = pair_variance(EXAMPLE, 0, 0)
    assert (found.least, found.most, found.mean) == (0.0, 0.0, 0.0)
    assert len(found.keys) == len(found.variances) == DEFAULT_KEYS


def test_with_very_many_intervals_the_ends_are_those_of_the_grid() -> None:
    table = shuffle(EXAMPLE, 0.01, 1)
    found = pair_variance(table, 2, 2)
    assert found.least == pytest.approx(max(found.variances.min(), 0.0), abs=1e-12)
    assert found.most == pytest.approx(found.variances.max(), abs=1e-12)


def test_a_table_with_biased_rows_has_its_variance_about_the_mean() -> None:
    # v = 1 with p = .5: variance .25 a part.
    table = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;0.5;0;0.5\n1;2;0.5;1;1\n", "biased.csv")
    found = pair_variance(table, 1, 1, keys=3)
    assert found.mean == pytest.approx(0.5)
    # total 0: second key = 1 - first, so one part has noise exactly where the other has none; total .5: both or none.
    assert found.variances.tolist() == pytest.approx([0.0, 1.0, 0.0])


@given(D=st.integers(1, 6), V=st.floats(0.3, 4), js=st.integers(0, 3), threshold=st.sampled_from([0.5, 0.2, 0.1, 0.05]))
@hypothesis_settings(max_examples=examples(25), deadline=None)
def test_the_least_variance_of_two_parts_is_the_smallest_of_all_rows(
    D: int, V: float, js: int, threshold: float
) -> None:
    table = shuffle(Design(D=D, V=V, js=min(js, D)).table(), threshold, 3)
    least, row = least_pair_variance(table)
    # Row by row on a fine grid and at all knots.
    wanted = {
        i: pair_variance(table, i, i, 2001).least for i in range(1, table.last_row + 1) if table.reports[i].variance
    }
    assert least == pytest.approx(min(wanted.values()), abs=1e-9)
    assert wanted[row] == pytest.approx(least, abs=1e-9)


def test_an_ordered_table_lets_parts_add_up_exactly_and_still_rows_do_not_count() -> None:
    assert least_pair_variance(EXAMPLE)[0] == pytest.approx(0.0, abs=1e-12)
    still = parse_ptable(b"i,0,1\n0,1,0\n1,0,1\n", "still")
    assert least_pair_variance(still) == (0.0, 0)


def test_a_row_of_very_many_intervals_is_judged_on_a_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    table = shuffle(EXAMPLE, 0.05, 1)
    exact = least_pair_variance(table)
    monkeypatch.setattr(linked, "_MOST_INTERVALS", 1)
    assert least_pair_variance(table)[0] == pytest.approx(exact[0], abs=0.1)
    assert least_pair_variance(table)[0] >= exact[0] - 1e-9
