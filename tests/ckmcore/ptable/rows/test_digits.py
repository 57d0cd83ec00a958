"""Designed rows have the same digits whatever the last bits of the solver's are, and meet their equations exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.ptable.rows import digits
from ckmcore.ptable.rows.feasibility import row_ends
from ckmcore.ptable.rows.request import DesignRequest, RowShape, request_of_arguments
from ckmcore.ptable.rows.solve import RowSolver
from tests.kit.examples import examples

# How far the solver's answers lie apart between systems: 6e-16 at most, seen for 300 designs.
BITS = 1e-14


@st.composite
def requests(draw: st.DrawFn) -> DesignRequest:
    D = draw(st.integers(1, 9))
    V = draw(st.integers(20, int(100 * (0.4 * D * D + 0.6)))) / 100
    pstay = draw(st.sampled_from([None, None, 0.2, 0.45, 0.7]))
    more: dict[str, Any] = {
        "js": draw(st.integers(0, min(D, 3))),
        "mono": draw(st.booleans()),
        "variance": draw(st.sampled_from(["equal", "at most"])),
        "stay": draw(st.sampled_from(["at least", "exact"])),
        "symmetric": draw(st.booleans()),
        "rising": draw(st.sampled_from([False, False, False, True])),
    }
    given_arguments = (more["mono"], more["stay"], more["variance"], None, None, more["symmetric"], more["rising"], ())
    return request_of_arguments(D, V, more["js"], pstay, *given_arguments, cut=False)


def solved(request: DesignRequest) -> np.ndarray[Any, np.dtype[np.float64]]:
    ends = row_ends(request)
    assume(bool(ends.reachable.all()))
    return RowSolver(request, ends).rows()[0]


@given(request=requests(), seed=st.integers(0, 1 << 20))
@settings(max_examples=examples(120), deadline=None)
def test_other_last_bits_of_the_solver_give_the_same_table(request: DesignRequest, seed: int) -> None:
    p = solved(request)
    other = p * (1 + BITS * np.random.default_rng(seed).uniform(-1, 1, p.shape))
    assert np.array_equal(digits.bounds_of(request, p), digits.bounds_of(request, other))


@given(request=requests())
@settings(max_examples=examples(120), deadline=None)
def test_each_row_meets_its_equations_exactly(request: DesignRequest) -> None:
    p = solved(request)
    for row in range(len(p)):
        shape, values = request.shape(row + 1), p[row, request.layout.mask[row]].tolist()
        exact = digits.solved_exactly(shape, Fraction(repr(request.row_V[row])), values)
        assert exact is not None, (row, shape)
        assert max(abs(float(one) - given_p) for one, given_p in zip(exact, values, strict=True)) < 1e-11
        assert abs(sum(exact) - 1) < Fraction(1, 10**30)
        assert abs(sum(one * v for one, v in zip(exact, shape.v, strict=True))) < Fraction(1, 10**30)
        second = sum(one * v * v for one, v in zip(exact, shape.v, strict=True))
        if abs(float(second) - request.row_V[row]) < 1e-10:
            assert abs(second - Fraction(repr(request.row_V[row]))) < Fraction(1, 10**30)


def test_rows_that_are_known_are_these_numbers() -> None:
    half = ckm.design_ptable(D=1, V=0.5, js=0)
    assert half.row_distribution(1) == {-1: 0.25, 0: 0.5, 1: 0.25}
    assert half.bounds[-3:].tolist() == [0.25, 0.75, 1.0]
    # D = 2, js = 1, row 1: the targets -1, 1, 2 have one distribution with E v = 0, E v² = V.
    row = ckm.design_ptable(D=2, V=1.08, js=1).row_distribution(1)
    assert row == {-1: 0.513333333333333, 1: 0.46, 2: 0.026666666666667}


def test_the_largest_entropy_is_that_of_the_closed_form() -> None:
    # Without an order a symmetric row of -1, 0, 1 has p(1) = V / 2; with -2 .. 2 p is a exp(l v²): q = exp(l) solves
    # V (1 + 2 q + 2 q⁴) = 2 q + 8 q⁴.
    V = Fraction(3, 2)
    shape = RowShape((-2, -1, 0, 1, 2), symmetric=True)
    roots = np.roots([float(8 - 2 * V), 0, 0, float(2 - 2 * V), -float(V)])
    q = next(root.real for root in roots if abs(root.imag) < 1e-12 and root.real > 0)
    near = np.array([q**4, q, 1.0, q, q**4])
    exact = digits.solved_exactly(shape, V, (near / near.sum()).tolist())
    assert exact is not None
    ratio = exact[1] / exact[2]
    assert abs(V * (1 + 2 * ratio + 2 * ratio**4) - 2 * ratio - 8 * ratio**4) < Fraction(1, 10**30)


def test_a_row_whose_equations_are_not_found_is_rounded_as_it_is() -> None:
    shape = RowShape((-1, 0, 1))
    assert digits.solved_exactly(shape, Fraction(1, 2), [0.3, 0.5, 0.2]) is None  # it has a bias
    assert digits.row_bounds(shape, Fraction(1, 2), (0.3, 0.5, 0.2)) == (3 * 10**14, 8 * 10**14, 10**15)


@pytest.mark.parametrize("step", [1, 2, 5])
def test_designs_for_sums_have_the_same_digits_too(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    from ckmcore.ptable.magnitudes import design as magnitudes

    first = ckm.design_magnitudes(5, 2.0, step=step, icat=[1, 3, 5])
    known = magnitudes.solve_row

    def with_other_bits(*arguments: Any) -> Any:
        row = known(*arguments)
        return type(row)(row.p * (1 + BITS * np.random.default_rng(1).uniform(-1, 1, row.p.shape)), row.binding)

    monkeypatch.setattr(magnitudes, "solve_row", with_other_bits)
    other = ckm.design_magnitudes(5, 2.0, step=step, icat=[1, 3, 5])
    assert first == other
    assert first.parts[0].bounds.tolist() == other.parts[0].bounds.tolist()


@pytest.mark.thorough
def test_three_hundred_designs_need_no_rounding_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, made, known = np.random.default_rng(7), 0, digits.solved_exactly

    def found(shape: RowShape, V: Fraction, p: tuple[float, ...]) -> list[Fraction]:
        exact = known(shape, V, p)
        assert exact is not None, (shape, V)
        return exact

    monkeypatch.setattr(digits, "solved_exactly", found)
    while made < 300:
        D = int(chance.integers(1, 13))
        V = round(float(chance.uniform(0.3, 0.33 * D * D + 0.6)), 2)
        js, mono = int(chance.integers(0, min(D, 3) + 1)), bool(chance.integers(2))
        try:
            ckm.design_ptable(D=D, V=V, js=js, mono=mono, strict=True)
        except CkmError:
            continue
        made += 1
