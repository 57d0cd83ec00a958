"""Magnitudes of cells: sums, contributors and largest contributions, found in one pass over the records.

Everything rolls up from the finest cells: sums are added, lists of largest contributions joined, never a loop over the
records of a cell. Records whose value is 0 or missing contribute nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import blocks_of, row_by_row
from ckmcore.base.limits import limits
from ckmcore.errors import InputError
from ckmcore.keys.record_keys import sum_modulo
from ckmcore.messages import sentence
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.tabulate import kernel as kernels
from ckmcore.tabulate.axis import NodePlan
from ckmcore.tabulate.largest import k_largest
from ckmcore.tabulate.rollup import as_slice
from ckmcore.tabulate.scan import Filters, Scan, never, shares

LEAST_CONTRIBUTORS = 3
_HAS_VALUE = np.array([1, 0], dtype=np.uint8)
MOST_CONTRIBUTORS = 100
# Totals are estimated in doubles: a little below 2^63 for their error.
_WHOLE_LIMIT = 2**63 - 2**34
# To join a cell of one thread with those of others takes as long as to scan about so many records.
_JOINED = 10
# To put the largest values of a cell in order takes numpy as long as to count about so many records.
_SLOWER = 32

# What is added up over records, and sums of their keys.
_ADDED = ("sums", "weighted_sums", "contributors", "valid", "valid_weights", "contributor_weights")
_KEYS = ("key_sums", "valid_keys")

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class RawMagnitude:
    """Cells of one magnitude x; confidential. Arrays have the shape of the cells.

    sums: of x, int64 scaled by 10^decimals, or float64 where `decimals` is None. weighted_sums: of x times the weight,
    scaled by 10^weighted_decimals, None without weights. contributors: number of records with x other than 0 (int64);
    key_sums: of these, plain or modulo M as in the block. smallest: smallest |x| among them, 0 without any. largest:
    the k largest by |x| with sign, scaled as `sums`, on a further axis, padded with 0; largest_weights: their weights,
    scaled as in the data. missing: number of records of the data without a value, which are not in the sums.

    valid: number of records with a value, 0 included (int64); valid_keys: their key sums; valid_weights: their weights;
    all None where no value is missing, so that those of the block apply. contributor_weights: weights of the
    contributors.
    """

    decimals: int | None
    weighted_decimals: int | None
    missing: int
    sums: Numbers
    weighted_sums: Numbers | None
    contributors: NDArray[np.int64]
    key_sums: NDArray[np.uint64] | None
    smallest: Numbers
    largest: Numbers
    largest_weights: Numbers | None
    valid: NDArray[np.int64] | None = None
    valid_keys: NDArray[np.uint64] | None = None
    valid_weights: Numbers | None = None
    contributor_weights: Numbers | None = None

    def __repr__(self) -> str:
        return f"RawMagnitude(shape {self.sums.shape}, confidential)"

    @property
    def k(self) -> int:
        """Number of kept largest contributions."""
        return int(self.largest.shape[-1])

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self.arrays().values())

    def arrays(self) -> dict[str, Numbers]:
        """All arrays by name, without absent ones."""
        arrays_by_name = {
            name: getattr(self, name) for name in (*_ADDED, *_KEYS, "smallest", "largest", "largest_weights")
        }
        return {name: array for name, array in arrays_by_name.items() if array is not None}

    def with_arrays(self, arrays: Mapping[str, Numbers]) -> RawMagnitude:
        """Copy with the named arrays replaced."""
        return replace(self, **dict(arrays))  # type: ignore[arg-type]  # of the fields that hold arrays

    def without_weights(self) -> RawMagnitude:
        """Copy without weighted sums and weights."""
        return replace(
            self,
            weighted_sums=None,
            weighted_decimals=None,
            largest_weights=None,
            valid_weights=None,
            contributor_weights=None,
        )

    def each(self, act: Callable[[Numbers], Numbers]) -> RawMagnitude:
        """Copy with `act` applied to every array; it must keep the last axis of `largest`."""
        return self.with_arrays({name: act(array) for name, array in self.arrays().items()})

    def reshaped(self, shape: tuple[int, ...]) -> RawMagnitude:
        """Copy with the cells in another shape."""
        cells = self.sums.ndim
        return self.each(lambda array: np.reshape(array, (*shape, *array.shape[cells:])))

    def folded(self, axis: int, modulus: int | None) -> RawMagnitude:
        """Combine the cells along an axis into one; key sums are modulo `modulus` where given."""
        sum_modulos: dict[str, Numbers] = {}
        for name, array in self.arrays().items():
            if name in _ADDED or (name in _KEYS and modulus is None):
                sum_modulos[name] = np.asarray(array.sum(axis=axis))
            elif name in _KEYS and modulus is not None:
                sum_modulos[name] = np.asarray(sum_modulo(array, modulus, axis))
        none = np.iinfo(np.int64).max if self.decimals is not None else np.inf
        least = np.where(self.smallest == 0, none, self.smallest).min(axis=axis, initial=none)

        def side_by_side(array: Numbers) -> Numbers:
            moved_axis = np.moveaxis(array, axis, -2)
            return moved_axis.reshape(*moved_axis.shape[:-2], moved_axis.shape[-2] * moved_axis.shape[-1])

        heavy = None if self.largest_weights is None else side_by_side(self.largest_weights)
        largest, heavy = k_largest(side_by_side(self.largest), heavy, self.k)
        sum_modulos |= {
            "smallest": np.asarray(np.where(least == none, np.zeros_like(least), least)),
            "largest": largest,
        }
        return replace(self.with_arrays(sum_modulos), largest_weights=heavy)

    def rolled_up(self, plans: Sequence[NodePlan], modulus: int | None) -> RawMagnitude:
        """Roll up leaf cells to all inner cells, subtotals and totals, with an axis for each plan, the total first."""
        along = self
        for axis, plan in enumerate(plans):
            along = along._along(axis, plan, modulus)
        return along

    def _along(self, axis: int, plan: NodePlan, modulus: int | None) -> RawMagnitude:
        head: tuple[Any, ...] = (slice(None),) * axis
        nodes, leaf_of = map(as_slice, plan.singles)

        def spread(array: Numbers) -> Numbers:
            out = np.zeros((*array.shape[:axis], len(plan.members), *array.shape[axis + 1 :]), dtype=array.dtype)
            out[(*head, nodes)] = array[(*head, leaf_of)]
            return out

        raw_magnitude = self.each(spread)
        out = raw_magnitude.arrays()
        for node, leaves in plan.several:
            leaf_part = self
            if len(leaves) != plan.leaf_count:
                leaf_part = self.each(lambda a, nodes=leaves: a.take(nodes, axis=axis))  # type: ignore[misc]
            for name, array in leaf_part.folded(axis, modulus).arrays().items():
                out[name][(*head, node)] = array
        return raw_magnitude

    def as_doubles(self) -> RawMagnitude:
        """Copy with unscaled figures in float64."""
        if self.decimals is not None:
            unit = 10.0**self.decimals
            doubles = {name: getattr(self, name) / unit for name in ("sums", "smallest", "largest")}
            raw_magnitude = replace(self, decimals=None).with_arrays(doubles)
        else:
            raw_magnitude = self
        if raw_magnitude.weighted_sums is None or raw_magnitude.weighted_decimals is None:
            return raw_magnitude
        return replace(
            raw_magnitude,
            weighted_sums=raw_magnitude.weighted_sums / 10.0**raw_magnitude.weighted_decimals,
            weighted_decimals=None,
        )

    def finer(self, more: int, more_weighted: int) -> RawMagnitude:
        """Copy with whole numbers scaled by further decimals."""
        unit, decimals = np.int64(10**more), (self.decimals or 0) + more
        scaled = {name: getattr(self, name) * unit for name in ("sums", "smallest", "largest")}
        raw_magnitude = replace(self, decimals=decimals).with_arrays(scaled)
        if raw_magnitude.weighted_sums is None or raw_magnitude.weighted_decimals is None:
            return raw_magnitude
        finer = raw_magnitude.weighted_sums * np.int64(10**more_weighted)
        return replace(
            raw_magnitude, weighted_sums=finer, weighted_decimals=raw_magnitude.weighted_decimals + more_weighted
        )


def joined(parts: Sequence[RawMagnitude], modulus: int | None) -> RawMagnitude:
    """Combine the records of several parts, cell by cell, in integers where 64 bits suffice."""
    parts = _alike(parts)
    first = parts[0]
    stacked = {name: np.stack([getattr(raw_magnitude, name) for raw_magnitude in parts]) for name in first.arrays()}
    missing = sum(raw_magnitude.missing for raw_magnitude in parts)
    return replace(first, missing=missing).with_arrays(stacked).folded(0, modulus)


def _alike(raw_magnitudes: Sequence[RawMagnitude]) -> Sequence[RawMagnitude]:
    """Parts with the same decimals and number of contributions; without weights unless all parts have them."""
    k = max(raw_magnitude.k for raw_magnitude in raw_magnitudes)
    weighted = all(raw_magnitude.weighted_sums is not None for raw_magnitude in raw_magnitudes)
    raw_magnitudes = [
        raw_magnitude if raw_magnitude.k == k else raw_magnitude.with_arrays(_widened(raw_magnitude, k))
        for raw_magnitude in raw_magnitudes
    ]
    if not weighted:
        raw_magnitudes = [raw_magnitude.without_weights() for raw_magnitude in raw_magnitudes]
    scales = [
        (raw_magnitude.decimals, raw_magnitude.weighted_decimals if weighted else 0) for raw_magnitude in raw_magnitudes
    ]
    if any(None in scale for scale in scales):
        return [raw_magnitude.as_doubles() for raw_magnitude in raw_magnitudes]
    most_scale, most_weighted = (
        max(scale or 0 for scale in scale_column) for scale_column in zip(*scales, strict=True)
    )
    finer = [(most_scale - (scale or 0), most_weighted - (heavy or 0)) for scale, heavy in scales]
    whole: list[tuple[Numbers | None, int]] = [
        (raw_magnitude.sums, 10**more) for raw_magnitude, (more, _) in zip(raw_magnitudes, finer, strict=True)
    ]
    whole += [
        (raw_magnitude.weighted_sums, 10**more) for raw_magnitude, (_, more) in zip(raw_magnitudes, finer, strict=True)
    ]
    if not _fits(whole, len(raw_magnitudes)):
        return [raw_magnitude.as_doubles() for raw_magnitude in raw_magnitudes]
    return [
        raw_magnitude.finer(*more) if any(more) else raw_magnitude
        for raw_magnitude, more in zip(raw_magnitudes, finer, strict=True)
    ]


def _widened(raw_magnitude: RawMagnitude, k: int) -> dict[str, Numbers]:
    more = [(0, 0)] * raw_magnitude.sums.ndim + [(0, k - raw_magnitude.k)]
    result = {"largest": np.pad(raw_magnitude.largest, more)}
    if raw_magnitude.largest_weights is not None:
        result["largest_weights"] = np.pad(raw_magnitude.largest_weights, more)
    return result


def _fits(arrays: Sequence[tuple[Numbers | None, int]], part_count: int) -> bool:
    """Whether sums over `part_count` parts of these integers, each times its factor, fit into 64 bits."""
    largest = 0
    for array, factor in arrays:
        if array is not None and array.dtype.kind == "i" and array.size:
            largest = max(largest, max(abs(int(array.max())), abs(int(array.min()))) * factor)
    return largest * part_count < _WHOLE_LIMIT


@dataclass(frozen=True, repr=False)
class MagnitudeCube:
    """Leaf cells of `names` for a magnitude. modular: key sums are modulo M."""

    names: tuple[str, ...]
    found: RawMagnitude
    modular: bool

    def __repr__(self) -> str:
        return f"MagnitudeCube(shape {self.found.sums.shape}, confidential)"

    @property
    def nbytes(self) -> int:
        return self.found.nbytes

    @property
    def size(self) -> int:
        """Number of leaf cells."""
        return self.found.sums.size


def scan_magnitude(
    data: Microdata,
    names: Sequence[str],
    filters: Filters,
    magnitude: str,
    *,
    k: int = LEAST_CONTRIBUTORS,
    weighted: bool = False,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> MagnitudeCube:
    """Scan the records block by block for one magnitude; the result does not depend on the number of threads.

    filters: for each filtered variable 0/1 flags per leaf category; k: number of largest contributions to keep;
    threads: by default as many as are worthwhile. Raises magnitude_unknown, Cancelled.
    """
    column = _summable(magnitude_column(data, magnitude))
    run = _MagnitudeScan(
        Scan(data, names, filters, cancelled, slower=_SLOWER), column, k, data.weight if weighted else None
    )
    blocks = range(0, data.rows, kernels.BLOCK_ROWS)
    affordable = max(1, limits().thread_bytes // (run.cell_bytes * (run.scan.size + 1)))
    wanted_threads = threads or min(limits().workers, worth_joining(data.rows, run.scan.size))
    workers = max(1, min(wanted_threads, len(blocks), affordable))
    if workers == 1 or not run.is_whole:
        work = run.work(blocks)  # sums of doubles depend on the order of the records
    else:
        with ThreadPoolExecutor(workers) as pool:
            parts_map = list(pool.map(run.work, shares(blocks, workers)))
        work = joined(parts_map, run.modulus)
    missing = 0 if column.missing is None else sum(int(np.count_nonzero(block)) for block in blocks_of(column.missing))
    return MagnitudeCube(tuple(names), replace(work, missing=missing).reshaped(run.scan.shape), run.modulus is not None)


def worth_joining(rows: int, cells: int) -> int:
    """Number of threads with the shortest pass; each thread has cells of its own, which are joined one after
    another."""
    return max(1, math.isqrt(rows // (_JOINED * max(cells, 1))))


def magnitude_column(data: Microdata, name: str) -> NumberColumn:
    """Column of a magnitude. Raises magnitude_unknown with the existing names."""
    if name not in data.magnitudes:
        raise InputError("magnitude_unknown", magnitude=name, known=tuple(data.magnitudes) or sentence("word_none"))
    return data.magnitudes[name]


class _MagnitudeScan:
    """A pass over records for one magnitude that sums and ranks values in the cells."""

    def __init__(self, scan: Scan, column: NumberColumn, k: int, weight: NumberColumn | None) -> None:
        self.scan, self.column, self.k, self.weight = scan, column, k, weight
        keys = scan.data.record_keys
        self.modulus = keys.modulus if keys is not None and scan.modular else None
        self.weighted_decimals: int | None = None
        if weight is not None and column.decimals is not None and weight.decimals is not None:
            fits = _total(column, weight) < _WHOLE_LIMIT
            self.weighted_decimals = column.decimals + weight.decimals if fits else None
        self.is_whole = column.decimals is not None and (weight is None or self.weighted_decimals is not None)
        valid = 0 if column.missing is None else 3
        self.cell_bytes = 8 * (5 + valid + k + (0 if weight is None else 3 + k))

    def work(self, blocks: Sequence[int]) -> RawMagnitude:
        """Process some blocks of records, given by their first records, into flat arrays over all cells."""
        size, column, weight, k = self.scan.size, self.column, self.weight, self.k
        largest_found: Numbers = np.zeros((size + 1, k + 2), dtype=column.values.dtype)
        heavy: Numbers = largest_found if weight is None else np.zeros((size + 1, k), dtype=weight.values.dtype)
        weighted = np.zeros(size + 1, dtype=np.float64 if self.weighted_decimals is None else np.int64)
        cells = np.zeros((size + 1, 2), dtype=np.uint64)
        valid = None if column.missing is None else np.zeros((size + 1, 2), dtype=np.uint64)
        weights_of: dict[str, Numbers] = {}
        if weight is not None:
            names = ("contributor_weights", *(() if valid is None else ("valid_weights",)))
            weights_of = {name: np.zeros(size + 1, dtype=weight.values.dtype) for name in names}
        index = np.empty(kernels.BLOCK_ROWS, dtype=np.uint32)
        for start in blocks:
            stop, view = self.scan.cells_of(start, index)
            kernel, values = self.scan.kernel, column.values[start:stop]
            if column.missing is not None and valid is not None:
                answered = view.copy()
                kernel.keep(answered, column.missing[start:stop].view(np.uint8), _HAS_VALUE, size)
                self.scan.scatter(start, stop, answered, valid)
                if weight is not None:
                    kernel.scatter_values(answered, weight.values[start:stop], weights_of["valid_weights"])
            kernel.drop(view, values, size)
            self.scan.scatter(start, stop, view, cells)
            weights = values if weight is None else weight.values[start:stop]
            kernel.rank(view, values, weights, largest_found, heavy)
            if weight is not None:
                kernel.scatter_values(view, self._products(values, weights), weighted)
                kernel.scatter_values(view, weights, weights_of["contributor_weights"])
        has_keys = self.scan.data.record_keys is not None
        raw_magnitude = RawMagnitude(
            column.decimals,
            self.weighted_decimals,
            0,
            sums=largest_found[:size, k + 1],
            weighted_sums=None if weight is None else weighted[:size],
            contributors=cells[:size, 0].astype(np.int64),
            key_sums=cells[:size, 1] if has_keys else None,
            smallest=largest_found[:size, k],
            largest=largest_found[:size, :k],
            largest_weights=None if weight is None else heavy[:size],
            valid=None if valid is None else valid[:size, 0].astype(np.int64),
            valid_keys=valid[:size, 1] if valid is not None and has_keys else None,
        )
        return raw_magnitude.with_arrays({name: array[:size] for name, array in weights_of.items()})

    def _products(self, values: Numbers, weights: Numbers) -> Numbers:
        if self.weighted_decimals is not None:
            return values * weights
        scale = self.column.scale * (1 if self.weight is None else self.weight.scale)
        products: Numbers = values.astype(np.float64) * weights / scale
        return products


def _summable(column: NumberColumn) -> NumberColumn:
    """The column, converted to doubles where sums of its integers might exceed 64 bits."""
    if column.decimals is None or _total(column, None) < _WHOLE_LIMIT:
        return column
    scale = np.float64(column.scale)
    return replace(column, values=row_by_row(lambda values: values / scale, np.float64, column.values), decimals=None)


def _total(column: NumberColumn, weight: NumberColumn | None) -> float:
    """Sum of |x|, times the weight if any, in the columns' units; cached with the column."""
    known_totals: list[tuple[Numbers | None, float]] = column.__dict__.setdefault("_totals", [])
    weights = None if weight is None else weight.values
    for known_array, total in known_totals:
        if known_array is weights:
            return total
    total = 0.0
    for start in range(0, len(column.values), kernels.BLOCK_ROWS):
        block = slice(start, start + kernels.BLOCK_ROWS)
        sizes = np.abs(column.values[block].astype(np.float64))
        total += float(sizes.sum() if weights is None else sizes @ np.abs(weights[block].astype(np.float64)))
    known_totals.append((weights, total))
    return total


