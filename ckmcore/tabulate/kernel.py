"""The scan kernel: small loops over one block of records, compiled by numba, with a numpy twin.

The loops take one column at a time (`add`, `keep`, `scatter`), so a new table shape compiles nothing. The numpy twin is
the oracle of the tests and serves until the compiled kernel is there; both give the same integers. The first scan that
is worth it begins to load the kernel on a thread of its own, so that nobody waits and nobody has to ask for it.
"""

from __future__ import annotations

import os
import stat
import sys
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.files import temporary_beside
from ckmcore.errors import CkmWarning
from ckmcore.messages import say
from ckmcore.tabulate import machine_code
from ckmcore.tabulate.largest import k_largest

BLOCK_ROWS = 65_536
TALLY_ROWS = 1024
DROPPED = 2**32 - 1

Index = NDArray[np.uint32]


@dataclass(frozen=True)
class Kernel:
    """Loops over records and cells. Index arrays are uint32 cell numbers of a block; `cells` are uint64 pairs (count,
    key sum).

    add(index, column, stride)            index += column * stride
    keep(index, column, allowed, dump)    index = dump where allowed[column] is 0
    scatter(index, keys, cells)           counts and plain key sums (the caller knows that they fit in 64 bits)
    scatter_modulo(index, keys, cells, M) counts and key sums modulo M
    scatter_counts(index, cells)          counts only
    tally(first, second, third, middle, inner, keys, sums, shift, index)
        the cells (first * middle + second) * inner + third of columns of codes of one or two bytes, and at once their
        counts and plain key sums, both in one number: count << shift, and below it the sum of keys. index: room for
        `TALLY_ROWS` cells
    scatter_values(index, values, sums)   sums of a scaled decimal (int64) or float64 column
    drop(index, values, dump)             index = dump where the value is 0
    rank(index, values, weights, found, heavy)
        found: per cell the k values that are largest by absolute value (0 stands for none), the smallest absolute
        value, the sum; heavy: the weights of the k largest. Values of 0 were dropped. Without weights the values stand
        for them, and `found` for `heavy`: a cell's row then lies in one line of the processor's cache
    spread(numbers, places, to_numbers, to_places, shift, starts)
        orders uint64 numbers, and the places that go with them, by the bits from `shift` on; equal ones keep their
        order. starts: zeros, one more than there are values of these bits
    order(values, other, shift, starts)
        orders uint64 values by their bits from `shift` on; `other` is as long. starts: zeros, for each pass one more
        than there are values of its bits; after an odd number of passes the ordered ones are in `other`
    fold(values, shift, M, counts, sums) -> number of different ones
        of values that are ordered by their bits from `shift` on, the different ones of these, which take their place,
        how many values have each, and the sums of the bits below, modulo M (0: plainly)
    runs(numbers, places, to_numbers, index) -> number of different ones
        of rising numbers the different ones, and at the place of each which of them it is
    renumber(numbers, layer, inner, nodes, to_numbers)
        in rising cell numbers a dimension's categories become nodes; inner: the cells of the dimensions behind it
    regroup(numbers, layer, inner, nodes, first, to_numbers, index, slots) -> number of cells
        the same of rising numbers where cells meet: the numbers of the cells that are made, rising, and in which of
        them each cell is (DROPPED where the layer has no node for it). first: the layer's first node; slots: zeros, as
        many as the cells of the dimensions behind it from that to its last
    add_modulo(index, keys, sums, M)      sums modulo M, of keys below M
    merge(first, second, sums, others, M, to_numbers, to_sums) -> number of cells
        two lists of different, rising numbers as one, with two columns of sums each (pairs of uint64 arrays): what both
        have is added up, in the second column modulo M (0: plainly)
    """

    name: str
    add: Callable[[Index, Any, int | np.uint32], None]
    keep: Callable[[Index, Any, NDArray[np.uint8], int], None]
    scatter: Callable[[Index, Any, NDArray[np.uint64]], None]
    scatter_modulo: Callable[[Index, Any, NDArray[np.uint64], int], None]
    scatter_counts: Callable[[Index, NDArray[np.uint64]], None]
    tally: Callable[[Any, Any, Any, int, int, Any, NDArray[np.uint64], int, Index], None]
    scatter_values: Callable[[Index, Any, Any], None]
    drop: Callable[[Index, Any, int], None]
    rank: Callable[[Index, Any, Any, Any, Any], None]
    spread: Callable[[Any, Any, Any, Any, int, Any], None]
    order: Callable[[Any, Any, int, Any], None]
    fold: Callable[[Any, int, int, Any, Any], int]
    runs: Callable[[Any, Any, Any, Any], int]
    renumber: Callable[[Any, Any, int, int, Any], None]
    regroup: Callable[[Any, Any, int, int, int, Any, Any, Any], int]
    add_modulo: Callable[[Any, Any, Any, int], None]
    merge: Callable[[Any, Any, Any, Any, int, Any, Any], int]


