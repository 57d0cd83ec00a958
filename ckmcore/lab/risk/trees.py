"""Sets of categories as sums of smaller ones, and the relations of all combinations of such sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Ints = NDArray[np.int64]


class Space(Protocol):
    """Points (combinations of categories) and the numbered sets of points that a table refers to."""

    points: int
    sets: list[Ints]

    def number(self, points: Ints) -> int:
        """The number of a set of points."""


@dataclass(frozen=True, eq=False)
class Tree:
    """The sets of one space and how each is the sum of others: `totals`, `parts` and `lengths` (parts of each total).

    `members` holds the atoms within each set, `atoms` is their number, and `owner` the atom of each point of the space.
    """

    numbers: Ints
    members: tuple[Ints, ...]
    atoms: int
    totals: Ints
    parts: Ints
    lengths: Ints
    owner: Ints

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def atomic(self) -> NDArray[np.bool_]:
        """Sets that are not divided further."""
        return np.array([len(member) == 1 for member in self.members], dtype=np.bool_)

    @classmethod
    def over(cls, space: Space, numbers: Sequence[int]) -> Tree:
        """Build the tree of the given sets of a space, together with the smallest sets they consist of."""
        numbers = [number for number in numbers if number < len(space.sets)]
        atoms = smallest(space, numbers)
        every = np.array(list(dict.fromkeys((*numbers, *atoms))), dtype=np.int64)
        owner = np.zeros(space.points, dtype=np.int64)
        for atom_index, atom in enumerate(atoms):
            owner[space.sets[atom]] = atom_index
        members = tuple(np.unique(owner[space.sets[number]]) for number in every.tolist())
        divided = list(_divided(members, len(atoms)))
        lengths = np.array([len(tree_parts) for _, tree_parts in divided], dtype=np.int64)
        totals = np.array([total_number for total_number, _ in divided], dtype=np.int64)
        part_numbers = np.array([part_number for _, parts in divided for part_number in parts], dtype=np.int64)
        return cls(every, members, len(atoms), every[totals], every[part_numbers], lengths, owner)

    def places(self, numbers: Ints) -> Ints:
        """Return the positions of sets in `numbers` of the tree; -1 is the empty set."""
        order = np.argsort(self.numbers)
        positions = order[np.searchsorted(self.numbers[order], np.maximum(numbers, 0)).clip(max=len(order) - 1)]
        return np.where(numbers < 0, -1, positions)

    def renumbered(self) -> Tree:
        """Return the tree with its sets numbered by their positions in it."""
        numbers = np.arange(len(self.numbers))
        return replace(self, numbers=numbers, totals=self.places(self.totals), parts=self.places(self.parts))


def smallest(space: Space, numbers: Sequence[int]) -> list[int]:
    """Return the smallest sets of the space: points that no set of `numbers` distinguishes form one set.

    Points in none of the sets are left out.
    """
    marks: list[list[int]] = [[] for _ in range(space.points)]
    for number in numbers:
        for point in space.sets[number].tolist():
            marks[point].append(number)
    kinds: dict[tuple[int, ...], list[int]] = {}
    for point, mark in enumerate(marks):
        if mark:
            kinds.setdefault(tuple(mark), []).append(point)
    return [space.number(np.array(points, dtype=np.int64)) for points in kinds.values()]


def _divided(members: Sequence[Ints], atoms: int) -> Iterator[tuple[int, list[int]]]:
    """Yield each set of several atoms with the largest disjoint sets within it that add up to it."""
    sizes = np.array([len(member) for member in members])
    rows = np.repeat(np.arange(len(members)), sizes)
    inner_array = csr_array((np.ones(len(rows)), (rows, np.concatenate(members))), shape=(len(members), atoms))
    shared_counts = (inner_array @ inner_array.T).tocsr()
    for index in np.flatnonzero(sizes > 1).tolist():
        begin, end = shared_counts.indptr[index], shared_counts.indptr[index + 1]
        other_indices, common = shared_counts.indices[begin:end], shared_counts.data[begin:end]
        within = other_indices[(common == sizes[other_indices]) & (sizes[other_indices] < sizes[index])]
        left = np.zeros(atoms, dtype=np.bool_)
        left[members[index]] = True
        chosen: list[int] = []
        for other in within[np.argsort(-sizes[within], kind="stable")].tolist():
            if left[members[other]].all():
                chosen.append(other)
                left[members[other]] = False
                if not left.any():
                    break
        yield index, chosen


def products(trees: Sequence[Tree], steps: Ints) -> Iterator[tuple[Ints, Ints, Ints, NDArray[np.bool_]]]:
    """Yield the relations along each space for every combination of sets of the other spaces.

    Each item has the totals, parts and lengths, and a mask of the relations that define.
    """
    for tree_index, tree in enumerate(trees):
        if not len(tree.totals):
            continue
        offset, first = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.bool_)
        for other, (each_tree, step) in enumerate(zip(trees, steps.tolist(), strict=True)):
            if other == tree_index:
                continue
            offset = (offset[:, None] + each_tree.numbers[None, :] * step).ravel()
            is_kept = each_tree.atomic if other < tree_index else np.ones(len(each_tree), dtype=np.bool_)
            first = (first[:, None] & is_kept[None, :]).ravel()
        step = int(steps[tree_index])
        totals = (offset[:, None] + tree.totals[None, :] * step).ravel()
        part_figures = (offset[:, None] + tree.parts[None, :] * step).ravel()
        yield totals, part_figures, np.tile(tree.lengths, len(offset)), np.repeat(first, len(tree.totals))
