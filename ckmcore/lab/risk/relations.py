"""The linear relations of a table: which cells are the sum of which others.

They follow from the layout and the code lists alone, as a reader of the table knows them: margins of every dimension
and hierarchy, own groups, own rows, values with filters of their own, and stacked blocks that share logical cells. A
logical cell is a single figure, wherever it is shown. What the table leaves out (hidden categories, a rest) is a figure
that nobody sees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ckmcore.errors import InputError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.risk.impossible import ended_zeros, void_figures
from ckmcore.lab.risk.trees import Tree, products, smallest
from ckmcore.microdata.data import Dimension, Microdata, StructuralZero
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.counter import counted_combinations
from ckmcore.tabulate.derived_indicators import code_of, magnitude_of, values_apart, with_answers, with_variables
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.relations import Ints as Ints
from ckmcore.tabulate.relations import Relations as Relations
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, TOTAL, Condition, Level, TableSpec
from ckmcore.tabulate.tabulate import plan_blocks

# Stacked blocks are looked at as parts of one table of all their variables, as long as that has so many figures.
JOINT_FIGURES = 20_000
MOST_FIGURES = 5_000_000
_MOST_FLAGS = 50_000_000


class AttackTooLarge(InputError):
    """A table with more figures, or own rows with more combinations, than the attack looks at."""

    code = "attack_too_large"


@dataclass(frozen=True, eq=False)
class Grid:
    """Figures of a table as a product: each is one set of every space (in C order of `shape`), and each set contains
    some atoms, the smallest sets.

    atoms: for each space and set the atoms in it; sets: for each space and atom the sets that contain it.
    """

    shape: tuple[int, ...]
    atoms: tuple[tuple[Ints, ...], ...]
    sets: tuple[tuple[Ints, ...], ...]

    @property
    def wide(self) -> int:
        """Number of spaces with more than one atom."""
        return sum(len(sets) > 1 for sets in self.sets)

    @cached_property
    def atom_figures(self) -> Ints:
        """Figure of each combination of atoms, in C order of the spaces."""
        atom_figures = np.zeros(1, dtype=np.int64)
        for size, sets, members in zip(self.shape, self.sets, self.atoms, strict=True):
            address_of_atom = np.zeros(len(sets), dtype=np.int64)
            for member_index, member in enumerate(members):
                if len(member) == 1:
                    address_of_atom[member[0]] = member_index
            atom_figures = (atom_figures[:, None] * size + address_of_atom[None, :]).ravel()
        return atom_figures

    def atoms_of(self, figure: int) -> Ints:
        """Combinations of atoms (numbers, ascending) of which a figure is the sum."""
        coordinates = np.unravel_index(figure, self.shape) if self.shape else ()
        atoms = np.zeros(1, dtype=np.int64)
        for coordinate, sets, members in zip(coordinates, self.sets, self.atoms, strict=True):
            atoms = (atoms[:, None] * len(sets) + members[int(coordinate)][None, :]).ravel()
        return atoms

    def figures_with(self, atom: int) -> Ints:
        """Figures that contain a combination of atoms (its number)."""
        figures = np.zeros(1, dtype=np.int64)
        coordinates = np.unravel_index(atom, [len(sets) for sets in self.sets]) if self.sets else ()
        for coordinate, size, sets in zip(coordinates, self.shape, self.sets, strict=True):
            figures = (figures[:, None] * size + sets[int(coordinate)][None, :]).ravel()
        return figures

    @cached_property
    def _membership(self) -> tuple[csr_array, ...]:
        """Sparse matrix for each space: which atoms (columns) are in each set."""
        csr_arrays = []
        for sets, members in zip(self.sets, self.atoms, strict=True):
            rows = np.repeat(np.arange(len(members)), [len(member) for member in members])
            ones = np.ones(len(rows), dtype=np.uint64)
            csr_arrays.append(csr_array((ones, (rows, np.concatenate(members))), shape=(len(members), len(sets))))
        return tuple(csr_arrays)

    def summed(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """Sums of all figures from numbers of the combinations of atoms: doubles, or integers modulo 2^64."""
        kind = atoms.dtype if atoms.dtype.kind == "f" else np.dtype(np.uint64)
        found_atoms = atoms.astype(kind).reshape([len(sets) for sets in self.sets])
        for axis, inner_matrix in enumerate(self._membership):
            moved = np.moveaxis(found_atoms, axis, 0)
            flat = inner_matrix @ np.ascontiguousarray(moved.reshape(moved.shape[0], -1))
            found_atoms = np.moveaxis(np.asarray(flat).reshape(inner_matrix.shape[0], *moved.shape[1:]), 0, axis)
        return found_atoms.ravel().astype(atoms.dtype)

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> Grid:
        """The grid of the sets of some spaces."""
        sets = []
        for tree in trees:
            around: list[list[int]] = [[] for _ in range(tree.atoms)]
            for member_index, members in enumerate(tree.members):
                for atom in members.tolist():
                    around[atom].append(member_index)
            sets.append(tuple(np.array(points, dtype=np.int64) for points in around))
        return cls(tuple(map(len, trees)), tuple(tree.members for tree in trees), tuple(sets))


@dataclass(frozen=True, eq=False)
class TableRelations:
    """Relations of a table, and the figures of its cells.

    places: by own filter and block the figure of each cell, -1 for cells that cannot have records. grid: composition of
    the figures, None for stacked blocks of very many figures, where relations between blocks cover only shared cells.
    covers: a household may belong to several parts of a total (`overlapping_units`).
    """

    relations: Relations
    places: Mapping[Conditions, tuple[Ints, ...]]
    grid: Grid | None
    covers: bool = False


@dataclass(frozen=True, eq=False)
class LinkedRelations:
    """Relations of several tables together. places: as of TableRelations, by index of the table; grid: common one.

    void: figures of combinations that the dictionary declares impossible. members: first figure that counts households
    where other tables count members, 0 where all count one unit. most: upper bounds of figures by public figures of
    more units.
    """

    relations: Relations
    places: tuple[Mapping[Conditions, tuple[Ints, ...]], ...]
    grid: Grid | None
    _known: _Dictionary
    _spaces: tuple[_Space, ...]
    _owners: tuple[Ints, ...]
    covers: bool = False
    void: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    members: int = 0
    most: Mapping[int, int] = field(default_factory=dict)

    def table(self, number: int) -> TableRelations:
        """Relations of one table. number: index."""
        return TableRelations(self.relations, self.places[number], self.grid, self.covers)

    def originals(self, data: Microdata) -> Ints | None:
        """Number of records of every figure of the grid, shown or not; None without a grid, and for households, which
        may belong to several parts. Confidential."""
        atom_counts = self._by_atom(data, None)
        return None if atom_counts is None or self.grid is None else self.grid.summed(atom_counts.astype(np.int64))

    def keys(self, data: Microdata) -> Ints | None:
        """Sum of the record keys of every atom of the grid modulo M; None where `originals` is, and without keys.
        Confidential."""
        keys = data.record_keys
        if keys is None or keys.modulus * max(data.rows, 1) >= 2**63:
            return None
        atom_keys = self._by_atom(data, keys)
        return None if atom_keys is None else (atom_keys % np.uint64(keys.modulus)).astype(np.int64)

    def _by_atom(self, data: Microdata, keys: RecordKeys | None) -> NDArray[np.uint64] | None:
        """Number of records of each atom, or the sum of their keys."""
        if self.grid is None or data.households is not None:
            return None
        every = [name for space in self._spaces for name in space.order]
        data = with_variables(data, every)
        if data.counter is not None:
            names = list(dict.fromkeys((*every, *self._known.allowed)))
            data, counts, sums = counted_combinations(data, data.counter, names, never)
            numbers = counts.astype(np.uint64) if keys is None or sums is None else sums
        else:
            numbers = np.ones(data.rows, dtype=np.uint64) if keys is None else keys.values.astype(np.uint64)
        met = np.ones(data.rows, dtype=np.bool_)
        for name, leaves in self._known.allowed.items():
            met &= np.isin(data.columns[name], sorted(leaves))
        leaf_numbers = np.zeros(data.rows, dtype=np.int64)
        sizes = [len(sets) for sets in self.grid.sets]
        for space, owner, size in zip(self._spaces, self._owners, sizes, strict=True):
            leaf_numbers = leaf_numbers * size + owner[space.points_of(data)]
        by_atom = np.zeros(math.prod(sizes), dtype=np.uint64)
        np.add.at(by_atom, leaf_numbers[met], numbers[met])
        return by_atom


def table_relations(data: Microdata, spec: TableSpec, conditions: Sequence[Conditions] = ((),)) -> TableRelations:
    """Relations of the counts of `spec` under each of the own filters `conditions`.

    data: only the dictionary is used. Raises AttackTooLarge, attack_over_periods and the errors of `plan_blocks`.
    """
    return linked_relations(data, [(spec, conditions)]).table(0)


def linked_relations(
    data: Microdata,
    tables: Sequence[tuple[TableSpec, Sequence[Conditions]]],
    most_joint: int | None = None,
    *,
    nobody: bool = False,
) -> LinkedRelations:
    """Relations of the counts of several tables, each with the own filters of its values; a cell of several tables is a
    single figure.

    Tables are parts of one table of all variables if that has at most `most_joint` figures (None: JOINT_FIGURES);
    otherwise they are linked by shared cells, and by cells that another table adds. nobody: the filters of all tables
    exclude each other. Raises the errors of `table_relations`.
    """
    if any(PERIOD in spec.variables for spec, _ in tables):
        raise InputError("attack_over_periods")
    plans = [
        [[(level, nodes.axis) for level, nodes in zip(plan.levels, plan.nodes, strict=True)] for plan in blocks]
        for blocks in (plan_blocks(data, spec) for spec, _ in tables)
    ]
    data = with_answers(data, [own_condition for _, conditions in tables for own_condition in conditions])
    known_dictionary = _Dictionary(data.dimensions)
    # A filter that all tables have leaves records out for good; another one only from its table's cells.
    filters = () if nobody else tables[0][0].filters
    common = [each_filter for each_filter in filters if all(each_filter in spec.filters for spec, _ in tables)]
    known_dictionary.filter(common)
    formulas: list[list[_Formulas]] = []
    sizes = []
    for (spec, conditions), blocks in zip(tables, plans, strict=True):
        own_filters = tuple(each_filter for each_filter in spec.filters if each_filter not in common)
        own_formulas: _Formulas = [
            _formula(known_dictionary, (*own_filters, *condition), any_of=False) for condition in conditions
        ]
        formulas += [
            [*(_level_formulas(known_dictionary, level, axis) for level, axis in block), own_formulas]
            for block in blocks
        ]
        sizes.append(len(blocks))
    components = _components(known_dictionary, [level for block in formulas for level in block])
    ended = ended_zeros(data, dict.fromkeys(name for spec, _ in tables for name in spec.asked))
    zeros, further = known_dictionary.impossible((*data.structural_zeros, *ended))
    spaces = [_Space(known_dictionary, names) for names in (*components, *further)]
    if common and not (all(known_dictionary.allowed.values()) and all(space.sets for space in spaces)):
        return linked_relations(data, tables, most_joint, nobody=True)
    most_joint = JOINT_FIGURES if most_joint is None else most_joint
    relations, block_figures, grid, owners, void = _assembled(spaces, formulas, most_joint, zeros)
    figure_places = []
    for (_, conditions), size in zip(tables, sizes, strict=True):
        blocks_of, block_figures = block_figures[:size], block_figures[size:]
        figure_places.append(
            {
                condition: tuple(np.array(block[..., condition_index]) for block in blocks_of)
                for condition_index, condition in enumerate(conditions)
            }
        )
    return LinkedRelations(relations, tuple(figure_places), grid, known_dictionary, tuple(spaces), owners, void=void)


# --- what a node of a level means --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Formula:
    """Records that meet all predicates, or with `any_of` any of them; without predicates all records."""

    predicates: tuple[int, ...] = ()
    any_of: bool = False


_NOBODY = None
_Formulas = list[_Formula | None]


@dataclass
class _Dictionary:
    """Categories of every variable, and the predicates of the tables, which are sets of categories of a variable.

    Leaves of a hierarchy that the code list lacks are categories too, since readers do not know that they are empty.
    """

    dimensions: Mapping[str, Dimension]
    leaves: dict[str, dict[str, int]] = field(default_factory=dict)
    predicates: list[tuple[str, frozenset[int]]] = field(default_factory=list)
    allowed: dict[str, frozenset[int]] = field(default_factory=dict)
    _numbers: dict[tuple[str, frozenset[int]], int] = field(default_factory=dict)

    def leaves_of(self, name: str) -> dict[str, int]:
        if name not in self.leaves:
            dimension = self.dimensions[name]
            inner = () if dimension.hierarchy is None else dimension.hierarchy.leaves
            self.leaves[name] = {
                code: code_index for code_index, code in enumerate(dict.fromkeys((*dimension.codes, *inner)))
            }
        return self.leaves[name]

    def covered(self, name: str, codes: Sequence[str]) -> frozenset[int]:
        """Numbers of the leaf categories of some codes (leaves or inner nodes)."""
        leaves, hierarchy = self.leaves_of(name), self.dimensions[name].hierarchy
        found_set: set[int] = set()
        for code in codes:
            if hierarchy is not None and code in hierarchy.index:
                found_set.update(leaves[leaf] for leaf in hierarchy.leaves_below(code))
            elif code in leaves:
                found_set.add(leaves[code])
        return frozenset(found_set)

    def root(self, name: str, found: frozenset[int]) -> tuple[str, frozenset[int]]:
        """Categories of a variable expressed by those of its source in the dictionary, which is public."""
        while True:
            dimension = self.dimensions[name]
            source = self.dimensions.get(dimension.source)
            if source is None or not all(code in dimension.of_source for code in source.codes):
                return name, found
            inner_codes = {code for code, leaf_number in self.leaves_of(name).items() if leaf_number in found}
            name = source.name
            found = frozenset(
                leaf_number
                for code, leaf_number in self.leaves_of(name).items()
                if dimension.of_source.get(code) in inner_codes
            )

    def predicate(self, name: str, codes: Sequence[str]) -> int:
        return self._numbered(self.root(name, self.covered(name, codes)))

    def _numbered(self, key: tuple[str, frozenset[int]]) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self.predicates)
            self.predicates.append(key)
        return self._numbers[key]

    def impossible(self, zeros: Sequence[StructuralZero]) -> tuple[list[tuple[int, ...]], list[tuple[str, ...]]]:
        """Combinations declared impossible, as predicates, where tables use all variables; and where declarations cover
        each category of an unused variable, with that variable."""
        used_names, sets = {name for name, _ in self.predicates}, list[tuple[int, ...]]()
        unused: dict[str, list[list[tuple[str, frozenset[int]]]]] = {}
        for zero in zeros:
            asked_cells = [(name, codes) for name, codes in zero.cells if name in self.dimensions]
            roots = [self.root(name, self.covered(name, codes)) for name, codes in asked_cells]
            # What a filter lets in anyway is met.
            open_parts = [root for root in roots if not self.allowed.get(root[0], frozenset({-1})) <= root[1]]
            others = {name for name, _ in open_parts} - used_names
            if len(asked_cells) < len(zero.cells) or not open_parts or len(others) > 1:
                continue
            if others:
                unused.setdefault(others.pop(), []).append(open_parts)
            else:
                sets.append(tuple(self._numbered(open_part) for open_part in open_parts))
        further = list[tuple[str, ...]]()
        for name, unused_conditions in unused.items():
            every = self.allowed.get(name, frozenset(self.leaves_of(name).values()))
            if every <= {
                leaf
                for condition_leaves in unused_conditions
                for variable, leaves in condition_leaves
                if variable == name
                for leaf in leaves
            }:
                further.append((name,))
                sets += [
                    tuple(self._numbered(condition_part) for condition_part in condition_leaves)
                    for condition_leaves in unused_conditions
                ]
        return sets, further

    def by_magnitude(self, names: Iterable[str]) -> list[tuple[str, ...]]:
        """Groups of variables derived from the same magnitude."""
        names_of: dict[str, list[str]] = {}
        for name in names:
            names_of.setdefault(magnitude_of(self.dimensions[name], self.dimensions), []).append(name)
        return [
            tuple(variable_names)
            for magnitude, variable_names in names_of.items()
            if magnitude and len(variable_names) > 1
        ]

    def filter(self, conditions: Sequence[Condition]) -> None:
        """Restrict the records to those that meet the conditions."""
        for condition in conditions:
            if condition.restricts:
                name, codes = self.root(condition.variable, self.covered(condition.variable, condition.codes))
                self.allowed[name] = self.allowed.get(name, codes) & codes


def _formula(known_dictionary: _Dictionary, conditions: Sequence[Condition], *, any_of: bool) -> _Formula:
    restricting = [condition for condition in conditions if condition.restricts]
    if any_of and len(restricting) < len(conditions):
        return _Formula()
    return _Formula(
        tuple(known_dictionary.predicate(condition.variable, condition.codes) for condition in restricting), any_of
    )


def _level_formulas(known_dictionary: _Dictionary, level: Level, axis: AxisDimension) -> _Formulas:
    """Formula of each node of a level, the total first."""
    formulas: _Formulas = [_Formula()]
    if level.rows:
        for row in level.rows:
            formulas.append(
                _formula(known_dictionary, row.conditions, any_of=row.any_of) if row.kind == "figures" else _NOBODY
            )
        return formulas
    groups = iter(level.groups)

    def codes(node: Node) -> tuple[str, ...]:
        return next(groups).codes if node.group else (str(node.code),)

    for node in axis.nodes:
        if node.code is not TOTAL:
            formulas.append(_Formula((known_dictionary.predicate(level.variable, codes(node)),)))
    return formulas


# --- variables that must be looked at together -------------------------------------------------------------------


def _components(known_dictionary: _Dictionary, levels: Sequence[_Formulas]) -> list[tuple[str, ...]]:
    """Groups of variables used together by a level of own rows or by the filters of values."""
    group: dict[str, dict[str, None]] = {}  # in the order of the table: figures are numbered by it
    for level in levels:
        used_predicates = (predicate for formula in level if formula is not None for predicate in formula.predicates)
        names = [known_dictionary.predicates[predicate][0] for predicate in used_predicates]
        joined = dict.fromkeys([*names, *(other for name in names for other in group.get(name, ()))])
        group.update(dict.fromkeys(joined, joined))
    for variable_names in known_dictionary.by_magnitude(group):
        joined = dict.fromkeys(other for name in variable_names for other in group[name])
        group.update(dict.fromkeys(joined, joined))
    names_ofs: list[tuple[str, ...]] = []
    for name in group:
        names_of = tuple(other for other in group if other in group[name])
        if names_of not in names_ofs:
            names_ofs.append(names_of)
    return names_ofs


class _Space:
    """Combinations of categories of some variables, as far as the tables distinguish them.

    sets: distinct sets of combinations (points) of its cells; set 0 contains all.
    """

    def __init__(self, known: _Dictionary, names: tuple[str, ...]) -> None:
        self.names = frozenset(names)
        self._known = known
        marks: dict[str, list[list[int]]] = {name: [[] for _ in known.leaves_of(name)] for name in names}
        for index, (name, leaves) in enumerate(known.predicates):
            if name in self.names:
                for leaf in leaves:
                    marks[name][leaf].append(index)
        self._members: dict[int, list[int]] = {}
        self._kinds: dict[str, Ints] = {}
        sizes: list[int] = []
        for name in names:
            kinds: dict[tuple[int, ...], int] = {}
            self._kinds[name] = np.full(len(marks[name]), -1, dtype=np.int64)
            for leaf, mark in enumerate(marks[name]):
                if name not in known.allowed or leaf in known.allowed[name]:
                    self._kinds[name][leaf] = kinds.setdefault(tuple(mark), len(kinds))
            for predicates, kind in kinds.items():
                for number in predicates:
                    self._members.setdefault(number, []).append(kind)
            sizes.append(len(kinds))
        self.shape: tuple[int, ...] = tuple(sizes)
        self.order = names
        self.points = math.prod(sizes)
        self.sets: list[Ints] = []
        self._numbers: dict[bytes, int] = {}
        self._possible = np.ones(self.shape, dtype=np.bool_)
        for variable_names in known.by_magnitude(names):
            self._tie(variable_names)
        self.number(np.flatnonzero(self._possible))

    def _tie(self, names: Sequence[str]) -> None:
        """Exclude combinations that no record can have: no class with a value, a class without one, disjoint classes,
        or a wrong sign."""
        dimensions = [self._known.dimensions[name] for name in names]
        able = np.zeros(
            [size if name in names else 1 for name, size in zip(self.order, self.shape, strict=True)], dtype=np.bool_
        )
        for value in values_apart(dimensions):
            kinds = dict.fromkeys(self.order, 0)
            for dimension in dimensions:
                leaf_number = self._known.leaves_of(dimension.name).get(str(code_of(dimension, value)), -1)
                kinds[dimension.name] = -1 if leaf_number < 0 else int(self._kinds[dimension.name][leaf_number])
            if min(kinds.values()) >= 0:
                able[tuple(kinds.values())] = True
        self._possible &= able

    def number(self, points: Ints) -> int:
        """Return the index of a set of points, which is added if it is new; -1 for the empty set."""
        if not len(points):
            return -1
        key = points.astype(np.int64).tobytes()
        if key not in self._numbers:
            self._numbers[key] = len(self.sets)
            self.sets.append(points.astype(np.int64))
        return self._numbers[key]

    def points_of(self, data: Microdata) -> Ints:
        """Return the index of the point of each record.

        Of records that a filter leaves out the index has no meaning.
        """
        points = np.zeros(data.rows, dtype=np.int64)
        for name, size in zip(self.order, self.shape, strict=True):
            points = points * size + np.maximum(self._kinds[name][data.columns[name]], 0)
        return points

    def meeting(self, predicates: Sequence[int]) -> NDArray[np.bool_] | None:
        """Return the mask of the points that meet the given predicates, or that cannot occur.

        Only predicates about the variables of this space count; None where there is none.
        """
        own_predicates = tuple(
            predicate for predicate in predicates if self._known.predicates[predicate][0] in self.names
        )
        return self._flags(_Formula(own_predicates)) | ~self._possible.ravel() if own_predicates else None

    def concerns(self, level: _Formulas) -> bool:
        """Whether a level breaks the table down by these variables."""
        used_predicates = (predicate for formula in level if formula is not None for predicate in formula.predicates)
        return any(self._known.predicates[predicate][0] in self.names for predicate in used_predicates)

    def numbers(self, levels: Sequence[_Formulas]) -> Ints:
        """Return the index of the set of each combination of nodes, shape (nodes of level 1, nodes of level 2, ...)."""
        shape = tuple(map(len, levels))
        if len(self.names) == 1 and math.prod(shape) <= MOST_FIGURES:
            points = [[self._points(formula) for formula in level] for level in levels]
            set_numbers = [self.number(reduce(_common, point_sets)) for point_sets in product(*points)]
            return np.array(set_numbers, dtype=np.int64).reshape(shape)
        if math.prod(shape) * self.points > _MOST_FLAGS:
            raise AttackTooLarge(cells=math.prod(shape) * self.points, limit=_MOST_FLAGS)
        flags = [[self._flags(formula) for formula in level] for level in levels]
        set_numbers = []
        for combination in product(*flags):
            met = np.ones(self.points, dtype=np.bool_)
            for point_mask in combination:
                met &= point_mask
            set_numbers.append(self.number(np.flatnonzero(met)))
        return np.array(set_numbers, dtype=np.int64).reshape(shape)

    def _points(self, formula: _Formula | None) -> Ints:
        if formula is _NOBODY:
            return np.zeros(0, dtype=np.int64)
        if not formula.predicates:
            return self.sets[0] if self.sets else np.arange(self.points)
        members = [self._members.get(predicate, ()) for predicate in formula.predicates]
        points = set(members[0]).union(*members[1:]) if formula.any_of else set(members[0]).intersection(*members[1:])
        return np.array(sorted(points), dtype=np.int64)

    def _flags(self, formula: _Formula | None) -> NDArray[np.bool_]:
        if formula is _NOBODY or not formula.predicates:
            return self._possible.ravel() & (formula is not _NOBODY)
        is_covered = np.full(self.shape, not formula.any_of)
        for number in formula.predicates:
            name = self._known.predicates[number][0]
            index = self.order.index(name)
            flags = np.zeros(self.shape[index], dtype=np.bool_)
            flags[self._members.get(number, [])] = True
            flags = flags.reshape([-1 if axis_index == index else 1 for axis_index in range(len(self.shape))])
            is_covered = is_covered | flags if formula.any_of else is_covered & flags
        return (is_covered & self._possible).ravel()


# --- blocks as products of spaces --------------------------------------------------------------------------------


def _placed(spaces: Sequence[_Space], levels: Sequence[_Formulas]) -> list[Ints]:
    """Return, per space, the index of the set that each cell of a block covers, in the shape of the block's levels."""
    numbers = []
    for space in spaces:
        level_indices = [level_index for level_index, level in enumerate(levels) if space.concerns(level)]
        shape = [len(level) if level_index in level_indices else 1 for level_index, level in enumerate(levels)]
        numbers.append(
            space.numbers([levels[index] for index in level_indices]).reshape(shape)
            if level_indices
            else np.zeros(shape, np.int64)
        )
    return numbers