def _np_add(index: Index, column: Any, stride: int | np.uint32) -> None:
    index += column.astype(np.uint32) * np.uint32(stride)


def _np_keep(index: Index, column: Any, allowed: NDArray[np.uint8], dump: int) -> None:
    index[allowed[column] == 0] = dump


def _np_scatter(index: Index, keys: Any, cells: NDArray[np.uint64]) -> None:
    # A block has at most 2^16 records: sums of pieces of up to 32 bits stay far below 2^53, so float64 bins are exact.
    size, index_array = len(cells), index.astype(np.intp, copy=False)  # once, instead of once for each count
    cells[:, 0] += np.bincount(index_array, minlength=size).astype(np.uint64)
    if keys.dtype.itemsize <= 4:
        cells[:, 1] += np.bincount(index_array, weights=keys, minlength=size).astype(np.uint64)
        return
    wide_keys = keys.astype(np.uint64)
    for shift in (0, 26, 52):
        piece = (wide_keys >> np.uint64(shift)) & np.uint64(2**26 - 1)
        if shift and not piece.any():
            break
        sums = np.bincount(index_array, weights=piece.astype(np.float64), minlength=size).astype(np.uint64)
        cells[:, 1] += sums << np.uint64(shift)


def _np_scatter_modulo(index: Index, keys: Any, cells: NDArray[np.uint64], modulus: int) -> None:
    # Sort by cell and add each cell's keys by halves: exact for any M <= 10^18.
    from ckmcore.keys.record_keys import add_modulo

    size = len(cells)
    counts = np.bincount(index, minlength=size)
    cells[:, 0] += counts.astype(np.uint64)
    order = np.argsort(index, kind="stable")
    sums, index_array = keys.astype(np.uint64)[order], index[order]
    while len(index_array):
        first = np.r_[True, index_array[1:] != index_array[:-1]]
        positions = np.flatnonzero(first)
        rank = np.arange(len(index_array)) - np.repeat(positions, np.diff(np.r_[positions, len(index_array)]))
        odd = rank % 2 == 1
        partner = np.flatnonzero(odd)
        if not len(partner):
            cells[index_array, 1] = add_modulo(cells[index_array, 1], sums, modulus)
            return
        sums[partner - 1] = add_modulo(sums[partner - 1], sums[partner], modulus)
        sums, index_array = sums[~odd], index_array[~odd]


def _np_scatter_counts(index: Index, cells: NDArray[np.uint64]) -> None:
    cells[:, 0] += np.bincount(index, minlength=len(cells)).astype(np.uint64)


def _np_tally(
    first: Any,
    second: Any,
    third: Any,
    middle: int,
    inner: int,
    keys: Any,
    sums: NDArray[np.uint64],
    shift: int,
    _: Any,
) -> None:
    # Numbers of few cells have room in 16 bits.
    cells, steps = np.zeros((len(sums), 2), dtype=np.uint64), np.array([middle * inner, inner, 1], dtype=np.uint16)
    for start in range(0, len(keys), BLOCK_ROWS):
        block = slice(start, start + BLOCK_ROWS)
        index = first[block] * steps[0]
        index += second[block] * steps[1]
        index += third[block]
        _np_scatter(index, keys[block], cells)
    sums += (cells[:, 0] << np.uint64(shift)) + cells[:, 1]


