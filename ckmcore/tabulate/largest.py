"""The k largest contributions of cells, ranked so that ties fall the same whatever the order of the records.

A contribution is larger where its absolute value is; of equal ones the positive comes first, then the heavier.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]


def k_largest(values: Numbers, weights: Numbers | None, k: int) -> tuple[Numbers, Numbers | None]:
    """The k largest along the last axis, largest first; 0 stands where there are fewer contributions.

    values: int64 or float64, shape (..., m). weights: the same shape, or None. Result: shape (..., k) each.
    """
    found = np.zeros((*values.shape[:-1], k), dtype=values.dtype)
    heavy = None if weights is None else np.zeros((*values.shape[:-1], k), dtype=weights.dtype)
    rank = _rank(values)
    for place in range(min(k, values.shape[-1])):
        if weights is None:
            at = rank.argmax(axis=-1, keepdims=True)
        else:
            lightest = np.iinfo(weights.dtype).min if weights.dtype.kind == "i" else -np.inf
            tied = rank == rank.max(axis=-1, keepdims=True)
            at = np.where(tied, weights, lightest).argmax(axis=-1, keepdims=True)
        left = np.take_along_axis(rank, at, axis=-1)[..., 0] > 0
        found[..., place] = np.take_along_axis(values, at, axis=-1)[..., 0] * left
        if weights is not None and heavy is not None:
            heavy[..., place] = np.take_along_axis(weights, at, axis=-1)[..., 0] * left
        np.put_along_axis(rank, at, np.uint64(0), axis=-1)
    return found, heavy


def _rank(values: Numbers) -> NDArray[np.uint64]:
    """A whole number that rises with |x|, and for equal |x| is larger for the positive one; 0 for 0."""
    # The bits of a double that is not negative rise with it.
    size = np.array(np.abs(values), order="C").view(np.uint64)
    return (size << np.uint64(1)) | (values > 0).astype(np.uint64)