def _assembled(
    spaces: Sequence[_Space],
    blocks: Sequence[Sequence[_Formulas]],
    most_joint: int,
    zeros: Sequence[Sequence[int]],
) -> tuple[Relations, list[Ints], Grid | None, tuple[Ints, ...], Ints]:
    """Assemble the relations of several blocks.

    Returns the relations, the index of the figure of every cell by block (-1: none), the grid of all figures, the atom
    of each point by space, and the indices of the figures that hold only impossible combinations (`zeros`).
    """
    grids = [_placed(spaces, block) for block in blocks]
    shapes = [tuple(len(level) for level in block) for block in blocks]
    used_numbers = [
        [sorted({*grid[space_index].ravel().tolist()} - {-1}) for space_index in range(len(spaces))] for grid in grids
    ]
    union = [
        sorted({0, *(number for block in used_numbers for number in block[space_index])})
        for space_index in range(len(spaces))
    ]
    trees = [Tree.over(space, numbers) for space, numbers in zip(spaces, union, strict=True)]
    joint = len(grids) == 1 or math.prod(len(tree) for tree in trees) <= most_joint
    sets = [
        [space.sets[number_head] for number_head in tree.numbers] for space, tree in zip(spaces, trees, strict=True)
    ]
    if joint:
        grids = [[tree.places(numbers) for tree, numbers in zip(trees, grid, strict=True)] for grid in grids]
        trees = [tree.renumbered() for tree in trees]
        forests, radix = [trees], [len(tree) for tree in trees]
    else:
        forests = [
            [
                Tree.over(*tree_arguments)
                for tree_arguments in zip(spaces, map(_with_sums, spaces, block, union), strict=True)
            ]
            for block in used_numbers
        ]
        radix, sets = [len(space.sets) for space in spaces], [space.sets for space in spaces]
    figures = sum(math.prod(len(tree) for tree in forest) for forest in forests)
    if figures > MOST_FIGURES or math.prod(radix) >= 2**62:
        raise AttackTooLarge(cells=figures, limit=MOST_FIGURES)
    steps = np.cumprod([1, *radix[::-1]])[::-1][1:].astype(np.int64)
    new_products = []
    for forest in forests:
        new_products += list(products(forest, steps))
    # Figures by the sets they stand for: what two blocks have in common is one figure.
    figure_places = [np.broadcast_to(_addresses(grid, steps), shape) for grid, shape in zip(grids, shapes, strict=True)]
    if joint:
        every = np.arange(figures)
    else:
        addresses = [
            address_array for totals, part_figures, *_ in new_products for address_array in (totals, part_figures)
        ]
        every = np.unique(
            _joined_arrays(
                [*addresses, *(address_array[address_array >= 0].ravel() for address_array in figure_places)]
            )
        )
    relations = Relations(
        len(every),
        np.searchsorted(every, _joined_arrays([product_[0] for product_ in new_products])),
        np.searchsorted(every, _joined_arrays([product_[1] for product_ in new_products])),
        np.cumsum(_joined_arrays([np.zeros(1, dtype=np.int64), *(product_[2] for product_ in new_products)])),
        np.concatenate([np.zeros(0, dtype=np.bool_), *(product_[3] for product_ in new_products)]),
    )
    result = []
    for block, block_places in zip(blocks, figure_places, strict=True):
        figure_indices = np.where(block_places >= 0, np.searchsorted(every, block_places), -1)
        for level_index, level in enumerate(block):
            for line in (line for line, formula in enumerate(level) if formula is _NOBODY):
                np.moveaxis(figure_indices, level_index, 0)[line] = -1
        result.append(figure_indices)
    owners = tuple(tree.owner for tree in trees)
    met = [
        {space_index: flags for space_index, space in enumerate(spaces) if (flags := space.meeting(zero)) is not None}
        for zero in zeros
    ]
    void = void_figures(met, sets, every, steps, radix)
    return relations, result, Grid.of(trees) if joint else None, owners, void