def _np_scatter_values(index: Index, values: Any, sums: Any) -> None:
    np.add.at(sums, index, values)


def _np_drop(index: Index, values: Any, dump: int) -> None:
    index[values == 0] = dump


def _np_rank(index: Index, values: Any, weights: Any, leasts: Any, heavy: Any) -> None:
    # Ordered by cell and, within it, by size: the first k of each cell are joined with what the cell has.
    k = leasts.shape[1] - 2
    np.add.at(leasts[:, k + 1], index, values)
    order = np.lexsort((weights, values, np.abs(values), index))[::-1]
    order = order[values[order] != 0]
    if not len(order):
        return
    cell, first = index[order], np.ones(len(order), dtype=np.bool_)
    first[1:] = cell[1:] != cell[:-1]
    begins = np.flatnonzero(first)
    rank = np.arange(len(order)) - np.repeat(begins, np.diff(np.r_[begins, len(order)]))
    touched, is_kept = cell[begins], rank < k
    own_largest, theirs = (np.zeros((len(touched), k), dtype=number_array.dtype) for number_array in (values, weights))
    where = (np.cumsum(first)[is_kept] - 1, rank[is_kept])
    own_largest[where], theirs[where] = values[order][is_kept], weights[order][is_kept]
    wide_keys = (
        np.concatenate([leasts[touched, :k], own_largest], axis=1),
        np.concatenate([heavy[touched, :k], theirs], axis=1),
    )
    leasts[touched, :k], heavy[touched, :k] = k_largest(*wide_keys, k)
    least, former = np.abs(values[order][np.r_[begins[1:], len(order)] - 1]), leasts[touched, k]
    leasts[touched, k] = np.where((former == 0) | (least < former), least, former)


def _np_spread(numbers: Any, row_places: Any, to_numbers: Any, to_places: Any, shift: int, starts: Any) -> None:
    digits = ((numbers >> np.uint64(shift)) & np.uint64(len(starts) - 2)).astype(np.uint16)
    order = np.argsort(digits, kind="stable")
    to_numbers[:], to_places[:] = numbers[order], row_places[order]


def _np_order(values: Any, other_values: Any, shift: int, _starts: Any) -> None:
    values[:] = other_values[:] = values[np.argsort(values >> np.uint64(shift), kind="stable")]


def _np_fold(values: Any, shift: int, modulus: int, counts: Any, sums: Any) -> int:
    distinct_values, index = np.unique(values >> np.uint64(shift), return_inverse=True)
    added, size = np.zeros(len(distinct_values), dtype=np.uint64), len(distinct_values)
    below = values & np.uint64((1 << shift) - 1)
    if modulus:
        _np_add_modulo(index.astype(np.uint32), below, added, modulus)
    else:
        np.add.at(added, index, below)
    values[:size], counts[:size], sums[:size] = distinct_values, np.bincount(index, minlength=size), added
    return size


def _np_runs(numbers: Any, row_places: Any, to_numbers: Any, index: Any) -> int:
    distinct_numbers, index[row_places] = np.unique(numbers, return_inverse=True)
    to_numbers[: len(distinct_numbers)] = distinct_numbers
    return len(distinct_numbers)


def _np_renumber(numbers: Any, layer: Any, inner: int, nodes: int, to_numbers: Any) -> None:
    outer, remainder = np.divmod(numbers, np.uint64(inner))
    outer, leaf = np.divmod(outer, np.uint64(max(len(layer), 1)))
    node = layer[leaf.astype(np.intp)].astype(np.uint64)
    to_numbers[:] = (outer * np.uint64(nodes) + node) * np.uint64(inner) + remainder


def _np_regroup(
    numbers: Any, layer: Any, inner: int, nodes: int, _first: int, to_numbers: Any, index: Any, _slots: Any
) -> int:
    leaf = numbers // np.uint64(inner) % np.uint64(max(len(layer), 1))
    is_kept = layer[leaf.astype(np.intp)] >= 0
    moved = numbers[is_kept]
    _np_renumber(moved, layer, inner, nodes, moved)
    distinct_numbers, index[is_kept] = np.unique(moved, return_inverse=True)
    index[~is_kept] = DROPPED
    to_numbers[: len(distinct_numbers)] = distinct_numbers
    return len(distinct_numbers)


