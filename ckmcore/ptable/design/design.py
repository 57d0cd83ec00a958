"""Designing a perturbation table: the row distributions of maximum entropy under bias, variance, stay and monotony."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import CkmWarning, ProtectionError
from ckmcore.messages import sentence
from ckmcore.ptable.model.bounds import intervals_of
from ckmcore.ptable.model.table import DesignNotes, PTable
from ckmcore.ptable.rows import digits
from ckmcore.ptable.rows.arguments import refuse
from ckmcore.ptable.rows.compat_r import DIGITS, checked_optim, rows_like_r, variances_of
from ckmcore.ptable.rows.feasibility import FeasibleV, feasible_design, row_ends
from ckmcore.ptable.rows.general import GeneralRow
from ckmcore.ptable.rows.layout import RowLayout
from ckmcore.ptable.rows.request import (
    DesignRequest,
    DesignSettings,
    FixedProbability,
    Stay,
    Variance,
    first_free,
    request_of,
    request_of_arguments,
)
from ckmcore.ptable.rows.solve import RowSolver, raise_infeasible

Floats = NDArray[np.float64]
Compat = Literal["R"]


class PtableStayImpossible(ProtectionError):
    """An exact stay probability that no unbiased, monotone distribution of a row can have, whatever the variance."""

    code = "ptable_stay_impossible"


class PtableRowImpossible(ProtectionError):
    """A row for which no unbiased distribution exists, whatever the variance. reason: sentence on the cause."""

    code = "ptable_row_impossible"


class PtablePinImpossible(ProtectionError):
    """A probability set by hand that a row cannot have. nearest: nearest possible one."""

    code = "ptable_pin_impossible"


def design_ptable(
    D: int | Sequence[int],
    V: float | Sequence[float],
    js: int = 0,
    pstay: float | Sequence[float | None] | None = None,
    mono: bool | Sequence[bool] = True,
    *,
    stay: Stay | Sequence[Stay] = "at least",
    variance: Variance | Sequence[Variance] = "equal",
    blocked: Sequence[int] | None = None,
    last_row: int | None = None,
    symmetric: bool = True,
    rising: bool = False,
    pins: Sequence[FixedProbability] = (),
    strict: bool = False,
    compat: Compat | None = None,
    optim: int | Sequence[int] | None = None,
) -> PTable:
    """Design the perturbation table of maximum entropy [W19, GH10] with rows 0 .. js + D + 1 (0 .. D where js = 0) or 0
    .. `last_row`.

    D: maximum deviation. V: variance of the noise. js: small counts 1 .. js are blocked, that is, never published.
    pstay: stay probability p(0) in rows where v = 0 is a target; stay: "at least" or "exact" (exactly 0 means that v =
    0 is no target). mono: p increases towards v = 0 from the left. variance: "equal" or "at most". D, V, pstay, mono,
    stay and variance may be given per row i = 1, 2, ...; the last value holds for all further rows. V = 0 for a single
    row keeps its count.

    blocked: never published targets, instead of 1 .. js; may include 0. symmetric: rows from js + D + 1 on are
    symmetric. rising: strong noise is at least as likely as weak noise, except v = 0 [W24]. pins: probabilities set by
    hand.

    A row that cannot have V gets the nearest possible variance, with a CkmWarning, and is named in its report
    (`reports`); with `strict` PtableInfeasible is raised instead. Raises PtableParameter for parameters outside their
    range, PtableRowImpossible, PtableStayImpossible and PtablePinImpossible.

    compat "R": the table that R ptable 1.0.0 makes of D, V, js, pstay and mono with `optim` 1 .. 4 (by default 1; may
    be given per row), with bounds rounded to eight decimals. `optim` then determines `variance`, and `stay` is "at
    least". Where a row does not reach V, pstay is lowered, and the row's report names the new value. PtableInfeasible
    or ptable_refused_by_r is always raised where R refuses.

    >>> ptable = ckm.design_ptable(D=5, V=3, js=2)
    >>> sorted(ptable.row_distribution(1))
    [-1, 2, 3, 4, 5]
    >>> later = ckm.design_ptable(D=5, V=[3, 3, 2.5], js=2)
    >>> [round(later.reports[row].variance, 6) for row in (1, 2, 3)]
    [3.0, 3.0, 2.5]
    """
    request = request_of_arguments(
        *(D, V, js, pstay, mono, stay, variance, blocked, last_row, symmetric, rising, pins), cut=compat is not None
    )
    if compat is not None:
        if compat != "R":
            raise refuse("compat", compat, "R")
        return like_r(request, optim)
    if optim is not None:
        raise refuse("optim", optim, '1 .. 4 (compat = "R")')
    table = table_of(request, strict=strict)
    missed = [report for report in table.reports if not report.feasible]
    if missed:
        said_sentence = sentence("ptable_not_met", count=len(missed), row=missed[0].row, reason=missed[0].reason or "")
        warnings.warn(said_sentence.text("en"), CkmWarning, stacklevel=2)
    return table


def table_of(request: DesignRequest, *, strict: bool = False, trial: bool = False) -> PTable:
    """Solve a design request row by row. trial: with the digits of the solver, which differ between systems, for tables
    that a search looks at and drops. Raises the errors of `design_ptable`."""
    ends = row_ends(request)
    if not ends.reachable.all():
        _raise_impossible(request, int(np.argmin(ends.reachable)) + 1)
    if strict:
        raise_infeasible(request, ends)
    p, binding = RowSolver(request, ends).rows()
    notes = DesignNotes(request, (0.0, *ends.low.tolist()), (0.0, *ends.high.tolist()), ((), *binding))
    bounds = np.rint(p.cumsum(axis=1) * 10**digits.DIGITS) if trial else digits.bounds_of(request, p)
    return _table(request.layout, bounds, notes, digits.DIGITS)


def _raise_impossible(request: DesignRequest, i: int) -> None:
    shape = request.shape(i)
    if GeneralRow(replace(shape, pins=())).interval is not None:
        for pin_index, (v, p) in enumerate(shape.pins):
            if GeneralRow(replace(shape, pins=shape.pins[: pin_index + 1])).interval is None:
                reach = GeneralRow(replace(shape, pins=shape.pins[:pin_index])).reach(v) or (0.0, 0.0)
                low, high = round(reach[0], 12), round(reach[1], 12)
                nearest_p = min(max(p, low), high)
                raise PtablePinImpossible(row=i, target=i + v, p=p, low=low, high=high, nearest=nearest_p)
    if GeneralRow(replace(shape, pins=(), stay=None)).interval is not None:
        raise PtableStayImpossible(row=i, stay=shape.stay or 0.0)
    below, above = min(shape.v, default=0) < 0, max(shape.v, default=0) > 0
    if not below and not above:
        reason = sentence("ptable_row_no_target", row=i)
    else:
        reason = sentence("ptable_row_none_above" if below else "ptable_row_none_below", row=i)
    raise PtableRowImpossible(row=i, reason=reason)


def like_r(request: DesignRequest, optim: int | Sequence[int] | None) -> PTable:
    """Perturbation table that R ptable makes of a design request. Raises the errors of `design_ptable` with compat
    "R"."""
    _refuse_what_r_does_not_know(request)
    optims = checked_optim(optim)
    request = replace(request, variance=variances_of(optims), symmetric=False, optim=optims)
    rows = rows_like_r(request)
    notes = DesignNotes(
        request,
        (0.0, *rows.ends.low.tolist()),
        (0.0, *rows.ends.high.tolist()),
        ((), *rows.binding),
        (None, *rows.lowered),
        # Bounds that are off by half a unit move the second moment by no more than this.
        10.0**-DIGITS * request.D * request.D,
    )
    return _table(request.layout, np.rint(rows.p.cumsum(axis=1) * 10**DIGITS), notes, DIGITS)


def _refuse_what_r_does_not_know(request: DesignRequest) -> None:
    known_settings = 'compat = "R"'
    if set(request.stay) != {"at least"}:
        raise refuse("stay", ", ".join(dict.fromkeys(request.stay)), f'"at least" ({known_settings})')
    for parameter, values in (("D", request.row_D), ("V", request.row_V)):
        if len(set(values)) > 1:
            raise refuse(
                parameter,
                ", ".join(str(parameter_value) for parameter_value in dict.fromkeys(values)),
                f"1 ({known_settings})",
            )
    if request.blocked != tuple(range(1, request.js + 1)):
        raise refuse("blocked", request.blocked, f"1 .. js ({known_settings})")
    if request.rising:
        raise refuse("rising", request.rising, f"false ({known_settings})")
    if request.pins:
        raise refuse("pins", len(request.pins), f"0 ({known_settings})")
    if request.last_row != first_free(request.blocked, request.D):
        raise refuse("last_row", request.last_row, f"js + D + 1 ({known_settings})")


def _table(rows: RowLayout, bounds: Floats, notes: DesignNotes, decimals: int) -> PTable:
    """The table with intervals in the order of the targets. bounds: in units of 10^-decimals."""
    p, upper, is_interval = intervals_of(bounds, decimals)
    offsets = np.zeros(len(p) + 2, dtype=np.int64)
    np.cumsum(is_interval.sum(axis=1), out=offsets[2:])
    offsets[1:] += 1
    return PTable(
        targets=np.concatenate([[0], rows.targets[is_interval]]),
        probabilities=np.concatenate([[1.0], p[is_interval]]),
        offsets=offsets,
        bounds=np.concatenate([[1.0], upper[is_interval]]),
        notes=notes,
    )


@checked
@dataclass(frozen=True)
class Design(DesignSettings):
    """Complete design of a perturbation table: maximum deviation, variance, blocked counts, stay probability, shape,
    rows, pins.

    symmetric: the last row and all rows after js + D are symmetric. rising: strong noise is at least as likely as weak
    noise, except v = 0. blocked: never published targets, by default 1 .. js; may include 0. last_row: by default js +
    D + 1 (D where js = 0), or what own rows and pins need. own: settings of single rows, of which later ones override
    earlier ones. optim: 0 for our own design, 1 .. 4 for R ptable with that optim. A design may be impossible or hold
    invalid values; only `table` and `feasible` check it.

    >>> design = ckm.Design(D=5, V=3, js=2)
    >>> design.table() == ckm.design_ptable(D=5, V=3, js=2)
    True
    >>> possible = design.feasible()
    >>> possible.low, possible.high
    (2.0, 5.0)
    """

    def table(self) -> PTable:
        """Table of this design, cached. A row that cannot have its V gets the nearest possible one and is named in its
        report.

        Raises PtableParameter, PtableRowImpossible, PtableStayImpossible, PtablePinImpossible; with optim also
        PtableInfeasible and ptable_refused_by_r.
        """
        return _designed(self)

    def feasible(self) -> FeasibleV:
        """Range of the general V, which rows with a V of their own do not restrict. Raises the errors of `table`.

        >>> possible = ckm.Design(D=5, js=2).feasible()
        >>> possible.low, possible.high
        (2.0, 5.0)
        """
        return feasible_design(self)


@lru_cache(maxsize=128)
def _designed(design: Design) -> PTable:
    request = request_of(design)
    table = like_r(request, design.optim) if design.optim else table_of(request)
    assert table.notes is not None  # noqa: S101
    return replace(table, notes=replace(table.notes, design=design))
