"""What a reader of the tableau can conclude: keys add up as counts do (claims.md, section A, K1 to K4).

Of one sum it is exact which originals have keys that add up (`Sums`); over all sums it is sound, not complete. Of
tables of few cells every original is tried with keys for all cells (`possible_keys`). Confidential: witnesses begin
with the true keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds as Limits
from scipy.optimize import LinearConstraint, milp

from ckmcore.lab.risk.enumeration import ListedCell, TooManyToList, possible_tables
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.relations import Grid, Ints, Relations
from ckmcore.lab.risk.weight_ratios import WeightRatios
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.key_intervals import Arcs, Tableau, added, common, meet, mirrored, shifted, united

Flags = NDArray[np.bool_]

# Sums of more parts say nothing that is worth their time: with three parts of which each keeps a third of the circle
# every key of the total can come about (K2).
MOST_PARTS = 12
# Originals of one cell that are gone through.
_MOST_VALUES = 60
# Arcs that are shorter are beyond the solver's tolerance (K4).
_LEAST_ARC = 1e-5
_MARGIN = 1e-9
_TRIES = 80
# Tables of more cells, atoms or possible originals are not tried one by one.
MOST_CELLS = 14
MOST_ATOMS = 9
MOST_TRIED = 2_000

_EMPTY: Arcs = ()


@dataclass(eq=False)
class KeyLooks:
    """Figures published under one set of keys.

    `least` and `most` are, by figure, the least and the largest published count that it can mean (-1: its key is not
    known).
    """

    tableau: Tableau
    least: Ints
    most: Ints

    @classmethod
    def of(cls, tableau: Tableau, count: int) -> KeyLooks:
        """Make the figures without any knowledge of their keys; `count` is their number."""
        return cls(tableau, np.full(count, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64))

    def arcs(self, figure: int, count: int) -> Arcs:
        """Return the arcs of keys that a figure of `count` records, 1 or more, can have."""
        if self.least[figure] < 0:
            return ((0, self.tableau.unit),)
        return self.tableau.arcs(count, int(self.least[figure]), int(self.most[figure]))


# --- one sum, exactly (K1) ---------------------------------------------------------------------------------------


_States = dict[int, Arcs]
"""By number of records the keys that they can add up to; of none there is none."""


class Sums:
    """Originals of each figure that the keys of every single relation allow."""

    def __init__(
        self, relations: Relations, looks: KeyLooks, low: Ints, high: Ints, allowed: Mapping[int, Ints]
    ) -> None:
        self.relations, self.looks = relations, looks
        self.values: dict[int, tuple[int, ...]] = {}
        self._known: dict[Hashable, tuple[tuple[int, ...], ...]] = {}
        self._bounds = Bounds(low, high)
        self._allowed = allowed
        lines: dict[int, list[int]] = {}
        for line, (begin, end) in enumerate(pairwise(relations.starts.tolist())):
            total = int(relations.totals[line])
            part_figures = relations.parts[begin:end].tolist()
            if (
                end - begin <= MOST_PARTS
                and self._listed(total)
                and all(self._listed(part_figure) for part_figure in part_figures)
            ):
                for figure in (total, *part_figures):
                    lines.setdefault(figure, []).append(line)
        self._lines = lines

    def _listed(self, figure: int) -> bool:
        """Return whether the figure has few possible originals, and its key is known or it holds no records."""
        low, high = int(self._bounds.low[figure]), int(self._bounds.high[figure])
        if high > 0 and self.looks.least[figure] < 0:
            return False
        return high - low < _MOST_VALUES

    def values_of(self, figure: int) -> tuple[int, ...]:
        """The originals that are left of a figure."""
        if figure not in self.values:
            counts = range(int(self._bounds.low[figure]), int(self._bounds.high[figure]) + 1)
            allowed = self._allowed.get(figure)
            kept_counts = counts if allowed is None else [count for count in counts if (allowed == count).any()]
            self.values[figure] = tuple(count for count in kept_counts if not count or self.looks.arcs(figure, count))
        return self.values[figure]

    def narrowed(self, cancelled: Callable[[], bool]) -> bool:
        """Remove originals that some relation excludes, until none is left to remove; return whether any was
        removed."""
        waiting_lines = dict.fromkeys(line for lines in self._lines.values() for line in lines)
        changed = False
        while waiting_lines and not cancelled():
            line = next(iter(waiting_lines))
            del waiting_lines[line]
            total = int(self.relations.totals[line])
            figures = [total, *self.relations.parts_of(line).tolist()]
            former_values = [self.values_of(figure) for figure in figures]
            looks = [(int(self.looks.least[member]), int(self.looks.most[member])) for member in figures]
            key = (tuple(looks), tuple(former_values))
            if key not in self._known:
                self._known[key] = self._possible(figures, former_values)
            for figure, old, new in zip(figures, former_values, self._known[key], strict=True):
                if len(new) < len(old):
                    self.values[figure] = new
                    changed = True
                    waiting_lines.update(
                        dict.fromkeys(other_line for other_line in self._lines.get(figure, []) if other_line != line)
                    )
        return changed

    def _possible(self, figures: Sequence[int], values: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """Return, for the total and each part of a relation, the originals with which the keys add up."""
        unit = self.looks.tableau.unit
        parts_arcs = [
            {count: self.looks.arcs(figure, count) if count else _EMPTY for count in own_counts}
            for figure, own_counts in zip(figures[1:], values[1:], strict=True)
        ]
        upper = max(values[0], default=0)
        former_states: list[_States] = [{0: _EMPTY}]
        for parts_arc in parts_arcs:
            former_states.append(_joined_states(former_states[-1], parts_arc, unit, upper))
        new_states: list[_States] = [{0: _EMPTY}]
        for part_parts_arc in reversed(parts_arcs):
            new_states.append(_joined_states(new_states[-1], part_parts_arc, unit, upper))
        new_states.reverse()
        total = {value: self.looks.arcs(figures[0], value) if value else _EMPTY for value in values[0]}
        counts = [
            tuple(
                value
                for value in values[0]
                if value in former_states[-1] and _fit(former_states[-1][value], total[value], value)
            )
        ]
        for parts_arc_index, part_arcs in enumerate(parts_arcs):
            others = _joined_states(former_states[parts_arc_index], new_states[parts_arc_index + 1], unit, upper)
            kept_counts = []
            for count, arcs in part_arcs.items():
                together = _joined_states(others, {count: arcs}, unit, upper)
                if any(count in total and _fit(keys, total[count], count) for count, keys in together.items()):
                    kept_counts.append(count)
            counts.append(tuple(kept_counts))
        return tuple(counts)


def _fit(keys: Arcs, arcs: Arcs, count: int) -> bool:
    return not count or meet(keys, arcs)


def _joined_states(states: _States, other_arcs: Mapping[int, Arcs], unit: int, upper: int) -> _States:
    """Combine two sets of records: return the possible sums of their keys by number of records.

    `unit` is the size of the key space, `upper` the largest number of records.
    """
    arcs_by_count: dict[int, list[tuple[int, int]]] = {}
    whole = ((0, unit),)
    finished_states: _States = {}
    for first, keys in states.items():
        for second, arcs in other_arcs.items():
            count = first + second
            if count > upper or finished_states.get(count) == whole:
                continue
            both_arcs = arcs if not first else keys if not second else added(keys, arcs, unit)
            if both_arcs == whole:
                finished_states[count] = whole
            arcs_by_count.setdefault(count, []).extend(both_arcs)
    return {count: finished_states.get(count) or united(arcs, unit) for count, arcs in arcs_by_count.items()}


# --- all sums, for a few cells (K3, K4) --------------------------------------------------------------------------


Verdict = Literal["possible", "impossible", "undecided"]


@lru_cache(maxsize=10_000)
def possible_keys(cells: tuple[tuple[tuple[int, ...], Arcs], ...], atoms: tuple[int, ...], unit: int) -> Verdict:
    """Decide whether atoms can have keys for which every cell has a key in its arcs.

    cells: of each the atoms within it that hold records, one at least, and its arcs. A mixed-integer program: keys,
    whole turns of each cell and one of its arcs, with the largest margin; "possible" is checked in exact numbers,
    "impossible" is the verdict only where no arc is too short for the solver.
    """
    if any(not arcs for _, arcs in cells):
        return "impossible"
    position_of = {atom: atom_index for atom_index, atom in enumerate(atoms)}
    bound = [(inner_atoms, arcs) for inner_atoms, arcs in cells if arcs != ((0, unit),)]
    if not bound:
        return "possible"
    count = len(atoms)
    columns = count + sum(1 + len(arcs) for _, arcs in bound) + 1
    rows: list[dict[int, float]] = []
    lows: list[float] = []
    highs: list[float] = []
    integral, ends = np.zeros(columns, dtype=np.int64), np.ones(columns)
    arc_index = count
    margin = columns - 1
    for cell_atoms, arcs in bound:
        turn = arc_index
        integral[turn], ends[turn] = 1, len(cell_atoms)
        chosen = list(range(arc_index + 1, arc_index + 1 + len(arcs)))
        integral[chosen] = 1
        arc_index += 1 + len(arcs)
        key = {position_of[atom]: 1.0 for atom in cell_atoms} | {turn: -1.0}
        rows.append(key | {turn: -begin / unit for turn, (begin, _) in zip(chosen, arcs, strict=True)} | {margin: -1.0})
        lows.append(0.0)
        highs.append(np.inf)
        rows.append(key | {turn: -end / unit for turn, (_, end) in zip(chosen, arcs, strict=True)} | {margin: 1.0})
        lows.append(-np.inf)
        highs.append(0.0)
        rows.append(dict.fromkeys(chosen, 1.0))
        lows.append(1.0)
        highs.append(1.0)
    matrix = np.zeros((len(rows), columns))
    for line, row in enumerate(rows):
        for column, entry in row.items():
            matrix[line, column] = entry
    aim = np.zeros(columns)
    aim[margin] = -1.0
    answer: Any = milp(
        aim, integrality=integral, bounds=Limits(0, ends), constraints=LinearConstraint(matrix, lows, highs)
    )
    if answer.x is not None and answer.x[margin] > _MARGIN:
        keys = {
            atom: Fraction(float(answer.x[answer_index])).limit_denominator(10**15)
            for atom, answer_index in position_of.items()
        }
        if all(
            _has(sum((keys[atom] for atom in inner_atoms), Fraction(0)) % 1, arcs, unit) for inner_atoms, arcs in bound
        ):
            return "possible"
    shortest = min(end - begin for _, arcs in bound for begin, end in arcs) / unit
    return "impossible" if answer.status in (0, 2) and shortest > _LEAST_ARC else "undecided"


def _has(key: Fraction, arcs: Arcs, unit: int) -> bool:
    return any(begin <= key * unit < end for begin, end in arcs)


# --- witnesses: the true keys, a few of them changed -------------------------------------------------------------


@dataclass(eq=False)
class Keys:
    """The true keys of the atoms of a grid and of all its figures, in units of the tableau."""

    grid: Grid
    looks: KeyLooks
    counts: list[int]
    keys: list[int]

    def __post_init__(self) -> None:
        self._draw = np.random.Generator(np.random.PCG64(1))
        self._figures: dict[int, frozenset[int]] = {}
        self._atoms = self.grid.atom_figures.tolist()

    def are_true(self) -> bool:
        """Return whether every cell, with these keys, publishes what it does."""
        for figure in np.flatnonzero(self.looks.least >= 0).tolist():
            count, key = self.counts[figure], self.keys[figure]
            if count and not any(begin <= key < end for begin, end in self.looks.arcs(figure, count)):
                return False
        return True

    def show(self, known: IntruderKnowledge, wanted: Flags, limit: Limit) -> None:
        """Search for witnesses of the undecided figures among `wanted`.

        A witness has one record more or less in an atom, or one moved to another atom with a part of the key, such that
        every cell still publishes the same.
        """
        for figure in np.flatnonzero(known.undecided & wanted).tolist():
            if limit.ended():
                return
            if known.least[figure] >= known.most[figure]:
                self._move(figure, known, limit)

    def _move(self, figure: int, knowledge: IntruderKnowledge, limit: Limit) -> None:
        inner_atoms = self.grid.atoms_of(figure)
        within = set(inner_atoms.tolist())
        for index in range(_TRIES):
            if limit.ended():
                return
            atom = int(inner_atoms[int(self._draw.integers(len(inner_atoms)))])
            other = -1 if index < 2 else self._partner(atom)
            if other in within or other == atom:
                continue
            for more, less in ((atom, other), (other, atom)):
                if self._goes(more, less, knowledge):
                    return

    def _partner(self, atom: int) -> int:
        """Pick another atom at random, mostly one that shares a line with `atom`; -1 if there is none."""
        sizes = [len(sets) for sets in self.grid.sets]
        key_indices = [int(number) for number in np.unravel_index(atom, sizes)]
        free_spaces = [space for space, size in enumerate(sizes) if size > 1]
        if not free_spaces:
            return -1
        for space in (
            free_spaces if self._draw.random() < 0.25 else [free_spaces[int(self._draw.integers(len(free_spaces)))]]
        ):
            key_indices[space] = int(self._draw.integers(sizes[space]))
        return int(np.ravel_multi_index(key_indices, sizes))

    def _with(self, atom: int) -> frozenset[int]:
        if atom not in self._figures:
            self._figures[atom] = frozenset(self.grid.figures_with(atom).tolist()) if atom >= 0 else frozenset()
        return self._figures[atom]

    def _goes(self, more: int, less: int, knowledge: IntruderKnowledge) -> bool:
        """Return whether a record can move to the figures of `more` from those of `less` (-1: from nowhere) with some
        key.

        If so it is noted in `knowledge`.
        """
        unit = self.looks.tableau.unit
        if less >= 0 and not self.counts[self._atoms[less]]:
            return False
        free: Arcs = ((0, unit),)
        up, down = self._with(more) - self._with(less), self._with(less) - self._with(more)
        # What is known of figures without a tableau, such as official totals, holds, too.
        if any(self.counts[figure] >= knowledge.high[figure] for figure in up) or any(
            self.counts[figure] <= knowledge.low[figure] for figure in down
        ):
            return False
        for figure in up:
            arcs = self.looks.arcs(figure, self.counts[figure] + 1)
            free = common(free, shifted(arcs, -self.keys[figure], unit))
            if not free:
                return False
        for figure in down:
            after = self.counts[figure] - 1
            if after:
                arcs = shifted(self.looks.arcs(figure, after), -self.keys[figure], unit)
                free = common(free, mirrored(arcs, unit))
            elif self.looks.least[figure] > 0:
                return False
            else:
                free = common(free, ((self.keys[figure], self.keys[figure] + 1),))
            if not free:
                return False
        for figures, step in ((up, 1), (down, -1)):
            figure_indices = np.fromiter(figures, dtype=np.int64, count=len(figures))
            values = np.array([self.counts[figure] + step for figure in figures], dtype=np.int64)
            knowledge.witnessed(values, figure_indices)
        return True


def true_keys(grid: Grid, looks: KeyLooks, counts: Ints, atom_keys: Ints, modulus: int) -> Keys | None:
    """Return the keys of records, summed over atoms modulo `modulus`, as the keys of all figures.

    None where the published figures were not made with these keys.
    """
    unit = math.lcm(looks.tableau.unit, modulus)
    finer = KeyLooks(_Finer(looks.tableau, unit // looks.tableau.unit), looks.least, looks.most)
    keys = [key % modulus * (unit // modulus) for key in grid.summed(atom_keys).tolist()]
    found_keys = Keys(grid, finer, counts.tolist(), keys)
    return found_keys if found_keys.are_true() else None


@dataclass(frozen=True)
class _Finer:
    """A tableau in smaller units."""

    tableau: Tableau
    factor: int

    @property
    def unit(self) -> int:
        return self.tableau.unit * self.factor

    def arcs(self, count: int, least: int, most: int) -> Arcs:
        """Return the arcs in the finer unit; see `Tableau`."""
        arcs = self.tableau.arcs(count, least, most)
        return arcs if self.factor == 1 else tuple((a * self.factor, b * self.factor) for a, b in arcs)


# --- all of it ---------------------------------------------------------------------------------------------------


def narrowed(
    propagation: Propagation, given: Bounds, evidence: Evidence, looks: Sequence[KeyLooks], limit: Limit
) -> Bounds:
    """Narrow bounds along sums of counts and of keys until neither changes them; gaps go to `evidence`."""
    bounds = propagation(given, limit.cancelled, evidence)
    changed = True
    while changed and not bounds.contradict and not limit.ended():
        changed = False
        for look in looks:
            sums = Sums(propagation.relations, look, bounds.low, bounds.high, evidence.allowed)
            sums.narrowed(limit.ended)
            low, high = bounds.low.copy(), bounds.high.copy()
            for figure, values in sums.values.items():
                if not values:
                    low[figure], high[figure] = 1, 0
                    continue
                low[figure], high[figure] = max(low[figure], values[0]), min(high[figure], values[-1])
                if len(values) <= values[-1] - values[0]:
                    evidence.allowed[figure] = np.array(values, dtype=np.int64)
            closer = (
                Bounds(low, high) if (low > high).any() else propagation(Bounds(low, high), limit.cancelled, evidence)
            )
            changed = changed or bool((closer.low > bounds.low).any() or (closer.high < bounds.high).any())
            bounds = closer
            if bounds.contradict:
                break
    return bounds


def tried(grid: Grid, known: IntruderKnowledge, evidence: Evidence, looks: KeyLooks) -> bool:
    """Try every original of a few cells together with keys for all of them; return whether the cells were few enough.

    Originals without keys are removed from the intervals; undecided ones stay, but are no witness.
    """
    examined_indices = np.flatnonzero(looks.least >= 0).tolist()
    atoms = len(grid.atom_figures)
    if atoms > MOST_ATOMS:
        return False
    members = {figure: grid.atoms_of(figure).tolist() for figure in examined_indices}
    remaining_difference = set(range(atoms)).difference(*members.values())
    if remaining_difference:
        # Known figures without a tableau, such as official totals, say how many records there can be in the others.
        fixed = np.flatnonzero((looks.least < 0) & (known.low == known.high)).tolist()
        for figure in fixed:
            inner_atoms = grid.atoms_of(figure).tolist()
            if remaining_difference.intersection(inner_atoms):
                members[figure] = inner_atoms
                remaining_difference.difference_update(inner_atoms)
    figures = list(members)
    if (
        remaining_difference
        or len(figures) > MOST_CELLS
        or (known.high[figures] - known.low[figures] > _MOST_VALUES).any()
    ):
        return False
    shown = dict(zip(*(channel.tolist() for channel in evidence.channels[0]), strict=True)) if evidence.channels else {}
    cells = []
    for figure in figures:
        values = np.arange(known.low[figure], known.high[figure] + 1)
        if figure in evidence.allowed:
            values = np.intersect1d(values, evidence.allowed[figure])
        cells.append(ListedCell(tuple(members[figure]), values, shown.get(figure)))
    try:
        tables = possible_tables(cells, atoms)
    except TooManyToList:
        return False
    if len(tables) > MOST_TRIED:
        return False
    low, high = np.full_like(known.low, UNBOUNDED), np.full_like(known.high, -1)
    weights = None if evidence.weights is None else evidence.weights.searched
    for table in tables:
        values = grid.summed(table)
        if _left_out(values, known, weights):
            continue
        verdict = with_keys(table, {figure: members[figure] for figure in examined_indices}, looks)
        if verdict != "impossible":
            low, high = np.minimum(low, values), np.maximum(high, values)
            if verdict == "possible" and (weights is None or weights.keeps(values)):
                known.witnessed(values)
    known.low, known.high = low, high
    return True


def _left_out(values: Ints, knowledge: IntruderKnowledge, weights: WeightRatios | None) -> bool:
    """Whether a solution of the sums is beyond the bounds, or has no weights."""
    beyond = bool((values < knowledge.low).any() or (values > knowledge.high).any())
    return beyond or (weights is not None and weights.broken(values) is not None)


def with_keys(table: Ints, members: Mapping[int, Sequence[int]], looks: KeyLooks) -> Verdict:
    """Decide whether counts of the atoms (`table`) can have keys for which every cell publishes what it does.

    `members` gives the atoms of each cell.
    """
    cells = []
    for figure, inner_member in members.items():
        filled_atoms = tuple(atom for atom in inner_member if table[atom])
        if filled_atoms:
            cells.append((filled_atoms, looks.arcs(figure, int(table[list(inner_member)].sum()))))
    if not _each_fits(cells, looks.tableau.unit):
        return "impossible"
    if len({cell_atoms for cell_atoms, _ in cells if len(cell_atoms) > 1}) <= 1 and len(cells) == len(
        {cell_atoms for cell_atoms, _ in cells}
    ):
        return "possible"  # one sum at most: that is exact
    return possible_keys(tuple(cells), tuple(np.flatnonzero(table).tolist()), looks.tableau.unit)


def _each_fits(cells: Sequence[tuple[tuple[int, ...], Arcs]], unit: int) -> bool:
    """Return whether every cell by itself has keys that add up, as far as the keys of its atoms are known.

    The check is exact and fast.
    """
    single_arcs: dict[int, Arcs] = {}
    for cell_atoms, arcs in cells:
        if len(cell_atoms) == 1:
            single_arcs[cell_atoms[0]] = common(single_arcs.get(cell_atoms[0], ((0, unit),)), arcs)
    for cell_atoms, arcs in cells:
        keys: Arcs | None = None
        for atom in cell_atoms:
            own_arcs = single_arcs.get(atom, ((0, unit),))
            keys = own_arcs if keys is None else added(keys, own_arcs, unit)
        if keys is not None and not meet(keys, arcs):
            return False
    return True
