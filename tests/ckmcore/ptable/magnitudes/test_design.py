"""Designing tables for magnitudes: constraints met or the row named; the reach of V is the linear program's."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.ptable import PtableParameter
from ckmcore.ptable.magnitudes import design_magnitudes, feasible_magnitudes
from ckmcore.ptable.magnitudes.rows import MagnitudeShape, solve_row
from tests.kit.examples import examples
from tests.kit.fails import fails, raise_unless

LANGUAGES: tuple[Language, ...] = ("en", "de")


def p_of(table: Any, at: int) -> list[float]:
    return list(table.parts[0].row_distribution(at).values())


# --- values ----------------------------------------------------------------------------------------------------------


def test_row_1_of_the_sample_table_of_tau_argus() -> None:
    # Published with eight digits: D = 5, V = 1, step 2, rows 1 and 5.
    table = design_magnitudes(5, 1)
    expected = [0.24006614, 0.24006614, 0.24006615, 0.10377025, 0.06682983, 0.04250929, 0.02670627]
    assert p_of(table, 1)[:7] == pytest.approx(expected, abs=2e-8)
    report = table.reports[1]
    assert (report.wanted_variance, report.lowest_variance, report.feasible) == (1.0, 0.0, True)
    assert report.binding == ("monotony",)
    assert table.parts[0].rows == (0.0, 1.0, 5.0)
    assert (table.maximum_deviation, table.parts[0].step) == (5.0, 2)


def test_with_step_1_a_row_is_a_row_of_counts_without_blocked_targets() -> None:
    # D = 2, V = 1, js = 0 of method.md section 2.
    equal = design_magnitudes(2, 1, step=1)
    assert p_of(equal, 1) == pytest.approx([0.375, 0.375, 0.125, 0.125], abs=1e-10)
    assert p_of(equal, 2) == pytest.approx([0.063827, 0.244691, 0.382963, 0.244691, 0.063827], abs=1e-6)
    bounded = design_magnitudes(2, 1, step=1, variance="at most")
    assert p_of(bounded, 1) == pytest.approx([0.366486, 0.366486, 0.167572, 0.099457], abs=1e-6)
    assert bounded.reports[1].feasible


def test_the_last_row_is_symmetric_as_r_s_is_not() -> None:
    ours = design_magnitudes(3, 3.9, step=1, icat=[1, 2, 3], variance=["at most", "at most", "equal"])
    last = p_of(ours, 3)
    assert last == pytest.approx(last[::-1], abs=1e-15)
    assert last == sorted(last[:4]) + sorted(last[4:], reverse=True)
    theirs = design_magnitudes(3, 4.2, step=1, icat=[1, 2, 3], compat="R", optim=[1, 1, 4])
    assert p_of(theirs, 3)[-1] > p_of(theirs, 3)[0]


def test_a_row_that_cannot_have_v_is_named_with_what_it_can_have() -> None:
    table = design_magnitudes(2, 1.5, step=1)
    first, last = table.reports[1:]
    # D(D+1)/(2D+1) of method.md section 2.
    assert (first.highest_variance, first.feasible) == (1.2, False)
    assert first.variance == pytest.approx(1.2, abs=1e-12)
    assert last.feasible
    with fails("magnitude_infeasible") as caught:
        design_magnitudes(2, 1.5, step=1, strict=True)
    assert caught.value.fields == {"row": 1.0, "wanted": 1.5, "high": 1.2}
    assert "V = 1,2" in caught.value.text("de")
    assert design_magnitudes(2, 1.5, step=1, strict=True, variance="at most").reports[1].feasible


@pytest.mark.parametrize(("D", "high"), [(2, 1.2), (3, 12 / 7), (4, 20 / 9), (5, 30 / 11)])
def test_the_reach_of_row_1_is_that_of_counts(D: int, high: float) -> None:
    assert feasible_magnitudes(D, step=1)[0] == pytest.approx(high, abs=1e-12)
    assert feasible_magnitudes(D, step=1, mono=False) == (D, D * D)


def test_bounds_of_a_designed_table_end_at_1_and_p_is_their_width() -> None:
    part = design_magnitudes(5, 2, step=7, icat=[1, 2, 5]).part("all")
    for at in range(4):
        span = part.span(at)
        assert part.exact_bounds[span][-1] == 1
        widths = np.diff(part.upper_bounds[span], prepend=0.0)
        assert widths == pytest.approx(part.probabilities[span], abs=1e-14)


def test_rows_may_lie_between_the_whole_numbers_on_the_grid_of_the_step() -> None:
    table = design_magnitudes(2, 0.3, step=10, icat=[1, 1.1, 1.5, 2])
    assert table.parts[0].rows == (0.0, 1.0, 1.1, 1.5, 2.0)
    assert all(report.feasible for report in table.reports)
    assert min(table.parts[0].row_distribution(2)) == -1.1


# --- compat R --------------------------------------------------------------------------------------------------------


def test_compat_r_rounds_bounds_to_eight_digits() -> None:
    part = design_magnitudes(3, 1, step=3, compat="R", optim=4).part("all")
    assert all((bound * 10**8).denominator == 1 for bound in part.exact_bounds)
    assert all(report.feasible for report in part.reports)
    assert part.notes is not None
    assert part.notes.parameters.optim == (4,)
    assert part.notes.parameters.variance == ("equal",)


def test_compat_r_refuses_what_a_row_cannot_have_only_where_v_is_the_variance() -> None:
    assert design_magnitudes(2, 5, step=2, compat="R").reports[1].feasible
    with fails("magnitude_infeasible"):
        design_magnitudes(2, 5, step=2, compat="R", optim=4)
    with fails("magnitude_refused_by_r") as caught:
        design_magnitudes(2, 1.2, step=1, compat="R", optim=4)
    assert caught.value.fields == {"row": 1.0, "wanted": 1.2, "high": 1.2}


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "parameter"),
    [
        ({"V": 0}, "V"),
        ({"V": -1}, "V"),
        ({"V": math.nan}, "V"),
        ({"V": math.inf}, "V"),
        ({"V": "3"}, "V"),
        ({"D": 0}, "D"),
        ({"D": 2.5}, "D"),
        ({"D": 101}, "D"),
        ({"D": True}, "D"),
        ({"step": 0}, "step"),
        ({"step": 1.5}, "step"),
        ({"step": 101}, "step"),
        ({"type": "parity"}, "type"),
        ({"mono": []}, "mono"),
        ({"mono": [1]}, "mono"),
        ({"variance": "exactly"}, "variance"),
        ({"variance": []}, "variance"),
        ({"compat": "S"}, "compat"),
        ({"compat": "R", "optim": 5}, "optim"),
        ({"optim": 1}, "optim"),
        ({"compat": "R", "icat": [1, 2.5, 5]}, "icat"),
    ],
)
def test_what_is_no_parameter_is_named(arguments: dict[str, Any], parameter: str) -> None:
    with pytest.raises(PtableParameter) as caught:
        design_magnitudes(**{"D": 5, "V": 1.0, **arguments})
    assert caught.value.fields["parameter"] == parameter


@pytest.mark.parametrize(
    ("icat", "kind", "fields"),
    [
        ([2, 5], "magnitude_row_missing", {"row": 1}),
        ([1, 3], "magnitude_row_missing", {"row": 5}),
        ([], "magnitude_row_missing", {"row": 1}),
        ([1, 3, 2, 5], "magnitude_rows_unsorted", {}),
        ([1, 1, 5], "magnitude_rows_unsorted", {}),
        ([1, 1.25, 5], "magnitude_row_between", {"row": "1.25"}),
        ([1, 5, 6], "magnitude_row_between", {"row": "6"}),
        ([0, 1, 5], "magnitude_row_between", {"row": "0"}),
        ([1, math.nan, 5], "magnitude_row_between", {"row": "nan"}),
        ([1, "3", 5], "magnitude_row_between", {"row": "3"}),
    ],
)
def test_rows_that_are_none_get_one_sentence(icat: list[Any], kind: str, fields: dict[str, Any]) -> None:
    with fails(kind) as caught:
        design_magnitudes(5, 1, icat=icat)
    assert fields.items() <= caught.value.fields.items()
    for language in LANGUAGES:
        text = caught.value.text(language)
        assert text.endswith(".")
        assert "{" not in text


# --- anywhere --------------------------------------------------------------------------------------------------------

shapes = st.builds(
    lambda left, more, mono, symmetric: MagnitudeShape(left, left + more, mono, mono and symmetric and more == 0),
    st.integers(1, 15),
    st.integers(0, 15),
    st.booleans(),
    st.booleans(),
)


def constraints(shape: MagnitudeShape) -> tuple[Any, Any]:
    """Monotony of a row as A p <= 0: rising up to zero, in the symmetric row falling after it."""
    n, zero = len(shape.v), shape.left
    rising = [np.eye(n)[at] - np.eye(n)[at + 1] for at in range(zero)] if shape.mono else []
    falling = [np.eye(n)[at + 1] - np.eye(n)[at] for at in range(zero, n - 1)] if shape.symmetric else []
    found = np.array(rising + falling)
    return (found, np.zeros(len(found))) if len(found) else (None, None)


@settings(max_examples=examples(60))
@given(shape=shapes)
def test_the_highest_variance_is_that_of_the_linear_program(shape: MagnitudeShape) -> None:
    v = shape.v
    upper, zeros = constraints(shape)
    found = linprog(-(v**2), A_ub=upper, b_ub=zeros, A_eq=np.stack([v**0, v]), b_eq=[1, 0], bounds=(0, 1))
    assert shape.highest == pytest.approx(-found.fun, rel=1e-9)
    p = shape.at_highest()
    assert p.sum() == pytest.approx(1, abs=1e-14)
    assert p @ v == pytest.approx(0, abs=1e-12)
    assert p @ v**2 == pytest.approx(shape.highest, rel=1e-12)
    assert upper is None or (upper @ p <= 1e-15).all()


@settings(max_examples=examples(25))
@given(
    shape=shapes.filter(lambda shape: shape.right <= 8),
    share=st.floats(0.05, 0.95),
    variance=st.sampled_from(["equal", "at most"]),
)
def test_a_row_has_the_entropy_that_a_general_solver_finds(shape: MagnitudeShape, share: float, variance: Any) -> None:
    v, V = shape.v, share * shape.highest
    upper, _ = constraints(shape)
    conditions: list[dict[str, Any]] = [
        {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": np.ones_like},
        {"type": "eq", "fun": lambda p: p @ v, "jac": lambda p: v},
        {
            "type": "eq" if variance == "equal" else "ineq",
            "fun": lambda p: V - p @ v**2,
            "jac": lambda p: -(v**2),
        },
    ]
    if upper is not None:
        conditions.append({"type": "ineq", "fun": lambda p: -(upper @ p), "jac": lambda p: -upper})
    found = minimize(
        lambda p: p @ np.log(p),
        np.full(len(v), 1 / len(v)),
        jac=lambda p: np.log(p) + 1,
        bounds=[(1e-12, 1)] * len(v),
        constraints=conditions,
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-13},
    )
    p = solve_row(shape, V, variance).p
    inside = p[p > 0]
    assert inside @ np.log(inside) <= found.fun + 1e-7


@settings(max_examples=examples(120))
@given(
    shape=shapes,
    share=st.one_of(st.floats(1e-9, 1.2), st.floats(1e-12, 1e-2).map(lambda gap: 1 - gap)),
    variance=st.sampled_from(["equal", "at most"]),
)
def test_constraints_are_met_to_1e_10_or_the_row_is_at_its_end(
    shape: MagnitudeShape, share: float, variance: Any
) -> None:
    V = share * shape.highest
    row, v = solve_row(shape, V, variance), shape.v
    p, scale = row.p, max(V, 1.0)
    assert abs(p.sum() - 1) <= 1e-10
    assert abs(p @ v) <= 1e-10 * scale
    reached = p @ v**2
    if variance == "equal":
        assert reached == pytest.approx(min(V, shape.highest), abs=1e-10 * scale)
    else:
        assert reached <= V + 1e-10 * scale
    assert (p >= 0).all()
    if shape.mono:
        assert all(a <= b * (1 + 1e-9) + 1e-15 for a, b in pairwise(p[: shape.left + 1]))
    if shape.symmetric:
        assert p == pytest.approx(p[::-1], abs=1e-15)


@pytest.mark.daily(6)
@pytest.mark.parametrize("left", [24, 34, 55])
@pytest.mark.parametrize("gap", [1e-4, 1e-6, 1e-8, 1e-10])
def test_wide_rows_meet_their_constraints_next_to_their_end(left: int, gap: float) -> None:
    # So near the end the dual has no numbers left in float64.
    shape = MagnitudeShape(left, 55, True, False)
    V = shape.highest * (1 - gap)
    p = solve_row(shape, V, "equal").p
    assert p @ shape.v == pytest.approx(0, abs=1e-10)
    assert p @ shape.v**2 == pytest.approx(V, rel=1e-10)
    assert all(0 <= a <= b * (1 + 1e-9) for a, b in pairwise(p[: left + 1]))


@settings(max_examples=examples(40))
@given(
    D=st.integers(1, 6),
    V=st.floats(0.01, 12),
    step=st.integers(1, 5),
    between=st.lists(st.integers(2, 5), unique=True),
    mono=st.lists(st.booleans(), min_size=1, max_size=3),
    optim=st.one_of(st.none(), st.lists(st.integers(1, 4), min_size=1, max_size=3)),
)
def test_a_whole_table_keeps_its_promises(
    D: int, V: float, step: int, between: list[int], mono: list[bool], optim: list[int] | None
) -> None:
    icat = sorted({1, D, *(i for i in between if i < D)})
    try:
        table = design_magnitudes(D, V, step=step, icat=icat, mono=mono, compat="R" if optim else None, optim=optim)
    except CkmError as refused:
        raise_unless(refused, "magnitude_infeasible", "magnitude_refused_by_r")
        assert optim is not None
        assert 4 in optim
        return
    highest = feasible_magnitudes(D, step=step, icat=icat, mono=mono)
    exact = 1e-10 if optim is None else 1e-8 * D * D
    for report, high in zip(table.reports[1:], highest, strict=True):
        assert abs(report.bias) <= exact * max(V, 1)
        if optim is None:
            assert report.highest_variance == high
            assert report.feasible == (high * (1 + 1e-9) >= V)
            assert report.variance == pytest.approx(min(V, high), abs=1e-10 * max(V, 1))
        else:
            assert report.feasible
