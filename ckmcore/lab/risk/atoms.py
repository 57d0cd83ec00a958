"""The atomic cells of some tables: the finest combinations of categories that the tables tell apart.

Each atom lies in a cell as a whole or not at all. The cell key of a cell is the sum of those of its atoms modulo M, and
the keys of atoms, which have no record in common, are independent and uniform: whoever draws keys draws them for the
atoms and adds them up. Hidden categories belong to totals, so they are in atoms, too; records that a filter leaves out
of one table may be in another one. Confidential: atoms are counted from the records.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ckmcore.errors import Cancelled, InputError
from ckmcore.lab.risk.draws import numbered
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.households import household_data, refuse_undeclared
from ckmcore.tabulate.axis import NodePlan
from ckmcore.tabulate.counter import counted_combinations
from ckmcore.tabulate.derived_indicators import is_made, with_answers
from ckmcore.tabulate.own_rows import with_any_of
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, Condition, Level, TableSpec
from ckmcore.tabulate.tabulate import BlockPlan, filter_flags, plan_blocks

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Combinations up to here are counted in an array of all of them, beyond by sorting the records.
_COUNTED = 1 << 26
_MOST_CODES = 1 << 62


@dataclass(frozen=True, eq=False, repr=False)
class BlockAtoms:
    """Cells of a block (in C order of `shape`) as sums of groups of atoms that the block does not distinguish.

    first: number of the block's first group among the groups of all blocks; cells: sparse matrix (cells x its groups)
    with entries 1.
    """

    shape: tuple[int, ...]
    first: int
    cells: csr_array

    def of_cells(self, positions: Ints) -> BlockAtoms:
        """Block restricted to the cells at `positions`."""
        return replace(self, shape=(len(positions),), cells=self.cells[positions])

    def sums(self, groups: Ints) -> Ints:
        """Sums over each cell of numbers given for all groups; a second axis is kept."""
        sums: Ints = self.cells @ groups[self.first : self.first + self.cells.shape[1]]
        return sums


@dataclass(frozen=True, eq=False, repr=False)
class Atoms:
    """Atoms of some tables, the finest combinations of categories. counts: records of each; tables: for each table its
    blocks by own filter.

    groups: group of each atom in each block (atoms x blocks), -1 where the atom is in no cell; groups are numbered
    across all blocks. size: number of groups.
    """

    counts: Ints
    groups: Ints
    size: int
    tables: tuple[Mapping[Conditions, tuple[BlockAtoms, ...]], ...]

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return f"Atoms({len(self.tables)} tables, confidential)"

    def group_sums(self, figures: Ints) -> Ints:
        """The sums over each group of figures of the atoms."""
        group_sums = np.zeros(self.size, dtype=np.int64)
        for column in self.groups.T:
            np.add.at(group_sums, column[column >= 0], figures[column >= 0])
        return group_sums


def atoms_of(
    data: Microdata,
    tables: Sequence[tuple[TableSpec, Sequence[Conditions]]],
    *,
    cancelled: Callable[[], bool] = never,
) -> Atoms:
    """Atoms of tables, each given with the own filters of its values; households count instead of members.

    Raises atoms_of_households, attack_over_periods, Cancelled and the errors of `plan_blocks`.
    """
    if any(PERIOD in spec.variables for spec, _ in tables):
        raise InputError("attack_over_periods")
    plans = [plan_blocks(data, spec) for spec, _ in tables]
    filters = [own_condition for _, conditions in tables for own_condition in conditions]
    data = with_answers(data, filters)
    answers = [condition.variable for own_filter in filters for condition in own_filter if is_made(condition.variable)]
    names = tuple(dict.fromkeys([*(name for spec, _ in tables for name in spec.asked), *answers]))
    combinations, counts = _combinations(_counted(data, names), names, cancelled)
    groups: list[Ints] = []
    found_blocks, size = [], 0
    for (spec, own_conditions), blocks in zip(tables, plans, strict=True):
        parts_blocks = {}
        for conditions in own_conditions:
            met = _met(combinations, (*spec.filters, *conditions))
            new_blocks = []
            for plan in blocks:
                group, block = _block(combinations, plan, met, size)
                groups.append(np.where(group < 0, -1, group + size))
                new_blocks.append(block)
                size += block.cells.shape[1]
            parts_blocks[conditions] = tuple(new_blocks)
            if cancelled():
                raise Cancelled()
        found_blocks.append(parts_blocks)
    # Combinations that are in the same group of every block are one atom.
    atom, first = numbered(groups, combinations.rows)
    merged = np.bincount(atom, counts, len(first)).astype(np.int64)
    return Atoms(merged, np.stack([numbers[first] for numbers in groups], axis=1), size, tuple(found_blocks))


def _counted(data: Microdata, names: Sequence[str]) -> Microdata:
    """Data with one record for each counted unit."""
    if data.households is None:
        return data
    refuse_undeclared(data, names)
    if any(not data.same_within_households(name) for name in names):
        raise InputError("atoms_of_households")
    return household_data(data)


def _combinations(data: Microdata, names: Sequence[str], cancelled: Callable[[], bool]) -> tuple[Microdata, Ints]:
    """Data with one record for each occurring combination of categories, and the number of records of each."""
    if data.counter is not None:
        return counted_combinations(data, data.counter, names, cancelled)[:2]
    number, size = np.zeros(data.rows, dtype=np.int64), 1
    for name in names:
        if cancelled():
            raise Cancelled()
        code_count = max(len(data.dimensions[name].codes), 1)
        if size * code_count >= _MOST_CODES:
            distinct_numbers, number = np.unique(number, return_inverse=True)
            size = len(distinct_numbers)
        number, size = number * code_count + data.columns[name], size * code_count
    if size <= _COUNTED:
        every = np.bincount(number, minlength=size)
        present_indices = np.flatnonzero(every)
        one_of = np.zeros(size, dtype=np.int64)
        one_of[number] = np.arange(data.rows)
        records, counts = one_of[present_indices], every[present_indices]
    else:
        _, records, counts = np.unique(number, return_index=True, return_counts=True)
    columns = {name: data.columns[name][records] for name in names}
    bare = replace(data, rows=len(records), columns=columns, record_keys=None, weight=None, magnitudes={}, cache={})
    return bare, counts.astype(np.int64)


@dataclass(frozen=True, eq=False)
class _Kinds:
    """Combinations of categories as distinguished by a level. of: kind of each combination; nodes: of each kind."""

    size: int
    of: Ints
    nodes: tuple[Ints, ...]


def _kinds(data: Microdata, level: Level, plan: NodePlan) -> _Kinds:
    if level.rows:
        data, rows = with_any_of(data, level.rows)
        met = [_met(data, row.conditions) if row.kind == "figures" else np.zeros(data.rows, np.bool_) for row in rows]
        kind_of_record, first = numbered(met, data.rows)
        flags = np.stack([flags[first] for flags in met], axis=1)
        nodes = tuple(np.concatenate([[0], np.flatnonzero(flag) + 1]) for flag in flags)
        return _Kinds(len(plan.axis), kind_of_record, nodes)
    around: list[list[int]] = [[] for _ in range(plan.leaf_count)]
    for node, leaves in enumerate(plan.members):
        for leaf in leaves.tolist():
            around[leaf].append(node)
    kinds: dict[tuple[int, ...], int] = {}
    kind_of = np.array([kinds.setdefault(tuple(members), len(kinds)) for members in around], dtype=np.int64)
    nodes = tuple(np.array(kind, dtype=np.int64) for kind in kinds)
    return _Kinds(len(plan.axis), kind_of[data.columns[level.variable]], nodes)


def _met(data: Microdata, conditions: tuple[Condition, ...]) -> Flags:
    met = np.ones(data.rows, dtype=np.bool_)
    for name, allowed_flag in filter_flags(data, conditions).items():
        met &= allowed_flag[data.columns[name]].astype(np.bool_)
    return met


def _block(data: Microdata, plan: BlockPlan, met: Flags, size: int) -> tuple[Ints, BlockAtoms]:
    """Group of each combination of categories (-1: in no cell), and the cells of a block. met: mask of combinations
    that pass the filters; size: number of groups in earlier blocks."""
    levels = [_kinds(data, level, nodes) for level, nodes in zip(plan.levels, plan.nodes, strict=True)]
    inner_indices = np.flatnonzero(met)
    number, first = numbered([level.of[inner_indices] for level in levels], len(inner_indices))
    group = np.full(data.rows, -1, dtype=np.int64)
    group[inner_indices] = number
    owner, cell = np.arange(len(first)), np.zeros(len(first), dtype=np.int64)
    for level in levels:
        lengths = np.array([len(node) for node in level.nodes], dtype=np.int64)
        starts = np.cumsum(lengths) - lengths
        kind = level.of[inner_indices[first]][owner]
        many_length = lengths[kind]
        node_places = (
            np.arange(many_length.sum())
            - np.repeat(np.cumsum(many_length) - many_length, many_length)
            + np.repeat(starts[kind], many_length)
        )
        nodes = np.concatenate([np.zeros(0, dtype=np.int64), *level.nodes])[node_places]
        owner, cell = np.repeat(owner, many_length), np.repeat(cell, many_length) * level.size + nodes
    shape = tuple(level.size for level in levels)
    ones = np.ones(len(cell), dtype=np.int64)
    cells = csr_array((ones, (cell, owner)), shape=(math.prod(shape), len(first)))
    return group, BlockAtoms(shape, size, cells)
