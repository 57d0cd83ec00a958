"""Enumeration of all originals that a few published figures are compatible with: for cells of few atoms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ckmcore.errors import InputError
from ckmcore.lab.risk.relations import Ints

# Partly filled tables that are kept at once.
_MOST = 3_000_000


class TooManyToList(InputError):
    """There are more possible originals than can be listed. Fields: limit."""

    code = "too_many_to_list"


@dataclass(frozen=True, eq=False)
class ListedCell:
    """A cell for enumeration. atoms: its atoms; values: originals possible by its figure alone, ascending; shown: its
    content, None where it is not compared; channel: only cells with the same channel are compared."""

    atoms: tuple[int, ...]
    values: Ints
    shown: int | None
    channel: int = 0


def possible_tables(cells: Sequence[ListedCell], atoms: int) -> Ints:
    """All tables of atom counts in which each cell has one of its values and no two cells with the same records show
    different contents (theorem 1 of claims.md); shape (tables, atoms).

    Every atom must be in a cell. Raises TooManyToList.
    """
    membership = np.zeros((atoms, len(cells)), dtype=np.int64)
    for cell_index, cell in enumerate(cells):
        membership[list(cell.atoms), cell_index] = 1
    low = np.array([cell.values[0] if len(cell.values) else 1 for cell in cells], dtype=np.int64)
    high = np.array([cell.values[-1] if len(cell.values) else 0 for cell in cells], dtype=np.int64)
    upper = np.array([int(high[membership[atom] > 0].min()) for atom in range(atoms)], dtype=np.int64)
    tables = np.zeros((1, 0), dtype=np.int64)
    sums = np.zeros((1, len(cells)), dtype=np.int64)
    for atom in range(atoms):
        values = np.arange(max(int(upper[atom]), -1) + 1)
        if len(tables) * len(values) > _MOST:
            raise TooManyToList(limit=_MOST)
        remainder = membership[atom + 1 :].T @ np.maximum(upper[atom + 1 :], 0)
        tables = np.column_stack([np.repeat(tables, len(values), axis=0), np.tile(values, len(tables))])
        sums = np.repeat(sums, len(values), axis=0) + tables[:, -1:] * membership[atom]
        is_possible = (sums <= high).all(axis=1) & (sums + remainder >= low).all(axis=1)
        tables, sums = tables[is_possible], sums[is_possible]
    is_possible = np.ones(len(tables), dtype=np.bool_)
    for index, cell in enumerate(cells):
        is_possible &= np.isin(sums[:, index], cell.values)
    tables = tables[is_possible]
    table: Ints = tables[_consistent(tables, cells)]
    return table


def _consistent(tables: Ints, cells: Sequence[ListedCell]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    filled = (tables > 0).astype(np.int64)
    compared = [
        (cell, filled[:, list(cell.atoms)] @ (1 << np.array(cell.atoms))) for cell in cells if cell.shown is not None
    ]
    is_consistent = np.ones(len(tables), dtype=np.bool_)
    for index, (cell, support) in enumerate(compared):
        for other, other_support in compared[:index]:
            if cell.channel == other.channel and cell.shown != other.shown:
                is_consistent &= support != other_support
    return is_consistent