def _np_add_modulo(index: Index, keys: Any, sums: Any, modulus: int) -> None:
    cells = np.zeros((len(sums), 2), dtype=np.uint64)
    cells[:, 1] = sums
    _np_scatter_modulo(index, keys, cells, modulus)
    sums[:] = cells[:, 1]


def _np_merge(first: Any, second: Any, sums: Any, others: Any, modulus: int, to_numbers: Any, to_sums: Any) -> int:
    merged_numbers = np.union1d(first, second)
    to_numbers[: len(merged_numbers)] = merged_numbers
    for own_sum, theirs, to, wrap_at in zip(sums, others, to_sums, (0, modulus), strict=True):
        added = np.zeros((2, len(merged_numbers)), dtype=np.uint64)
        added[0, np.searchsorted(merged_numbers, first)], added[1, np.searchsorted(merged_numbers, second)] = (
            own_sum,
            theirs,
        )
        total = added.sum(axis=0)
        to[: len(merged_numbers)] = np.where(total >= wrap_at, total - np.uint64(wrap_at), total) if wrap_at else total
    return len(merged_numbers)


NUMPY_KERNEL = Kernel(
    "numpy",
    _np_add,
    _np_keep,
    _np_scatter,
    _np_scatter_modulo,
    _np_scatter_counts,
    _np_tally,
    _np_scatter_values,
    _np_drop,
    _np_rank,
    _np_spread,
    _np_order,
    _np_fold,
    _np_runs,
    _np_renumber,
    _np_regroup,
    _np_add_modulo,
    _np_merge,
)


def _add(index: Any, column: Any, stride: Any) -> None:
    for row in range(len(index)):
        index[row] += column[row] * stride


def _keep(index: Any, column: Any, allowed: Any, dump: Any) -> None:
    for row in range(len(index)):
        if allowed[column[row]] == 0:
            index[row] = dump


def _scatter(index: Any, keys: Any, cells: Any) -> None:
    for row in range(len(index)):
        cell = index[row]
        cells[cell, 0] += 1
        cells[cell, 1] += keys[row]


def _scatter_modulo(index: Any, keys: Any, cells: Any, modulus: Any) -> None:
    for row in range(len(index)):
        cell = index[row]
        cells[cell, 0] += 1
        total = cells[cell, 1] + keys[row]
        cells[cell, 1] = total - modulus if total >= modulus else total


def _scatter_counts(index: Any, cells: Any) -> None:
    for row in range(len(index)):
        cells[index[row], 0] += 1


def _tally(
    first: Any, second: Any, third: Any, middle: Any, inner: Any, keys: Any, sums: Any, shift: Any, index: Any
) -> None:
    count_unit = np.uint64(1) << shift
    for start in range(0, len(keys), TALLY_ROWS):
        # Numbers of so few records stay in the nearest cache, and are made several at once.
        stop = min(start + TALLY_ROWS, len(keys))
        outer, centre, last_third = first[start:stop], second[start:stop], third[start:stop]
        for row in range(stop - start):
            index[row] = np.uint32((np.uint32(outer[row]) * middle + np.uint32(centre[row])) * inner + last_third[row])
        own_keys = keys[start:stop]
        for row in range(stop - start):
            sums[index[row]] += count_unit + own_keys[row]


def _scatter_values(index: Any, values: Any, sums: Any) -> None:
    for row in range(len(index)):
        sums[index[row]] += values[row]


def _drop(index: Any, values: Any, dump: Any) -> None:
    for row in range(len(index)):
        if values[row] == 0:
            index[row] = dump


