"""Designing a perturbation table: the row distributions of maximum entropy under bias, variance, stay and monotony."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.ptable.compat_r import DIGITS, checked_optim, rows_like_r, variances_of
from ckmcore.ptable.feasibility import row_ends
from ckmcore.ptable.layout import Layout, PtableParameter, checked_parameters, layout, per_row
from ckmcore.ptable.solve import RowSolver, raise_infeasible
from ckmcore.ptable.table import DesignNotes, Parameters, PTable, Stay, Variance

Floats = NDArray[np.float64]
Compat = Literal["R"]
M = TypeVar("M", Stay, Variance)

# A smaller probability has no width beside bounds near 1 in float64.
_RESOLUTION = 2.0**-52


class PtableStayImpossible(CkmError):
    """An exact stay probability that no unbiased, monotone distribution of a row has, whatever the variance."""

    code = "ptable_stay_impossible"


def design_ptable(
    D: int,
    V: float,
    js: int = 0,
    pstay: float | Sequence[float | None] | None = None,
    mono: bool | Sequence[bool] = True,
    *,
    stay: Stay | Sequence[Stay] = "at least",
    variance: Variance | Sequence[Variance] = "equal",
    strict: bool = False,
    compat: Compat | None = None,
    optim: int | Sequence[int] | None = None,
) -> PTable:
    """The perturbation table of maximum entropy [W19, GH10], rows 0 .. js + D + 1 (0 .. D where js = 0).

    D: maximum deviation; V: variance of the noise; js: blocked small counts 1 .. js; pstay: stay probability p(0) where
    v = 0 is a target, `stay` "at least" or "exact"; mono: p rises towards v = 0 from the left (in the last row from
    both sides). `variance`: "equal" or "at most". pstay, mono, stay and variance may be given per row i = 1, 2, ...,
    the last recycled.

    A row that cannot have V gets the nearest variance it can have and is named in its report (`reports`); with
    `strict` PtableInfeasible is raised instead. Raises PtableParameter for parameters outside their range and
    PtableStayImpossible.

    `compat` "R": the table that R ptable 1.0.0 makes of D, V, js, pstay and mono with `optim` 1 .. 4 (1 unless given,
    or per row), bounds rounded to eight decimals; `optim` then stands for `variance`, and `stay` is "at least". Where a
    row does not reach V pstay is lowered, and the row's report says to what. Always raises PtableInfeasible or
    PtableRefusedByR where R refuses.
    """
    stays, monos = checked_parameters(D, js, pstay, mono)
    if not 0 <= V < float("inf"):
        raise PtableParameter(parameter="V", value=str(V), allowed="0 .. D²")
    stay_modes = _modes("stay", stay, ("at least", "exact"))
    variances = _modes("variance", variance, ("equal", "at most"))
    D, js, V = int(D), int(js), float(V)
    if compat is not None:
        return _like_r(compat, Parameters(D, V, js, stays, monos, stay_modes, variances), optim)
    if optim is not None:
        raise PtableParameter(parameter="optim", value=str(optim), allowed='1 .. 4 (compat = "R")')
    ends = row_ends(D, js, stays, monos, stay_modes)
    if not ends.reachable.all():
        row = int(np.argmin(ends.reachable))
        wanted = per_row(stays, len(ends.low))[row]
        raise PtableStayImpossible(row=row + 1, stay=wanted or 0.0)
    if strict:
        raise_infeasible(ends, V, variances)
    p, binding = RowSolver(layout(D, js), ends, V, stays, monos, stay_modes, variances).rows()
    notes = DesignNotes(
        Parameters(D, V, js, stays, monos, stay_modes, variances),
        (0.0, *ends.low.tolist()),
        (0.0, *ends.high.tolist()),
        ((), *binding),
    )
    return _table(layout(D, js), p, notes)


def _modes(parameter: str, given: M | Sequence[M], allowed: tuple[M, ...]) -> tuple[M, ...]:
    modes = (given,) if isinstance(given, str) else tuple(given)
    if not modes or any(mode not in allowed for mode in modes):
        raise PtableParameter(parameter=parameter, value=str(given), allowed=", ".join(allowed))
    return modes


def _like_r(compat: str, asked: Parameters, optim: int | Sequence[int] | None) -> PTable:
    if compat != "R":
        raise PtableParameter(parameter="compat", value=str(compat), allowed="R")
    if set(asked.stay) != {"at least"}:
        raise PtableParameter(parameter="stay", value=", ".join(asked.stay), allowed='"at least" (compat = "R")')
    optims = checked_optim(optim)
    D, js = asked.D, asked.js
    rows = rows_like_r(D, asked.V, js, asked.pstay, asked.mono, optims)
    notes = DesignNotes(
        replace(asked, variance=variances_of(optims), optim=optims),
        (0.0, *rows.ends.low.tolist()),
        (0.0, *rows.ends.high.tolist()),
        ((), *rows.binding),
        (None, *rows.lowered),
        # Bounds that are off by half a unit move the second moment by no more than this.
        10.0**-DIGITS * D * D,
    )
    return _table(layout(D, js), p=rows.p, notes=notes, digits=DIGITS)


def _table(rows: Layout, p: Floats, notes: DesignNotes, digits: int | None = None) -> PTable:
    """The table with intervals in the order of the targets; targets without a width on the key get none.

    `digits`: bounds rounded to so many decimals, p their differences, so that p stays the width of its interval.
    """
    if digits is not None:
        steps = np.rint(p.cumsum(axis=1) * 10**digits)
        p = np.diff(steps, axis=1, prepend=0.0) / 10**digits
    p = np.where(p >= _RESOLUTION, p, 0.0)
    upper = p.cumsum(axis=1) if digits is None else steps / 10**digits
    np.minimum(upper, 1.0, out=upper)
    last = p.shape[1] - 1 - (p > 0)[:, ::-1].argmax(axis=1)
    upper[np.arange(len(p)), last] = 1.0
    kept = p > 0
    kept[:, 1:] &= upper[:, 1:] > upper[:, :-1]
    offsets = np.zeros(len(p) + 2, dtype=np.int64)
    np.cumsum(kept.sum(axis=1), out=offsets[2:])
    offsets[1:] += 1
    return PTable(
        targets=np.concatenate([[0], rows.targets[kept]]),
        probabilities=np.concatenate([[1.0], p[kept]]),
        offsets=offsets,
        bounds=np.concatenate([[1.0], upper[kept]]),
        notes=notes,
    )
