"""Differencing: two published figures whose difference concerns very few units.

Where all records of a cell are in another one and few are left over, the difference of their figures speaks of those
few, a group that nobody meant to publish. For methodologists and whoever releases. Confidential: it counts records.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from ckmcore.base.numbers import decimal_text
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, InputError
from ckmcore.lab.risk.atoms import Atoms, atoms_of
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.intervals import left_open
from ckmcore.lab.risk.lattice import chance_empty
from ckmcore.lab.risk.posterior import as_shown, largest_noise, reach, sign_of
from ckmcore.lab.risk.publication import Publication
from ckmcore.lab.risk.relations import Ints
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method, noise_of
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells

# What two published figures, the one of a cell within the other, say about the records that are left.

# A reader's odds before the figures: nobody left as likely as somebody, then 1 to 10 records alike.
EMPTY = 0.5
NOT_EMPTY: Mapping[int, float] = dict.fromkeys(range(1, 11), 0.05)


@dataclass(frozen=True)
class Seen:
    """A cell as seen by a reader: figure, sign in its place (0 for none), and whether it is exempt, that is, published
    unchanged by rule.

    method, knowledge: of its table, see `Publication`; made: mark shared by figures of one method and settings, the
    same keys and records, None where unknown.
    """

    method: Method | None
    knowledge: IntruderScenario
    figure: int
    sign: int = 0
    exempt: bool = False
    made: Hashable = ""


@dataclass(frozen=True)
class Rest:
    """Conclusion on the records of a larger cell that are not in a smaller one.

    proved: some are certain to remain, since figures of equal sets could not differ; low, high: bounds of their number,
    high None where unbounded; empty: probability that none remains, 0 where some are certain, None where unknown
    (figures cannot be compared, or the method is unknown).
    """

    proved: bool
    low: int
    high: int | None
    empty: float | None

    @property
    def said(self) -> Sentence:
        """The interval, with the proof or the chance, as half a sentence."""
        code = "rest_between" if self.high is not None else "rest_open" if self.low else "rest_unknown"
        found_sentence = sentence(code, low=self.low, high=self.high)
        if self.low:
            return sentence("rest_somebody", found=found_sentence)
        if self.empty is None:
            return found_sentence
        return sentence(
            "rest_chance",
            found=found_sentence,
            chance=Texts(*(decimal_text(100 * self.empty, 1, language) for language in ("en", "de"))),
        )


def rest_of(larger: Seen, smaller: Seen) -> Rest:
    """Conclusion on the remaining records under a flat prior of counts and the odds `EMPTY`, `NOT_EMPTY`.

    Cells are compared where both have the same mark and neither is exempt. Raises attack_unknown_method,
    expectation_unknown_method.
    """
    (least, upper), (low, high) = _interval(larger), _interval(smaller)
    fewest = max(least - high, 0) if high < UNBOUNDED else 0
    unit_count = upper - low if upper < UNBOUNDED else None
    alike = larger.made is not None and larger.made == smaller.made and not (larger.exempt or smaller.exempt)
    differ = (larger.sign, larger.figure if _keeps(larger) else 0) != (
        smaller.sign,
        smaller.figure if _keeps(smaller) else 0,
    )
    proved = alike and differ
    fewest = max(fewest, int(proved))
    empty: float | None = None
    if fewest:
        empty = 0.0
    elif alike and larger.method is not None and not larger.method.changes_records:
        empty = chance_empty(EMPTY, NOT_EMPTY, _equal(larger.method, larger.figure, larger.sign))
    return Rest(proved, fewest, unit_count, empty)


def _keeps(cell: Seen) -> bool:
    return Sign(cell.sign).keeps_figure


def _interval(cell: Seen) -> tuple[int, int]:
    """The least and the largest original behind what is shown."""
    if cell.exempt and _keeps(cell):
        return cell.figure, cell.figure
    signs = np.array([cell.sign], dtype=np.uint8)
    figure = np.array([cell.figure if _keeps(cell) else 0], dtype=np.int64)
    bounds = left_open(cell.method, figure, signs, cell.knowledge)
    return int(bounds.low[0]), int(bounds.high[0])


def _equal(method: Method, figure: int, sign: int) -> dict[int, float]:
    """P(both cells show this | d records remain) for each d of `NOT_EMPTY`, under a flat prior of counts.

    Σ_n p(shown | n) p(shown | n + d) / Σ_n p(shown | n).
    """
    deviation = largest_noise(method)
    wanted_sign = sign_of(sign, figure)
    # A sign stands for all figures below its limit.
    least, top = (figure - deviation, figure) if wanted_sign == figure else (0, reach(method, 0))
    least = max(least, 0)
    counts = np.arange(least, top + deviation + max(NOT_EMPTY) + 1, dtype=np.int64)
    v, chances = noise_of(method).chances(counts)
    shown = as_shown(method, (counts[:, None] + v).ravel()).reshape(v.shape)
    p: NDArray[np.float64] = np.where(shown == wanted_sign, chances, 0.0).sum(axis=1)
    every = float(p.sum())
    return {d: float(p[:-d] @ p[d:]) / every if every else 0.0 for d in NOT_EMPTY}


MOST_LISTED = 1000
# Pairs of cells that are compared at once.
_AT_ONCE = 4096


@dataclass(frozen=True)
class CellPlace:
    """A cell: indices of its table, value and block, its position, and its published figure."""

    table: int
    value: int
    block: int
    position: tuple[int, ...]
    published: int


@dataclass(frozen=True, repr=False)
class UnitDifference:
    """Two nested cells and the number of remaining records. Confidential.

    own: cell in which the remaining records are published themselves, or None; rest: conclusion of a reader from the
    two figures.
    """

    larger: CellPlace
    smaller: CellPlace
    units: int
    own: CellPlace | None
    rest: Rest

    def __repr__(self) -> str:
        return "Difference(confidential)"

    @property
    def published(self) -> int:
        """Difference of the published figures, as a reader computes it."""
        return self.larger.published - self.smaller.published


@dataclass(frozen=True, eq=False, repr=False)
class UnitDifferences:
    """Differences of fewer than `least_units` units. count: their number; listed: those with fewest units."""

    tables: tuple[Publication, ...]
    least_units: int
    count: int
    listed: tuple[UnitDifference, ...]

    def __repr__(self) -> str:
        return f"Differences({len(self.tables)} tables, confidential)"


def differences(
    tables: Sequence[Publication],
    data: Microdata,
    *,
    least_units: int = 3,
    own_too: bool = False,
    most: int = MOST_LISTED,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> UnitDifferences:
    """Find differences of counts that concern fewer than `least_units` records, within and between tables.

    Cells without records are excluded; cells with the same records are one. own_too: include differences that are
    published cells themselves, whose figures are protected. most: number of listed differences. Raises
    differencing_least_units, attack_needs_counts, atoms_of_households, Cancelled, and the errors of `plan_blocks`.
    """
    if least_units < 2:
        raise InputError("differencing_least_units", found=least_units)
    used_tables = [table for table in tables if count_values(table.table.spec)]
    if not used_tables:
        raise InputError("attack_needs_counts")
    conditions = [
        tuple(
            dict.fromkeys(
                publication.table.spec.values[number].own_filter for number in count_values(publication.table.spec)
            )
        )
        for publication in used_tables
    ]
    atoms = atoms_of(
        data,
        [
            (publication.table.spec, own_condition)
            for publication, own_condition in zip(used_tables, conditions, strict=True)
        ],
        cancelled=cancelled,
    )
    progress(0.2)
    cells = _Cells.of([publication.table for publication in used_tables], atoms)
    larger, smaller = cells.nested(least_units, cancelled, lambda share: progress(0.2 + 0.6 * share))
    units = cells.units[larger] - cells.units[smaller]
    difference_tuples = []
    for pair_index in np.lexsort((smaller, larger, units)).tolist():
        if cancelled():
            raise Cancelled()
        own_rest = cells.rest(int(larger[pair_index]), int(smaller[pair_index]))
        if own_rest is None or own_too:
            difference_tuples.append(
                (int(larger[pair_index]), int(smaller[pair_index]), int(units[pair_index]), own_rest)
            )
    readers = _Readers(used_tables, data)
    listed_differences = tuple(
        UnitDifference(large, small, left, None if own is None else cells.place(own), readers.rest(large, small))
        for first_cell, other, left, own in difference_tuples[:most]
        for large, small in ((cells.place(first_cell), cells.place(other)),)
    )
    progress(1.0)
    return UnitDifferences(tuple(used_tables), least_units, len(difference_tuples), listed_differences)


class _Readers:
    """What readers see of cells, and conclude from two of them."""

    def __init__(self, tables: Sequence[Publication], data: Microdata) -> None:
        self._tables, self._data = tables, data
        self._exempt: dict[tuple[int, int], list[NDArray[np.bool_] | None]] = {}

    def rest(self, larger: CellPlace, smaller: CellPlace) -> Rest:
        return rest_of(self._seen_cell(larger), self._seen_cell(smaller))

    def _seen_cell(self, cell_place: CellPlace) -> Seen:
        table = self._tables[cell_place.table]
        if (cell_place.table, cell_place.value) not in self._exempt:
            conditions = table.table.spec.values[cell_place.value].own_filter
            self._exempt[cell_place.table, cell_place.value] = table.exempt(self._data, conditions)
        exempt = self._exempt[cell_place.table, cell_place.value][cell_place.block]
        signs = table.table.blocks[cell_place.block].signs
        sign = 0 if signs is None else int(signs[cell_place.value][cell_place.position])
        official = exempt is not None and bool(exempt[cell_place.position])
        new_table = table.same or cell_place.table
        return Seen(table.method, table.knowledge, cell_place.published, sign, official, new_table)


@dataclass(frozen=True, eq=False)
class _Cells:
    """Cells shown by tables as sets of atoms, each set once (its first cell).

    members: sparse matrix (set x atom) with entries 1 and ascending columns; units: records of each; where: table,
    value, block and flat index of each; numbers: index of a set by its bytes.
    """

    tables: Sequence[ProtectedTable]
    members: csr_array
    units: Ints
    where: Sequence[tuple[int, int, int, int]]
    numbers: dict[bytes, int]

    @classmethod
    def of(cls, tables: Sequence[ProtectedTable], atoms: Atoms) -> _Cells:
        filled_indices = np.flatnonzero(atoms.counts)
        atom, column = np.nonzero(atoms.groups[filled_indices] >= 0)
        groups = csr_array(
            (np.ones(len(atom), dtype=np.int64), (atoms.groups[filled_indices[atom], column], atom)),
            shape=(atoms.size, len(filled_indices)),
        )
        cell_columns, where = [], []
        for table_index, table in enumerate(tables):
            masks = shown_cells(table.spec, table.blocks)
            for value in count_values(table.spec):
                blocks = atoms.tables[table_index][table.spec.values[value].own_filter]
                for block, (block_atoms, mask) in enumerate(zip(blocks, masks, strict=True)):
                    indices = np.flatnonzero(mask & table.blocks[block].shown(value))
                    cells = block_atoms.of_cells(indices).cells
                    cell_columns.append(cells @ groups[block_atoms.first : block_atoms.first + cells.shape[1]])
                    where += [(table_index, value, block, int(index)) for index in indices.tolist()]
        every = vstack(cell_columns, format="csr")
        every.sort_indices()
        units = every @ atoms.counts[filled_indices]
        numbers: dict[bytes, int] = {}
        kept_indices: list[int] = []
        for index in np.flatnonzero(units).tolist():
            name = every.indices[every.indptr[index] : every.indptr[index + 1]].astype(np.int64).tobytes()
            if name not in numbers:
                numbers[name] = len(kept_indices)
                kept_indices.append(index)
        return cls(
            tables,
            every[kept_indices],
            units[kept_indices].astype(np.int64),
            [where[index] for index in kept_indices],
            numbers,
        )

    def nested(
        self, least_units: int, cancelled: Callable[[], bool], progress: Callable[[float], None]
    ) -> tuple[Ints, Ints]:
        """Pairs (larger, smaller) of nested sets with fewer than `least_units` remaining records."""
        columns = self.members.tocsc()
        entry_counts = np.diff(columns.indptr)
        sizes = np.diff(self.members.indptr)
        larger: list[Ints] = []
        smaller: list[Ints] = []
        waiting: list[tuple[Ints, Ints]] = []
        pairs = 0

        def checked() -> None:
            first_cells = np.concatenate([pair[0] for pair in waiting])
            other = np.concatenate([pair[1] for pair in waiting])
            both_matrix: csr_array = self.members[first_cells].multiply(self.members[other])
            common = np.asarray(both_matrix.sum(axis=1)).ravel()
            is_contained = common == sizes[other]
            larger.append(first_cells[is_contained])
            smaller.append(other[is_contained])
            waiting.clear()

        for unit_index in range(len(self.units)):
            indices = self.members.indices[self.members.indptr[unit_index] : self.members.indptr[unit_index + 1]]
            # Whatever holds the whole set holds the atom of it that the fewest others have.
            atom = int(indices[np.argmin(entry_counts[indices])])
            near_units = columns.indices[columns.indptr[atom] : columns.indptr[atom + 1]]
            remaining_unit = self.units[near_units] - self.units[unit_index]
            near_units = near_units[(remaining_unit > 0) & (remaining_unit < least_units)].astype(np.int64)
            if len(near_units):
                waiting.append((near_units, np.full(len(near_units), unit_index)))
                pairs += len(near_units)
            if pairs > _AT_ONCE:
                checked()
                pairs = 0
                progress(unit_index / len(self.units))
            if not unit_index % 256 and cancelled():
                raise Cancelled()
        if waiting:
            checked()
        nothing = np.zeros(0, dtype=np.int64)
        return np.concatenate([nothing, *larger]), np.concatenate([nothing, *smaller])

    def rest(self, larger: int, smaller: int) -> int | None:
        """Set of the remaining atoms; None where it is no cell. larger, smaller: indices of sets."""
        first_set, other = (
            self.members.indices[self.members.indptr[column_index] : self.members.indptr[column_index + 1]]
            for column_index in (larger, smaller)
        )
        return self.numbers.get(np.setdiff1d(first_set, other, assume_unique=True).astype(np.int64).tobytes())

    def place(self, number: int) -> CellPlace:
        table, value, block, cell_number = self.where[number]
        figures: NDArray[np.int64] = self.tables[table].blocks[block].figures[value]
        position = (
            tuple(int(coordinate) for coordinate in np.unravel_index(cell_number, figures.shape))
            if figures.shape
            else ()
        )
        return CellPlace(table, value, block, position, int(figures[position]))