def reduce_magnitude(cube: MagnitudeCube, names: Sequence[str], filters: Filters, modulus: int | None) -> MagnitudeCube:
    """Derive a smaller cube from a larger one: filter categories by flags and sum over the other variables. names:
    variables to keep; modulus: for key sums, None for plain sums."""
    magnitude, remaining_names = cube.found, list(cube.names)
    for axis in reversed(range(len(cube.names))):
        name = cube.names[axis]
        if name in filters:
            shape = [1] * magnitude.sums.ndim
            shape[axis] = len(filters[name])
            kept_filter = filters[name].reshape(shape).astype(np.bool_)
            cells = magnitude.sums.ndim
            magnitude = magnitude.each(
                lambda a, kept_mask=kept_filter, cells=cells: np.where(
                    kept_mask.reshape(kept_mask.shape + (1,) * (a.ndim - cells)), a, a.dtype.type(0)
                )  # type: ignore[misc]
            )
        if name not in names:
            magnitude = magnitude.folded(axis, modulus if cube.modular else None)
            remaining_names.remove(name)
    order = [remaining_names.index(name) for name in names]
    turned = magnitude.each(lambda a: np.asarray(a.transpose([*order, *range(len(order), a.ndim)]), order="C"))
    return MagnitudeCube(tuple(names), turned, cube.modular)
