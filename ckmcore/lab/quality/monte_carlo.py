"""Monte-Carlo: what would the measures of some tables be, had the record keys been drawn differently?

Each repetition draws uniform keys for the atoms of all tables together (`atoms`, by way of `draws`) and adds them
modulo M to every cell, inner or total: in distribution the same as drawing new record keys, and never a key for each
published cell of its own, whose noise would be independent. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ckmcore.errors import Cancelled, DataError, InputError
from ckmcore.lab.quality.association import TwoWayPart, cramers_v, rank_correlation, two_way_parts
from ckmcore.lab.quality.drawn_ratios import RatioRepeater
from ckmcore.lab.quality.measures import TableFigures, measured_values, relation_matrix, table_figures
from ckmcore.lab.quality.ratios import ratio_table
from ckmcore.lab.quality.repetitions import MEASURES, SHARE_MEASURES, RepeatedMeasures, repeated_measures, together
from ckmcore.lab.quality.sum_draws import SumRepeater, SumTable, sum_table, with_marks
from ckmcore.lab.quality.sum_measures import SUM_MEASURES, SumDraws, sum_measures, sum_values
from ckmcore.lab.risk.atoms import Atoms, BlockAtoms, atoms_of
from ckmcore.lab.risk.draws import check_draws, draws
from ckmcore.messages import Sentence
from ckmcore.methods.derived import published_of
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions, RawBlock, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import CountKind, Measure, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

INTERVAL = (0.025, 0.975)
# Cells of so many repetitions at a time stay near the processor and let the user cancel soon.
_AT_ONCE = 1 << 18
# Of keys that are too fine to be added in 64 bits the first nine decimals are drawn.
_DRAWN_MODULUS = 10**9


@dataclass(frozen=True, eq=False, repr=False)
class Drawn:
    """A measure over the repetitions: its number in each of those that have one. Confidential."""

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
        """Of the mean, which is an estimate of the expectation; 0 for one repetition."""
        many = len(self.values)
        return float(self.values.std(ddof=1)) / many**0.5 if many > 1 else 0.0


@dataclass(frozen=True, eq=False, repr=False)
class DrawnTable:
    """The measures of one table by their codes; `problem`: why it has none. `cells`: those that are measured."""

    cells: int
    measures: Mapping[str, Drawn]
    problem: Sentence | None = None

    def __repr__(self) -> str:
        return f"DrawnTable({self.cells} cells, confidential)"


@dataclass(frozen=True, eq=False, repr=False)
class MonteCarlo:
    """The measures of each table, and of all their cells together. Confidential."""

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
    measures: Sequence[str] = (*MEASURES, *SUM_MEASURES),
    more: Mapping[str, Callable[[RepeatedMeasures | None, SumDraws | None], Floats | None]] = MappingProxyType({}),
    with_empty: bool = False,
    near: float = 0.1,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> MonteCarlo:
    """Measures (codes of `MEASURES`, `SHARE_MEASURES`, `SUM_MEASURES`) of some tables over repetitions with new keys:
    of their counts (of weighted counts, where there are no others) and of their sums, where the method publishes sums.
    more: further measures by their codes: a number in every repetition of the counts and the sums of a table.

    The same seed gives the same repetitions. `with_empty`: counts whose original is 0 count, too. near: the share of a
    sum of `sum_within_p`.

    Raises monte_carlo_repetitions, monte_carlo_seed, monte_carlo_without_tables, nothing_to_draw, no_record_keys,
    nothing_but_zeros (of every table), atoms_of_households, attack_over_periods, AttackTooLarge, Cancelled and what
    `tabulate` and the method raise.
    """
    check_draws(method, repetitions, seed)
    if not specs:
        raise InputError("monte_carlo_without_tables")
    progress(0.0)
    with_sums = not set(SUM_MEASURES).isdisjoint(measures)
    prepared = [_Prepared.of(data, spec, method, with_empty, with_sums, cancelled) for spec in specs]
    if all(one.problem is not None for one in prepared):
        raise InputError("nothing_but_zeros")
    with_shares = not set(SHARE_MEASURES).isdisjoint(measures)
    linked = _Linked.of(data, specs, prepared, with_shares, cancelled)
    drawing = draws(linked.atoms.groups, linked.atoms.size, cancelled=cancelled)
    modulus = _modulus(data, sum(drawing.shape))
    generator = np.random.default_rng(seed)
    widest = max(*drawing.shape, *(one.width for one in prepared))
    at_once = min(max(_AT_ONCE // max(widest, 1), 1), repetitions)
    places = sorted({*linked.counts, *linked.sums})
    found: dict[int, dict[str, list[Floats]]] = {place: {} for place in (*places, _OVERALL)}
    for begin in range(0, repetitions, at_once):
        if cancelled():
            raise Cancelled()
        many = min(at_once, repetitions - begin)
        keys = generator.integers(0, modulus, size=(many, drawing.shape[1]))
        groups = (drawing @ np.ascontiguousarray(keys.T)) % modulus
        counts = {at: count.repeated(method, groups, modulus) for at, count in linked.counts.items()}
        sums = {at: repeater.repeated(method, groups, modulus) for at, repeater in linked.sums.items()}
        # Of a single table all cells together are its own.
        if len(places) > 1:
            counts |= {_OVERALL: together(list(counts.values()))} if counts else {}
            sums |= {_OVERALL: SumDraws.together(list(sums.values()))} if sums else {}
        for place, numbers in found.items():
            mine = repeated_measures(counts[place], measures) if place in counts else {}
            if place in sums:
                mine |= {code: measure for code, measure in sum_measures(sums[place], near).items() if code in measures}
            own = {code: number(counts.get(place), sums.get(place)) for code, number in more.items()}
            mine |= {code: drawn for code, drawn in own.items() if drawn is not None}
            for code, values in mine.items():
                numbers.setdefault(code, []).append(values)
        progress((begin + many) / repetitions)
    made = {place: _drawn(numbers) for place, numbers in found.items()}
    overall = made[_OVERALL if len(places) > 1 else places[0]]
    return MonteCarlo(
        repetitions,
        seed,
        tuple(DrawnTable(one.cells, made.get(at, {}), one.problem) for at, one in enumerate(prepared)),
        DrawnTable(sum(one.cells for one in prepared), overall),
    )


_OVERALL = -1


@dataclass(frozen=True, eq=False, repr=False)
class _Prepared:
    """The counts and the sums of a table, as far as it has them."""

    counts: _Table | None
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
            counts = _Table.of(data, spec, method, with_empty)
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
        """Why nothing is drawn."""
        return None if self.has_counts or self.has_sums else InputError("nothing_but_zeros").sentence()

    @property
    def cells(self) -> int:
        """The counts that are measured, of a table without counts the sums."""
        if self.counts is not None:
            return int(self.counts.measured.sum())
        return 0 if self.sums is None else self.sums.cells

    @property
    def width(self) -> int:
        """The cells of a repetition."""
        counts = 0 if self.counts is None else int((self.counts.figures.original != 0).sum())
        return counts + (0 if self.sums is None else 4 * self.sums.cells)


@dataclass(frozen=True, eq=False, repr=False)
class _Linked:
    """The atoms of all tables, and by the tables' numbers those whose counts and whose sums can be repeated."""

    atoms: Atoms
    counts: dict[int, _Repeater]
    sums: dict[int, SumRepeater]

    @classmethod
    def of(
        cls,
        data: Microdata,
        specs: Sequence[TableSpec],
        prepared: Sequence[_Prepared],
        with_shares: bool,
        cancelled: Callable[[], bool],
    ) -> _Linked:
        """with_shares: the shares of counts are drawn, too."""
        counted = {at: one.counts for at, one in enumerate(prepared) if one.counts is not None and one.has_counts}
        summed = {at: one.sums for at, one in enumerate(prepared) if one.sums is not None and one.has_sums}
        ratios = {at: ratio_table(data, specs[at], cancelled=cancelled) for at in counted if with_shares}
        shares = {at: raw for at, raw in ratios.items() if raw is not None}
        asked: list[tuple[TableSpec, Sequence[Conditions]]] = [
            *((table.raw.spec, tuple(table.raw.parts)) for table in counted.values()),
            *((raw.spec, tuple(raw.parts)) for raw in shares.values()),
            *((table.spec, table.conditions) for table in summed.values()),
        ]
        names = dict.fromkeys(name for table in summed.values() for name in table.raw.spec.magnitudes)
        atoms = atoms_of(with_marks(data, tuple(names)) if names else data, asked, cancelled=cancelled)
        tables = iter(atoms.tables)
        of_counts = {at: next(tables) for at in counted}
        repeaters = {at: RatioRepeater.of(raw, next(tables)) for at, raw in shares.items()}
        return cls(
            atoms,
            {at: table.with_atoms(of_counts[at], repeaters.get(at)) for at, table in counted.items()},
            {at: table.with_atoms(next(tables)) for at, table in summed.items()},
        )


