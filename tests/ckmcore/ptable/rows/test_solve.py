"""Rows in which something binds, where Newton's method alone does not find them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.ptable import Design, PTable, PtableRowImpossible, PtableStayImpossible
from tests.kit.examples import examples

_MET = 1e-10


def _off(table: PTable, design: Design, row: int) -> float:
    """By how much a row misses what is asked of it, computed from its probabilities alone."""
    found = table.row_distribution(row)
    scale = max(1.0, design.V)
    second = math.fsum(v * v * p for v, p in found.items())
    excess = (second - design.V) / scale
    off = [abs(math.fsum(found.values()) - 1), abs(math.fsum(v * p for v, p in found.items()))]
    off.append(abs(excess) if design.variance == "equal" else excess)
    if row > design.js:
        if design.pstay:
            short = design.pstay - found.get(0, 0.0)
            off.append(abs(short) if design.stay == "exact" else short)
        if design.mono:
            chain = [v for v in range(-design.D, 1) if row + v == 0 or row + v > design.js]
            off += [found.get(one, 0.0) - found.get(other, 0.0) for one, other in pairwise(chain)]
    return max(off)


@pytest.mark.parametrize(
    "design",
    [
        Design(D=40, V=0.22, js=0, pstay=0.9, stay="exact", variance="at most"),
        Design(D=50, V=2.101, js=2, pstay=0.3, stay="exact", variance="at most", symmetric=False),
        Design(D=50, V=0.25, js=0, pstay=0.9),
        Design(D=30, V=0.0645, js=0, pstay=0.95, stay="exact"),
        Design(D=20, V=0.002, js=0, pstay=0.999, stay="exact"),
        Design(D=25, V=0.500001, js=0, pstay=0.5, stay="exact"),
        Design(D=80, V=0.51, js=0, pstay=0.5),
    ],
)
def test_a_high_stay_probability_at_a_large_D_is_met(design: Design) -> None:
    table = design.table()
    assert all(report.feasible for report in table.reports)
    assert max(_off(table, design, row) for row in table.rows[1:]) <= _MET


def test_every_row_with_a_variance_inside_its_interval_has_it() -> None:
    design = Design(D=30, V=416.5276, js=1, symmetric=False)
    table = design.table()
    for report in table.reports[1:]:
        low, high = report.lowest_variance, report.highest_variance
        assert low is not None
        assert high is not None
        inside = low <= design.V <= high
        assert report.feasible == inside
        assert (report.reason is None) == inside
        if inside:
            assert _off(table, design, report.row) <= _MET


def test_a_binding_stay_probability_leaves_the_free_row_without_zero() -> None:
    # On v != 0 the row is a exp(l v²), so that the logarithms of p over v² lie on one line.
    found = Design(D=40, V=0.5, js=0, pstay=0.9).table().row_distribution(40)
    slopes = [math.log(found[v] / found[v + 1]) / (2 * v + 1) for v in range(1, 10)]
    assert max(slopes) - min(slopes) < 1e-9  # p(9) is 1e-6, its digits end at 1e-15
    assert found[0] == pytest.approx(0.9, abs=1e-12)


@settings(max_examples=examples(25), deadline=None)
@given(
    D=st.integers(1, 60),
    js=st.integers(0, 3),
    place=st.floats(1e-4, 0.999),
    pstay=st.sampled_from([None, 0.1, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999]),
    exact=st.booleans(),
    at_most=st.booleans(),
    mono=st.booleans(),
    symmetric=st.booleans(),
)
def test_every_row_meets_its_constraints_or_says_that_it_does_not(
    D: int,
    js: int,
    place: float,
    pstay: float | None,
    exact: bool,
    at_most: bool,
    mono: bool,
    symmetric: bool,
) -> None:
    js = min(js, D)
    stay, variance = "exact" if exact else "at least", "at most" if at_most else "equal"
    design = Design(D, 1.0, js, pstay, mono, stay, variance, symmetric)  # type: ignore[arg-type]
    # Most V that people choose lie low in their interval.
    high = min(max(design.feasible().high, design.feasible().low), D * D)
    V = design.feasible().low + (high - design.feasible().low) * place**3
    if not math.isfinite(V) or V <= 0:
        return
    design = Design(D, V, js, pstay, mono, stay, variance, symmetric)  # type: ignore[arg-type]
    try:
        table = design.table()
    except (PtableRowImpossible, PtableStayImpossible):
        return
    for report in table.reports[1:]:
        low, most = report.lowest_variance, report.highest_variance
        assert low is not None
        assert most is not None
        near = 1e-10 * max(1.0, V)
        assert report.feasible == (low - near <= V and (at_most or most + near >= V))
        assert (_off(table, design, report.row) <= 1.001e-10) == report.feasible
