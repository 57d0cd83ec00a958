"""The design of perturbation tables: the values of method.md section 2, R ptable, and scipy as a second opinion."""

from __future__ import annotations

import math
import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint, minimize

from ckmcore.errors import CkmWarning
from ckmcore.ptable import (
    PTable,
    PtableInfeasible,
    PtableParameter,
    PtableStayImpossible,
    design_ptable,
    feasible_interval,
    feasible_V,
)
from tests.kit.examples import examples


def rounded(table: PTable, row: int) -> dict[int, float]:
    return {v: round(p, 8) for v, p in table.row_distribution(row).items()}


def assert_row(table: PTable, row: int, expected: dict[int, float], digits: int = 8) -> None:
    found = table.row_distribution(row)
    assert found.keys() == expected.keys()
    for v, p in expected.items():
        assert found[v] == pytest.approx(p, abs=1.1 * 10**-digits)


def test_the_table_of_wista_2019_is_designed_to_eight_decimals() -> None:
    table = design_ptable(2, 1.08, 1, mono=[True, True, False, True])
    assert table.last_row == 4
    assert_row(table, 0, {0: 1.0})
    assert_row(table, 1, {-1: 0.51333333, 1: 0.46, 2: 0.02666667})
    assert_row(table, 2, {-2: 0.16560835, 0: 0.54634992, 1: 0.24486677, 2: 0.04317496})
    assert_row(table, 3, {-1: 0.42078468, 0: 0.27764596, 1: 0.18235404, 2: 0.11921532})
    assert_row(table, 4, {-2: 0.07394668, -1: 0.24421329, 0: 0.36368006, 1: 0.24421329, 2: 0.07394668})


def test_row_1_of_wista_2019_has_the_closed_form() -> None:
    p = design_ptable(2, 1.08, 1).row_distribution(1)
    p3 = (1.08 - 1) / 3
    assert p[2] == pytest.approx(p3, abs=1e-12)
    assert p[1] == pytest.approx(0.5 - 1.5 * p3, abs=1e-12)
    assert p[-1] == pytest.approx(0.5 + 0.5 * p3, abs=1e-12)


def test_monotony_that_binds_pools_its_targets() -> None:
    # Row 3 of D=2, V=1.08, js=1 with p(-1) = p(0) = a: sum, bias and variance leave one solution.
    table = design_ptable(2, 1.08, 1)
    assert_row(table, 3, {-1: 0.385, 0: 0.385, 1: 0.075, 2: 0.155})
    assert table.reports[3].binding == ("monotony",)


def test_variance_equal_and_variance_at_most_differ_in_row_1() -> None:
    equal = design_ptable(2, 1, 0)
    assert_row(equal, 1, {-1: 0.375, 0: 0.375, 1: 0.125, 2: 0.125})
    at_most = design_ptable(2, 1, 0, variance="at most")
    assert_row(at_most, 1, {-1: 0.366486, 0: 0.366486, 1: 0.167572, 2: 0.099457}, digits=6)
    for table in (equal, at_most):
        assert_row(table, 2, {-2: 0.063827, -1: 0.244691, 0: 0.382963, 1: 0.244691, 2: 0.063827}, digits=6)


def test_what_r_makes_of_row_3_of_wista_2019_is_variance_at_most() -> None:
    table = design_ptable(2, 1.08, 1, variance="at most")
    assert_row(table, 3, {-1: 0.36648551, 0: 0.36648551, 1: 0.16757247, 2: 0.09945652})
    assert table.reports[3].variance == pytest.approx(0.93188, abs=1e-5)
    assert table.reports[3].feasible


def test_a_stay_probability_of_one_half_is_met() -> None:
    table = design_ptable(5, 3, 2, 0.5)
    assert table.last_row == 8
    assert_row(table, 1, {-1: 0.73446954, 2: 0.13672019, 3: 0.07279631, 4: 0.03742956, 5: 0.0185844})
    half = {5: 0.01158491, 4: 0.02539548, 3: 0.0467598, 2: 0.07231718, 1: 0.09394263}
    assert_row(table, 8, {**{-v: p for v, p in half.items()}, 0: 0.5, **half}, digits=7)
    assert table.reports[8].binding == ("stay",)


def test_the_symmetric_row_of_d_4_and_js_1() -> None:
    half = [0.00361, 0.024832, 0.098446, 0.224959]
    expected = {0: 0.296305} | {sign * (4 - k): p for k, p in enumerate(half) for sign in (-1, 1)}
    assert_row(design_ptable(4, 1.8, 1), 6, expected, digits=6)


