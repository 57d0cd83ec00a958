"""Monte-Carlo: what would the measures of some tables be, had the record keys been drawn differently?

Each repetition draws uniform keys for the atoms of all tables together (`atoms`, by way of `draws`) and adds them
modulo M to every cell, inner or total: in distribution the same as drawing new record keys, and never a key for each
published cell of its own, whose noise would be independent. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled, DataError, InputError
from ckmcore.lab.quality.drawn_cells import CellGroup, filled_cells
from ckmcore.lab.quality.finding import Spread
from ckmcore.lab.quality.measure_numbers import sum_errors
from ckmcore.lab.quality.measure_registry import DRAWN
from ckmcore.lab.quality.measures import measured_values, table_figures
from ckmcore.lab.quality.repetitions import CountDraws, MeasuredCounts, Published, Repeated
from ckmcore.lab.quality.sum_draws import SumRepeater, SumTable, sum_table, with_marks
from ckmcore.lab.quality.sum_evaluation import near_of
from ckmcore.lab.quality.sum_measures import sum_values
from ckmcore.lab.risk.atoms import Atoms, BlockAtoms, atoms_of
from ckmcore.lab.risk.draws import check_draws, draws
from ckmcore.messages import Sentence
from ckmcore.methods.derived import published_of
from ckmcore.methods.method import Method
from ckmcore.methods.protected import keep_figure
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import CountKind, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

INTERVAL = (0.025, 0.975)
# Cells of so many repetitions at a time stay near the processor and let the user cancel soon.
_AT_ONCE = 1 << 18
# Of keys that are too fine to be added in 64 bits the first nine decimals are drawn.
_DRAWN_MODULUS = 10**9


@dataclass(frozen=True, eq=False, repr=False)
class Drawn:
    """A measure over repetitions, with one number for each repetition that has one. Confidential."""

    code: str
    values: Floats

    def __repr__(self) -> str:
        return f"Drawn({self.code!r}, {len(self.values)} repetitions, confidential)"

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """The range of the middle 95 % of the repetitions."""
        low, high = np.quantile(self.values, INTERVAL).tolist()
        return low, high

    @property
    def least(self) -> float:
        return float(self.values.min())

    @property
    def most(self) -> float:
        return float(self.values.max())

    @property
    def standard_error(self) -> float:
        """Standard error of the mean as an estimate of the expectation; 0 for a single repetition."""
        value_count = len(self.values)
        return float(self.values.std(ddof=1)) / value_count**0.5 if value_count > 1 else 0.0


@dataclass(frozen=True, eq=False, repr=False)
class DrawnTable:
    """Measures of one table by code. cells: number of measured cells; problem: why there are no measures, or None."""

    cells: int
    measures: Mapping[str, Drawn]
    problem: Sentence | None = None

    def __repr__(self) -> str:
        return f"DrawnTable({self.cells} cells, confidential)"

    @property
    def spreads(self) -> dict[str, Spread]:
        """Mean and interval of each measure."""
        return {code: Spread(drawn.mean, *drawn.interval) for code, drawn in self.measures.items()}


@dataclass(frozen=True, eq=False, repr=False)
class MonteCarlo:
    """Measures of each table and of all their cells together, over repetitions with new keys. Confidential."""

    repetitions: int
    seed: int
    tables: tuple[DrawnTable, ...]
    overall: DrawnTable

    def __repr__(self) -> str:
        return f"MonteCarlo({self.repetitions} repetitions of {len(self.tables)} tables, confidential)"


def monte_carlo(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: Method,
    *,
    repetitions: int = 1000,
    seed: int = 1,
    measures: Sequence[Callable[[Published], Repeated]] = DRAWN,
    with_empty: bool = False,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> MonteCarlo:
    """Measure tables over repetitions with new keys: their counts (weighted ones where there are no others), and their
    sums where the method publishes sums and `measures` includes those of sums.

    The same seed gives the same repetitions. with_empty: counts with original 0 are included.

    Raises monte_carlo_repetitions, monte_carlo_seed, monte_carlo_without_tables, nothing_to_draw, no_record_keys,
    nothing_but_zeros (of every table), atoms_of_households, attack_over_periods, AttackTooLarge, Cancelled and what
    `tabulate` and the method raise.
    """
    check_draws(method, repetitions, seed)
    if not specs:
        raise InputError("monte_carlo_without_tables")
    progress(0.0)
    prepared = [_Prepared.of(data, spec, method, with_empty, sum_errors in measures, cancelled) for spec in specs]
    if all(table.problem is not None for table in prepared):
        raise InputError("nothing_but_zeros")
    linked = _Linked.of(data, method, prepared, cancelled)
    drawing = draws(linked.atoms.groups, linked.atoms.size, cancelled=cancelled)
    modulus = _modulus(data, sum(drawing.shape))
    generator = np.random.default_rng(seed)
    widest = max(*drawing.shape, *(table.width for table in prepared))
    at_once = min(max(_AT_ONCE // max(widest, 1), 1), repetitions)
    numbers: dict[int, dict[str, list[Floats]]] = {table_index: {} for table_index in (*linked.places, _OVERALL)}
    for begin in range(0, repetitions, at_once):
        if cancelled():
            raise Cancelled()
        chunk_size = min(at_once, repetitions - begin)
        keys = generator.integers(0, modulus, size=(chunk_size, drawing.shape[1]))
        published = linked.repeated(method, (drawing @ np.ascontiguousarray(keys.T)) % modulus, modulus)
        # Of a single table all cells together are its own.
        if len(published) > 1:
            published[_OVERALL] = Published.together(list(published.values()))
        for place, of_place in published.items():
            for code, values in (entry for measure in measures for entry in measure(of_place).items()):
                numbers[place].setdefault(code, []).append(values)
        progress((begin + chunk_size) / repetitions)
    drawns = {table_index: _drawn_measures(of_place) for table_index, of_place in numbers.items()}
    overall = drawns[_OVERALL if len(linked.places) > 1 else linked.places[0]]
    return MonteCarlo(
        repetitions,
        seed,
        tuple(
            DrawnTable(table.cells, drawns.get(table_index, {}), table.problem)
            for table_index, table in enumerate(prepared)
        ),
        DrawnTable(sum(table.cells for table in prepared), overall),
    )


_OVERALL = -1


@dataclass(frozen=True, eq=False, repr=False)
class _Prepared:
    """Counts and sums of a table prepared for drawing, as far as it has them."""

    counts: CountTable | None
    sums: SumTable | None

    @classmethod
    def of(
        cls,
        data: Microdata,
        spec: TableSpec,
        method: Method,
        with_empty: bool,
        with_sums: bool,
        cancelled: Callable[[], bool],
    ) -> _Prepared:
        counts = None
        if not sum_values(spec) or any(value.kind in get_args(CountKind) for value in spec.values):
            counts = CountTable.of(data, spec, method, with_empty)
        sums = None
        if counts is None or (with_sums and method.takes_sums):
            sums = sum_table(data, spec, method, cancelled)
        return cls(counts, sums)

    @property
    def has_counts(self) -> bool:
        """Whether there are counts to be drawn."""
        return self.counts is not None and self.counts.problem is None

    @property
    def has_sums(self) -> bool:
        """Whether there are sums to be drawn."""
        return self.sums is not None and self.sums.cells > 0

    @property
    def problem(self) -> Sentence | None:
        """Reason why nothing is drawn, or None."""
        return None if self.has_counts or self.has_sums else InputError("nothing_but_zeros").sentence()

    @property
    def cells(self) -> int:
        """The counts that are measured, of a table without counts the sums."""
        if self.counts is not None:
            return int(self.counts.measured.chosen.sum())
        return 0 if self.sums is None else self.sums.cells

    @property
    def width(self) -> int:
        """The cells of a repetition."""
        counts = 0 if self.counts is None else int((self.counts.measured.figures.original != 0).sum())
        return counts + (0 if self.sums is None else 4 * self.sums.cells)


@dataclass(frozen=True, eq=False, repr=False)
class _Linked:
    """Atoms of all tables, and the tables by index whose counts or sums can be repeated."""

    atoms: Atoms
    counts: dict[int, CountRepeater]
    sums: dict[int, SumRepeater]
    near: float

    @classmethod
    def of(
        cls, data: Microdata, method: Method, prepared: Sequence[_Prepared], cancelled: Callable[[], bool]
    ) -> _Linked:
        counted = {
            table_index: table.counts for table_index, table in enumerate(prepared) if table.counts and table.has_counts
        }
        summed = {
            table_index: table.sums for table_index, table in enumerate(prepared) if table.sums and table.has_sums
        }
        asked_tables: list[tuple[TableSpec, Sequence[Conditions]]] = [
            *((counts.raw.spec, tuple(counts.raw.parts)) for counts in counted.values()),
            *((sums.spec, sums.conditions) for sums in summed.values()),
        ]
        names = dict.fromkeys(name for sums in summed.values() for name in sums.raw.spec.magnitudes)
        atoms = atoms_of(with_marks(data, tuple(names)) if names else data, asked_tables, cancelled=cancelled)
        tables = iter(atoms.tables)
        return cls(
            atoms,
            {table_index: counts.with_atoms(next(tables)) for table_index, counts in counted.items()},
            {table_index: sums.with_atoms(next(tables)) for table_index, sums in summed.items()},
            near_of(method),
        )

    @property
    def places(self) -> list[int]:
        """The numbers of the tables that are repeated."""
        return sorted({*self.counts, *self.sums})

    def repeated(self, method: Method, groups: Ints, modulus: int) -> dict[int, Published]:
        """The tables under the keys of groups of atoms (groups x repetitions)."""
        counts = {
            table_index: repeater.repeated(method, groups, modulus) for table_index, repeater in self.counts.items()
        }
        sums = {table_index: repeater.repeated(method, groups, modulus) for table_index, repeater in self.sums.items()}
        return {
            table_index: Published(counts.get(table_index), sums.get(table_index), self.near)
            for table_index in self.places
        }


def _modulus(data: Microdata, summands: int) -> int:
    """Modulus of the drawn keys: the data's, or a smaller one where sums of keys would overflow. summands: largest
    number of keys in a sum.
    """
    if data.record_keys is None:
        raise DataError("no_record_keys")
    modulus = data.record_keys.modulus
    return modulus if modulus * max(summands, 1) < 2**63 else _DRAWN_MODULUS


def _drawn_measures(numbers: Mapping[str, Sequence[Floats]]) -> dict[str, Drawn]:
    drawn = {}
    for code, value_arrays in numbers.items():
        values = np.concatenate(value_arrays)
        values = values[~np.isnan(values)]
        if len(values):
            drawn[code] = Drawn(code, values)
    return drawn


@dataclass(frozen=True, eq=False, repr=False)
class CountTable:
    """A table with its counts alone, ready to be drawn."""

    raw: RawTable
    measured: MeasuredCounts
    problem: Sentence | None

    @classmethod
    def of(cls, data: Microdata, spec: TableSpec, method: Method, with_empty: bool) -> CountTable:
        """The values of a table that are measured."""
        values = [spec.values[number] for number in measured_values(spec)]
        raw = tabulate(data, spec.with_changes(values=tuple(values), footnotes=()))
        figures = table_figures(raw, data, method.protect(raw))
        problem = None if figures.original.any() else InputError("nothing_but_zeros").sentence()
        return cls(raw, MeasuredCounts.of(raw, figures, with_empty), problem)

    def with_atoms(self, atoms: Mapping[Conditions, tuple[BlockAtoms, ...]]) -> CountRepeater:
        """The table with its cells as sums of atoms."""
        groups = []
        for value, block, cells in filled_cells(self.raw, self.measured.figures):
            own_filter, positions = value.own_filter, self.measured.figures.position[cells]
            of_block = (atoms[own_filter][block],)
            groups.append((cells, CellGroup.of(value, self.raw.part(own_filter)[block], positions, of_block)))
        return CountRepeater(self.measured, tuple(groups))


@dataclass(frozen=True, eq=False, repr=False)
class CountRepeater:
    """Counts of a table prepared for repetition: groups of cells, each with the indices of its figures.

    Cells without records are in no group, since their count and sign are the same under all keys.
    """

    measured: MeasuredCounts
    groups: tuple[tuple[Ints, CellGroup], ...]

    def repeated(self, method: Method, groups: Ints, modulus: int) -> CountDraws:
        """The counts under the keys of groups of atoms (groups x repetitions)."""
        figures, group_count = self.measured.figures, groups.shape[1]
        published = np.zeros((len(figures.original), group_count), dtype=np.int64)
        shown_figures = np.repeat(figures.shown[:, None], group_count, axis=1)
        for cells, group in self.groups:
            block = group.drawn(groups, modulus)
            counted = published_of(method, block, weighted=block.weights is not None)
            published[cells] = counted.published[group.value.measure]
            shown_figures[cells] = True if counted.signs is None else keep_figure(counted.signs)
        everywhere = bool(shown_figures.all())
        shown_ = None if everywhere else np.ascontiguousarray(shown_figures.T)
        return self.measured.draws(np.ascontiguousarray(published.T), shown_)
