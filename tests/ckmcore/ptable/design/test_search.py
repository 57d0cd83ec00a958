"""Looking for V: the criteria of [W19] from above, a limit of the posterior from below."""

from __future__ import annotations

import math

import pytest

from ckmcore.errors import Cancelled
from ckmcore.ptable import Design, PtableParameter, RowConstraint, design_ptable, row_criteria, weighted_criteria
from ckmcore.ptable.design.search import largest_posterior, largest_V, posterior, search_V, smallest_V

COUNTS = {0: 500, 1: 120, 2: 80, 3: 60, 4: 40, 5: 40, 6: 30, 7: 25, 8: 20, 9: 15, 10: 15, 20: 100, 57: 40}


def test_the_posterior_of_the_wista_2019_table_with_a_uniform_prior() -> None:
    table = design_ptable(2, 1.08, 1, mono=[True, True, False, True])
    found = posterior(table, dict.fromkeys(range(13), 1.0))
    assert [found[i, 0] for i in range(3)] == pytest.approx([0.595613, 0.305748, 0.098639], abs=5e-7)
    for j in range(12):
        assert j == 1 or math.fsum(q for (_, one), q in found.items() if one == j) == pytest.approx(1)
    assert not any(j == 1 for _, j in found)


def test_the_largest_posterior_is_over_small_originals() -> None:
    table = design_ptable(2, 1.08, 1, mono=[True, True, False, True])
    found = posterior(table, dict.fromkeys(range(13), 1.0))
    assert largest_posterior(table, {}) == pytest.approx(max(q for (i, _), q in found.items() if 1 <= i <= 3))
    # With nothing but ones in the data every published figure was a 1.
    assert largest_posterior(table, {1: 5}) == 1.0
    assert largest_posterior(table, {0: 5}) == 0.0


def test_rows_of_the_wista_2019_example_are_judged_by_the_criteria() -> None:
    rows = row_criteria(design_ptable(2, 1.08, 1, mono=[True, True, False, True]))
    assert [one.criteria.mean_absolute for one in rows[1:]] == pytest.approx(
        [1.02667, 0.66243, 0.84157, 0.78421], abs=5e-6
    )
    assert largest_V(Design(D=2, V=1.08, js=1), {1: 1, 2: 1, 3: 1, 4: 1}) is None


def test_the_largest_v_with_criteria_is_the_last_that_holds() -> None:
    design = Design(D=5, js=0)
    V = largest_V(design, COUNTS)
    assert V is not None
    held = weighted_criteria(Design(D=5, js=0, V=V).table(), COUNTS)
    above = weighted_criteria(Design(D=5, js=0, V=round(V + 0.001, 3)).table(), COUNTS)
    assert held is not None
    assert above is not None
    assert all(held.held)
    assert not all(above.held)


@pytest.mark.thorough
def test_empty_cells_let_more_noise_pass() -> None:
    design = Design(D=5, js=0)
    without, with_empty = largest_V(design, COUNTS), largest_V(design, COUNTS, True)
    assert without is not None
    assert with_empty is not None
    assert with_empty > without


@pytest.mark.thorough
def test_blocked_counts_leave_no_v_where_small_counts_are_frequent() -> None:
    assert largest_V(Design(js=2), COUNTS) is None
    # E|v| of rows 1 and 2 is at least 4/3, but there are few of them.
    many = {1: 1, 2: 1, 50: 10_000}
    own = (RowConstraint(8, None, V=0.5),)
    assert largest_V(Design(js=2, own=own), many) == pytest.approx(5)


@pytest.mark.thorough
def test_the_smallest_v_under_a_limit_is_the_first_that_holds() -> None:
    design = Design(D=5, js=0)
    limit = 0.8
    V = smallest_V(design, limit, COUNTS)
    assert V is not None
    assert largest_posterior(Design(D=5, js=0, V=V).table(), COUNTS) <= limit
    assert largest_posterior(Design(D=5, js=0, V=round(V - 0.001, 3)).table(), COUNTS) > limit
    assert smallest_V(design, 0.3, COUNTS) is None


