"""Which targets a row has, as padded arrays over all rows: the common ground of feasibility and design."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from numbers import Real
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError

T = TypeVar("T")


class PtableParameter(CkmError):
    """A parameter of the design is outside its range."""

    code = "ptable_parameter"


@dataclass(frozen=True, eq=False)
class Layout:
    """Rows i = 1 .. js + D + 1 (D where js = 0) by 2D + 1 columns: the left chain, v = 0, the right side.

    The targets left of zero are pushed together towards column D (v = 0), so that neighbours in a row are neighbours
    in the chain of monotony even where j = 1 .. js are blocked between them.
    """

    D: int
    js: int
    i: NDArray[np.int64]
    v: NDArray[np.float64]
    mask: NDArray[np.bool_]
    has_zero: NDArray[np.bool_]
    powers: NDArray[np.float64]
    targets: NDArray[np.int64]
    free_low: NDArray[np.float64]
    free_high: NDArray[np.float64]


def _frozen(*arrays: NDArray[np.generic]) -> None:
    for array in arrays:
        array.setflags(write=False)


@lru_cache(maxsize=64)
def layout(D: int, js: int) -> Layout:
    """The targets of all rows for D and js; kept, read-only."""
    last = js + D + 1 if js > 0 else D
    i = np.arange(1, last + 1)
    columns = np.arange(2 * D + 1)
    v = np.broadcast_to(columns - D, (last, 2 * D + 1)).astype(np.float64)
    close = np.clip(i - 1 - js, 0, D)
    mask = (columns >= D - close[:, None]) & (columns < D)
    empties = np.flatnonzero(i <= D)
    at = D - close[empties] - 1
    v[empties, at] = -i[empties]
    mask[empties, at] = True
    mask[:, D] = i > js
    mask[:, D + 1 :] = v[:, D + 1 :] >= np.maximum(js + 1 - i, 1)[:, None]
    # A target is a count: pads keep j >= 0 so that they can be carried along.
    targets = np.where(mask, v.astype(np.int64) + i[:, None], 0)
    pad = np.where(mask, v, 0.0)
    powers = np.stack([mask.astype(np.float64), pad, pad**2, pad**3, pad**4], axis=2)
    negative = np.where(mask & (v < 0), v, 0.0)
    nearest_negative = np.where(mask & (v < 0), v, -np.inf).max(axis=1)
    nearest_positive = np.where(mask & (v > 0), v, np.inf).min(axis=1)
    free_high = -negative.min(axis=1) * D
    free_low = np.where(i > js, 0.0, -nearest_negative * nearest_positive)
    has_zero = i > js
    _frozen(i, v, mask, has_zero, powers, targets, free_low, free_high)
    return Layout(D, js, i, v, mask, has_zero, powers, targets, free_low, free_high)


def per_row(values: Sequence[T], rows: int) -> tuple[T, ...]:
    """One value per row from a shorter list, the last recycled; a longer one is cut."""
    return tuple(values[:rows]) + (values[-1],) * max(rows - len(values), 0)


def _whole(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    return float(value).is_integer()


def checked_parameters(
    D: int, js: int, pstay: float | Sequence[float | None] | None, mono: bool | Sequence[bool]
) -> tuple[tuple[float | None, ...], tuple[bool, ...]]:
    """`pstay` and `mono` as tuples; raises PtableParameter for D, js, pstay or mono outside their range."""
    if not _whole(D) or not 1 <= D <= 100:
        raise PtableParameter(parameter="D", value=str(D), allowed="1 .. 100")
    if not _whole(js) or not 0 <= js <= D:
        raise PtableParameter(parameter="js", value=str(js), allowed=f"0 .. D = {int(D)}")
    stays = (pstay,) if pstay is None or isinstance(pstay, int | float) else tuple(pstay)
    monos = (mono,) if isinstance(mono, bool) else tuple(bool(one) for one in mono)
    if not stays or any(stay is not None and not 0 <= stay <= 1 for stay in stays):
        raise PtableParameter(parameter="pstay", value=str(pstay), allowed="0 .. 1")
    if not monos:
        raise PtableParameter(parameter="mono", value="[]", allowed="true, false")
    return tuple(None if stay is None or stay == 0 else float(stay) for stay in stays), monos
