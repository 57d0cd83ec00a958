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
    """Something that a table which lists its cells cannot show. Fields: what (a sentence)."""

    code = "listed_not_computed"


Places = Sequence[NDArray[np.intp]]


class Cells(Protocol):
    """The cells that the arrays of a block hold. `shape`: number of nodes per dimension of the table; `held`: shape of
    the arrays."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def held(self) -> tuple[int, ...]: ...

    def places(self) -> list[NDArray[np.intp]]:
        """Per dimension the node of each cell, each broadcast to `held` together with the others."""
        ...

    def along(self, axis: int, of_nodes: NDArray[Any]) -> NDArray[Any]:
        """What is known of each node of a dimension, for the cells; broadcast to `held`."""
        ...

    def taken(self, array: NDArray[Any], places: Places) -> NDArray[Any]:
        """The elements of an array that belong to the cells at `places`."""
        ...

    def of_all(self, array: NDArray[Any]) -> NDArray[Any]:
        """Of an array of all cells of the table (`shape`) the elements of those held."""
        ...

    def at(self, position: tuple[int, ...]) -> tuple[int, ...] | None:
        """Where the arrays have the cell at a position of the table; None: they do not have it."""
        ...


def different(numbers: NDArray[Any]) -> NDArray[Any]:
    """The different ones among numbers, rising: by sorting, which is quicker than what numpy does for integers."""
    rising = np.sort(numbers)
    new = np.ones(len(rising), dtype=np.bool_)
    np.not_equal(rising[1:], rising[:-1], out=new[1:])
    found: NDArray[Any] = rising[new]
    return found


@dataclass(frozen=True)
class AllCells:
    """Every cell of the table, occupied or not: the arrays have one axis per dimension."""

    shape: tuple[int, ...]

    @property
    def held(self) -> tuple[int, ...]:
        return self.shape

    def places(self) -> list[NDArray[np.intp]]:
        """See `Cells`."""
        return list(np.ogrid[tuple(map(slice, self.shape))]) if self.shape else []

    def along(self, axis: int, of_nodes: NDArray[Any]) -> NDArray[Any]:
        """See `Cells`."""
        return of_nodes.reshape([-1 if place == axis else 1 for place in range(len(self.shape))])

    def taken(self, array: NDArray[Any], places: Places) -> NDArray[Any]:
        """See `Cells`."""
        found: NDArray[Any] = array[tuple(places)]
        return found

    def of_all(self, array: NDArray[Any]) -> NDArray[Any]:
        """See `Cells`."""
        return array

    def at(self, position: tuple[int, ...]) -> tuple[int, ...]:
        """See `Cells`."""
        return position


@dataclass(frozen=True, eq=False)
class ListedCells:
    """Listed cells of a table. numbers: their positions in the C order of all cells, rising (uint64).

    empty: number of entries for cells without records at the end of the arrays: one for each, one for all, or none.
    Cells that are not listed have the last of these values; without any, 0.
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
        """See `Cells`."""
        return [self._held(axis) for axis in range(len(self.shape))]

    def _held(self, axis: int) -> NDArray[np.intp]:
        found = self.nodes(axis)
        if self.empty == len(found):
            return np.concatenate([found, found])
        return np.concatenate([found, np.zeros(self.empty, dtype=np.intp)])

    def nodes(self, axis: int) -> NDArray[np.intp]:
        """The node of each listed cell in a dimension."""
        inner = math.prod(self.shape[axis + 1 :])
        return (self.numbers // np.uint64(inner) % np.uint64(self.shape[axis])).astype(np.intp)

    def along(self, axis: int, of_nodes: NDArray[Any]) -> NDArray[Any]:
        """See `Cells`."""
        found: NDArray[Any] = of_nodes[self._held(axis)]
        return found

    def taken(self, array: NDArray[Any], places: Places) -> NDArray[Any]:
        """See `Cells`."""
        if not places:
            wanted = np.zeros(self.held, dtype=np.uint64)
        else:
            wanted = self.numbers_at(places)
        index, known = self.found(wanted)
        if self.empty:
            return array[np.where(known, index, len(array) - 1)]
        return np.where(known, array[index], array.dtype.type(0)) if len(array) else np.zeros(len(wanted), array.dtype)

    def numbers_at(self, places: Places) -> NDArray[np.uint64]:
        """The numbers of cells of the table."""
        found = np.zeros(np.broadcast_shapes(*(place.shape for place in places)), dtype=np.uint64)
        for place, size in zip(places, self.shape, strict=True):
            found *= np.uint64(size)
            found += place.astype(np.uint64)
        return found

    def found(self, wanted: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Where the list has cells of these numbers (anywhere, where it does not), and whether it has them."""
        index = np.minimum(np.searchsorted(self.numbers, wanted), max(len(self.numbers) - 1, 0))
        return index, self.numbers[index] == wanted if len(self.numbers) else np.zeros(wanted.shape, dtype=np.bool_)

    def of_all(self, array: NDArray[Any]) -> NDArray[Any]:
        """See `Cells`."""
        found: NDArray[Any] = array[tuple(self.places())] if self.shape else np.broadcast_to(array, self.held)
        return found

    def at(self, position: tuple[int, ...]) -> tuple[int, ...] | None:
        """See `Cells`."""
        places = [np.array([one], dtype=np.intp) for one in position]
        index, known = self.found(self.numbers_at(places) if places else np.zeros(1, dtype=np.uint64))
        return (int(index[0]),) if known[0] else None

    def only(self, places: NDArray[np.intp]) -> ListedCells:
        """Select listed cells by their positions in the list."""
        return ListedCells(self.shape, self.numbers[places])
