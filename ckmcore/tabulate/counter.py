"""Cells that were counted where the records lie, in the forms that tables are made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.counter import Counter, NumbersElsewhere
from ckmcore.microdata.data import Microdata, compact_codes
from ckmcore.tabulate.cell_storage import ListedCells
from ckmcore.tabulate.magnitudes import MagnitudeCube, RawMagnitude
from ckmcore.tabulate.scan import Filters, LeafCube
from ckmcore.tabulate.sparse_cells import CellList, refuse_too_wide

# Key sums of a counter are always modulo M.
MODULAR = True


def counted_list(
    data: Microdata,
    counter: Counter,
    names: Sequence[str],
    filters: Filters,
    *,
    weighted: bool,
    cancelled: Callable[[], bool],
) -> CellList:
    """Occupied leaf cells of `names` under the filters, counted by the database. Raises table_too_wide and the errors
    of counting."""
    shape = _shape(data, names)
    refuse_too_wide(shape)
    weighted = weighted and data.weight is not None
    cells = counter.cells(names, filters, weighted=weighted, cancelled=cancelled)
    modulus = None if data.record_keys is None else data.record_keys.modulus
    return CellList(shape, cells.numbers, cells.counts, cells.key_sums, cells.weights, modulus)


def counted_cube(
    data: Microdata,
    counter: Counter,
    names: Sequence[str],
    filters: Filters,
    *,
    weighted: bool,
    cancelled: Callable[[], bool],
) -> LeafCube:
    """The leaf cube of `names` under the filters, all its cells."""
    cells = counted_list(data, counter, names, filters, weighted=weighted, cancelled=cancelled)

    def whole(values: NDArray[Any]) -> NDArray[Any]:
        return _spread(cells.numbers, values, cells.shape)

    return LeafCube(
        tuple(names),
        whole(cells.counts),
        None if cells.key_sums is None else whole(cells.key_sums),
        MODULAR,
        None if cells.weights is None else whole(cells.weights),
    )


def counted_magnitude(
    data: Microdata,
    counter: Counter,
    names: Sequence[str],
    filters: Filters,
    magnitude: str,
    *,
    k: int,
    weighted: bool,
    cancelled: Callable[[], bool],
) -> MagnitudeCube:
    """Leaf cells of `names` for a magnitude, counted by the database, as arrays over all cells. k: number of largest
    contributions."""
    numbers, arrays = counter.largest(names, filters, magnitude, k, weighted=weighted, cancelled=cancelled)
    column, shape = data.magnitudes[magnitude], _shape(data, names)
    spread: dict[str, Any] = {name: _spread(numbers, array, shape) for name, array in arrays.items()}
    decimals = column.decimals or 0
    heavier = data.weight.decimals or 0 if weighted and data.weight is not None else None
    missing = column.missing_count if isinstance(column, NumbersElsewhere) else 0
    raw_magnitude = RawMagnitude(
        decimals,
        None if heavier is None else decimals + heavier,
        missing,
        **{"weighted_sums": None, "largest_weights": None, "key_sums": None, **spread},
    )
    return MagnitudeCube(tuple(names), raw_magnitude, MODULAR)


def counted_combinations(
    data: Microdata, counter: Counter, names: Sequence[str], cancelled: Callable[[], bool]
) -> tuple[Microdata, NDArray[np.int64], NDArray[np.uint64] | None]:
    """Distinct combinations of categories as data, with the number of records of each, and their key sums modulo M.
    Confidential. Raises table_too_wide and the errors of counting."""
    counted_cells = counted_list(data, counter, names, {}, weighted=False, cancelled=cancelled)
    cells = ListedCells(counted_cells.shape, counted_cells.numbers)
    columns = {name: compact_codes(cells.nodes(axis), counted_cells.shape[axis]) for axis, name in enumerate(names)}
    bare = replace(
        data,
        rows=len(counted_cells),
        columns=columns,
        record_keys=None,
        weight=None,
        magnitudes={},
        households=None,
        counter=None,
        cache={},
    )
    return bare, counted_cells.counts, counted_cells.key_sums


def _shape(data: Microdata, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(len(data.dimension(name).codes) for name in names)


def _spread(numbers: NDArray[np.uint64], values: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Expand values of listed cells to an array over all cells, with 0 for others. shape: of the table."""
    whole_values = np.zeros((math.prod(shape), *values.shape[1:]), dtype=values.dtype)
    whole_values[numbers.astype(np.intp)] = values
    return whole_values.reshape((*shape, *values.shape[1:]))
