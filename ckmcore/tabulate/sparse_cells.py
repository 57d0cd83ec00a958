"""Lists of occupied cells: counted, rolled up and made smaller without an array of all cells.

A cell is known by its number in the C order of all cells. Cells of the same number are brought together by ordering
(digit by digit, `kernel.spread`), which is exact, and quicker than hashing where there are millions of them; where a
dimension is rolled up, cells that share the dimensions before it lie together, and each such part is added up for
itself (`kernel.regroup`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.limits import limits
from ckmcore.errors import Cancelled, InputError
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate import kernel as kernels
from ckmcore.tabulate.axis import NodePlan
from ckmcore.tabulate.cell_storage import ListedCells, different
from ckmcore.tabulate.scan import Filters, never

RUN_ROWS = 1 << 24
_DIGIT = 11
_MOST_NUMBER, _WORD = 1 << 63, 64
# A part is added up in an array as long as what it may hold: not where nearly all of that would be empty.
_LONGEST_PART, _EMPTY_PLACES = 1 << 20, 16

Numbers = NDArray[np.uint64]
Sums = NDArray[Any]
Layer = NDArray[np.intp]


@dataclass(frozen=True, eq=False, repr=False)
class CellList:
    """Occupied cells. numbers: ascending cell numbers; counts, key_sums (modulo M where `modulus` is given), weights:
    of each cell."""

    shape: tuple[int, ...]
    numbers: Numbers
    counts: NDArray[np.int64]
    key_sums: Numbers | None
    weights: NDArray[np.int64] | None
    modulus: int | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    def __repr__(self) -> str:
        return f"CellList(of shape {self.shape}, confidential)"

    def empty(self, shape: tuple[int, ...]) -> CellList:
        """Cell list without cells, for a table of `shape`."""
        none = slice(0, 0)
        return CellList(
            shape,
            self.numbers[none],
            self.counts[none],
            None if self.key_sums is None else self.key_sums[none],
            None if self.weights is None else self.weights[none],
            self.modulus,
        )

    def under(self, shape: tuple[int, ...], numbers: Numbers, kept: NDArray[np.bool_] | None = None) -> CellList:
        """Renumber the cells; cells with the same new number are added up. shape: of the new table; kept: mask of the
        cells to keep."""
        distinct_numbers, own_index = ordered(numbers if kept is None else numbers[kept], math.prod(shape))
        index = own_index
        if kept is not None:
            index = np.full(len(numbers), len(distinct_numbers), dtype=np.uint32)
            index[kept] = own_index
        return _collected(self, shape, distinct_numbers, index)


def refuse_too_wide(shape: Sequence[int]) -> None:
    """Raises table_too_wide where cells cannot be numbered in 63 bits."""
    if math.prod(shape) >= _MOST_NUMBER:
        raise InputError("table_too_wide", count=len(shape))


def ordered(numbers: Numbers, most: int) -> tuple[Numbers, kernels.Index]:
    """Distinct numbers below `most` in ascending order, and the index of each entry among them."""
    rising, other, indices = numbers, numbers, None
    if len(numbers) > 1 and not bool((numbers[1:] >= numbers[:-1]).all()):
        passes, width = _digits(most)
        rising, other = numbers.copy(), np.empty_like(numbers)
        indices, moved = np.arange(len(numbers), dtype=np.uint32), np.empty(len(numbers), dtype=np.uint32)
        for digit_pass in range(passes):
            starts = np.zeros((1 << width) + 1, dtype=np.int64)
            kernels.ready().spread(rising, indices, other, moved, digit_pass * width, starts)
            rising, other, indices, moved = other, rising, moved, indices
    if indices is None:
        new = np.ones(len(rising), dtype=np.bool_)
        np.not_equal(rising[1:], rising[:-1], out=new[1:])
        run = np.cumsum(new, dtype=np.uint32)
        run -= np.uint32(1)
        return rising[new], run
    index = np.empty(len(rising), dtype=np.uint32)
    runs = kernels.ready().runs(rising, indices, other, index)
    return other[:runs].copy(), index


def _digits(number_range: int) -> tuple[int, int]:
    """Number of radix passes to sort numbers below `number_range`, and bits per pass."""
    bits = max((number_range - 1).bit_length(), 1)
    passes = -(-bits // _DIGIT)
    return passes, -(-bits // passes)


def folded(shape: tuple[int, ...], packed: Numbers, bits: int, modulus: int | None) -> CellList:
    """Cells of records by packed numbers: cell number, and below it the key in `bits` bits; `packed` is overwritten.

    Packing lets one sort bring equal cells and their keys together.
    """
    passes, width = _digits(math.prod(shape))
    kernel, other = kernels.ready(), np.empty_like(packed)
    kernel.order(packed, other, bits, np.zeros((passes, 1 + (1 << width)), dtype=np.intp))
    rising, sums = (other, packed) if passes % 2 else (packed, other)
    counts = np.empty_like(packed)
    folded_count = kernel.fold(rising, bits, modulus or 0, counts, sums)
    own_slice = slice(0, folded_count)
    key_sums = sums[own_slice].copy() if bits else None
    return CellList(shape, rising[own_slice].copy(), counts[own_slice].astype(np.int64), key_sums, None, modulus)


def _sums_by_cell(index: kernels.Index, size: int, values: Sums, modulus: int | None = None) -> Sums:
    """Sums of values by cell. index: cell of each value; values of the cell `size` are ignored."""
    sums: Sums = np.zeros(size + 1, dtype=values.dtype)
    _add(index, values, sums, modulus)
    return sums[:size]


def _add(index: kernels.Index, values: Sums, sums: Sums, modulus: int | None) -> None:
    if modulus is not None:
        kernels.ready().add_modulo(index, np.ascontiguousarray(values), sums, modulus)
    else:
        # Sums of unsigned numbers are those of signed ones, bit by bit.
        kernels.ready().scatter_values(index, np.ascontiguousarray(values).view(np.int64), sums.view(np.int64))


def _collected(cells: CellList, shape: tuple[int, ...], numbers: Numbers, index: kernels.Index) -> CellList:
    """Cells `numbers` of another shape, summed from a list. index: new cell of each listed one."""
    return CellList(
        shape,
        numbers,
        _sums_by_cell(index, len(numbers), cells.counts),
        None if cells.key_sums is None else _sums_by_cell(index, len(numbers), cells.key_sums, cells.modulus),
        None if cells.weights is None else _sums_by_cell(index, len(numbers), cells.weights),
        cells.modulus,
    )


def scan_listed(
    data: Microdata,
    names: Sequence[str],
    filters: Filters,
    *,
    weighted: bool = False,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> CellList:
    """Occupied leaf cells of `names` under the filters; exact for any number of threads.

    Weights must be decimals (`Microdata.weight` with decimals). Raises table_too_wide, and Cancelled, checked once per
    block.
    """
    shape = tuple(len(data.dimension(name).codes) for name in names)
    refuse_too_wide(shape)
    keys = data.record_keys
    modulus = keys.modulus if keys is not None and data.rows * (keys.modulus - 1) >= 2**64 else None
    values: Sums | None = None if keys is None else keys.values
    weight: Sums | None = data.weight.values if weighted and data.weight is not None else None
    bits = 0 if keys is None else (keys.modulus - 1).bit_length()
    is_packed = weight is None and (math.prod(shape) - 1).bit_length() + bits <= _WORD and (keys is None or bits > 0)

    def run(rows: range) -> CellList:
        packed = bits if is_packed else None
        numbers, is_kept = _numbers(data, names, filters, rows, packed, cancelled)
        part_slice = slice(rows.start, rows.stop)
        own_values, weights = (
            None if value_array is None else value_array[part_slice] for value_array in (values, weight)
        )
        if is_kept is not None:
            # By their places: a mask takes five times as long.
            chosen_indices = np.flatnonzero(is_kept)
            numbers = numbers[chosen_indices]
            own_values, weights = (
                None if value_array is None else value_array[chosen_indices] for value_array in (own_values, weights)
            )
        if is_packed:
            return folded(shape, numbers, bits, modulus)
        return _counted(shape, numbers, own_values, weights, modulus)

    workers = max(1, threads or limits().workers)
    length = min(RUN_ROWS, max(kernels.BLOCK_ROWS, -(-data.rows // workers)))
    runs = [range(start, min(start + length, data.rows)) for start in range(0, max(data.rows, 1), length)]
    if workers == 1 or len(runs) == 1:
        return joined([run(run_) for run_ in runs])
    with ThreadPoolExecutor(workers) as pool:
        return joined(list(pool.map(run, runs)))


def _counted(
    shape: tuple[int, ...], numbers: Numbers, keys: Sums | None, weights: Sums | None, modulus: int | None
) -> CellList:
    """The cells of records with these numbers, keys and weights."""
    kernel = kernels.ready()
    distinct_numbers, index = ordered(numbers, math.prod(shape))
    pairs = np.zeros((len(distinct_numbers), 2), dtype=np.uint64)
    for start in range(0, len(index), kernels.BLOCK_ROWS):
        block = slice(start, start + kernels.BLOCK_ROWS)
        if keys is None:
            kernel.scatter_counts(index[block], pairs)
        elif modulus is not None:
            kernel.scatter_modulo(index[block], keys[block], pairs, modulus)
        else:
            kernel.scatter(index[block], keys[block], pairs)
    return CellList(
        shape,
        distinct_numbers,
        pairs[:, 0].astype(np.int64),
        None if keys is None else pairs[:, 1].copy(),
        None if weights is None else _sums_by_cell(index, len(distinct_numbers), weights),
        modulus,
    )


def _numbers(
    data: Microdata,
    names: Sequence[str],
    filters: Filters,
    rows: range,
    bits: int | None,
    cancelled: Callable[[], bool],
) -> tuple[Numbers, NDArray[np.bool_] | None]:
    """Cell number of each record, and the mask of records that pass the filters, None for all. bits: width of the keys
    packed below the numbers, None for none."""
    sizes = [len(data.dimension(name).codes) for name in names]
    steps = [math.prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
    is_short, kernel = math.prod(sizes) < kernels.DROPPED, kernels.ready()
    keys = data.record_keys.values if bits and data.record_keys is not None else None
    indices = np.empty(len(rows), dtype=np.uint64)
    is_kept = np.ones(len(rows), dtype=np.bool_) if filters else None
    for start in range(0, len(rows), kernels.BLOCK_ROWS):
        if cancelled():
            raise Cancelled
        current_slice = slice(start, min(start + kernels.BLOCK_ROWS, len(rows)))
        present_slice = slice(rows.start + current_slice.start, rows.start + current_slice.stop)
        index: NDArray[Any] = np.zeros(
            current_slice.stop - current_slice.start, dtype=np.uint32 if is_short else np.uint64
        )
        for name, step in zip(names, steps, strict=True):
            if is_short:
                kernel.add(index, data.columns[name][present_slice], np.uint32(step))
            else:
                index += data.columns[name][present_slice] * np.uint64(step)
        if keys is None:
            indices[current_slice] = index
        else:
            np.left_shift(index, np.uint64(bits or 0), out=indices[current_slice])
            indices[current_slice] |= keys[present_slice]
        if is_kept is not None:
            for name, allowed_filter in filters.items():
                is_kept[current_slice] &= allowed_filter[data.columns[name][present_slice]].astype(np.bool_)
    return indices, is_kept


def joined(lists: list[CellList]) -> CellList:
    """Merge lists of cells of the same table; common cells are added up.

    `lists` is emptied, so that merged lists can be freed.
    """
    while len(lists) > 1:
        # The shortest two first: long ones are gone through less often.
        lists.sort(key=len, reverse=True)
        lists.append(_merged(lists.pop(), lists.pop()))
    return lists.pop()


def _merged(first: CellList, other: CellList) -> CellList:
    counts, keys = (first.counts, other.counts), (first.key_sums, other.key_sums)
    numbers, *sums = _merged_sums(first, other, counts, counts if keys[0] is None else keys, first.modulus)
    weights = None
    if first.weights is not None and other.weights is not None:
        both_weights = first.weights, other.weights
        weights = _merged_sums(first, other, both_weights, both_weights, None)[1].view(np.int64)
    key_sums = None if keys[0] is None else sums[1]
    return CellList(first.shape, numbers, sums[0].view(np.int64), key_sums, weights, first.modulus)


def _merged_sums(
    first_list: CellList, other: CellList, plain: Sequence[Any], more: Sequence[Any], modulus: int | None
) -> list[Numbers]:
    """Merged cell numbers of two lists with two columns of sums; the second column modulo M where given."""
    total_size = len(first_list) + len(other)
    # Sums of signed numbers are those of unsigned ones, bit by bit.
    own_sums, theirs = (
        (first.view(np.uint64), second.view(np.uint64)) for first, second in zip(plain, more, strict=True)
    )
    to = [np.empty(total_size, dtype=np.uint64) for _ in range(3)]
    merge = kernels.ready().merge(
        first_list.numbers, other.numbers, own_sums, theirs, modulus or 0, to[0], (to[1], to[2])
    )
    return to if merge == total_size else [column[:merge].copy() for column in to]


def roll_up_listed(
    leaf: CellList, plans: Sequence[NodePlan], threads: int | None = None, cancelled: Callable[[], bool] = never
) -> CellList:
    """Roll up a list of leaf cells to all occupied inner cells, subtotals and totals. Raises table_too_wide, Cancelled.

    The last dimension is summed first, so that merging cells are neighbours. The result has one list for each
    combination of layers, without common cells.
    """
    refuse_too_wide([max(plan.leaf_count, len(plan.members)) for plan in plans])
    if not len(leaf):
        return replace(leaf, shape=tuple(len(plan.members) for plan in plans))
    lists = [leaf]
    with ThreadPoolExecutor(max(1, threads or limits().workers)) as pool:
        for axis in reversed(range(len(plans))):

            def task(pair: tuple[CellList, Layer], axis: int = axis) -> CellList:
                return mapped(pair[0], axis, pair[1], len(plans[axis].members), cancelled)

            new_map = pool.map(task, [(cells, layer) for cells in lists for layer in plans[axis].layers])
            lists = [cell_list for cell_list in new_map if len(cell_list)]
    return joined(lists)


def mapped(cells: CellList, axis: int, layer: Layer, nodes: int, cancelled: Callable[[], bool] = never) -> CellList:
    """The cells with the nodes of a layer in the place of a dimension's categories. Raises Cancelled."""
    if cancelled():
        raise Cancelled
    shape = (*cells.shape[:axis], nodes, *cells.shape[axis + 1 :])
    inner, count = math.prod(shape[axis + 1 :]), len(layer)
    kernel = kernels.ready()
    if bool((layer >= 0).all() and (np.diff(layer) > 0).all()):
        numbers = np.empty_like(cells.numbers)
        kernel.renumber(cells.numbers, layer, inner, nodes, numbers)
        return replace(cells, shape=shape, numbers=numbers)
    part_count = min(math.prod(shape[:axis]), len(cells))
    first = int(layer[layer >= 0].min(initial=nodes))
    part_width = inner * (int(layer.max(initial=0)) - first + 1)
    if 0 < part_width <= _LONGEST_PART and part_count * part_width <= _EMPTY_PLACES * len(cells) + _LONGEST_PART:
        numbers, index = np.empty(len(cells), dtype=np.uint64), np.empty(len(cells), dtype=np.uint32)
        slots = np.zeros(part_width, dtype=np.uint32)
        regroup = kernel.regroup(cells.numbers, layer, inner, nodes, first, numbers, index, slots)
        np.minimum(index, np.uint32(regroup), out=index)
        return _collected(cells, shape, numbers[:regroup].copy(), index)
    outer, remainder = np.divmod(cells.numbers, np.uint64(inner))
    outer, digit = np.divmod(outer, np.uint64(count))
    node = layer[digit.astype(np.intp)]
    numbers = (outer * np.uint64(nodes) + node.astype(np.uint64)) * np.uint64(inner) + remainder
    return cells.under(shape, numbers, None if layer.min(initial=0) >= 0 else node >= 0)


def aligned(lists: Sequence[CellList]) -> list[CellList]:
    """Lists of the same table extended to the union of their cells, with 0 for added cells."""
    if len(lists) < 2:
        return list(lists)
    numbers = different(np.concatenate([cell_list.numbers for cell_list in lists]))
    return [
        _collected(cell_list, cell_list.shape, numbers, np.searchsorted(numbers, cell_list.numbers).astype(np.uint32))
        for cell_list in lists
    ]


def with_own_nodes(cells: CellList, shape: tuple[int, ...], nodes: Mapping[int, int]) -> CellList:
    """Renumber listed cells in a table of `shape`. nodes: index of their node in each further dimension."""
    if not nodes:
        return cells
    plain_cells = ListedCells(cells.shape, cells.numbers)
    remaining_axes, place_arrays = iter(range(len(cells.shape))), []
    for axis in range(len(shape)):
        if axis in nodes:
            place_arrays.append(np.full(len(cells), nodes[axis], dtype=np.intp))
        else:
            place_arrays.append(plain_cells.nodes(next(remaining_axes)))
    return replace(cells, shape=shape, numbers=ListedCells(shape, cells.numbers).numbers_at(place_arrays))