def _modulus(data: Microdata, summands: int) -> int:
    """The modulus of the keys that are drawn: the data's own, or a smaller one where sums would not fit."""
    if data.record_keys is None:
        raise DataError("no_record_keys")
    modulus = data.record_keys.modulus
    return modulus if modulus * max(summands, 1) < 2**63 else _DRAWN_MODULUS


def _drawn(numbers: Mapping[str, Sequence[Floats]]) -> dict[str, Drawn]:
    found = {}
    for code, parts in numbers.items():
        values = np.concatenate(parts)
        values = values[~np.isnan(values)]
        if len(values):
            found[code] = Drawn(code, values)
    return found


@dataclass(frozen=True, eq=False, repr=False)
class _Table:
    """A table with its originals: `measured` are those of its figures that count, `parts` its two-way parts."""

    raw: RawTable
    figures: TableFigures
    measure: Measure
    measured: Flags
    parts: tuple[TwoWayPart, ...]
    problem: Sentence | None

    @classmethod
    def of(cls, data: Microdata, spec: TableSpec, method: Method, with_empty: bool) -> _Table:
        values = [spec.values[number] for number in measured_values(spec)]
        measure = values[0].measure
        raw = tabulate(data, spec.with_changes(values=tuple(values), footnotes=()))
        figures = table_figures(raw, data, method.protect(raw))
        measured = (figures.original != 0) | with_empty
        problem = None if figures.original.any() else InputError("nothing_but_zeros").sentence()
        return cls(raw, figures, measure, measured, two_way_parts(raw, figures), problem)

    def with_atoms(self, atoms: Mapping[Conditions, tuple[BlockAtoms, ...]], shares: RatioRepeater | None) -> _Repeater:
        """The table with its cells as sums of atoms."""
        groups = []
        figures, spec = self.figures, self.raw.spec
        for value, block in dict.fromkeys(zip(figures.value.tolist(), figures.block.tolist(), strict=True)):
            own = spec.values[value].own_filter
            raw = self.raw.part(own)[block]
            mine = np.flatnonzero((figures.value == value) & (figures.block == block))
            mine = mine[raw.counts.ravel()[figures.position[mine]] != 0]
            positions = figures.position[mine]
            groups.append((mine, _cells(raw, positions), atoms[own][block].of_cells(positions)))
        return _Repeater(self, tuple(groups), relation_matrix(figures), shares)


