"""Lower and upper bound of P(right) of the best of all readers of a count, on the lattice of the method.

Lower: what a single relation of the tables gives, or the bare figure. Upper: take any atom of the cell, a set of
records that the tables do not divide; a reader who is given all other atoms knows of each shown cell that holds it all
but the atom, so each is a figure of the atom and, by what he was given, of the cell.
Confidential: which relations there are to look at depends on which cells hold records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from ckmcore.errors import Cancelled, InputError
from ckmcore.lab.risk.atoms import atoms_of
from ckmcore.lab.risk.lattice import (
    MOST_SAMPLES,
    NO_NOISE,
    Law,
    RepeatedFigure,
    fresh_right,
    looks_right,
    most_probable,
    related,
    samples_of,
)
from ckmcore.lab.risk.relations import Ints, Relations
from ckmcore.methods.count_noise import CountNoise
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.spec import TableSpec

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Parts of a relation, and different relations, that are looked at: of more parts a gap says next to nothing.
MOST_PARTS = 24
MOST_RELATIONS = 5_000
# Samples that are told apart one by one for the upper bound of a cell; of more the bound says how far draws can be off.
_EXACT = 50_000
# Atoms that are looked at at a time.
_ATOMS = 1 << 15


def noise_drawn(method: Method) -> CountNoise:
    """Noise of a method that draws by keys, from a table or to multiples of a base. Raises averaging_needs_noise."""
    noise = method.count_noise
    if not method.needs_keys or (noise.ptable is None and not noise.base):
        raise InputError("averaging_needs_noise", method=method.name)
    return noise


def count_right(method: Method, count: int, times: int) -> float:
    """P(right) for a count from `times` figures with independent keys: iid(times) of its row.

    Raises averaging_needs_noise.
    """
    noise = noise_drawn(method)
    if noise.ptable is not None:
        return fresh_right(Law.of(noise.ptable, count), times)
    return keyed_right(noise.base, (count,) * times)


def keyed_right(base: int, counts: tuple[int, ...]) -> float:
    """P(right) under keyed rounding, whose noise depends on the remainder of a count; the reader does not know this, so
    every compatible count is a candidate. counts: of the guessed cell, followed by those of cells around it."""
    looks = []
    for remainder in sorted({count % base for count in counts}):
        figures = (-remainder, base - remainder) if remainder else (0,)
        chances = tuple(
            tuple(max(1.0 - abs(offset - figure) / base, 0.0) for figure in figures)
            for offset in range(-2 * base + 1, 2 * base)
        )
        looks.append(RepeatedFigure(chances, 2 * base - 1, sum(count % base == remainder for count in counts)))
    return most_probable(looks) if samples_of(looks) <= MOST_SAMPLES else 1.0


@dataclass(frozen=True, eq=False, repr=False)
class FigureSets:
    """Sets of records of shown figures. Confidential.

    members: sparse matrix (set x atom) with entries 1; figure: one figure for each set; of: set of each figure, -1
    where it is not shown or empty.
    """

    members: csr_array
    figure: Ints
    of: Ints

    def __repr__(self) -> str:
        return "FigureSets(confidential)"


def figure_sets(
    data: Microdata,
    tables: Sequence[tuple[TableSpec, tuple[Conditions, ...]]],
    places: Sequence[Mapping[Conditions, tuple[Ints, ...]]],
    seen: Flags,
    cancelled: Callable[[], bool],
) -> FigureSets:
    """Records that the figures `seen` of tables contain. places: figure of each cell.

    Raises atoms_of_households, Cancelled.
    """
    atoms = atoms_of(data, tables, cancelled=cancelled)
    filled_indices = np.flatnonzero(atoms.counts)
    atom, column = np.nonzero(atoms.groups[filled_indices] >= 0)
    coordinates = (atoms.groups[filled_indices[atom], column], atom)
    groups = csr_array((np.ones(len(atom), dtype=np.int64), coordinates), shape=(atoms.size, len(filled_indices)))
    # Sets are told apart by the sum of numbers drawn for their atoms.
    names = np.random.default_rng(1).integers(0, 2**63, len(filled_indices)).astype(np.uint64)
    csr_arrays, figures = [csr_array((0, len(filled_indices)), dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for table, block_places in zip(atoms.tables, places, strict=True):
        for own_filter, blocks in block_places.items():
            for block, where in zip(table[own_filter], blocks, strict=True):
                shown_indices = np.flatnonzero((where.ravel() >= 0) & seen[where.ravel()])
                cells = block.of_cells(shown_indices).cells
                csr_arrays.append(cells @ groups[block.first : block.first + cells.shape[1]])
                figures.append(where.ravel()[shown_indices])
    every, figure = vstack(csr_arrays, format="csr"), np.concatenate(figures)
    some_indices = np.flatnonzero(np.diff(every.indptr))
    sums = np.add.reduceat(names[every.indices], every.indptr[some_indices]) if len(some_indices) else names[:0]
    _, first, back = np.unique(sums, return_index=True, return_inverse=True)
    same_of = np.full(len(seen), -1, dtype=np.int64)
    same_of[figure[some_indices]] = back.ravel()
    return FigureSets(every[some_indices[first]], figure[some_indices[first]], same_of)


def averaging_bounds(
    method: Method,
    relations: Relations,
    same: Ints,
    originals: Ints,
    variance: Floats,
    sets: FigureSets | None,
    cancelled: Callable[[], bool],
) -> tuple[Floats, Floats]:
    """Lower and upper bound of P(right) for each figure; 0 and 1 for figures that are not judged.

    same, originals, variance: as of `averaging`; sets: None where records may belong to several parts, which leaves the
    upper bound at 1. The reader knows the perturbation table, its intervals and the row of each count, and has a flat
    prior. The upper bound treats keys of nested cells as independent. Raises averaging_needs_noise, Cancelled.
    """
    readers = _Readers(method, relations, same, originals, variance)
    judged = np.isfinite(variance) & (variance > 0)
    lower, upper = np.zeros(relations.count), np.ones(relations.count)
    for index, figure in enumerate(np.flatnonzero(judged).tolist()):
        if not index % 256 and cancelled():
            raise Cancelled()
        lower[figure] = readers.bare(figure)
    if method.count_noise.ptable is not None:
        best = readers.by_relations(cancelled)
        lower = np.where(judged, np.maximum(lower, best[same]), 0.0)
    if sets is not None:
        upper = np.where(sets.of >= 0, np.append(readers.by_atoms(sets, cancelled), 1.0)[sets.of], 1.0)
    return lower, np.where(judged, np.maximum(upper, lower), 1.0)


def _pseudorandom_bits(numbers: Ints) -> NDArray[np.uint64]:
    """Pseudorandom 64 bits for each number (splitmix64 [Steele, Lea, Flood 2014])."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    result: NDArray[np.uint64] = mixed ^ (mixed >> np.uint64(31))
    return result


