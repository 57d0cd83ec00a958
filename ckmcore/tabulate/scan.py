"""One pass over the records: counts, key sums and weight sums per combination of leaf categories."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate import kernel as kernels

Filters = Mapping[str, NDArray[np.uint8]]


@dataclass(frozen=True)
class LeafCube:
    """Counts, key sums and weight sums over the leaf categories of `names` (one array axis each).

    `key_sums` are plain sums where `rows * (M - 1)` fits in 64 bits (`modular` False), else sums modulo M.
    """

    names: tuple[str, ...]
    counts: NDArray[np.int64]
    key_sums: NDArray[np.uint64] | None
    modular: bool
    weights: NDArray[np.int64] | NDArray[np.float64] | None

    @property
    def nbytes(self) -> int:
        arrays = (self.counts, self.key_sums, self.weights)
        return sum(array.nbytes for array in arrays if array is not None)


def never() -> bool:
    """The cancel token of somebody who never cancels."""
    return False


def scan(
    data: Microdata,
    names: Sequence[str],
    filters: Filters,
    *,
    weighted: bool = False,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> LeafCube:
    """Scan the records block by block (65 536 rows) and add them up per cell; exact whatever the threads.

    `filters` maps variables to 0/1 flags per leaf category. Raises Cancelled when the token says so, once per block.
    """
    shape = tuple(len(data.dimension(name).codes) for name in names)
    size = 1
    for length in shape:
        size *= length
    strides = [int(np.prod(shape[axis + 1 :], dtype=np.int64)) for axis in range(len(shape))]
    kernel = kernels.current()
    keys = data.record_keys
    modular = keys is not None and data.rows * (keys.modulus - 1) >= 2**64
    blocks = range(0, data.rows, kernels.BLOCK_ROWS)

    def index_of(start: int, stop: int, index: NDArray[np.uint32]) -> NDArray[np.uint32]:
        view = index[: stop - start]
        view[:] = 0
        for name, stride in zip(names, strides, strict=True):
            kernel.add(view, data.columns[name][start:stop], stride)
        for name, allowed in filters.items():
            kernel.keep(view, data.columns[name][start:stop], allowed, size)
        return view

    def work(part: Sequence[int]) -> NDArray[np.uint64]:
        cells = np.zeros((size + 1, 2), dtype=np.uint64)
        index = np.empty(kernels.BLOCK_ROWS, dtype=np.uint32)
        for start in part:
            if cancelled():
                raise Cancelled
            stop = min(start + kernels.BLOCK_ROWS, data.rows)
            view = index_of(start, stop, index)
            if keys is None:
                kernel.scatter_counts(view, cells)
            elif modular:
                kernel.scatter_modulo(view, keys.values[start:stop], cells, keys.modulus)
            else:
                kernel.scatter(view, keys.values[start:stop], cells)
        return cells

    workers = max(1, min(threads or os.cpu_count() or 1, len(blocks)))
    if workers == 1:
        cells = work(blocks)
    else:
        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(work, [blocks[worker::workers] for worker in range(workers)]))
        cells = parts[0]
        for part in parts[1:]:
            cells[:, 0] += part[:, 0]
            if modular and keys is not None:
                cells[:, 1] = (cells[:, 1] + part[:, 1]) % np.uint64(keys.modulus)
            else:
                cells[:, 1] += part[:, 1]

    weights = None
    if weighted and data.weight is not None:
        # In order and by one thread: float sums are the same whatever the number of threads.
        sums = np.zeros(size + 1, dtype=data.weight.values.dtype)
        index = np.empty(kernels.BLOCK_ROWS, dtype=np.uint32)
        for start in blocks:
            if cancelled():
                raise Cancelled
            stop = min(start + kernels.BLOCK_ROWS, data.rows)
            kernel.scatter_values(index_of(start, stop, index), data.weight.values[start:stop], sums)
        weights = sums[:size].reshape(shape)

    return LeafCube(
        tuple(names),
        cells[:size, 0].astype(np.int64).reshape(shape),
        np.ascontiguousarray(cells[:size, 1]).reshape(shape) if keys is not None else None,
        modular,
        weights,
    )
