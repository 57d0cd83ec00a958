"""The k largest contributions of cells, ranked so that ties fall the same whatever the order of the records.

A contribution is larger where its absolute value is; of equal ones the positive comes first, then the heavier.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]


def k_largest(values: Numbers, weights: Numbers | None, k: int) -> tuple[Numbers, Numbers | None]:
    """The k largest by absolute value along the last axis, largest first; 0 where there are fewer contributions.

    values: int64 or float64, shape (..., m); weights: same shape, or None. Returns values and weights of shape (...,
    k).
    """
    rank, kept_count = _rank(values), min(k, values.shape[-1])
    sizes = np.zeros((*values.shape[:-1], k), dtype=values.dtype)
    if weights is None:
        # Equal ranks are equal values: they come back from the rank itself.
        top = _top(rank, kept_count)
        size = np.ascontiguousarray(top >> np.uint64(1)).view(values.dtype)
        sizes[..., :kept_count] = np.where(top & np.uint64(1), size, 0 - size)
        return sizes, None
    heavy = np.zeros((*values.shape[:-1], k), dtype=weights.dtype)
    lightest = np.iinfo(weights.dtype).min if weights.dtype.kind == "i" else -np.inf
    for index in range(kept_count):
        tied = rank == rank.max(axis=-1, keepdims=True)
        least_index = np.where(tied, weights, lightest).argmax(axis=-1, keepdims=True)
        left = np.take_along_axis(rank, least_index, axis=-1)[..., 0] > 0
        sizes[..., index] = np.take_along_axis(values, least_index, axis=-1)[..., 0] * left
        heavy[..., index] = np.take_along_axis(weights, least_index, axis=-1)[..., 0] * left
        np.put_along_axis(rank, least_index, np.uint64(0), axis=-1)
    return sizes, heavy


def _rank(values: Numbers) -> NDArray[np.uint64]:
    """Sort key that increases with |x|, and for equal |x| is larger for the positive number; 0 for 0."""
    # The bits of a double that is not negative rise with it.
    rank = np.ascontiguousarray(np.abs(values)).view(np.uint64)
    rank <<= np.uint64(1)
    rank |= values > 0
    return rank


def _top(rank: NDArray[np.uint64], k: int) -> NDArray[np.uint64]:
    """The k largest sort keys along the last axis, descending; selected by partition, then sorted pairwise for all
    cells at once."""
    if rank.shape[-1] > 4 * k:
        rank = np.partition(rank, rank.shape[-1] - k, axis=-1)[..., -k:]
    columns = [np.ascontiguousarray(rank[..., index]) for index in range(rank.shape[-1])]
    for first in range(k):
        for other in range(first + 1, len(columns)):
            column, two = columns[first], columns[other]
            columns[first], columns[other] = np.maximum(column, two), np.minimum(column, two)
    return np.stack(columns[:k], axis=-1) if k else rank[..., :0]
