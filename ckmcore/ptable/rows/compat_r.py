"""Rows as R ptable 1.0.0 makes them for counts, from what can be seen of its behaviour [method.md section 2].

optim 1, 2 and 3 take V as an upper bound of the variance, optim 4 as the variance. The stay probability is a lower
bound; where the variance of a row misses V in three decimals it is lowered by .05, again and again. Monotony holds left
of zero only, in the last row too. Bounds have eight decimals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import ProtectionError
from ckmcore.ptable.rows.arguments import PtableParameter, per_row
from ckmcore.ptable.rows.feasibility import AT_END, RowEnds, row_ends
from ckmcore.ptable.rows.layout import RowLayout
from ckmcore.ptable.rows.request import DesignRequest, Variance
from ckmcore.ptable.rows.solve import RowSolver, raise_infeasible

DIGITS = 8
_LOWERINGS = 20
_LOWERED_BY = 0.05
# R refuses a row at an end of its interval, so the V proposed stays away from it.
_ROOM = 0.01


@dataclass(frozen=True, eq=False)
class RowsLikeR:
    """Rows as R ptable makes them. p: (rows, columns of the layout); binding: constraints of each row; ends: possible
    ranges; lowered: effective pstay where it was lowered, else None."""

    p: NDArray[np.float64]
    binding: list[tuple[str, ...]]
    ends: RowEnds
    lowered: tuple[float | None, ...]


def checked_optim(optim: int | Sequence[int] | None) -> tuple[int, ...]:
    """Check `optim` and return it as a tuple, by default 1. Raises PtableParameter unless each value is 1, 2, 3 or
    4."""
    given_optim = 1 if optim is None else optim
    modes = tuple(given_optim) if isinstance(given_optim, Sequence) else (given_optim,)
    wrong = [mode for mode in modes if isinstance(mode, bool) or mode not in (1, 2, 3, 4)]
    if wrong or not modes:
        value = str(wrong[0]) if wrong else "–"
        raise PtableParameter(parameter="optim", value=value, allowed="1, 2, 3, 4")
    return modes


def variances_of(optim: tuple[int, ...]) -> tuple[Variance, ...]:
    """Meaning of V for each value of optim."""
    return tuple("equal" if mode == 4 else "at most" for mode in optim)


def rows_like_r(request: DesignRequest) -> RowsLikeR:
    """Solve all rows as R ptable does with the `optim` of the request; see `design.like_r`.

    Raises PtableInfeasible for a row that cannot have V and ptable_refused_by_r for a row without freedom at V.
    """
    lay, V = request.layout, request.V
    variances = variances_of(per_row(request.optim, request.last_row))
    at_most = np.array([variance == "at most" for variance in variances])
    # Monotony holds left of zero in all rows.
    request = replace(request, variance=variances, symmetric=False)
    _refuse_what_r_refuses(request)

    # Only a row that has v = 0 as a target and takes V as a bound has a stay probability to lower.
    given_stays = np.array([stay or 0.0 for stay in request.pstay])
    lowerable = lay.has_zero & at_most & (given_stays > 0)
    steps = np.zeros(len(lay.i), dtype=np.int64)
    while True:
        lowered_stays = np.maximum((given_stays - _LOWERED_BY * steps).round(10), 0.0)
        in_force = replace(request, pstay=tuple(float(stay) if stay > 0 else None for stay in lowered_stays))
        ends = row_ends(in_force)
        p, binding = RowSolver(in_force, ends).rows()
        misses = _in_three_decimals(_variance(p, lay)) != _in_three_decimals(np.array(V))
        again = lowerable & misses & (lowered_stays > 0) & (steps < _LOWERINGS)
        if not again.any():
            break
        steps[again] += 1
    lowered = tuple(float(stay) if step else None for stay, step in zip(lowered_stays, steps, strict=True))
    return RowsLikeR(p, binding, ends, lowered)


def _refuse_what_r_refuses(request: DesignRequest) -> None:
    # Where V is a bound the stay probability gives way, so it is not what a row is refused for.
    given_constraints = zip(request.pstay, request.variance, strict=True)
    request = replace(request, pstay=tuple(stay if mode == "equal" else None for stay, mode in given_constraints))
    V, ends = np.array(request.row_V), row_ends(request)
    raise_infeasible(request, ends, _ROOM)
    equal = np.array([variance_mode == "equal" for variance_mode in request.variance])
    no_freedom = (ends.low + AT_END >= V) | (ends.high - ends.low <= AT_END)
    no_freedom |= equal & (ends.high - AT_END <= V)
    if no_freedom.any():
        row = int(np.argmax(no_freedom))
        wanted_V, low, high = float(V[row]), float(ends.low[row]), float(ends.high[row])
        raise ProtectionError("ptable_refused_by_r", row=row + 1, wanted=wanted_V, low=low, high=high)


def _variance(p: NDArray[np.float64], lay: RowLayout) -> NDArray[np.float64]:
    variance: NDArray[np.float64] = (p * lay.powers[:, :, 2]).sum(axis=1)
    return variance


def _in_three_decimals(values: NDArray[np.float64]) -> NDArray[np.int64]:
    # Nine decimals first: 1.0805 from above and from below is one value.
    return np.rint(values.round(9) * 1000).astype(np.int64)
