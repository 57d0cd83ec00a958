"""Draws of the keys of linked tables: the fewest uniform keys with the same law as a key for each atom.

The sums of independent uniform keys over groups of atoms are uniform among the combinations modulo M that the atoms
span, as vectors of the groups that they are in. Whatever spans the same, drawn independently, has that distribution.
Two atoms that differ in one block alone span the difference of two groups of this block; where such differences link
groups, a single group represents all, and atoms that are then the same count once. A block whose groups are sums of
groups of another one adds nothing. Of tables that share variables a few thousand draws are left of a million atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ckmcore.errors import Cancelled, InputError
from ckmcore.methods.method import Method
from ckmcore.tabulate.scan import never

Ints = NDArray[np.int64]

MOST_REPETITIONS = 100_000
_MOST_CODES = 1 << 62
# Of most pairs of blocks a few atoms show that neither is made of the other.
_LOOKED_AT_FIRST = 2000


def check_draws(method: Method, repetitions: int, seed: int) -> None:
    """Refuse draws that cannot be repeated. Raises monte_carlo_repetitions, monte_carlo_seed, nothing_to_draw."""
    if not 1 <= repetitions <= MOST_REPETITIONS:
        raise InputError("monte_carlo_repetitions", found=repetitions, most=MOST_REPETITIONS)
    if seed < 0:
        raise InputError("monte_carlo_seed", found=seed)
    if not method.needs_keys:
        raise InputError("nothing_to_draw", method=method.name)


def draws(groups: Ints, size: int, *, cancelled: Callable[[], bool] = never) -> csr_array:
    """Matrix (groups x draws) with entries 1 and -1 for drawing sums of keys.

    groups: group of each atom in each block (atoms x blocks), below `size`, -1 for none. The matrix times independent
    uniform keys, modulo M, has the distribution of the groups' sums of independent uniform keys of atoms, for any M.
    Raises Cancelled.
    """
    groups = groups[numbered(list(groups.T), len(groups))[1]]
    kept_blocks, sums = _finest(groups, size)
    left = groups[:, kept_blocks] + 1  # 0 is no group
    pairs: list[tuple[Ints, Ints]] = []
    merged = True
    while merged:
        merged = False
        for block in range(left.shape[1]):
            if cancelled():
                raise Cancelled()
            stands = _standing_for(left, block, size)
            indices = np.flatnonzero(stands != np.arange(size + 1))
            if len(indices):
                merged = True
                pairs.append((indices, stands[indices]))
                left[:, block] = stands[left[:, block]]
                left = left[numbered(list(left.T), len(left))[1]]
    first = np.concatenate([np.zeros(0, dtype=np.int64), *(firsts for firsts, _ in pairs)])
    second = np.concatenate([np.zeros(0, dtype=np.int64), *(other for _, other in pairs)])
    differences, others = len(first), left[(left > 0).any(axis=1)]
    atom, row_indices = np.nonzero(others)
    linked = np.flatnonzero(second)
    rows = np.concatenate([first, second[linked], others[atom, row_indices]]) - 1
    columns = np.concatenate([np.arange(differences), linked, differences + atom])
    entries = np.ones(len(rows), dtype=np.int64)
    entries[differences : differences + len(linked)] = -1
    found_csr_array = csr_array((entries, (rows, columns)), shape=(size, differences + len(others)))
    return csr_array(sums @ found_csr_array)


def _finest(groups: Ints, size: int) -> tuple[list[int], csr_array]:
    """Blocks whose groups are no sums of another block's groups, and every group as a sum of theirs."""
    group_counts = [len(np.unique(column[column >= 0])) for column in groups.T]
    kept_blocks: list[int] = []
    rows, columns = [], []
    for block in sorted(range(len(group_counts)), key=lambda block: -group_counts[block]):
        groups_of_block = groups[:, block]
        finer = next(
            (finer_block for finer_block in kept_blocks if _is_sum(groups_of_block, groups[:, finer_block], size)),
            block,
        )
        if finer == block:
            kept_blocks.append(block)
        inner_indices = np.flatnonzero(groups_of_block >= 0)
        one_of = inner_indices[np.unique(groups[inner_indices, finer], return_index=True)[1]]
        rows.append(groups_of_block[one_of])
        columns.append(groups[one_of, finer])
    empty = np.zeros(0, dtype=np.int64)
    row, column = np.concatenate([empty, *rows]), np.concatenate([empty, *columns])
    return sorted(kept_blocks), csr_array((np.ones(len(row), dtype=np.int64), (row, column)), shape=(size, size))


def _is_sum(coarse: Ints, fine: Ints, size: int) -> bool:
    """Whether each group of one block is contained in a group of another block, or in none, like atoms in no group."""
    for sample_size in (_LOOKED_AT_FIRST, len(fine)):
        coarse_groups = np.full(size + 1, -1, dtype=np.int64)
        coarse_groups[fine[:sample_size] + 1] = coarse[:sample_size]
        coarse_groups[0] = -1
        if (coarse_groups[fine[:sample_size] + 1] != coarse[:sample_size]).any():
            return False
    return True


def _standing_for(atoms: Ints, block: int, size: int) -> Ints:
    """Representative of each group (and of none, 0): the smallest linked to it by differences of atoms in a block."""
    others, _ = numbered([column for column_index, column in enumerate(atoms.T) if column_index != block], len(atoms))
    order = np.argsort(others, kind="stable")
    ordered_atoms, same = atoms[order, block], np.diff(others[order]) == 0
    first_atoms, other = ordered_atoms[:-1][same], ordered_atoms[1:][same]
    graph = csr_array((np.ones(len(first_atoms), dtype=np.int8), (first_atoms, other)), shape=(size + 1, size + 1))
    component_count, component = connected_components(graph, directed=False)
    least = np.full(component_count, size + 1, dtype=np.int64)
    np.minimum.at(least, component, np.arange(size + 1))
    return least[component]


def numbered(columns: Sequence[NDArray[Any]], rows: int) -> tuple[Ints, Ints]:
    """Number rows such that rows with equal entries (from -1) in all columns get the same number. Returns the number of
    each row, and one row of each number."""
    number, size = np.zeros(rows, dtype=np.int64), 1
    for column in columns:
        column_width = int(column.max(initial=0)) + 2
        if size * column_width >= _MOST_CODES:
            distinct_numbers, number = np.unique(number, return_inverse=True)
            size = len(distinct_numbers)
        number, size = number * column_width + column + 1, size * column_width
    _, first, number = np.unique(number, return_index=True, return_inverse=True)
    return number, first