def test_a_row_that_cannot_meet_v_is_named_and_gets_the_nearest_variance() -> None:
    table = design_ptable(2, 1.5, 0)
    named = table.reports[1]
    assert not named.feasible
    assert named.wanted_variance == 1.5
    assert (named.lowest_variance, named.highest_variance) == pytest.approx((0.0, 1.2))
    assert named.variance == pytest.approx(1.2, abs=1e-12)
    assert table.reports[2].feasible


def test_strict_design_refuses_and_names_row_interval_and_nearest_value() -> None:
    with pytest.raises(PtableInfeasible) as caught:
        design_ptable(2, 1.5, 0, strict=True)
    assert caught.value.fields["row"] == 1
    assert caught.value.fields["nearest"] == pytest.approx(1.2)
    assert "i = 1" in caught.value.text("en")
    assert "V = 1,5" in caught.value.text("de")
    assert "0 bis 1,2" in caught.value.text("de")


def test_a_v_at_the_end_of_the_interval_is_the_two_point_row() -> None:
    table = design_ptable(2, 1, 1)
    assert_row(table, 1, {-1: 0.5, 1: 0.5})
    assert table.reports[1].feasible


@pytest.mark.parametrize("stay", [0.5, 0.75, 0.9])
@pytest.mark.parametrize("distance", [1e-2, 1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("D", [2, 3, 7, 10])
def test_just_inside_the_end_of_its_interval_a_row_still_has_v(D: int, distance: float, stay: float) -> None:
    # At the end all targets but zero are equal: pooled, with fewer blocks than constraints.
    high = (1 - stay) * (D + 1) * (2 * D + 1) / 6
    assert feasible_interval(D, D, 0, stay) == pytest.approx((0, high))
    report = design_ptable(D, high * (1 - distance), 0, stay).reports[D]
    assert report.feasible
    assert report.stay == pytest.approx(stay)


@pytest.mark.parametrize("V", [1e-6, 1e-3, 0.05])
def test_a_small_v_is_met_where_the_nearest_target_is_far(V: float) -> None:
    assert design_ptable(9, V, 5).reports[6].feasible


def test_a_row_with_a_v_of_0_of_its_own_keeps_its_count() -> None:
    table = design_ptable(3, [0, 1])
    assert table.row_distribution(1) == {0: 1.0}
    assert table.reports[1].feasible
    assert table.reports[1].wanted_variance == 0
    assert table.reports[2].variance == pytest.approx(1)


def test_values_per_row_are_taken_and_the_last_is_recycled() -> None:
    table = design_ptable(3, 1, 0, [None, 0.6])
    assert table.row_distribution(1)[0] < 0.6
    assert table.row_distribution(2)[0] == pytest.approx(0.6)
    assert table.row_distribution(3)[0] == pytest.approx(0.6)


def test_an_exact_stay_probability_can_lower_what_the_entropy_would_choose() -> None:
    assert design_ptable(4, 1, 0, 0.2).row_distribution(4)[0] > 0.3
    exact = design_ptable(4, 1, 0, 0.2, False, stay="exact")
    assert exact.row_distribution(4)[0] == pytest.approx(0.2, abs=1e-12)


def test_an_exact_stay_probability_that_no_row_can_have_is_refused() -> None:
    with pytest.raises(PtableStayImpossible) as caught:
        design_ptable(2, 1, 0, 0.05, stay="exact")
    assert caught.value.fields["row"] == 1


@pytest.mark.parametrize(
    ("arguments", "parameter"),
    [
        ({"D": 0, "V": 1.0}, "D"),
        ({"D": 3, "V": -1.0}, "V"),
        ({"D": 3, "V": 0}, "V"),
        ({"D": 3, "V": "3"}, "V"),
        ({"D": 3, "V": [1, -1]}, "V"),
        ({"D": 3, "V": []}, "V"),
        ({"D": "3", "V": 1.0}, "D"),
        ({"D": True, "V": 1.0}, "D"),
        ({"D": math.nan, "V": 1.0}, "D"),
        ({"D": [3, 0], "V": 1.0}, "D"),
        ({"D": 3, "V": 1.0, "js": "1"}, "js"),
        ({"D": 3, "V": 1.0, "pstay": "half"}, "pstay"),
        ({"D": 3, "V": 1.0, "pstay": math.nan}, "pstay"),
        ({"D": 3, "V": 1.0, "pstay": [0.5, -0.1]}, "pstay"),
        ({"D": 3, "V": 1.0, "mono": "yes"}, "mono"),
        ({"D": 3, "V": 1.0, "blocked": [-1]}, "blocked"),
        ({"D": 3, "V": 1.0, "blocked": "1"}, "blocked"),
        ({"D": 3, "V": 1.0, "last_row": 2}, "last_row"),
        ({"D": 3, "V": 1.0, "last_row": 10**7}, "last_row"),
        ({"D": 3, "V": 1.0, "rising": 1}, "rising"),
        ({"D": 3, "V": 1.0, "stay": 1}, "stay"),
        ({"D": 3, "V": math.inf}, "V"),
        ({"D": 3, "V": math.nan}, "V"),
        ({"D": 3, "V": 1.0, "js": 4}, "js"),
        ({"D": 3, "V": 1.0, "pstay": 1.5}, "pstay"),
        ({"D": 3, "V": 1.0, "mono": []}, "mono"),
    ],
)
def test_a_parameter_outside_its_range_is_named(arguments: dict[str, object], parameter: str) -> None:
    with pytest.raises(PtableParameter) as caught:
        design_ptable(**arguments)  # type: ignore[arg-type]
    assert caught.value.fields["parameter"] == parameter


# --- every constraint, anywhere --------------------------------------------------------------------------------------


@st.composite
def designs(draw: st.DrawFn) -> dict[str, object]:
    D = draw(st.integers(1, 12))
    return {
        "D": D,
        "V": draw(st.one_of(st.floats(0.01, 12), st.integers(1, 8).map(float))),
        "js": draw(st.integers(0, min(D, 4))),
        "pstay": draw(st.one_of(st.none(), st.floats(0.2, 0.95))),
        "mono": draw(st.booleans()),
        "variance": draw(st.sampled_from(["equal", "at most"])),
    }


def chain(D: int, js: int, row: int) -> list[int]:
    return [v for v in range(-D, 1) if row + v == 0 or row + v > js]


@pytest.mark.thorough
@settings(max_examples=examples(150))
@given(designs())
def test_every_row_meets_all_constraints_or_has_the_nearest_variance(arguments: dict[str, object]) -> None:
    table = design_ptable(**arguments)  # type: ignore[arg-type]
    D, V, js = (table.parameters.D, table.parameters.V, table.parameters.js) if table.parameters else (0, 0.0, 0)
    pstay, mono = arguments["pstay"], arguments["mono"]
    assert table.last_row == (js + D + 1 if js else D)
    for report in table.reports[1:]:
        p = table.row_distribution(report.row)
        assert all(report.row + v == 0 or report.row + v > js for v in p)
        assert max(abs(v) for v in p) <= D
        assert abs(math.fsum(p.values()) - 1) <= 1e-10
        assert abs(report.bias) <= 1e-10
        assert report.lowest_variance is not None
        assert report.highest_variance is not None
        nearest = min(max(V, report.lowest_variance), report.highest_variance)
        if arguments["variance"] == "equal":
            assert abs(report.variance - nearest) <= 1e-10
        else:
            assert report.variance <= max(V, report.lowest_variance) + 1e-10
        if report.row > js and isinstance(pstay, float):
            assert report.stay >= pstay - 1e-10
        if report.row > js and mono:
            left = [p.get(v, 0.0) for v in chain(D, js, report.row)]
            assert all(a <= b + 1e-12 for a, b in pairwise(left))
    if mono:
        right = [table.row_distribution(table.last_row).get(v, 0.0) for v in range(D + 1)]
        assert all(a >= b - 1e-12 for a, b in pairwise(right))


@settings(max_examples=examples(25))
@given(designs())
def test_the_bounds_end_at_1_and_rise_in_every_row(arguments: dict[str, object]) -> None:
    table = design_ptable(**arguments)  # type: ignore[arg-type]
    for row in table.rows:
        bounds = table.exact_bounds[table.offsets[row] : table.offsets[row + 1]]
        assert bounds[-1] == 1
        assert all(a <= b for a, b in pairwise(bounds))
    assert np.all(table.probabilities > 0)
    assert np.allclose(table.matrix().sum(axis=1), 1, atol=1e-12)


def general_solution(D: int, V: float, js: int, row: int, stay: float | None, mono: bool) -> NDArray[np.float64]:
    """Maximum entropy by a general solver, over the targets of a row that is not symmetric."""
    v = np.array([v for v in range(-D, D + 1) if row + v == 0 or row + v > js], dtype=float)
    equal = LinearConstraint(np.vstack([np.ones_like(v), v, v * v]), [1, 0, V], [1, 0, V])
    constraints = [equal]
    if mono:
        steps = [(a, a + 1) for a in range(len(v) - 1) if v[a + 1] <= 0]
        rise = np.zeros((len(steps), len(v)))
        for at, (a, b) in enumerate(steps):
            rise[at, a], rise[at, b] = -1, 1
        constraints.append(LinearConstraint(rise, 0, np.inf))
    lower = np.full(len(v), 1e-12)
    if stay is not None:
        lower[v == 0] = stay
    result = minimize(
        lambda p: float(np.sum(p * np.log(p))),
        np.full(len(v), 1 / len(v)),
        jac=lambda p: np.log(p) + 1,
        bounds=list(zip(lower, np.ones_like(v), strict=True)),
        constraints=constraints,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    found: NDArray[np.float64] = result.x
    return found


@pytest.mark.parametrize(
    ("D", "V", "js", "row", "stay", "mono"),
    [
        (2, 1.08, 1, 3, None, False),
        (2, 1.08, 1, 3, None, True),
        (5, 3.0, 2, 3, 0.5, True),
        (5, 3.0, 2, 4, 0.5, True),
        (5, 3.0, 2, 3, None, True),
        (5, 3.0, 2, 6, 0.4, False),
        (8, 5.0, 3, 4, 0.3, True),
        (6, 4.0, 0, 2, None, True),
        (6, 1.0, 0, 3, 0.7, True),
    ],
)
def test_a_general_solver_finds_the_same_row(
    D: int, V: float, js: int, row: int, stay: float | None, mono: bool
) -> None:
    ours = design_ptable(D, V, js, stay, mono).row_distribution(row)
    theirs = general_solution(D, V, js, row, stay, mono)
    targets = [v for v in range(-D, D + 1) if row + v == 0 or row + v > js]
    assert [ours.get(v, 0.0) for v in targets] == pytest.approx(theirs.tolist(), abs=2e-6)


# --- R ptable --------------------------------------------------------------------------------------------------------


def entropy_bits(p: NDArray[np.float64]) -> float:
    positive = p[p > 0]
    return float(-(positive @ np.log2(positive)))


@pytest.mark.daily(1)
@pytest.mark.reference
@pytest.mark.parametrize("optim", ["4", "1"])
def test_r_ptable_finds_the_same_rows_where_it_met_its_constraints(reference: Path, optim: str) -> None:
    frame = pd.read_csv(
        reference / "expected" / "r_ptable" / "count_tables.csv.gz", dtype={"optim": str, "D": str, "V": str}
    )
    frame = frame[(frame["optim"] == optim) & frame["D"].str.isdecimal() & ~frame["V"].str.contains("|", regex=False)]
    compared = short_of_maximum = 0
    for _, lines in frame.groupby("id"):
        first = lines.iloc[0]
        D, V, js, mono = int(first["D"]), float(first["V"]), int(first["js"]), str(first["mono"])
        stay = None if pd.isna(first["pstay"]) else str(first["pstay"])
        if (stay and "|" in stay) or "|" in mono or not 0 <= js <= D:
            continue
        wanted_stay = float(stay) if stay else None
        table = design_ptable(D, V, js, wanted_stay, mono == "TRUE", variance="equal" if optim == "4" else "at most")
        for row, part in lines.groupby("i"):
            i = int(str(row))
            v, p = part["v"].to_numpy(dtype=float), part["p"].to_numpy(dtype=float)
            variance = float(p @ (v * v))
            met = abs(variance - V) < 1e-7 if optim == "4" else variance <= V + 1e-7
            if wanted_stay is not None and i > js:
                met &= bool(p[v == 0].sum() >= wanted_stay - 1e-9)
            if i == 0 or i > table.last_row or not met or abs(p @ v) > 1e-8:
                continue
            ours = table.row_distribution(i)
            difference = max(abs(ours.get(int(one), 0.0) - share) for one, share in zip(v, p, strict=True))
            gain = table.reports[i].entropy - entropy_bits(p)
            assert gain > -1e-9
            # Where R stopped short of the maximum its row differs and has less entropy.
            assert difference < 5e-6 or gain > 1e-5, (D, V, js, stay, mono, i)
            compared += 1
            short_of_maximum += difference >= 5e-6
    assert compared > 200
    assert short_of_maximum <= 4


# --- feasibility -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("D", [2, 3, 4, 5])
def test_row_1_without_blocked_counts_reaches_d_times_d_plus_1_over_2_d_plus_1(D: int) -> None:
    assert feasible_interval(1, D) == pytest.approx((0, D * (D + 1) / (2 * D + 1)))
    for stay in (0.3, 0.5, 0.8):
        expected = D * min(1 - stay, (D + 1) / (2 * D + 1))
        assert feasible_interval(1, D, 0, stay) == pytest.approx((0, expected))


def test_the_symmetric_row_of_d_5_with_stay_one_half() -> None:
    assert feasible_interval(5, 5, 0, 0.5, False, True) == pytest.approx((0, 12.5))
    assert feasible_interval(5, 5, 0, 0.5, True, False) == pytest.approx((0, 8.125))
    assert feasible_interval(5, 5, 0, 0.5, True, True) == pytest.approx((0, 5.5))


@pytest.mark.parametrize(("js", "least"), [(1, 1), (2, 2), (3, 4), (4, 6), (10, 30)])
def test_blocked_small_counts_need_a_quarter_of_js_plus_1_squared(js: int, least: int) -> None:
    assert feasible_V(max(js + 2, least), js).low == pytest.approx(least)


def test_a_row_of_a_blocked_count_needs_its_two_point_variance() -> None:
    for js in (1, 2, 3, 5):
        for i in range(1, js + 1):
            assert feasible_interval(i, 8, js) == pytest.approx((i * (js + 1 - i), i * 8))


def test_row_1_with_blocked_counts_reaches_no_more_than_d() -> None:
    assert feasible_V(5, 2).high == pytest.approx(5)
    assert feasible_V(5, 2).high_row == 1


def test_an_empty_interval_proposes_a_larger_d() -> None:
    feasible = feasible_V(10, 10)
    assert not feasible.possible
    assert feasible.proposed_D == 30
    assert feasible_V(feasible.proposed_D, 10).possible


def test_an_exact_stay_probability_out_of_reach_has_no_interval() -> None:
    assert feasible_interval(1, 2, 0, 0.05, stay="exact") is None
    assert not feasible_V(2, 0, 0.05, stay="exact").possible


def test_rising_noise_narrows_the_interval_of_a_row() -> None:
    # Row 1 with 1 and 2 blocked: v = -1 and p(2) <= .. <= p(5), whose mean is 3.5 at least.
    low = 1 / 4.5 * (4 + 9 + 16 + 25) / 4 + 3.5 / 4.5
    assert feasible_interval(1, 5, 2, rising=True) == pytest.approx((low, 5))
    assert feasible_interval(5, 5, 0, mono=False, symmetric=False, rising=True) == pytest.approx((0, 25))
    assert feasible_interval(1, 5, blocked=(0, 1)) is None


def linear_program(D: int, js: int, i: int, stay: float, mono: bool, symmetric: bool, exact: bool) -> list[float]:
    from scipy.optimize import linprog

    v = np.array([v for v in range(-D, D + 1) if i + v == 0 or i + v > js], dtype=float)
    rising = [(a, a + 1) for a in range(len(v) - 1) if mono and i > js and v[a + 1] <= 0]
    falling = [(a + 1, a) for a in range(len(v) - 1) if mono and symmetric and v[a] >= 0]
    less = np.zeros((len(rising) + len(falling), len(v)))
    for at, (a, b) in enumerate(rising + falling):
        less[at, a], less[at, b] = 1, -1
    bounds = [(0.0, 1.0)] * len(v)
    if i > js:
        bounds[int(np.flatnonzero(v == 0)[0])] = (stay, stay if exact else 1.0)
    ends = []
    for sign in (1, -1):
        result = linprog(
            sign * v * v, less, np.zeros(len(less)), np.vstack([np.ones_like(v), v]), [1.0, 0.0], bounds=bounds
        )
        ends.append(sign * result.fun if result.status == 0 else math.nan)
    return ends


@settings(max_examples=examples(80))
@given(st.integers(1, 9), st.integers(0, 4), st.integers(0, 20), st.floats(0.0, 0.95), st.booleans(), st.booleans())
def test_a_linear_program_finds_the_same_interval(
    D: int, js: int, place: int, stay: float, mono: bool, exact: bool
) -> None:
    js = min(js, D)
    stay = round(stay, 3)
    exact = exact and stay > 0
    last = js + D + 1 if js else D
    i = 1 + place % last
    ours = feasible_interval(i, D, js, stay, mono, stay="exact" if exact else "at least")
    theirs = linear_program(D, js, i, stay, mono, i == last, exact)
    if ours is None:
        assert math.isnan(theirs[0])
    else:
        assert ours == pytest.approx(theirs, abs=1e-7)


def test_another_v_than_the_one_asked_for_is_said() -> None:
    with pytest.warns(CkmWarning, match=r"5 rows .* the first is i = 1: V = 300 is not possible in row 1"):
        table = design_ptable(D=5, V=300)
    assert [report.row for report in table.reports if not report.feasible] == [1, 2, 3, 4, 5]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        design_ptable(D=5, V=3, js=2)
