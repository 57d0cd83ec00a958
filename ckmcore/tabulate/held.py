"""How the arrays of a block hold its cells; all else is elementwise and does not ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

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