def _with_sums(space: _Space, numbers: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the given sets of a space, with those of `others` that are sums of the smallest sets of `numbers`."""
    owner = np.full(space.points, -1, dtype=np.int64)
    atoms = smallest(space, numbers)
    sizes = np.array([len(space.sets[atom]) for atom in atoms], dtype=np.int64)
    for atom_index, atom in enumerate(atoms):
        owner[space.sets[atom]] = atom_index
    found_numbers = list(numbers)
    for number in others:
        inner_atoms = np.unique(owner[space.sets[number]])
        if number not in numbers and inner_atoms[0] >= 0 and sizes[inner_atoms].sum() == len(space.sets[number]):
            found_numbers.append(number)
    return found_numbers


def _common(points: Ints, other: Ints) -> Ints:
    return np.intersect1d(points, other, assume_unique=True)


def _joined_arrays(arrays: Sequence[Ints]) -> Ints:
    return np.concatenate([np.zeros(0, dtype=np.int64), *arrays]).astype(np.int64)


def _addresses(grid: Sequence[Ints], steps: Ints) -> Ints:
    """Compute the address of each cell of a block from the indices of its sets; -1 where one of the sets is empty."""
    address: Any = np.zeros(1, dtype=np.int64)
    empty: Any = np.zeros(1, dtype=np.bool_)
    for numbers, step in zip(grid, steps.tolist(), strict=True):
        address = address + numbers * step
        empty = empty | (numbers < 0)
    return np.where(empty, -1, address)
