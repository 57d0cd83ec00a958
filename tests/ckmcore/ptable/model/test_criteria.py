"""The four quality criteria with the rows of the [W19] example."""

from __future__ import annotations

import pytest

from ckmcore.ptable import (
    Design,
    check_ptable,
    design_ptable,
    row_criteria,
    rows_out_of_reach,
    weighted_criteria,
)


def test_the_rows_of_the_wista_2019_example() -> None:
    rows = row_criteria(design_ptable(2, 1.08, 1, mono=[True, True, False, True]))
    means = [one.criteria.mean_absolute for one in rows[1:]]
    within = [one.criteria.within_one for one in rows[1:]]
    assert means == pytest.approx([1.02667, 0.66243, 0.84157, 0.78421], abs=5e-6)
    assert within == pytest.approx([0.97333, 0.79122, 0.88078, 0.85211], abs=5e-6)
    assert all(one.criteria.from_three == one.criteria.from_four == 0 for one in rows)
    assert rows[1].criteria.held == (False, True, True, True)
    assert rows[2].criteria.held == (False, False, True, True)


def test_rows_of_blocked_counts_cannot_have_a_small_mean() -> None:
    rows = row_criteria(design_ptable(5, 4.5, 3))
    assert [one.least_mean for one in rows[:5]] == [0, 1.5, 2, 1.5, 0]
    assert [one.mean_out_of_reach for one in rows[:5]] == [False, True, True, True, False]
    assert all(one.criteria.mean_absolute >= one.least_mean - 1e-12 for one in rows)


def test_rows_in_which_no_count_stays_cannot_have_a_small_mean_either() -> None:
    rows = row_criteria(Design(D=3, js=0, V=2, pstay=0, stay="exact").table())
    assert [one.least_mean for one in rows] == [0, 1, 1, 1]
    assert all(one.criteria.mean_absolute >= one.least_mean - 1e-12 for one in rows)
    blocked = row_criteria(Design(D=4, V=3, blocked=(4, 5)).table())
    # Row 4 has its nearest targets at -1 and +2.
    assert [one.least_mean for one in blocked[3:7]] == pytest.approx([0, 4 / 3, 4 / 3, 0])
    assert blocked[4].mean_out_of_reach


def test_the_criteria_over_a_distribution_of_counts() -> None:
    table = design_ptable(2, 1.08, 1, mono=[True, True, False, True])
    rows = row_criteria(table)
    figures = weighted_criteria(table, {0: 100, 1: 3, 2: 2, 500: 5})
    assert figures is not None
    expected = sum(weight * rows[row].criteria.mean_absolute / 10 for row, weight in ((1, 3), (2, 2), (4, 5)))
    assert figures.mean_absolute == pytest.approx(expected)
    with_empty = weighted_criteria(table, {0: 100, 1: 3, 2: 2, 500: 5}, with_empty_cells=True)
    assert with_empty is not None
    assert with_empty.mean_absolute == pytest.approx(expected * 10 / 110)
    assert weighted_criteria(table, {0: 7}) is None


def test_a_check_reports_every_row() -> None:
    reports = check_ptable(design_ptable(2, 1.08, 1))
    assert [one.row for one in reports] == [0, 1, 2, 3, 4]
    assert [one.variance for one in reports[1:]] == pytest.approx([1.08] * 4)
    assert reports[0].entropy == 0
    assert reports[2].stay == pytest.approx(0.54634992, abs=1e-8)


def test_the_rows_out_of_reach_are_those_whose_own_count_is_no_target() -> None:
    assert rows_out_of_reach(design_ptable(5, 4.5, 3)) == (1, 2, 3)
    assert rows_out_of_reach(Design(D=3, js=0, V=2, pstay=0, stay="exact").table()) == (1, 2, 3)
    assert rows_out_of_reach(design_ptable(5, 3)) == ()