def _cells(block: RawBlock, positions: Ints) -> RawBlock:
    """Some cells of a block as a block with one axis, and a second one for repetitions."""

    def column(array: NDArray[Any] | None) -> Any:
        return None if array is None else array.ravel()[positions][:, None]

    return replace(
        block,
        counts=column(block.counts),
        key_sums=None,
        weights=column(block.weights),
        exempt=column(block.exempt),
        magnitudes={},
    )


def _wide(column: NDArray[Any] | None, many: int) -> Any:
    """A column of cells as so many columns."""
    return None if column is None else np.broadcast_to(column, (len(column), many))


@dataclass(frozen=True, eq=False, repr=False)
class _Repeater:
    """A table ready to be repeated: per value and block the numbers of its figures, their originals, their atoms.

    A cell without records stays 0 whatever the keys, and so does its sign: such cells are not in the groups.
    """

    table: _Table
    groups: tuple[tuple[Ints, RawBlock, BlockAtoms], ...]
    sums: tuple[csr_array, Ints]
    shares: RatioRepeater | None

    def repeated(self, method: Method, groups: Ints, modulus: int) -> RepeatedMeasures:
        """The table under the keys of groups of atoms (groups x repetitions)."""
        original, many = self.table.figures.original, groups.shape[1]
        published = np.zeros((len(original), many), dtype=np.int64)
        always = self.table.figures.shown.copy()
        always[np.concatenate([mine for mine, _, _ in self.groups])] = True
        shown = None if always.all() else np.repeat(always[:, None], many, axis=1)
        for mine, block, atoms in self.groups:
            sums = (atoms.sums(groups) % modulus).view(np.uint64)
            drawn = replace(
                block,
                counts=_wide(block.counts, many),
                weights=_wide(block.weights, many),
                exempt=_wide(block.exempt, many),
                key_sums=sums,
                modular=True,
                modulus=modulus,
            )
            counted = published_of(method, drawn, weighted=block.weights is not None)
            published[mine] = counted.published[self.table.measure]
            if counted.signs is not None:
                shown = np.repeat(always[:, None], many, axis=1) if shown is None else shown
                shown[mine] = np.isin(counted.signs, [sign for sign in Sign if sign.keeps_figure])
        matrix, figures = self.sums
        whole = None if shown is None else (abs(matrix) @ shown.astype(np.int64)) == figures[:, None]
        measured = self.table.measured
        return RepeatedMeasures(
            original[measured],
            np.ascontiguousarray(published[measured].T),
            None if shown is None else np.ascontiguousarray(shown[measured].T),
            np.ascontiguousarray((matrix @ published).T),
            None if whole is None else np.ascontiguousarray(whole.T),
            tuple(self._change(part, published, shown, cramers_v) for part in self.table.parts),
            tuple(self._change(part, published, shown, rank_correlation) for part in self.table.parts),
            self.table.figures.of_counts,
            None if self.shares is None else self.shares.repeated(method, groups, modulus),
        )

    def _change(
        self, part: TwoWayPart, published: Ints, shown: Flags | None, measure: Callable[[Ints], Floats]
    ) -> Floats:
        """How far a measure of association is off in each repetition."""
        before = measure(self.table.figures.original[part.cells])
        found = np.abs(measure(np.moveaxis(published[part.cells], -1, 0)) - before)
        return found if shown is None else np.where(shown[part.cells].all(axis=(0, 1)), found, np.nan)
