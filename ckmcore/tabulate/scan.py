"""One pass over the records: counts, key sums and weight sums per combination of leaf categories."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.limits import limits
from ckmcore.errors import Cancelled
from ckmcore.keys.record_keys import add_modulo
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.tabulate import kernel as kernels

Filters = Mapping[str, NDArray[np.uint8]]
_RUN_BLOCKS = 16
# Columns that are counted in one loop, bytes of their codes, and records of one call.
_TALLIED, _TALLIED_BYTES, _TALLIED_ROWS = 3, 2, 1 << 20


@dataclass(frozen=True, repr=False)
class LeafCube:
    """Counts, key sums and weight sums over the leaf categories of `names`, one array axis each.

    key_sums: plain sums where `rows * (M - 1)` fits in 64 bits (`modular` False), else modulo M.
    """

    names: tuple[str, ...]
    counts: NDArray[np.int64]
    key_sums: NDArray[np.uint64] | None
    modular: bool
    weights: NDArray[np.int64] | NDArray[np.float64] | None

    def __repr__(self) -> str:
        return f"LeafCube(shape {self.counts.shape}, confidential)"

    @property
    def size(self) -> int:
        """Number of leaf cells."""
        return self.counts.size

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
    """Scan the records in blocks of 65 536 rows and count them by cell; exact for any number of threads.

    filters: for each filtered variable 0/1 flags per leaf category. Raises Cancelled, checked once per block.
    """
    run = Scan(data, names, filters, cancelled)
    blocks = range(0, data.rows, kernels.BLOCK_ROWS)
    # Each thread has cells of its own: of a table near the limit one set fills most of a gigabyte.
    affordable = max(1, limits().thread_bytes // (16 * (run.size + 1)))
    workers = max(1, min(threads or limits().workers, len(blocks), affordable))
    if workers == 1:
        cells = run.count(blocks)
    else:
        with ThreadPoolExecutor(workers) as pool:
            parts_map = list(pool.map(run.count, shares(blocks, workers)))
        cells = parts_map[0]
        for later_part in parts_map[1:]:
            run.merge(cells, later_part)
    keys = np.ascontiguousarray(cells[: run.size, 1]).reshape(run.shape) if data.record_keys is not None else None
    return LeafCube(
        tuple(names),
        cells[: run.size, 0].astype(np.int64).reshape(run.shape),
        keys,
        run.modular,
        run.weigh(blocks, data.weight) if weighted and data.weight is not None else None,
    )


def _bits(rows: int, modulus: int) -> int:
    """Number of bits of a key sum over `rows` records where sum and count fit into 64 bits together; else 0."""
    key_bits = max((rows * (modulus - 1)).bit_length(), 1)
    return key_bits if key_bits + rows.bit_length() <= 64 else 0


def _spans(blocks: Sequence[int], most_rows: int, rows: int) -> Iterator[tuple[int, int]]:
    """Join consecutive blocks to ranges of at most `most_rows` records. blocks: first record of each; rows: number of
    records."""
    begin = stop = 0
    for start in blocks:
        if start != stop or start + kernels.BLOCK_ROWS - begin > most_rows:
            if stop > begin:
                yield begin, min(stop, rows)
            begin = start
        stop = start + kernels.BLOCK_ROWS
    if stop > begin:
        yield begin, min(stop, rows)


def shares(blocks: Sequence[int], workers: int) -> list[list[int]]:
    """Blocks for each worker; for long data in runs, so that workers do not decompress the same piece of a store."""
    run = _RUN_BLOCKS if len(blocks) >= _RUN_BLOCKS * 8 * workers else 1
    firsts = range(0, len(blocks), run)
    return [
        [block for first in firsts[worker::workers] for block in blocks[first : first + run]]
        for worker in range(workers)
    ]


class Scan:
    """A pass over records: computes the cell number of each record, then counts and sums by cell.

    Records excluded by a filter fall into an additional last cell, `size`.
    """

    def __init__(
        self,
        data: Microdata,
        names: Sequence[str],
        filters: Filters,
        cancelled: Callable[[], bool],
        *,
        slower: int = 1,
    ) -> None:
        """slower: how many times as long as a count numpy takes for a record."""
        self.data, self.filters, self.cancelled = data, filters, cancelled
        self.shape = tuple(len(data.dimension(name).codes) for name in names)
        self.size = math.prod(self.shape)
        self.strides = {name: math.prod(self.shape[axis + 1 :]) for axis, name in enumerate(names)}
        self.kernel = kernels.current(slower * data.rows)
        keys = data.record_keys
        self.modular = keys is not None and data.rows * (keys.modulus - 1) >= 2**64

    def cells_of(self, start: int, index: NDArray[np.uint32]) -> tuple[int, NDArray[np.uint32]]:
        if self.cancelled():
            raise Cancelled
        if self.kernel is kernels.NUMPY_KERNEL:
            self.kernel = kernels.current(0)  # which may be loaded by now, and gives the same integers
        stop = min(start + kernels.BLOCK_ROWS, self.data.rows)
        view = index[: stop - start]
        view[:] = 0
        for name, stride in self.strides.items():
            self.kernel.add(view, self.data.columns[name][start:stop], stride)
        for name, allowed_filter in self.filters.items():
            self.kernel.keep(view, self.data.columns[name][start:stop], allowed_filter, self.size)
        return stop, view

    def count(self, blocks: Sequence[int]) -> NDArray[np.uint64]:
        """(count, key sum) per cell over some blocks."""
        cells = np.zeros((self.size + 1, 2), dtype=np.uint64)
        if self._tally(blocks, cells):
            return cells
        index = np.empty(kernels.BLOCK_ROWS, dtype=np.uint32)
        for start in blocks:
            stop, view = self.cells_of(start, index)
            self.scatter(start, stop, view, cells)
        return cells

    def _tally(self, blocks: Sequence[int], cells: NDArray[np.uint64]) -> bool:
        """Count one to three short columns in a single loop where possible: without filters, into few cells, and where
        count and key sum of enough records fit together into 64 bits. Returns whether it did."""
        keys, most_keys = self.data.record_keys, kernels.BLOCK_ROWS
        columns = [self.data.columns[name] for name in self.strides]
        if keys is None or self.modular or self.filters or not 1 <= len(columns) <= _TALLIED:
            return False
        narrow = all(column.dtype.itemsize <= _TALLIED_BYTES for column in columns)
        if (
            not narrow
            or keys.values.dtype != np.uint32
            or self.size > most_keys // 16
            or not _bits(most_keys, keys.modulus)
        ):
            return False
        while most_keys < _TALLIED_ROWS and _bits(2 * most_keys, keys.modulus):
            most_keys *= 2
        # What is short of three columns is the last one without a step.
        missing = _TALLIED - len(columns)
        columns = [columns[-1]] * missing + columns
        _, middle, inner = (*[0] * (missing + 1), *self.shape[1:])
        shift, sums = _bits(most_keys, keys.modulus), np.zeros(self.size, dtype=np.uint64)
        low = (np.uint64(1) << np.uint64(shift)) - np.uint64(1)
        index = np.empty(kernels.TALLY_ROWS, dtype=np.uint32)
        for start, stop in _spans(blocks, most_keys, self.data.rows):
            if self.cancelled():
                raise Cancelled
            first, second, third = (column[start:stop] for column in columns)
            self.kernel.tally(first, second, third, middle, inner, keys.values[start:stop], sums, shift, index)
            cells[:-1, 0] += sums >> np.uint64(shift)
            cells[:-1, 1] += sums & low
            sums[:] = 0
        return True

    def scatter(self, start: int, stop: int, index: NDArray[np.uint32], cells: NDArray[np.uint64]) -> None:
        """Add a block of records to the (count, key sum) of their cells. index: cell number of each record."""
        keys = self.data.record_keys
        if keys is None:
            self.kernel.scatter_counts(index, cells)
        elif self.modular:
            self.kernel.scatter_modulo(index, keys.values[start:stop], cells, keys.modulus)
        else:
            self.kernel.scatter(index, keys.values[start:stop], cells)

    def merge(self, cells: NDArray[np.uint64], part: NDArray[np.uint64]) -> None:
        cells[:, 0] += part[:, 0]
        if self.modular and self.data.record_keys is not None:
            cells[:, 1] = add_modulo(cells[:, 1], part[:, 1], self.data.record_keys.modulus)
        else:
            cells[:, 1] += part[:, 1]

    def weigh(self, blocks: Sequence[int], weight: NumberColumn) -> NDArray[np.int64] | NDArray[np.float64]:
        """Sum the weights by cell, in record order and by one thread, so that float sums are reproducible."""
        sums = np.zeros(self.size + 1, dtype=weight.values.dtype)
        index = np.empty(kernels.BLOCK_ROWS, dtype=np.uint32)
        for start in blocks:
            stop, view = self.cells_of(start, index)
            self.kernel.scatter_values(view, weight.values[start:stop], sums)
        found_sums: Any = sums[: self.size].reshape(self.shape)
        return cast("NDArray[np.int64] | NDArray[np.float64]", found_sums)
