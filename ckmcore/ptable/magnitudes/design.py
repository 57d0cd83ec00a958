"""Designing a perturbation table for magnitudes: the product's own, and as R ptable 1.0.0 makes it [GT19]."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from numbers import Real
from typing import Any, cast

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
from ckmcore.ptable.magnitudes.rows import RowShape, cannot_have, is_only_one, solve_row
from ckmcore.ptable.magnitudes.table import MagnitudePTable
from ckmcore.ptable.rows.arguments import PtableParameter, per_row
from ckmcore.ptable.rows.compat_r import DIGITS, checked_optim, variances_of
from ckmcore.ptable.rows.request import Variance

Floats = NDArray[np.float64]

# Steps from 0 to D: a row has twice as many targets and the search for pooled ones grows with their square.
MOST_STEPS = 500
_LARGEST_D = 100
# A smaller probability has no width beside bounds near 1 in float64.
_RESOLUTION = 2.0**-52


class MagnitudeRowMissing(InputError):
    """The rows `icat` do not contain 1 or D."""

    code = "magnitude_row_missing"


class MagnitudeRowsUnsorted(InputError):
    """The rows `icat` do not ascend."""

    code = "magnitude_rows_unsorted"


class MagnitudeRowBetween(InputError):
    """A row of `icat` is none that noise in steps of 1/step can bring to 0, or lies outside 1 .. D."""

    code = "magnitude_row_between"


class MagnitudeInfeasible(ProtectionError):
    """A row cannot have the wanted variance (only raised on demand; else the row is named in its report)."""

    code = "magnitude_infeasible"


class MagnitudeRefusedByR(ProtectionError):
    """A row that R ptable refuses, because V leaves it a single distribution; the usual design takes it."""

    code = "magnitude_refused_by_r"


@dataclass(frozen=True)
class _Asked:
    D: int
    step: int
    icat: tuple[float, ...]
    mono: tuple[bool, ...]

    def shapes(self, symmetric: bool) -> list[RowShape]:
        """The rows in steps. The last one, i = D, has as many targets on both sides."""
        right = self.D * self.step
        monos = per_row(self.mono, len(self.icat))
        lefts = [round(i * self.step) for i in self.icat]
        return [
            RowShape(left, right, mono, symmetric and left == right) for left, mono in zip(lefts, monos, strict=True)
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
    """The table for magnitudes of maximum entropy [GT19]: rows 0 and `icat`, noise -i .. D in steps of 1/step.

    D: maximum deviation; V: variance of the noise; icat: the ratios a = |x/x_δ| that are rows, ascending, with 1 and D
    (None: just these), each a multiple of 1/step; type: which cells the rows are for. mono: p rises towards v = 0 from
    the left, in the last row from both sides; `variance`: "equal" or "at most". mono and variance may be given per row
    of icat, the last recycled. Blocked counts and a stay probability do not exist here. Several types in one table:
    `join_types`.

    A row that cannot have V gets the highest variance it can have and is named in its report; with `strict`
    MagnitudeInfeasible is raised instead. Raises PtableParameter, MagnitudeRowMissing, MagnitudeRowsUnsorted,
    MagnitudeRowBetween for what is no parameter.

    `compat` "R": the table that R ptable 1.0.0 makes with `optim` 1 .. 4 (1 unless given, or per row): 1, 2 and 3 take
    V as an upper bound, 4 as the variance; monotony left of zero only, in the last row too; bounds of eight decimals;
    icat in whole numbers. Raises MagnitudeInfeasible or MagnitudeRefusedByR where R refuses.

    >>> large = ckm.design_magnitudes(5, 1.0)
    >>> large
    MagnitudePTable(all: 3 rows)
    """
    asked = _checked(D, step, icat, mono)
    if not _is_number(V) or not 0 < V < math.inf:
        raise PtableParameter(parameter="V", value=str(V), allowed="> 0")
    if type not in MAGNITUDE_TYPES:
        raise PtableParameter(parameter="type", value=str(type), allowed=", ".join(MAGNITUDE_TYPES))
    optims: tuple[int, ...] = ()
    if compat is not None:
        variances, optims = _checked_compat(compat, asked, optim)
    elif optim is not None:
        raise PtableParameter(parameter="optim", value=str(optim), allowed='1 .. 4 (compat = "R")')
    else:
        variances = _checked_variance(variance)

    shapes = asked.shapes(symmetric=compat is None)
    modes = per_row(variances, len(shapes))
    in_steps = V * asked.step**2
    if strict or compat is not None:
        _refuse(asked, shapes, modes, float(V), refuse_ends=compat is not None)
    solved = [solve_row(shape, in_steps, mode) for shape, mode in zip(shapes, modes, strict=True)]
    notes = MagnitudeNotes(
        MagnitudeParameters(asked.D, float(V), asked.step, asked.icat, asked.mono, variances, optims),
        (0.0,) * len(shapes),
        tuple(_highest(shape, asked.step) for shape in shapes),
        tuple(row.binding for row in solved),
        # Bounds that are off by half a unit move the second moment by no more than this.
        1e-10 if compat is None else 10.0**-DIGITS * asked.D**2,
    )
    rows = [
        _intervals(shape, row.p, asked.step, DIGITS if compat else None)
        for shape, row in zip(shapes, solved, strict=True)
    ]
    return MagnitudePTable((_part(type, asked.icat, rows, notes),))


def feasible_magnitudes(
    D: int, *, step: int = 2, icat: Sequence[float] | None = None, mono: bool | Sequence[bool] = True
) -> tuple[float, ...]:
    """The highest variance of each row of `icat`; the lowest is 0. All rows at once can have the least of these.

    Errors as `design_magnitudes`.
    """
    asked = _checked(D, step, icat, mono)
    return tuple(_highest(shape, asked.step) for shape in asked.shapes(symmetric=True))


def _highest(shape: RowShape, step: int) -> float:
    # Ends are read by people: 6, not 6.000000000000002.
    return round(shape.highest / step**2, 12)


# --- parameters ------------------------------------------------------------------------------------------------------


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return _is_number(value) and float(cast(float, value)).is_integer()


def _checked(D: int, step: int, icat: Sequence[float] | None, mono: bool | Sequence[bool]) -> _Asked:
    if not _is_whole(D) or not 1 <= D <= _LARGEST_D:
        raise PtableParameter(parameter="D", value=str(D), allowed=f"1 .. {_LARGEST_D}")
    most = MOST_STEPS // int(D)
    if not _is_whole(step) or not 1 <= step <= most:
        raise PtableParameter(parameter="step", value=str(step), allowed=f"1 .. {most} (D = {int(D)})")
    monos = tuple(mono) if isinstance(mono, Iterable) else (mono,)
    if not monos or any(not isinstance(one, bool) for one in monos):
        raise PtableParameter(parameter="mono", value=str(mono), allowed="true, false")
    D, step = int(D), int(step)
    return _Asked(D, step, _checked_rows(D, step, icat), monos)


def _checked_rows(D: int, step: int, icat: Sequence[float] | None) -> tuple[float, ...]:
    asked: Any = icat
    given = sorted({1.0, float(D)}) if asked is None else list(asked) if isinstance(asked, Iterable) else [asked]
    for one in given:
        if not _is_number(one) or not 1 <= one <= D or (exact(one) * step).denominator != 1:
            raise MagnitudeRowBetween(row=str(one), D=D, step=step)
    rows = tuple(float(one) for one in given)
    if any(following <= one for one, following in pairwise(rows)):
        raise MagnitudeRowsUnsorted(rows=rows)
    for needed in (1, D):
        if needed not in rows:
            raise MagnitudeRowMissing(rows=rows, row=needed, D=D)
    return rows


def _checked_variance(variance: Variance | Sequence[Variance]) -> tuple[Variance, ...]:
    allowed = ("equal", "at most")
    alone = isinstance(variance, str) or not isinstance(variance, Iterable)
    modes = cast("tuple[Variance, ...]", (variance,) if alone else tuple(variance))
    if not modes or any(mode not in allowed for mode in modes):
        raise PtableParameter(parameter="variance", value=str(variance), allowed=", ".join(allowed))
    return modes


def _checked_compat(
    compat: str, asked: _Asked, optim: int | Sequence[int] | None
) -> tuple[tuple[Variance, ...], tuple[int, ...]]:
    if compat != "R":
        raise PtableParameter(parameter="compat", value=str(compat), allowed="R")
    between = [one for one in asked.icat if not one.is_integer()]
    if between:
        raise PtableParameter(parameter="icat", value=str(between[0]), allowed=f'1 .. {asked.D} (compat = "R")')
    optims = checked_optim(optim)
    return variances_of(optims), optims


def _refuse(
    asked: _Asked, shapes: Iterable[RowShape], modes: Iterable[Variance], V: float, *, refuse_ends: bool
) -> None:
    in_steps = V * asked.step**2
    for i, shape, mode in zip(asked.icat, shapes, modes, strict=True):
        high = _highest(shape, asked.step)
        if mode == "equal" and cannot_have(shape, in_steps):
            raise MagnitudeInfeasible(row=i, wanted=V, high=high)
        if mode == "equal" and refuse_ends and is_only_one(shape, in_steps):
            raise MagnitudeRefusedByR(row=i, wanted=V, high=high)


# --- the table -------------------------------------------------------------------------------------------------------


def _intervals(shape: RowShape, p: Floats, step: int, digits: int | None) -> tuple[Floats, Floats, Floats]:
    """v, p and upper bounds of a row in the order of v; v without a width on the key get no interval.

    `digits`: bounds rounded to so many decimals, p their differences, so that p stays the width of its interval.
    """
    if digits is not None:
        in_units = np.rint(p.cumsum() * 10**digits)
        p = np.diff(in_units, prepend=0.0) / 10**digits
        upper = in_units / 10**digits
    else:
        p = np.where(p >= _RESOLUTION, p, 0.0)
        upper = np.minimum(p.cumsum(), 1.0)
    upper[np.flatnonzero(p)[-1]] = 1.0
    kept = (p > 0) & (np.diff(upper, prepend=0.0) > 0)
    return shape.v[kept] / step, p[kept], upper[kept]


def _part(
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