class _Readers:
    """Noise distributions of the figures of tables, and success probabilities of readers."""

    def __init__(
        self,
        method: Method,
        relations: Relations,
        same: Ints,
        originals: Ints,
        variance: Floats,
    ) -> None:
        self.method, self.noise = method, noise_drawn(method)
        self.relations, self.same, self.originals = relations, same, originals
        seen = np.zeros(relations.count, dtype=np.bool_)
        noisy = np.zeros(relations.count, dtype=np.bool_)
        np.logical_or.at(seen, same, np.isfinite(variance))
        np.logical_or.at(noisy, same, np.isfinite(variance) & (variance > 0))
        # What is published unchanged by rule has no noise, but a key like any other cell.
        is_known = np.zeros(relations.count, dtype=np.bool_)
        np.logical_or.at(is_known, same, (variance == 0) & (originals > 0))
        self.seen, self.known = seen[same], (is_known & ~noisy)[same]
        self._laws: dict[int, int] = {}
        self._list: list[Law] = []
        self._numbers: dict[Law, int] = {}
        self._chances: dict[tuple[int, ...], float] = {}
        self._bare: dict[int, float] = {}

    def law(self, figure: int) -> int:
        """The number of the law of a figure."""
        count = -1 if self.known[figure] else int(self.originals[figure])
        if count not in self._laws:
            no_noise = NO_NOISE if self.noise.ptable is None else Law.of(self.noise.ptable, count)
            number = self._numbers.setdefault(no_noise, len(self._list))
            if number == len(self._list):
                self._list.append(no_noise)
            self._laws[count] = number
        return self._laws[count]

    def bare(self, figure: int) -> float:
        """P(right) by the figure alone."""
        count = int(self.originals[figure])
        if count not in self._bare:
            self._bare[count] = count_right(self.method, count, 1)
        return self._bare[count]

    def by_relations(self, cancelled: Callable[[], bool]) -> Floats:
        """P(right) of each figure by the best single relation that contains it."""
        best = np.zeros(self.relations.count)
        chance_by_law: dict[tuple[int, tuple[int, ...], int], float] = {}
        for line, total in enumerate(self.relations.totals.tolist()):
            if not line % 256 and cancelled():
                raise Cancelled()
            part_figures = self.relations.parts_of(line)
            filled = part_figures[self.originals[part_figures] != 0]
            if not 2 <= len(filled) <= MOST_PARTS or not self.seen[part_figures].all() or not self.seen[total]:
                continue
            if self.originals[part_figures].sum() != self.originals[total]:
                continue  # households may stand in several parts
            laws = [self.law(filled_part) for filled_part in filled.tolist()]
            whole_law = self.law(total)
            for law_index, own_law in enumerate(laws):
                other_laws = tuple(sorted(laws[:law_index] + laws[law_index + 1 :]))
                self._improve(best, int(filled[law_index]), (own_law, other_laws, whole_law), chance_by_law)
            self._improve(best, total, (whole_law, tuple(sorted(laws)), -1), chance_by_law)
        return best

    def _improve(
        self,
        best: Floats,
        figure: int,
        law_key: tuple[int, tuple[int, ...], int],
        rights: dict[tuple[int, tuple[int, ...], int], float],
    ) -> None:
        if self.known[figure]:
            return
        if law_key not in rights:
            if len(rights) >= MOST_RELATIONS:
                return
            own_law, others, whole = law_key
            laws = [self._list[other] for other in others]
            total = None if whole < 0 else self._list[whole]
            rights[law_key] = related(self._list[own_law], laws, total, linked=True).right
        root = self.same[figure]
        best[root] = max(best[root], rights[law_key])

    def by_atoms(self, sets: FigureSets, cancelled: Callable[[], bool]) -> Floats:
        """P(right) of each set for a reader who knows all of its atoms but one; the minimum over these atoms."""
        upper = np.ones(len(sets.figure))
        columns = sets.members.tocsc()
        for first in range(0, columns.shape[1], _ATOMS):
            if cancelled():
                raise Cancelled()
            ends = columns.indptr[first : first + _ATOMS + 1]
            held_indices, lengths = columns.indices[ends[0] : ends[-1]], np.diff(ends)
            filled_indices = np.flatnonzero(lengths)
            if len(filled_indices):
                starts = (ends[:-1] - ends[0])[filled_indices]
                chances = self._told_each(sets.figure[held_indices], starts)
                np.minimum.at(upper, held_indices, np.repeat(chances, lengths[filled_indices]))
        return upper

    def _told_each(self, cells: Ints, starts: Ints) -> Floats:
        """P(right) by the figures of each atom, which begin at `starts` in `cells`. Atoms whose figures have the same
        distributions are computed once."""
        told_each = np.ones(len(starts))
        free = ~np.logical_or.reduceat(self.known[cells], starts)
        lengths = np.diff(np.append(starts, len(cells)))
        kept_cell = cells[np.repeat(free, lengths)]
        if not len(kept_cell):
            return told_each
        lengths = lengths[free]
        starts = np.cumsum(lengths) - lengths
        counts, first_places, back = np.unique(self.originals[kept_cell], return_index=True, return_inverse=True)
        if self.noise.base:
            numbers = counts % self.noise.base
        else:
            for first_place in np.sort(first_places).tolist():  # laws are numbered as they come
                self.law(int(kept_cell[first_place]))
            numbers = np.array([self.law(int(kept_cell[place_index])) for place_index in first_places.tolist()])
        # Atoms are told apart by the sum of names of their laws, as sets are in `figure_sets`.
        names = np.add.reduceat(_pseudorandom_bits(numbers)[back.ravel()], starts)
        _, first, name_index = np.unique(names, return_index=True, return_inverse=True)
        cell_sums = [
            self._told(kept_cell[starts[figure_index] : starts[figure_index] + lengths[figure_index]])
            for figure_index in first.tolist()
        ]
        told_each[free] = np.array(cell_sums)[name_index.ravel()]
        return told_each

    def _told(self, cells: Ints) -> float:
        """P(right) by the figures of one atom, each of a cell that contains it."""
        if self.known[cells].any():
            return 1.0
        if self.noise.base:
            name = tuple(sorted((self.originals[cells] % self.noise.base).tolist()))
            if name not in self._chances:
                self._chances[name] = keyed_right(self.noise.base, name)
            return self._chances[name]
        name = tuple(sorted(self.law(cell) for cell in cells.tolist()))
        if name not in self._chances:
            right, deviations = looks_right(
                tuple((self._list[law], name.count(law)) for law in dict.fromkeys(name)), _EXACT
            )
            self._chances[name] = min(right + deviations, 1.0)
        return self._chances[name]
