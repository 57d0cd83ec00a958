"""Designing a perturbation table for magnitudes: the product's own, and as R ptable 1.0.0 makes it [GT19]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError, ProtectionError
from ckmcore.ptable.design.design import Compat
from ckmcore.ptable.magnitudes.part import (
    MAGNITUDE_TYPES,
    MagnitudeNotes,
    MagnitudeParameters,
    MagnitudePart,
    MagnitudeType,
    exact,
)
from ckmcore.ptable.magnitudes.rows import MagnitudeShape, cannot_have, is_only_one, solve_row
from ckmcore.ptable.magnitudes.table import MagnitudePTable
from ckmcore.ptable.model.bounds import intervals_of
from ckmcore.ptable.rows import digits
from ckmcore.ptable.rows.arguments import flags_of, modes_of, number, per_row, refuse, whole
from ckmcore.ptable.rows.compat_r import DIGITS, checked_optim, variances_of
from ckmcore.ptable.rows.request import VARIANCES, RowShape, Variance

Floats = NDArray[np.float64]

# Steps from 0 to D: a row has twice as many targets and the search for pooled ones grows with their square.
MOST_STEPS = 500
_LARGEST_D = 100


@dataclass(frozen=True)
class _Request:
    D: int
    step: int
    icat: tuple[float, ...]
    mono: tuple[bool, ...]

    def shapes(self, symmetric: bool) -> list[MagnitudeShape]:
        """Shapes of the rows in steps of noise. symmetric: the last row, i = D, has equally many targets on both
        sides."""
        right = self.D * self.step
        monos = per_row(self.mono, len(self.icat))
        lefts = [round(i * self.step) for i in self.icat]
        return [
            MagnitudeShape(left, right, mono, symmetric and left == right)
            for left, mono in zip(lefts, monos, strict=True)
        ]


def design_magnitudes(
    D: int,
    V: float,
    *,
    step: int = 2,
    icat: Sequence[float] | None = None,
    type: MagnitudeType = "all",
    mono: bool | Sequence[bool] = True,
    variance: Variance | Sequence[Variance] = "equal",
    strict: bool = False,
    compat: Compat | None = None,
    optim: int | Sequence[int] | None = None,
) -> MagnitudePTable:
    """Design the perturbation table of maximum entropy for magnitudes [GT19]: rows 0 and `icat`, noise -i .. D in steps
    of 1/step.

    D: maximum deviation. V: variance of the noise. icat: ratios a = |x/x_δ| of the rows, ascending, multiples of
    1/step, including 1 and D, which are the default. type: cells for which the rows are. mono: p increases towards v =
    0 from the left, in the last row from both sides. variance: "equal" or "at most". mono and variance may be given per
    row of icat; the last value holds for all further rows. There are no blocked counts and no stay probability.
    `join_types` joins several types.

    A row that cannot have V gets its largest possible variance and is named in its report; with `strict`
    magnitude_infeasible is raised instead. Raises PtableParameter, magnitude_row_missing, magnitude_rows_unsorted,
    magnitude_row_between for invalid parameters.

    compat "R": the table that R ptable 1.0.0 makes with `optim` 1 .. 4 (by default 1; may be given per row). 1, 2 and 3
    take V as an upper bound, 4 as the variance. Monotony holds left of zero only, in the last row too; bounds have
    eight decimals; icat is in whole numbers. Raises magnitude_infeasible or magnitude_refused_by_r where R refuses.

    >>> large = ckm.design_magnitudes(5, 1.0)
    >>> large
    MagnitudePTable(all: 3 rows)
    """
    request = _checked(D, step, icat, mono)
    if number("V", V, "> 0") <= 0:
        raise refuse("V", V, "> 0")
    if type not in MAGNITUDE_TYPES:
        raise refuse("type", type, ", ".join(MAGNITUDE_TYPES))
    optims: tuple[int, ...] = ()
    if compat is not None:
        variances, optims = _checked_compat(compat, request, optim)
    elif optim is not None:
        raise refuse("optim", optim, '1 .. 4 (compat = "R")')
    else:
        variances = modes_of("variance", variance, VARIANCES)

    shapes = request.shapes(symmetric=compat is None)
    modes = per_row(variances, len(shapes))
    in_steps = V * request.step**2
    if strict or compat is not None:
        _refuse(request, shapes, modes, float(V), refuse_ends=compat is not None)
    solved = [solve_row(shape, in_steps, mode) for shape, mode in zip(shapes, modes, strict=True)]
    notes = MagnitudeNotes(
        MagnitudeParameters(request.D, float(V), request.step, request.icat, request.mono, variances, optims),
        (0.0,) * len(shapes),
        tuple(_highest(shape, request.step) for shape in shapes),
        tuple(row.binding for row in solved),
        # Bounds that are off by half a unit move the second moment by no more than this.
        1e-10 if compat is None else 10.0**-DIGITS * request.D**2,
    )
    V_exact = None if compat else Fraction(repr(float(V))) * request.step**2
    rows = [_intervals(shape, row.p, request.step, V_exact) for shape, row in zip(shapes, solved, strict=True)]
    return MagnitudePTable((_designed_part(type, request.icat, rows, notes),))


def feasible_magnitudes(
    D: int,
    *,
    step: int = 2,
    icat: Sequence[float] | None = None,
    mono: bool | Sequence[bool] = True,
    compat: Compat | None = None,
) -> tuple[float, ...]:
    """Largest possible variance of each row of `icat`; the smallest is 0. The least of them is possible in all rows at
    once.

    compat "R": monotony holds left of zero only, in the last row too. Raises the errors of `design_magnitudes`.
    """
    request = _checked(D, step, icat, mono)
    return tuple(_highest(shape, request.step) for shape in request.shapes(symmetric=compat is None))


def _highest(shape: MagnitudeShape, step: int) -> float:
    # Ends are read by people: 6, not 6.000000000000002.
    return round(shape.highest / step**2, 12)


# --- parameters ------------------------------------------------------------------------------------------------------


def _checked(D: int, step: int, icat: Sequence[float] | None, mono: bool | Sequence[bool]) -> _Request:
    D = whole("D", D, 1, _LARGEST_D)
    most_steps = MOST_STEPS // D
    step = whole("step", step, 1, most_steps, f"1 .. {most_steps} (D = {D})")
    monos = flags_of("mono", mono)
    return _Request(D, step, _checked_rows(D, step, icat), monos)


def _checked_rows(D: int, step: int, icat: Any) -> tuple[float, ...]:
    given_icat = sorted({1.0, float(D)}) if icat is None else list(icat) if isinstance(icat, Iterable) else [icat]
    for ratio in given_icat:
        is_number = isinstance(ratio, Real) and not isinstance(ratio, bool)
        if not is_number or not 1 <= ratio <= D or (exact(ratio) * step).denominator != 1:
            raise InputError("magnitude_row_between", row=str(ratio), D=D, step=step)
    rows = tuple(float(given_value) for given_value in given_icat)
    if any(following <= row for row, following in pairwise(rows)):
        raise InputError("magnitude_rows_unsorted", rows=rows)
    for needed in (1, D):
        if needed not in rows:
            raise InputError("magnitude_row_missing", rows=rows, row=needed, D=D)
    return rows


def _checked_compat(
    compat: str, request: _Request, optim: int | Sequence[int] | None
) -> tuple[tuple[Variance, ...], tuple[int, ...]]:
    if compat != "R":
        raise refuse("compat", compat, "R")
    between = [ratio for ratio in request.icat if not ratio.is_integer()]
    if between:
        raise refuse("icat", between[0], f'1 .. {request.D} (compat = "R")')
    optims = checked_optim(optim)
    return variances_of(optims), optims


def _refuse(
    request: _Request, shapes: Iterable[MagnitudeShape], modes: Iterable[Variance], V: float, *, refuse_ends: bool
) -> None:
    in_steps = V * request.step**2
    for i, shape, mode in zip(request.icat, shapes, modes, strict=True):
        high = _highest(shape, request.step)
        if mode == "equal" and cannot_have(shape, in_steps):
            raise ProtectionError("magnitude_infeasible", row=i, wanted=V, high=high)
        if mode == "equal" and refuse_ends and is_only_one(shape, in_steps):
            raise ProtectionError("magnitude_refused_by_r", row=i, wanted=V, high=high)


# --- the table -------------------------------------------------------------------------------------------------------


def _intervals(shape: MagnitudeShape, p: Floats, step: int, V: Fraction | None) -> tuple[Floats, Floats, Floats]:
    """v, p and upper bounds of a row in the order of v. V: in steps; None for the digits of R."""
    if V is None:
        bounds, decimals = np.rint(p.cumsum() * 10**DIGITS), DIGITS
    else:
        row = RowShape(tuple(shape.v.astype(int).tolist()), shape.mono, shape.symmetric)
        bounds, decimals = np.array(digits.row_bounds(row, V, tuple(p.tolist())), dtype=np.float64), digits.DIGITS
    widths, upper, has_width = intervals_of(bounds[None], decimals)
    return shape.v[has_width[0]] / step, widths[has_width], upper[has_width]


def _designed_part(
    type: MagnitudeType, icat: tuple[float, ...], rows: list[tuple[Floats, Floats, Floats]], notes: MagnitudeNotes
) -> MagnitudePart:
    sizes = [1, *(len(v) for v, _, _ in rows)]
    return MagnitudePart(
        type=type,
        ratios=np.array([0.0, *icat]),
        offsets=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        noise=np.concatenate([[0.0], *(v for v, _, _ in rows)]),
        probabilities=np.concatenate([[1.0], *(p for _, p, _ in rows)]),
        bounds=np.concatenate([[1.0], *(upper for _, _, upper in rows)]),
        notes=notes,
    )