def _rank(index: Any, values: Any, weights: Any, largest_found: Any, heavy: Any) -> None:
    k = largest_found.shape[1] - 2
    for row in range(len(index)):
        value, cell = values[row], index[row]
        size, least = abs(value), largest_found[cell, k]
        largest_found[cell, k + 1] += value
        if size < least or least == 0:
            largest_found[cell, k] = size
        if size >= abs(largest_found[cell, k - 1]):
            weight, rank = weights[row], k - 1
            while rank >= 0:
                other = largest_found[cell, rank]
                if abs(other) > size or (
                    abs(other) == size and (other > value or (other == value and heavy[cell, rank] >= weight))
                ):
                    break
                if rank < k - 1:
                    largest_found[cell, rank + 1] = other
                    heavy[cell, rank + 1] = heavy[cell, rank]
                rank -= 1
            if rank < k - 1:
                largest_found[cell, rank + 1] = value
                heavy[cell, rank + 1] = weight


def _spread(numbers: Any, row_places: Any, to_numbers: Any, to_places: Any, shift: Any, starts: Any) -> None:
    mask = np.uint64(len(starts) - 2)
    for row in range(len(numbers)):
        starts[np.intp((numbers[row] >> shift) & mask) + 1] += 1
    for digit in range(1, len(starts)):
        starts[digit] += starts[digit - 1]
    for row in range(len(numbers)):
        target_index = starts[np.intp((numbers[row] >> shift) & mask)]
        to_numbers[target_index] = numbers[row]
        to_places[target_index] = row_places[row]
        starts[np.intp((numbers[row] >> shift) & mask)] = target_index + 1


def _order(values: Any, other: Any, shift: Any, starts: Any) -> None:
    passes, width = starts.shape[0], np.uint64(0)
    mask = np.uint64(starts.shape[1] - 2)
    while mask >> width:
        width += np.uint64(1)
    for row in range(len(values)):
        remaining_width = values[row] >> shift
        for digit_pass in range(passes):
            starts[digit_pass, np.intp(remaining_width & mask) + 1] += 1
            remaining_width >>= width
    source, target = values, other
    for digit_pass in range(passes):
        for digit in range(1, starts.shape[1]):
            starts[digit_pass, digit] += starts[digit_pass, digit - 1]
        begins = starts[digit_pass]
        for row in range(len(source)):
            target_index = np.intp((source[row] >> shift) & mask)
            target[begins[target_index]] = source[row]
            begins[target_index] += 1
        source, target = target, source
        shift += width


def _fold(values: Any, shift: Any, modulus: Any, counts: Any, sums: Any) -> Any:
    fold, below, row = 0, (np.uint64(1) << shift) - np.uint64(1), 0
    while row < len(values):
        number, count, total = values[row] >> shift, np.uint64(0), np.uint64(0)
        while row < len(values) and values[row] >> shift == number:
            total += values[row] & below
            if total >= modulus:
                total -= modulus
            count += np.uint64(1)
            row += 1
        values[fold], counts[fold], sums[fold] = number, count, total
        fold += 1
    return fold


def _runs(numbers: Any, row_places: Any, to_numbers: Any, index: Any) -> Any:
    distinct_count, last_number = np.uint32(0), np.uint64(0)
    for row in range(len(numbers)):
        number = numbers[row]
        if row == 0 or number != last_number:
            to_numbers[distinct_count] = number
            distinct_count += np.uint32(1)
            last_number = number
        index[row_places[row]] = distinct_count - np.uint32(1)
    return np.intp(distinct_count)


def _renumber(numbers: Any, layer: Any, inner: Any, nodes: Any, to_numbers: Any) -> None:
    span, base, begins, ends, moved = (
        np.uint64(len(layer)) * inner,
        np.uint64(0),
        np.uint64(0),
        np.uint64(0),
        np.uint64(0),
    )
    layer_index = np.uint64(0)
    for row in range(len(numbers)):
        # Most numbers are of the part of the one before, many of its category: to divide takes longest.
        remainder = numbers[row] - base
        if remainder >= span:
            layer_index = numbers[row] // span
            base, ends = layer_index * span, np.uint64(0)
            remainder = numbers[row] - base
        if remainder >= ends:
            leaf = remainder if inner == 1 else remainder // inner
            begins = leaf * inner
            ends, moved = begins + inner, (layer_index * nodes + np.uint64(layer[np.intp(leaf)])) * inner
        to_numbers[row] = moved + (remainder - begins)


