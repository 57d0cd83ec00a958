"""How the arrays of a block hold its cells; all else is elementwise and does not ask."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError


class ListedNotComputed(InputError):
    """A table that lists its cells cannot show this. Fields: what (a sentence)."""

    code = "listed_not_computed"


Places = Sequence[NDArray[np.intp]]


class Cells(Protocol):
    """Interface to the cells that a block's arrays hold. shape: number of nodes of each dimension of the table; held:
    shape of the arrays."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def held(self) -> tuple[int, ...]: ...

    def places(self) -> list[NDArray[np.intp]]:
        """Index of each cell's node for each dimension, as arrays that broadcast to `held`."""
        ...

    def along(self, axis: int, of_nodes: NDArray[Any]) -> NDArray[Any]:
        """Values given for each node of a dimension, per cell; broadcasts to `held`. axis: index of the dimension."""
        ...

    def taken(self, array: NDArray[Any], places: Places) -> NDArray[Any]:
        """The elements of an array that belong to the cells at `places`."""
        ...

    def of_all(self, array: NDArray[Any]) -> NDArray[Any]:
        """Entries of the held cells in an array over all cells of the table."""
        ...

    def at(self, position: tuple[int, ...]) -> tuple[int, ...] | None:
        """Array index of the cell at a position of the table; None where the arrays do not hold it."""
        ...


def different(numbers: NDArray[Any]) -> NDArray[Any]:
    """Distinct numbers in ascending order; by sorting, which is faster than numpy's `unique` for integers."""
    rising = np.sort(numbers)
    new = np.ones(len(rising), dtype=np.bool_)
    np.not_equal(rising[1:], rising[:-1], out=new[1:])
    found_different: NDArray[Any] = rising[new]
    return found_different


@dataclass(frozen=True)
class AllCells:
    """All cells of a table, occupied or not, in arrays with one axis per dimension."""

    shape: tuple[int, ...]

    @property
    def held(self) -> tuple[int, ...]:
        return self.shape

    def places(self) -> list[NDArray[np.intp]]:
        """Index of each cell's node for each dimension; see `Cells`."""
        return list(np.ogrid[tuple(map(slice, self.shape))]) if self.shape else []

    def along(self, axis: int, of_nodes: NDArray[Any]) -> NDArray[Any]:
        """Values given for each node of a dimension, per cell; see `Cells`."""
        return of_nodes.reshape([-1 if index == axis else 1 for index in range(len(self.shape))])

    def taken(self, array: NDArray[Any], places: Places) -> NDArray[Any]:
        """Entries of an array at cells given by their nodes; see `Cells`."""
        result: NDArray[Any] = array[tuple(places)]
        return result

    def of_all(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array itself, since all cells are held; see `Cells`."""
        return array

    def at(self, position: tuple[int, ...]) -> tuple[int, ...]:
        """The position itself, since all cells are held; see `Cells`."""
        return position


@dataclass(frozen=True, eq=False)
class ListedCells:
    """Listed cells of a table. numbers: index of each in the C order of all cells, ascending (uint64).

    empty: number of entries for cells without records at the end of the arrays: one for each listed cell, a single one,
    or none. Unlisted cells have the value of the last such entry, or 0 without any.
    """

    shape: tuple[int, ...]
    numbers: NDArray[np.uint64]
    empty: int = 0

    def __repr__(self) -> str:
        return f"ListedCells(of shape {self.shape})"

    @property
    def held(self) -> tuple[int, ...]:
        return (len(self.numbers) + self.empty,)

    def places(self) -> list[NDArray[np.intp]]:
        """Index of each listed cell's node for each dimension; see `Cells`."""
        return [self._nodes_of_cells(axis) for axis in range(len(self.shape))]

    def _nodes_of_cells(self, axis: int) -> NDArray[np.intp]:
        nodes = self.nodes(axis)
        if self.empty == len(nodes):
            return np.concatenate([nodes, nodes])
        return np.concatenate([nodes, np.zeros(self.empty, dtype=np.intp)])

    def nodes(self, axis: int) -> NDArray[np.intp]:
        """The node of each listed cell in a dimension."""
        inner = math.prod(self.shape[axis + 1 :])
        nodes, size = self.numbers if inner == 1 else self.numbers // np.uint64(inner), np.uint64(self.shape[axis])
        # A remainder takes three times as long as a quotient.
        return (nodes - nodes // size * size if axis else nodes).astype(np.intp)

    def along(self, axis: int, of_nodes: NDArray[Any]) -> NDArray[Any]:
        """Values given for each node of a dimension, per listed cell; see `Cells`."""
        along: NDArray[Any] = of_nodes[self._nodes_of_cells(axis)]
        return along

    def taken(self, array: NDArray[Any], places: Places) -> NDArray[Any]:
        """Entries of an array at cells given by their nodes, listed or not; see `Cells`."""
        if not places:
            wanted_numbers = np.zeros(self.held, dtype=np.uint64)
        else:
            wanted_numbers = self.numbers_at(places)
        index, is_held = self.found(wanted_numbers)
        if self.empty:
            return array[np.where(is_held, index, len(array) - 1)]
        return (
            np.where(is_held, array[index], array.dtype.type(0))
            if len(array)
            else np.zeros(len(wanted_numbers), array.dtype)
        )

    def numbers_at(self, places: Places) -> NDArray[np.uint64]:
        """The numbers of cells of the table."""
        numbers = np.zeros(np.broadcast_shapes(*(index_array.shape for index_array in places)), dtype=np.uint64)
        for index_array, size in zip(places, self.shape, strict=True):
            numbers *= np.uint64(size)
            numbers += index_array.astype(np.uint64)
        return numbers

    def found(self, wanted: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Index in the list of each cell number, and whether the list has it; otherwise the index is arbitrary."""
        index = np.minimum(np.searchsorted(self.numbers, wanted), max(len(self.numbers) - 1, 0))
        return index, self.numbers[index] == wanted if len(self.numbers) else np.zeros(wanted.shape, dtype=np.bool_)

    def of_all(self, array: NDArray[Any]) -> NDArray[Any]:
        """Entries of the listed cells in an array over all cells; see `Cells`."""
        of_all: NDArray[Any] = array[tuple(self.places())] if self.shape else np.broadcast_to(array, self.held)
        return of_all

    def at(self, position: tuple[int, ...]) -> tuple[int, ...] | None:
        """Array index of the cell at a position, None where it is not listed; see `Cells`."""
        indices = [np.array([coordinate], dtype=np.intp) for coordinate in position]
        index, is_held = self.found(self.numbers_at(indices) if indices else np.zeros(1, dtype=np.uint64))
        return (int(index[0]),) if is_held[0] else None

    def only(self, places: NDArray[np.intp]) -> ListedCells:
        """Select listed cells by their positions in the list."""
        return ListedCells(self.shape, self.numbers[places])