@pytest.mark.thorough
def test_a_range_has_both_ends_and_says_what_sets_them() -> None:
    found = search_V(Design(D=5, js=0), COUNTS, 0.85)
    assert found.reason is None
    assert found.low == smallest_V(Design(D=5, js=0), 0.85, COUNTS)
    assert found.high == largest_V(Design(D=5, js=0), COUNTS)
    assert found.low_set_by is not None
    assert found.high_set_by is not None
    assert "0.85" in found.low_set_by.text("en")
    assert "mean |v| below 0.5" in found.high_set_by.text("en")


@pytest.mark.thorough
def test_without_a_limit_only_the_upper_end_is_sought() -> None:
    found = search_V(Design(D=5, js=0), COUNTS)
    assert (found.low, found.reason) == (None, None)
    assert found.high == largest_V(Design(D=5, js=0), COUNTS)


@pytest.mark.thorough
def test_an_empty_range_says_why() -> None:
    criteria = search_V(Design(js=2), COUNTS, 0.9).reason
    assert criteria is not None
    assert "Already at V = 2" in criteria.text("en")
    limit = search_V(Design(js=0), COUNTS, 0.3).reason
    assert limit is not None
    assert "stays above 0.3" in limit.text("en")
    both = search_V(Design(js=0), COUNTS, 0.7).reason
    assert both is not None
    assert "the criteria hold only up to" in both.text("en")
    rows = search_V(Design(D=3, js=3, V=2), COUNTS, 0.9).reason
    assert rows is not None
    assert "no V that all rows can have" in rows.text("en")
    for reason in (criteria, limit, both, rows):
        assert reason.text("de").endswith(".")


def test_a_search_is_cancelled_and_tells_how_far_it_is() -> None:
    with pytest.raises(Cancelled):
        search_V(Design(), COUNTS, 0.9, cancelled=lambda: True)
    told: list[float] = []
    largest_V(Design(D=3, js=0), COUNTS, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize("limit", [0, -1, 1.5, math.nan])
def test_a_limit_outside_its_range_is_named(limit: float) -> None:
    with pytest.raises(PtableParameter) as caught:
        search_V(Design(), COUNTS, limit)
    assert caught.value.fields["parameter"] == "limit"


def test_frequencies_below_0_are_named() -> None:
    with pytest.raises(PtableParameter):
        largest_V(Design(), {1: -1})


@pytest.mark.daily(1)
@pytest.mark.parametrize("counts", [{40: 100, 57: 3}, {0: 12}, {2: 0.0}])
def test_a_risk_that_cannot_be_judged_is_no_risk_that_is_low(counts: dict[int, float]) -> None:
    found = search_V(Design(D=5, js=2), counts, 0.5)
    assert (found.low, found.high) == (None, None)
    assert found.reason is not None
    assert "no cells with the counts 1 to 7" in found.reason.text("en")
    assert found.reason.text("de").endswith(".")
    assert smallest_V(Design(D=5, js=2), 0.5, counts) is None
    # Without a limit there is nothing to judge, and without counts every one is as likely.
    assert search_V(Design(D=5, js=0), counts).reason is None
    assert search_V(Design(D=5, js=0), {}, 0.9).reason is None


def test_the_count_that_sets_the_limit_is_named() -> None:
    found = search_V(Design(D=5, js=0), COUNTS, 0.85)
    assert found.low is not None
    assert found.low_set_by is not None
    below = Design(D=5, js=0, V=round(found.low - 0.001, 3)).table()
    shares = posterior(below, {count: float(cells) for count, cells in COUNTS.items()})
    worst = max((pair for pair in shares if 1 <= pair[0] <= 5), key=lambda pair: shares[pair])
    fields = found.low_set_by.fields
    assert (fields["original"], fields["published"]) == worst
    assert f"original {worst[0]} where {worst[1]} is published" in found.low_set_by.text("en")