def _regroup(
    numbers: Any, layer: Any, inner: Any, nodes: Any, first: Any, to_numbers: Any, index: Any, slots: Any
) -> Any:
    span, layer_width, row, regroup = np.uint64(len(layer)) * inner, nodes * inner, 0, 0
    former = np.uint64(first) * inner
    while row < len(numbers):
        layer_index = numbers[row] // span
        base, end, lowest, highest = layer_index * span, row, np.intp(len(slots)), np.intp(-1)
        begins, ends, node = np.uint64(0), np.uint64(0), np.intp(-1)
        while end < len(numbers) and numbers[end] - base < span:
            remainder = numbers[end] - base
            if remainder >= ends:
                leaf = remainder // inner
                begins, ends, node = leaf * inner, (leaf + np.uint64(1)) * inner, layer[np.intp(leaf)]
            if node < 0:
                index[end] = DROPPED
            else:
                place = np.intp(np.uint64(node - first) * inner + (remainder - begins))
                slots[place] = 1
                index[end] = place
                if place < lowest:
                    lowest = place
                if place > highest:
                    highest = place
            end += 1
        for slot in range(lowest, highest + 1):
            if slots[slot]:
                to_numbers[regroup] = layer_index * layer_width + former + np.uint64(slot)
                slots[slot] = regroup
                regroup += 1
        for inner_row in range(row, end):
            if index[inner_row] != DROPPED:
                index[inner_row] = slots[index[inner_row]]
        slots[lowest : highest + 1] = 0
        row = end
    return regroup


def _add_modulo(index: Any, keys: Any, sums: Any, modulus: Any) -> None:
    for row in range(len(index)):
        total = sums[index[row]] + keys[row]
        sums[index[row]] = total - modulus if total >= modulus else total


def _merge(first: Any, second: Any, sums: Any, others: Any, modulus: Any, to_numbers: Any, to_sums: Any) -> Any:
    (own_counts, my_more), (theirs, their_more), (to, to_more) = sums, others, to_sums
    # Places are unsigned: of others the compiler asks each time whether they count from the end.
    each_step, other_step, found_step, step = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(1)
    ends, others_end = np.uint64(len(first)), np.uint64(len(second))
    while each_step < ends and other_step < others_end:
        number, second_number = first[each_step], second[other_step]
        if number < second_number:
            to_numbers[found_step], to[found_step], to_more[found_step] = (
                number,
                own_counts[each_step],
                my_more[each_step],
            )
            each_step += step
        elif second_number < number:
            to_numbers[found_step], to[found_step], to_more[found_step] = (
                second_number,
                theirs[other_step],
                their_more[other_step],
            )
            other_step += step
        else:
            total = my_more[each_step] + their_more[other_step]
            to_numbers[found_step], to[found_step] = number, own_counts[each_step] + theirs[other_step]
            to_more[found_step] = total - modulus if total >= modulus else total
            each_step += step
            other_step += step
        found_step += step
    while each_step < ends:
        to_numbers[found_step], to[found_step], to_more[found_step] = (
            first[each_step],
            own_counts[each_step],
            my_more[each_step],
        )
        each_step += step
        found_step += step
    while other_step < others_end:
        to_numbers[found_step], to[found_step], to_more[found_step] = (
            second[other_step],
            theirs[other_step],
            their_more[other_step],
        )
        other_step += step
        found_step += step
    return np.intp(found_step)


