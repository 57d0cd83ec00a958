"""The general row solver: its interval against a linear program, its rows against general solvers of scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint, linprog, minimize

from ckmcore.ptable.rows.general import GeneralRow
from ckmcore.ptable.rows.request import RowShape
from tests.kit.examples import examples

Floats = NDArray[np.float64]


def constraints(shape: RowShape) -> tuple[Floats, Floats, Floats, list[tuple[float, float]]]:
    """Equalities, their right sides, inequalities (<= 0) and bounds in p, written down a second time."""
    v = np.array(shape.v, dtype=float)
    n = len(v)
    equal, right = [np.ones(n), v], [1.0, 0.0]
    less: list[Floats] = []

    def at_least(a: int, b: int) -> None:
        line = np.zeros(n)
        line[b], line[a] = 1.0, -1.0
        less.append(line)

    for a in range(n - 1):
        b = a + 1
        if shape.mono and v[b] <= 0:
            at_least(b, a)
        if shape.mono and shape.symmetric and v[a] >= 0:
            at_least(a, b)
        if shape.rising and v[b] < 0:
            at_least(a, b)
        if shape.rising and v[a] > 0:
            at_least(b, a)
    if shape.symmetric:
        for a in range(n // 2):
            line = np.zeros(n)
            line[a], line[n - 1 - a] = 1.0, -1.0
            equal.append(line)
            right.append(0.0)
    bounds = [(0.0, 1.0)] * n
    if shape.stay is not None:
        at = int(np.flatnonzero(v == 0)[0])
        bounds[at] = (shape.stay, shape.stay if shape.exact else 1.0)
    for one, p in shape.pins:
        line = (v == one).astype(float)
        equal.append(line)
        right.append(p)
    return np.array(equal), np.array(right), np.array(less).reshape(len(less), n), bounds


def linear_program(shape: RowShape) -> tuple[float, float] | None:
    equal, right, less, bounds = constraints(shape)
    v = np.array(shape.v, dtype=float)
    ends = []
    for sign in (1, -1):
        found = linprog(sign * v * v, less, np.zeros(len(less)), equal, right, bounds=bounds)
        if found.status != 0:
            return None
        ends.append(sign * float(found.fun))
    return ends[0], ends[1]


def assert_met(shape: RowShape, p: Floats, V: float, at_most: bool = False) -> None:
    equal, right, less, bounds = constraints(shape)
    assert np.abs(equal @ p - right).max() <= 1e-10
    assert (less @ p).max(initial=0.0) <= 1e-10
    assert all(low - 1e-10 <= one <= high + 1e-10 for one, (low, high) in zip(p, bounds, strict=True))
    variance = float(p @ np.array(shape.v) ** 2)
    assert variance <= V + 1e-10
    assert at_most or variance >= V - 1e-10


def entropy(p: Floats) -> float:
    positive = p[p > 0]
    return float(-(positive @ np.log(positive)))


@st.composite
def shapes(draw: st.DrawFn) -> RowShape:
    D = draw(st.integers(1, 8))
    symmetric = draw(st.booleans())
    if symmetric:
        v = tuple(range(-D, D + 1))
    else:
        left = draw(st.lists(st.integers(-D, -1), unique=True, min_size=1))
        right = draw(st.lists(st.integers(1, D), unique=True, min_size=1))
        v = tuple(sorted([*left, *right, *([0] if draw(st.booleans()) else [])]))
    stays = st.sampled_from([None, 0.1, 0.3, 0.5, 0.75])
    pins = draw(st.lists(st.tuples(st.sampled_from(v), st.sampled_from([0.0, 0.01, 0.05, 0.1, 0.2, 0.4])), max_size=3))
    return RowShape(
        v=v,
        mono=0 in v and draw(st.booleans()),
        symmetric=symmetric,
        rising=draw(st.booleans()),
        stay=draw(stays) if 0 in v else None,
        exact=draw(st.booleans()),
        pins=tuple(dict(pins).items()),
    )


@pytest.mark.thorough
@settings(max_examples=examples(150), deadline=None)
@given(shapes())
def test_a_linear_program_finds_the_same_interval(shape: RowShape) -> None:
    ours, theirs = GeneralRow(shape).interval, linear_program(shape)
    if theirs is None:
        assert ours is None
    else:
        assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.thorough
@settings(max_examples=examples(150), deadline=None)
@given(shapes(), st.sampled_from([1e-6, 0.01, 0.3, 0.5, 0.7, 0.99, 1 - 1e-6]), st.booleans())
def test_every_constraint_is_met_anywhere_inside_the_interval(shape: RowShape, place: float, at_most: bool) -> None:
    row = GeneralRow(shape)
    assume(row.interval is not None)
    assert row.interval is not None
    low, high = row.interval
    assume(high - low > 1e-9)
    V = low + place * (high - low)
    p, _ = row.solve(V, at_most)
    assert_met(shape, p, V, at_most)
    # No mixture with another distribution of the same variance has more entropy.
    ends = row.ends
    share = (V - low) / (high - low)
    other = share * ends[1] + (1 - share) * ends[0]
    for step in (1e-3, 0.1, 0.5, 1.0):
        assert entropy((1 - step) * p + step * other) <= entropy(p) + 1e-9


@pytest.mark.parametrize(
    ("shape", "V"),
    [
        (RowShape(tuple(range(-4, 5)), rising=True), 3.0),
        (RowShape(tuple(range(-4, 5)), mono=True, rising=True), 3.0),
        (RowShape(tuple(range(-5, 6)), rising=True, stay=0.5, exact=True), 6.0),
        (RowShape((-1, 2, 3, 4, 5), rising=True), 3.9),
        (RowShape(tuple(range(-5, 6)), mono=True, stay=0.3, pins=((2, 0.05), (-1, 0.1))), 4.0),
        (RowShape(tuple(range(-5, 6)), mono=True, pins=((0, 0.4), (5, 0.001))), 3.0),
        (RowShape(tuple(range(-3, 4)), mono=True, symmetric=True, pins=((2, 0.02),)), 0.8),
        (RowShape((-3, 0, 1, 2, 3, 4, 5), mono=True, pins=((-3, 0.1),)), 2.0),
    ],
)
def test_a_general_solver_finds_the_same_row(shape: RowShape, V: float) -> None:
    equal, right, less, bounds = constraints(shape)
    v = np.array(shape.v, dtype=float)
    row = GeneralRow(shape)
    assert row.interval is not None
    assert row.interval[0] < V < row.interval[1]
    ours, _ = row.solve(V, False)
    assert_met(shape, ours, V)
    moments = np.vstack([equal, v * v])
    wanted = np.append(right, V)
    independent = np.linalg.matrix_rank(moments)
    _, _, vectors = np.linalg.svd(moments)
    basis = vectors[:independent]
    found = minimize(
        lambda p: float(np.sum(p * np.log(p))),
        np.full(len(v), 1 / len(v)),
        jac=lambda p: np.log(p) + 1,
        bounds=[(max(low, 1e-12), high) for low, high in bounds],
        constraints=[
            LinearConstraint(
                basis, basis @ np.linalg.lstsq(moments, wanted)[0], basis @ np.linalg.lstsq(moments, wanted)[0]
            ),
            *([LinearConstraint(less, -np.inf, 0.0)] if len(less) else []),
        ],
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 2000},
    )
    assert ours == pytest.approx(found.x, abs=5e-6)


def test_a_variance_that_is_only_a_bound_is_kept_where_the_entropy_wants_less() -> None:
    shape = RowShape(tuple(range(-2, 3)), rising=True)
    p, _ = GeneralRow(shape).solve(3.9, True)
    assert p == pytest.approx([0.2] * 5)
    p, binding = GeneralRow(shape).solve(1.0, True)
    # All noise equal: p(v) = V / (1 + 1 + 4 + 4).
    assert p == pytest.approx([0.1, 0.1, 0.6, 0.1, 0.1])
    assert binding == ("rising",)


def test_the_probabilities_a_target_can_have_are_found() -> None:
    row = GeneralRow(RowShape((-1, 0, 1, 2), mono=True))
    # p(-1) = p(1) + 2 p(2), and p(-1) <= p(0).
    assert row.reach(-1) == pytest.approx((0.0, 0.4))
    assert row.reach(2) == pytest.approx((0.0, 0.2))
    assert row.reach(5) == (0.0, 0.0)
    assert GeneralRow(RowShape((1, 2))).reach(1) is None
