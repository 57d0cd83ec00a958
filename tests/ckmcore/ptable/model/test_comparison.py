"""Comparing two tables: distances by hand, and whether the same keys find the same noise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.ptable import design_ptable, parse_ptable, shuffle
from ckmcore.ptable.model.comparison import compare
from ckmcore.ptable.model.integer_keys import to_ons
from tests.kit.examples import examples

A = parse_ptable(b"i,0,1,2\n0,1,0,0\n1,.25,.5,.25\n", "a")
B = parse_ptable(b"i,0,1,2,3\n0,1,0,0,0\n1,.3,.4,.3,0\n2,0,.25,.5,.25\n", "b")


def test_figures_of_a_row_are_those_computed_by_hand() -> None:
    row = compare(A, B).rows[1]
    assert row.total_variation == pytest.approx(0.1)
    assert (row.largest, row.target) == (pytest.approx(-0.1), 1)
    assert row.variance == (pytest.approx(0.5), pytest.approx(0.6))
    assert row.bias == (pytest.approx(0), pytest.approx(0))
    assert row.mean_absolute == (pytest.approx(0.5), pytest.approx(0.6))
    assert row.within_one == (pytest.approx(1), pytest.approx(1))


def test_the_last_row_stands_for_the_rows_that_one_table_does_not_have() -> None:
    found = compare(A, B)
    assert len(found.rows) == 3
    assert found.rows[2].total_variation == 0
    assert found.look_up == "other"
    assert found.largest.row == 1
    assert found.difference.shape == (3, 4)
    assert found.difference[1].tolist() == pytest.approx([0.05, -0.1, 0.05, 0])
    assert compare(B, A).difference.tolist() == (-found.difference).tolist()


@given(st.integers(1, 6), st.floats(0.2, 3), st.integers(0, 2))
@settings(max_examples=examples(15))
def test_a_shuffled_table_differs_in_order_only(D: int, V: float, js: int) -> None:
    table = design_ptable(D, V, min(js, D))
    assert compare(table, table).look_up == "same"
    found = compare(table, shuffle(table, 0.05, 5))
    assert found.look_up == "order"
    assert found.ordered == (True, False)
    assert np.abs(found.difference).max() < 1e-12


def test_more_rows_of_the_same_and_cut_intervals_are_the_same_look_up() -> None:
    longer = parse_ptable(b"i;j;p;v;ub\n0;0;1;0;1\n1;0;.25;-1;.25\n1;1;.25;0;.5\n1;1;.25;0;.75\n1;2;.25;1;1\n"
                          b"2;1;.25;-1;.25\n2;2;.5;0;.75\n2;3;.25;1;1\n", "t")  # fmt: skip
    assert longer != A
    assert compare(A, longer).look_up == "same"


@pytest.mark.thorough
def test_tables_for_other_keys_are_never_the_same_look_up() -> None:
    ons = to_ons(A, 256)[0]
    assert compare(A, ons).look_up == "order"
    assert compare(ons, ons).look_up == "same"
    finer = to_ons(ons, 4096)[0]
    assert compare(ons, finer).look_up == "order"


def test_the_variance_of_a_biased_row_is_about_its_mean() -> None:
    # A rule that publishes every 3 as 0: noise -3 without any doubt; its second moment is 9, its variance 0.
    table = parse_ptable(b"i,0,1,2,3\n0,1,0,0,0\n1,1,0,0,0\n2,1,0,0,0\n3,1,0,0,0\n", "rule")
    assert (table.reports[3].bias, table.reports[3].variance, table.reports[3].entropy) == (-3.0, 0.0, 0.0)
    assert compare(table, table).rows[3].variance == (0.0, 0.0)
    loss = to_ons(table)[1].rows[2]
    assert (loss.bias, loss.variance_before, loss.variance) == (-3.0, 0.0, 0.0)