def cache_folder(name: str) -> Path | None:
    """Folder of this name for compiled loops in the user's cache, tested by writing; None where it is not writable, or
    others could write to it.

    It is never the current folder or the installation, since compiled caches are loaded as code.
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "") or str(Path("~/.cache").expanduser())
    if not Path(base).is_absolute():
        return None
    try:
        folder = Path(base)
        folder.mkdir(parents=True, exist_ok=True)
        for part in ("ckmdesk", name):
            folder = folder / part
            folder.mkdir(exist_ok=True, mode=0o700)
            if part == "ckmdesk":
                _close_to_others(folder)
        # What a link leads to is looked at, and used, without the link.
        folder = folder.resolve(strict=True)
        if not is_own(folder):
            return None
        temporary_beside(folder / "tried").unlink()
    except OSError:
        return None
    return folder


def _close_to_others(folder: Path) -> None:
    """Remove the write permission of others from a folder of the current user."""
    folder_stat = folder.stat()
    if sys.platform != "win32" and folder_stat.st_uid == os.geteuid() and folder_stat.st_mode & 0o022:
        folder.chmod(stat.S_IMODE(folder_stat.st_mode) & ~0o022)


def is_own(folder: Path) -> bool:
    """Whether a folder belongs to the current user, is closed to others, and cannot be replaced by others except root:
    its parents belong to either, or have the sticky bit as `/tmp`. On Windows the folder of local data is private by
    itself."""
    if sys.platform == "win32":
        return True
    folder_stat, user = folder.stat(), os.geteuid()
    if folder_stat.st_uid != user or stat.S_IMODE(folder_stat.st_mode) & 0o077:
        return False
    above = [parent.stat() for parent in folder.parents]
    return all(
        parent_stat.st_uid in (0, user) and (not parent_stat.st_mode & 0o022 or parent_stat.st_mode & stat.S_ISVTX)
        for parent_stat in above
    )


# Loading takes as long as the numpy version needs for several times as many records.
LOAD_FROM_ROWS = 20_000_000


Loops = TypeVar("Loops")


class Loader(Generic[Loops]):
    """Loads compiled loops at most once, and warns at most once where that fails. Until they are loaded, or if this
    fails, the numpy version `twin` is used."""

    def __init__(self, compiled: Callable[[], Loops], twin: Loops) -> None:
        self._compile, self._plain = compiled, twin
        self._lock = threading.RLock()
        self._rows = 0
        self._kernel: Loops | None = None
        self._thread: threading.Thread | None = None
        self._failure: Exception | None = None
        self._told = False

    def load(self) -> Loops:
        """Compiled kernel, loaded now if necessary (seconds the first time, later from the user's cache)."""
        with self._lock:
            if self._kernel is None:
                self._kernel = self._compile()
            return self._kernel

    def ready(self) -> Loops:
        """Compiled kernel, loaded now if necessary; the numpy kernel with a CkmWarning where loading fails."""
        if self._kernel is None and not self._told:
            self._load_aside()
        return self._kernel or self._twin()

    def current(self, rows: int = 0) -> Loops:
        """Compiled kernel if it is loaded, otherwise the numpy kernel.

        rows: number of records of the next scan; from LOAD_FROM_ROWS on of all scans together, loading starts in a
        thread: a program that makes one table and ends is done before. Where loading fails, the numpy kernel is kept
        with one CkmWarning.
        """
        if self._kernel is not None:
            return self._kernel
        self._rows += rows
        if self._thread is None and self._rows >= LOAD_FROM_ROWS:
            with self._lock:
                if self._thread is None:
                    # Not a daemon: a program that ends would take the compiler apart while it works.
                    self._thread = threading.Thread(target=self._load_aside, name="ckmcore-kernel")
                    self._thread.start()
        return self._twin()

    def _twin(self) -> Loops:
        failure, self._failure = self._failure, None
        if failure is not None:
            self._told = True
            reason = f"{type(failure).__name__}: {failure}"
            warnings.warn(say("kernel_not_loaded", "en", reason=reason), CkmWarning, stacklevel=3)
        return self._plain

    def wait(self) -> None:
        """Wait until the loading begun by `current` has ended."""
        if self._thread is not None:
            self._thread.join()

    def _load_aside(self) -> None:
        try:
            self.load()
        except Exception as fault:  # noqa: BLE001 - numba, LLVM and the cache each have faults of their own
            self._failure = fault

    def before_fork(self) -> None:
        """Wait until nothing is being loaded before a fork, since a forked process could never release the compiler's
        locks."""
        self._lock.acquire()

    def after_fork(self) -> None:
        """Release the lock in the parent process after a fork."""
        self._lock.release()

    def anew(self) -> None:
        """Release the lock in the child process after a fork; it has the kernel, or no loading thread."""
        self._thread = None
        self._lock.release()


def builder() -> Callable[[Any, list[Any]], Any]:
    """Function that compiles a loop for signatures and caches the result in the user's cache folder."""
    import numba

    folder = cache_folder(f"numba-{numba.__version__}")
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)

    def build(loop: Any, signatures: list[Any]) -> Any:
        return numba.njit(signatures, nogil=True, cache=folder is not None)(loop)

    return build


