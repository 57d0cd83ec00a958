"""Cells of a table ready to be published with new keys: each repetition is one more axis of their arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.measures import TableFigures
from ckmcore.lab.risk.atoms import BlockAtoms
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.spec import Value

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class CellGroup:
    """Cells of one value and block, with their keys as sums of keys of atoms: over all records, for sums also over
    contributors and over records with a value."""

    value: Value
    block: RawBlock
    atoms: tuple[BlockAtoms, ...]

    @classmethod
    def of(cls, value: Value, block: RawBlock, positions: Ints, atoms: tuple[BlockAtoms, ...]) -> CellGroup:
        """Group of some cells of a block, as a block with an axis of cells and an axis of repetitions. positions: flat
        indices of the cells."""
        name = value.magnitude

        def column(array: NDArray[Any] | None) -> Any:
            return None if array is None else array.ravel()[positions][:, None]

        cells = replace(
            block, counts=column(block.counts), key_sums=None, weights=column(block.weights),
            exempt=None if name else column(block.exempt), magnitudes={},
        )  # fmt: skip
        if name:
            raw = block.magnitudes[name].reshaped((block.counts.size,)).each(lambda array: array[positions][:, None])
            cells = replace(cells, magnitudes={name: raw})
        return cls(value, cells, tuple(atom.of_cells(positions) for atom in atoms))

    def drawn(self, groups: Ints, modulus: int) -> RawBlock:
        """The cells under new keys. groups: key of each atom in each repetition (atoms x repetitions); the result has
        cells x repetitions."""
        block, group_count = self.block, groups.shape[1]
        keys = [(atoms.sums(groups) % modulus).view(np.uint64) for atoms in self.atoms]
        magnitudes = {
            name: replace(
                raw.each(lambda array: _wide(array, group_count)),
                key_sums=keys[1],
                valid_keys=None if raw.valid is None else keys[2],
            )
            for name, raw in block.magnitudes.items()
        }
        counts, weights, exempt = (_wide(column, group_count) for column in (block.counts, block.weights, block.exempt))
        return replace(
            block, counts=counts, weights=weights, exempt=exempt, key_sums=keys[0], modular=True, modulus=modulus,
            magnitudes=magnitudes,
        )  # fmt: skip


def _wide(array: NDArray[Any] | None, group_count: int) -> Any:
    """Figures of cells for so many repetitions."""
    return None if array is None else np.broadcast_to(array, (array.shape[0], group_count, *array.shape[2:]))


def filled_cells(raw: RawTable, figures: TableFigures) -> Iterator[tuple[Value, int, Ints]]:
    """Indices of the measured figures with records, for each value and block; cells without records stay 0 under all
    keys."""
    for number, block in dict.fromkeys(zip(figures.value.tolist(), figures.block.tolist(), strict=True)):
        value = raw.spec.values[number]
        cells = np.flatnonzero((figures.value == number) & (figures.block == block))
        counts = raw.part(value.own_filter)[block].counts.ravel()
        yield value, block, cells[counts[figures.position[cells]] != 0]
