"""What must be drawn for the keys of linked tables: as few uniform keys as do the same as one for each atom.

The sums of independent uniform keys over groups of atoms are uniform among the combinations modulo M that the atoms
span, as vectors of the groups that they are in. Whatever spans the same, drawn independently, has that distribution.
Two atoms that differ in one block alone span the difference of two groups of this block; where such differences link
groups, one of them stands for all, and atoms that are then the same are one. Of two tables that share a variable a few
thousand draws are left where millions of atoms were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

Ints = NDArray[np.int64]

_MOST_CODES = 1 << 62


def draws(groups: Ints, size: int) -> csr_array:
    """A matrix (groups x draws) with entries 1 and -1.

    `groups` (atoms x blocks): the number, below `size`, of the group that holds an atom in each block; -1: none does.
    The matrix times independent uniform keys, modulo M, has the distribution of the sums over groups of such keys of
    the atoms, whatever M.
    """
    left = groups[numbered(list(groups.T), len(groups))[1]] + 1  # 0 is no group
    pairs: list[tuple[Ints, Ints]] = []
    merged = True
    while merged:
        merged = False
        for block in range(left.shape[1]):
            stands = _standing_for(left, block, size)
            gone = np.flatnonzero(stands != np.arange(size + 1))
            if len(gone):
                merged = True
                pairs.append((gone, stands[gone]))
                left[:, block] = stands[left[:, block]]
                left = left[numbered(list(left.T), len(left))[1]]
    first = np.concatenate([np.zeros(0, dtype=np.int64), *(one for one, _ in pairs)])
    second = np.concatenate([np.zeros(0, dtype=np.int64), *(other for _, other in pairs)])
    differences, kept = len(first), left[(left > 0).any(axis=1)]
    atom, at = np.nonzero(kept)
    linked = np.flatnonzero(second)
    rows = np.concatenate([first, second[linked], kept[atom, at]]) - 1
    columns = np.concatenate([np.arange(differences), linked, differences + atom])
    entries = np.ones(len(rows), dtype=np.int64)
    entries[differences : differences + len(linked)] = -1
    return csr_array((entries, (rows, columns)), shape=(size, differences + len(kept)))


def _standing_for(atoms: Ints, block: int, size: int) -> Ints:
    """Of each group (and of none, 0) the one that stands for all that differences of atoms in one block link it to."""
    others, _ = numbered([column for at, column in enumerate(atoms.T) if at != block], len(atoms))
    order = np.argsort(others, kind="stable")
    mine, same = atoms[order, block], np.diff(others[order]) == 0
    one, other = mine[:-1][same], mine[1:][same]
    graph = csr_array((np.ones(len(one), dtype=np.int8), (one, other)), shape=(size + 1, size + 1))
    many, part = connected_components(graph, directed=False)
    least = np.full(many, size + 1, dtype=np.int64)
    np.minimum.at(least, part, np.arange(size + 1))
    return least[part]


def numbered(columns: Sequence[NDArray[Any]], rows: int) -> tuple[Ints, Ints]:
    """Rows with the same entries (from -1 on) in all columns get the same number: of each row it, of each one row."""
    number, size = np.zeros(rows, dtype=np.int64), 1
    for column in columns:
        wide = int(column.max(initial=0)) + 2
        if size * wide >= _MOST_CODES:
            found, number = np.unique(number, return_inverse=True)
            size = len(found)
        number, size = number * wide + column + 1, size * wide
    _, first, number = np.unique(number, return_index=True, return_inverse=True)
    return number, first