_LOOPS: dict[str, Callable[..., Any]] = {
    "add": _add,
    "keep": _keep,
    "scatter": _scatter,
    "scatter_modulo": _scatter_modulo,
    "scatter_counts": _scatter_counts,
    "tally": _tally,
    "scatter_values": _scatter_values,
    "drop": _drop,
    "rank": _rank,
    "spread": _spread,
    "order": _order,
    "fold": _fold,
    "runs": _runs,
    "renumber": _renumber,
    "regroup": _regroup,
    "add_modulo": _add_modulo,
    "merge": _merge,
}


def _signatures() -> dict[str, list[Any]]:
    """Types of numba for which each loop is compiled."""
    from numba import types

    void = types.void
    codes = [types.Array(kind, 1, "C", readonly=True) for kind in (types.uint8, types.uint16, types.uint32)]
    keys = [types.Array(kind, 1, "C", readonly=True) for kind in (types.uint32, types.uint64)]
    index = types.Array(types.uint32, 1, "C")
    cells = types.Array(types.uint64, 2, "C")
    allowed_array = types.Array(types.uint8, 1, "C", readonly=True)
    kinds = (types.int64, types.float64)
    column = {kind: types.Array(kind, 1, "C", readonly=True) for kind in kinds}
    numbers = [(column[kind], kind[::1]) for kind in kinds]
    ranks = [
        void(index, column[value], column[weight], value[:, ::1], weight[:, ::1]) for value in kinds for weight in kinds
    ]
    tallies = [
        void(*columns, types.uint32, types.uint32, keys[0], types.uint64[::1], types.uint64, index)
        for columns in product(codes[:2], repeat=3)
    ]
    long, rows, index_type = types.uint64[::1], types.uint32[::1], types.intp[::1]
    two = types.UniTuple(long, 2)
    return {
        "add": [void(index, code, types.uint32) for code in codes],
        "keep": [void(index, code, allowed_array, types.uint32) for code in codes],
        "scatter": [void(index, key, cells) for key in keys],
        "scatter_modulo": [void(index, key, cells, types.uint64) for key in keys],
        "scatter_counts": [void(index, cells)],
        "tally": tallies,
        "scatter_values": [void(index, values, sums) for values, sums in numbers],
        "drop": [void(index, values, types.uint32) for values in column.values()],
        "rank": ranks,
        "spread": [void(long, rows, long, rows, types.uint64, types.intp[::1])],
        "order": [void(long, long, types.uint64, types.intp[:, ::1])],
        "fold": [types.intp(long, types.uint64, types.uint64, long, long)],
        "runs": [types.intp(long, rows, long, rows)],
        "renumber": [void(long, index_type, types.uint64, types.uint64, long)],
        "regroup": [types.intp(long, index_type, types.uint64, types.uint64, types.intp, long, rows, rows)],
        "add_modulo": [void(rows, long, long, types.uint64)],
        "merge": [types.intp(long, long, two, two, types.uint64, long, two)],
    }


def _compile() -> Kernel:
    if machine_code.supported():
        try:
            kernel = Kernel("numba", **machine_code.load(_LOOPS, _signatures, cache_folder("loops")))
            if machine_code.agree(kernel, NUMPY_KERNEL):
                return kernel
        except Exception:  # noqa: BLE001, S110 - LLVM, and what of numba is not public; the compiler has a way of its own
            pass
    build = builder()
    return Kernel("numba", **{name: build(_LOOPS[name], chosen) for name, chosen in _signatures().items()})


def loader_of(compiled: Callable[[], Loops], twin: Loops) -> Loader[Loops]:
    """Loader for this process and the processes forked from it. twin: numpy version of the loops."""
    loader = Loader(compiled, twin)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=loader.before_fork, after_in_parent=loader.after_fork, after_in_child=loader.anew)
    return loader


_loader = loader_of(_compile, NUMPY_KERNEL)
load, ready, current = _loader.load, _loader.ready, _loader.current
